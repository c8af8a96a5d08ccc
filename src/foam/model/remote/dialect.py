"""What an endpoint understands. Endpoints that call themselves compatible refuse different parts of a request; what
one has refused is left out, and what worked is remembered.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from foam.model.question import Question, answer_schema
from foam.model.remote.instruction import SYSTEM, render_instruction
from foam.values import Value


class Dialect(Value):
    """Which parts of a request are sent. The first is what everyone is tried with."""

    answers: Literal["json_schema", "json_object", "plain"] = "json_schema"
    """Held to the answer's schema, to some JSON, or to nothing but the instructions."""
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True
    seed: bool = True
    system: bool = True

    @property
    def method(self) -> str:
        """How an answer came about, for the record."""
        left_out = [name for name in ("temperature", "seed") if not getattr(self, name)]
        without = f", without {' and '.join(left_out)}" if left_out else ""
        return f"instruction, {self.answers}{without}"


_WEAKER: dict[str, Literal["json_object", "plain"]] = {"json_schema": "json_object", "json_object": "plain"}
_ABOUT_ANSWERS = ("response_format", "json_schema", "json_object", "schema", "grammar", "structured output", "guided")


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to one model, before it is put in an endpoint's dialect."""

    question: Question
    seed: int
    complaint: str
    model: str
    temperature: float
    max_tokens: int

    def body(self, dialect: Dialect) -> bytes:
        """The request, as bytes."""
        said: dict[str, Any] = {"model": self.model, "messages": self._messages(dialect)}
        said[dialect.limit] = self.max_tokens
        if dialect.temperature:
            said["temperature"] = self.temperature
        if dialect.seed:
            said["seed"] = self.seed % 2**31  # what the narrowest of the endpoints takes
        if dialect.answers != "plain":
            said["response_format"] = _response_format(self.question, dialect)
        return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")

    def _messages(self, dialect: Dialect) -> list[dict[str, str]]:
        text, system = render_instruction(self.question, self.complaint), self.question.system or SYSTEM
        if not dialect.system:
            return [{"role": "user", "content": f"{system}\n\n{text}"}]
        return [{"role": "system", "content": system}, {"role": "user", "content": text}]


def concede(dialect: Dialect, refusal: str, *, proven: bool) -> Dialect | None:
    """What to try after an endpoint refused a request with these words; None when there is nothing left to concede.

    A dialect that has worked before is changed only when the refusal names what it objects to: the question itself
    may be at fault (too long, say).
    """
    said = refusal.lower()
    if dialect.limit == "max_tokens" and "max_completion_tokens" in said:
        return dialect.model_copy(update={"limit": "max_completion_tokens"})
    for part in ("temperature", "seed"):
        if part in said and getattr(dialect, part):
            return dialect.model_copy(update={part: False})
    if dialect.system and "system" in said and "role" in said:
        return dialect.model_copy(update={"system": False})
    if not proven or any(word in said for word in _ABOUT_ANSWERS):
        return _loosen(dialect)
    return None


def _loosen(dialect: Dialect) -> Dialect | None:
    weaker = _WEAKER.get(dialect.answers)
    return dialect.model_copy(update={"answers": weaker}) if weaker else None


def _response_format(question: Question, dialect: Dialect) -> dict[str, Any]:
    if dialect.answers == "json_object":
        return {"type": "json_object"}
    schema = {"name": question.type, "strict": True, "schema": answer_schema(question)}
    return {"type": "json_schema", "json_schema": schema}
