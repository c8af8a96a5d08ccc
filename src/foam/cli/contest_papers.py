"""What the contest commands share: forms, documents handed in, the record and the vault. Decides nothing."""

from __future__ import annotations

import base64
import json
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click
from pydantic import BaseModel, ValidationError

from foam.appeal.forms import ItemForm
from foam.bundle.chain import MatterFile, find_file, matter_keys, read_file
from foam.bundle.kept import Kept, cited, keep, recall
from foam.bundle.vault import LARGEST, FolderVault
from foam.case.values import Case
from foam.cli.desk import configured, corpus_named
from foam.cli.frame import Face, home
from foam.contest.job import load_file
from foam.contest.subject import CaseFile
from foam.errors import InputError, NotFound, RecordDamaged
from foam.record.clock import utc_now
from foam.record.show import printable
from foam.record.sqlite import SqliteStore, open_record
from foam.values import short

Form = TypeVar("Form", bound=BaseModel)
Command = TypeVar("Command", bound=Callable[..., Any])
PATH = click.Path(dir_okay=False, path_type=Path)

AT = click.option("--at", "at", metavar="TIME", help="When it happened, as 2026-11-15T09:00:00+00:00 [now].")


class Room(NamedTuple):
    """The record and the vault, open."""

    store: SqliteStore
    vault: FolderVault

    def file(self, prefix: str) -> MatterFile:
        return find_file(self.store, prefix)

    def files(self, face: Face) -> Iterator[MatterFile]:
        """Every matter that can be read; of others it is said that they cannot, and the rest goes on."""
        for key in matter_keys(self.store):
            try:
                yield read_file(self.store, key)
            except RecordDamaged as error:
                face.note(f"matter {short(key)} cannot be read: {printable(error.what)[:200]}")


@contextmanager
def open_room() -> Iterator[Room]:
    """The record and the vault of this home."""
    with closing(open_record(home())) as store:
        yield Room(store, FolderVault(home() / "words"))


def kept_view(room: Room, run: str) -> Kept | None:
    """The dossier or case of a run and what it cites, as first kept; None without a run."""
    if not run:
        return None
    folder = home() / "kept"
    kept = recall(folder, run, room.store) or _computed(room.store, run)
    keep(folder, run, kept)
    return kept


def _computed(store: SqliteStore, run: str) -> Kept:
    file = load_file(store, run)
    if isinstance(file, CaseFile):
        return Kept(view=file.case, documents=tuple(file.documents.values()))
    brought = {document.id: document for document in file.brought}
    with corpus_named(configured(), store, file.pack, file.spec.corpus) as corpus:
        wanted = [id for id in cited(file.dossier) if id not in brought]
        if corpus is None:
            raise NotFound("the corpus that was read is not at hand", hint="do it where its documents are")
        return Kept(view=file.dossier, documents=(*brought.values(), *map(corpus.document, wanted)))


def advice(room: Room, run: str) -> tuple[ItemForm, ...]:
    """The outcome of a deliberation as an item, when nobody hands in a paper of their own."""
    kept = kept_view(room, run)
    if kept is None or isinstance(kept.view, Case):
        return ()
    return (ItemForm(title=f"Advice: {kept.view.question}", content="\n".join(kept.view.summary)),)


def keys_folder() -> Path:
    return home() / "keys"


def instant(at: str | None) -> datetime:
    """The time given, or now; a time without a zone, or one still to come, is refused."""
    now = utc_now()
    if at is None:
        return now
    try:
        given = datetime.fromisoformat(at)
    except ValueError as error:
        raise InputError(f"{at!r} is no time", hint="write it as 2026-11-15T09:00:00+00:00") from error
    if given.tzinfo is None:
        raise InputError(f"{at!r} has no time zone", hint="add it: +00:00, or Z")
    if given > now:
        raise InputError(f"{at!r} is still to come", hint="record what has happened")
    return given.astimezone(UTC)


def read_form(form: type[Form], path: Path, **given: Any) -> Form:
    """A form from a TOML or JSON file; `given` stands above what the file says."""
    raw = _read(path)
    stated = {name: value for name, value in given.items() if value}
    return checked(form, {**raw, **stated}, str(path))


def checked(form: type[Form], raw: dict[str, Any], whence: str) -> Form:
    """A form from plain values; the first thing wrong is named."""
    try:
        return form.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InputError(
            f"{whence}: {place}: {first['msg']}", hint="foam contest begin --example shows a form"
        ) from None


def handed_in(paths: Iterable[Path]) -> tuple[ItemForm, ...]:
    """Files as items of the matter; what is no text is kept as base64."""
    return tuple(ItemForm(title=path.name, content=_content(path)) for path in paths)


def read_text(path: Path) -> str:
    """The text of a file that a person named."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}", hint="name a text file that is there") from error


def _read(path: Path) -> dict[str, Any]:
    text = read_text(path)
    try:
        raw: Any = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except ValueError as error:
        raise InputError(f"cannot read {path}: {error}", hint="give a .toml or .json file") from error
    if not isinstance(raw, dict):
        raise InputError(f"{path} holds no form", hint="foam contest begin --example shows one")
    return raw


def _content(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST // 2:
            raise InputError(f"{path} is larger than {LARGEST // 2:,} bytes", hint="hand in less, or in parts")
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint="name a file that is there") from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return "data:application/octet-stream;base64," + base64.b64encode(data).decode("ascii")
