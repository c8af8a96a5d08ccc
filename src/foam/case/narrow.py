"""Narrows what a slot has to establish to what the sentences that were found bear out, where it would stay empty.

    refused in part ── narrow (less is claimed) ── carries ──┬── written and judged again, for the narrower words
                                                             └── else the slot stays empty

A slot asks for one thing after another, and sentences often show one of them. The writer says what less would still
serve, an evaluator has to find that the argument so worded stands, and what was asked for before stays with the slot.
"""

from __future__ import annotations

from collections.abc import Sequence

from foam.case.act_questions import narrow_question
from foam.case.chain import Declarations
from foam.case.cut import read_source
from foam.case.establish import judge_wordings
from foam.case.fill import SlotSearch, Writing
from foam.case.purpose import Step, describe_place
from foam.case.values import Slot
from foam.case.verdict import Refusal
from foam.evidence.assemble import assemble
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.answers import read_form
from foam.job.retrieval import depend_on
from foam.job.session import depend_on_seat
from foam.model.check import IN_PART
from foam.record.entry import Entry

KIND = "narrowed"


def find_partial(slot: Slot) -> Refusal | None:
    """The sentences that came nearest to establishing a slot: those that do so in part, else what was unclear."""
    found = [one for one in slot.refused if one.may_serve]
    return next((one for one in found if one.why == IN_PART), found[0] if found else None)


async def narrow_slot(
    writing: Writing, search: SlotSearch, siblings: Sequence[Slot], declared: Declarations
) -> SlotSearch | None:
    """The slot with narrower words and the place to fill it from; None where none of them would serve."""
    slot, session = search.slot, writing.session
    partial = find_partial(slot)
    if partial is None or slot.against or slot.narrowed:
        return None
    document = read_source(session, partial.document)
    question = narrow_question(
        session.prompts,
        task=writing.author.task,
        part=slot.part,
        seek=slot.seek,
        evidence=assemble(document, partial.sentences),
        missing=partial.because,
    )
    given = (depend_on("slot", partial.entry), depend_on_seat(writing.seat))
    entry = await ask_act(session, KIND, question, *given, check=lambda one: _find_faults(slot, one))
    words = read_narrowed(entry) if entry else ""
    if entry is None or not words:
        return None
    narrowed = _word_slot(slot, words, entry)
    steps = [
        Step(one.part, describe_place(one, siblings, declared), one.template_words or one.point, one.seek)
        for one in (narrowed if one.path == slot.path else one for one in siblings)
    ]
    if not await judge_wordings(session, writing.position.text, steps, depend_on(KIND, entry)):
        return None
    places = tuple(
        Passage(pointer=one, text=document.sentence(one.sentence), cite=document.citation.brief)
        for one in partial.pointers
    )
    return SlotSearch(narrowed, places, (*search.entries, depend_on(KIND, entry)))


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
