"""The plain-language answer: a few sentences by template from what was computed. Invents nothing, asks nobody."""

from __future__ import annotations

from collections import Counter

from foam.deliberation.loop import Mediation
from foam.semantics.sublation import Sublation


def summarise(mediation: Mediation) -> tuple[str, ...]:
    """What the table found, a sentence each."""
    return (
        _outcome(mediation),
        *_survivors(mediation.synthesis.sublation),
        *_objections(mediation),
        *_absent(mediation),
    )


def _outcome(mediation: Mediation) -> str:
    recommendation = mediation.synthesis.recommendation
    if not mediation.claims:
        return "No evidence was found, so the table recommends nothing."
    match recommendation.outcome:
        case "affirmed":
            return _agreed(mediation, mediation.motion.affirmed)
        case "denied":
            return _agreed(mediation, mediation.motion.denied)
        case _:
            return f"The seats do not agree. {_split(mediation)}"


def _agreed(mediation: Mediation, outcome: str) -> str:
    """A seat's position is one thing, what its values make of all that was said another: both are told."""
    pointing = mediation.synthesis.recommendation.outcome
    against = [one.seat for one in mediation.drafts if one.position.direction != pointing]
    though = f" ({', '.join(against)} argued otherwise.)" if against else ""
    return f"What survived speaks one way by the values of all {len(mediation.seats)} seats: {outcome}{though}"


def _split(mediation: Mediation) -> str:
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


def _survivors(sublation: Sublation) -> tuple[str, ...]:
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
    said = [f"{n} {'claim' if n == 1 else 'claims'} {one if n == 1 else many}" for n, one, many in counts if n]
    return (f"Of what was claimed: {'; '.join(said)}.",) if said else ()


def _objections(mediation: Mediation) -> tuple[str, ...]:
    raised = len(mediation.evaluated)
    if not raised:
        return ()
    fates = Counter(fate.type for fate in mediation.synthesis.fates)
    counts = (
        (fates["answered"], "was answered", "were answered"),
        (fates["condition"], "became a condition", "became conditions"),
        (fates["dissent"], "stands as dissent", "stand as dissent"),
    )
    said = [f"{n} {one if n == 1 else many}" for n, one, many in counts if n]
    material = sum(1 for e in mediation.evaluated if e.material)
    found = f"{raised} {'objection was' if raised == 1 else 'objections were'} raised and {material} found material"
    return (f"{found}: {', '.join(said)}." if said else f"{found}.",)


def _absent(mediation: Mediation) -> tuple[str, ...]:
    missing = [stakeholder.label or stakeholder.id for stakeholder in mediation.seating.missing]
    return (f"Nobody at the table spoke for: {', '.join(missing)}.",) if missing else ()
