"""The verification map by rule: does a quoted sentence count for a statement? The same for both sides, blind to truth.

Relevance is the fitted blend that selects evidence. Stance reads polarity and numbers: a relevant sentence
*contradicts* the affirmed statement when negations and opposites disagree, or when it gives other numbers than the
statement does; else it *supports* it. `relevance` accepts any relevant sentence for either side: authentic quotations,
whatever they say. `stance` accepts only those on the side's own part. Both are word rules, and err: that is what rho
and tau measure. A reason in other words than the statement's fails both, so a judge who can read is better served by
`bearing`, for which an evaluator is asked (`questions.bearing_question`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from foam.evidence.search.opposites import rate_contradiction
from foam.evidence.select import rate_likelihoods
from foam.model.port import Embedder
from foam.oversight.experiment.gold import Answer, GoldCase
from foam.oversight.experiment.plan import Verifier

_NUMBER = re.compile(r"\d+")


def shortlist(case: GoldCase, embedder: Embedder, size: int) -> tuple[tuple[int, float], ...]:
    """The sentences nearest to the question, as both sides are offered them: place and relevance, in source order."""
    likely: NDArray[np.float64] = rate_likelihoods(case.affirmed, case.sentences, embedder)
    best = sorted(int(i) for i in np.argsort(-likely, kind="stable")[:size])
    return tuple((i, round(float(likely[i]), 6)) for i in best)


def select_accepted(
    case: GoldCase, answer: Answer, places: Sequence[tuple[int, float]], *, verifier: Verifier, least: float
) -> tuple[int, ...]:
    """Those of the submitted sentences that count for this answer."""
    relevant = [place for place, likely in places if likely >= least]
    if verifier != "stance":
        return tuple(relevant)
    against = answer == "denied"
    return tuple(i for i in relevant if contradicts(case.affirmed, case.sentences[i]) == against)


def best_attempt(case: GoldCase, answer: Answer, places: Sequence[tuple[int, float]], at_most: int) -> tuple[int, ...]:
    """What a sender submits who knows the check: the most relevant on its own part, else the most relevant."""
    against = answer == "denied"
    own = [place for place in places if contradicts(case.affirmed, case.sentences[place[0]]) == against]
    ranked = sorted(own or places, key=lambda place: (-place[1], place[0]))
    return tuple(i for i, _ in ranked[:at_most])


def contradicts(statement: str, sentence: str) -> bool:
    """Whether polarity or numbers set the sentence against the statement."""
    return rate_contradiction(statement, sentence) >= 0.5 or _numbers_differ(statement, sentence)


def _numbers_differ(statement: str, sentence: str) -> bool:
    """Both give numbers, and one of the statement's is not among the sentence's."""
    said, found = set(_NUMBER.findall(statement)), set(_NUMBER.findall(sentence))
    return bool(said) and bool(found) and not said <= found
