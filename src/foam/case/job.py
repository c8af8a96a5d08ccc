"""The job `case`: from its spec to the case, and its replay from the record alone. Knows no terminal."""

from __future__ import annotations

import asyncio

from foam.argument.flow import Flow
from foam.case.template import SpeechTemplate, speech_template
from foam.case.values import Case, Generated
from foam.case.write import write_case
from foam.deliberation.jobs import Models, Ran, Setting, closed, replaying
from foam.deliberation.room import room
from foam.evidence.corpus import Corpus
from foam.job.clerk import Clerk
from foam.pack.loader import Pack
from foam.perspective.node import Perspective
from foam.record.clock import Clock, utc_now
from foam.record.entry import Entry, EntryInput
from foam.record.graph import entry_of
from foam.record.runs import open_run
from foam.record.store import Store

JOB = "case"


class CaseSpec(Setting):
    """A case: the resolution, the speech, who speaks, and how long."""

    resolution: str
    speech: str
    seat: Perspective
    words: int
    strategy: tuple[str, ...] = ()
    heard: Flow | None = None
    """The round so far, for a speech that answers."""
    accepted: tuple[Generated, ...] = ()
    """Nodes that a person added to the template."""


async def run_case(
    spec: CaseSpec, *, store: Store, models: Models, corpus: Corpus, pack: Pack, clock: Clock = utc_now
) -> Ran[Case]:
    """Write the case, or finish it."""
    run = open_run(store, JOB, spec.json_value(), clock=clock)
    clerk = Clerk(store, models, run=run, seed=spec.seed, clock=clock)
    view = await _written(spec, clerk, corpus, pack)
    return closed(store, clerk, run, JOB, view, clock)


def recorded_case(store: Store, run: Entry) -> Case:
    """The case of a run, computed from the record alone."""
    spec = CaseSpec.model_validate(run.draft.question["spec"])
    clerk, corpus, pack = replaying(spec, store, run.key)
    return asyncio.run(_written(spec, clerk, corpus, pack))


async def _written(spec: CaseSpec, clerk: Clerk, corpus: Corpus, pack: Pack) -> Case:
    template: SpeechTemplate = speech_template(pack, spec.speech)
    return await write_case(
        spec.resolution,
        room=room(clerk, corpus, pack),
        pack=pack,
        seat=spec.seat,
        template=template,
        budget=spec.words,
        strategy=spec.strategy,
        heard=spec.heard,
        accepted=spec.accepted,
    )


def longest_chain(store: Store, run: str) -> int:
    """How many questions of a run had to be asked one after another: what no concurrency can shorten."""
    depth: dict[str, int] = {}
    for key in store.members(run):
        _deepen(store, key, depth)
    return max(depth.values(), default=0)


def _deepen(store: Store, key: str, depth: dict[str, int]) -> int:
    if key not in depth:
        draft = entry_of(store, key).draft
        below = [_deepen(store, one.key, depth) for one in draft.inputs if isinstance(one, EntryInput)]
        depth[key] = max(below, default=0) + (draft.decider.type == "model")
    return depth[key]
