"""Normative challenges: weighting, missing perspectives, the frame. Computed from what is recorded; asks no model.

A weighting *silently decides* when another weight of one value would change what stands or where a seat leans. Then the
other weighting takes a seat as an audience, and claims that turn on it become conditional: nobody's declared values are
overwritten. The frame is tested with an audience that weighs every value alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from foam.contest.amend import Amendment, SeatAudience, revise_mediation
from foam.contest.challenge import MissingPerspective, ValueWeighting
from foam.contest.hearing import Hearing, make_finding, make_reason, reject
from foam.contest.outcome import Finding, Reason
from foam.contest.subject import DossierFile
from foam.deliberation.loop import Mediation
from foam.perspective.diversity import find_missing_stakeholders, measure_disagreement
from foam.perspective.node import Perspective, reweight
from foam.semantics.robustness import MOST_VALUES, find_values_in_play, measure_robustness
from foam.semantics.whatif import find_label

DIFFERENT = 0.1
"""From this disagreement with every seat on, a perspective is taken to be another one."""
EVEN = "even_handed"


async def check_weighting(
    hearing: Hearing, file: DossierFile, ground: ValueWeighting
) -> tuple[Finding, tuple[Amendment, ...]]:
    """Would another weight of this value change what stands?"""
    seat = next(one for one in file.mediation.seats if one.id == ground.seat)
    other = reweight(seat, {ground.value: ground.weight}).model_copy(
        update={"id": f"{seat.id}~{ground.value}={ground.weight:g}"}
    )
    return _decided(hearing, file, other, f"{ground.seat} gave {ground.value} the weight {ground.weight:g}")


async def check_frame(hearing: Hearing, file: DossierFile) -> tuple[Finding, tuple[Amendment, ...]]:
    """Does the choice of values decide, rather than the evidence?"""
    values = {value.id: 1.0 for value in file.pack.values}
    pattern = file.mediation.seats[0]
    even = Perspective(id=EVEN, role=pattern.role, description="Weighs every value alike.", weighting=values)
    return _decided(hearing, file, even, "every value weighed the same")


def _decided(
    hearing: Hearing, file: DossierFile, audience: Perspective, said: str
) -> tuple[Finding, tuple[Amendment, ...]]:
    """Seat the audience and see what it changes for the part that is challenged, or for any."""
    if audience.id in {seat.id for seat in file.mediation.seats}:
        return reject(make_reason(f"The table hears already how it would be if {said}.", f"seat-{audience.id}")), ()
    amendment = SeatAudience(perspective=audience)
    after = revise_mediation(file.mediation, (amendment,), pack=file.pack)
    moved = _moved(hearing, file, file.mediation, after, audience.id)
    if not moved:
        return reject(*_robust(file, said)), ()
    return make_finding("sustained", "branch", *moved), (amendment,)


def _moved(
    hearing: Hearing, file: DossierFile, before: Mediation, after: Mediation, audience: str
) -> tuple[Reason, ...]:
    """What the new audience sees otherwise: than the seat it is a variant of, or else than all of them."""
    aimed = [hearing.part.id] if hearing.part.kind == "claim" else [claim.id for claim in before.reasons]
    own = _like(audience, before)
    reasons = [one for id in aimed if (one := _stands_otherwise(id, before, after, audience, own))]
    return (*reasons, *(_leans_otherwise(before, after, audience, own) if hearing.part.kind != "claim" else ()))


def _stands_otherwise(id: str, before: Mediation, after: Mediation, audience: str, own: str) -> Reason | None:
    was, now = before.synthesis.sublation.standing(id), after.synthesis.sublation.standing(id)
    if own:
        old, new = find_label(was, own), find_label(now, audience)
        return (
            make_reason(f"For {own} {id} would be {new} instead of {old}.", id, f"seat-{own}") if old != new else None
        )
    return make_reason(f"{id} goes from {was.place} to {now.place}.", id) if was.place != now.place else None


def _leans_otherwise(before: Mediation, after: Mediation, audience: str, own: str) -> Iterator[Reason]:
    leaning = next(one for one in after.synthesis.recommendation.leanings if one.seat == audience)
    table = before.synthesis.recommendation
    held = next((one.outcome for one in table.leanings if one.seat == own), table.outcome)
    if held != leaning.outcome and (own or held != "undecided"):
        who = own or "the table"
        yield make_reason(f"{who} would lean {leaning.outcome} instead of {held}.", f"seat-{own}" if own else "frame")


def _like(audience: str, before: Mediation) -> str:
    """The seat that an audience is a variant of; empty when it is of nobody."""
    return next((seat.id for seat in before.seats if audience.startswith(f"{seat.id}~")), "")


def _robust(file: DossierFile, said: str) -> tuple[Reason, ...]:
    """Why a weighting does not matter, and how far that holds for any other."""
    framework = file.mediation.synthesis.sublation.framework
    nothing = make_reason(f"If {said}, every claim would stand where it stands.", "frame", *list(file.claims)[:3])
    if len(find_values_in_play(framework)) > MOST_VALUES:
        return (nothing,)
    if not find_values_in_play(framework):
        return nothing, make_reason("No attack in it weighs one value against another.", "frame")
    report = measure_robustness(framework)
    turning = [id for id in report.those("subjective") if id in file.claims]
    text = f"Over {report.orderings} orderings of the values in play {len(turning)} claims turn on their order at all."
    return nothing, make_reason(text, "frame", *turning[:5])


async def check_missing_perspective(hearing: Hearing, file: DossierFile, ground: MissingPerspective) -> Finding:
    """Is somebody concerned not heard? Whether to add the seat; its draft is asked for when it is added."""
    seats, new = file.mediation.seats, ground.perspective
    concerned = file.pack.list_concerned(file.mediation.motion.question)
    before = find_missing_stakeholders(seats, concerned)
    after = find_missing_stakeholders((*seats, new), concerned)
    spoken_for = [one.label or one.id for one in before if one not in after]
    nearest = min((measure_disagreement(new, seat) for seat in seats), key=lambda pair: pair.overall)
    other = nearest.right if nearest.left == new.id else nearest.left
    if spoken_for:
        return make_finding("sustained", "branch", make_reason(f"Nobody spoke for {', '.join(spoken_for)}.", "frame"))
    if nearest.overall >= DIFFERENT:
        text = f"It differs from every seat; from the nearest, {other}, by {nearest.overall:.2f} of 1."
        return make_finding("sustained", "branch", make_reason(text, "frame", f"seat-{other}"))
    text = f"{other} speaks so already: they differ by {nearest.overall:.2f} of 1, and every stakeholder is heard."
    return reject(make_reason(text, f"seat-{other}"))
