"""`foam ablate`: FOAM, its baselines, and FOAM without one of its parts, side by side. Decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from foam.cli.desk import Desk, configured, open_desk, run_options
from foam.cli.frame import Face, faced
from foam.cli.juries import documents_for, jury_options, made_jury
from foam.errors import InputError, SettingError
from foam.judging.arms.compare import Ablated, ArmRow, compare_arms, make_all
from foam.judging.arms.make import ARMS, Arm, Made, Workshop
from foam.judging.jury.panel import Jury
from foam.judging.jury.rubric import Rubric, read_rubric
from foam.model.cast import dismiss
from foam.model.port import Model
from foam.text.wrap import wrapped

_DEFAULT = "foam,no-deliberation,no-provenance,no-templates"


@dataclass(frozen=True, slots=True)
class _Order:
    """What is to be made, and who judges it."""

    face: Face
    arms: tuple[Arm, ...]
    resolutions: tuple[str, ...]
    sources: tuple[Path, ...]
    rubric: Rubric
    jury: Jury
    models: dict[str, Model]


@click.command()
@click.argument("resolutions", nargs=-1, metavar="[RESOLUTION]...")
@run_options
@click.option("--arms", default=_DEFAULT, show_default=True, help=f"Of {', '.join(ARMS)}; the first is the measure.")
@click.option("--sources", multiple=True, type=click.Path(path_type=Path), help="What citations are held against.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Keep the cases in this folder.")
@jury_options
@faced
def ablate(
    face: Face,
    resolutions: tuple[str, ...],
    model: str | None,
    seed: int | None,
    pack: str | None,
    own_library: bool,
    arms: str,
    sources: tuple[Path, ...],
    out: Path | None,
    rubric: Path,
    **options: Any,
) -> None:
    """Write a case by each arm for each RESOLUTION (or the pack's sample), score and audit them all, and compare."""
    named = {name: options[name] for name in ("pool", "quorum")}
    wanted, held = _arms(arms), read_rubric(rubric)
    jury, models = made_jury(options["jurors"] or ([model] if model else []), **named, seed=seed)
    with open_desk(configured(model=model, seed=seed, pack=pack), own_library=own_library) as desk:
        order = _Order(face, wanted, resolutions or (desk.pack.sample_question,), sources, held, jury, models)
        with face.progress("cases", len(wanted) * len(order.resolutions)) as advance:
            made, found = desk.run(_compared(desk, order, advance))
    files = _kept(made, out) if out else []
    face.show(_text(found, files), {**found.json_value(), "files": files})


async def _compared(desk: Desk, order: _Order, advance: Callable[[int], None]) -> tuple[tuple[Made, ...], Ablated]:
    shop = Workshop(desk.pack, desk.corpus, desk.models, desk.store, desk.config.settings.seed)
    try:
        made = await make_all(order.arms, order.resolutions, shop, told=advance)
        sources = documents_for(order.face, order.sources, desk.pack.documents(), (one.entrant for one in made))
        found = await compare_arms(
            made,
            shop,
            rubric=order.rubric,
            jury=order.jury,
            models=order.models,
            documents=sources,
            concurrency=desk.config.settings.concurrency,
        )
    finally:
        for judge in order.models.values():
            await dismiss({"judge": judge})
    return made, found


def _arms(words: str) -> tuple[Arm, ...]:
    named = [word.strip() for word in words.split(",") if word.strip()]
    unknown = sorted(set(named) - set(ARMS))
    if unknown or not named:
        raise SettingError(f"no arm {', '.join(unknown) or 'named'}", hint=f"there are {', '.join(ARMS)}")
    return tuple(arm for name in dict.fromkeys(named) for arm in ARMS if arm == name)


def _kept(made: tuple[Made, ...], out: Path) -> list[str]:
    files = []
    try:
        out.mkdir(parents=True, exist_ok=True)
        for number, one in enumerate(made, start=1):
            path = out / f"{number:02d}-{one.arm}{one.ending}"
            path.write_text(one.text, "utf-8")
            files.append(str(path))
    except OSError as error:
        raise InputError(f"cannot write to {out}: {error.strerror}", hint="name another folder (--out)") from error
    return files


def _text(found: Ablated, files: list[str]) -> str:
    head = f"{'arm':<16} {'n':>2}  {'overall':<22} {'against the first':<22} evidence  CEMR    CFVR    words"
    few = (
        []
        if min(row.n for row in found.rows) > 1
        else ["One case an arm: there are no intervals; name more resolutions."]
    )
    said = f"Rubric {found.rubric}, judged by {', '.join(found.jurors)}, over {len(found.resolutions)} resolution(s)."
    return "\n".join([head, *map(_row, found.rows), "", wrapped(said), *few, *files])


def _row(row: ArmRow) -> str:
    evidence = "–" if row.evidence is None or row.evidence.value is None else f"{row.evidence.value:.1f}"
    rates = "  ".join("–     " if rate is None else f"{rate:<6.1%}" for rate in (row.rates.cemr, row.rates.cfvr))
    return f"{row.arm:<16} {row.n:>2}  {row.overall!s:<22} {row.against!s:<22} {evidence:<8}  {rates}  {row.words:.0f}"
