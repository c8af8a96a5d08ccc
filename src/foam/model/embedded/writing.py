"""*Write* by taking: the words of a field are a clause of the material, never made up.

A sentence that fits is taken whole. A longer one is cut to the best run of its clauses that fits, and a clause that is
itself too long after its first words, with an ellipsis to show it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from foam.errors import OutOfBounds
from foam.model.embedded.filling import fill
from foam.model.embedded.relevance import find_best, logistic
from foam.model.embedded.senses import Senses
from foam.model.form import ListField, count_words
from foam.model.question import Answer, Write, Written
from foam_quotes.text.normalise import normalise
from foam_quotes.text.segment import split_sentences

_BOUNDARY = re.compile(
    r"(?<=[,;:])\s+|(?<=—)|\s+(?=\()|\s+(?=(?:and|but|because|although|while|which|who|whereas|if) )"
)
_EDGE = " ,;:—-"
_DISTINCT = 3.0
"""Log-odds that a text loses for each field that took it already."""


def write(question: Write, senses: Senses) -> Answer:
    """Fill each field from the material, or from the statement where there is none; a form of lists by the judge."""
    if any(isinstance(field, ListField) for field in question.fields):
        return fill(question, senses)
    if len(question.texts) < len(question.fields):
        raise OutOfBounds("the embedded model takes sentences and fills no forms", said="")
    taken: dict[str, str] = {}
    odds: dict[str, float] = {}
    for field in question.texts:
        text, likely = _best(question, field.max_words, tuple(taken.values()), senses)
        taken[field.name] = text or _cut(field.name, field.max_words) or "…"
        odds[field.name] = likely
    source = "the material" if question.material else "the statement"
    return Answer(
        reply=Written(fields=dict(taken)),
        method=f"words taken from {source}, the most relevant clause",
        confidence=round(min(odds.values()), 2),
        detail=odds,
    )


def _best(question: Write, limit: int, taken: Sequence[str], senses: Senses) -> tuple[str, float]:
    """The most relevant passage within the limit, and how likely it bears on the statement."""
    offered = list(dict.fromkeys(find_passages(_sources(question), limit)))
    if not offered:
        return "", 0.0
    if len(offered) == 1:
        return offered[0], 0.5
    odds = senses.cascade(likelihood=False).odds(question.statement, offered)
    odds = odds - np.array([_DISTINCT * sum(text == used for used in taken) for text in offered])
    first = find_best(odds, 1)[0]
    return offered[first], round(logistic(odds[first]), 3)


def _sources(question: Write) -> list[str]:
    return [option.text for option in question.material] or [question.statement]


def find_passages(texts: Sequence[str], limit: int) -> Iterator[str]:
    """Every sentence of the texts, cut to what fits into `limit` words."""
    for text in map(normalise, texts):
        for span in split_sentences(text):
            yield from _cut_to_fit(span.of(text).strip(), limit)


def _cut_to_fit(sentence: str, limit: int) -> Iterator[str]:
    if 0 < count_words(sentence) <= limit:
        yield sentence
    elif sentence:
        ends = [match.start() for match in _BOUNDARY.finditer(sentence)] + [len(sentence)]
        starts = [0] + [match.end() for match in _BOUNDARY.finditer(sentence)]
        for place, start in enumerate(starts):
            runs = (sentence[start:end] for end in reversed(ends[place:]))
            fitting = next((run for run in runs if count_words(run) <= limit), None)
            text = _cut(sentence[start : ends[place]], limit) if fitting is None else fitting.strip(_EDGE)
            if text:
                yield text


def _cut(text: str, limit: int) -> str:
    found = text.split()
    if len(found) <= limit:
        return " ".join(found)
    return " ".join(found[:limit]).rstrip(_EDGE) + "…"
