"""Holds the words that a writer found against what they speak of: by code, when they are written and ever after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam.case.marks import find_leads
from foam.case.values import Case, CaseFailure, Slot, Told
from foam_quotes.text.faithful import Unfaithful, find_unfaithful

_NUMBERS = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5}
_REMEDY = "say no more than the evidence does"


def list_faults(
    text: str,
    *,
    cited: Sequence[str],
    known: Sequence[str] = (),
    uncited: Sequence[str] = (),
    counts: int = 0,
) -> Iterator[str]:
    """What of a text is not borne out, a clause each; the words of one name are told together.

    `counts` is how many things the writer may count by a number in words: the sentences that a warrant is about.
    """
    found = find_unfaithful(text, cited=cited, known=[each for each in known if each], uncited=uncited)
    for one in _join_names(text, found):
        if one.kind == "number" and 0 < _NUMBERS.get(one.found.lower(), 0) <= counts:
            continue
        yield f"“{one.found}”: {one.why}"


def _join_names(text: str, found: Sequence[Unfaithful]) -> list[Unfaithful]:
    """The findings, with those of one name as one."""
    joined: list[Unfaithful] = []
    for one in found:
        last = joined[-1] if joined else None
        both = f"{last.found} {one.found}" if last else ""
        if last and (last.kind, one.kind) == ("name", "name") and last.why == one.why and both in text:
            joined[-1] = one.model_copy(update={"found": both})
        else:
            joined.append(one)
    return [one.model_copy(update={"found": one.told}) for one in joined]


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
    return ["\n".join(_list_words(slots[name], name_part(case, slots[name]))) for name in told.of]


def _list_known(case: Case) -> tuple[str, ...]:
    """What words may name without a source: the question, and what either side asks for."""
    proposed = case.counterplan.text if case.counterplan else ""
    return (case.resolution, case.plan, case.judged_plan, proposed)


def _check_card(case: Case, slot: Slot) -> Iterator[str]:
    if slot.card is None:
        return
    card, known = slot.card, (*_list_known(case), slot.seek, slot.against, slot.meets)
    beside = [one.card.tag for one in case.list_slots(slot.group) if one.card]
    named = (card.source, *find_leads(card.body, card.text))
    yield from list_faults(card.tag, cited=(card.text,), known=named)
    counts = len(card.sentences)
    yield from list_faults(card.warrant, cited=(card.text,), known=(*known, *named, *beside), counts=counts)


def _check_analytic(case: Case, slot: Slot) -> Iterator[str]:
    """Words without evidence where evidence could stand. What a plan proposes is its own."""
    if slot.seek and slot.analytic and not slot.told:
        known = (*_list_known(case), slot.seek, slot.against, slot.meets)
        yield from list_faults(slot.analytic, cited=(), known=known)


def _check_told(case: Case, told: Sequence[Told], slots: dict[str, Slot]) -> Iterator[str]:
    """What is told of slots; of what was heard nothing is at hand to hold it against."""
    titles = [group.title for group in case.groups]
    for one in told:
        if not one.refused and all(name in slots for name in one.of):
            parts = [part for name in one.of for part in _list_words(slots[name], slots[name].part)]
            yield from list_faults(one.text, cited=parts, known=(*_list_known(case), *titles))


def name_part(case: Case, slot: Slot) -> str:
    """A slot as a model reads of it among others, under the title of its argument, and what is wanting in it."""
    title = next((group.title for group in case.groups if group.id == slot.group), "")
    named = slot.part if not title or title.lower() == slot.syllogism else f"{title}: {slot.part}"
    return f"{named}{describe_wanting(slot)}"


def describe_wanting(slot: Slot) -> str:
    """What is wanting in a slot, in brackets after its name: that it was to establish more or something else, or does
    not go on from the step before it. Empty where nothing is."""
    wanting = [f"worded anew; it said: {one.before}" for one in slot.reworded[:1] if slot.seek]
    wanting += ["that it goes on from the step before it is not shown"] if slot.step and not slot.step.holds else []
    return f" ({'; '.join(wanting)})" if wanting else ""


def _list_words(slot: Slot, name: str) -> list[str]:
    if slot.card:
        return [f"{name}:", slot.card.tag, slot.card.text, slot.card.cite]
    return [f"{name}: {slot.analytic}" if slot.analytic else describe_empty(slot)]


def describe_empty(slot: Slot) -> str:
    """A slot with nothing in it, as a model is told of it: what it was to establish is no evidence."""
    return f"{slot.part} (empty; nothing shows what was asked for, which is: {slot.seek})"
