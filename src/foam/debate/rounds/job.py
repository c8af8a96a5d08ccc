"""The job `debate`: from its spec to the debate, and its replay from the record alone. Knows no terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import NoReturn

from foam.debate.floor import Floor, Remembering, Spoken, Table, Wording, heard_turns, recorded
from foam.debate.memory.values import Recalled
from foam.debate.prompts import debate_prompts
from foam.debate.rounds.format import PACE, Format
from foam.debate.rounds.person import Person, Say
from foam.debate.rounds.play import Heard, Players, play, played
from foam.debate.transcript import SIDES, Side, Transcript
from foam.debate.values import Debate, DebaterName, Turn, Without
from foam.deliberation.jobs import Models, Ran, Setting, closed, replaying
from foam.errors import NotRecorded
from foam.evidence.corpus import Corpus
from foam.job.clerk import Clerk
from foam.pack.loader import Pack
from foam.record.clock import Clock, utc_now
from foam.record.entry import Entry
from foam.record.runs import open_run
from foam.record.store import Store

JOB = "debate"
ATTEMPTS = 3
QUESTIONS = 2


class DebateSpec(Setting):
    """A debate, or what is left of one: the motion, who speaks, in which order, and what was said before."""

    transcript: Transcript
    """The motion and what was said before; empty for a whole debate."""
    format: Format
    pro: DebaterName = "r-debater"
    con: DebaterName = "r-debater"
    person: str = ""
    """Who the human debater is."""
    memory: str
    memory_engine: str
    wording: Wording = "code"
    without: Without = ""
    attempts: int = ATTEMPTS
    questions: int = QUESTIONS
    pace: float = PACE


class _RecordedMemory:
    """Stands in for the memory of a replayed run: everything it was asked is in the record."""

    def __init__(self, version: str, engine: str) -> None:
        self.version = version
        self.engine = engine

    def candidates(self, history: str) -> NoReturn:
        raise NotRecorded("the record holds no keywords of this debate")

    def find(self, keywords: Iterable[str], history: list[str]) -> tuple[Recalled, ...]:
        raise NotRecorded("the record holds no recollection for these keywords")


async def run_debate(
    spec: DebateSpec,
    *,
    store: Store,
    models: Models,
    corpus: Corpus,
    memory: Remembering,
    pack: Pack,
    say: Say | None = None,
    heard: Heard = lambda _: None,
    clock: Clock = utc_now,
) -> Ran[Debate]:
    """Play the debate, or finish it."""
    run = open_run(store, JOB, spec.json_value(), clock=clock)
    clerk = Clerk(store, models, run=run, seed=spec.seed, clock=clock)
    person = Person(store, run=run, name=spec.person, say=say, clock=clock)
    view = await _debate(spec, _table(spec, clerk, corpus, memory, pack), person, pack, heard)
    return closed(store, clerk, run, JOB, view, clock)


def recorded_debate(store: Store, run: Entry, *, clock: Clock = utc_now) -> Debate:
    """The debate of a run, computed from the record alone."""
    spec = DebateSpec.model_validate(run.draft.question["spec"])
    clerk, corpus, pack = replaying(spec, store, run.key)
    memory = _RecordedMemory(spec.memory, spec.memory_engine)
    person = Person(store, run=run.key, name=spec.person, say=None, clock=clock)
    table = _table(spec, clerk, corpus, memory, pack)
    return asyncio.run(_debate(spec, table, person, pack, lambda _: None))


def next_format(transcript: Transcript, side: Side, *, minutes: float) -> Format:
    """A format of one speech: the next utterance of one side."""
    number = len(transcript.utterances) + 1
    return Format.model_validate(
        {
            "name": "next",
            "title": "the next utterance",
            "speech": [{"name": f"{side} {number}", "side": side, "minutes": minutes}],
        }
    )


async def _debate(spec: DebateSpec, table: Table, person: Person, pack: Pack, heard: Heard) -> Debate:
    players = Players({"pro": spec.pro, "con": spec.con}, person)
    floor = _opened(spec, table)
    floor = await play(floor, spec.format, players, pace=spec.pace, questions=spec.questions, heard=heard)
    return played(floor, spec.format.name, players, notice=pack.notice)


def _opened(spec: DebateSpec, table: Table) -> Floor:
    """The floor with everything on it that was said before."""
    first = spec.format.speeches[0]
    floor = Floor(
        table=table,
        motion=spec.transcript.motion,
        positions={side: spec.transcript.position(side) for side in SIDES},
        side=first.side,
        speech=first.name,
        limit=first.words(spec.pace),
    )
    turns: tuple[Turn, ...] = heard_turns(spec.transcript)
    for turn in turns:
        floor = recorded(floor, Spoken(turn))
    return floor


def _table(spec: DebateSpec, clerk: Clerk, corpus: Corpus, memory: Remembering, pack: Pack) -> Table:
    return Table(
        clerk=clerk,
        corpus=corpus,
        memory=memory,
        prompts=debate_prompts(pack),
        house=pack.prompts,
        wording=spec.wording,
        attempts=spec.attempts,
        without=spec.without,
    )
