"""Moves: which point was met with which answer, in what form, and what became of it.

They are read off a transcript sentence by sentence: a sentence answers the point of the other side's last speech that
it bears on and speaks against most, as the shipped judge says. An answer stood if the other side spoke afterwards and
nothing it said bears on it and speaks against it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from foam.argument.scheme import SchemeId
from foam.debate.language import split_utterance
from foam.debate.transcript import Side, Utterance
from foam.model.embedded.threads import one_thread
from foam.text.leaning import leans_on_neighbours
from foam.text.words import measure_length
from foam.values import Value

MoveKind = Literal["counter", "question"]
"""How a point was met: with a statement against it, or with a question to it."""
Backing = Literal["figure", "source", "plain"]
"""What an answer brought: a figure, a named source, or neither."""
Outcome = Literal["stood", "answered", "open"]
"""What became of an answer: nobody answered it, somebody did, or nobody spoke after it who could have."""

BEARS, AGAINST = 0.5, 0.35
"""Chances of the judge from which a sentence is taken to answer a point, if it speaks against it rather than for it. In
a debate the speech before is what a speech answers, so that less is asked than of a sentence out of a library."""
_LEAST_WORDS = 5
_MOST_POINTS = 12
"""Points of the speech before that an answer can be about: the first."""
_FIGURE = re.compile(r"\d")
_SOURCE = re.compile(
    r"\b(?:stud(?:y|ies)|surveys?|reports?|reported|according to|professor|research|researchers|found that)\b"
    r"|研究|调查|报告|专家|教授",
    re.IGNORECASE,
)


class MemoryMove(Value):
    """One answer to one point."""

    point: str
    """What was said, in the other side's words."""
    answer: str
    """What was said to it."""
    side: Side
    """Whose answer it was."""
    kind: MoveKind = "counter"
    backing: Backing = "plain"
    scheme: SchemeId | Literal[""] = ""
    """The answer's form of argument, as a trained classifier names it; empty where it is not sure."""
    outcome: Outcome = "open"

    @property
    def succeeded(self) -> bool:
        """Whether it was left standing by those who could have answered it."""
        return self.outcome == "stood"


class RecalledMove(Value):
    """A move that was found again for a point, and why."""

    move: MemoryMove
    motion: str
    """The motion of the debate that it was made in."""
    exemplar: str
    """The remembered utterance that it stands in, by its id."""
    nearness: float
    """Cosine of the two points."""
    shared: tuple[str, ...]
    """Telling words that both points have."""
    score: float

    def explain(self) -> str:
        """Why it was recalled, in a line."""
        words = f"shares {', '.join(self.shared)}" if self.shared else "shares no telling word"
        stood = {"stood": "its answer stood", "answered": "its answer was answered", "open": "nobody could answer it"}
        return f"nearness {self.nearness:.2f}, {words}; {stood[self.move.outcome]}"


def read_moves(utterances: Sequence[Utterance]) -> tuple[tuple[MemoryMove, ...], ...]:
    """The moves of each utterance, in order: what it answered of the other side's speech before it."""
    found: list[tuple[MemoryMove, ...]] = []
    for place, said in enumerate(utterances):
        before = next((one for one in reversed(utterances[:place]) if one.side != said.side), None)
        after = next((one for one in utterances[place + 1 :] if one.side != said.side), None)
        points = _list_statements(before.text)[:_MOST_POINTS] if before else ()
        answers = _list_statements(said.text, questions=True)
        found.append(_pair_up(points, answers, said.side, _list_statements(after.text) if after else None))
    return tuple(found)


def describe_backing(answer: str) -> Backing:
    """What an answer brought, by its words."""
    if _SOURCE.search(answer):
        return "source"
    return "figure" if _FIGURE.search(answer) else "plain"


def _pair_up(
    points: Sequence[str], answers: Sequence[str], side: Side, replies: Sequence[str] | None
) -> tuple[MemoryMove, ...]:
    from foam.model.judge import shipped_judge  # here: bundles are checked where there is no judge

    if not points or not answers:
        return ()
    pairs = [(answer, point) for answer in answers for point in points]
    rated = rate_answers(pairs)
    found = []
    for n, answer in enumerate(answers):
        rates = rated[n * len(points) : (n + 1) * len(points)]
        best = max(range(len(points)), key=lambda at: rates[at])
        if rates[best] > 0:
            found.append((points[best], answer))
    forms = shipped_judge().scheme([answer for _, answer in found]) if found else []
    return tuple(
        MemoryMove(
            point=point,
            answer=answer,
            side=side,
            kind="question" if _asks(answer) else "counter",
            backing=describe_backing(answer),
            scheme=form.verdict or "",
            outcome=_find_outcome(answer, replies),
        )
        for (point, answer), form in zip(found, forms, strict=True)
    )


def rate_answers(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """For each sentence and point how far the one answers the other, as the judge says; 0 where it does not."""
    from foam.model.judge import shipped_judge

    if not pairs:
        return []
    with one_thread():
        shares = shipped_judge().all_shares(("relation", "bears"), pairs)
    rows = zip(shares["relation"], shares["bears"], strict=True)
    return [
        float(relation[1]) * float(bears[0]) if relation[1] >= max(AGAINST, relation[0]) and bears[0] >= BEARS else 0.0
        for relation, bears in rows
    ]


def _find_outcome(answer: str, replies: Sequence[str] | None) -> Outcome:
    if replies is None:
        return "open"
    return "answered" if any(rate > 0 for rate in rate_answers([(one, answer) for one in replies])) else "stood"


def _list_statements(text: str, *, questions: bool = False) -> tuple[str, ...]:
    return tuple(
        one
        for one in split_utterance(text)
        if measure_length(one) >= _LEAST_WORDS and not leans_on_neighbours(one) and (questions or not _asks(one))
    )


def _asks(sentence: str) -> bool:
    return sentence.rstrip(" ”\"'").endswith(("?", "？"))
