"""The job `debatable-build`: from questions to a data set."""

from __future__ import annotations

from collections.abc import Sequence

from foam.debatable.curation.curate import Curated, CurationLimits, Dropped, curate
from foam.debatable.duplicates import QUESTIONS_ALIKE, VIEWS_ALIKE, Alike, Deduplicated, deduplicate
from foam.debatable.item import DebatableQuestion
from foam.job.clerk import Clerk
from foam.job.job import job
from foam.job.session import Session
from foam.job.spec import Spec
from foam.model.port import Embedder
from foam.perspective.policy import EpistemicPolicy
from foam.record.entry import ValueInput
from foam.values import Value


class BuildSpec(Spec):
    """Everything a data set depends on."""

    questions: tuple[str, ...]
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


@job("debatable-build", spec=BuildSpec)
async def build_set(spec: BuildSpec, session: Session) -> BuiltSet:
    """Build the data set, question by question."""
    apart = _apart(spec, session.clerk, session.embedder)
    limits = CurationLimits(policy=spec.policy, alike=spec.views_alike)
    found: list[Curated | Dropped] = []
    for place in apart.kept:
        found.append(await curate(session, place + 1, spec.questions[place], limits))
        session.report("questions curated", len(found), len(apart.kept))
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
