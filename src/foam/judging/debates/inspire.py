"""InspireScore: subjective appeal, logic and fact of an utterance, each from 0 to 1; the score is their mean.

Subjective   mean of four criteria, scored by a judge
Logic        how far its reasons carry its claims, scored by the judge, times the share of the sentences taking a side
             that keep to the speaker's position (0 where none does), halved when two of its sentences cannot both hold
Fact         the share of claims with something to check that the library supports, times how many those are; 0 where
             there is nothing to check. A speech that states nothing claims nothing

All three are multiplied by the share of the speech that states something and keeps to its side, the first two also by
how much that is (`reading.py`). A side is marked by all that it said, whatever speeches it said it in.

A judge may decline a criterion that it cannot read: then it has no mark, and the means are over the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from pydantic import Field

from foam.debate.contradictions import find_contradictions_said
from foam.debate.flaw import Loophole
from foam.debate.language import split_utterance
from foam.debate.questions import appeal_question, reasoning_question
from foam.debate.transcript import Side, Transcript
from foam.job.answers import read_reasons, read_score_or_decline
from foam.job.clerk import Clerk
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.judging.debates.facts import Fact, check_facts, list_claims
from foam.judging.debates.reading import SpeechReading, measure_breadth, merge_readings
from foam.model.question import Aim, Declined
from foam.model.template import Prompts
from foam.record.entry import Entry, Input, ValueInput
from foam.stats.averages import mean_of_known, weighted_mean
from foam.values import Value

NOTHING_TO_CHECK = "nothing to check"
_FLAWED = 0.5
"""What a contradiction, as the judge reads it, leaves of the logic score."""


Dimensions = tuple[float | None, float | None, float]
"""Subjective, logic and fact."""


class Criterion(NamedTuple):
    text: str
    aim: Aim
    """What speaks for a high score, for models that measure instead of reading."""


SUBJECTIVE: dict[str, Criterion] = {
    "emotional appeal": Criterion("It moves its hearers, and fairly so.", "meets"),
    "clarity": Criterion("What it claims is clear at first hearing.", "meets"),
    "arrangement": Criterion("Its points are well arranged: each leads to the next.", "meets"),
    "topic relevance": Criterion("It keeps to the motion and raises what matters in it.", "concerns"),
}


class Inspired(Value):
    """The marks of one utterance."""

    turn: int
    side: Side
    subjective: dict[str, float]
    """Criterion to mark; those that were declined are missing."""
    reasoning: float | None = Field(ge=0, le=1)
    """None where it was declined."""
    declined: tuple[str, ...] = ()
    """What the judge declined."""
    reading: SpeechReading
    """What the speech says at all, and for whom."""
    flaws: tuple[Loophole, ...]
    facts: tuple[Fact, ...]
    reasons: dict[str, str] = Field(default_factory=dict)
    """Why those marks, in the judge's words, by what was marked."""

    @property
    def dimensions(self) -> Dimensions:
        """Subjective and logic (None where all of it was declined), and fact."""
        return _weigh_dimensions(self.reading, self.appeal, self.logic, self.facts)

    @property
    def appeal(self) -> float | None:
        """The mean of the subjective marks, unweighted; None where all of them were declined."""
        return mean_of_known(self.subjective.values())

    @property
    def logic(self) -> float | None:
        """How well it reasons for its side, unweighted; None where the judge declined to say."""
        if self.reasoning is None:
            return None
        return self.reasoning * self.consistency * (_FLAWED if self.flaws else 1.0)

    @property
    def consistency(self) -> float:
        """Of the sentences that take a side, the share that keeps to the speaker's own; 0 where none takes one."""
        return self.reading.on_side

    @property
    def score(self) -> float:
        return inspire_score(*self.dimensions)


def inspire_score(subjective: float | None, logic: float | None, fact: float) -> float:
    """The aggregate: the mean of the three dimensions, without those that were declined."""
    return fmean(one for one in (subjective, logic, fact) if one is not None)


def side_means(marks: Sequence[Inspired], side: Side) -> tuple[float | None, float | None, float, float] | None:
    """A side's subjective, logic, fact and score, of all that it said; None when it did not speak.

    What the judge marked counts by how much the speech states: an interjection is no speech, and neither is what was
    said before.
    """
    own = [mark for mark in marks if mark.side == side]
    if not own:
        return None
    reading = merge_readings([mark.reading for mark in own])
    stated = [len(mark.reading.stated) for mark in own]
    appeal, logic = (_average(marks, stated) for marks in zip(*((one.appeal, one.logic) for one in own), strict=True))
    facts = tuple(fact for mark in own for fact in mark.facts)
    found = _weigh_dimensions(reading, appeal, logic, facts)
    return *found, inspire_score(*found)


def _average(marks: Sequence[float | None], stated: Sequence[int]) -> float | None:
    """The mean of the marks that were given, by how much each speech states."""
    known = [(mark, weight) for mark, weight in zip(marks, stated, strict=True) if mark is not None]
    return weighted_mean(known) if known else None


def _weigh_dimensions(
    reading: SpeechReading, appeal: float | None, logic: float | None, facts: Sequence[Fact]
) -> Dimensions:
    supported = sum(fact.verdict == "supported" for fact in facts)
    fact = supported / len(facts) * measure_breadth(supported) if facts else 0.0
    weighed = [None if mark is None else reading.weight * mark for mark in (appeal, logic)]
    return weighed[0], weighed[1], reading.sound * fact


async def mark_utterance(
    session: Session, transcript: Transcript, readings: Sequence[SpeechReading]
) -> tuple[Inspired, ...]:
    """The marks of these speeches, all judged at once."""
    return tuple(await asyncio.gather(*(_one(session, transcript, one) for one in readings)))


async def _one(session: Session, transcript: Transcript, reading: SpeechReading) -> Inspired:
    clerk, prompts = session.clerk, session.prompts
    turn = reading.turn
    said = transcript.utterances[turn]
    heard = clerk.compute(
        "utterance", said.json_value, ValueInput(role="said", value=[turn, said.text]), rule="transcript"
    )
    asking = _Asking(clerk, prompts, depend_on("utterance", heard))
    position = transcript.position(said.side)
    claims = list_claims(transcript, turn) if reading.stated else ()
    appeals, reasoned, facts = await asyncio.gather(
        asking.appeals(transcript.motion, said.text),
        asking.reasoning(position, said.text),
        check_facts(clerk, session.corpus, prompts, claims, asking.since, cited=said.cited),
    )
    marked = {**appeals, "reasoning": reasoned}
    given = {name: read_score_or_decline(entry) for name, entry in marked.items()}
    return Inspired(
        turn=turn,
        side=said.side,
        subjective={name: mark for name in appeals if not isinstance(mark := given[name], Declined)},
        reasoning=None if isinstance(mark := given["reasoning"], Declined) else mark,
        declined=tuple(name for name, mark in given.items() if isinstance(mark, Declined)),
        reading=reading,
        flaws=await find_contradictions_said(session, split_utterance(said.text)),
        facts=facts,
        reasons={name: why for name, entry in marked.items() if (why := read_reasons(entry))},
    )


class _Asking(NamedTuple):
    """What is asked about one utterance."""

    clerk: Clerk
    prompts: Prompts
    since: Input

    async def appeals(self, motion: str, text: str) -> dict[str, Entry]:
        """The four subjective marks."""
        questions = [
            appeal_question(self.prompts, motion=motion, criterion=one.text, utterance=text, aim=one.aim)
            for one in SUBJECTIVE.values()
        ]
        named = zip(SUBJECTIVE, questions, strict=True)
        entries = await asyncio.gather(*(self.clerk.ask(f"appeal: {name}", one, self.since) for name, one in named))
        return dict(zip(SUBJECTIVE, entries, strict=True))

    async def reasoning(self, position: str, text: str) -> Entry:
        question = reasoning_question(self.prompts, position=position, utterance=text)
        return await self.clerk.ask("reasoning", question, self.since)
