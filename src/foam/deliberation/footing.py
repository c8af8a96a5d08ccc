"""Where no seat leans because what outweighs is too little to rest on: what it comes to, what keeps it low, and what
would change that. Asks no model.
"""

from __future__ import annotations

from collections.abc import Iterator

from foam.deliberation.claim import Claim
from foam.deliberation.loop import Mediation
from foam.deliberation.position import Direction
from foam.deliberation.support import BORNE_OUT
from foam.deliberation.weighing import LEAST, UNSIGNED_WHY, Weight

_NAMED = 3
"""The most reasons of which it is said what keeps them low."""


def find_tipping(mediation: Mediation) -> tuple[Direction, ...]:
    """The sides to which seats would lean if these had enough to rest on, where no seat leans."""
    recommendation = mediation.synthesis.recommendation
    if recommendation.basis != "weighed" or any(one.outcome != "undecided" for one in recommendation.leanings):
        return ()
    return tuple(dict.fromkeys(one.tips for one in recommendation.leanings if one.tips))


def tell_footing(mediation: Mediation) -> tuple[str, ...]:
    """That there is too little to rest an answer on, why, and what to bring."""
    sides = find_tipping(mediation)
    if not sides:
        return ()
    ways = {"affirmed": "for", "denied": "against"}
    which = " and ".join(ways[side] for side in sides)
    rows = [row for row in mediation.synthesis.weights if row.weight and row.direction in sides]
    heaviest = {row.claim: row for row in sorted(rows, key=lambda row: row.worth)}
    claims = [claim for claim in mediation.claims if claim.id in heaviest]
    why = [f"“{claim.text.rstrip('.')}” {_say_low(claim, heaviest[claim.id])}" for claim in claims[:_NAMED]]
    bring = dict.fromkeys(one for claim in claims for one in _say_what_helps(claim, heaviest[claim.id]))
    return (
        f"Undecided: what speaks {which} the motion is too little to rest an answer on.",
        f"A single reason that is borne out and holds in some cases is worth {LEAST:.2f}, whatever one values; what is "
        f"there comes to less: {'; '.join(why)}.",
        f"What would change that: {'; '.join((*bring, 'another reason for either side that the library bears out'))}.",
    )


def _say_low(claim: Claim, row: Weight) -> str:
    causes = [text for text, _ in _find_causes(claim, row)]
    return f"({row.worth:.2f}: {', '.join(causes) or 'it is weak'})"


def _say_what_helps(claim: Claim, row: Weight) -> Iterator[str]:
    yield from (helps for _, helps in _find_causes(claim, row))


def _find_causes(claim: Claim, row: Weight) -> Iterator[tuple[str, str]]:
    """What keeps the reason low, each with what would mend it."""
    if row.why == UNSIGNED_WHY:
        yield UNSIGNED_WHY, "a document that says the same and that somebody stands behind"
    elif row.why:
        yield f"it {row.why}", "the parts that it leaves out"
    if row.strength < claim.support.strength:
        yield "an objection to it is not fully answered", "an answer to the objection, with evidence"
    elif row.strength < BORNE_OUT:
        yield "it speaks weakly for its side", "evidence that shows it plainly"
    if row.put != "certainly" and row.certainty < 1:
        yield f"it is put as “{row.put}”", "evidence that lets it be put more certainly"
