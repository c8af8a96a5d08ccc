"""Calls about judging cases: a jury's scores, and tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from foam.errors import InputError
from foam.home.ballots import BallotCalls
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.home.juries import JuryLabels, gather_sources, seat_jury
from foam.home.stances import find_sense
from foam.job.bulk import count_at_once
from foam.job.job import RunResult
from foam.job.session import Tools
from foam.judging.audit import audit_cases, sources_judge
from foam.judging.entrants.blind import UNKNOWN, EnteredCase, strip_case
from foam.judging.entrants.entrant import Entrant
from foam.judging.entrants.intake import read_case
from foam.judging.entrants.leaks import Leak
from foam.judging.jury.controls import TIE
from foam.judging.jury.panel import Jury, Pooling
from foam.judging.jury.scoring import JuryVerdict, judge_cases
from foam.judging.tournament import folder as folders
from foam.judging.tournament.bracket import Rules
from foam.judging.tournament.deciding import Deciding
from foam.judging.tournament.folder import Registered
from foam.judging.tournament.report import Stability, TournamentReport, measure_stability, order_by_score
from foam.judging.tournament.session import TournamentOutcome, TournamentPlan, run_tournament
from foam.judging.tournament.views.charts import charts
from foam.model.cast import dismiss
from foam.model.port import Model
from foam.pack.loader import load_pack
from foam.pack.rubric import Rubric, read_rubric
from foam.paper import draw, save
from foam.visible import dump_json


@dataclass(frozen=True, slots=True)
class JudgedCases:
    """What a jury made of some cases, the cases as it saw them, and sources that could not be read."""

    ran: RunResult[JuryVerdict]
    entrants: dict[str, Entrant]
    rubric: Rubric
    rejected: tuple[str, ...]

    @property
    def shown(self) -> tuple[str, ...]:
        """The cases, the best first; none where a control is as good as the best."""
        return () if self.ran.view.withheld else self.ran.view.order


@dataclass(frozen=True, slots=True)
class PlayedTournament:
    """A tournament that was played, its report, and what a reader should know."""

    ran: RunResult[TournamentOutcome]
    report: TournamentReport
    leaks: tuple[Leak, ...]
    rejected: tuple[str, ...]

    @property
    def by_score(self) -> tuple[str, ...]:
        """The cases by their scores alone, the best first."""
        return order_by_score(self.ran.view)


@dataclass(frozen=True, slots=True)
class Rejudged:
    """Another jury's judgement of the same tournament, and how far the ranks hold."""

    ran: RunResult[TournamentOutcome]
    stability: Stability | None
    """None where one of the two juries cannot tell the controls: then there is no order to compare."""
    file: Path


class JudgementCalls:
    """The calls of a home about judging."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @call
    async def judge(
        self,
        files: Sequence[Path],
        *,
        sources: Sequence[Path] = (),
        pack: str | None = None,
        seed: int | None = None,
        jurors: Sequence[str] = (),
        pool: Pooling = "mean",
        quorum: float = 0.5,
        rubric: Path | Rubric | None = None,
    ) -> JudgedCases:
        """Score cases (.json of FOAM's, .docx, .md, .html, .pdf, .txt) under a rubric, blind, with reasons."""
        cases = {str(file): read_case(file).entrant for file in files}
        if len(cases) < len(files):
            raise InputError("a case is named twice", hint="name each file once")
        config = self._desk.configure(pack=pack)
        loaded = load_pack(config.settings.pack)
        held = _read_any_rubric(rubric) or loaded.rubric
        jury, models = seat_jury(self._desk, jurors, pool=pool, quorum=quorum, seed=seed)
        found = gather_sources(self._desk, sources, loaded, cases.values())
        audits = audit_cases(cases, sources_judge(found.documents, sense=find_sense(self._desk.judge)))
        tools = Tools(models=models, pack=loaded, concurrency=config.settings.concurrency)
        try:
            ran = await judge_cases(
                cases, audits, tools, rubric=held, jury=jury,
                store=self._desk.store, clock=self._desk.clock, listener=self._desk.listener,
            )  # fmt: skip
        finally:
            await dismiss(models)
        shown = {case: strip_case(cases[case]) for case in ran.view.order}
        return JudgedCases(ran, shown, held, found.rejected)


class TournamentCalls(BallotCalls):
    """`home.tournament`: blind tournaments of cases, each in a folder of its own."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def new(
        self,
        folder: Path,
        *,
        name: str | None = None,
        seed: int | None = None,
        rounds: int | None = None,
        heat: Literal[2, 3] = 2,
        eliminate: bool = True,
        by: Deciding = "scores",
        tie: float = TIE,
        sources: Sequence[Path] = (),
        pack: str | None = None,
        jurors: Sequence[str] = (),
        pool: Pooling = "mean",
        quorum: float = 0.5,
        labels: JuryLabels = "blind",
        rubric: Path | Rubric | None = None,
    ) -> Registered:
        """Begin a tournament in a folder."""
        settings = self._desk.configure(seed=seed, pack=pack).settings
        jury, _ = seat_jury(self._desk, jurors, pool=pool, quorum=quorum, labels=labels, seed=settings.seed)
        plan = TournamentPlan(
            rules=Rules(seed=settings.seed, rounds=rounds, heat=heat, eliminate=eliminate),
            rubric=_read_any_rubric(rubric) or load_pack(settings.pack).rubric,
            jury=jury,
            by=by,
            tie=tie,
        )
        kept = tuple(str(path.resolve()) for path in sources)
        registered = Registered(name=name or folder.name, plan=plan, pack=settings.pack, sources=kept)
        folders.create(folder, registered)
        return registered

    @quick
    def add(
        self,
        folder: Path,
        files: Sequence[Path],
        *,
        source: str = UNKNOWN,
        approach: str = UNKNOWN,
        family: str = "",
        hide: Sequence[str] = (),
    ) -> int:
        """Enter cases; how many there are in all."""
        more = tuple(
            EnteredCase(
                file=str(file),
                submitted=read_case(file),
                source=source,
                approach=approach,
                family=family,
                names=tuple(hide),
            )
            for file in files
        )
        return folders.enter(folder, more)

    @quick
    def withdraw(self, folder: Path, case: str, *, after: int = 0) -> None:
        """Withdraw a case by its blind id; it plays no round after this one."""
        registered = folders.load(folder)
        cases, _, _ = folders.seal_cases(folder)
        if case not in {one.id for one in cases}:
            raise InputError(f"no case {case!r}", hint=f"there are {', '.join(one.id for one in cases[:5])}, …")
        plan = registered.plan.model_copy(update={"withdrawn": {**registered.plan.withdrawn, case: after}})
        folders.change(folder, registered.model_copy(update={"plan": plan}))

    @call
    async def run(self, folder: Path, *, workers: int = 1) -> PlayedTournament:
        """Blind, audit, judge and play; started again after a crash it goes on where it stopped.

        With `workers`, so many processes answer for jurors that compute on this machine; the outcome is the same.
        """
        registered = folders.load(folder)
        models = self._desk.models_named((juror.model for juror in registered.plan.jury.jurors), workers=workers)
        ran, rejected = await self._play(folder, registered, models, workers=workers)
        folders.keep_outcome(folder, ran.view)
        self._note_folder(ran.run, folder, registered.name)
        _, _, leaks = folders.seal_cases(folder)
        return PlayedTournament(ran, self._report(folder, ran.view), tuple(leaks), rejected)

    @call
    async def rejudge(
        self,
        folder: Path,
        name: str,
        *,
        seed: int | None = None,
        jurors: Sequence[str] = (),
        pool: Pooling = "mean",
        quorum: float = 0.5,
        labels: JuryLabels = "blind",
        rubric: Path | Rubric | None = None,
        workers: int = 1,
    ) -> Rejudged:
        """Judge a tournament again with another jury, and say how far the ranks hold."""
        kept = "".join(ch if ch.isalnum() or ch in "-_" else "-" for ch in name)
        if not kept.strip("-"):
            raise InputError(f"{name!r} is no name for a judgement", hint="use letters and digits")
        before = folders.read_outcome(folder)
        registered = folders.load(folder)
        jury: Jury
        jury, models = seat_jury(
            self._desk, jurors, pool=pool, quorum=quorum, labels=labels, seed=seed, workers=workers
        )
        changes = {"jury": jury, "rubric": _read_any_rubric(rubric) or registered.plan.rubric}
        plan = registered.plan.model_copy(update=changes)
        ran, _ = await self._play(folder, registered.model_copy(update={"plan": plan}), models, workers=workers)
        path = folders.keep_outcome(folder, ran.view, name=f"rejudged-{kept}.json")
        self._note_folder(ran.run, folder, f"{registered.name} ({name})")
        told = not (before.withheld or ran.view.withheld)
        return Rejudged(ran, measure_stability(name, before, ran.view) if told else None, path)

    @quick
    def report(self, folder: Path) -> TournamentReport:
        """The report of a tournament that was played."""
        return self._report(folder, folders.read_outcome(folder))

    @quick
    def save_report(self, report: TournamentReport, target: Path) -> list[Path]:
        """Write a report to a folder: HTML, Markdown, JSON and pictures."""
        files = {"report.html": report.render("html"), "report.md": report.render("md")}
        files["report.json"] = dump_json(report.json_value()) + "\n"
        files |= {f"{name}.svg": draw(chart) for name, chart in charts(report).items()}
        try:
            target.mkdir(parents=True, exist_ok=True)
            for name, text in files.items():
                save(target / name, text)
        except OSError as error:
            raise InputError(f"cannot write to {target}: {error.strerror}", hint="name another folder") from error
        return [target / name for name in files]

    async def _play(
        self, folder: Path, registered: Registered, models: dict[str, Model], *, workers: int
    ) -> tuple[RunResult[TournamentOutcome], tuple[str, ...]]:
        desk = self._desk
        cases, _, _ = folders.seal_cases(folder)
        pack = load_pack(registered.pack)
        entrants = {case.id: case.entrant for case in cases}
        found = gather_sources(desk, [Path(path) for path in registered.sources], pack, entrants.values())
        audits = audit_cases(entrants, sources_judge(found.documents, sense=find_sense(self._desk.judge)))
        at_once = max(desk.configure().settings.concurrency, count_at_once(workers))
        tools = Tools(models=models, pack=pack, concurrency=at_once)
        try:
            ran = await run_tournament(
                registered.plan, cases, audits, tools, store=desk.store, clock=desk.clock, listener=desk.listener
            )
        finally:
            await dismiss(models)
        return ran, found.rejected


def _read_any_rubric(rubric: Path | Rubric | None) -> Rubric | None:
    """A rubric as given or from its file."""
    return read_rubric(rubric) if isinstance(rubric, Path) else rubric
