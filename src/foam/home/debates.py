"""Calls about debates: play one, speak the next turn of one, judge one, take the debater apart."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, get_args

from foam.debate.estimate import estimate_debate
from foam.debate.fates import describe_changes
from foam.debate.floor import Floor
from foam.debate.grid import FlowCell, FlowGrid, lay_flow, make_cell
from foam.debate.memory.recall import Recall
from foam.debate.points import track_points
from foam.debate.rounds.asking import AskableStatement, AskedPoint, list_askable, read_question
from foam.debate.rounds.hearing import foresee_marks
from foam.debate.rounds.job import DebateSpec, add_debate_tools, hold_debate, make_next_format
from foam.debate.rounds.left import read_so_far
from foam.debate.rounds.length import SpeechLength, measure_turn
from foam.debate.rounds.person import Microphone
from foam.debate.rounds.play import TurnListener
from foam.debate.rounds.resume import read_own_turns
from foam.debate.transcript import Kind, Side, Transcript, TranscriptReading, check_motion
from foam.debate.transcripts import read_transcript
from foam.debate.transcripts.cleaning import clean_turns
from foam.debate.values import Debate, SpeechTurn
from foam.debate.views import (
    describe_acts,
    describe_drafts,
    format_decision,
    format_flow,
    format_turn,
    list_findings,
    list_stretches,
)
from foam.errors import InputError
from foam.home.calls import call, quick
from foam.home.desk import Desk, Work
from foam.home.memories import open_recall
from foam.home.seats import Seat, seat_table
from foam.home.topics import check_topic
from foam.job.job import RunResult, find_spec, replay
from foam.job.orders.debate import DebateOrder, EvaluationOrder, Method, SpeechOrder, UtteranceOrder, Wording
from foam.judging.debates.inspire import side_means
from foam.judging.debates.job import (
    DebateEvaluation,
    DebateEvaluationSpec,
    evaluate_debate,
    foresee_questions,
)
from foam.judging.debates.views import blocks
from foam.model.cast import EMBEDDED
from foam.pack.formats import PACE, DebateFormat
from foam.paper import to_terminal
from foam.perspective.node import Perspective
from foam.record.entry import Decider
from foam.record.graph import require_entry
from foam.values import short

if TYPE_CHECKING:
    from foam.home.fields import DebateFields, EvaluationFields, UtteranceFields

_Listen = Callable[[Floor, Kind], str]
"""Asks a person for the words of a turn."""
Hear = Callable[[SpeechTurn], None]
"""Hears every turn as it is spoken."""


def choose_wording(proposer: Decider) -> Wording:
    """Who words the speeches where nobody says: the model, unless it writes nothing."""
    return "code" if proposer.id == EMBEDDED else "model"


@dataclass(frozen=True, slots=True)
class Stage:
    """What one debate is played with."""

    work: Work
    recall: Recall


def read_left(desk: Desk, run: str) -> DebateSpec:
    """The spec of a debate that was played before, be it to its end or not."""
    key = desk.find_run(run)
    spec = find_spec(require_entry(desk.reading, key), DebateSpec)
    if spec is None:
        raise InputError(f"run {short(key)} is no debate", hint="foam record list shows the runs and what they are")
    return spec


def is_of_library(desk: Desk, spec: DebateSpec) -> bool:
    """Whether a debate was played over the user's own library and not over its pack's sample."""
    with desk.open_corpus(desk.load_pack(spec.pack)) as sample:
        return sample.version != spec.corpus


def check_same(stage: Stage, spec: DebateSpec) -> None:
    """Refuse to go on with other models, evidence or memory than a debate was begun with."""
    now = stage.work.describe() | {"memory": stage.recall.version, "memory_engine": stage.recall.engine}
    changed = [name for name, value in now.items() if getattr(spec, name) != value]
    if changed:
        raise InputError(
            f"the debate cannot go on: what it was begun with has changed ({', '.join(changed)})",
            hint="begin another; what was said stays on record",
        )


def is_judged(work: Work) -> bool:
    """Whether a debate is decided without being asked: where models write the speeches and the decision."""
    return all(work.tools.models[role].decider.parameters.get("voice") == "written" for role in ("proposer", "judge"))


def find_seats(work: Work, pro: Seat | None, con: Seat | None) -> dict[Side, Perspective]:
    """As whom each side speaks. The bounded form has no voice of its own that a seat could change."""
    named: dict[Side, Seat | None] = {"pro": pro, "con": con}
    wanted = {side: seat for side, seat in named.items() if seat is not None}
    if wanted and work.tools.models["proposer"].decider.parameters.get("voice") != "written":
        raise InputError(
            "this model does not write its speeches, so that no seat can speak in them",
            hint="name a model that writes (--model), or leave the seats out",
        )
    return {side: seat_table(work.pack.perspectives, seats=(seat,))[0] for side, seat in wanted.items()}


class FloorCalls:
    """What a person's terminal or page shows beside their turn; nothing is recorded."""

    def askable(self, floor: Floor) -> tuple[AskableStatement, ...]:
        """The statements that a person may ask about in cross-examination."""
        return list_askable(floor)

    def read_question(self, floor: Floor, words: str) -> AskedPoint | None:
        """Which statement a person's question counts for, and whether that is open; None where there is none to ask."""
        return read_question(floor, words)

    def measure(self, floor: Floor, words: str) -> SpeechLength:
        """How long a person's turn would be, the cards that it reads included; nothing is recorded."""
        return measure_turn(floor, words)

    def foresee_marks(self, floor: Floor, words: str) -> tuple[str, ...]:
        """What code will mark in a person's speech, before it counts: figures and quotations without a source."""
        return foresee_marks(floor, words)

    def stretches(self, turn: SpeechTurn) -> tuple[tuple[str, str], ...]:
        """A turn's text from its first word to its last, each point under its id, the rest under none."""
        return list_stretches(turn)

    def findings(self, turn: SpeechTurn) -> tuple[str, ...]:
        """What whoever hears a turn is told of it, a line each: what was read and found of it, and what it binds to."""
        return list_findings(turn)

    def flow_so_far(self, turns: Sequence[SpeechTurn]) -> tuple[FlowCell, ...]:
        """Every point of a debate that goes on, in the order it was made, with what became of it so far."""
        return tuple(map(make_cell, track_points(turns)))


class DebateCalls(FloorCalls):
    """`home.debate(motion)` plays a debate; the other calls speak, judge and take apart."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def __call__(
        self,
        motion: DebateOrder | str | None = None,
        *,
        listen: _Listen | None = None,
        hear: Hear | None = None,
        **fields: Unpack[DebateFields],
    ) -> RunResult[Debate]:
        """Play a whole debate: see `play`."""
        return self.play(motion, listen=listen, hear=hear, **fields)

    @call
    async def play(
        self,
        motion: DebateOrder | str | None = None,
        *,
        listen: _Listen | None = None,
        hear: Hear | None = None,
        **fields: Unpack[DebateFields],
    ) -> RunResult[Debate]:
        """Play a whole debate; without a motion, on the pack's sample question; `foam.orders.DebateOrder` has it all.

        `listen` asks a human debater for their words; `hear` is told every turn as it is spoken.
        """
        order = DebateOrder.read(motion, **fields)
        async with self._at_stage(order) as stage:
            asked = check_motion(order.motion or stage.work.pack.sample_question)
            check_topic(stage.work, asked, library=order.library)
            chosen = stage.work.pack.debate_format(order.format_name)
            spec = self._spec(
                stage,
                Transcript(motion=asked, utterances=()),
                **order.manner,
                pro=order.pro,
                con=order.con,
                questions=order.questions,
                seats=find_seats(stage.work, order.pro_seat, order.con_seat),
                format=chosen,
                pace=chosen.find_pace(order.words_per_minute or PACE, longest=order.words),
                judged=is_judged(stage.work) if order.judge is None else order.judge,
            )
            return await self._run(stage, spec, listen=listen, hear=hear)

    @call
    async def resume(self, run: str, *, listen: _Listen | None = None, hear: Hear | None = None) -> RunResult[Debate]:
        """Go on with a debate that was left, under the same run: what is on record is not asked again.

        Where its models, its pack or what it reads are not what they were, that is an error which says so.
        """
        spec = read_left(self._desk, run)
        library = is_of_library(self._desk, spec)
        order = UtteranceOrder(pack=spec.pack, seed=spec.seed, library=library)
        async with self._at_stage(order, base=spec) as stage:
            check_same(stage, spec)
            return await self._run(stage, spec, listen=listen, hear=hear)

    @quick
    def so_far(self, run: str) -> Debate:
        """A debate that was left before its end, with the turns that were spoken; read off the record."""
        return read_so_far(self._desk.reading, self._desk.find_run(run), read_left(self._desk, run))

    @quick
    def formats(self, *, pack: str | None = None) -> tuple[DebateFormat, ...]:
        """The formats a debate can be played in, the pack's own first, each once."""
        loaded = self._desk.load_pack(pack)
        return tuple({one.name: one for one in reversed(loaded.formats)}.values())[::-1]

    @quick
    def read(self, path: Path) -> TranscriptReading:
        """A transcript without what is no argument: moderators, meta talk, empty turns."""
        found = read_transcript(path)
        kept = clean_turns(found.utterances)
        if not kept.utterances:
            raise InputError(f"{path} holds no argument", hint="every turn was a moderator's, or meta talk, or empty")
        whole = found.model_copy(update={"utterances": kept.utterances, "source": path.name})
        return TranscriptReading(whole, dict(kept.dropped))

    @call
    async def next(
        self,
        transcript: Transcript | Path,
        side: Side,
        order: UtteranceOrder | None = None,
        **fields: Unpack[UtteranceFields],
    ) -> RunResult[Debate]:
        """Speak the next utterance of one side; it is the last turn of the debate that comes back."""
        order = UtteranceOrder.read(order, **fields)
        heard = self._read(transcript)
        turns = read_own_turns(transcript) if isinstance(transcript, Path) else ()
        async with self._at_stage(order) as stage:
            check_topic(stage.work, heard.motion, library=order.library)
            spec = self._spec(
                stage,
                heard,
                **order.manner,
                turns=turns,
                pro=order.debater,
                con=order.debater,
                format=make_next_format(heard, side, minutes=1.0),
                pace=float(order.words or 2 * PACE),
            )
            return await self._run(stage, spec)

    @call
    async def evaluate(
        self,
        transcript: Transcript | Path | str,
        order: EvaluationOrder | None = None,
        **fields: Unpack[EvaluationFields],
    ) -> RunResult[DebateEvaluation]:
        """Judge a debate, or the one of a run, by InspireScore and by Debatrix, each comparison in both orders.

        Of a transcript from elsewhere it is also read which points answer which.
        """
        order = EvaluationOrder.read(order, **fields)
        heard = await self._recall(transcript) if isinstance(transcript, str) else self._read(transcript)
        async with self._desk.at_work(**order.place) as work:
            return await self._evaluate(
                work,
                heard,
                order.methods or get_args(Method),
                controls=order.controls,
                as_printed=order.as_printed,
                paired=heard.from_elsewhere,
            )

    @call
    async def foresee(
        self,
        transcript: Transcript | Path | str,
        order: EvaluationOrder | None = None,
        **fields: Unpack[EvaluationFields],
    ) -> tuple[int, int]:
        """How many questions judging a debate will ask, at least and at most; nothing is asked."""
        order = EvaluationOrder.read(order, **fields)
        heard = await self._recall(transcript) if isinstance(transcript, str) else self._read(transcript)
        methods = order.methods or get_args(Method)
        return foresee_questions(heard, methods, controls=order.controls, as_printed=order.as_printed)

    def describe(self, found: Any) -> str:
        """A turn, what the last of the turns so far changed on the flow, or an evaluation, as a terminal shows it."""
        match found:
            case SpeechTurn():
                return format_turn(found)
            case DebateEvaluation():
                return to_terminal(blocks(found))
            case Debate():
                return "\n".join(
                    filter(None, (format_flow(found.flow), describe_acts(found.acts), describe_drafts(found)))
                )
            case _:
                return describe_changes(track_points(found[:-1]), track_points(found))

    def decision(self, found: Debate) -> str:
        """Who won and on what, as a terminal shows it; empty where no judge was asked."""
        return format_decision(found)

    def flow(self, found: Debate) -> FlowGrid:
        """The flow of a debate as a grid: a column a speech, a row a point with its answers."""
        return lay_flow(found)

    def means(self, found: DebateEvaluation) -> dict[Side, dict[str, float | None]]:
        """The mean InspireScore of each side that spoke; None for what was declined, nothing where it is withheld."""
        if found.withheld:
            return {}
        names = ("subjective", "logic", "fact", "score")
        sides: tuple[Side, Side] = ("pro", "con")
        marks = {side: side_means(found.inspire, side) for side in sides}
        return {side: dict(zip(names, means, strict=True)) for side, means in marks.items() if means}

    @asynccontextmanager
    async def _at_stage(
        self, order: SpeechOrder, *, base: DebateSpec | None = None, temperature: float | None = None
    ) -> AsyncIterator[Stage]:
        async with self._desk.at_work(**order.place, base=base, temperature=temperature) as work:
            with open_recall(self._desk, own=order.memory) as recall:
                yield Stage(work, recall)

    async def _recall(self, run: str) -> Transcript:
        """What was said in the debate of a run."""
        held = await replay(self._desk.reading, self._desk.find_run(run))
        if not isinstance(held, Debate):
            raise InputError(f"run {run} is no debate", hint="foam record list shows the runs and what they are")
        return held.transcript

    def _read(self, transcript: Transcript | Path) -> Transcript:
        return transcript if isinstance(transcript, Transcript) else self.read(transcript).transcript

    def _spec(
        self, stage: Stage, transcript: Transcript, *, wording: Wording | None = None, **wanted: Any
    ) -> DebateSpec:
        human = "human" in (wanted["pro"], wanted["con"])
        return DebateSpec(
            **stage.work.describe(),
            transcript=transcript,
            memory=stage.recall.version,
            memory_engine=stage.recall.engine,
            wording=wording or choose_wording(stage.work.tools.models["proposer"].decider),
            person=stage.work.config.settings.operator if human else "",
            **wanted,
        )

    async def _run(
        self, stage: Stage, spec: DebateSpec, *, listen: _Listen | None = None, hear: Hear | None = None
    ) -> RunResult[Debate]:
        tools = add_debate_tools(
            stage.work.tools,
            stage.recall,
            microphone=Microphone(listen) if listen and spec.person else None,
            listener=TurnListener(hear) if hear else None,
        )
        expected = estimate_debate(
            spec.format, spec, spec.deciders, wording=spec.wording, judged=spec.judged, pace=spec.pace
        )
        return await self._desk.run(hold_debate, spec, tools, expected=expected)

    async def _evaluate(
        self,
        work: Work,
        heard: Transcript,
        methods: tuple[Method, ...],
        turns: tuple[int, ...] = (),
        **more: bool,
    ) -> RunResult[DebateEvaluation]:
        spec = DebateEvaluationSpec(**work.describe(), transcript=heard, methods=methods, turns=turns, **more)
        return await self._desk.run(evaluate_debate, spec, work.tools)
