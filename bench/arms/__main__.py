"""`python -m bench.arms "RESOLUTION"`: a case by each arm, all scored by the embedded jury or a model of the settings.

The cases are kept with --out, so that they can be entered in a tournament; the first arm is what the others are
measured against.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.arms.compare import Ablated, ArmRow, compare_arms, make_all
from bench.arms.make import ARMS, Arm, ArmCase
from foam.home.desk import Desk
from foam.home.home import open_home
from foam.home.juries import gather_sources, seat_jury
from foam.job.session import Tools
from foam.model.cast import dismiss


async def ablate(
    desk: Desk, resolutions: Sequence[str], arms: Sequence[Arm], model: str | None, jurors: Sequence[str]
) -> tuple[Ablated, tuple[ArmCase, ...]]:
    """Write a case by each arm for each resolution (or the pack's sample), score and audit them all, and compare."""
    jury, models = seat_jury(desk, jurors or ([model] if model else []))
    async with desk.at_work(model=model) as work:
        try:
            asked = resolutions or (work.pack.sample_question,)
            seed = work.config.settings.seed
            made = await make_all(arms, asked, work.tools, store=desk.store, seed=seed, clock=desk.clock)
            sources = gather_sources(desk, (), work.pack, (one.entrant for one in made))
            found = await compare_arms(
                made,
                Tools(models=models, pack=work.pack, concurrency=work.tools.concurrency),
                rubric=work.pack.rubric,
                jury=jury,
                documents=sources.documents,
                store=desk.store,
                seed=seed,
                clock=desk.clock,
            )
        finally:
            await dismiss(models)
    return found, made


def describe(found: Ablated) -> str:
    """The table, what the jury is worth, and why nothing is shown where it is withheld."""
    lines = [f"{'arm':<16} {'n':>2}  {'overall':<22} {'against the first':<22} evidence  words"]
    lines += [_describe_row(row) for row in found.rows]
    lines += ["", *(f"{row.arm:<16} {row.rates.describe()}" for row in found.rows)]
    lines += ["", *(f"control: {one.describe(len(found.rows))}" for one in found.controls.controls)]
    lines += [f"declined, and left out of all totals: {', '.join(found.declined)}"] if found.declined else []
    return "\n".join([*lines, *([found.withheld] if found.withheld else [])])


def _describe_row(row: ArmRow) -> str:
    evidence = "–" if row.evidence is None or row.evidence.value is None else f"{row.evidence.value:.1f}"
    return f"{row.arm:<16} {row.n:>2}  {row.overall!s:<22} {row.against!s:<22} {evidence:<8}  {row.words:.0f}"


def save_arms(made: Sequence[ArmCase], target: Path) -> list[Path]:
    """The cases of the arms as files of a folder."""
    target.mkdir(parents=True, exist_ok=True)
    files = [target / f"{number:02d}-{one.arm}{one.ending}" for number, one in enumerate(made, start=1)]
    for path, one in zip(files, made, strict=True):
        path.write_text(one.text, "utf-8")
    return files


def main(arguments: Sequence[str]) -> int:
    """Exit code 1 where the jury cannot tell a case from the controls."""
    parser = argparse.ArgumentParser(prog="python -m bench.arms", description=__doc__)
    parser.add_argument("resolutions", nargs="*")
    parser.add_argument("--arms", nargs="+", choices=ARMS, default=ARMS[:4], help="the first is the measure")
    parser.add_argument("--model", help="who writes, and judges where no juror is named [the setting]")
    parser.add_argument("--juror", action="append", default=[], help="a model that judges; several times for a jury")
    parser.add_argument("--out", type=Path, help="keep the cases in this folder")
    given = parser.parse_args(arguments)
    with open_home() as home:
        found, made = asyncio.run(ablate(home._desk, given.resolutions, given.arms, given.model, given.juror))
    print(describe(found))
    for path in save_arms(made, given.out) if given.out else ():
        print(path)
    return bool(found.withheld)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
