"""One engine for all acts: it asks for a form, reads and checks it, asks again once for what is at fault, and records.

    ask ── read ──┬── no fault: it counts
                  └── faults ── ask for these rows alone ── read ──┬── no fault: it counts
                                                                   └── what is at fault is left out, and told

A fault names its place in the form before a colon: `leaves, entry 2: …`. What is left out are rows, where an act does
not say otherwise. Where nothing can be kept, or the model gives no form at all, the act was not done, and has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from foam.job.acts import REFUSED, try_act
from foam.job.answers import read_form
from foam.job.mending import Mending, find_place
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.form import Form, FormField, FormValue, Record
from foam.model.question import Answer, Write, Written
from foam.model.template import fence
from foam.record.entry import Entry, Input

LEFT_OUT = "what is at fault left out"
_MOST_PASSES = 12
"""How often rows are left out because they rest on rows that were left out before them."""

Made = TypeVar("Made")


class Reading(NamedTuple, Generic[Made]):
    """What a filled form comes to, and what is wrong with it. With faults the value is of no use."""

    value: Made | None
    faults: tuple[str, ...] = ()


def _leave_out_rows(fields: Sequence[FormField], form: Form, faults: Sequence[str]) -> dict[str, FormValue] | None:
    """The form without the rows at fault; None where a fault lies in no row."""
    places = [find_place(fields, form, fault) for fault in faults]
    dropped = {(place.field, entry) for place in places if place for entry in place.list_entries(form)}
    if not all(place and (place.entry or place.group) for place in places):
        return None
    return {name: drop_rows(name, value, dropped) for name, value in form.items()}


def drop_rows(name: str, value: FormValue, dropped: Collection[tuple[str, int]]) -> FormValue:
    """A list without these of its rows, which are counted from 1."""
    if not isinstance(value, tuple) or not any(field == name for field, _ in dropped):
        return value
    return tuple(
        row for number, row in enumerate(list_rows({name: value}, name), start=1) if (name, number) not in dropped
    )


@dataclass(frozen=True)
class Act(Generic[Made]):
    """A form that is asked for, and how it is read."""

    name: str
    question: Write
    read: Callable[[Form], Reading[Made]]
    leave_out: Callable[[Sequence[FormField], Form, Sequence[str]], dict[str, FormValue] | None] = _leave_out_rows
    """The form without what stays at fault; None where nothing can be kept."""


@dataclass(frozen=True)
class Performed(Generic[Made]):
    """An act that was asked for."""

    value: Made | None = None
    """None where it was not done."""
    entry: Entry | None = None
    """The entry that counts."""
    left_out: tuple[str, ...] = ()
    """Why rows of it do not count."""
    again: bool = False
    """Whether it was asked for again."""


async def perform(session: Session, act: Act[Made], *inputs: Input) -> Performed[Made]:
    """Ask for an act, twice at most; at last keep what is sound. What the record holds is not asked again."""
    mending = Mending(tell=lambda _: fence(act.question.statement), offer=lambda _: act.question.material)
    tried = await try_act(
        session,
        act.name,
        act.question,
        *inputs,
        check=lambda entry: act.read(read_form(entry)).faults,
        mending=mending,
    )
    again = len(tried.entries) > 1
    if tried.counts is not None:
        return Performed(act.read(read_form(tried.counts)).value, tried.counts, again=again)
    return _keep_sound(session, act, tried.entries[-1], again=again) if tried.entries else Performed()


def _keep_sound(session: Session, act: Act[Made], refused: Entry, *, again: bool) -> Performed[Made]:
    """The act without its rows at fault, on record as the code's work."""
    form, left_out = dict(read_form(refused)), list[str]()
    for _ in range(_MOST_PASSES):
        value, faults = act.read(form)
        if not faults:
            answer = Answer(reply=Written(fields=form), method=LEFT_OUT)
            entry = session.clerk.compute(act.name, answer.json_value, depend_on(REFUSED, refused), rule=LEFT_OUT)
            return Performed(value, entry, tuple(left_out), again)
        left_out += faults
        rest = act.leave_out(act.question.fields, form, faults)
        if rest is None:
            break
        form = rest
    return Performed(left_out=tuple(left_out), again=again)


def list_rows(form: Form, name: str) -> list[Record]:
    """The rows of a list."""
    value = form[name]
    return [row for row in value if isinstance(row, dict)] if isinstance(value, tuple) else []


def read_texts(row: Form, name: str) -> tuple[str, ...]:
    """The ids or names in a field."""
    value = row[name]
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, tuple) else ()


def read_first(row: Form, name: str) -> str:
    """The one id or name in a field; empty where there is none."""
    return next(iter(read_texts(row, name)), "")


def place_row(name: str, number: int, fault: str) -> str:
    """A fault of a row, counted from 1."""
    return f"{name}, entry {number}: {fault}"


def place_group(name: str, group: str, fault: str) -> str:
    """A fault of the rows that belong together by a name."""
    return f"{name} ({group}): {fault}"
