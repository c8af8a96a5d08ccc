"""Holds the words that a writer found against what they speak of: by code, when they are written and ever after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam.case.establish import ASK_AGAIN, digest_told
from foam.case.values import Case, CaseFailure, Slot, Told
from foam.text.faithful import find_unfaithful

_REMEDY = "say no more than the evidence does"


def list_faults(
    text: str, *, cited: Sequence[str], known: Sequence[str] = (), uncited: Sequence[str] = ()
) -> Iterator[str]:
    """What of a text is not borne out, a clause each."""
    for one in find_unfaithful(text, cited=cited, known=[each for each in known if each], uncited=uncited):
        yield f"“{one.found}”: {one.why}"


def find_unborne_words(case: Case) -> Iterator[CaseFailure]:
    """Each tag, warrant, analytic and told sentence that says what it does not rest on."""
    slots = {slot.id: slot for slot in case.slots}
    for slot in (one for one in case.slots if one.voice == "written"):
        faults = [*_check_card(case, slot), *_check_analytic(case, slot), *_check_told(case, slot.told, slots)]
        if faults:
            what = f"its words are not borne out: {faults[0]}"
            yield CaseFailure(slot=slot.id, rule="alignment", what=what, remedy=_REMEDY)
    for fault in _check_told(case, case.overview, slots):
        what = f"the overview is not borne out: {fault}"
        yield CaseFailure(slot=case.speech, rule="alignment", what=what, remedy=_REMEDY)
    for place, one in list_judged_sentences(case):
        parts = list_told_parts(case, one)
        if one.verdict is None or not one.verdict.holds or one.verdict.of != digest_told(one, parts):
            what = f"no verdict on record says that its parts bear out “{one.text}”"
            yield CaseFailure(slot=place, rule="alignment", what=what, remedy=ASK_AGAIN)


def list_judged_sentences(case: Case) -> Iterator[tuple[str, Told]]:
    """Each sentence that is said of slots in a writer's words, with the slot, or the speech, that it stands in."""
    slots = {slot.id for slot in case.slots}
    told = [*((slot.id, one) for slot in case.slots for one in slot.told), *((case.speech, o) for o in case.overview)]
    for place, one in told:
        if not one.refused and one.voice == "written" and set(one.of) <= slots:
            yield place, one


def list_told_parts(case: Case, told: Told, heard: Sequence[str] = ()) -> list[str]:
    """The words of the slots that a sentence speaks of; `heard` is what stands for a part that is no slot."""
    slots = {slot.id: slot for slot in case.slots}
    if not set(told.of) <= set(slots):
        return list(heard)
    return ["\n".join(_list_words(slots[name])) for name in told.of]


def _check_card(case: Case, slot: Slot) -> Iterator[str]:
    if slot.card is None:
        return
    card, known = slot.card, (case.resolution, case.plan, slot.seek, slot.against)
    beside = [one.card.tag for one in case.list_slots(slot.group) if one.card]
    yield from list_faults(card.tag, cited=(card.text,), known=(card.source,))
    yield from list_faults(card.warrant, cited=(card.text,), known=(*known, card.source, *beside))


def _check_analytic(case: Case, slot: Slot) -> Iterator[str]:
    """Words without evidence where evidence could stand. What a plan proposes is its own."""
    if slot.seek and slot.analytic and not slot.told:
        proposed = case.counterplan.text if case.counterplan else ""
        yield from list_faults(slot.analytic, cited=(), known=(case.resolution, case.plan, slot.seek, proposed))


def _check_told(case: Case, told: Sequence[Told], slots: dict[str, Slot]) -> Iterator[str]:
    """What is told of slots; of what was heard nothing is at hand to hold it against."""
    titles = [group.title for group in case.groups]
    for one in told:
        if not one.refused and all(name in slots for name in one.of):
            parts = [part for name in one.of for part in _list_words(slots[name])]
            yield from list_faults(one.text, cited=parts, known=(case.resolution, case.plan, *titles))


def _list_words(slot: Slot) -> list[str]:
    if slot.card:
        return [f"{slot.part}:", slot.card.tag, slot.card.text, slot.card.cite]
    return [f"{slot.part}: {slot.analytic}" if slot.analytic else describe_empty(slot)]


def describe_empty(slot: Slot) -> str:
    """A slot with nothing in it, as a model is told of it: what it was to establish is no evidence."""
    return f"{slot.part} (empty; nothing shows what was asked for, which is: {slot.seek})"
