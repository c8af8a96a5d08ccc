"""Words anew what a slot has to establish, where somebody who has read the case asks for it.

asked for ── reword ── carries ──┬── searched, written and judged again, for the new words
                                 └── else the slot stays as it was
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from foam.case.chain import Declarations, list_earlier
from foam.case.cut import name_source, read_source
from foam.case.establish import judge_wordings
from foam.case.fill import SlotSearch, Writing
from foam.case.narrow import describe_step, goes_on_from, list_partial, list_places, show_partial
from foam.case.plan import COUNTERPLAN
from foam.case.purpose import Step, describe_place
from foam.case.values import Slot
from foam.case.verdict import Refusal, describe_reasons
from foam.case.wording import KIND, read_wordings
from foam.case.wording_questions import FoundInPart, reword_question
from foam.errors import InputError
from foam.job.acts import ask_act
from foam.job.retrieval import depend_on
from foam.job.session import depend_on_seat
from foam.record.entry import Entry

REWORDED = "reworded"


def can_be_reworded(slot: Slot) -> bool:
    """Whether somebody may ask for other words of what a slot has to establish: it makes a point of its own, and its
    words are not those of a counterplan."""
    return bool(slot.seek) and not slot.against and COUNTERPLAN not in slot.entries


def choose_reworded(slots: Sequence[Slot], wanted: Sequence[str]) -> list[Slot]:
    """The slots that are to be worded anew, in the order of the speech."""
    known = {slot.id: slot for slot in slots if can_be_reworded(slot)}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise InputError(f"no part {unknown[0]!r} can be worded anew", hint=f"there are {', '.join(known)}")
    return [slot for name, slot in known.items() if name in wanted]


async def reword_slot(
    writing: Writing,
    slot: Slot,
    siblings: Sequence[Slot],
    declared: Declarations,
    search: Callable[[Slot], SlotSearch],
    because: str = "",
) -> SlotSearch | str:
    """The empty slot in other words and the places to fill it from; else why no other words serve."""
    session, found = writing.session, {f"f{n}": one for n, one in enumerate(_list_found(writing, slot), start=1)}
    question = reword_question(
        session.prompts,
        task=writing.author.task,
        slot=slot.id,
        part=slot.part,
        purpose=describe_place(slot, siblings, declared),
        seek=slot.seek,
        before=[describe_step(one) for one in list_earlier(slot, siblings, declared)[-1:]],
        after=[describe_step(one) for one in siblings if goes_on_from(one, slot, siblings, declared)],
        found=[_show_found(writing, name, one) for name, one in found.items()],
        because=because,
    )
    judged = [depend_on(f"slot {name}", one.entry) for name, one in found.items()]
    inputs = (depend_on("position", writing.position.entry), *judged)
    entry = await ask_act(
        session, REWORDED, question, *inputs, depend_on_seat(writing.seat), check=lambda one: _find_faults(slot, one)
    )
    if entry is None:
        return "no other words were written that count"
    words = read_wordings(entry)[slot.id]
    worded = _word_slot(slot, words, entry)
    steps = [
        Step(one.part, describe_place(one, siblings, declared), one.template_words or one.seek, one.seek)
        for one in (worded if one.path == slot.path else one for one in siblings)
    ]
    verdict = await judge_wordings(session, writing.plan, steps, depend_on(REWORDED, entry))
    if not verdict.holds:
        return f"with “{words}” the argument does not stand: {verdict.finding}{describe_reasons(verdict.reasons)}"
    looked = search(worded)
    places = [place for one in found.values() for place in list_places(session, one)]
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


def _find_faults(slot: Slot, entry: Entry) -> list[str]:
    words = read_wordings(entry).get(slot.id, "")
    if not words:
        return ["there are no words for the part"]
    return ["these are the words that it had"] if words == slot.seek else []


def _word_slot(slot: Slot, words: str, entry: Entry) -> Slot:
    """The slot in its new words, with nothing in it."""
    entries = {name: key for name, key in slot.entries.items() if name not in ("act", "narrowed")}
    update = {
        "seek": words,
        "point": words,
        "narrowed": "",
        "template_words": slot.template_words or slot.seek,
        "card": None,
        "analytic": "",
        "step": None,
        "declined": "",
        "look_for": "",
        "refused": (),
        "entries": {**entries, KIND: entry.key},
    }
    return slot.model_copy(update=update)


def describe_failure(tried: Slot) -> str:
    """Why a part that was worded anew could not be filled."""
    found = tried.declined or (str(tried.refused[-1]) if tried.refused else "nothing was found for it")
    return f"nothing establishes “{tried.seek}”: {found}"
