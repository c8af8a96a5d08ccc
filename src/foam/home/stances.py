"""What a judge says of two texts, for those who ask no model: whether one speaks against the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from foam.evidence.search.against import Stance
from foam.model.embedded.threads import one_thread
from foam.model.port import PairJudge


def rate_by(judge: PairJudge) -> Stance:
    """How far each text contradicts the claim, by this judge."""

    def rate(claim: str, texts: Sequence[str]) -> list[float]:
        with one_thread():
            return [one.contradicts for one in judge.weigh([(text, claim) for text in texts])]

    return rate


def find_sense(judge: PairJudge) -> Callable[[str, str], bool]:
    """Whether a quotation says something else than its source, by this judge."""

    def says_otherwise(source: str, quote: str) -> bool:
        with one_thread():
            return judge.is_altered([(source, quote)])[0]

    return says_otherwise
