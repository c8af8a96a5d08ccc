"""Typed questions and their bounded answer spaces.

A model answers by naming ids, a place on a scale, a label of a closed set, or by filling the fields of a form.
Whatever lies outside the space is refused by `check`, so that it can never enter the record.
"""

from __future__ import annotations

import json
import math
from typing import Annotated, Any, Literal, TypeAlias, assert_never

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    ValidationError,
    model_serializer,
    model_validator,
)

from foam.canonical import FIRST_UNSAFE_INTEGER
from foam.errors import OutOfBounds
from foam.model.form import (
    FormField,
    FormValue,
    TextField,
    describe_schema,
    find_form_complaint,
    respell_label,
    respell_labels,
)
from foam.values import Value


class Usage(Value):
    """Tokens read and written. Those that were cached are among those read; thoughts are among those written."""

    prompt: int = Field(default=0, ge=0)
    completion: int = Field(default=0, ge=0)
    cached: int = Field(default=0, ge=0)
    reasoning: int = Field(default=0, ge=0)

    @property
    def total(self) -> int:
        return self.prompt + self.completion

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            prompt=self.prompt + other.prompt,
            completion=self.completion + other.completion,
            cached=self.cached + other.cached,
            reasoning=self.reasoning + other.reasoning,
        )


Role = Literal["proposer", "critic", "evaluator", "judge"]
JUDGING: frozenset[Role] = frozenset({"evaluator", "judge"})
"""The roles that weigh what others wrote."""
Aim = Literal["supports", "contradicts", "concerns", "convinces", "restates", "refutes", "meets"]
"""What makes an option the better answer, for models that rank rather than read instructions: it supports the
statement, contradicts it, merely concerns it, convinces more, makes the same point, cannot be true beside it, or meets
the criterion that the statement names. The last takes a reader: a model that measures cannot tell."""


class Option(Value):
    """Something that can be chosen: an id and the text it stands for. The text is data."""

    id: str
    text: str


class _Asked(Value):
    """What every question carries."""

    template: str
    """Name of the template the prompt was rendered from."""
    template_digest: str
    prompt: str
    """The rendered prompt, untrusted text fenced."""
    role: Role = "proposer"
    statement: str
    """The statement the question turns on, for models that score instead of following instructions."""
    aim: Aim = "supports"
    reasons: int = Field(default=0, ge=0)
    """How many words of reasons are asked for, before the answer; 0 asks for none. They decide nothing."""
    system: str = ""
    """The role's standing instructions, the same for many questions; told before the prompt."""
    shared: str = ""
    """What is the same whoever is asked in a run, untrusted text fenced; told before everything else."""

    @model_serializer(mode="wrap")
    def _without_empty_parts(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Standing instructions and what is shared are left out where they are empty, as in most questions."""
        written: dict[str, Any] = write(self)
        empty = {name for name in ("system", "shared") if not getattr(self, name)}
        return {name: value for name, value in written.items() if name not in empty}


class Choose(_Asked):
    """Pick between `at_least` and `at_most` ids."""

    type: Literal["choose"] = "choose"
    options: tuple[Option, ...]
    at_least: int = Field(default=1, ge=0)
    at_most: int = Field(default=1, ge=1)

    @model_validator(mode="after")
    def _possible(self) -> Choose:
        _unique_ids(self.options)
        if not self.at_least <= min(self.at_most, len(self.options)):
            raise ValueError(f"cannot choose at least {self.at_least} of {len(self.options)}")
        return self


class Rank(_Asked):
    """Order all ids, best first."""

    type: Literal["rank"] = "rank"
    options: tuple[Option, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _possible(self) -> Rank:
        _unique_ids(self.options)
        return self


class Score(_Asked):
    """Place the text on a scale."""

    type: Literal["score"] = "score"
    text: str
    low: float = 0.0
    high: float = 10.0
    may_decline: bool = False
    """Whether "I cannot judge this" is an answer."""

    @model_validator(mode="after")
    def _possible(self) -> Score:
        if not -FIRST_UNSAFE_INTEGER < self.low < self.high < FIRST_UNSAFE_INTEGER:
            raise ValueError("a scale needs low < high, between -2^53 and 2^53")
        return self


class Label(_Asked):
    """Give the text one label of a closed set."""

    type: Literal["label"] = "label"
    text: str
    labels: tuple[str, ...] = Field(min_length=2)


class Write(_Asked):
    """Fill the fields of a form; `material` is what words may be taken from, and what ids stand for."""

    type: Literal["write"] = "write"
    fields: tuple[FormField, ...] = Field(min_length=1)
    material: tuple[Option, ...] = ()

    @model_validator(mode="after")
    def _possible(self) -> Write:
        if len({field.name for field in self.fields}) != len(self.fields):
            raise ValueError("the names of fields must differ")
        return self

    @property
    def texts(self) -> tuple[TextField, ...]:
        """The fields that are words of one's own."""
        return tuple(field for field in self.fields if isinstance(field, TextField))


Question: TypeAlias = Annotated[Choose | Rank | Score | Label | Write, Field(discriminator="type")]


class Chosen(Value):
    type: Literal["choose"] = "choose"
    ids: tuple[str, ...]


class Ranked(Value):
    type: Literal["rank"] = "rank"
    ids: tuple[str, ...]


class Scored(Value):
    type: Literal["score"] = "score"
    score: float


class Labelled(Value):
    type: Literal["label"] = "label"
    label: str


class Written(Value):
    type: Literal["write"] = "write"
    fields: dict[str, FormValue]


class Declined(Value):
    """No score: who was asked cannot judge this."""

    type: Literal["decline"] = "decline"
    why: str


Reply: TypeAlias = Annotated[Chosen | Ranked | Scored | Labelled | Written | Declined, Field(discriminator="type")]


_REPLY: TypeAdapter[Reply] = TypeAdapter(Reply)


class Answer(Value):
    """A reply, how it was arrived at, and how far to trust it."""

    reply: Reply
    method: str
    """How it was decided, in a few words: `leave-one-out likelihood`, `instruction`, `scripted`, …"""
    confidence: float | None = Field(default=None, ge=0, le=1)
    """None when the model states none."""
    detail: dict[str, float] = Field(default_factory=dict)
    """Figures behind the answer, by option id or signal."""
    reasons: str = ""
    """Why, in the model's own words, where it was asked for them."""
    usage: Usage | None = None
    """The tokens it took, where the model says so."""


def check(question: Question, reply: Reply) -> None:
    """Raise OutOfBounds unless the reply lies in the question's answer space."""
    complaint = _complaint(question, reply)
    if complaint:
        raise OutOfBounds(complaint, said=json.dumps(reply.json_value()))


def read_reply(question: Question, said: Any) -> tuple[Reply, str]:
    """Read what a model said (decoded JSON in the question's schema) as a checked reply and its reasons."""
    reasons = ""
    if question.reasons and isinstance(said, dict):
        said = dict(said)
        reasons = _cut_reasons(said.pop("reasons", ""), question.reasons)
    return _read_reply(question, said), reasons


def _cut_reasons(said: Any, words: int) -> str:
    """Reasons decide nothing, so that too many words of them are cut and not refused."""
    kept = str(said).encode("utf-8", "replace").decode().split()
    return " ".join(kept[: 2 * words]) + (" …" if len(kept) > 2 * words else "")


def _read_reply(question: Question, said: Any) -> Reply:
    body = {"fields": said} if question.type == "write" else said
    tagged = {**body, "type": question.type} if isinstance(body, dict) else body
    if isinstance(question, Score) and question.may_decline and said == {"score": None}:
        return Declined(why="it says that it cannot judge this")
    try:
        reply = _REPLY.validate_python(tagged)
    except ValidationError as error:
        raise OutOfBounds(f"not a {question.type} answer: {_first(error)}", said=repr(said)[:500]) from error
    reply = _respell(question, reply)
    check(question, reply)
    return reply


def _respell(question: Question, reply: Reply) -> Reply:
    match question, reply:
        case Label(), Labelled():
            return reply.model_copy(update={"label": respell_label(reply.label, question.labels)})
        case Write(), Written():
            return reply.model_copy(update={"fields": respell_labels(question.fields, reply.fields)})
        case _:
            return reply


def answer_schema(question: Question) -> dict[str, Any]:
    """JSON Schema of the answer space, for models that generate under one. Reasons come before the answer."""
    schema = _answer_schema(question)
    if not question.reasons:
        return schema
    reasons = {"type": "string", "description": f"why, in at most {question.reasons} words; written first"}
    return _object(**{"reasons": reasons, **schema["properties"]})


def _answer_schema(question: Question) -> dict[str, Any]:
    match question:
        case Choose():
            return _object(ids=_id_list(question.options, question.at_least, question.at_most))
        case Rank():
            return _object(ids=_id_list(question.options, len(question.options), len(question.options)))
        case Score():
            scale = {"type": "number", "minimum": question.low, "maximum": question.high}
            return _object(score={"anyOf": [scale, {"type": "null"}]} if question.may_decline else scale)
        case Label():
            return _object(label={"type": "string", "enum": list(question.labels)})
        case Write():
            return _object(**{field.name: describe_schema(field) for field in question.fields})
        case _:
            assert_never(question)


def _complaint(question: Question, reply: Reply) -> str:
    match question, reply:
        case Choose(), Chosen():
            return _choice_complaint(question, reply.ids)
        case Rank(), Ranked():
            offered = {option.id for option in question.options}
            ranked_once = len(reply.ids) == len(offered) and set(reply.ids) == offered
            return "" if ranked_once else "a ranking names every offered id exactly once"
        case Score(), Scored():
            inside = math.isfinite(reply.score) and question.low <= reply.score <= question.high
            return "" if inside else f"{reply.score} is not between {question.low} and {question.high}"
        case Score(may_decline=True), Declined():
            return ""
        case Label(), Labelled():
            return "" if reply.label in question.labels else f"{reply.label!r} is not one of {question.labels}"
        case Write(), Written():
            return find_form_complaint(question.fields, reply.fields)
        case _:
            return f"a {question.type} question cannot be answered by a {reply.type} reply"


def _choice_complaint(question: Choose, ids: tuple[str, ...]) -> str:
    unknown = sorted(set(ids) - {option.id for option in question.options})
    if unknown:
        return f"ids that were not offered: {', '.join(unknown)[:200]}"
    if len(set(ids)) != len(ids):
        return "an id was chosen twice"
    if not question.at_least <= len(ids) <= question.at_most:
        return f"{len(ids)} ids chosen; {question.at_least} to {question.at_most} were asked for"
    return ""


def _unique_ids(options: tuple[Option, ...]) -> None:
    if len({option.id for option in options}) != len(options):
        raise ValueError("option ids must differ")


def _object(**properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _id_list(options: tuple[Option, ...], low: int, high: int) -> dict[str, Any]:
    item = {"type": "string", "enum": [option.id for option in options]}
    return {"type": "array", "items": item, "minItems": low, "maxItems": high}


def _first(error: ValidationError) -> str:
    return str(error.errors()[0]["msg"])
