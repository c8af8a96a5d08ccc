"""Finding the answer in what a model said: past its thoughts, prose and code fences. Pure: no network.

Thoughts are never taken for the answer. What is not in the form that was asked for is put right only where it can mean
one thing alone, and the record says so.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from foam.errors import OutOfBounds, Refused
from foam.model.form import FormField, IdsField, ListField, ScoreField
from foam.model.question import Choose, Question, Rank, Score, Write
from foam.model.remote.reply import Completion
from foam.model.remote.room import count_needed, describe_cut_off

_CUT_OFF_HINT = "allow more with max_tokens, or less thinking with reasoning_effort"
_LONGEST_TOKEN = 8
"""Characters: what is longer than its form needs, counted so, goes on for no good reason."""
SAID = 500
"""How much of what was said is kept with a complaint."""
_BEYOND = 0.05
"""A score beyond its scale by at most this share of it is taken for the scale's end."""

_NAMES = r"think|thinking|thought|thoughts|reasoning|reflection|seed:think"
_OPENED = re.compile(rf"<(?:{_NAMES})>|\[THINK\]|◁think▷|<\|channel\|>\s*(?:analysis|commentary)", re.IGNORECASE)
_CLOSED = re.compile(rf"</(?:{_NAMES})>|\[/THINK\]|◁/think▷|<\|channel\|>\s*final\s*<\|message\|>", re.IGNORECASE)
_TRIES = 500
"""How many braces that open nothing are looked at before the search is given up."""
_NUMBER = re.compile(r"\s*(-?\d+(?:\.\d+)?)\s*(?:/\s*(\d+(?:\.\d+)?)\s*)?")
_NAMED = {
    "choose": frozenset({"ids"}),
    "rank": frozenset({"ids"}),
    "score": frozenset({"score"}),
    "label": frozenset({"label"}),
}
_DECODER = json.JSONDecoder()


class Unformed(OutOfBounds):
    """Prose where JSON was asked for: the endpoint does not hold the model to the form."""


def read_answer(question: Question, completion: Completion, *, limit: int) -> tuple[Any, bool]:
    """The JSON the model was asked for, and whether it had to be put right; OutOfBounds with what was said instead."""
    said = find_answer(question, completion, limit=limit)
    mended = mend_answer(question, said)
    return mended, mended != said


def find_answer(question: Question, completion: Completion, *, limit: int) -> Any:
    """The JSON object that answers, as the model gave it."""
    if completion.stopped == "content_filter":
        raise Refused("the endpoint withheld the answer: its content filter stopped it")
    if completion.refusal:
        raise OutOfBounds("the model declined to answer", said=completion.refusal[:SAID])
    names = _names(question)
    whole = _load(completion.content)
    whole = _unwrap(whole, names) if isinstance(whole, dict) else whole
    complete = isinstance(whole, dict) and (completion.stopped != "length" or names <= whole.keys())
    if complete:
        return whole
    if completion.stopped == "length":
        raise _describe_unended(question, completion.content, limit)
    if whole is not None:
        return whole
    spoken = leave_out_thoughts(completion.content)
    objects = find_objects(spoken)
    if objects:
        return _choose(objects, names)
    if not spoken.strip() and (completion.thought or completion.content.strip()):
        raise OutOfBounds("there were thoughts and no answer", said=completion.content[-SAID:], hint=_CUT_OFF_HINT)
    raise Unformed("there was no JSON object in the answer", said=spoken.strip()[:SAID])


def _describe_unended(question: Question, content: str, limit: int) -> OutOfBounds:
    """More tokens help a model that was still thinking, and not one that repeats itself."""
    if len(leave_out_thoughts(content)) > _LONGEST_TOKEN * count_needed(question):
        return OutOfBounds("the answer ran on, far longer than was asked for", said=content[-SAID:])
    return OutOfBounds(describe_cut_off(limit), said=content[-SAID:], hint=_CUT_OFF_HINT)


def leave_out_thoughts(content: str) -> str:
    """What was said after the last thought ended; nothing, where it did not end."""
    ends = [found.end() for found in _CLOSED.finditer(content)]
    spoken = content[ends[-1] :] if ends else content
    opened = _OPENED.search(spoken)
    return spoken[: opened.start()] if opened else spoken


def has_thoughts(content: str) -> bool:
    """Whether thoughts stand in what was said."""
    return bool(_OPENED.search(content) or _CLOSED.search(content))


def find_objects(text: str) -> list[dict[str, Any]]:
    """Every JSON object in a text that is not inside another, in order."""
    found: list[dict[str, Any]] = []
    start, tries = text.find("{"), 0
    while start >= 0 and tries < _TRIES:
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            end, tries = start + 1, tries + 1
        else:
            found.append(value)
        start = text.find("{", end)
    return found


def mend_answer(question: Question, said: Any) -> Any:
    """Lists and numbers given as strings, scores just off their scale, and fields that no record of a list was asked
    for beside all that it was asked for: each can mean one thing alone."""
    if not isinstance(said, dict):
        return said
    fields = {field.name: field for field in _fields(question)}
    return {name: _mend(fields[name], value) if name in fields else value for name, value in said.items()}


def _mend(field: FormField, value: Any) -> Any:
    match field:
        case IdsField() if isinstance(value, str):
            return _read_ids(field.ids, value)
        case ScoreField() if isinstance(value, str):
            return _bring_back(field, _read_number(field, value))
        case ScoreField():
            return _bring_back(field, value)
        case ListField() if isinstance(value, str):
            listed = _load(value)
            return _mend(field, listed) if isinstance(listed, list) else value
        case ListField() if isinstance(value, list):
            inner = {one.name: one for one in field.fields}
            return [_mend_record(inner, record) for record in value]
        case _:
            return value


def _mend_record(fields: dict[str, Any], record: Any) -> Any:
    if not isinstance(record, dict):
        return record
    kept = record.keys() & fields.keys() if fields.keys() <= record.keys() else record.keys()
    return {
        name: _mend(fields[name], value) if name in fields else value for name, value in record.items() if name in kept
    }


def _read_ids(offered: Sequence[str], said: str) -> Any:
    """One id, a list written as JSON, or ids between commas, where no id that is offered has a comma itself."""
    if said in offered:
        return [said]
    listed = _load(said)
    if isinstance(listed, list):
        return listed
    parts = [part.strip() for part in said.split(",")]
    plain = not any("," in one for one in offered)
    return parts if plain and set(parts) <= set(offered) else said


def _read_number(field: ScoreField, said: str) -> Any:
    """`7`, or `7/10` on a scale that ends at 10."""
    found = _NUMBER.fullmatch(said)
    if not found or (found[2] is not None and float(found[2]) != field.high):
        return said
    return float(found[1])


def _bring_back(field: ScoreField, value: Any) -> Any:
    """The end of the scale for a score that lies just beyond it: endpoints rarely hold models to a number's bounds."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return value
    slack = _BEYOND * (field.high - field.low)
    if field.high < value <= field.high + slack:
        return field.high
    return field.low if field.low - slack <= value < field.low else value


def _fields(question: Question) -> tuple[FormField, ...]:
    """The answer as a form, as far as it holds ids or numbers."""
    match question:
        case Choose() | Rank():
            ids = tuple(option.id for option in question.options)
            return (IdsField(name="ids", ids=ids, at_most=len(ids)),)
        case Score():
            return (ScoreField(name="score", low=question.low, high=question.high),)
        case Write():
            return question.fields
        case _:
            return ()


def _choose(objects: Sequence[dict[str, Any]], names: frozenset[str]) -> Any:
    """The last that has what was asked for: earlier ones are examples or drafts."""
    unwrapped = [_unwrap(one, names) for one in objects]
    return next((one for one in reversed(unwrapped) if isinstance(one, dict) and names <= one.keys()), unwrapped[-1])


def _unwrap(said: dict[str, Any], names: frozenset[str]) -> Any:
    """A tool call that was written out instead of made."""
    if names <= said.keys():
        return said
    for wrapping in ("arguments", "parameters", "input"):
        inner = said.get(wrapping)
        inner = _load(inner) if isinstance(inner, str) else inner
        if isinstance(inner, dict) and names <= inner.keys():
            return inner
    return said


def _names(question: Question) -> frozenset[str]:
    """The fields of the answer."""
    named = frozenset(field.name for field in question.fields) if isinstance(question, Write) else _NAMED[question.type]
    return named | {"reasons"} if question.reasons else named


def _load(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
