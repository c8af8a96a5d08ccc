"""*Choose* and *rank*: which options serve the question's aim, best first.

Relevance comes from the cascade. Which way an option leans comes from the judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

import numpy as np
from numpy.typing import NDArray

from foam.model.embedded.relevance import find_best, logistic
from foam.model.embedded.senses import Senses
from foam.model.port import EmbeddedJudge
from foam.model.question import Aim, Answer, Choose, Chosen, Option, Rank, Ranked

if TYPE_CHECKING:
    from foam.model.judge import Relation

Array = NDArray[np.float64]

KEEP = 0.5
"""Beyond the least that was asked for, an option is chosen if it is at least this many times as likely as the best."""
FLOOR = 0.3
"""Where choosing none is allowed, an option less likely than this is not chosen."""
DECIDED = 0.65
"""Where choosing none is allowed, the more convincing of two must be so with at least this probability."""
_MUTUAL = 0.65
"""A text makes the same point as a statement, or cannot be true beside it, if that is at least this likely."""
_READ = 16
"""Options that the judge reads."""
_FIRM = 4.0
"""A judge's log-odds count no further than this, either way."""
_JUDGE = 0.5
"""What a judge's log-odds weigh beside relevance."""
_CONVINCED = 0.8
"""The most confidence in what convinces more."""


@dataclass(frozen=True)
class Weighed:
    """Log-odds that each option serves the aim, and how they came about."""

    odds: Array
    leaning: Array
    """The part of the odds that says which way an option leans; 0 where that was not asked."""
    method: str

    @property
    def likely(self) -> Array:
        """The odds as probabilities."""
        likely: Array = np.round(1 / (1 + np.exp(-self.odds)), 4)
        return likely


def choose(question: Choose, senses: Senses) -> Answer:
    """Between `at_least` and `at_most` ids, best first."""
    if not question.options:
        return Answer(reply=Chosen(ids=()), method="nothing was offered")
    weighed = weigh(question, senses)
    order = _order_options(question.options, weighed.odds)
    wanted = sum(_wanted(question, weighed, i, order) for i in order)
    count = min(question.at_most, max(question.at_least, wanted))
    ids = tuple(question.options[i].id for i in order[:count])
    return _answer(Chosen(ids=ids), question, weighed, order)


def rank(question: Rank, senses: Senses) -> Answer:
    """Every id, best first."""
    weighed = weigh(question, senses)
    order = _order_options(question.options, weighed.odds)
    return _answer(Ranked(ids=tuple(question.options[i].id for i in order)), question, weighed, order)


def weigh(question: Choose | Rank, senses: Senses) -> Weighed:
    """How well each option serves the aim."""
    texts = [option.text for option in question.options]
    match question.aim:
        case "concerns" | "meets":
            odds = senses.cascade(likelihood=False).odds(question.statement, texts)
            return Weighed(odds, np.zeros(len(texts)), "words and sentence similarity")
        case "convinces":
            return _by_conviction(texts, senses)
        case "supports" | "contradicts":
            return _by_relevance(question, texts, senses)
        case "restates" | "refutes":
            chances = np.clip(match_pairs(question.aim, question.statement, texts, senses), 0.001, 0.999)
            odds = np.log(chances / (1 - chances))
            return Weighed(odds, np.zeros(len(texts)), f"the judge {senses.judge.name}")
        case _:
            assert_never(question.aim)


def match_pairs(aim: Aim, statement: str, texts: Sequence[str], senses: Senses) -> Array:
    """The chance that each text makes the statement's point, or that it cannot be true beside it.

    Either is asked both ways round, and the lesser counts: both relations are mutual.
    """
    forth, back = [(text, statement) for text in texts], [(statement, text) for text in texts]
    judge = senses.judge
    if aim == "restates":
        chances = [*judge.same_point(forth), *judge.same_point(back)]
    else:
        chances = [one.contradicts for one in judge.weigh([*forth, *back])]
    least: Array = np.array(chances, dtype=np.float64).reshape(2, -1).min(axis=0)
    return least


def _order_options(options: Sequence[Option], odds: Array) -> list[int]:
    """Positions, the likeliest first; ties by id, and what differs less than a sum in another order might is a tie."""
    rounded = np.round(odds, 3)
    return sorted(range(len(options)), key=lambda i: (-rounded[i], options[i].id))


def _by_relevance(question: Choose | Rank, texts: Sequence[str], senses: Senses) -> Weighed:
    """Relevance from the cascade, then the leaning.

    The last stage measures what makes a statement likelier, so it is asked for support alone, and spared where
    everything must be chosen anyway.
    """
    forced = isinstance(question, Choose) and question.at_least == len(texts)
    likelihood = question.aim == "supports" and len(texts) > 1 and not forced
    odds = senses.cascade(likelihood=likelihood).odds(question.statement, texts)
    relevance = "words, similarity and leave-one-out likelihood" if likelihood else "words and similarity"
    leaning = _judge(question, texts, find_best(odds, _READ), senses.judge)
    return Weighed(odds + leaning, leaning, f"{relevance}; stance from the judge {senses.judge.name}")


def _judge(question: Choose | Rank, texts: Sequence[str], read: Sequence[int], judge: EmbeddedJudge) -> Array:
    """How the judge sees what is most relevant; the rest is taken to lean away."""
    leaning = np.full(len(texts), -_JUDGE * _FIRM)
    relations = judge.relation([(texts[i], question.statement) for i in read])
    leaning[read] = [_JUDGE * _firmness(relation, question.aim) for relation in relations]
    return leaning


def _by_conviction(texts: Sequence[str], senses: Senses) -> Weighed:
    """Each text's mean log-odds of convincing more than each of the others."""
    pairs = [(one, other) for one in texts for other in texts]
    chances = np.clip(np.array(senses.judge.convinces(pairs)), 0.001, 0.999).reshape(len(texts), -1)
    odds = np.log(chances / (1 - chances)).mean(axis=1)
    return Weighed(odds, np.zeros(len(texts)), f"the judge {senses.judge.name}")


def _firmness(relation: Relation, aim: Aim) -> float:
    wanted = relation.contradicts if aim == "contradicts" else relation.supports
    return float(np.clip(np.log((wanted + 1e-6) / (1 - wanted + 1e-6)), -_FIRM, _FIRM))


def _wanted(question: Choose, weighed: Weighed, at: int, order: list[int]) -> bool:
    """Would this option be chosen if none had to be?"""
    likely = weighed.likely
    if question.aim == "convinces":
        return at == order[0] and _lead(weighed, order) >= DECIDED
    if question.aim in ("restates", "refutes"):
        return bool(likely[at] >= _MUTUAL)
    if question.aim == "contradicts" and weighed.leaning[at] <= 0:
        return False
    return bool(likely[at] >= max(FLOOR, KEEP * likely[order[0]]))


def _lead(weighed: Weighed, order: list[int]) -> float:
    """The chance that the first stands before the second."""
    if len(order) < 2:
        return 1.0
    return logistic(weighed.odds[order[0]] - weighed.odds[order[1]])


def _answer(reply: Chosen | Ranked, question: Choose | Rank, weighed: Weighed, order: list[int]) -> Answer:
    detail = {option.id: float(value) for option, value in zip(question.options, weighed.likely, strict=True)}
    if question.aim == "convinces":
        confidence = min(_CONVINCED, _lead(weighed, order))
    else:
        confidence = _measure_service(question.aim, weighed, order[0])
    return Answer(reply=reply, method=weighed.method, confidence=round(confidence, 2), detail=detail)


def _measure_service(aim: Aim, weighed: Weighed, first: int) -> float:
    """The probability that the first option is relevant, times that it leans the right way."""
    relevant = logistic(weighed.odds[first] - weighed.leaning[first])
    return relevant if aim in ("concerns", "restates", "refutes") else relevant * logistic(weighed.leaning[first])
