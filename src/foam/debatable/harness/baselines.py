"""What P.D. is compared with: BLEU, ROUGE-L, similarity, each the mean over the partial answers. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from rapidfuzz.distance import LCSseq

from foam.debatable.item import PartialAnswer
from foam.model.port import Embedder
from foam.values import Value
from foam_quotes.text.words import split_words

_LONGEST_GRAM = 4


class Baselines(Value):
    """The baselines of one answer; higher is better."""

    bleu: float
    rouge_l: float
    similarity: float


def baselines(answer: str, partials: Sequence[PartialAnswer], embedder: Embedder) -> Baselines:
    """Every baseline of one answer."""
    rows = embedder.embed([answer, *(partial.text for partial in partials)])
    said = _words(answer)
    references = [_words(partial.text) for partial in partials]
    return Baselines(
        bleu=fmean(bleu(said, reference) for reference in references),
        rouge_l=fmean(rouge_l(said, reference) for reference in references),
        similarity=round(fmean(float(cosine) for cosine in rows[1:] @ rows[0]), 6),
    )


def bleu(said: Sequence[str], reference: Sequence[str]) -> float:
    """BLEU-4 against one reference; from bigrams on one is added to the counts, so that few matches never make 0."""
    if not said or not reference:
        return 0.0
    shares = [_share(said, reference, n) for n in range(1, _LONGEST_GRAM + 1)]
    if not shares[0]:
        return 0.0
    brevity = min(1.0, math.exp(1 - len(reference) / len(said)))
    return brevity * math.exp(math.fsum(map(math.log, shares)) / _LONGEST_GRAM)


def rouge_l(said: Sequence[str], reference: Sequence[str]) -> float:
    """F1 of the longest common subsequence of words."""
    common = LCSseq.similarity(said, reference)
    return 2 * common / (len(said) + len(reference)) if common else 0.0


def _share(said: Sequence[str], reference: Sequence[str], n: int) -> float:
    """The share of n-grams that the reference has, too."""
    own, held = _grams(said, n), _grams(reference, n)
    matched, smoothed = (own & held).total(), int(n > 1)
    return (matched + smoothed) / max(1, own.total() + smoothed)


def _grams(said: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(said[i : i + n]) for i in range(len(said) - n + 1))


def _words(text: str) -> list[str]:
    return [word.lower() for word in split_words(text)]
