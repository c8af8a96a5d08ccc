"""Moves: which point was met with which answer, in what form, and what became of it.

They are read off a transcript sentence by sentence: a sentence answers the point of the other side's last speech that
it bears on and speaks against most, as the judge says. An answer stood if the other side spoke afterwards and
nothing it said bears on it and speaks against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from foam.argument.scheme import SchemeId
from foam.debate.bearing import read_bearings
from foam.debate.language import makes_a_point, split_utterance
from foam.debate.transcript import Side, Utterance
from foam.model.port import PairJudge
from foam.values import Value

Outcome = Literal["stood", "answered", "open"]
"""What became of an answer: nobody answered it, somebody did, or nobody spoke after it who could have."""

BEARS, AGAINST = 0.5, 0.35
"""Chances of the judge from which a sentence is taken to answer a point, if it speaks against it rather than for it. In
a debate the speech before is what a speech answers, so that less is asked than of a sentence out of a library."""
REPLY_BEARS, REPLY_AGAINST = 0.7, 0.5
"""The same for what was said of something else: that it answers this point, nothing but the judge says."""
_MOST_POINTS = 12
"""Points of the speech before that an answer can be about: the first."""


class MemoryMove(Value):
    """One answer to one point."""

    point: str
    """What was said, in the other side's words; empty where the answer was given to no point in particular."""
    answer: str
    """What was said to it."""
    side: Side
    """Whose answer it was."""
    scheme: SchemeId | Literal[""] = ""
    """The answer's form of argument, as a trained classifier names it; empty where it is not sure."""
    outcome: Outcome = "open"

    @property
    def succeeded(self) -> bool:
        """Whether it was left standing by those who could have answered it."""
        return self.outcome == "stood"

    def describe(self) -> str:
        """What was said to what, in a line."""
        return f"“{self.point}” was met with “{self.answer}”" if self.point else f"“{self.answer}” was said"


class RecalledMove(Value):
    """A move that was found again for a point, and why."""

    move: MemoryMove
    motion: str
    """The motion of the debate that it was made in."""
    exemplar: str
    """The remembered utterance that it stands in, by its id."""
    nearness: float
    """Cosine of the two points or, of a reply, of the answer and the point."""
    shared: tuple[str, ...]
    """Telling words that both have."""
    score: float
    reply: bool = Field(default=False, exclude_if=lambda reply: not reply)
    """Whether it was not given to a point like this one, but meets it, as the judge says; its score is the judge's."""

    def explain(self) -> str:
        """Why it was recalled, in a line."""
        words = f"shares {', '.join(self.shared)}" if self.shared else "shares no telling word"
        if self.reply:
            return f"said of another point, but it meets this one by the judge ({self.score:.2f}); {words}"
        stood = {"stood": "its answer stood", "answered": "its answer was answered", "open": "nobody could answer it"}
        return f"nearness {self.nearness:.2f}, {words}; {stood[self.move.outcome]}"


def read_moves(judge: PairJudge, utterances: Sequence[Utterance]) -> tuple[tuple[MemoryMove, ...], ...]:
    """The moves of each utterance, in order: what it answered of the other side's speech before it."""
    found: list[tuple[MemoryMove, ...]] = []
    for place, said in enumerate(utterances):
        before = next((one for one in reversed(utterances[:place]) if one.side != said.side), None)
        after = next((one for one in utterances[place + 1 :] if one.side != said.side), None)
        points = list_statements(before.text)[:_MOST_POINTS] if before else ()
        answers = list_statements(said.text, questions=True)
        found.append(_pair_up(judge, points, answers, said.side, list_statements(after.text) if after else None))
    return tuple(found)


def _pair_up(
    judge: PairJudge, points: Sequence[str], answers: Sequence[str], side: Side, replies: Sequence[str] | None
) -> tuple[MemoryMove, ...]:
    if not points or not answers:
        return ()
    pairs = [(answer, point) for answer in answers for point in points]
    rated = _rate_answers(judge, pairs)
    found = []
    for n, answer in enumerate(answers):
        rates = rated[n * len(points) : (n + 1) * len(points)]
        best = max(range(len(points)), key=lambda at: rates[at])
        if rates[best] > 0:
            found.append((points[best], answer))
    forms = judge.scheme([answer for _, answer in found]) if found else []
    return tuple(
        MemoryMove(
            point=point,
            answer=answer,
            side=side,
            scheme=form.verdict or "",
            outcome=_find_outcome(judge, answer, replies),
        )
        for (point, answer), form in zip(found, forms, strict=True)
    )


def _rate_answers(
    judge: PairJudge, pairs: Sequence[tuple[str, str]], *, bears: float = BEARS, against: float = AGAINST
) -> list[float]:
    """For each sentence and point how far the one answers the other, as the judge says; 0 where it does not."""
    return [
        one.contradicts * one.bears if one.contradicts >= max(against, one.supports) and one.bears >= bears else 0.0
        for one in read_bearings(judge, pairs)
    ]


def add_replies(
    judge: PairJudge, moves: Sequence[RecalledMove], replies: Sequence[RecalledMove], point: str, *, most: int
) -> tuple[RecalledMove, ...]:
    """The moves whose answer meets this point, too, then the replies that do, the surest first, then the other moves.

    That a point was like this one does not make its answer one to this: the judge says what meets it.
    """
    known = {one.move.answer for one in moves}
    new = [one for one in replies if one.move.answer not in known]
    meeting = _find_meeting(judge, [one.move.answer for one in moves], point)
    rates = _rate_answers(judge, [(one.move.answer, point) for one in new], bears=REPLY_BEARS, against=REPLY_AGAINST)
    rated = [one.model_copy(update={"score": round(rate, 4)}) for one, rate in zip(new, rates, strict=True)]
    met = sorted((one for one in rated if one.score > 0), key=lambda one: -one.score)
    first = [one for one in moves if one.move.answer in meeting]
    return (*first, *met, *(one for one in moves if one not in first))[:most]


def _find_meeting(judge: PairJudge, answers: Sequence[str], point: str) -> dict[str, float]:
    """The remembered answers that meet a point they were not given to, and how surely, as the judge says."""
    rates = _rate_answers(judge, [(one, point) for one in answers], bears=REPLY_BEARS, against=REPLY_AGAINST)
    return {one: rate for one, rate in zip(answers, rates, strict=True) if rate > 0}


def _find_outcome(judge: PairJudge, answer: str, replies: Sequence[str] | None) -> Outcome:
    if replies is None:
        return "open"
    return "answered" if any(rate > 0 for rate in _rate_answers(judge, [(one, answer) for one in replies])) else "stood"


def list_statements(text: str, *, questions: bool = False) -> tuple[str, ...]:
    """The sentences of a speech that say something by themselves."""
    return tuple(one for one in split_utterance(text) if makes_a_point(one) and (questions or not _asks(one)))


def _asks(sentence: str) -> bool:
    return sentence.rstrip(" ”\"'").endswith(("?", "？"))
