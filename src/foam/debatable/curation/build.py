"""The job `debatable-build`: from questions to a data set, and its replay from the record alone. Knows no terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from foam.debatable.curation.curate import Curated, Desk, Dropped, curate
from foam.debatable.duplicates import QUESTIONS_ALIKE, VIEWS_ALIKE, Alike, Deduplicated, deduplicate
from foam.debatable.item import DebatableQuestion
from foam.deliberation.jobs import Models, Ran, Setting, closed, replaying
from foam.evidence.corpus import Corpus
from foam.job.clerk import Clerk
from foam.job.standins import RecordedVectors
from foam.model.port import Embedder
from foam.perspective.policy import EpistemicPolicy
from foam.record.clock import Clock, utc_now
from foam.record.entry import Entry, ValueInput
from foam.record.runs import open_run
from foam.record.store import Store
from foam.values import Value

JOB = "debatable-build"
Advance = Callable[[int], None]


class BuildSpec(Setting):
    """Everything a data set depends on."""

    questions: tuple[str, ...]
    vectors: str
    policy: EpistemicPolicy = EpistemicPolicy()
    questions_alike: float = QUESTIONS_ALIKE
    views_alike: float = VIEWS_ALIKE


class BuiltSet(Value):
    """A data set: what is in it, and what is not and why."""

    items: tuple[Curated, ...]
    dropped: tuple[Dropped, ...]
    duplicates: tuple[Alike, ...]
    """Pairs of questions that were alike, by their places in what was given."""

    @property
    def questions(self) -> tuple[DebatableQuestion, ...]:
        return tuple(item.question for item in self.items)


async def run_build(
    spec: BuildSpec,
    *,
    store: Store,
    models: Models,
    corpus: Corpus,
    embedder: Embedder,
    clock: Clock = utc_now,
    advance: Advance = lambda _: None,
) -> Ran[BuiltSet]:
    """Build the set, or finish it."""
    run = open_run(store, JOB, spec.json_value(), clock=clock)
    clerk = Clerk(store, models, run=run, seed=spec.seed, clock=clock)
    built = await _built(spec, clerk, corpus, embedder, advance)
    return closed(store, clerk, run, JOB, built, clock)


def recorded_set(store: Store, run: Entry) -> BuiltSet:
    """The data set of a run, computed from the record alone."""
    spec = BuildSpec.model_validate(run.draft.question["spec"])
    clerk, corpus, _ = replaying(spec, store, run.key)
    return asyncio.run(_built(spec, clerk, corpus, RecordedVectors(spec.vectors), lambda _: None))


async def _built(spec: BuildSpec, clerk: Clerk, corpus: Corpus, embedder: Embedder, advance: Advance) -> BuiltSet:
    apart = _apart(spec, clerk, embedder)
    desk = Desk(clerk=clerk, corpus=corpus, embedder=embedder, policy=spec.policy, alike=spec.views_alike)
    found: list[Curated | Dropped] = []
    for place in apart.kept:
        found.append(await curate(place + 1, spec.questions[place], desk))
        advance(1)
    gone = [Dropped(question=spec.questions[i], reason=_twin(i, apart, spec.questions)) for i in apart.removed]
    return BuiltSet(
        items=tuple(one for one in found if isinstance(one, Curated)),
        dropped=(*gone, *(one for one in found if isinstance(one, Dropped))),
        duplicates=apart.pairs,
    )


def _apart(spec: BuildSpec, clerk: Clerk, embedder: Embedder) -> Deduplicated:
    entry = clerk.compute(
        "distinct_questions",
        lambda: deduplicate(spec.questions, embedder, threshold=spec.questions_alike).json_value(),
        ValueInput(role="questions", value=list(spec.questions)),
        ValueInput(role="threshold", value=spec.questions_alike),
        rule=f"distinct questions by {embedder.name}",
    )
    return Deduplicated.model_validate(entry.answer)


def _twin(place: int, apart: Deduplicated, questions: Sequence[str]) -> str:
    pair = next(pair for pair in apart.pairs if place in (pair.first, pair.second))
    other = pair.second if pair.first == place else pair.first
    return f"too like {questions[other]!r} ({pair.similarity:.2f})"
