"""A debate as it is played here: turns made of points, judged before they are spoken. Frozen values."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from foam.argument.scheme import SchemeId
from foam.debate.citing import name_aloud
from foam.debate.decision import Decision
from foam.debate.deeds import ChainLink, Deed
from foam.debate.flaw import Loophole
from foam.debate.judged import Attempt, FaultKind
from foam.debate.language import split_utterance
from foam.debate.memory.moves import RecalledMove
from foam.debate.memory.values import Priors
from foam.debate.transcript import Kind, Side, Transcript, Utterance
from foam.evidence.corpus import Passage
from foam.job.acts import ActCount
from foam.job.orders.debate import Debater, Without
from foam.pack.formats import Duty
from foam.paper import Readable
from foam.values import Value
from foam_quotes.text.pointer import Pointer

DebaterName = Literal[Debater, "transcript"]
Move = Literal["rebut", "answer", "qualify", "grant", "argue", "extend", "concede", "weigh", "frame", "pass"]
"""What a point does. In cross-examination an answer stands by its point, qualifies it, grants what is asked while the
point stands as it was said, or gives the point up (it concedes). In a speech, too, who grants a part of a rebuttal
keeps the point that it rebuts, and who concedes it gives that up. What frames a debate says what the motion's words
mean and who has to show what. Where nothing in its evidence answers a point the bounded form says that it has no answer
and passes."""
GRANTING: tuple[Move, ...] = ("grant", "concede")
"""Moves that give the other side something."""
UNDROPPED: tuple[Move, ...] = ("weigh", "frame", "pass")
"""Moves that nobody has to answer: what is left of them is not dropped."""
Strike = Literal["fact", "inference", "weight"]
"""What a rebuttal strikes: what is said to be so, the step from it, or how much it counts."""
_Responds = Literal["answers", "in part", "evades"]
"""Whether an answer in cross-examination answers what was asked, as an evaluator finds."""
Voice = Literal["written", "bounded", "unchecked", "own"]
"""Whose words a turn is in: a model's, held against their sources by code; quotations alone, which code picks by its
judge; a model's alone, held against nothing; or a person's or a transcript's own."""


class AlteredQuotation(Value):
    """What a person quotes otherwise than its source in the library has it."""

    quote: str
    source: Passage

    def describe_source(self) -> str:
        """Whose sentence it is, where it stands, and what it says."""
        return f"{name_aloud(self.source)} ({self.source.pointer.brief()}) has “{self.source.text}”"


class Point(Value):
    """One point of a speech: words of its own, and sentences it rests on by their pointers.

    The bounded form quotes the sentences after its connectives; a written point says it in words and cites them.
    """

    id: str
    """Turn and place: `3.2`."""
    move: Move
    words: str
    claim: str = ""
    """What it says in one line, in its speaker's words: for lists of points, not spoken."""
    evidence: tuple[Passage, ...] = ()
    scheme: SchemeId | Literal[""] = ""
    answers: tuple[str, ...] = ()
    """The points of the other side that it answers."""
    may_answer: tuple[str, ...] = Field(default=(), exclude_if=lambda names: not names)
    """Of a transcript from elsewhere: points of the other side of which it cannot be told whether it answers them."""
    strikes: Strike | Literal[""] = ""
    extends: str = ""
    """The point of its own side that it takes up again."""
    gives_up: tuple[str, ...] = Field(default=(), exclude_if=lambda names: not names)
    """Of what a person says: points of its own side that it gives up beside what it does."""
    takes_back: dict[str, str] = Field(default_factory=dict, exclude_if=lambda found: not found)
    """Of what a person says: points of its own side of which it takes a part back, each with the words that do so."""
    remembered: tuple[str, ...] = ()
    """The exemplars whose way of arguing it uses, by their ids in the memory."""
    missed: tuple[str, ...] = Field(default=(), exclude_if=lambda missed: not missed)
    """Of the points that it names, those that it misses, as an evaluator found to the last: it is no answer to them."""
    met_in_part: tuple[str, ...] = Field(default=(), exclude_if=lambda met: not met)
    """Of the points that it names, those of which it meets a part alone, as an evaluator found to the last."""
    rest_disputed: tuple[str, ...] = Field(default=(), exclude_if=lambda names: not names)
    """Of a grant: the points of which it grants a part and disputes more, as an evaluator found."""
    rest_left: tuple[str, ...] = Field(default=(), exclude_if=lambda names: not names)
    """Of a grant that cites nothing: the points to the rest of which it says nothing, as an evaluator found."""
    asked: str = Field(default="", exclude_if=lambda asked: not asked)
    """The question that it answers, in cross-examination."""
    responds: _Responds | Literal[""] = Field(default="", exclude_if=lambda responds: not responds)
    """Whether it answers that question, as an evaluator found; empty where nobody was asked."""
    unborne: str = Field(default="", exclude_if=lambda unborne: not unborne)
    """What of it is not borne out, as an evaluator found to the last, and could not be struck."""
    unborne_as: FaultKind | Literal[""] = Field(default="", exclude_if=lambda told: not told)
    """How that is not borne out, where it is not just that nothing shows it."""
    unsourced: tuple[str, ...] = Field(default=(), exclude_if=lambda found: not found)
    """Of what a person says: figures and quotations that stand neither in what it reads nor in what was said before,
    and quotations that are not in the library either."""
    altered: tuple[AlteredQuotation, ...] = Field(default=(), exclude_if=lambda found: not found)
    """Of what a person says: quotations that stand in the library, but not in these words."""
    new_reason: bool = Field(default=False, exclude_if=lambda new: not new)
    """Whether it brings a reason of its own first in its side's last speech, as an evaluator found."""
    written: bool = False
    """Whether its words say all of it, so that the sentences are cited and not quoted."""

    @property
    def rests_on_facts(self) -> bool:
        """Whether it needs evidence: a reason of its own, or an answer that denies a fact."""
        return self.move == "argue" or (self.move == "rebut" and self.strikes == "fact")

    @property
    def statement(self) -> str:
        """What the point says: its words where they say it, else its evidence."""
        return self.evidence[0].text if self.evidence and not self.written else self.words

    @property
    def unborne_told(self) -> str:
        """How what of it is not borne out is told."""
        return f"{self.unborne_as or 'not borne out'}, as the evaluator found"

    @property
    def headline(self) -> str:
        """The point in a line: its claim, where its speaker gave one; else its words without the cards it reads."""
        if self.claim or not (self.written and self.evidence):
            return self.claim or self.statement
        return self.own_words or self.words

    @property
    def own_words(self) -> str:
        """Its words without the cards that a person reads in it."""
        own = self.words
        for passage in self.evidence:
            own = own.replace(f"“{passage.text}”", " ")
        return " ".join(own.split())

    @property
    def text(self) -> str:
        if self.written:
            return self._name_sources()
        quoted = [f"“{passage.text}” ({name_aloud(passage)})" for passage in self.evidence]
        return " ".join([self.words, *quoted]).strip()

    def _name_sources(self) -> str:
        """Its words with the sources that they cite: each behind the card that it is of, else at the end."""
        words, cites = self.words, []
        for passage in self.evidence:
            card, name = f"“{passage.text}”", name_aloud(passage)
            if card in words:
                words = words.replace(card, f"{card} ({name})", 1)
            else:
                cites.append(name)
        return f"{words} ({'; '.join(dict.fromkeys(cites))})" if cites else words


class RecalledMoves(Value):
    """What the memory gave for one point of the other side, and what that changed."""

    point: str
    """The point's id."""
    moves: tuple[RecalledMove, ...]
    found: Pointer | None = None
    """The sentence that answers the point and was found by a recalled answer alone; None where it changed nothing."""


class DebateSummary(Value):
    """The debate in brief, as whoever speaks next tells it."""

    overview: str = ""
    for_it: str = ""
    against_it: str = ""
    divergence: str = ""
    """On what the sides differ."""


class StatedPredicate(Value):
    """What the other side claims, as a predicate, and at which sentences."""

    says: str
    sentences: tuple[str, ...] = ()


class PreparationNotes(Value):
    """What the debater had in hand: found in the memory, and found wanting in the other side's reasoning."""

    keywords: tuple[str, ...] = ()
    priors: Priors
    moves: tuple[RecalledMoves, ...] = ()
    """How the other side's points were met before, as far as the memory says."""
    loopholes: tuple[Loophole, ...] = ()
    predicates: tuple[StatedPredicate, ...] = Field(default=(), exclude_if=lambda found: not found)
    chain: str = Field(default="", exclude_if=lambda chain: not chain)
    """The other side's reasoning in steps, taking no side."""
    summary: DebateSummary | None = Field(default=None, exclude_if=lambda summary: summary is None)
    schemes: tuple[SchemeId, ...] = ()
    """The forms of argument that the turn uses, as its writer or a classifier names them."""
    searches: tuple[str, ...] = Field(default=(), exclude_if=lambda searches: not searches)
    """What a writer looked up in the library."""
    offered: tuple[Pointer, ...] = Field(default=(), exclude_if=lambda offered: not offered)
    """The sentences that a writer was offered: they are at hand when it is asked about its speech."""


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
    """Whether an answer in cross-examination gives up the point that it is about."""
    duty: Duty = Field(default="answer", exclude_if=lambda duty: duty == "answer")
    """What the format has it do with the other side's points."""
    lets_go: tuple[str, ...] = Field(default=(), exclude_if=lambda lets_go: not lets_go)
    """Points of its own side on which it no longer stands, as it says itself."""
    judged: str = Field(default="", exclude_if=lambda judged: not judged)
    """Why an evaluator finds that an answer in cross-examination answers, or does not."""
    commitment: str = ""
    """What an answer in cross-examination binds its side to, in its own words."""
    worded_by: Literal["code", "model", "speaker"] = "model"
    voice: Voice = "bounded"
    plan: str = ""
    """What a writer set out to do in this speech: not spoken, and held against nothing."""
    notes: tuple[str, ...] = ()

    @property
    def argument(self) -> str:
        """What the turn says for itself: the code's connectives say nothing."""
        if self.worded_by != "code":
            return self._drop_citations()
        return " ".join(point.statement for point in self.points if point.evidence)

    def _drop_citations(self) -> str:
        """The words alone: what written points cite is no part of what they say."""
        text = self.text
        for point in self.points:
            text = text.replace(point.text, point.words) if point.written else text
        return text

    @property
    def cited(self) -> dict[str, str]:
        """What each written point cites, with who says it, under the sentence with which the point ends."""
        return {
            split_utterance(point.words)[-1]: "\n".join(
                f"{name_aloud(passage)}: “{passage.text}”" for passage in point.evidence
            )
            for point in self.points
            if point.written and point.evidence and split_utterance(point.words)
        }

    @property
    def sourced(self) -> tuple[str, ...]:
        """The sentences that have a source: those it quoted, and those of its own that cite one."""
        cited = [
            one for point in self.points if point.written and point.evidence for one in split_utterance(point.words)
        ]
        return (*(passage.text for point in self.points for passage in point.evidence), *cited)


class FlowedPoint(Value):
    """A point on the flow, and what became of it."""

    point: Point
    speech: str
    side: Side
    answered_by: tuple[str, ...]
    chain: tuple[ChainLink, ...] = ()
    """What became of it, in the order of the turns: whoever stands last had the last word."""
    dropped: bool
    conceded: bool
    """Whether its own side gave it up."""
    perhaps_by: tuple[str, ...] = Field(default=(), exclude_if=lambda names: not names)
    """Of a transcript from elsewhere, where nothing answers it for certain: what may."""
    rest_left: bool = Field(default=False, exclude_if=lambda left: not left)
    """Whether a part of it was granted and nobody says a word on the rest, where what is left counts as dropped."""
    late: bool = False
    """Whether the first answer came after a speech in which the other side had left it."""
    unanswered: bool = False
    """Whether the other side spoke after it without a word on it, where that drops nothing: a weighing, a framework, or
    any point where the format has the other side choose its issues."""
    undefended: bool = False
    """Whether its own side spoke after it was answered, and neither took it up again nor answered the answer for it."""
    last: bool = Field(default=False, exclude_if=lambda last: not last)
    """Whether the debate is over and the other side made no speech after it."""
    yielded: tuple[str, ...] = Field(default=(), exclude_if=lambda yielded: not yielded)
    """What it answers, where the other side gave up or let go all of that: it stands because of that."""

    def list_doers(self, *deeds: Deed, standing: bool = True, given_up: bool = True) -> tuple[str, ...]:
        """The points that did one of these to it; those that stand, those that were given up since, or both."""
        wanted = {False: standing, True: given_up}
        return tuple(link.point for link in self.chain if link.deed in deeds and wanted[link.given_up])

    @property
    def answers_given_up(self) -> tuple[str, ...]:
        """Those of its answers that the other side gave up itself: they answer it no more."""
        return self.list_doers("answered", "answered in part", standing=False)

    @property
    def passed_by(self) -> tuple[str, ...]:
        """Where the other side said that it has no answer to it."""
        return self.list_doers("passed")

    @property
    def let_go_in(self) -> tuple[str, ...]:
        """Speeches in which its own side said that it no longer stands on it."""
        return self.list_doers("let go")


class Debate(Readable, Value):
    """A whole debate: computed from the record, never stored as a second truth."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.debate.document", "foam.debate.grid", "foam.debate.views")
    motion: str
    format: str
    titles: dict[str, str] = Field(default_factory=dict)
    """The names of the speeches, spelled out."""
    positions: dict[Side, str]
    debaters: dict[Side, str]
    seats: dict[Side, str] = Field(default_factory=dict)
    """As whom a side speaks, by the id of the perspective."""
    without: Without = ""
    turns: tuple[SpeechTurn, ...]
    flow: tuple[FlowedPoint, ...]
    unverified: tuple[str, ...] = ()
    """Pointers whose words do not stand where they say."""
    notice: str = ""
    acts: ActCount = ActCount()
    """How the acts that were written fared."""
    decision: Decision | None = None
    """Who won, where a judge was asked and decided."""
    undecided: str = ""
    """Why there is no decision although one was asked for."""

    @property
    def transcript(self) -> Transcript:
        utterances = [
            Utterance(
                speaker=turn.debater,
                side=turn.side,
                text=turn.text,
                speech=turn.speech,
                kind=turn.kind,
                cited=tuple(
                    f"{name_aloud(passage)}: {passage.text}" for point in turn.points for passage in point.evidence
                ),
            )
            for turn in self.turns
        ]
        return Transcript(
            motion=self.motion, pro=self.positions["pro"], con=self.positions["con"], utterances=tuple(utterances)
        )

    @property
    def dropped(self) -> tuple[FlowedPoint, ...]:
        return tuple(one for one in self.flow if one.dropped)
