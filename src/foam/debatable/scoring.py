"""Scores of many answers, each recorded under all it depends on: what was scored once is never scored again.

The jobs are in `foam.debatable.jobs`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, Protocol

from foam.debatable import awareness, diversity
from foam.debatable.agreement import Agreement, compare_with_labels
from foam.debatable.awareness import Awareness, Prompts
from foam.debatable.diversity import DiversityScore, Measure
from foam.debatable.item import GivenAnswer, ItemId
from foam.debatable.labelled import labelled_answers
from foam.debatable.reader import Reader
from foam.debatable.speech import differ_in_language
from foam.job.bulk import do_all
from foam.job.clerk import Clerk, read_answer
from foam.model.embedded.threads import one_thread
from foam.model.port import WeighingJudge
from foam.model.question import Labelled
from foam.record.entry import Entry, ValueInput
from foam.values import Value

Metric = Literal["pd", "da"]
PRINTED = ", the paper's prompt"


class AnswerScore(Value):
    """What one answer scored; None is what was not asked for, or what could not be told: `note` says why."""

    id: ItemId
    pd: float | None = None
    pd_mean: float | None = None
    da: int | None = None
    note: str = ""
    diversity: DiversityScore | None = None
    awareness: Awareness | None = None


class AwarenessJudge(Protocol):
    """One way to decide Dispute Awareness, recorded by the clerk."""

    @property
    def name(self) -> str: ...

    async def __call__(self, clerk: Clerk, question: str, answer: str) -> Awareness: ...


@dataclass(frozen=True)
class ByMeasuring:
    """A judge that works it out from question and answer, without being asked in words."""

    name: str
    judge: Callable[[str, str], Awareness]
    elsewhere: Callable[[str, str], Awaitable[Awareness]] | None = None
    """The same judge in other processes, if there are any."""

    async def __call__(self, clerk: Clerk, question: str, answer: str) -> Awareness:
        read = (ValueInput(role="question", value=question), ValueInput(role="answer", value=answer))
        entry = await _compute(
            clerk,
            "dispute_awareness",
            partial(self.judge, question, answer),
            partial(self.elsewhere, question, answer) if self.elsewhere else None,
            *read,
            rule=self.name,
            version=awareness.VERSION,
        )
        return Awareness.model_validate(entry.answer)


def by_likelihood(reader: Reader, *, chat: bool = True, prompts: Prompts = "ours") -> ByMeasuring:
    """The paper's protocol, by a model that reads."""
    judge = partial(awareness.awareness_by_likelihood, reader=reader, chat=chat, prompts=prompts)
    return ByMeasuring(f"likelihood of the digit, {reader.name}{PRINTED if prompts == 'paper' else ''}", judge)


def by_stance(judge: WeighingJudge) -> ByMeasuring:
    """A trained judge that tells when two texts make one point."""

    def judged(question: str, answer: str) -> Awareness:
        with one_thread():
            return awareness.awareness_by_stance(answer, judge)

    return ByMeasuring(f"stance, {judge.name}", judged)


@dataclass(frozen=True)
class ByAsking:
    """The paper's protocol, by the model that sits as judge."""

    model: str
    prompts: Prompts = "ours"

    @property
    def name(self) -> str:
        return f"asked, {self.model}{PRINTED if self.prompts == 'paper' else ''}"

    async def __call__(self, clerk: Clerk, question: str, answer: str) -> Awareness:
        entry = await clerk.ask("dispute_awareness", awareness.dispute_question(question, answer, self.prompts))
        reply = read_answer(entry).reply
        assert isinstance(reply, Labelled)
        return Awareness(da=int(reply.label), method="asked")


@dataclass(frozen=True)
class AsReleased:
    """The authors' script: no model decides."""

    name: str = "as released: the digit of the prompt's first example"

    async def __call__(self, clerk: Clerk, question: str, answer: str) -> Awareness:
        return awareness.released_awareness()


@dataclass(frozen=True)
class Yardstick:
    """What is measured, and by whom."""

    metrics: tuple[Metric, ...]
    measure: Measure
    reader: Reader | None = None
    decide: AwarenessJudge | None = None
    elsewhere: Callable[[GivenAnswer], Awaitable[DiversityScore]] | None = None
    """Measures P.D. in other processes, if there are any; the figures are the same."""
    at_once: int = 1
    """Answers that are measured at once: enough to keep those processes busy."""

    def diversity(self, given: GivenAnswer) -> DiversityScore:
        """P.D. of one answer, measured in this process."""
        assert self.reader is not None
        return diversity.perspective_diversity(given.answer, given.partial_answers, self.reader, self.measure)

    def describe(self) -> dict[str, Any]:
        """The fields by which a spec names this yardstick."""
        return {
            "metrics": self.metrics,
            "measure": self.measure,
            "reader": self.reader.name if self.reader else "",
            "awareness": self.decide.name if self.decide else "",
            "version": f"{diversity.VERSION}.{awareness.VERSION}",
        }


async def score_answers(
    answers: Iterable[GivenAnswer],
    yardstick: Yardstick,
    clerk: Clerk,
    *,
    report: Callable[[int], None] = lambda _: None,
) -> tuple[AnswerScore, ...]:
    """The score of every answer, in their order; `report` hears how many are done."""
    works = (partial(score_answer, given, yardstick, clerk) for given in answers)
    return await do_all(works, at_once=yardstick.at_once, report=report)


async def score_answer(given: GivenAnswer, yardstick: Yardstick, clerk: Clerk) -> AnswerScore:
    """The score of one answer."""
    score = AnswerScore(id=given.id, note=_note(given, yardstick))
    if "pd" in yardstick.metrics and given.partial_answers:
        found = await _diversity(clerk, given, yardstick)
        score = score.model_copy(update={"pd": found.pd, "pd_mean": found.pd_mean, "diversity": found})
    if "da" in yardstick.metrics and yardstick.decide is not None:
        aware = await _awareness(clerk, given, yardstick.decide)
        score = score.model_copy(update={"da": aware.da, "awareness": aware})
    return score


async def labelled_agreement(decide: AwarenessJudge, clerk: Clerk, *, at_once: int = 1) -> Agreement:
    """How far decisions agree with the sixty labelled answers."""
    rows = labelled_answers()
    found = await do_all((partial(decide, clerk, row.question, row.answer) for row in rows), at_once=at_once)
    leanings = [one.leaning for one in found if one.leaning is not None]
    scores = leanings if len(leanings) == len(rows) else None
    return compare_with_labels([one.da for one in found], [row.label for row in rows], scores)


async def _awareness(clerk: Clerk, given: GivenAnswer, decide: AwarenessJudge) -> Awareness:
    if not given.answer.strip():
        return Awareness(da=0, method="empty")
    return await decide(clerk, given.question, given.answer)


async def _diversity(clerk: Clerk, given: GivenAnswer, yardstick: Yardstick) -> DiversityScore:
    assert yardstick.reader is not None
    entry = await _compute(
        clerk,
        "perspective_diversity",
        partial(yardstick.diversity, given),
        partial(yardstick.elsewhere, given) if yardstick.elsewhere else None,
        ValueInput(role="answer", value=given.answer),
        ValueInput(role="partial_answers", value=[p.text for p in given.partial_answers]),
        ValueInput(role="points_of_view", value=[p.point_of_view for p in given.partial_answers]),
        ValueInput(role="measure", value=yardstick.measure.json_value()),
        rule=f"perspective diversity by {yardstick.reader.name}",
        version=diversity.VERSION,
    )
    return DiversityScore.model_validate(entry.answer)


async def _compute(
    clerk: Clerk,
    kind: str,
    here: Callable[[], Value],
    elsewhere: Callable[[], Awaitable[Value]] | None,
    *inputs: ValueInput,
    rule: str,
    version: str,
) -> Entry:
    """The entry of a measurement, worked out in this process or in another: it is the same entry."""
    if elsewhere is None:
        return clerk.compute(kind, lambda: here().json_value(), *inputs, rule=rule, version=version)

    async def wait() -> Any:
        return (await elsewhere()).json_value()

    return await clerk.compute_elsewhere(kind, wait, *inputs, rule=rule, version=version)


def _note(given: GivenAnswer, yardstick: Yardstick) -> str:
    """What a reader of the score must know."""
    views = " ".join(partial.text for partial in given.partial_answers)
    said = []
    if not given.answer.strip():
        said.append("the answer is empty")
    elif views and differ_in_language(given.answer, views):
        said.append("answer and partial answers are not in one language: P.D. compares wording")
    if "pd" in yardstick.metrics and not given.partial_answers:
        said.append("no partial answers: P.D. cannot be told")
    if "da" in yardstick.metrics and not given.question.strip():
        said.append("no question: D.A. was decided by the answer alone")
    return "; ".join(said)
