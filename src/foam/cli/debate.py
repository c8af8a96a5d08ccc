"""`foam debate`: play a debate, speak the next turn of one, judge one, study many."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

import foam
from foam.cli import endings
from foam.cli.frame import (
    BUDGET,
    DRY_RUN,
    Face,
    FileOption,
    faced,
    leave,
    tell_cost,
    tell_estimate,
)
from foam.cli.groups import DefaultGroup
from foam.cli.options import take_order
from foam.cli.podium import make_podium

_DEFAULT = "play"


@click.group(cls=DefaultGroup, default=_DEFAULT)
def debate() -> None:
    """Play a debate turn by turn, speak the next turn of one, and judge one.

    `foam debate MOTION` is `foam debate play MOTION`. `foam debate formats` lists the formats with their speeches.
    """


@debate.command()
@take_order(foam.orders.DebateOrder)
@click.option(
    "--out", cls=FileOption, endings=endings.DEBATE, multiple=True, help="Write it to a file; may be repeated"
)
@DRY_RUN
@faced
def play(face: Face, order: foam.orders.DebateOrder, out: tuple[Path, ...], dry_run: bool) -> None:
    """Play a whole debate on MOTION; without one, on the pack's sample question."""
    for path in out:
        foam.Debate.check_ending(path)
    if dry_run:
        with face.home() as home:
            tell_estimate(face, home, home.estimate.debate(order), order.model)
        return
    started = time.monotonic()
    with face.home() as home:
        ran = home.debate.play(
            order,
            listen=make_podium(home, heard=not face.as_json, quiet=face.rest),
            hear=_show_turns(face, home),
        )
        cost, spent = tell_cost(home, ran)
        chain, flow = home.case.longest_chain(ran), home.debate.describe(ran.view)
        decision = home.debate.decision(ran.view)
    view = ran.view
    for path in out:
        view.save(path)
    lines = [view.motion, "", *([decision, ""] if decision else []), "flow:", flow, ""]
    lines.append(f"{len(view.turns)} turns, {len(view.flow)} points, {len(view.dropped)} dropped")
    lines += [f"NOT VERIFIED: {pointer}" for pointer in view.unverified]
    lines += [view.notice] if view.notice else []
    lines += ["", f"run {foam.short_id(ran.run)}  digest {foam.short_id(ran.digest)}"]
    lines += [f"asked {ran.asked}, reused {ran.reused}; longest chain {chain}; {time.monotonic() - started:.1f} s"]
    lines += [*cost, *(f"debate: {path}" for path in out)]
    lines += [] if out else ["read the speeches again: --out FILE.md"]
    lines += [f"have it marked: foam debate evaluate {foam.short_id(ran.run)}"]
    face.show("\n".join(lines), {**_data(ran), **spent, "longest_chain": chain, "debate": view.json_value()})
    leave(not view.unverified)


@debate.command()
@click.option("--pack", help="The domain pack.")
@faced
def formats(face: Face, pack: str | None) -> None:
    """List the formats with their speeches: who speaks, for how long, and where questions are asked."""
    with face.home() as home:
        found = home.debate.formats(pack=pack)
    lines = []
    for one in found:
        lines += [f"{one.name}: {one.title}"]
        for slot in one.speeches:
            crossed = ", then questions" if slot.cross else ", then crossfire" if slot.crossfire else ""
            lines.append(f"  {slot.name:<4} {slot.side}  {slot.minutes:g} min{crossed}  {slot.title}")
    face.show("\n".join(lines), {"formats": [one.json_value() for one in found]})


@debate.command(name="next")
@click.argument("transcript", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--side", type=click.Choice(["pro", "con"]), required=True, help="Whose turn it is.")
@take_order(foam.orders.UtteranceOrder)
@faced
def _next_utterance(face: Face, transcript: Path, side: Any, order: foam.orders.UtteranceOrder) -> None:
    """Speak the next utterance of one side in TRANSCRIPT, alone."""
    with face.home() as home:
        _read(face, home, transcript)  # tells what is left out
        ran = home.debate.next(transcript, side, order)
        turn = ran.view.turns[-1]
        lines = [home.debate.describe(turn), "", "flow:", home.debate.describe(ran.view), ""]
    if turn.prepared is not None:
        schemes = ", ".join(f"{name} {mean:.1f}" for name, mean in turn.prepared.priors.schemes.items()) or "none"
        lines += [f"keywords: {', '.join(turn.prepared.keywords) or 'none'}", f"schemes that worked before: {schemes}"]
        lines += [f"flaw, found by {flaw.by}: {flaw.signal} {flaw.reasons}".strip() for flaw in turn.prepared.loopholes]
        lines += turn.notes
    face.show("\n".join(lines), {**_data(ran), "turn": turn.json_value()})


@debate.command()
@click.argument("transcript")
@take_order(foam.orders.EvaluationOrder)
@click.option(
    "--out",
    cls=FileOption,
    endings=endings.DEBATE_EVALUATION,
    multiple=True,
    help="Write it to a file; may be repeated",
)
@DRY_RUN
@faced
def evaluate(
    face: Face, transcript: str, order: foam.orders.EvaluationOrder, out: tuple[Path, ...], dry_run: bool
) -> None:
    """Judge TRANSCRIPT, a file or the run of a debate, by InspireScore and by Debatrix, in both orders."""
    for path in out:
        foam.DebateEvaluation.check_ending(path)
    with face.home() as home:
        heard = _read(face, home, Path(transcript)) if _names_file(transcript) else transcript
        if dry_run:
            least, most = home.debate.foresee(heard, order)
            face.show(f"asks {least} to {most} questions; nothing was asked", {"at_least": least, "at_most": most})
            return
        ran = home.debate.evaluate(heard, order)
        text, means = home.debate.describe(ran.view), home.debate.means(ran.view)
        judge = home.record.spec(ran)["deciders"]["judge"]["id"]
    found = ran.view
    winner = found.debatrix.winner if found.debatrix and not found.withheld else None
    data = {"judge": judge, "winner": winner, "inspire": means, "withheld": found.withheld}
    data |= {"controls": [one.json_value() for one in found.controls]}
    data |= {"evaluation": None if found.withheld else found.json_value()}
    for path in out:
        found.save(path)
    face.show(f"{text}\n\njudged by {judge}; run {foam.short_id(ran.run)}", _run_data(ran) | data)
    leave(not found.withheld)


@debate.command()
@click.argument("plan", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="The study's folder [beside PLAN].")
@BUDGET
@faced
def study(face: Face, plan: Path, out: Path | None) -> None:
    """Play the debates of PLAN (TOML), have them marked, and print the paper's tables.

    Started again after a crash it goes on where it stopped. The folder has a row a debate, tables, and a sheet for
    people's votes."""
    with face.home() as home:
        played = home.debate.study(plan, out or plan.with_suffix(""))
        text = home.debate.describe(played)
    told = f"{played.played} cells played, {played.cells - played.played} kept"
    files = [str(path) for path in played.files]
    rows = [row.flatten() for row in played.rows]
    face.show("\n".join([text, "", told, *files]), {"played": played.played, "rows": rows, "files": files})


def _names_file(given: str) -> bool:
    """Whether it is a file and not a run: it is there, or has the ending of one."""
    return Path(given).is_file() or bool(Path(given).suffix)


def _read(face: Face, home: foam.Home, path: Path) -> Any:
    """The transcript, cleaned; what was left out is told."""
    heard = home.debate.read(path)
    if heard.dropped:
        face.note("left out: " + ", ".join(f"{n} {rule}" for rule, n in heard.dropped.items()))
    if heard.one_sided:
        face.note(f"only one side speaks in {path}")
    return heard.transcript


def _show_turns(face: Face, home: foam.Home) -> Callable[[Any], None]:
    """Shows every turn as it is spoken, and what it changes on the flow."""
    turns: list[Any] = []

    def hear(turn: Any) -> None:
        turns.append(turn)
        if not face.as_json:
            face.note(f"{home.debate.describe(turn)}\n  flow: {home.debate.describe(turns)}\n")

    return hear


def _run_data(ran: Any) -> dict[str, Any]:
    return {"run": ran.run, "digest": ran.digest, "asked": ran.asked, "reused": ran.reused}


def _data(ran: Any) -> dict[str, Any]:
    return {**_run_data(ran), "dropped": [one.point.id for one in ran.view.dropped]}
