"""`foam library`: take files in, list, show, count, remove, export and verify what is there. Knows no format."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from foam.cli.frame import Face, faced, home
from foam.evidence import pages as page
from foam.evidence.ingest import add_paths, files_under
from foam.evidence.library import Library
from foam.evidence.search.opening import drop_indexes, is_small, open_index
from foam.evidence.versions import changes
from foam.record.clock import stamp, utc_now
from foam.record.database import translated
from foam.record.sqlite import FILE_NAME

if TYPE_CHECKING:
    from foam.model.port import Embedder

VECTORS = click.option(
    "--vectors",
    type=click.Choice(["static", "minilm"]),
    default="static",
    show_default=True,
    help="Sentence vectors: static ones are fast, MiniLM's know context.",
)
VERSION = click.option("--version", "pinned", type=click.IntRange(min=0), help="Read this version, not the newest.")


@click.group()
def library() -> None:
    """Take evidence in; list, show, remove, export and verify it."""


@contextmanager
def opened() -> Iterator[Library]:
    """The library of this home."""
    file = home() / FILE_NAME
    with Library.open(file) as held, translated(file):
        yield held


def vectors_named(kind: str) -> Embedder:
    """The pulled sentence vectors of this kind."""
    from foam.model.embedded.vectors import MiniLM, WordVectors

    return MiniLM(home()) if kind == "minilm" else WordVectors(home())


@library.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--workers", type=click.IntRange(min=0), default=0, help="Processes that read; 0 is one a core.")
@click.option("--no-index", is_flag=True, help="Do not index now; the next search will.")
@VECTORS
@faced
def add(face: Face, paths: tuple[Path, ...], workers: int, no_index: bool, vectors: str) -> None:
    """Take in files and folders. What cannot be read is reported, and the exit code is 1."""
    from foam.evidence.imports import read

    with opened() as held:
        with face.progress("reading files", len(files_under(paths))) as advance:
            done = add_paths(held, paths, reader=read, workers=workers, progress=advance)
        if not no_index:
            _follow(face, held, vectors)
        face.show(page.imported_text(done), done.json_value())
    _leave(not done.rejected)


def _leave(ok: bool) -> None:
    """Exit code 1 says: done, and something did not hold up."""
    if not ok:
        sys.exit(1)


def _follow(face: Face, held: Library, vectors: str) -> int:
    """Bring the index up to the library; small libraries need none. Returns how many sentences were indexed."""
    if is_small(held):
        return 0
    taken = 0
    embedder = vectors_named(vectors)
    index = open_index(held, home(), embedder)
    with face.progress("indexing sentences", held.sentences_after(index.version)) as advance:

        def progress(count: int) -> None:
            nonlocal taken
            taken += count
            advance(count)

        index.follow(held, progress=progress)
    index.close()
    return taken


@library.command("list")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most so many, the newest.")
@VERSION
@faced
def list_(face: Face, limit: int, pinned: int | None) -> None:
    """List documents, the newest last."""
    with opened() as held:
        ids = held.ids(version=pinned)
        documents = [held.document(one) for one in ids[-limit:]]
    rows = [page.document_line(document) for document in documents]
    face.show(page.list_text(rows, len(ids)), {"documents": [row.json_value() for row in rows], "total": len(ids)})


@library.command()
@click.argument("id_", metavar="ID")
@faced
def show(face: Face, id_: str) -> None:
    """Show a document sentence by sentence, where it was found, and its near-duplicates. ID may be its start."""
    with opened() as held:
        full = held.full_id(id_)
        places, family = held.appearances(full), held.family(full)
        present = held.contains(full)
    face.show(page.document_text(places, family, present=present), page.document_data(places, family, present=present))


@library.command()
@VERSION
@faced
def stats(face: Face, pinned: int | None) -> None:
    """Count documents, sentences and near-duplicates."""
    file = home() / FILE_NAME
    with opened() as held:
        counted = held.stats(version=pinned)
        data: dict[str, Any] = {**counted.json_value(), "megabytes": round(file.stat().st_size / 1e6, 1)}
    face.show(page.pairs_text(data), data)


@library.command()
@faced
def versions(face: Face) -> None:
    """List what was added and removed, by version."""
    with opened() as held:
        history = changes(held.versions())
    face.show(page.changes_text(history), {"changes": [change.json_value() for change in history]})


@library.command()
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@faced
def remove(face: Face, ids: tuple[str, ...]) -> None:
    """Hide documents from later versions. Pointers into them resolve for ever, and older versions keep them."""
    with opened() as held:
        version = held.remove(ids, at=stamp(utc_now))
    face.show(f"removed {len(ids)}; the library is at version {version}", {"version": version, "removed": len(ids)})


@library.command()
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False), required=False)
@VERSION
@faced
def export(face: Face, out: Path | None, pinned: int | None) -> None:
    """Write every document as a line of JSON to OUT, or to the terminal when no OUT is given."""
    with opened() as held:
        if out is None:
            for document in held.documents(version=pinned):
                click.echo(page.document_json(document))
            return
        draft = out.with_name(f"{out.name}.{os.getpid()}")
        with draft.open("w", encoding="utf-8") as file:
            count = sum(file.write(page.document_json(d) + "\n") > 0 for d in held.documents(version=pinned))
        draft.replace(out)
    face.show(f"{count} documents written to {out}", {"documents": count, "file": str(out)})


@library.command()
@VECTORS
@faced
def reindex(face: Face, vectors: str) -> None:
    """Build the search index anew from the documents."""
    drop_indexes(home())
    with opened() as held:
        taken, version = _follow(face, held, vectors), held.version
    small = "" if taken else "; a library this small is searched without one"
    face.show(f"indexed {taken} sentences up to version {version}{small}", {"sentences": taken, "version": version})


@library.command()
@faced
def verify(face: Face) -> None:
    """Re-derive every document's id from its text; whatever does not match is named, and the exit code is 1."""
    with opened() as held:
        damaged = [damage.what for damage in held.damaged()]
        count = held.document_count()
    text = "\n".join([*damaged, f"{count} documents, {len(damaged)} damaged"])
    face.show(text, {"documents": count, "damaged": damaged})
    _leave(not damaged)
