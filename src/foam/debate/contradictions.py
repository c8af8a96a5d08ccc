"""Sentences that cannot both hold, as the judge reads them both ways; what it said is recorded.

Only sentences about the same thing are held against each other: those that share two fifths of their telling words.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from foam.debate.bearing import read_aside
from foam.debate.flaw import Loophole
from foam.debate.language import list_telling
from foam.job.session import Session
from foam.record.entry import ValueInput

ALIKE = 0.4
"""The share of telling words from which two sentences speak of one thing."""
SURE = 0.75
"""How sure the judge has to be, both ways."""
_MOST_PAIRS = 24
"""Pairs that are read at once, the most alike."""

Pair = tuple[int, int]


async def find_contradictions(session: Session, texts: Sequence[str]) -> tuple[Pair, ...]:
    """The places of each two of the texts that cannot both hold."""
    pairs = _list_alike(texts)
    if not pairs:
        return ()

    asked = [(texts[one], texts[other]) for one, other in pairs]

    def read() -> list[bool]:
        found = session.judge.weigh([*asked, *((other, one) for one, other in asked)])
        both = zip(found[: len(asked)], found[len(asked) :], strict=True)
        return [min(one.contradicts, other.contradicts) >= SURE for one, other in both]

    entry = await session.clerk.compute_elsewhere(
        "contradictions",
        lambda: read_aside(read),
        ValueInput(role="pairs", value=[[*pair] for pair in asked]),
        rule=f"shared words and {session.judge.name}",
    )
    return tuple(pair for pair, contradicts in zip(pairs, entry.answer, strict=True) if contradicts)


async def find_contradictions_said(session: Session, sentences: Sequence[str]) -> tuple[Loophole, ...]:
    """The same of what one side said, as flaws of its reasoning."""
    return tuple(
        Loophole(kind="contradiction", quotes=(sentences[one], sentences[other]), by=session.judge.name)
        for one, other in await find_contradictions(session, sentences)
    )


def _list_alike(texts: Sequence[str]) -> list[Pair]:
    """Places of texts that speak of one thing, the most alike first; not two of the same words."""
    terms = [list_telling(text) for text in texts]
    shares = {
        (one, other): len(terms[one] & terms[other]) / len(terms[one] | terms[other])
        for one, other in combinations(range(len(texts)), 2)
        if terms[one] & terms[other] and texts[one] != texts[other]
    }
    alike = [pair for pair, share in shares.items() if share >= ALIKE]
    return sorted(alike, key=lambda pair: -shares[pair])[:_MOST_PAIRS]
