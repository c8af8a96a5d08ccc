"""Bundles under `foam contest`: export one, remove personal words, show the key that signs. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from foam.appeal.forms import ActForm
from foam.appeal.notices.compose import NOTICES
from foam.appeal.notices.page import page
from foam.appeal.parties import Party, Role
from foam.appeal.standing import commitments
from foam.bundle.chain import JOB, MatterFile, read_file
from foam.bundle.kept import Kept
from foam.bundle.keys import own_key
from foam.bundle.submit import submit, write_notice
from foam.cli.contest_papers import AT, PATH, Room, instant, kept_view, keys_folder, open_room
from foam.cli.desk import configured
from foam.cli.frame import Face, faced
from foam.contest.docket import docket
from foam.errors import InputError, NotFound, NotRecorded
from foam.record.clock import utc_now
from foam.record.graph import entry_of
from foam.record.runs import find_run
from foam.values import short


@click.command()
@click.argument("id_", metavar="MATTER|RUN")
@click.argument("out", metavar="FILE", type=PATH)
@faced
def export(face: Face, id_: str, out: Path) -> None:
    """Write a matter, or a deliberation alone, as one signed bundle that `foam bundle verify` checks anywhere."""
    from foam.bundle.bundle import Contents, write_bundle

    config = configured()
    now = utc_now()
    with open_room() as room:
        run, file = _chosen(room, id_)
        kept = kept_view(room, run)
        contents = Contents(
            run=run,
            kept=kept,
            versions=dict(_versions(face, room, run)) if run else {},
            file=file,
            notices=dict(_notices(room, file)) if file else {},
            operator=config.settings.operator,
        )
        key = own_key(keys_folder(), holder=config.settings.operator, today=now.date())
        data = write_bundle(room.store, contents, room.vault, key, at=now)
    _write(out, data)
    facts = {
        "file": str(out),
        "bytes": len(data),
        "run": run,
        "matter": file.key if file else "",
        "key": key.public.keyid,
    }
    face.show(f"wrote {out} ({len(data):,} bytes), signed by key {key.public.keyid[:12]}", facts)


@click.command()
@click.argument("matter")
@click.option("--item", "items", multiple=True, help="An item: its title and its content.")
@click.option("--ground", "grounds", multiple=True, help="A ground: what was said.")
@click.option("--person", is_flag=True, help="How the person is addressed.")
@click.option("--words", multiple=True, metavar="COMMITMENT", help="Any words, by the start of their commitment.")
@click.option("--because", required=True, help="Why; this stays on file.")
@click.option("--as", "who", required=True, metavar="ID", help="Who removes it.")
@click.option("--role", type=click.Choice(["records_clerk", "supervisor"]), default="records_clerk", show_default=True)
@AT
@faced
def redact(face: Face, matter: str, because: str, who: str, role: Role, at: str | None, **chosen: Any) -> None:
    """Remove personal words from MATTER for good; a stub stays that still verifies."""
    with open_room() as room:
        file = room.file(matter)
        found = tuple(dict.fromkeys(_wanted(file, **chosen)))
        if not found:
            raise InputError(
                "nothing is named to be removed", hint="name it: --item i2, --ground g1, --person, --words …"
            )
        form = ActForm(act="redact", by=Party(id=who, role=role), remove=found, remove_because=because)
        submit(room.store, room.vault, file.key, form, at=instant(at))
    shown = "\n".join(f"removed {short(commitment)}" for commitment in found)
    face.show(shown, {"matter": file.key, "removed": list(found)})


@click.command()
@click.option("--out", type=PATH, help="Write the public half to this file, to hand out.")
@faced
def key(face: Face, out: Path | None) -> None:
    """Show the key that signs bundles here; one is made when there is none."""
    config = configured()
    public = own_key(keys_folder(), holder=config.settings.operator, today=utc_now().date()).public
    if out:
        _write(out, public.model_dump_json(indent=2).encode() + b"\n")
    text = f"{public.keyid}\nholder {public.holder}; holds {public.not_before} to {public.not_after}"
    face.show(f"{text}\nwrote {out}" if out else text, {**public.json_value(), "file": str(out) if out else None})


def _chosen(room: Room, prefix: str) -> tuple[str, MatterFile | None]:
    """The run and the matter an id stands for: a matter has both, a deliberation is only a run."""
    found = find_run(room.store, prefix)
    if entry_of(room.store, found).draft.question["job"] != JOB:
        return found, None
    file = read_file(room.store, found)
    return file.standing.opening.run, file


def _versions(face: Face, room: Room, run: str) -> Iterator[tuple[str, Kept]]:
    """What the run became after each challenge that was heard; one that cannot be computed any more is said so."""
    for row in docket(room.store, run):
        try:
            kept = kept_view(room, row.run) if row.outcome is not None else None
        except (NotRecorded, NotFound) as error:
            face.note(f"the version after {short(row.run)} is left out: {error.what}")
            continue
        if kept is not None:
            yield row.run, kept


def _notices(room: Room, file: MatterFile) -> Iterator[tuple[str, str]]:
    for kind in NOTICES:
        try:
            yield f"{kind}.html", page(write_notice(file, room.vault, kind))
        except NotFound:
            continue  # the matter has not come so far


def _wanted(
    file: MatterFile, *, items: tuple[str, ...], grounds: tuple[str, ...], person: bool, words: tuple[str, ...]
) -> Iterator[str]:
    standing = file.standing
    for id in (*items, *grounds):
        found = standing.item(id) or next((ground for ground in standing.grounds if ground.id == id), None)
        if found is None:
            raise NotFound(f"{id} is not on file", hint="foam contest timeline --words shows what is")
        yield from commitments(found.json_value())
    if person:
        yield standing.opening.person.commitment
    for prefix in words:
        yield _commitment(file, prefix)


def _commitment(file: MatterFile, prefix: str) -> str:
    found = [one for one in file.standing.words if one.startswith((prefix, f"b2:{prefix}"))]
    if len(found) != 1:
        what = "no words start" if not found else "several words start"
        raise NotFound(f"{what} with {prefix!r}", hint="foam contest timeline --words shows them")
    return found[0]


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}", hint="name a folder that is there") from error


BUNDLE_COMMANDS: tuple[click.Command, ...] = (export, redact, key)
