"""A debate as it is played here: turns made of points, judged before they are spoken. Frozen values."""

from __future__ import annotations

from typing import Literal

from foam.argument.scheme import SchemeId
from foam.debate.logic.flaw import Loophole
from foam.debate.memory.values import Priors
from foam.debate.transcript import Kind, Side, Transcript, Utterance
from foam.evidence.corpus import Passage
from foam.paper import Readable
from foam.values import Value

DebaterName = Literal["r-debater", "plain", "retrieval", "four-roles", "human", "transcript"]
DEBATERS: tuple[DebaterName, ...] = ("r-debater", "plain", "retrieval", "four-roles", "human")
Without = Literal["", "revision", "logic", "schemes"]
Move = Literal["rebut", "answer", "argue"]
DraftCriterion = Literal["stance", "relevance", "schemes", "overlap", "quotations"]
CRITERIA: tuple[DraftCriterion, ...] = ("stance", "relevance", "schemes", "overlap", "quotations")


class Point(Value):
    """One point of a speech: words of its own, and sentences it rests on, quoted by the code from their pointers."""

    id: str
    """Turn and place: `3.2`."""
    move: Move
    words: str
    evidence: tuple[Passage, ...] = ()
    scheme: SchemeId | Literal[""] = ""
    answers: str = ""
    """The point of the other side that it answers."""

    @property
    def statement(self) -> str:
        """What the point says: its evidence where it has some, else its words."""
        return self.evidence[0].text if self.evidence else self.words

    @property
    def text(self) -> str:
        quoted = [f"“{passage.text}” ({passage.cite or passage.pointer.brief()})" for passage in self.evidence]
        return " ".join([self.words, *quoted]).strip()


class DraftJudgement(Value):
    """What the judge said of one draft."""

    met: tuple[DraftCriterion, ...]
    stances: dict[str, str]
    """Point id to supports, contradicts or neither."""
    relevance: float
    schemes: tuple[SchemeId, ...]
    """The schemes that were found in the draft."""
    overlap: float
    """Share of the draft's own word runs that stand in an exemplar."""
    feedback: tuple[str, ...]

    @property
    def accepted(self) -> bool:
        return not self.feedback

    @property
    def off_side(self) -> int:
        """How many points speak for the other side."""
        return sum(stance == "contradicts" for stance in self.stances.values())


class Attempt(Value):
    """One draft and its judgement."""

    text: str
    judged: DraftJudgement


class PreparationNotes(Value):
    """What the debater had in hand: found in the memory, and found wanting in the other side's reasoning."""

    keywords: tuple[str, ...] = ()
    priors: Priors
    loopholes: tuple[Loophole, ...] = ()
    unread_predicates: int = 0


class SpeechTurn(Value):
    """One turn as it was spoken."""

    number: int
    speech: str
    side: Side
    debater: str
    kind: Kind = "speech"
    text: str
    points: tuple[Point, ...] = ()
    words: int
    limit: int
    attempts: tuple[Attempt, ...] = ()
    accepted: bool = True
    """False when the limit of revisions was reached: the best draft was spoken all the same."""
    prepared: PreparationNotes | None = None
    about: str = ""
    """The point that a question or an answer is about."""
    conceded: bool = False
    worded_by: Literal["code", "model", "speaker"] = "model"
    notes: tuple[str, ...] = ()

    @property
    def argument(self) -> str:
        """What the turn says for itself: the code's connectives say nothing."""
        if self.worded_by != "code":
            return self.text
        return " ".join(point.statement for point in self.points if point.evidence)

    @property
    def sourced(self) -> tuple[str, ...]:
        """The sentences it quoted."""
        return tuple(passage.text for point in self.points for passage in point.evidence)


class FlowedPoint(Value):
    """A point on the flow, and what became of it."""

    point: Point
    speech: str
    side: Side
    answered_by: tuple[str, ...]
    dropped: bool
    conceded: bool


class Debate(Readable, Value):
    """A whole debate: computed from the record, never stored as a second truth."""

    motion: str
    format: str
    positions: dict[Side, str]
    debaters: dict[Side, str]
    without: Without = ""
    turns: tuple[SpeechTurn, ...]
    flow: tuple[FlowedPoint, ...]
    unverified: tuple[str, ...] = ()
    """Pointers whose words do not stand where they say."""
    notice: str = ""

    @property
    def transcript(self) -> Transcript:
        utterances = [
            Utterance(speaker=turn.debater, side=turn.side, text=turn.text, speech=turn.speech, kind=turn.kind)
            for turn in self.turns
        ]
        return Transcript(
            motion=self.motion, pro=self.positions["pro"], con=self.positions["con"], utterances=tuple(utterances)
        )

    @property
    def dropped(self) -> tuple[FlowedPoint, ...]:
        return tuple(one for one in self.flow if one.dropped)
