"""Acts: what a model writes in its own words, checked by code before it counts.

    ask ── check ──┬── nothing found: it counts
                   └── faults ── ask again, with the faults named ── check ──┬── nothing found: it counts
                                                                             └── faults: it does not count

Where the caller says what whoever mends has to know, only the fields and entries at fault are asked for again, and put
in place of what stood there (`foam.job.mending`). Where the caller keeps what is sound, a fault that was first named
when it was asked for again gets one try more, and what is at fault at last is left out, if the rest stands without it
(`foam.job.leaving`). What was written and what was found of it stay on record, whether it counts or not. Where no act
counts, the caller falls back on the bounded form of the same decision.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from pydantic import Field

from foam.errors import OutOfBounds
from foam.job.answers import read_form
from foam.job.leaving import leave_out, name_fault
from foam.job.mending import FaultPlace, Mending, find_places, make_mending_question, put_in_place
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Answer, Write, Written
from foam.model.template import fence
from foam.record.entry import Entry, Input
from foam.values import Value

CHECKED = "checked act"
ATTEMPTS = 2
MOST_ATTEMPTS = 3
"""With one try more for what is first found at fault when the act is asked for again."""
REFUSED = "refused"
"""Role of the try that was refused, in the one that is written after it."""
MENDED = "what is at fault written again"
LEFT_OUT = "what is at fault left out"
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
    in_part: int = Field(default=0, exclude_if=lambda count: not count)
    """Those that count without what code found at fault in them."""

    def __str__(self) -> str:
        """In one line, with the share that fell back on the bounded form; empty where no act was asked for."""
        if not self.asked:
            return ""
        share = f"{self.bounded / self.asked:.0%}"
        kept = f", kept in part {self.in_part}" if self.in_part else ""
        return f"acts written {self.asked}, asked again {self.again}, fell back {self.bounded} ({share}){kept}"


class RefusedAct(NamedTuple):
    """An act that does not count, and why."""

    entry: Entry
    faults: Sequence[str]


class Tried(NamedTuple):
    """The act that counts, if one does, and every one that was answered."""

    counts: Entry | None
    entries: tuple[Entry, ...]


async def ask_act(
    session: Session, kind: str, question: Write, *inputs: Input, check: Check, keeps: bool = False
) -> Entry | None:
    """The entry of the act that counts; None where none does."""
    return (await try_act(session, kind, question, *inputs, check=check, keeps=keeps)).counts


async def try_act(
    session: Session,
    kind: str,
    question: Write,
    *inputs: Input,
    check: Check,
    mending: Mending | None = None,
    refused: RefusedAct | None = None,
    keeps: bool = False,
) -> Tried:
    """Ask for an act, twice at most. What the record holds is neither asked nor checked again.

    With `mending`, what is at fault is asked for again alone, wherever each fault has a place in the form; `refused`
    is an act to begin with that somebody else found wanting. `keeps` gives a fault that was not named before one try
    more, and at last keeps what is sound.
    """
    entries: list[Entry] = []
    told = {name_fault(fault) for fault in refused.faults} if refused else set[str]()
    for attempt in range(1, MOST_ATTEMPTS + 1):
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
        if attempt >= ATTEMPTS and not (keeps and {name_fault(fault) for fault in faults} - told):
            break
        told |= {name_fault(fault) for fault in faults}
    left = _keep_sound(session, kind, question, refused, check, attempt + 1) if keeps and refused else None
    return Tried(left, (*entries, *([left] if left else [])))


def _keep_sound(
    session: Session, kind: str, question: Write, refused: RefusedAct, check: Check, attempt: int
) -> Entry | None:
    """The act without what is at fault, on record as the code's work; None where the rest does not stand alone."""
    rest = leave_out(question.fields, read_form(refused.entry), refused.faults)
    if rest is None:
        return None
    answer = Answer(reply=Written(fields=rest), method=LEFT_OUT)
    entry = session.clerk.compute(kind, answer.json_value, depend_on(REFUSED, refused.entry), rule=LEFT_OUT)
    faults = _note(session, kind, attempt, partial(check, entry), depend_on(kind, entry), left_out=refused.faults)
    return None if faults else entry


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
    return [passages, _put_in_place(session, kind, refused.entry, passages, places, mending.withdraws)]


def _put_in_place(
    session: Session, kind: str, refused: Entry, passages: Entry, places: Sequence[FaultPlace], withdraws: str
) -> Entry:
    """The whole act with the passages that were written again, on record as the code's work."""

    def work() -> Any:
        whole = put_in_place(read_form(refused), places, read_form(passages), withdraws=withdraws)
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
    left_out: Sequence[str] = (),
) -> list[str]:
    """Keep what was found of an act. What the record holds is not worked out again."""

    def work() -> dict[str, Any]:
        found = {"act": kind, "attempt": attempt, "answered": answered, "faults": list(find())}
        return {**found, "left out": list(left_out)} if left_out else found

    entry = session.clerk.compute(CHECKED, work, *inputs, rule="what was written is borne out")
    return list(entry.answer["faults"])


def count_acts(entries: Iterable[Entry]) -> ActCount:
    """How the acts of a run fared, from its entries. Of the checks of an act, one at most finds nothing."""
    found = [entry.answer for entry in entries if entry.draft.kind == CHECKED]
    asked = [one for one in found if one["attempt"] == 1]
    counts = [one for one in found if not one["faults"]]
    return ActCount(
        asked=len(asked),
        again=sum(bool(one["faults"]) and one["answered"] for one in asked),
        bounded=len(asked) - len(counts),
        in_part=sum("left out" in one for one in counts),
    )
