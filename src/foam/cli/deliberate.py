"""`foam deliberate`: seat perspectives, deliberate, print or write the dossier. Decides nothing."""

from __future__ import annotations

import tomllib
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import click

from foam.cli.desk import Desk, configured, open_desk, run_options
from foam.cli.dossier_files import FORMATS, check_ending, write_dossier
from foam.cli.frame import Face, faced, home
from foam.deliberation.dossier import Dossier
from foam.deliberation.jobs import DeliberateSpec, Ran, run_deliberate
from foam.deliberation.protocol import Chosen, Stakes, choose_protocol
from foam.errors import InputError, NotFound
from foam.perspective.node import Perspective, perspective_from, reweighted
from foam.perspective.policy import named_policy
from foam.record.graph import entry_of
from foam.record.runs import find_run
from foam.record.sqlite import open_record
from foam.text.wrap import wrapped
from foam.values import short

Wanted = Literal["auto", "consultancy", "debate", "deliberation"]


@click.command()
@click.argument("question", required=False)
@run_options
@click.option("--seat", "seats", multiple=True, help="Seat this perspective of the pack; repeat it. Default: all.")
@click.option(
    "--add-perspective", "added", multiple=True, type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Seat the perspective in this TOML file, too.",
)  # fmt: skip
@click.option(
    "--reweight", multiple=True, metavar="[SEAT.]VALUE=WEIGHT", help="Change a weight, for one seat or for all."
)
@click.option("--policy", help="Hold every seat to this epistemic policy: peer-reviewed, official, …")
@click.option(
    "--from", "from_run", help="Take question, seats and pack from this run, and ask only what the change touches."
)
@click.option(
    "--protocol", type=click.Choice(["auto", "consultancy", "debate", "deliberation"]), default="deliberation",
    show_default=True, help="Who speaks; auto goes by stakes and by the rate of fabrication.",
)  # fmt: skip
@click.option(
    "--stakes", type=click.Choice(["low", "high"]), default="low", show_default=True, help="For --protocol auto."
)
@click.option("--fabrication", type=float, help="Estimated rate of fabricated evidence, for --protocol auto.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path),
    help=f"Write the dossier to this file; its ending says how: {', '.join(FORMATS)}.",
)  # fmt: skip
@faced
def deliberate(
    face: Face,
    question: str | None,
    model: str | None,
    seed: int | None,
    pack: str | None,
    own_library: bool,
    from_run: str | None,
    protocol: Wanted,
    stakes: Stakes,
    fabrication: float | None,
    out: Path | None,
    **table: Any,
) -> None:
    """Deliberate QUESTION among differing perspectives; without one, the pack's sample question.

    Each seat drafts from evidence, contests the others, answers what is material; code computes what survives.
    """
    if out:
        check_ending(out)
    chosen = _protocol(protocol, stakes, fabrication)
    before = _earlier(from_run) if from_run else None
    named = pack or (before.pack if before else None)
    with open_desk(configured(model=model, seed=seed, pack=named), own_library=own_library) as desk:
        seats = _seated(desk, before, **table)
        asked = question or (before.question if before else desk.pack.sample_question)
        face.note(f"{len(seats)} seats, {chosen.protocol}; {desk.models['proposer'].decider.id} answers")
        spec = DeliberateSpec(
            **desk.setting(), question=asked, seats=seats, protocol=chosen.protocol, protocol_reason=chosen.reason
        )
        ran = desk.run(_job(desk, spec))
        written = write_dossier(ran.view, out) if out else None
        face.show(_text(ran, written), _data(ran, written))


async def _job(desk: Desk, spec: DeliberateSpec) -> Ran[Dossier]:
    return await run_deliberate(spec, store=desk.store, models=desk.models, corpus=desk.corpus, pack=desk.pack)


def _protocol(wanted: Wanted, stakes: Stakes, fabrication: float | None) -> Chosen:
    if wanted == "auto":
        return choose_protocol(stakes=stakes, fabrication=fabrication)
    return Chosen(protocol=wanted, reason="asked for")


def _earlier(prefix: str) -> DeliberateSpec:
    """What an earlier run was asked, its pack included."""
    with closing(open_record(home())) as store:
        entry = entry_of(store, find_run(store, prefix))
    if entry.draft.question["job"] != "deliberate":
        raise InputError(f"run {prefix} is not a deliberation", hint="foam record list shows which are")
    return DeliberateSpec.model_validate(entry.draft.question["spec"])


def _seated(
    desk: Desk,
    before: DeliberateSpec | None,
    *,
    seats: tuple[str, ...],
    added: tuple[Path, ...],
    reweight: tuple[str, ...],
    policy: str | None,
) -> tuple[Perspective, ...]:
    """The seats named, those of an earlier run, or all of the pack's; then whatever was to be changed of them."""
    table = list(before.seats if before else desk.pack.perspectives)
    if seats:
        table = [_named(table, id) for id in seats]
    table += [read_perspective(path) for path in added]
    for change in reweight:
        table = _reweighted(table, change)
    if policy:
        table = [seat.model_copy(update={"policy": named_policy(policy)}) for seat in table]
    return tuple(table)


def _named(table: list[Perspective], id: str) -> Perspective:
    for seat in table:
        if seat.id == id:
            return seat
    raise NotFound(f"no perspective {id!r}", hint=f"there are {', '.join(seat.id for seat in table)}")


def _reweighted(table: list[Perspective], change: str) -> list[Perspective]:
    name, _, weight = change.partition("=")
    seat, _, value = name.rpartition(".")
    try:
        weights = {value: float(weight)}
    except ValueError:
        raise InputError(f"not a weight: {change!r}", hint="write equity=0.4 or treasurer.equity=0.4") from None
    if seat:
        _named(table, seat)
    return [reweighted(one, weights) if seat in ("", one.id) else one for one in table]


def read_perspective(path: Path) -> Perspective:
    """A perspective from a TOML file."""
    try:
        return perspective_from(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}", hint="see docs/perspective.md for the form of the file") from error


def _text(ran: Ran[Dossier], written: Path | None) -> str:
    view = ran.view
    lines = [view.question, "", *(wrapped(sentence, indent="  ") for sentence in view.summary)]
    lines += ["", *(wrapped(f"Caution: {caution}") for caution in view.cautions)] if view.cautions else []
    lines += ["", wrapped(view.notice)] if view.notice else []
    lines += ["", f"run {short(ran.run)}  digest {short(ran.digest)}  asked {ran.asked}, reused {ran.reused}"]
    lines += [f"dossier: {written}" if written else f"read it all: foam dossier show {short(ran.run)}"]
    return "\n".join(lines)


def _data(ran: Ran[Dossier], written: Path | None) -> dict[str, Any]:
    return {
        "run": ran.run,
        "digest": ran.digest,
        "asked": ran.asked,
        "reused": ran.reused,
        "file": str(written) if written else None,
        "dossier": ran.view.json_value(),
    }
