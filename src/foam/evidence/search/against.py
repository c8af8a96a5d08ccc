"""Counter-evidence: the sentences of the same library that speak most strongly against a claim. The query side of
selection bias. Whoever judges stance is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from foam.evidence.search.hybrid import Found, Search
from foam.evidence.search.opposites import find_signals, rate_contradiction, reverse_words
from foam.evidence.search.where import EVERYWHERE, Where
from foam.text.evidence import find_left_out
from foam.values import Value
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.words import measure_length

Stance: TypeAlias = Callable[[str, Sequence[str]], Sequence[float]]
"""For a claim and texts: how far each text contradicts the claim, from 0 to 1."""

_LEAST = 0.2
"""Contradiction from which on a sentence is shown at all."""
_CONSIDERED = 5
"""How many times as many sentences are considered as are asked for."""


class Counter(Value):
    """A sentence that may speak against a claim, and why it is thought to."""

    found: Found
    contradicts: float
    """How far it contradicts the claim, from 0 to 1, by whoever judged."""
    signals: tuple[str, ...]
    """Words that suggest it; empty when only the judge says so."""
    left_out: tuple[str, ...] = ()
    """What of the sentence was not read as evidence: chat markers, other languages, the claim repeated."""
    score: float
    """Relevance times contradiction: what the order goes by."""


class Sought(Value):
    """What was found against a claim, and how much was considered."""

    counters: tuple[Counter, ...]
    considered: int
    """Sentences that came nearest to the claim or to its reversal."""


def rate_by_words(claim: str, texts: Sequence[str]) -> list[float]:
    """The stance judge that needs no model: negations and opposites."""
    return [rate_contradiction(claim, text) for text in texts]


def find_against(
    search: Search,
    claim: str,
    *,
    stance: Stance = rate_by_words,
    tags: bool = False,
    where: Where = EVERYWHERE,
    limit: int = 20,
    version: int | None = None,
    read: int | None = None,
    least_words: int = 0,
) -> Sought:
    """The strongest counter-evidence, best first: relevant to the claim, or to its reversal, and against it.

    Of what is considered the judge of stance reads all or, where it is slow, the `read` likeliest; nothing shorter than
    `least_words`. With `tags` a card speaks against the claim by its tag, too.
    """
    wordings, most = [claim, reverse_words(claim)], _CONSIDERED * limit
    found_near = search.candidates(wordings, where=where, limit=most, version=version)
    whole = [found for found in found_near if measure_length(found.text) >= least_words]
    candidates = whole if read is None else choose_likely(claim, whole, read)
    rated = _rate(stance, claim, (found.text for found in candidates))
    tagged = _find_tags(search, candidates) if tags else {}
    rated |= _rate(stance, claim, tagged.values())
    judged = [max(rated[one.text], rated[tagged.get(one.pointer, one.text)]) for one in candidates]
    top = max((found.score for found in candidates), default=1.0)
    counters = [
        _counter(claim, found, against, found.score / top) for found, against in zip(candidates, judged, strict=True)
    ]
    against = sorted((c for c in counters if c.contradicts >= _LEAST), key=lambda c: -c.score)
    return Sought(counters=tuple(against[:limit]), considered=len(candidates))


def _find_tags(search: Search, candidates: Sequence[Found]) -> dict[Pointer, str]:
    """The tags of the cards in which sentences were found."""
    documents = {one.pointer.document: search.library.find_document(one.pointer.document) for one in candidates}
    tags = {id: document.card.tag for id, document in documents.items() if document and document.card}
    return {one.pointer: tag for one in candidates if (tag := tags.get(one.pointer.document))}


def _rate(stance: Stance, claim: str, texts: Iterable[str]) -> dict[str, float]:
    """How far each different text contradicts the claim."""
    different = list(dict.fromkeys(texts))
    return dict(zip(different, stance(claim, different) if different else (), strict=True))


def choose_likely(claim: str, candidates: Sequence[Found], most: int) -> list[Found]:
    """The candidates that are worth a slow reading: relevant, and the sooner for a negation or an opposite."""

    def rate(found: Found) -> float:
        return found.score * (1 + rate_contradiction(claim, found.text))

    return sorted(candidates, key=lambda found: -rate(found))[:most]


def _counter(claim: str, found: Found, contradicts: float, relevance: float) -> Counter:
    return Counter(
        found=found,
        contradicts=contradicts,
        signals=find_signals(claim, found.text),
        left_out=find_left_out(found.text, claim),
        score=relevance * contradicts,
    )
