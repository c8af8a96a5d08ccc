"""A question as an endpoint is asked it: one request, in the endpoint's API and dialect.

What stays the same from question to question comes first (what is shared by all, or else the system text), then the
prompt, then the form of the answer, and last what was wrong before: endpoints that keep the beginning of a request need
not read it again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from foam.model.question import Question, answer_schema
from foam.model.remote.dialect import Choice, Dialect
from foam.model.remote.instruction import render_instruction, render_own, render_system

_TOOL = "answer"
_LEAST_BUDGET = 1_024
"""Of thoughts, at Anthropic."""
_ABOUT_TOOL = "Give your answer in the form that is asked for."

_OPENAI_CHOICE: dict[Choice, Any] = {
    "named": {"type": "function", "function": {"name": _TOOL}},
    "required": "required",
    "auto": "auto",
}
_ANTHROPIC_CHOICE: dict[Choice, Any] = {
    "named": {"type": "tool", "name": _TOOL},
    "required": {"type": "any"},
    "auto": {"type": "auto"},
}
_KEPT = {"cache_control": {"type": "ephemeral"}}
_ANTHROPIC_NAME = re.compile(r"[a-zA-Z0-9_.-]{1,64}")
"""What a property of a tool may be called there."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to one model, before it is put in an endpoint's dialect."""

    question: Question
    seed: int
    complaint: str
    model: str
    temperature: float
    max_tokens: int
    effort: str = ""

    def tokens(self, dialect: Dialect) -> int:
        """How long the answer may be."""
        return min(self.max_tokens, dialect.most or self.max_tokens)

    def body(self, dialect: Dialect) -> bytes:
        """The request, as bytes."""
        said = self._openai(dialect) if dialect.api == "openai" else self._anthropic(dialect)
        return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")

    def _openai(self, dialect: Dialect) -> dict[str, Any]:
        said: dict[str, Any] = {"model": self.model, "messages": self._messages(dialect)}
        said[dialect.limit] = self.tokens(dialect)
        if dialect.temperature:
            said["temperature"] = self.temperature
        if dialect.seed:
            said["seed"] = self.seed % 2**31  # what the narrowest of the endpoints takes
        if dialect.thinking == "effort":
            said["reasoning_effort"] = self.effort
        return said | self._openai_form(dialect)

    def _messages(self, dialect: Dialect) -> list[dict[str, str]]:
        system, text = render_system(self.question), render_instruction(self.question, self.complaint)
        if not dialect.system:
            return [{"role": "user", "content": f"{system}\n\n{text}"}]
        return [{"role": "system", "content": system}, {"role": "user", "content": text}]

    def _openai_form(self, dialect: Dialect) -> dict[str, Any]:
        schema = self._schema(dialect)
        strict = {"strict": True} if dialect.strict else {}
        match dialect.answers:
            case "json_schema":
                named = {"name": self.question.type, **strict, "schema": schema}
                return {"response_format": {"type": "json_schema", "json_schema": named}}
            case "object_schema":  # as llama.cpp and its kin take it, and vLLM before it had response_format
                return {"response_format": {"type": "json_object", "schema": schema}, "guided_json": schema}
            case "tools":
                function = {"name": _TOOL, "description": _ABOUT_TOOL, **strict, "parameters": schema}
                called = {"type": "function", "function": function}
                return {"tools": [called], "tool_choice": _OPENAI_CHOICE[dialect.choice]}
            case "json_object":
                return {"response_format": {"type": "json_object"}}
            case _:
                return {}

    def _anthropic(self, dialect: Dialect) -> dict[str, Any]:
        said: dict[str, Any] = {"model": self.model, "max_tokens": self.tokens(dialect)}
        said |= self._anthropic_form(dialect)
        said["system"] = [self._anthropic_system()]
        said["messages"] = [{"role": "user", "content": self._anthropic_content()}]
        if dialect.temperature:
            said["temperature"] = min(1.0, self.temperature)
        if dialect.thinking == "effort":
            said |= {"thinking": {"type": "adaptive"}, "output_config": {"effort": self.effort}}
        elif dialect.thinking == "budget":
            said["thinking"] = {"type": "enabled", "budget_tokens": max(_LEAST_BUDGET, self.tokens(dialect) // 2)}
        return said

    def _anthropic_system(self) -> dict[str, Any]:
        """Kept by the endpoint only where it is marked; a role's standing instructions are worth it."""
        block = {"type": "text", "text": render_system(self.question)}
        return {**block, **_KEPT} if self.question.system and not self.question.shared else block

    def _anthropic_content(self) -> str | list[dict[str, Any]]:
        """What is shared is a block of its own, to be kept."""
        text = render_own(self.question, self.complaint)
        if not self.question.shared:
            return text
        return [{"type": "text", "text": self.question.shared, **_KEPT}, {"type": "text", "text": text}]

    def _anthropic_form(self, dialect: Dialect) -> dict[str, Any]:
        schema = self._schema(dialect)
        if dialect.answers != "tools" or not all(_ANTHROPIC_NAME.fullmatch(name) for name in _names(schema)):
            return {}
        tool = {"name": _TOOL, "description": _ABOUT_TOOL, "input_schema": schema}
        strict = {"strict": True} if dialect.strict else {}
        return {"tools": [{**tool, **strict}], "tool_choice": _ANTHROPIC_CHOICE[dialect.choice]}

    def _schema(self, dialect: Dialect) -> dict[str, Any]:
        schema = answer_schema(self.question)
        return _leave_out(schema, dialect.without) if dialect.without else schema


def _leave_out(schema: dict[str, Any], words: tuple[str, ...]) -> dict[str, Any]:
    """The schema without these keywords, at every depth; properties may bear any name."""
    kept = {word: value for word, value in schema.items() if word not in words}
    if "properties" in kept:
        kept["properties"] = {name: _leave_out(one, words) for name, one in kept["properties"].items()}
    if "items" in kept:
        kept["items"] = _leave_out(kept["items"], words)
    if "anyOf" in kept:
        kept["anyOf"] = [_leave_out(one, words) for one in kept["anyOf"]]
    return kept


def _names(schema: Any) -> Iterator[str]:
    """The names of all properties, at every depth."""
    if isinstance(schema, list):
        for one in schema:
            yield from _names(one)
    elif isinstance(schema, dict):
        yield from schema.get("properties", {})
        for value in schema.values():
            yield from _names(value)
