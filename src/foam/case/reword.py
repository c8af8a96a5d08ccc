"""Words anew what a slot has to establish, where somebody who has read the case asks for it.

asked for ── searched ── reword ── carries ──┬── searched, written and judged again, for the new words
                                             └── once more with the reason ── carries ── else it stays as it was

The writer sees what was read and offered for the slot before, and what the library has for the reason that was given.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from pydantic import Field

from foam.case.chain import Declarations, list_earlier
from foam.case.cut import name_source, read_source
from foam.case.denied import show_theirs
from foam.case.establish import judge_wordings
from foam.case.fill import SlotSearch, Writing
from foam.case.narrow import describe_step, goes_on_from, list_partial, list_places, show_partial
from foam.case.offer import offer_found
from foam.case.plan import COUNTERPLAN
from foam.case.points import Points, list_points
from foam.case.purpose import Step, describe_place
from foam.case.reworded import Reworded
from foam.case.turned import KIND as TURNED
from foam.case.values import Slot
from foam.case.verdict import Refusal, Verdict, describe_reasons
from foam.case.wording import KIND, find_passage, read_wordings
from foam.case.wording_questions import FoundInPart, reword_question
from foam.errors import InputError
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.answers import read_records
from foam.job.retrieval import depend_on
from foam.job.session import depend_on_seat
from foam.record.entry import Entry, Input
from foam.values import Value

REWORDED = "reworded"
_ATTEMPTS = 2
"""New words that an evaluator finds beside the point go back once, as first words do."""


class Rewording(Value):
    """Slots that somebody who has read the case wants worded anew, all for one reason."""

    slots: tuple[str, ...]
    because: str = Field(default="", exclude_if=lambda because: not because)
    """Why, in the words of whoever wants it."""


def can_be_reworded(slot: Slot) -> bool:
    """Whether somebody may ask for other words of what a slot has to establish: it makes a point of its own, and its
    words are not those of a counterplan."""
    return bool(slot.seek) and COUNTERPLAN not in slot.entries


def choose_reworded(slots: Sequence[Slot], wanted: Sequence[str], analytic: Collection[str] = ()) -> list[Slot]:
    """The slots that are to be worded anew, in the order of the speech; those in `analytic` need no evidence, and are
    written again with the others of their kind."""
    known = {slot.id: slot for slot in slots if can_be_reworded(slot)}
    unknown = [name for name in wanted if name not in known and name not in analytic]
    if unknown:
        there = ", ".join(slot.id for slot in slots if slot.id in known or slot.id in analytic)
        raise InputError(f"no part {unknown[0]!r} can be worded anew", hint=f"there are {there}")
    return [slot for name, slot in known.items() if name in wanted]


async def reword_slot(
    writing: Writing,
    slot: Slot,
    siblings: Sequence[Slot],
    declared: Declarations,
    search: Callable[[Slot], SlotSearch],
    because: str = "",
    offered: Sequence[Passage] = (),
) -> SlotSearch | str:
    """The empty slot in other words and the places to fill it from; else why no other words serve. `offered` are
    sentences on which other words may rest."""
    desk = _Desk(writing, slot, siblings, declared, because, offered)
    tried, failed = ("", ""), "no other words were written that count"
    judged: tuple[Input, ...] = ()
    for _ in range(_ATTEMPTS):
        entry = await desk.ask(tried, *judged)
        if entry is None:
            return failed
        worded = desk.word(entry)
        verdict = await desk.judge(worded, entry)
        if verdict.holds:
            return desk.look_for(worded, entry, search)
        found = f"{verdict.finding}{describe_reasons(verdict.reasons)}"
        tried, failed = (worded.seek, found), f"with “{worded.seek}” the argument does not stand: {found}"
        judged = (depend_on("first words", entry), depend_on("carries", verdict.entry))
    return failed


class _Desk:
    """What is shown to whoever words one slot anew and to whoever judges it."""

    def __init__(
        self,
        writing: Writing,
        slot: Slot,
        siblings: Sequence[Slot],
        declared: Declarations,
        because: str,
        offered: Sequence[Passage],
    ) -> None:
        self.writing, self.slot, self.siblings, self.declared = writing, slot, siblings, declared
        self.because, self.points = because, list_points((slot,), writing.heard)
        self.found = {f"f{n}": one for n, one in enumerate(_list_found(writing, slot), start=1)}
        shown = {pointer for one in self.found.values() for pointer in one.pointers}
        self.seen = offer_found(writing.session, [one for one in offered if one.pointer not in shown])

    async def ask(self, tried: tuple[str, str], *judged: Input) -> Entry | None:
        """Other words for the slot, after those that were `tried` and what was found of them; None where none count."""
        writing, slot, siblings, declared = self.writing, self.slot, self.siblings, self.declared
        question = reword_question(
            writing.session.prompts,
            task=writing.author.task,
            slot=slot.id,
            part=slot.part,
            purpose=describe_place(slot, siblings, declared),
            seek=slot.seek,
            before=[describe_step(one) for one in list_earlier(slot, siblings, declared)[-1:]],
            after=[describe_step(one) for one in siblings if goes_on_from(one, slot, siblings, declared)],
            found=[_show_found(writing, name, one) for name, one in self.found.items()],
            sources=self.seen.sources,
            because=self.because,
            tried=tried,
            meets=self.points.describe(slot),
            breaks=self.points.field,
        )
        given = [depend_on(f"slot {name}", one.entry) for name, one in self.found.items()]
        inputs: tuple[Input, ...] = (depend_on("position", writing.position.entry), *given, *self.seen.inputs)

        def check(entry: Entry) -> list[str]:
            return _find_faults(slot, entry, self.points, tried[0])

        seat = depend_on_seat(writing.seat)
        return await ask_act(writing.session, REWORDED, question, *inputs, *judged, seat, check=check)

    def word(self, entry: Entry) -> Slot:
        """The slot in the words that were given, with nothing in it."""
        (row,) = read_records(entry, "parts")
        worded = _word_slot(self.slot, read_wordings(entry)[self.slot.id], entry, self.because)
        return self.points.set_against(show_theirs(self.writing, worded), self.points.read(row), entry)

    async def judge(self, worded: Slot, entry: Entry) -> Verdict:
        """Whether an evaluator finds that the argument stands with these words."""
        steps = [
            Step(one.part, describe_place(one, self.siblings, self.declared), one.template_words or one.seek, one.seek)
            for one in (worded if one.path == worded.path else one for one in self.siblings)
        ]
        return await judge_wordings(self.writing.session, self.writing.plan, steps, depend_on(REWORDED, entry))

    def look_for(self, worded: Slot, entry: Entry, search: Callable[[Slot], SlotSearch]) -> SlotSearch:
        """The places to fill the slot from: those on which its words rest come first."""
        looked, (row,) = search(worded), read_records(entry, "parts")
        rests_on = [find_passage(self.seen, name) for name in row["rests_on"]]
        session = self.writing.session
        places = [*rests_on, *(place for one in self.found.values() for place in list_places(session, one))]
        return SlotSearch(looked.slot, (*places, *looked.sources), (*looked.entries, depend_on(REWORDED, entry)))


def _list_found(writing: Writing, slot: Slot) -> list[Refusal]:
    """The card that is read for a slot, with what is wanting in it, and what came near."""
    card = slot.card
    if card is None or card.verdict is None:
        return list_partial(slot)
    step = slot.step if slot.step and not slot.step.holds else None
    found = step or card.verdict
    why = f"{found.finding} after the step before it" if step else found.finding
    named = name_source(read_source(writing.session, card.document))
    own = Refusal(
        document=card.document,
        cite=named,
        sentences=card.sentences,
        why=why,
        because=found.reasons,
        entry=found.entry,
    )
    return [own, *list_partial(slot)]


def _show_found(writing: Writing, name: str, one: Refusal) -> FoundInPart:
    shown = show_partial(writing.session, name, one)
    told = f"{one.why}: {one.because}" if one.because else one.why
    return FoundInPart(shown.id, shown.source, shown.evidence, told, heading="Found of")


def _find_faults(slot: Slot, entry: Entry, points: Points, tried: str = "") -> list[str]:
    words = read_wordings(entry).get(slot.id, "")
    if not words:
        return ["there are no words for the part"]
    unnamed = [points.find_fault(slot, row) for row in read_records(entry, "parts")]
    if words in (slot.seek, tried):
        return ["these are the words that it had" if words == slot.seek else "these words were found at fault"]
    return list(filter(None, unnamed))


def _word_slot(slot: Slot, words: str, entry: Entry, because: str) -> Slot:
    """The slot in its new words, with nothing in it; what it was to establish stays with it."""
    entries = {name: key for name, key in slot.entries.items() if name not in ("act", "narrowed", TURNED)}
    update = {
        "seek": words,
        "point": words,
        "narrowed": "",
        "reworded": (*slot.reworded, Reworded(before=slot.narrowed or slot.seek, because=because)),
        "serves": None,
        "judged_words": "",
        "template_words": slot.template_words or slot.seek,
        "card": None,
        "analytic": "",
        "step": None,
        "declined": "",
        "look_for": "",
        "unchanged": "",
        "turned": "",
        "denied": "",
        "refused": (),
        "entries": {**entries, KIND: entry.key},
    }
    return slot.model_copy(update=update)


def describe_failure(tried: Slot) -> str:
    """Why a part that was worded anew could not be filled."""
    found = tried.declined or (str(tried.refused[-1]) if tried.refused else "nothing was found for it")
    return f"nothing establishes “{tried.seek}”: {found}"
