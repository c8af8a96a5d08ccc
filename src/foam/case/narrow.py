"""Narrows what a slot has to establish to what the sentences that were found bear out, where it would stay empty.

    refused in part ── narrow (less is claimed) ── carries ──┬── written and judged again, for the narrower words
                                                             ├── once more, with the evaluator's reason
                                                             └── else the slot stays empty

A slot asks for one thing after another, and sentences often show one of them. The writer sees all that came near and
the steps beside the slot, and says by which sentences less would still serve. An evaluator has to find that the
argument so worded stands, and what was asked for before stays with the slot. Parts that rest on it and are not written
yet may be narrowed with it: they would else ask for what it no longer claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam.case.chain import Declarations, list_earlier
from foam.case.cut import name_source, read_source
from foam.case.establish import judge_wordings
from foam.case.fill import SlotSearch, Writing
from foam.case.purpose import Step, describe_place
from foam.case.values import Slot
from foam.case.verdict import Refusal, describe_reasons
from foam.case.wording import KIND as WORDED_BY
from foam.case.wording import read_wordings
from foam.case.wording_questions import FoundInPart, narrow_question
from foam.evidence.assemble import assemble
from foam.evidence.corpus import Passage
from foam.job.acts import ATTEMPTS, ask_act, put_again
from foam.job.answers import read_form
from foam.job.retrieval import depend_on
from foam.job.session import Session, depend_on_seat
from foam.model.check import IN_PART
from foam.model.question import Option
from foam.record.entry import Entry, Input

KIND = "narrowed"
_MOST_SHOWN = 5
"""Cards that show a part and among which the writer chooses."""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """A slot with narrower words and the places to fill it from, and the parts that were narrowed with it."""

    search: SlotSearch
    hanging: tuple[Slot, ...] = ()


def list_partial(slot: Slot) -> list[Refusal]:
    """The sentences that came near to establishing a slot: those that do so in part, then what was unclear."""
    found = {one.pointers: one for one in slot.refused if one.may_serve}
    return sorted(found.values(), key=lambda one: one.why != IN_PART)[:_MOST_SHOWN]


async def narrow_slot(
    writing: Writing, search: SlotSearch, siblings: Sequence[Slot], declared: Declarations
) -> Narrowed | None:
    """The slot with narrower words and the place to fill it from; None where none of them would serve."""
    slot, session = search.slot, writing.session
    found = {f"f{n}": one for n, one in enumerate(list_partial(slot), start=1)}
    if not found or slot.narrowed:
        return None
    hanging = {one.id: one for one in siblings if not one.card and _rests_on(one, slot, siblings, declared)}
    question = narrow_question(
        session.prompts,
        task=writing.author.task,
        part=slot.part,
        seek=slot.seek,
        they_say=slot.they_say,
        against=slot.against,
        before=[describe_step(one) for one in list_earlier(slot, siblings, declared)[-1:]],
        after=[describe_step(one) for one in siblings if goes_on_from(one, slot, siblings, declared)],
        found=[show_partial(session, name, one) for name, one in found.items()],
        hanging=tuple(Option(id=name, text=f"{one.title}: {one.seek}") for name, one in hanging.items()),
    )
    judged = [depend_on(f"slot {name}", one.entry) for name, one in found.items()]
    since: tuple[Input, ...] = (*judged, depend_on_seat(writing.seat))
    for _ in range(ATTEMPTS):
        entry = await ask_act(session, KIND, question, *since, check=lambda one: _find_faults(slot, one))
        words = read_narrowed(entry) if entry else ""
        if entry is None or not words:
            return None
        narrowed = _word_slot(slot, words, entry)
        less = read_wordings(entry) if hanging else {}
        with_it = tuple(reword_hanging(one, less[name], entry) for name, one in hanging.items() if name in less)
        changed = {one.path: one for one in (narrowed, *with_it)}
        steps = [
            Step(one.part, describe_place(one, siblings, declared), one.template_words or one.seek, one.seek)
            for one in (changed.get(one.path, one) for one in siblings)
        ]
        verdict = await judge_wordings(session, writing.plan, steps, depend_on(KIND, entry))
        if verdict.holds:
            break
        question = put_again(question, entry, [f"{verdict.finding}{describe_reasons(verdict.reasons)}"])
        since = (*judged, depend_on_seat(writing.seat), depend_on("carries", verdict.entry))
    else:
        return None
    best = found[str(read_form(entry)["found"])]
    ordered = (best, *(one for one in found.values() if one is not best))
    places = tuple(place for one in ordered for place in list_places(session, one))
    return Narrowed(SlotSearch(narrowed, places, (*search.entries, depend_on(KIND, entry))), with_it)


def show_partial(session: Session, name: str, partial: Refusal) -> FoundInPart:
    """Sentences that came near, as a writer is shown them."""
    document = read_source(session, partial.document)
    return FoundInPart(name, name_source(document), assemble(document, partial.sentences), partial.because)


def list_places(session: Session, partial: Refusal) -> Iterator[Passage]:
    """The places of sentences that came near, to be offered again."""
    document = read_source(session, partial.document)
    for one in partial.pointers:
        yield Passage(pointer=one, text=document.sentence(one.sentence), cite=document.citation.brief)


def goes_on_from(after: Slot, slot: Slot, siblings: Sequence[Slot], declared: Declarations) -> bool:
    """Whether the one slot stands directly after the other in its chain."""
    return [one.path for one in list_earlier(after, siblings, declared)[-1:]] == [slot.path]


def _rests_on(after: Slot, slot: Slot, siblings: Sequence[Slot], declared: Declarations) -> bool:
    """Whether the one slot has to stand to the other, directly or by steps between them."""
    return any(one.path == slot.path for one in list_earlier(after, siblings, declared))


def reword_hanging(slot: Slot, words: str, entry: Entry) -> Slot:
    """A part in the words that it was given when the one it rests on was narrowed."""
    entries = {**slot.entries, WORDED_BY: entry.key}
    asked = slot.template_words or slot.seek
    return slot.model_copy(update={"seek": words, "point": words, "template_words": asked, "entries": entries})


def describe_step(slot: Slot) -> str:
    """A step beside the one that is narrowed: what it has to establish, and what is read for it."""
    read = f" What is read for it: {slot.card.tag}" if slot.card else ""
    return f"{slot.title}: {slot.seek}{read}"


def read_narrowed(entry: Entry) -> str:
    """What a slot has to establish now; empty where the writer found that nothing less serves."""
    return str(read_form(entry)["words"]).strip()


def _find_faults(slot: Slot, entry: Entry) -> list[str]:
    return ["these are the words that were too wide"] if read_narrowed(entry) == slot.seek else []


def _word_slot(slot: Slot, words: str, entry: Entry) -> Slot:
    update = {
        "seek": words,
        "point": words,
        "narrowed": slot.seek,
        "template_words": slot.template_words or slot.seek,
        "refused": tuple(one for one in slot.refused if not one.may_serve),
        "entries": {**slot.entries, KIND: entry.key},
    }
    return slot.model_copy(update=update)
