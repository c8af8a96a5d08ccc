"""The sentences that a deliberation cites, and what their sources go on to say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.deliberation.claim import Claim
from foam.deliberation.findings import Finding
from foam.deliberation.objection import EvaluatedObjection
from foam.deliberation.points import Conflict
from foam.evidence.corpus import Passage
from foam.text.pointer import Pointer
from foam.values import Value


class GoesOn(Value):
    """A cited sentence, and what its source says elsewhere against what it was cited for."""

    cited: Pointer
    says: tuple[Passage, ...]


def say_where(cited: Pointer, says: Iterable[Pointer]) -> str:
    """How what a source says elsewhere is announced: it goes on only where all of it comes after the cited sentence."""
    after = all(one.document == cited.document and one.sentence > cited.sentence for one in says)
    return "the source goes on" if after else "the source also says"


def list_cited(
    claims: Iterable[Claim], evaluated: Iterable[EvaluatedObjection], conflicts: Iterable[Conflict] = ()
) -> Iterator[Passage]:
    """Every sentence that a claim, an objection, a response or a conflict cites."""
    for claim in claims:
        yield from (*claim.grounds, *claim.narrowed_to, *claim.defence, *claim.working, *claim.sources)
    for exchange in evaluated:
        yield from exchange.objection.evidence
        yield from exchange.fell.by if exchange.fell else ()
        yield from exchange.response.fell.by if exchange.response and exchange.response.fell else ()
        yield from (*exchange.response.evidence, *exchange.response.grounds) if exchange.response else ()
        yield from (
            (one for refused in exchange.response.refused for one in refused.evidence) if exchange.response else ()
        )
    for conflict in conflicts:
        yield from (conflict.left, conflict.right)


def list_citable(findings: Iterable[Finding], stated: Iterable[Claim]) -> list[Passage]:
    """The sentences of findings that a seat which writes may cite: those not found to bear on nothing, or to be not so.

    `stated` are the claims that say them, as they were judged.
    """
    idle = {one.ground.pointer for one in stated if one.computed and not one.bears}
    return [one.passage for one in findings if one.passage.pointer not in idle]


def list_raised(evaluated: Iterable[EvaluatedObjection]) -> Iterator[Passage]:
    """Every sentence that was brought against a claim, or for it in a reply that answers."""
    for one in evaluated:
        yield from one.objection.evidence
        yield from (*one.response.evidence, *one.response.grounds) if one.response else ()
