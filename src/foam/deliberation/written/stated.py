"""The texts of a proposal, each with what it is held against."""

from __future__ import annotations

from collections.abc import Iterator

from foam.deliberation.written.check import Stated
from foam.deliberation.written.drafted import DraftedClaim, WrittenProposal
from foam.deliberation.written.material import Offer


def state_proposal(proposal: WrittenProposal, offer: Offer) -> Iterator[Stated]:
    """Answer, condition and why, and what each claim says, in their order."""
    cited = proposal.grounds
    shown = offer.show(cited)
    yield Stated(name="answer", text=proposal.answer, cited=cited, shown=shown)
    yield Stated(name="condition", text=proposal.condition, cited=cited, shown=shown, proposes=True)
    yield Stated(name="why", text=proposal.why, cited=cited, shown=shown, anywhere=True)
    for claim in proposal.claims:
        yield from _state_claim(claim, proposal, offer)


def _state_claim(claim: DraftedClaim, proposal: WrittenProposal, offer: Offer) -> Iterator[Stated]:
    """A claim, which its own grounds bear out, and what is said beside it, for which all grounds may be used."""
    name, cited = f"claims, entry {claim.place + 1}", proposal.grounds
    yield Stated(name=name, text=claim.text, cited=claim.grounds, shown=offer.show(claim.grounds), asserted=True)
    shown, own = offer.show(cited), (claim.text,)
    yield Stated(name=f"{name}: warrant", text=claim.warrant, cited=cited, shown=shown, own=own)
    yield Stated(name=f"{name}, backing", text=claim.backing, cited=cited, shown=shown, own=own)
    yield Stated(name=f"{name}: unless", text=claim.unless, cited=cited, shown=shown, own=own, proposes=True)
