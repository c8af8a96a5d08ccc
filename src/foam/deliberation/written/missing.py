"""What a reply lacks that narrows a claim or puts another in its place."""

from __future__ import annotations

from foam.deliberation.claim import Claim
from foam.deliberation.objection import Reply

_UNQUALIFIED = (
    "claim: say how the claim reads, now that you qualify it; it keeps its words only where its warrant, grounds or "
    '"unless" change'
)


def find_missing(claim: Claim, reply: Reply) -> list[str]:
    """What a narrowed claim lacks, or an argument in other words, which is put whole and not on what the old one had.

    What was worked out keeps its words.
    """
    if reply.stands:
        return []
    if reply.move == "qualify" and not claim.computed:
        same = not reply.claim or (reply.claim == claim.parts.claim and not _changes_more(claim, reply))
        return [_UNQUALIFIED] if same else []
    if reply.move != "revise":
        return []
    given = {"claim": reply.claim, "warrant": reply.warrant, "grounds": reply.grounds}
    return [f"{name}: empty, although you revise" for name, said in given.items() if not said]


def _changes_more(claim: Claim, reply: Reply) -> bool:
    """Whether a qualification changes something beside the claim's words: its warrant, its `unless`, its grounds."""
    parts = claim.parts
    said = (reply.warrant not in ("", parts.warrant), reply.unless not in ("", parts.rebuttal))
    return any(said) or {one.pointer for one in reply.grounds} not in (set(), {one.pointer for one in claim.grounds})
