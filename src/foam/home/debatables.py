"""Calls about debatable questions: build data sets, score answers, compare systems, find missing views."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from foam.contest.challenge import Challenge
from foam.debatable.agreement import Agreement
from foam.debatable.awareness import Prompts
from foam.debatable.coverage import Coverage, challenge_missing, measure_coverage
from foam.debatable.curation.annotation import Verdict, decide, read_sheet, write_sheet
from foam.debatable.curation.build import BuildSpec, BuiltSet, build_set
from foam.debatable.diversity import DiversityChange, Mode, compare_scores
from foam.debatable.files import (
    debateqa_lines,
    own_lines,
    read_answers,
    read_bare_questions,
    read_questions,
    read_text,
    with_partials,
)
from foam.debatable.harness.answering import parse_system, tell_views
from foam.debatable.harness.evaluation import Evaluation, read_evaluation
from foam.debatable.harness.preferences import HumanAgreement, human_agreement, read_preferences
from foam.debatable.harness.views import ComparedQuestion, list_questions
from foam.debatable.item import DebatableQuestion, GivenAnswer
from foam.debatable.jobs import (
    ScoreSheet,
    answer_questions,
    compare,
    compare_systems,
    measure_agreement,
    read_compared_answers,
    score_file,
)
from foam.debatable.scoring import ByAsking, Metric, Yardstick
from foam.debatable.sharing import share_out
from foam.debatable.show import build_blocks, evaluation_blocks, missing_blocks, score_blocks, verdict_blocks
from foam.debatable.yardsticks import AwarenessBy, Overlong, make_measure, make_yardstick
from foam.errors import InputError, NotFound, SettingError
from foam.evidence.document import Document
from foam.evidence.imports import Rejected
from foam.evidence.ingest import read_paths
from foam.evidence.library_corpus import make_sample_corpus
from foam.home.calls import call, quick
from foam.home.desk import Desk, Work
from foam.home.files import load_answer
from foam.job.job import RunResult, replay
from foam.job.session import Tools
from foam.model.cast import dismiss
from foam.model.embedded.remembered import RememberedEmbedder
from foam.model.embedded.vectors import MiniLM
from foam.model.judge import shipped_judge
from foam.model.port import Embedder, Model
from foam.paper import to_terminal
from foam.perspective.policy import find_policy
from foam.private import write_public
from foam.record.runs import list_runs
from foam.values import Rows, Value


class KnownComparison(Value):
    """A recorded comparison of systems as a list shows it."""

    run: str
    opened: str
    closed: str | None
    reader: str
    awareness: str


@dataclass(frozen=True, slots=True)
class ShownComparison:
    """A recorded comparison of systems, with the views of every question."""

    run: str
    evaluation: Evaluation
    questions: tuple[ComparedQuestion, ...]


class ComparisonCalls:
    """The calls of `home.debatable` about what is on record."""

    _desk: Desk

    @quick
    def list(self) -> Rows[KnownComparison]:
        """Every comparison of systems on record, oldest first."""
        return Rows(
            KnownComparison(
                run=one.run,
                opened=one.opened,
                closed=one.closed,
                reader=one.spec["reader"],
                awareness=one.spec["awareness"],
            )
            for one in list_runs(self._desk.reading, job=compare.name)
        )

    @call
    async def show(self, run: Any) -> ShownComparison:
        """A recorded comparison off the record: the leaderboard, and the views of every question with who missed it."""
        key = self._desk.find_run(run)

        async def compute() -> ShownComparison:
            answers = read_compared_answers(self._desk.reading, key)
            found: Evaluation = await replay(self._desk.reading, key)
            return ShownComparison(key, found, list_questions(found, answers))

        return await self._desk.remember(f"debatable {key}", compute)


@dataclass(frozen=True, slots=True)
class ScoredAnswers:
    """The scores of a file of answers, and by what they were measured."""

    ran: RunResult[ScoreSheet]
    yardstick: Yardstick
    model: str
    agreement: Agreement | None = None

    def data(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "run": self.ran.run,
            "digest": self.ran.digest,
            "model": self.yardstick.reader.name if self.yardstick.reader else self.model,
            "awareness": self.yardstick.decide.name if self.yardstick.decide else None,
            "measure": self.yardstick.measure.json_value(),
            "scores": [score.json_value() for score in self.ran.view.scores],
            "agreement": self.agreement.json_value() if self.agreement else None,
        }


@dataclass(frozen=True, slots=True)
class MissingViews:
    """Which views an answer covers, and the challenges that the others make."""

    coverage: Coverage
    challenges: tuple[Challenge, ...] = field(default=())


class DebatableCalls(ComparisonCalls):
    """`home.debatable`: does an answer cover the dispute?"""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @call
    async def score(
        self,
        file: Path | str,
        *,
        data: Path | str | None = None,
        metrics: Sequence[Metric] = (),
        model: str = "embedded",
        mode: Mode = "corrected",
        prompt: int = 1,
        plain: bool = False,
        overlong: Overlong = "refuse",
        da_by: AwarenessBy = "auto",
        prompts: Prompts = "ours",
        workers: int = 1,
        agreement: bool = False,
    ) -> ScoredAnswers:
        """Score the answers in a file (JSON lines: id, question, answer, partial_answers)."""
        path = Path(file)
        answers = with_partials(read_answers(path), read_questions(Path(data)) if data else ())
        wanted: tuple[Metric, ...] = tuple(dict.fromkeys(metrics)) or ("pd", "da")
        if wanted == ("pd",) and not any(answer.partial_answers for answer in answers):
            raise InputError(
                f"{path.name}: no answer comes with partial answers",
                hint="give them as `partial_answers`, or name the data set with --data",
            )
        config = self._desk.configure()
        measure = make_measure(mode=mode, prompt=prompt, overlong=overlong, plain=plain)
        by: dict[str, Any] = {"model": model, "da_by": da_by, "prompts": prompts}
        opening = partial(make_yardstick, config, wanted, measure, **by, open_judge=shipped_judge)
        yardstick = opening()
        agrees = None
        with share_out(yardstick, opening, self._desk.share_out(workers)) as shared:
            async with self._asked_models(yardstick, model) as models:
                tools, options = Tools(models=models), self._options()
                ran = await score_file(answers, shared, tools, **options)
                if agreement and shared.decide is not None:
                    agreed = await measure_agreement(shared.decide, tools, at_once=shared.at_once, **options)
                    agrees = agreed.view
        return ScoredAnswers(ran, yardstick, model, agrees)

    def changes(self, before: ScoredAnswers, after: ScoredAnswers) -> list[tuple[Any, DiversityChange]]:
        """How P.D. moved from one file of scores to another, by the ids that both have."""
        known = {str(row.id): row.diversity for row in before.ran.view.scores if row.diversity}
        return [
            (row.id, compare_scores(known[str(row.id)], row.diversity))
            for row in after.ran.view.scores
            if row.diversity and str(row.id) in known
        ]

    @call
    async def build(
        self,
        questions: Path | Sequence[str],
        *,
        docs: Path | None = None,
        library: bool = False,
        pack: str | None = None,
        model: str | None = None,
        seed: int | None = None,
        limit: int | None = None,
        policy: str = "open",
        alike: float = 0.78,
        views_alike: float = 0.75,
    ) -> RunResult[BuiltSet]:
        """Make a data set from questions: documents, points of view, explanations with pointers."""
        asked = read_bare_questions(questions) if isinstance(questions, Path) else tuple(questions)
        if not asked:
            named = questions.name if isinstance(questions, Path) else "the list"
            raise InputError(f"{named} holds no question", hint="a question a line")
        for name, cosine in (("alike", alike), ("views-alike", views_alike)):
            if not 0 < cosine <= 1:
                raise SettingError(f"--{name} {cosine} is not above 0 and at most 1")
        async with self._reading(docs=docs, library=library, pack=pack, model=model, seed=seed) as work:
            tools = replace(work.tools, embedder=self._vectors())
            spec = BuildSpec(
                **tools.describe(work.config.settings.seed),
                questions=asked[:limit],
                policy=find_policy(policy),
                questions_alike=alike,
                views_alike=views_alike,
            )
            return await self._desk.run(build_set, spec, tools)

    @quick
    def save_set(self, questions: Sequence[DebatableQuestion], out: Path, *, debateqa: Path | None = None) -> None:
        """Write a data set as JSON lines, and in DebateQA's own format."""
        write_text(out, own_lines(questions))
        if debateqa:
            write_text(debateqa, debateqa_lines(questions))

    @quick
    def make_sheet(self, dataset: Path, out: Path) -> int:
        """Write a sheet for annotators; how many partial answers it asks about."""
        questions = read_questions(dataset)
        write_text(out, write_sheet(questions))
        return sum(len(question.partial_answers) for question in questions)

    @quick
    def annotate(self, dataset: Path, sheets: Sequence[Path]) -> Verdict:
        """What stays of a data set by these annotators' sheets."""
        filled = {path.stem: read_sheet(read_text(path), path.name) for path in sheets}
        return decide(read_questions(dataset), filled)

    @call
    async def evaluate(
        self,
        dataset: Path,
        *,
        answers: Sequence[str] = (),
        systems: Sequence[str] = (),
        matched: bool = True,
        model: str = "embedded",
        mode: Mode = "corrected",
        prompt: int = 1,
        plain: bool = False,
        overlong: Overlong = "refuse",
        da_by: AwarenessBy = "auto",
        prompts: Prompts = "ours",
        docs: Path | None = None,
        library: bool = False,
        pack: str | None = None,
        seed: int | None = None,
        limit: int | None = None,
        workers: int = 1,
    ) -> RunResult[Evaluation]:
        """Compare systems: answers in files (NAME=FILE) and answers of models (MODEL/PROMPT/RETRIEVAL)."""
        questions = read_questions(dataset)[:limit]
        given = _read_named_answers(answers, questions)
        for system in (parse_system(text, prompts) for text in systems):
            reading: dict[str, Any] = {"docs": docs, "library": library, "pack": pack, "seed": seed}
            async with self._reading(**reading, model=system.model) as work:
                ran = await answer_questions(
                    questions, system, work.tools, seed=work.config.settings.seed, **self._options()
                )
            given[system.name] = ran.view.answers
        if not given:
            raise SettingError("no answers to evaluate", hint="--answers NAME=FILE, or --system MODEL/PROMPT/RETRIEVAL")
        measure = make_measure(mode=mode, prompt=prompt, overlong=overlong, plain=plain)
        opening = partial(
            make_yardstick,
            self._desk.configure(),
            ("pd", "da"),
            measure,
            model=model,
            da_by=da_by,
            prompts=prompts,
            open_judge=shipped_judge,
        )
        yardstick = opening()
        with share_out(yardstick, opening, self._desk.share_out(workers)) as shared:
            async with self._asked_models(yardstick, model) as models:
                tools = Tools(models=models, embedder=self._vectors())
                return await compare_systems(given, shared, shipped_judge(), tools, matched=matched, **self._options())

    @quick
    def read_evaluation(
        self, figures: Path, preferences: Path | None = None
    ) -> tuple[Evaluation, HumanAgreement | None]:
        """The figures that `evaluate` wrote and, with people's preferences, how far metrics agree with people."""
        found = read_evaluation(read_text(figures), figures.name)
        ballots = read_preferences(read_text(preferences), preferences.name) if preferences else None
        return found, human_agreement(found.standings, ballots) if ballots else None

    @call
    async def missing(self, run: Any, dataset: Path, *, item: str | None = None) -> MissingViews:
        """Which views of a data set the answer of a run misses, and the challenges they make."""
        answer = await load_answer(self._desk, self._desk.find_run(run))
        asked = _find_item(read_questions(dataset), answer.question, item)
        given = GivenAnswer(
            id=asked.id, question=asked.question, answer=tell_views(answer), partial_answers=asked.partial_answers
        )
        found = measure_coverage(given, shipped_judge())
        return MissingViews(found, challenge_missing(found, answer))

    def describe(self, found: Any) -> str:
        """Anything these calls give, as a terminal shows it."""
        match found:
            case dict():
                return to_terminal(score_blocks(found))
            case BuiltSet():
                return to_terminal(build_blocks(found))
            case Verdict():
                return to_terminal(verdict_blocks(found))
            case Evaluation():
                return to_terminal(evaluation_blocks(found))
            case MissingViews():
                return to_terminal(missing_blocks(found.coverage, found.challenges))
            case _:
                raise TypeError(f"nothing says how a {type(found).__name__} is shown")

    def _options(self) -> dict[str, Any]:
        return {"store": self._desk.store, "clock": self._desk.clock, "listener": self._desk.listener}

    def _vectors(self) -> Embedder:
        """What likeness of sentences is measured with."""
        return self._desk.given_embedder or RememberedEmbedder(MiniLM(self._desk.folder))

    @asynccontextmanager
    async def _asked_models(self, yardstick: Yardstick, model: str) -> AsyncIterator[dict[str, Model]]:
        """The models of a judge that is asked; none for one that measures."""
        asked = isinstance(yardstick.decide, ByAsking)
        models = self._desk.models_for(self._desk.configure(model=model)) if asked else {}
        try:
            yield models
        finally:
            await dismiss(models)

    @asynccontextmanager
    async def _reading(self, *, docs: Path | None, library: bool, **options: Any) -> AsyncIterator[Work]:
        """What a run reads: a folder of documents, the user's library, or the pack's sample."""
        if docs and library:
            raise SettingError("--docs and --library are two sources of documents", hint="give one of them")
        async with self._desk.at_work(library=library, **options) as work:
            if docs is None:
                yield work
            else:
                corpus = make_sample_corpus(_read_documents(docs), self._desk.embedder)
                yield replace(work, tools=replace(work.tools, corpus=corpus))


def _read_named_answers(
    named: Sequence[str], questions: Sequence[DebatableQuestion]
) -> dict[str, tuple[GivenAnswer, ...]]:
    """Answers in files, given as NAME=FILE."""
    wanted = {str(question.id) for question in questions}
    found: dict[str, tuple[GivenAnswer, ...]] = {}
    for text in named:
        name, _, path = text.partition("=")
        if not name or not path:
            raise SettingError(f"not NAME=FILE: {text!r}")
        rows = with_partials(read_answers(Path(path)), questions)
        found[name] = tuple(row for row in rows if str(row.id) in wanted)
    return found


def write_text(path: Path, text: str) -> None:
    """Write a file, or say why not."""
    try:
        write_public(path, text)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error


def _read_documents(path: Path) -> list[Document]:
    found: list[Document] = []
    for one in read_paths([path]):
        if isinstance(one, Rejected):
            raise InputError(f"{one.file}: {one.reason}", hint="take it out of the folder, or mend it")
        found.append(one)
    if not found:
        raise InputError(f"{path} holds no document")
    return found


def _find_item(items: Sequence[DebatableQuestion], question: str, wanted: str | None) -> DebatableQuestion:
    for item in items:
        if (str(item.id) == wanted) if wanted else (item.question.strip() == question.strip()):
            return item
    asked = f"id {wanted}" if wanted else repr(question)
    raise NotFound(f"the set holds no question {asked}", hint="name one of its ids with --id")
