"""Acts: what a model writes in its own words, checked by code before it counts.

    ask ── check ──┬── nothing found: it counts
                   └── faults ── ask again, with the faults named ── check ──┬── nothing found: it counts
                                                                             └── faults: it does not count

Where the caller says what whoever mends has to know, only the fields and entries at fault are asked for again, and put
in place of what stood there (`foam.job.mending`). What was written and what was found of it stay on record, whether it
counts or not. Where no act counts, the caller falls back on the bounded form of the same decision.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from foam.errors import OutOfBounds
from foam.job.answers import read_form
from foam.job.mending import FaultPlace, Mending, find_places, make_mending_question, put_in_place
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Answer, Write, Written
from foam.model.template import fence
from foam.record.entry import Entry, Input
from foam.values import Value

CHECKED = "checked act"
ATTEMPTS = 2
REFUSED = "refused"
"""Role of the try that was refused, in the one that is written after it."""
MENDED = "what is at fault written again"
_AGAIN = """

What you wrote before does not count, for these reasons:
{faults}
Write it again without these faults, from the same material and in the same form. Keep what is not at fault. You wrote:
{said}"""

Check = Callable[[Entry], Sequence[str]]
"""What is wrong with an act, a clause each; nothing if it counts."""


class ActCount(Value):
    """How the written acts of a run fared."""

    asked: int = 0
    """Acts that were asked for."""
    again: int = 0
    """Those that had to be asked for again."""
    bounded: int = 0
    """Those that did not count in the end, so that the bounded form took their place."""

    def __str__(self) -> str:
        """In one line, with the share that fell back on the bounded form; empty where no act was asked for."""
        if not self.asked:
            return ""
        share = f"{self.bounded / self.asked:.0%}"
        return f"acts written {self.asked}, asked again {self.again}, fell back {self.bounded} ({share})"


class RefusedAct(NamedTuple):
    """An act that does not count, and why."""

    entry: Entry
    faults: Sequence[str]


class Tried(NamedTuple):
    """The act that counts, if one does, and every one that was answered."""

    counts: Entry | None
    entries: tuple[Entry, ...]


async def ask_act(session: Session, kind: str, question: Write, *inputs: Input, check: Check) -> Entry | None:
    """The entry of the act that counts; None where none does."""
    return (await try_act(session, kind, question, *inputs, check=check)).counts


async def try_act(
    session: Session,
    kind: str,
    question: Write,
    *inputs: Input,
    check: Check,
    mending: Mending | None = None,
    refused: RefusedAct | None = None,
) -> Tried:
    """Ask for an act, twice at most. What the record holds is neither asked nor checked again.

    With `mending`, what is at fault is asked for again alone, wherever each fault has a place in the form; `refused`
    is an act to begin with that somebody else found wanting.
    """
    entries: list[Entry] = []
    for attempt in range(1, ATTEMPTS + 1):
        given = (*inputs, *((depend_on(REFUSED, refused.entry),) if refused else ()))
        try:
            written = await _write(session, kind, question, given, refused, mending)
        except OutOfBounds as error:
            _note(session, kind, attempt, partial(list, [error.what]), *given, answered=False)
            return Tried(None, tuple(entries))
        entries += written
        entry = written[-1]
        faults = _note(session, kind, attempt, partial(check, entry), depend_on(kind, entry))
        if not faults:
            return Tried(entry, tuple(entries))
        refused = RefusedAct(entry, faults)
    return Tried(None, tuple(entries))


async def _write(
    session: Session,
    kind: str,
    question: Write,
    given: tuple[Input, ...],
    refused: RefusedAct | None,
    mending: Mending | None,
) -> list[Entry]:
    """The act as it is written now: whole, or what is at fault and then the whole that comes of it."""
    if refused is None:
        return [await session.clerk.ask(kind, question, *given, final=True)]
    filled = read_form(refused.entry)
    places = find_places(question.fields, filled, refused.faults) if mending else ()
    if mending is None or not places:
        return [await session.clerk.ask(kind, put_again(question, *refused), *given, final=True)]
    narrow = make_mending_question(session.prompts, question, filled, refused.faults, places, mending)
    passages = await session.clerk.ask(f"{kind} mended", narrow, *given, final=True)
    return [passages, _put_in_place(session, kind, refused.entry, passages, places)]


def _put_in_place(session: Session, kind: str, refused: Entry, passages: Entry, places: Sequence[FaultPlace]) -> Entry:
    """The whole act with the passages that were written again, on record as the code's work."""

    def work() -> Any:
        whole = put_in_place(read_form(refused), places, read_form(passages))
        return Answer(reply=Written(fields=whole), method=MENDED).json_value()

    return session.clerk.compute(kind, work, depend_on(REFUSED, refused), depend_on("mended", passages), rule=MENDED)


def put_again(question: Write, entry: Entry, faults: Iterable[str]) -> Write:
    """The act as it is asked for once more: with what was written and what is wrong with it."""
    told = "\n".join(f"- {fault}" for fault in faults)
    said = fence(json.dumps(read_form(entry), ensure_ascii=False))
    return question.model_copy(update={"prompt": question.prompt + _AGAIN.format(faults=told, said=said)})


def _note(
    session: Session,
    kind: str,
    attempt: int,
    find: Callable[[], Sequence[str]],
    *inputs: Input,
    answered: bool = True,
) -> list[str]:
    """Keep what was found of an act. What the record holds is not worked out again."""

    def work() -> dict[str, Any]:
        return {"act": kind, "attempt": attempt, "answered": answered, "faults": list(find())}

    entry = session.clerk.compute(CHECKED, work, *inputs, rule="what was written is borne out")
    return list(entry.answer["faults"])


def count_acts(entries: Iterable[Entry]) -> ActCount:
    """How the acts of a run fared, from its entries. Of the checks of an act, one at most finds nothing."""
    found = [entry.answer for entry in entries if entry.draft.kind == CHECKED]
    asked = [one for one in found if one["attempt"] == 1]
    return ActCount(
        asked=len(asked),
        again=sum(bool(one["faults"]) and one["answered"] for one in asked),
        bounded=len(asked) - sum(not one["faults"] for one in found),
    )
