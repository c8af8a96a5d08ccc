"""What a judge says of two texts, for those who ask no model: whether one speaks against the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from foam.evidence.search.against import Stance
from foam.model.embedded.threads import one_thread
from foam.model.port import PairJudge
from foam_quotes.text.stem import list_stems

_FIRM = 0.85
"""The chance, in the mean of both readings, from which on a text is said to speak against a claim."""
_SHARED, _FEWEST = 0.5, 2
"""What a text must have of the longer words of a claim, and how many at least: where texts speak of different things, a
judge goes by their tone."""


def rate_by(judge: PairJudge) -> Stance:
    """How far each text contradicts the claim, by this judge."""

    def rate(claim: str, texts: Sequence[str]) -> list[float]:
        with one_thread():
            return [one.contradicts for one in judge.weigh([(text, claim) for text in texts])]

    return rate


def rate_firmly(judge: PairJudge) -> Stance:
    """How far each text contradicts the claim where that is read both ways, the text beside the claim and the claim
    beside the text; else nothing. What contradicts something is contradicted by it: a judge that goes by tone says so
    only one way."""

    def rate(claim: str, texts: Sequence[str]) -> list[float]:
        there = _weigh(judge, {text: (text, claim) for text in texts if _may_oppose(claim, text)})
        back = _weigh(judge, {text: (claim, text) for text, chance in there.items() if chance >= _FIRM**2})
        means = {text: (there[text] * chance) ** 0.5 for text, chance in back.items()}
        return [means[text] if means.get(text, 0.0) >= _FIRM else 0.0 for text in texts]

    return rate


def _weigh(judge: PairJudge, pairs: Mapping[str, tuple[str, str]]) -> dict[str, float]:
    """How far each pair contradicts itself, under its name."""
    with one_thread():
        said = judge.weigh(list(pairs.values())) if pairs else ()
    return {name: one.contradicts for name, one in zip(pairs, said, strict=True)}


def _may_oppose(claim: str, text: str) -> bool:
    """Whether a text says something of what the claim speaks of, and does not hold the claim itself."""
    wanted = list_stems(claim)
    shared = len(wanted & list_stems(text))
    holds = claim.strip(" .").casefold() in text.casefold()
    return shared >= max(_FEWEST, _SHARED * len(wanted)) and not holds


def find_sense(judge: PairJudge) -> Callable[[str, str], bool]:
    """Whether a quotation says something else than its source, by this judge."""

    def says_otherwise(source: str, quote: str) -> bool:
        with one_thread():
            return judge.is_altered([(source, quote)])[0]

    return says_otherwise
