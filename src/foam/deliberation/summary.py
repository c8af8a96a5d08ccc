"""The answer in plain language: a few sentences made from templates and the computed outcome. No model is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from foam.deliberation.loop import Mediation
from foam.perspective.manner import read_manner


def summarise(mediation: Mediation) -> tuple[str, ...]:
    """What was found, a sentence each: what decides first."""
    return (
        *_state_outcome(mediation),
        *_count_reasons(mediation),
        *_count_objections(mediation),
        *_name_absent(mediation),
    )


def _state_outcome(mediation: Mediation) -> tuple[str, ...]:
    recommendation = mediation.synthesis.recommendation
    said = {"affirmed": mediation.motion.affirmed, "denied": mediation.motion.denied}
    match recommendation.basis:
        case "lacking":
            what = "; ".join(recommendation.lacking)
            return (f"Not shown: what would settle the question cannot be worked out from this file ({what}).",)
        case "nothing shown":
            return (
                "Nothing in the library bears on this question, so the table recommends nothing.",
                f"Look for evidence that gives a reason to hold, or to give up, that {_lower(said['affirmed'])}",
            )
        case "settled":
            facts = [claim.parts.claim for claim in mediation.claims if claim.id in recommendation.settled_by]
            return (said[recommendation.outcome], f"It follows from what the file itself gives: {' '.join(facts)}")
    if recommendation.outcome == "undecided":
        return (f"The reasons do not settle it. {_state_split(mediation)}",)
    return (said[recommendation.outcome], _say_whose_values(mediation))


def _say_whose_values(mediation: Mediation) -> str:
    """Whose values lead there, and who argued otherwise: a seat's position and the outcome by its values can differ."""
    recommendation = mediation.synthesis.recommendation
    silent = [one.seat for one in recommendation.leanings if one.seat not in recommendation.follows_from]
    otherwise = [d.seat for d in mediation.drafts if d.position.direction != recommendation.outcome]
    parts = [f"By the reasons that stand, that follows from the values of {_join(recommendation.follows_from)}"]
    parts += [f"those of {_join(silent)} decide neither way"] if silent else []
    given = {seat.id for seat in mediation.seats if read_manner(seat).stance}
    told = [f"{name}, to whom that side was given," if name in given else name for name in otherwise]
    though = f" ({' and '.join(told)} argued otherwise.)" if otherwise else ""
    return f"{'; '.join(parts)}.{though}"


def _state_split(mediation: Mediation) -> str:
    parts = []
    for outcome, text in (
        ("affirmed", mediation.motion.affirmed),
        ("denied", mediation.motion.denied),
        ("undecided", "neither way"),
    ):
        seats = [leaning.seat for leaning in mediation.synthesis.recommendation.leanings if leaning.outcome == outcome]
        if seats:
            parts.append(f"By the values of {_join(seats)}: {text.rstrip('.')}.")
    return " ".join(parts)


def _count_reasons(mediation: Mediation) -> tuple[str, ...]:
    synthesis = mediation.synthesis
    if not mediation.claims:
        return ()
    reworded = {claim.revises for claim in mediation.claims}
    counts = (
        (len(synthesis.list_core(mediation.claims, "affirmed")), "reason for it stands", "reasons for it stand"),
        (len(synthesis.list_core(mediation.claims, "denied")), "reason against it stands", "reasons against it stand"),
        (len(synthesis.sublation.conditional_claims), "depends on what one values", "depend on what one values"),
        (
            sum(1 for dissent in synthesis.sublation.dissent_memo if not dissent.accepted_by),
            "is in open dispute",
            "are in open dispute",
        ),
        (sum(one.claim not in reworded for one in synthesis.sublation.fallen), "fell", "fell"),
        (sum(c.direction is None for c in mediation.claims), "was not shown to bear on the question",
         "were not shown to bear on the question"),
    )  # fmt: skip
    counted = [f"{n} {one if n == 1 else many}" for n, one, many in counts if n]
    found = f"{counted[0][:1].upper()}{'; '.join(counted)[1:]}." if counted else ""
    return (found,) if found else ()


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


def _join(seats: Iterable[str]) -> str:
    return ", ".join(seats)


def _lower(statement: str) -> str:
    return statement[:1].lower() + statement[1:]
