"""*Label* and *score*: the best honest signal for a judgement that a small model cannot make, and little confidence.

Labels that speak of agreement (`supports`, `no`, `unclear`, …) are read off the stance; whether a text *establishes* a
statement by whether it makes that point; any other set by how similar the text is to the label's own words. A score is
the probability of the question's aim, put on the scale. A criterion that the prompt names is not understood: only the
statement, the text and the aim are.
"""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Literal, assert_never

import numpy as np

from foam.model.check import BEARING, CLAIMS_MORE, COMMITMENT, GATE, IN_PART, MISSES, SIDES, STATED, SUPPORT, TAKEN_BACK
from foam.model.embedded.bearing import label_support
from foam.model.embedded.choosing import match_pairs
from foam.model.embedded.senses import Senses
from foam.model.question import Answer, Declined, Label, Labelled, Score, Scored
from foam_quotes.text.segment import split_sentences
from foam_quotes.text.words import split_words

if TYPE_CHECKING:
    from foam.model.judge import Relation

Side = Literal["supports", "contradicts", "neither"]

_SPOKEN: dict[Side, str] = {
    "supports": "supports support supported agrees agree yes true entails entailment affirms follows pro for",
    "contradicts": "contradicts contradict contradicted refutes refute refuted disagrees disagree no false denies con "
    "against opposes undermines attacks",
    "neither": "neither neutral unclear unknown unrelated irrelevant beside undecided part partly "
    "partially mixed maybe",
}
_SIDES = {word: side for side, spoken in _SPOKEN.items() for word in spoken.split()}
_ESTABLISHING = ("establishes", "contradicts", "beside the point", "unclear")
CANNOT_READ = "the embedded model measures short texts; it cannot read whether one meets a criterion"
_BY_SIMILARITY = 0.4
"""The most confidence in a label chosen because its name is similar."""
_GUESS = 0.3
"""Confidence in a score that the judge has no calibrated chance for."""
_SHARPNESS = 10.0
"""How steeply similarity to labels is read: a tenth of cosine is a factor of e."""


def label(question: Label, senses: Senses) -> Answer:
    """One label of the set."""
    if question.labels in (BEARING, SIDES):
        return _by_bearing(question, senses)
    if question.labels == _ESTABLISHING:
        return _by_point(question, senses)
    if question.labels in (SUPPORT, GATE):
        return label_support(question, senses)
    if question.labels in (STATED, COMMITMENT):
        # Fact or view, and what a seat owns up to, take a reader: no signal in the words says it.
        return Answer(reply=Labelled(label="unclear"), method="declined: it takes a reader", confidence=_GUESS)
    if TAKEN_BACK in question.labels or CLAIMS_MORE in question.labels:
        # It compares two texts: of what only a reader finds it says nothing.
        plain = tuple(name for name in question.labels if name not in (IN_PART, TAKEN_BACK, CLAIMS_MORE, MISSES))
        return label(question.model_copy(update={"labels": plain}), senses)
    sides = [side_of(name) for name in question.labels]
    if None not in sides and {"supports", "contradicts"} <= set(sides):
        return _by_stance(question, sides, senses)
    return _by_similarity(question, senses)


def score(question: Score, senses: Senses) -> Answer:
    """A place on the scale; a criterion that only a reader can apply is declined where that is an answer."""
    if question.aim == "meets" and question.may_decline:
        return Answer(reply=Declined(why=CANNOT_READ), method="declined")
    likely, method = _aimed(question, senses)
    place = question.low + (question.high - question.low) * round(likely, 3)
    reply = Scored(score=min(max(place, question.low), question.high))
    is_told = question.aim in ("supports", "contradicts")
    confidence = round(max(likely, 1 - likely), 2) if is_told else _GUESS
    return Answer(reply=reply, method=method, confidence=confidence, detail={question.aim: round(likely, 3)})


def side_of(name: str) -> Side | None:
    """Which side a label speaks for, by its last word that names one: `partially supports` is half-hearted support."""
    found = [_SIDES[word] for word in map(str.lower, split_words(name)) if word in _SIDES]
    return found[-1] if found else None


def _by_bearing(question: Label, senses: Senses) -> Answer:
    """Yes or no, by the judge's own heads: does it speak of the matter, does it take or report a side?"""
    pair, judge = [(question.text, question.statement)], senses.judge
    yes = judge.bears_on(pair)[0].probability if question.labels == BEARING else 1 - judge.takes_a_side(pair)[0].neither
    likely = dict(zip(question.labels, (round(yes, 3), round(1 - yes, 3)), strict=True))
    return _likeliest(question, likely, method=_stance_method(senses), cap=1.0)


def _by_point(question: Label, senses: Senses) -> Answer:
    """Whether the text, or a sentence of it, makes the point of the statement and does not speak against it."""
    sentences = [span.of(question.text).strip() for span in split_sentences(question.text)]
    pairs = [(text, question.statement) for text in dict.fromkeys((question.text, *sentences))]
    judge = senses.judge
    read = list(zip(judge.same_point(pairs), judge.weigh(pairs), judge.bears_on(pairs), strict=True))
    made = max(same if weighed.supports > weighed.contradicts else 0.0 for same, weighed, _ in read)
    denied = max(weighed.contradicts for _, weighed, _ in read)
    beside = 1 - max(bears.probability for _, _, bears in read)
    shares = (made, denied, beside, 1 - max(made, denied, beside))
    likely = {name: round(share, 3) for name, share in zip(question.labels, shares, strict=True)}
    return _likeliest(question, likely, method=_stance_method(senses), cap=1.0)


def _by_stance(question: Label, sides: list[Side | None], senses: Senses) -> Answer:
    """Labels of one side share its probability; sides that no label speaks for are left out of account."""
    (relation,) = senses.judge.relation([(question.text, question.statement)])
    total = fsum(_of(relation, side) for side in set(sides)) or 1.0
    likely = {
        name: round(_of(relation, side) / sides.count(side) / total, 3)
        for name, side in zip(question.labels, sides, strict=True)
    }
    return _likeliest(question, likely, method=_stance_method(senses), cap=1.0)


def _likeliest(question: Label, likely: dict[str, float], *, method: str, cap: float) -> Answer:
    """The first of the likeliest labels."""
    chosen = max(question.labels, key=lambda name: likely[name])
    confidence = round(min(cap, likely[chosen]), 2)
    return Answer(reply=Labelled(label=chosen), method=method, confidence=confidence, detail=likely)


def _stance_method(senses: Senses) -> str:
    return f"the judge {senses.judge.name}"


def _by_similarity(question: Label, senses: Senses) -> Answer:
    rows = senses.sentences.embed([question.text, *question.labels])
    raised = np.exp(_SHARPNESS * (rows[1:] @ rows[0]).astype(np.float64))
    shares = np.round(raised / raised.sum(), 3)
    likely = dict(zip(question.labels, map(float, shares), strict=True))
    return _likeliest(question, likely, method="similarity to the label", cap=_BY_SIMILARITY)


def _aimed(question: Score, senses: Senses) -> tuple[float, str]:
    """The probability that the text does what the aim says, and how it was found."""
    match question.aim:
        case "concerns":
            rows = senses.sentences.embed([question.text, question.statement])
            return float(np.clip(rows[0] @ rows[1], 0, 1)), "sentence similarity"
        case "convinces":
            (likely,) = senses.judge.convinces([(question.text, question.statement)])
            return likely, _stance_method(senses)
        case "supports" | "contradicts" | "meets":
            (relation,) = senses.judge.relation([(question.text, question.statement)])
            return _of(relation, "contradicts" if question.aim == "contradicts" else "supports"), _stance_method(senses)
        case "restates" | "refutes":
            chances = match_pairs(question.aim, question.statement, [question.text], senses)
            return float(chances[0]), _stance_method(senses)
        case _:
            assert_never(question.aim)


def _of(relation: Relation, side: Side | None) -> float:
    match side:
        case "supports":
            return relation.supports
        case "contradicts":
            return relation.contradicts
        case _:
            return relation.neither
