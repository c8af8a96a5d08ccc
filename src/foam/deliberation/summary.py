"""The answer in plain language: a few sentences made from templates and the computed outcome. No model is asked."""

from __future__ import annotations

from collections import Counter

from foam.deliberation.loop import Mediation
from foam.semantics.sublation import Sublation


def summarise(mediation: Mediation) -> tuple[str, ...]:
    """What the seats found, a sentence each."""
    return (
        _state_outcome(mediation),
        *_count_claims(mediation.synthesis.sublation),
        *_count_objections(mediation),
        *_name_absent(mediation),
    )


def _state_outcome(mediation: Mediation) -> str:
    recommendation = mediation.synthesis.recommendation
    if not mediation.claims:
        return "No evidence was found, so the table recommends nothing."
    match recommendation.outcome:
        case "affirmed":
            return _state_agreement(mediation, mediation.motion.affirmed)
        case "denied":
            return _state_agreement(mediation, mediation.motion.denied)
        case _:
            return f"The seats do not agree. {_state_split(mediation)}"


def _state_agreement(mediation: Mediation, outcome: str) -> str:
    """Names the seats that argued otherwise: a seat's position and the outcome by its values can differ."""
    pointing = mediation.synthesis.recommendation.outcome
    against = [one.seat for one in mediation.drafts if one.position.direction != pointing]
    though = f" ({', '.join(against)} argued otherwise.)" if against else ""
    return f"What survived speaks one way by the values of all {len(mediation.seats)} seats: {outcome}{though}"


def _state_split(mediation: Mediation) -> str:
    parts = []
    for outcome, text in (
        ("affirmed", mediation.motion.affirmed),
        ("denied", mediation.motion.denied),
        ("undecided", "neither way"),
    ):
        seats = [leaning.seat for leaning in mediation.synthesis.recommendation.leanings if leaning.outcome == outcome]
        if seats:
            parts.append(f"{', '.join(seats)}: {text.rstrip('.')}.")
    return " ".join(parts)


def _count_claims(sublation: Sublation) -> tuple[str, ...]:
    counts = (
        (len(sublation.consensus_core), "stands for every seat", "stand for every seat"),
        (len(sublation.conditional_claims), "depends on what one values most", "depend on what one values most"),
        (
            sum(1 for dissent in sublation.dissent_memo if not dissent.accepted_by),
            "is in open dispute",
            "are in open dispute",
        ),
        (len(sublation.fallen), "fell", "fell"),
    )
    counted = [f"{n} {'claim' if n == 1 else 'claims'} {one if n == 1 else many}" for n, one, many in counts if n]
    return (f"Of what was claimed: {'; '.join(counted)}.",) if counted else ()


def _count_objections(mediation: Mediation) -> tuple[str, ...]:
    count = len(mediation.evaluated)
    if not count:
        return ()
    fates = Counter(fate.type for fate in mediation.synthesis.fates)
    counts = (
        (fates["answered"], "was answered", "were answered"),
        (fates["condition"], "became a condition", "became conditions"),
        (fates["dissent"], "stands as dissent", "stand as dissent"),
    )
    counted = [f"{n} {one if n == 1 else many}" for n, one, many in counts if n]
    material = sum(1 for e in mediation.evaluated if e.material)
    found = f"{count} {'objection was' if count == 1 else 'objections were'} raised and {material} found material"
    return (f"{found}: {', '.join(counted)}." if counted else f"{found}.",)


def _name_absent(mediation: Mediation) -> tuple[str, ...]:
    missing = [stakeholder.label or stakeholder.id for stakeholder in mediation.seating.missing]
    return (f"Nobody at the table spoke for: {', '.join(missing)}.",) if missing else ()
