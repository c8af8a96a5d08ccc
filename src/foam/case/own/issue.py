"""What it means that a case of a debater's own cards may be used, and what is only remarked on.

Code guarantees what code can see: every quotation stands in its source as it is marked, every card has a cite, no text
is read twice, and the words are those of the record. Whether a tag is right, which part a card plays and how long it
is are its debater's work: what does not fit the template, and what an evaluator could not confirm, is remarked on and
does not keep the case back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from foam.case.own.values import OWN
from foam.case.values import CONTRADICTS, Case, CaseFailure, CutCard, Slot
from foam.evidence.likeness import ALIKE, measure_likeness, sign_text

_THEIRS = frozenset({"slot", "chain", "alignment", "structure", "budget", "density"})
"""Rules of the template by which a debater's cards and parts are not measured."""
_SHORT, _LONG = 0.9, 1.2
"""How far a speech may be from the length that was asked for before that is remarked on."""


def keep_failures(case: Case, failures: Iterable[CaseFailure]) -> tuple[CaseFailure, ...]:
    """What keeps the case back: not how a debater's parts are built, which part a card plays, or how long it is."""
    laid_out = is_laid_out(case)
    own = [slot for slot in case.slots if laid_out or (slot.card and slot.card.work)]
    theirs = {name for slot in own for name in (slot.id, slot.group)} | ({case.speech} if laid_out else set())
    return tuple(one for one in dict.fromkeys(failures) if not (one.slot in theirs and one.rule in _THEIRS))


def is_laid_out(case: Case) -> bool:
    """Whether the whole case was laid out from debaters' cards."""
    return any(OWN in choice.taken for choice in case.choices)


def find_read_twice(case: Case) -> Iterator[CaseFailure]:
    """Texts of debaters that two slots read, also where they are copies that differ a little."""
    own = [(slot, slot.card) for slot in case.slots if slot.card and slot.card.work]
    signed = {slot.id: sign_text(card.body) for slot, card in own}
    for (first, one), (second, other) in combinations(own, 2):
        if one.document == other.document or measure_likeness(signed[first.id], signed[second.id]) >= ALIKE:
            what = f"{other.cite} is read at {first.id}, too"
            yield CaseFailure(slot=second.id, rule="quotation", what=what, remedy=f"foam case … --drop {second.id}")


def list_remarks(case: Case) -> Iterator[CaseFailure]:
    """What a speaker should look at in a case of a debater's cards."""
    own = [(slot, slot.card) for slot in case.slots if slot.card and slot.card.work]
    for slot, card in own:
        yield from _list_card_remarks(slot, card)
    if is_laid_out(case) and not _SHORT * case.budget <= case.words <= _LONG * case.budget:
        what = f"{case.words} words where {case.budget} were asked for"
        more = "the library has no more on this: add files, or name an advantage (--advantage)"
        remedy = more if case.words < case.budget else "leave a part out (--drop)"
        yield CaseFailure(slot=case.speech, rule="budget", what=what, remedy=remedy)


def _list_card_remarks(slot: Slot, card: CutCard) -> Iterator[CaseFailure]:
    work = card.work
    assert work is not None
    if work.fits and work.fits.finding == CONTRADICTS:
        what = f"the evaluator reads {card.cite} otherwise than its tag “{card.tag}”"
        found = {"verdict": work.fits.finding, "because": work.fits.reasons}
        yield CaseFailure(slot=slot.id, rule="alignment", what=what, remedy="read the card again", **found)
    if work.bears and not work.is_on_topic and work.by != "block":
        what = f"the evaluator does not find that {card.cite} bears on the plan or the step before it"
        yield CaseFailure(slot=slot.id, rule="slot", what=what, remedy="read another card, or none")
