"""`foam contestability`: how well a dossier or a case can be contested, and how planted faults fare."""

from __future__ import annotations

from contextlib import ExitStack
from time import perf_counter
from typing import Any

import click

from foam.cli.contest_desk import open_bench
from foam.cli.desk import configured, open_desk
from foam.cli.frame import Face, faced
from foam.contest.docket import docket
from foam.contest.measures import Contestability
from foam.contest.measures import contestability as measured
from foam.deliberation.jobs import Models
from foam.errors import InputError
from foam.judging.faults.beds import all_roles, bed
from foam.judging.faults.planted import planted_faults
from foam.judging.faults.planting import Bed
from foam.judging.faults.trials import Rate, Trial, rates, told
from foam.model.cast import SCRIPTED
from foam.model.scripted import ScriptedModel

_COUNTED = ("faults", "right_sustained", "wrong_rejected")


@click.command()
@click.argument("run", required=False)
@click.option("--planted", is_flag=True, help="Hear challenges to planted faults instead, and count who wins.")
@click.option("--model", help="Who judges planted faults; `scripted` is told the truth [the setting `model`].")
@faced
def contestability(face: Face, run: str | None, planted: bool, model: str | None) -> None:
    """Measure how well RUN can be contested; with --planted, how often the right challenge wins."""
    if bool(run) == planted:
        raise InputError("name a run, or ask for --planted", hint="foam contestability RUN")
    if planted:
        rows = _planted(face, model)
        face.show(_planted_text(rows), _planted_data(rows))
        return
    with open_bench(str(run), needs_corpus=False) as bench:
        heard = [row.outcome for row in docket(bench.store, bench.file.root) if row.outcome]
        found = measured(bench.file, heard, seconds=perf_counter)
        face.show(_text(found), {"run": bench.file.run, **found.json_value()})


def _planted(face: Face, model: str | None) -> tuple[Rate, ...]:
    faults = planted_faults()
    packs = sorted({fault.pack for fault in faults})
    with ExitStack() as stack, face.progress("trials", 2 * len(faults)) as advance:
        desks = {name: stack.enter_context(open_desk(configured(model=model, pack=name))) for name in packs}
        beds: dict[str, Bed] = {name: bed(name, desk.models, desk.corpus) for name, desk in desks.items()}
        knows = next(iter(desks.values())).config.settings.model == SCRIPTED

        def judges(trial: Trial) -> Models:
            advance(1)
            return all_roles(ScriptedModel(told(trial))) if knows else desks[trial.fault.pack].models

        return rates(faults, lambda fault: beds[fault.pack], judges)


def _planted_text(rows: tuple[Rate, ...]) -> str:
    lines = [f"{'planted fault':<26}{'faults':>7}{'right one sustained':>21}{'wrong one rejected':>20}"]
    for row in rows:
        lines.append(f"{row.type:<26}{row.faults:>7}{row.right_sustained:>21}{row.wrong_rejected:>20}")
    faults, right, wrong = (sum(getattr(row, name) for row in rows) for name in _COUNTED)
    lines.append(f"{'all':<26}{faults:>7}{right:>21}{wrong:>20}")
    return "\n".join([*lines, *(f"  {line}" for row in rows for line in row.mistaken)])


def _planted_data(rows: tuple[Rate, ...]) -> dict[str, Any]:
    faults = sum(row.faults for row in rows)
    return {
        "faults": faults,
        "right_sustained": sum(row.right_sustained for row in rows) / faults,
        "wrong_rejected": sum(row.wrong_rejected for row in rows) / faults,
        "types": [row.json_value() for row in rows],
    }


def _text(found: Contestability) -> str:
    reuse = "no challenge has changed it yet" if found.mean_reuse is None else f"{found.mean_reuse:.0%} reused"
    return "\n".join(
        [
            f"{found.contestable} of {found.parts} parts can be challenged",
            f"steps from the answer to a premise: {found.mean_steps:.1f} on average, {found.most_steps} at most",
            f"{found.sourced:.0%} of {found.asserted} statements reach a source within two steps",
            f"if one piece of evidence falls, {found.mean_reach:.0%} of the claims or slots stand as they were",
            f"a challenge is admitted and its reach computed in {found.admission_ms:.2f} ms",
            f"{found.challenges} challenges, {found.sustained} sustained; {reuse}",
        ]
    )
