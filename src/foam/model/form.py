"""Forms: the fields that a written answer fills, each with its bounds.

TextField    words of one's own, within a limit
IdsField     ids of what was offered: evidence is cited by id, never quoted
NamesField   names that the answer itself makes, for what its other parts refer to
LabelField   one of several labels
ScoreField   a place on a scale
ListField    a short list of records of such fields
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, assert_never

from pydantic import Field, model_validator

from foam.values import Value

_MANY = 12
"""Ids from which on they are named by their first and last, if they are counted."""
_VERY_MANY = 400
"""Sentences from which on a schema that lists each of them, in every field, would be longer than the file."""
_NUMBERED = re.compile(r"(?P<letters>[a-z]+)[1-9][0-9]*")
_DIGIT = "[0-9]"
_SENTENCE = re.compile(r"[0-9]+#s[0-9]+")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


class TextField(Value):
    """Words of one's own."""

    type: Literal["text"] = "text"
    name: str
    about: str = ""
    """What belongs here, in a clause."""
    max_words: int = Field(gt=0)
    may_be_empty: bool = False
    explains: bool = False
    """Whether it is an explanation: still more words than asked for are no reason to send the whole form back."""

    @property
    def most_words(self) -> int:
        """How many words are accepted: a fifth more than asked for where it explains, else one for every fifteen."""
        return self.max_words + self.max_words // (5 if self.explains else 15)


class IdsField(Value):
    """Some of the ids that were offered, none twice."""

    type: Literal["ids"] = "ids"
    name: str
    about: str = ""
    ids: tuple[str, ...]
    at_least: int = Field(default=0, ge=0)
    at_most: int = Field(default=1, ge=0)

    @model_validator(mode="after")
    def _possible(self) -> IdsField:
        if not self.at_least <= min(self.at_most, len(self.ids)) or len(set(self.ids)) != len(self.ids):
            raise ValueError(f"cannot choose {self.at_least} to {self.at_most} of {self.ids}")
        return self


class NamesField(Value):
    """Names that the answer itself gives to its parts, or by which it refers to them; none twice.

    Whether a name that is referred to was given is for whoever reads the form.
    """

    type: Literal["names"] = "names"
    name: str
    about: str = ""
    at_least: int = Field(default=0, ge=0)
    at_most: int = Field(default=1, ge=1)


class LabelField(Value):
    """One of several labels."""

    type: Literal["label"] = "label"
    name: str
    about: str = ""
    labels: tuple[str, ...] = Field(min_length=1)


class ScoreField(Value):
    """A place on a scale; nothing, where it may be declined."""

    type: Literal["score"] = "score"
    name: str
    about: str = ""
    low: float = 0.0
    high: float = 10.0
    may_decline: bool = False

    @model_validator(mode="after")
    def _possible(self) -> ScoreField:
        if not self.low < self.high:
            raise ValueError("a scale needs low < high")
        return self


PlainField: TypeAlias = Annotated[
    TextField | IdsField | NamesField | LabelField | ScoreField, Field(discriminator="type")
]


class ListField(Value):
    """A short list of records that all have the same fields."""

    type: Literal["list"] = "list"
    name: str
    about: str = ""
    fields: tuple[PlainField, ...] = Field(min_length=1)
    at_least: int = Field(default=0, ge=0)
    at_most: int = Field(ge=1)
    grouped_by: str = Field(default="", exclude_if=lambda name: not name)
    """The field of names by which records belong together: where one is at fault, all of them are asked for again."""

    @property
    def about_each(self) -> str:
        """The label that says what a record is about, where there is room for one about each; else empty."""
        named = next((one for one in self.fields if isinstance(one, LabelField)), None)
        return named.name if named and len(named.labels) == self.at_most else ""


FormField: TypeAlias = Annotated[
    TextField | IdsField | NamesField | LabelField | ScoreField | ListField, Field(discriminator="type")
]
PlainValue: TypeAlias = str | float | tuple[str, ...] | None
Record: TypeAlias = dict[str, PlainValue]
FormValue: TypeAlias = str | float | tuple[str, ...] | tuple[Record, ...] | None
Form: TypeAlias = Mapping[str, FormValue]


def count_words(text: str) -> int:
    """Words as word limits count them: runs of non-space."""
    return len(text.split())


def respell_labels(fields: Sequence[FormField], filled: Form) -> dict[str, FormValue]:
    """The form with labels that are plainly meant (`The answer`, `logical gap`) spelt as they were offered, and without
    empty fields that nobody asked for."""
    known = {field.name: field for field in fields}
    meant = {name: value for name, value in filled.items() if name in known or value not in ("", (), None)}
    return {name: _respell_field(known[name], value) if name in known else value for name, value in meant.items()}


def _respell_field(field: FormField, value: FormValue) -> FormValue:
    match field, value:
        case LabelField(), str():
            return respell_label(value, field.labels)
        case ListField(), tuple():
            records = [respell_labels(field.fields, one) if isinstance(one, dict) else one for one in value]
            return tuple(records)  # type: ignore[return-value]
        case _:
            return value


def respell_label(said: str, labels: Sequence[str]) -> str:
    """The one label that differs from what was said in case, articles, spaces and marks alone; else what was said."""
    if said in labels:
        return said
    alike = [label for label in labels if _fold(label) == _fold(said)]
    return alike[0] if len(alike) == 1 else said


def _fold(label: str) -> str:
    words = re.findall(r"[^\W_]+", label.casefold())
    return " ".join(words[1:] if len(words) > 1 and words[0] in ("the", "a", "an") else words)


class FormFault(NamedTuple):
    """What does not fit a field: of which kind it is, with what a person has to know, and as a model is told."""

    kind: Literal["not filled", "too long", "not offered", "twice", "how many", "not a name", "not a number"]
    told: str
    given: int = 0
    low: float = 0
    high: float = 0


def find_form_complaint(fields: Sequence[FormField], filled: Form) -> str:
    """What is wrong with a filled form, as a model is told; empty if nothing is."""
    wanted = [field.name for field in fields]
    if sorted(filled) != sorted(wanted):
        return f"fields {sorted(filled)}; asked for {sorted(wanted)}"
    faults = (_find_fault(field, filled[field.name]) for field in fields)
    return next((one.told for one in faults if one), "")


def find_form_faults(fields: Sequence[FormField], filled: Form, prefix: str = "f") -> dict[str, FormFault]:
    """What is wrong with a filled form, by the address of the field: `f.points.0.says`."""
    found: dict[str, FormFault] = {}
    for one in fields:
        name, value = f"{prefix}.{one.name}", filled[one.name]
        if isinstance(one, ListField) and isinstance(value, tuple):
            for place, row in enumerate(value):
                found |= find_form_faults(one.fields, row, f"{name}.{place}") if isinstance(row, dict) else {}
        if not any(at.startswith(f"{name}.") for at in found) and (fault := _find_fault(one, value)):
            found[name] = fault
    return found


def _find_fault(field: FormField, value: FormValue) -> FormFault | None:
    match field:
        case TextField():
            return _find_text_fault(field, value)
        case IdsField() | NamesField():
            return _find_names_fault(field, value)
        case LabelField():
            told = f"{field.name}: {value!r} is not one of {field.labels}"
            return None if value in field.labels else FormFault("not offered" if value else "not filled", told)
        case ScoreField():
            return _find_score_fault(field, value)
        case ListField():
            return _find_list_fault(field, value)
        case _:
            assert_never(field)


def _find_text_fault(field: TextField, value: FormValue) -> FormFault | None:
    if not isinstance(value, str):
        return FormFault("not filled", f"{field.name} is not a text")
    if not _is_unicode(value):
        return FormFault("not offered", f"{field.name} holds half a character (a lone surrogate)")
    words, least = count_words(value), 0 if field.may_be_empty else 1
    if least <= words <= field.most_words:
        return None
    told = f"{field.name} has {words} words; {least} to {field.max_words} were asked for"
    return FormFault("too long" if words else "not filled", told, words, least, field.max_words)


_SAID_OF = {
    "ids": ("ids", "ids chosen", "an id was chosen twice"),
    "names": ("names", "names", "a name stands twice"),
}


def _find_names_fault(field: IdsField | NamesField, value: FormValue) -> FormFault | None:
    what, many, twice = _SAID_OF[field.type]
    if not isinstance(value, tuple) or not all(isinstance(one, str) for one in value):
        return FormFault("not filled", f"{field.name} is not a list of {what}")
    if isinstance(field, NamesField) and not all(_NAME.fullmatch(str(one)) for one in value):
        told = f"{field.name} is not a list of names; a name is one word of small letters, digits and underscores"
        return FormFault("not a name", told)
    unknown = sorted({str(one) for one in value} - set(field.ids)) if isinstance(field, IdsField) else []
    if unknown:
        return FormFault("not offered", f"{field.name}: ids that were not offered: {', '.join(unknown)[:200]}")
    if len({str(one) for one in value}) != len(value):
        return FormFault("twice", f"{field.name}: {twice}")
    if field.at_least <= len(value) <= field.at_most:
        return None
    asked = f"{_count(field.at_least, field.at_most)} were asked for"
    return _count_wrong(f"{field.name}: {len(value)} {many}; {asked}", len(value), field)


def _find_score_fault(field: ScoreField, value: FormValue) -> FormFault | None:
    if value is None:
        told = f"{field.name} has no score"
        return None if field.may_decline else FormFault("not a number", told, low=field.low, high=field.high)
    if isinstance(value, float) and math.isfinite(value) and field.low <= value <= field.high:
        return None
    told = f"{field.name}: {value!r} is not between {field.low:g} and {field.high:g}"
    return FormFault("not a number", told, low=field.low, high=field.high)


def _find_list_fault(field: ListField, value: FormValue) -> FormFault | None:
    if not isinstance(value, tuple):
        return FormFault("not filled", f"{field.name} is not a list")
    if not field.at_least <= len(value) <= field.at_most:
        told = f"{field.name} has {len(value)} entries; {field.at_least} to {field.at_most} were asked for"
        return _count_wrong(told, len(value), field)
    for place, record in enumerate(value, start=1):
        if not isinstance(record, dict):
            return FormFault("not filled", f"{field.name}: entry {place} is not a record")
        if complaint := find_form_complaint(field.fields, record):
            return FormFault("not filled", f"{field.name}, entry {place}: {complaint}")
    return None


def _count_wrong(told: str, count: int, field: IdsField | NamesField | ListField) -> FormFault:
    return FormFault("how many", told, count, field.at_least, field.at_most)


def describe_schema(field: FormField) -> dict[str, Any]:
    """JSON Schema of what the field takes. What the schema says by itself is not described again."""
    schema = _describe_type(field)
    bounds = describe_bounds(field) if isinstance(field, TextField) else ""
    about = "; ".join(part for part in (field.about, bounds) if part)
    return {**schema, "description": about} if about else schema


def _describe_type(field: FormField) -> dict[str, Any]:
    match field:
        case TextField():
            return {"type": "string"}
        case IdsField():
            item = {"type": "string", **_describe_ids(field.ids)}
            return {"type": "array", "items": item, "minItems": field.at_least, "maxItems": field.at_most}
        case NamesField():
            item = {"type": "string", "pattern": f"^{_NAME.pattern}$"}
            return {"type": "array", "items": item, "minItems": field.at_least, "maxItems": field.at_most}
        case LabelField():
            return {"type": "string", "enum": list(field.labels)}
        case ScoreField():
            scale: dict[str, Any] = {"type": "number", "minimum": field.low, "maximum": field.high}
            return {"anyOf": [scale, {"type": "null"}]} if field.may_decline else scale
        case ListField():
            properties = {one.name: describe_schema(one) for one in field.fields}
            record = {
                "type": "object",
                "properties": properties,
                "required": list(properties),
                "additionalProperties": False,
            }
            return {"type": "array", "items": record, "minItems": field.at_least, "maxItems": field.at_most}
        case _:
            assert_never(field)


def _describe_ids(ids: Sequence[str]) -> dict[str, Any]:
    """Which ids may be named: one by one, or by the pattern that s1 to s172, and no others, have. Very many
    sentences of a file by what they all look like; which of them there are is checked in the answer."""
    if len(ids) > _VERY_MANY and are_sentences(ids):
        return {"pattern": f"^{_SENTENCE.pattern}$"}
    numbered = read_numbered(ids)
    if numbered is None:
        return {"enum": list(ids)} if ids else {}
    prefix, last = numbered
    return {"pattern": f"^{prefix}({'|'.join(_match_numbers(str(last)))})$"}


def read_numbered(ids: Sequence[str]) -> tuple[str, int] | None:
    """The letters and the last number of many ids that are counted from 1 in their order; None where they are not."""
    match = _NUMBERED.fullmatch(ids[-1]) if len(ids) >= _MANY else None
    if match is None or [*ids] != [f"{match['letters']}{n}" for n in range(1, len(ids) + 1)]:
        return None
    return match["letters"], len(ids)


def are_sentences(ids: Sequence[str]) -> bool:
    """Whether they are many, and all name sentences of a file: `05#s4`."""
    return len(ids) >= _MANY and all(map(_SENTENCE.fullmatch, ids))


def _match_numbers(last: str) -> Iterator[str]:
    """Expressions that together match the numbers from 1 to the last, and nothing else."""
    yield from (f"[1-9]{_DIGIT * more}" for more in range(len(last) - 1))
    for place, digit in enumerate(last):
        low, high = int(place == 0), int(digit) - 1
        if low <= high:
            yield f"{last[:place]}[{low}-{high}]{_DIGIT * (len(last) - place - 1)}"
    yield last


def describe_bounds(field: FormField) -> str:
    """The bounds of a field in words."""
    match field:
        case TextField():
            return f"{'at most' if field.may_be_empty else '1 to'} {field.max_words} words"
        case IdsField():
            return f"{_count(field.at_least, field.at_most)} of the ids that are offered"
        case NamesField():
            return f"a list of {_count(field.at_least, field.at_most)} names"
        case LabelField():
            return f"one of {', '.join(field.labels)}"
        case ScoreField():
            decline = ", or null where you cannot judge this" if field.may_decline else ""
            return f"a number from {field.low:g} to {field.high:g}{decline}"
        case ListField():
            return f"{_count(field.at_least, field.at_most)} entries"
        case _:
            assert_never(field)


def _count(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _is_unicode(text: str) -> bool:
    """Whether it can be written as UTF-8. A reply in JSON may hold half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
