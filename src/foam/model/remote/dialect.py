"""What an endpoint understands. Endpoints that call themselves compatible refuse different parts of a request; what
one has refused is left out, one part at a time, and what worked is remembered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

from foam.model.remote.room import LEAST
from foam.values import Value

Api: TypeAlias = Literal["openai", "anthropic"]
Form: TypeAlias = Literal["json_schema", "object_schema", "tools", "json_object", "plain"]
Choice: TypeAlias = Literal["named", "required", "auto"]
Thinking: TypeAlias = Literal["effort", "budget", "unasked"]

FORMS: dict[Api, tuple[Form, ...]] = {
    "openai": ("json_schema", "object_schema", "tools", "json_object", "plain"),
    "anthropic": ("tools", "plain"),
}
"""How a model is held to the form of its answer, the tightest first."""
BOUNDS = ("minItems", "maxItems", "minimum", "maximum", "pattern")
"""Keywords of a schema that some endpoints do not take. The bounds are told in words and checked here, too."""

_WITH_SCHEMA: frozenset[Form] = frozenset({"json_schema", "object_schema", "tools"})
_WEAKER_CHOICE: dict[Choice, Choice] = {"named": "required", "required": "auto"}
_ABOUT_FORM = (
    *("response_format", "json_schema", "json_object", "schema", "grammar", "structured output", "guided"),
    *("tools", "tool use", "tool_choice", "function call"),
)
_ABOUT_THINKING = ("reasoning", "effort", "think")
_ABOUT_SIZE = ("too large", "maximum", "at most", "exceed", ">", "less than or equal")
_BARE_SCHEMA = re.compile(r"(?<![a-z_.])schema|\bpropert(?:y|ies)\b")
"""The schema is objected to, not the way it is sent."""


class Dialect(Value):
    """Which parts of a request are sent."""

    api: Api = "openai"
    refused: tuple[Form, ...] = ()
    """Forms that the endpoint does not take."""
    ignored: tuple[Form, ...] = ()
    """Forms that it takes without keeping to them."""
    without: tuple[str, ...] = ()
    """Keywords that are left out of schemas."""
    strict: bool = True
    choice: Choice = "named"
    """How firmly the tool is called for, where the answer is asked for as a tool's arguments."""
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    most: int | None = None
    """The most tokens that the endpoint was seen to allow, where that is less than was asked for."""
    thinking: Thinking = "unasked"
    """How thinking is asked for: by effort, or by a number of tokens."""
    temperature: bool = True
    seed: bool = True
    system: bool = True

    @property
    def answers(self) -> Form:
        """How the answer is held to its form: the tightest way that is left."""
        return next((form for form in FORMS[self.api] if form not in self.refused + self.ignored), "plain")

    @property
    def method(self) -> str:
        """How an answer came about, for the record."""
        left_out = [*self.without, *(name for name in ("temperature", "seed") if not getattr(self, name))]
        without = f", without {' and '.join(left_out)}" if left_out else ""
        return f"instruction, {self.answers}{without}"


def open_dialect(api: Api, effort: str) -> Dialect:
    """What an endpoint is tried with first.

    Anthropic's own API takes no seed, none of `BOUNDS` in a strict tool, and no forced tool beside thinking.
    """
    thinking: Thinking = "effort" if effort else "unasked"
    if api == "openai":
        return Dialect(thinking=thinking)
    return Dialect(api=api, without=BOUNDS, seed=False, thinking=thinking, choice="auto" if effort else "named")


def concede(dialect: Dialect, refusal: str, *, proven: bool, tokens: int = 0) -> Dialect | None:
    """What to try after an endpoint refused a request for so many tokens with these words; None when nothing is left.

    A dialect that has worked before is changed only when the refusal names what it objects to: the question itself
    may be at fault (too long, say).
    """
    said = refusal.lower()
    if _is_about_size(said):
        return _changed(dialect, most=tokens // 2) if tokens // 2 >= LEAST else None
    if dialect.limit == "max_tokens" and "max_completion_tokens" in said:
        return _changed(dialect, limit="max_completion_tokens")
    if dialect.answers == "tools" and "tool_choice" in said and dialect.choice in _WEAKER_CHOICE:
        return _changed(dialect, choice="auto" if "thinking" in said else _WEAKER_CHOICE[dialect.choice])
    if dialect.thinking != "unasked" and _names(said, _ABOUT_THINKING):
        return _ask_for_less_thinking(dialect)
    for part in ("temperature", "seed"):
        if part in said and getattr(dialect, part):
            return _changed(dialect, **{part: False})
    if dialect.system and "system" in said and "role" in said:
        return _changed(dialect, system=False)
    return _loosen(dialect, said, proven=proven)


def turn_from(dialect: Dialect, form: Form) -> Dialect:
    """What to try after an endpoint took a form and the model wrote prose all the same.

    A tool's arguments are tried instead of a schema; where they are ignored as well, the schema was no worse.
    """
    if dialect.answers != form:
        return dialect
    if dialect.api == "anthropic" or form == "plain" or "tools" in dialect.refused + dialect.ignored:
        return dialect
    if form == "tools":
        return _changed(dialect, ignored=("tools",))
    return _changed(dialect, ignored=tuple(one for one in FORMS[dialect.api] if one not in ("tools", "plain")))


def _ask_for_less_thinking(dialect: Dialect) -> Dialect:
    """Anthropic's older models know a budget of thoughts; without thinking the tool can be forced."""
    if dialect.api == "openai":
        return _changed(dialect, thinking="unasked")
    if dialect.thinking == "effort":
        return _changed(dialect, thinking="budget")
    return _changed(dialect, thinking="unasked", choice="named")


def _loosen(dialect: Dialect, said: str, *, proven: bool) -> Dialect | None:
    """One step: the keywords that are named, all bounds, strictness, and only then the form itself."""
    form = dialect.answers
    if form in _WITH_SCHEMA:
        if named := [word for word in BOUNDS if word.lower() in said and word not in dialect.without]:
            return _without(dialect, named)
        if dialect.strict and "strict" in said:
            return _changed(dialect, strict=False)
    about_form = _names(said, _ABOUT_FORM)
    if form == "plain" or (proven and not about_form):
        return None
    if form in _WITH_SCHEMA and (not about_form or _BARE_SCHEMA.search(said)):
        if set(dialect.without) < set(BOUNDS):
            return _without(dialect, BOUNDS)
        if dialect.strict:
            return _changed(dialect, strict=False)
    ignored = () if form == "tools" else dialect.ignored
    return _changed(dialect, refused=(*dialect.refused, form), ignored=ignored)


def _without(dialect: Dialect, words: Iterable[str]) -> Dialect:
    left_out = {*dialect.without, *words}
    return _changed(dialect, without=tuple(word for word in BOUNDS if word in left_out))


def _is_about_size(said: str) -> bool:
    if "maximum context length" in said:
        return True
    return _names(said, ("max_tokens", "max_completion_tokens")) and _names(said, _ABOUT_SIZE)


def _names(said: str, words: Iterable[str]) -> bool:
    return any(word in said for word in words)


def _changed(dialect: Dialect, **changes: object) -> Dialect:
    return dialect.model_copy(update=changes)
