"""What a reader should know of a case that holds up: what was left out or is read twice, cards that name nobody."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from foam.case.leave import AMEND, name_run
from foam.case.marks import drop_marks
from foam.case.values import CONTRADICTS, Case, CutCard, PlanObjection
from foam.model.check import TAKEN_BACK
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.segment import split_sentences

_TITLE = re.compile(r'"(.+)"')
_WORDS = 20
"""Words of a sentence that are enough to find it by."""


def name_cited(case: Case, card: CutCard) -> str:
    """The short cite of a card, with the title where another source of the case has the same; empty without a cite."""
    alike = {one.document for one in case.cards if one.cite == card.cite}
    title = _TITLE.search(card.source) if card.cite and len(alike) > 1 else None
    return f"{card.cite}, “{title[1]}”" if title else card.cite


def name_source(case: Case, card: CutCard) -> str:
    """The source of a card: its cite, or where it has none its title, or the start of its id."""
    title = _TITLE.search(card.source)
    return name_cited(case, card) or (f"“{title[1]}”" if title else f"d:{card.document[:8]}")


def name_sentences(case: Case, pointers: Iterable[Pointer]) -> str:
    """Sentences by their source and their first words; by their pointer where nothing of the source is read.

    Without quotation marks: whoever reads a case in takes what stands in them for what it cites.
    """
    cards = {card.document: card for card in case.cards}
    told = []
    for document, group in groupby(pointers, key=lambda one: one.document):
        card, places = cards.get(document), list(group)
        if card is None:
            told += [f"a sentence of a source that is not read ({one.brief()})" for one in places]
            continue
        said = " / ".join(_shorten(_read_sentence(card.body, one.sentence)) for one in places)
        source = name_source(case, card).replace("“", "").replace("”", "")
        told.append(f"{source}: {said}")
    return "; ".join(told)


def _read_sentence(body: str, number: int) -> str:
    """A sentence of a source as it is read aloud; empty where it has no such sentence."""
    spans = split_sentences(body)
    return drop_marks(spans[number].of(body)).strip() if number < len(spans) else ""


def _shorten(sentence: str) -> str:
    words = sentence.split()
    return sentence if len(words) <= _WORDS else f"{' '.join(words[:_WORDS])} …"


HOW_TO_CITE = (
    "give the author and the date of a source in its front matter and add it again with foam library add "
    "(docs/imports.md)"
)


def list_warnings(case: Case, run: str = "") -> tuple[str, ...]:
    """What does not keep a case from being issued and what a judge or an opponent would see; commands name the `run`
    that wrote it, where that is known."""
    return tuple(name_run(one, run) for one in _list_all(case))


def _list_all(case: Case) -> tuple[str, ...]:
    return (
        *_list_left_out(case),
        *_list_unchanged(case),
        *_list_turned(case),
        *_find_against(case),
        *_find_read_twice(case),
        *_find_unsigned(case),
    )


def _list_left_out(case: Case) -> Iterator[str]:
    """Arguments that are not read, and whether anything was written for them."""
    for one in case.left_out:
        if one.because:
            anew = f"; to have it worded anew: {AMEND} {' '.join(f'--reword {name}' for name in one.parts)}"
            told = anew if one.parts and case.plan_voice == "written" else ""
            yield f"{one.title} ({one.id}) is left out: {one.because}{told}"
            continue
        found = f"{one.written} words were written for it" if one.written else "nothing was found for it"
        yield f"{one.title} ({one.id}): {found}; it is left out, as was asked for"


def _list_unchanged(case: Case) -> Iterator[str]:
    """Parts that were to be worded anew and stand as they were."""
    for slot in case.slots:
        if slot.unchanged:
            yield f"{slot.id} was to be worded anew and stands as it was: {slot.unchanged}"


def _list_turned(case: Case) -> Iterator[str]:
    """Cards that whoever answers may read against the speech, as their writer says."""
    for slot in case.slots:
        if slot.card and slot.turned:
            yield f"{slot.id}: whoever answers may read {name_source(case, slot.card)} against you: {slot.turned}"


def _find_read_twice(case: Case) -> Iterator[str]:
    """Each sentence that stands in two slots; those that stand in the same slots are told together."""
    places: dict[Pointer, list[str]] = {}
    for slot in case.slots:
        for pointer in slot.card.pointers if slot.card else ():
            places.setdefault(pointer, []).append(slot.id)
    shared: dict[tuple[str, ...], list[Pointer]] = {}
    for pointer, slots in places.items():
        if len(slots) > 1:
            shared.setdefault(tuple(slots), []).append(pointer)
    for readers, pointers in shared.items():
        yield f"the same words are read in {' and in '.join(readers)}: {name_sentences(case, pointers)}"


def _find_against(case: Case) -> Iterator[str]:
    """Sentences of sources that are read which a critic cites against what stands, or which were found to speak against
    a part: whoever answers the case will read them. Those of one source that strike the same are told together."""
    held: dict[Pointer, list[str]] = {}
    for objection, mended in _list_objections(case):
        for pointer in () if mended else objection.grounds:
            held.setdefault(pointer, []).append(f"a critic cites it against {objection.part}")
    for slot in case.slots:
        for refusal in (one for one in slot.refused if one.why in (CONTRADICTS, TAKEN_BACK)):
            for pointer in refusal.pointers:
                held.setdefault(pointer, []).append(f"it was found to speak against {slot.id}")
    told: dict[tuple[str, str], list[Pointer]] = {}
    for pointer in _list_unread(case, held):
        told.setdefault((pointer.document, "; ".join(dict.fromkeys(held[pointer]))), []).append(pointer)
    for (_, why), pointers in told.items():
        yield f"not read, of a source that is: {name_sentences(case, pointers)} ({why})"


def _list_objections(case: Case) -> list[tuple[PlanObjection, bool]]:
    """What critics held against plan and position, and whether what it strikes was changed after it."""
    plans = [plan for plan in (case.planned, case.counterplan) if plan]
    return [
        *((one, one.mended) for one in case.pressed),
        *((one, bool(plan.before)) for plan in plans for one in plan.objections),
    ]


def _list_unread(case: Case, pointers: Iterable[Pointer]) -> list[Pointer]:
    """Those of these sentences that are not read and stand in a source of which others are."""
    read = {pointer for card in case.cards for pointer in card.pointers}
    sources = {card.document for card in case.cards}
    return [one for one in pointers if one.document in sources and one not in read]


def _find_unsigned(case: Case) -> Iterator[str]:
    """How many cards name neither who wrote them nor when."""
    count = sum(not card.cite for card in case.cards)
    if count:
        yield f"{count} of {len(case.cards)} cards name no author and no date: {HOW_TO_CITE}"
