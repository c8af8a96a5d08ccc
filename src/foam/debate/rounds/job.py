"""The job `debate`: from its spec to the debate."""

from __future__ import annotations

from dataclasses import replace

from pydantic import Field

from foam.debate.floor import ExemplarMemory, Floor, RecordedMemory, SpokenTurn, record_turn
from foam.debate.memory.values import TOP
from foam.debate.rounds.decide import decide_debate
from foam.debate.rounds.foreign import read_foreign_turns
from foam.debate.rounds.person import Microphone, Person
from foam.debate.rounds.play import Players, TurnListener, compile_debate, play
from foam.debate.transcript import SIDES, Side, Transcript
from foam.debate.values import Debate, SpeechTurn
from foam.job.job import job
from foam.job.orders.debate import Debaters, Wording
from foam.job.session import Session, Tools
from foam.job.spec import Spec
from foam.pack.formats import PACE, DebateFormat
from foam.perspective.node import Perspective
from foam.values import CleanLine


class DebateSpec(Debaters, Spec):
    """A debate, or what is left of one: the motion, who speaks, in which order, and what was said before."""

    transcript: Transcript
    """The motion and what was said before; empty for a whole debate."""
    turns: tuple[SpeechTurn, ...] = Field(default=(), exclude_if=lambda turns: not turns)
    """What was said before with its points, where it was a debate of this project's."""
    format: DebateFormat
    person: CleanLine = ""
    """Who the human debater is."""
    memory: str
    memory_engine: str
    wording: Wording = "code"
    top_k: int = Field(default=TOP, exclude_if=lambda count: count == TOP)
    """Utterances of the memory that are recalled for a turn."""
    pace: float = PACE
    seats: dict[Side, Perspective] = Field(default_factory=dict)
    """As whom a side speaks; a side without a seat speaks as a debater."""
    judged: bool = False
    """Whether a judge says who won in the end."""


@job("debate", spec=DebateSpec, standins=lambda spec: {ExemplarMemory: RecordedMemory(spec.memory, spec.memory_engine)})
async def hold_debate(spec: DebateSpec, session: Session) -> Debate:
    """Play the debate to its end, turn by turn."""
    microphone = session.tools.parts.get(Microphone)
    person = Person(
        session.store,
        run=session.run,
        held=spec.digest,
        name=spec.person,
        microphone=microphone,
        clock=session.clock,
    )
    players = Players({"pro": spec.pro, "con": spec.con}, person)
    listener = session.tools.parts.get(TurnListener, TurnListener())
    floor = await play(
        await _open_floor(spec, session),
        spec.format,
        players,
        pace=spec.pace,
        questions=spec.questions,
        listener=listener,
    )
    decision, undecided = await decide_debate(floor) if spec.judged else (None, "")
    debate = compile_debate(floor, spec.format, players, notice=session.pack.notice_on(session.corpus.version))
    return debate.model_copy(update={"decision": decision, "undecided": undecided})


def add_debate_tools(
    tools: Tools, memory: ExemplarMemory, *, microphone: Microphone | None = None, listener: TurnListener | None = None
) -> Tools:
    """What a debate is played with: a memory, a person who speaks, and whoever hears each turn as it is spoken."""
    own = {ExemplarMemory: memory, Microphone: microphone, TurnListener: listener}
    return replace(tools, parts={**tools.parts, **{port: part for port, part in own.items() if part is not None}})


def make_next_format(transcript: Transcript, side: Side, *, minutes: float) -> DebateFormat:
    """A format of one speech: the next utterance of one side."""
    number = len(transcript.utterances) + 1
    return DebateFormat.model_validate(
        {
            "name": "next",
            "title": "the next utterance",
            "speech": [{"name": f"{side} {number}", "side": side, "minutes": minutes}],
        }
    )


async def _open_floor(spec: DebateSpec, session: Session) -> Floor:
    """The floor with everything on it that was said before."""
    first = spec.format.speeches[0]
    floor = Floor(
        session=session,
        wording=spec.wording,
        attempts=spec.attempts,
        without=spec.without,
        top_k=spec.top_k,
        motion=spec.transcript.motion,
        positions={side: spec.transcript.position(side) for side in SIDES},
        side=first.side,
        speech=first.name,
        limit=first.words(spec.pace),
        seats=spec.seats,
    )
    turns, rests_on = (spec.turns, ()) if spec.turns else await read_foreign_turns(session, spec.transcript)
    for turn in turns:
        floor = record_turn(floor, SpokenTurn(turn, rests_on))
    return floor
