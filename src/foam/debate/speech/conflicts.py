"""Sentences that contradict each other, so that whoever is offered both takes the convenient one knowingly.

Only sentences about the same thing are held against each other: those that share two fifths of their telling words. The
shipped judge reads each pair both ways, and only what it is sure of either way counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from foam.debate.language import SAYING_LITTLE, list_terms
from foam.evidence.corpus import Passage
from foam.job.clerk import Clerk
from foam.record.entry import ValueInput
from foam.text.pointer import Pointer
from foam.text.segment import ends_open

ALIKE = 0.4
"""The share of telling words from which two sentences speak of one thing."""
SURE = 0.9
"""How sure the judge has to be, both ways."""
_LEAST_WORDS = 4
_MEASURED = re.compile(
    r"(?P<before>[$£€])?\s?(?P<figure>\d[\d.,]*)\s?(?P<share>%|per ?cent\b|percent\b)?(?P<after>p\b|€|pence\b|euros?\b"
    r"|dollars?\b|pounds?\b)?",
    re.IGNORECASE,
)
MOST_PAIRS = 24
"""Pairs that are judged for one speech, the most alike."""


def find_conflicts(clerk: Clerk, passages: Sequence[Passage]) -> dict[Pointer, tuple[Pointer, ...]]:
    """The sentences that contradict each one, recorded as they were judged."""
    pairs = _list_alike(passages)
    if not pairs:
        return {}
    from foam.model.judge import shipped_judge  # here: debates are read where there is no judge

    entry = clerk.compute(
        "conflicting evidence",
        lambda: [_contradict(passages[one].text, passages[other].text) for one, other in pairs],
        ValueInput(role="pairs", value=[[str(passages[at].pointer) for at in pair] for pair in pairs]),
        rule=f"shared words and {shipped_judge().name}",
    )
    found: dict[Pointer, tuple[Pointer, ...]] = {}
    for pair, conflicting in zip(pairs, entry.answer, strict=True):
        for one, other in (pair, pair[::-1]) if conflicting else ():
            pointer = passages[one].pointer
            found[pointer] = (*found.get(pointer, ()), passages[other].pointer)
    return found


def list_measured(text: str) -> dict[str, set[str]]:
    """The figures that have a unit, by the unit: shares and sums of money."""
    found: dict[str, set[str]] = {}
    for match in _MEASURED.finditer(text):
        unit = "%" if match["share"] else (match["before"] or match["after"] or "").lower()
        if not unit:
            continue
        found.setdefault(unit, set()).add(match["figure"].rstrip(".,"))
    return found


def _list_alike(passages: Sequence[Passage]) -> list[tuple[int, int]]:
    """Places of sentences that speak of one thing, the most alike first."""
    whole = [n for n, one in enumerate(passages) if not ends_open(one.text) and len(one.text.split()) >= _LEAST_WORDS]
    terms = {n: {*list_terms(passages[n].text)} - SAYING_LITTLE for n in whole}
    shares = {
        (one, other): len(terms[one] & terms[other]) / len(terms[one] | terms[other])
        for one, other in combinations(whole, 2)
        if terms[one] & terms[other]
    }
    alike = [pair for pair, share in shares.items() if share >= ALIKE]
    return sorted(alike, key=lambda pair: -shares[pair])[:MOST_PAIRS]


@lru_cache(maxsize=4096)
def _contradict(one: str, other: str) -> bool:
    """Whether the judge is sure, both ways, that they cannot both hold; speeches are offered the same pairs."""
    from foam.model.judge import shipped_judge

    return all(found.contradicts >= SURE for found in shipped_judge().weigh([(one, other), (other, one)]))
