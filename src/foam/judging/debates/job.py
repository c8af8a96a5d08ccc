"""The job `evaluate`: a transcript's marks, and their replay from the record alone. Knows no terminal."""

from __future__ import annotations

import asyncio
from typing import Literal

from pydantic import Field

from foam.debate.prompts import debate_prompts
from foam.debate.transcript import Transcript
from foam.deliberation.jobs import Models, Ran, Setting, closed, replaying
from foam.evidence.corpus import Corpus
from foam.job.clerk import Clerk
from foam.judging.debates.debatrix import Judgement, debatrix
from foam.judging.debates.inspire import Inspired, inspired
from foam.pack.loader import Pack
from foam.record.clock import Clock, utc_now
from foam.record.entry import Entry
from foam.record.runs import open_run
from foam.record.store import Store
from foam.values import Value

JOB = "debate evaluation"
Method = Literal["inspire", "debatrix"]


class EvaluateSpec(Setting):
    """What is judged, and by which methods."""

    transcript: Transcript
    methods: tuple[Method, ...] = ("inspire", "debatrix")
    turns: tuple[int, ...] = ()
    """Places of the utterances to be marked; empty marks all."""


class Evaluated(Value):
    """What the judges made of a debate."""

    motion: str
    inspire: tuple[Inspired, ...] = ()
    debatrix: Judgement | None = None
    skipped: dict[str, str] = Field(default_factory=dict)
    """What could not be judged, and why."""


async def run_evaluate(
    spec: EvaluateSpec, *, store: Store, models: Models, corpus: Corpus, pack: Pack, clock: Clock = utc_now
) -> Ran[Evaluated]:
    """Judge the debate, or finish judging it."""
    run = open_run(store, JOB, spec.json_value(), clock=clock)
    clerk = Clerk(store, models, run=run, seed=spec.seed, clock=clock)
    return closed(store, clerk, run, JOB, await _evaluated(spec, clerk, corpus, pack), clock)


def recorded_evaluation(store: Store, run: Entry) -> Evaluated:
    """The marks of a run, computed from the record alone."""
    spec = EvaluateSpec.model_validate(run.draft.question["spec"])
    clerk, corpus, pack = replaying(spec, store, run.key)
    return asyncio.run(_evaluated(spec, clerk, corpus, pack))


async def _evaluated(spec: EvaluateSpec, clerk: Clerk, corpus: Corpus, pack: Pack) -> Evaluated:
    prompts, transcript = debate_prompts(pack), spec.transcript
    skipped = {} if len(transcript.sides) > 1 else {"debatrix": "only one side spoke: there is nobody to compare"}
    judging = "debatrix" in spec.methods and not skipped
    turns = spec.turns or tuple(n for n, said in enumerate(transcript.utterances) if said.kind == "speech")
    marks, judged = await asyncio.gather(
        inspired(clerk, corpus, prompts, transcript, turns if "inspire" in spec.methods else ()),
        debatrix(clerk, prompts, transcript) if judging else _nothing(),
    )
    told = skipped if "debatrix" in spec.methods else {}
    return Evaluated(motion=transcript.motion, inspire=marks, debatrix=judged, skipped=told)


async def _nothing() -> None:
    return None
