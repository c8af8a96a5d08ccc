"""InspireScore as the paper prints it: a judge's scores from 0 to 1 by criterion, and nothing that weighs them.

Its dimensions are the means of their criteria, its score the mean of the dimensions. Code holds nothing against the
library here, and a speech that says one thing ten times may have the highest mark: `inspire.py` is ours.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from foam.debate.questions import appeal_question
from foam.debate.transcript import Side, Transcript, Utterance
from foam.job.answers import read_score_or_decline
from foam.job.session import Session
from foam.judging.debates.inspire import Criterion
from foam.model.question import Declined
from foam.record.entry import ValueInput
from foam.stats.averages import mean_of_known
from foam.values import Value

PRINTED: Mapping[str, Mapping[str, Criterion]] = MappingProxyType(
    {
        "subjective": {
            "emotional appeal": Criterion("its emotional appeal", "meets"),
            "clarity": Criterion("the clarity of its argument", "meets"),
            "arrangement": Criterion("the arrangement of its argument", "meets"),
            "topic elevation": Criterion("how far it elevates the topic", "concerns"),
        },
        "logic": {
            "reasoning": Criterion("whether its reasoning is a coherent chain without contradictions", "meets"),
            "stance": Criterion("whether it keeps to the position that it was given, and to the motion", "supports"),
        },
        "fact": {
            "correctness": Criterion("the correctness of the information that it cites", "meets"),
            "credibility": Criterion("the credibility of the information that it cites", "meets"),
            "relevance": Criterion("the relevance to the debate of the information that it cites", "concerns"),
        },
    }
)
"""The criteria of each dimension, in the paper's words (section 5.1)."""


class PrintedMark(Value):
    """The marks of one speech."""

    turn: int
    side: Side
    marks: dict[str, float]
    """Criterion to mark; those that were declined are missing."""

    @property
    def dimensions(self) -> tuple[float | None, ...]:
        """Subjective, logic and fact; None where all of it was declined."""
        return tuple(mean_of_known(self.marks.get(name) for name in criteria) for criteria in PRINTED.values())

    @property
    def score(self) -> float | None:
        """The mean of the three dimensions."""
        return mean_of_known(self.dimensions)


def average_side(marks: Sequence[PrintedMark], side: Side) -> tuple[float | None, ...]:
    """A side's dimensions and score, each the mean over its speeches; nothing where it did not speak."""
    own = [(*one.dimensions, one.score) for one in marks if one.side == side]
    return tuple(mean_of_known(column) for column in zip(*own, strict=True))


async def mark_as_printed(session: Session, transcript: Transcript, turns: Sequence[int]) -> tuple[PrintedMark, ...]:
    """The marks of these speeches, all judged at once."""
    return tuple(await asyncio.gather(*(_mark(session, transcript, turn) for turn in turns)))


async def _mark(session: Session, transcript: Transcript, turn: int) -> PrintedMark:
    said = transcript.utterances[turn]
    criteria = {name: one for dimension in PRINTED.values() for name, one in dimension.items()}
    since = ValueInput(role="said", value=[turn, said.side])
    questions = [
        appeal_question(
            session.prompts,
            motion=f"{transcript.motion}\n{said.side} defends: {transcript.position(said.side)}",
            criterion=f"{one.text}.",
            utterance=_tell_speech(said),
            aim=one.aim,
        )
        for one in criteria.values()
    ]
    named = zip(criteria, questions, strict=True)
    entries = await asyncio.gather(*(session.clerk.ask(f"as printed: {name}", one, since) for name, one in named))
    given = {name: read_score_or_decline(entry) for name, entry in zip(criteria, entries, strict=True)}
    marks = {name: mark for name, mark in given.items() if not isinstance(mark, Declined)}
    return PrintedMark(turn=turn, side=said.side, marks=marks)


def _tell_speech(said: Utterance) -> str:
    """The speech with what it cites, in the words of the sources."""
    return "\n".join([said.text, *(f"It cites: {one}" for one in said.cited)])
