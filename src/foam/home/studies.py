"""Calls about studies of debates: play a plan to its end, and lay out its tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foam.debate.rounds.job import make_next_format
from foam.debate.transcript import SIDES, Side, Transcript, check_motion, find_other_side
from foam.debate.values import Debate
from foam.home.calls import call
from foam.home.debates import DebateCalls, Stage
from foam.job.events import StepProgress
from foam.job.job import RunResult
from foam.job.orders.debate import Method, SpeechOrder
from foam.job.plan import register
from foam.judging.debates.inspire import side_means
from foam.judging.debates.job import DebateEvaluation
from foam.judging.debates.printed import average_side
from foam.judging.study.folder import StudyRow, keep_row, read_choices, read_rows, write_rows, write_sheet
from foam.judging.study.plan import StudyArm, StudyCell, StudyPlan, begin_at, list_cells, read_plan
from foam.judging.study.tables import INSPIRE, PRINTED, compose_study
from foam.paper import Paper, render, to_terminal
from foam.private import write_public

_POINTS = {"Source": "S", "Language": "L", "Argument": "A", "Overall": "O"}


@dataclass(frozen=True, slots=True)
class PlayedStudy:
    """A study as far as it was played."""

    rows: tuple[StudyRow, ...]
    cells: int
    played: int
    """How many cells this call played; the others were kept."""
    paper: Paper
    files: tuple[Path, ...]


class StudyCalls(DebateCalls):
    """The calls of `home.debate` with studies."""

    @call
    async def study(self, plan: Path | StudyPlan, folder: Path) -> PlayedStudy:
        """Play every cell of a plan that has no row in the folder yet; then write rows, sheet and tables.

        The plan is registered in the folder, so that another one is refused there. A study that was killed goes on
        where it stopped: finished cells have rows, and what was answered in the one that was cut short is on record.
        """
        found = read_plan(plan) if isinstance(plan, Path) else plan
        base = plan.parent if isinstance(plan, Path) else Path()
        for motion in found.motions:
            check_motion(motion)
        heard = {name: self.read(base / name).transcript for name in found.transcripts}
        found = found.model_copy(update={"read": {name: one.digest for name, one in heard.items()}})
        register(found, folder)
        cells = tuple(list_cells(found))
        kept = {row.cell for row in read_rows(folder, cells)}
        missing = [cell for cell in cells if cell not in kept]
        for cell in missing:
            keep_row(folder, await self._play_cell(found, cell, begin_at(found, heard, cell)))
            kept.add(cell)
            self._desk.listener(StepProgress(step="cells of the study", done=len(kept), total=len(cells)))
        rows = read_rows(folder, cells)
        write_sheet(folder, found, rows)
        paper = compose_study(found, rows, read_choices(folder), cells=len(cells))
        write_public(folder / "tables.md", render(paper, "md"))
        files = (*write_rows(folder, rows), folder / "tables.md", folder / "sheet.csv")
        return PlayedStudy(rows, len(cells), len(missing), paper, files)

    def describe(self, found: Any) -> str:
        """The tables of a study; else what a debate's calls give, as a terminal shows it."""
        return to_terminal(found.paper.blocks) if isinstance(found, PlayedStudy) else super().describe(found)

    async def _play_cell(self, plan: StudyPlan, cell: StudyCell, before: Transcript) -> StudyRow:
        arm = next(one for one in plan.arms if one.name == cell.arm)
        at: dict[str, Any] = {"pack": plan.pack, "seed": plan.seed + cell.run - 1, "library": plan.library}
        order = SpeechOrder.read(**at, model=cell.model or None, memory=plan.memory)
        async with self._at_stage(order, temperature=plan.temperature) as stage:
            ran = await self._speak(stage, plan, cell, arm, before)
        async with self._desk.at_work(**at, model=plan.judge or cell.model or None) as work:
            turns = (len(ran.view.turns) - 1,) if plan.task == "next" else ()
            methods: tuple[Method, ...] = ("inspire",) if plan.task == "next" else ("inspire", "debatrix")
            said = ran.view.transcript
            judged = await self._evaluate(
                work, said, methods, turns, controls=plan.controls, as_printed=plan.as_printed
            )
        own = [turn for turn in ran.view.turns[len(before.utterances) :] if turn.side == cell.side]
        spoken = own[-1:] if plan.task == "next" else own
        return StudyRow(
            cell=cell,
            motion=before.motion,
            speaker=stage.work.tools.models["proposer"].decider.id,
            judge=work.tools.models["judge"].decider.id,
            debate=ran.run,
            evaluation=judged.run,
            withheld=judged.view.withheld,
            marks=read_marks(judged.view, cell.side),
            words=sum(turn.words for turn in spoken),
            asked=ran.asked + ran.reused,
            text="\n\n".join(turn.text for turn in spoken),
        )

    async def _speak(
        self, stage: Stage, plan: StudyPlan, cell: StudyCell, arm: StudyArm, before: Transcript
    ) -> RunResult[Debate]:
        """The debate, or the next speech: where nothing was said yet, the other side opens."""
        how: dict[str, Any] = {"attempts": plan.attempts, "questions": plan.questions, "top_k": plan.top_k}
        if plan.task == "next":
            how["pace"] = float(plan.words or 2 * plan.pace)
            opening = find_other_side(cell.side)
            heard = before if before.utterances else await self._opening(stage, before, opening, **how)
            shape = make_next_format(heard, cell.side, minutes=1.0)
            spec = self._spec(stage, heard, pro=arm.debater, con=arm.debater, format=shape, without=arm.without, **how)
        else:
            shape = stage.work.pack.debate_format(cell.format)
            who: dict[str, Any] = {side: arm.debater if side == cell.side else arm.against for side in SIDES}
            pace = shape.find_pace(plan.pace, longest=plan.words)
            spec = self._spec(stage, before, **who, format=shape, without=arm.without, pace=pace, **how)
        return await self._run(stage, spec)

    async def _opening(self, stage: Stage, empty: Transcript, side: Side, **options: Any) -> Transcript:
        """A first speech of the other side, so that there is something to answer."""
        shape = make_next_format(empty, side, minutes=1.0)
        spec = self._spec(stage, empty, pro="four-roles", con="four-roles", format=shape, **options)
        return (await self._run(stage, spec)).view.transcript


def read_marks(found: DebateEvaluation, side: Side) -> dict[str, float]:
    """A side's marks by name, without those that were declined or withheld."""
    if found.withheld:
        return {}
    marks: dict[str, float | None] = dict(zip(INSPIRE, side_means(found.inspire, side) or (), strict=False))
    marks |= dict(zip(PRINTED, average_side(found.printed, side), strict=False))
    if found.debatrix:
        compared = (*found.debatrix.dimensions, found.debatrix.overall)
        marks |= {_POINTS[one.dimension]: float(one.points(side)) for one in compared}
    return {name: round(mark, 4) for name, mark in marks.items() if mark is not None}
