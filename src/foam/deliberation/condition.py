"""A condition that a claim sets an answer to the motion, as a clause: what must be so, and not what shows why."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from foam.deliberation.alike import POSITION_ID, SetCondition
from foam.deliberation.claim import Claim
from foam.deliberation.draft import SeatDraft
from foam.deliberation.position import SAID, Direction, tell_condition
from foam.deliberation.weighing import Outcome
from foam.text.words import count_words

_LINK = re.compile(r"(?:only (?:if|when|where|while)|if|unless|provided|as long as)\s", re.IGNORECASE)
_DUTY = re.compile(r"\b(?:should|must|shall|ought)\b", re.IGNORECASE)
_SHORT = 25
"""Words up to which conditions are told with the outcome itself, however many they are."""
_FEW = 2
_SHORT_OF_FEW = 45
"""The same where they are so few that each can be read."""


def list_answers(claim: Claim, drafts: Iterable[SeatDraft]) -> set[Direction]:
    """What those answer who brought the claim."""
    return {draft.position.direction for draft in drafts if draft.seat in claim.brought_by}


def state_condition(claim: Claim, answers: Collection[Direction]) -> str:
    """The condition as a clause: what the evaluator read in the claim, or what the claim itself holds unless.

    What would undo a claim of those who answer no is what the motion asks for: `only if`; of a claim of anybody else it
    is what the motion may not meet: `unless`. Empty where nobody put it so that it could be met.
    """
    if not claim.sets_condition:
        return ""
    if read := claim.support.condition.strip().rstrip("."):
        return read[:1].lower() + read[1:] if _LINK.match(read) else f"only if {read}"
    unless = claim.unless.strip().rstrip(".").removeprefix("unless ")
    return f"{'only if' if {*answers} == {'denied'} else 'unless'} {unless}" if unless else ""


def tell_unworded(text: str) -> str:
    """A condition of which nobody said what would meet it: how far the claim lets the motion hold."""
    return f"only as far as this allows: “{text.rstrip('.')}”"


def introduce_condition(motion: str, outcome: Outcome, of: Direction) -> str:
    """How a condition of an answer is announced: where the outcome is another, as of what is not to be."""
    if outcome == of or (outcome != "denied" and of == "affirmed"):
        return "A condition that stands"
    was = "done" if _DUTY.search(motion) else "so"
    return f"If it were {was}" if of == "affirmed" else f"If it were not {was}"


def add_conditions(said: str, clauses: Sequence[str]) -> str:
    """What holds under conditions, marked so, with the conditions themselves where they are known and few or short."""
    told = "; ".join(clauses)
    most = _SHORT_OF_FEW if len(clauses) <= _FEW else _SHORT
    which = f" ({told})" if told and count_words(told) <= most else ""
    return f"{said.rstrip('.')}, under conditions{which}."


def list_set(claims: Iterable[Claim], drafts: Sequence[SeatDraft]) -> tuple[SetCondition, ...]:
    """Every condition that was put so that it can be met: of answers, and of claims that bear on the question."""
    answers = [
        SetCondition(node=f"{POSITION_ID}{one.seat}", words=tell_condition(one.position.direction, condition))
        for one in drafts
        if (condition := one.position.condition)
    ]
    clauses = [
        SetCondition(node=claim.id, words=f"{SAID[claim.support.condition_of]}, {clause}")
        for claim in claims
        if claim.bears and (clause := state_condition(claim, list_answers(claim, drafts)))
    ]
    return (*answers, *clauses)
