"""`foam library`: take files in, list, show, count, remove, export and verify what is there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from textwrap import fill, indent
from typing import Any

import click

from foam.cli.frame import Face, faced, leave, tell_missing
from foam.cli.output import Stdout
from foam.visible import clean_line, describe_hidden

WIDTH = 110
_MOST_REASONS = 3
"""Lines that say what was not read of one file."""
_MOST_NAMES = 20
"""Names of files of which the same is said."""
EMPTY = "the library is empty; take something in with: foam library add PATH"
VECTORS = click.option(
    "--vectors",
    type=click.Choice(["static", "minilm"]),
    default="static",
    show_default=True,
    help="Sentence vectors: static ones are fast, MiniLM's know context.",
)
SEND = click.option("--send", is_flag=True, help="To be sent: cards alone, no analytics.")
VERSION = click.option("--version", type=click.IntRange(min=0), help="Read this version, not the newest.")


@click.group()
def library() -> None:
    """Take evidence in; list, show, remove, export and verify it."""


@library.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--workers", type=click.IntRange(min=0), default=0, help="Processes that read; 0 is one a core.")
@click.option("--no-index", is_flag=True, help="Do not index now; the next search will.")
@VECTORS
@faced
def add(face: Face, paths: tuple[Path, ...], no_index: bool, **options: Any) -> None:
    """Take in files and folders. What cannot be read is reported, and the exit code is 1."""
    with face.home() as home:
        tell_missing(face, home, vectors=options["vectors"])
        done = home.library.add(*paths, index=not no_index, **options)
    refused = _list_refused(done.rejected)
    counted = [_count_line(one) for one in done.counts]
    if any(one.uncited or one.broken for one in done.counts):
        face.note("what is uncited or broken is listed by: foam library doctor")
    summary = (
        f"files looked into: {done.files}, known already: {done.known_files}; new documents: {done.documents}, "
        f"known ones in a new place: {done.appearances - done.documents}; the library is at version {done.version}"
    )
    if not (done.files or done.known_files or done.rejected):
        summary = f"no file to read in {', '.join(map(str, paths))}: name files, or a folder that holds some"
    face.show("\n".join([*refused, *counted, summary]), done.json_value())
    leave(not done.rejected)


@library.command("list")
@click.option("--limit", type=click.IntRange(min=1), default=50, show_default=True, help="At most so many, the newest.")
@VERSION
@faced
def list_documents(face: Face, **options: Any) -> None:
    """List documents, the newest last."""
    with face.home() as home:
        found = home.library.list(**options)
    lines = [
        f"d:{one.id[:8]}  {one.sentences:>5}  {clip(one.cite, 20):<20}  {clip(one.title, 60)}"
        for one in found.documents
    ]
    older = found.total - len(lines)
    more = [f"({older} older ones are not shown; see --limit)"] if older else []
    text = "\n".join([f"{'id':<10}  {'sent.':>5}  {'cite':<20}  title", *lines, *more]) if lines else EMPTY
    face.show(text, found.json_value())


@library.command()
@click.argument("document", metavar="ID")
@faced
def show(face: Face, document: str) -> None:
    """Show a document sentence by sentence, where it was found, and its near-duplicates. ID may be its start."""
    with face.home() as home:
        page = home.library.show(document)
    found = page.document
    facts = {name: value for name, value in found.citation.json_value().items() if value}
    head = {"document": f"d:{found.id}", **facts, "found in": "; ".join(page.places)}
    if not page.present:
        head["removed"] = "not in the newest version"
    if len(page.family) > 1:
        head["near-duplicates"] = ", ".join(f"d:{one[:8]}" for one in page.family if one != found.id)
    sentences = [number_sentence(found, number) for number in range(len(found.ends))]
    face.show("\n".join([_align(head), "", *sentences]), page.data())


@library.command()
@VERSION
@faced
def stats(face: Face, version: int | None) -> None:
    """Count documents, sentences and near-duplicates."""
    with face.home() as home:
        counted = home.library.stats(version=version).json_value()
    face.show(_align(counted), counted)


@library.command()
@click.option("--limit", type=click.IntRange(min=1), default=100, show_default=True, help="At most so many cards.")
@faced
def doctor(face: Face, limit: int) -> None:
    """List what to mend in debaters' files: cards without a cite, a text, a name or a year."""
    with face.home() as home:
        found = home.library.doctor(limit=limit)
    files = [_count_line(one) for one in found.files]
    cards = [
        f"d:{one.document[:8]}  {clip(one.tag, 60)} [{name_place(one.file, one.block)}]: {'; '.join(one.faults)}"
        for one in found.ailments
    ]
    left = found.total - len(cards)
    more = [f"({left} more are not shown; see --limit)"] if left else []
    nothing = ["nothing to mend" if files else "there are no debaters' cards in the library"] if not cards else []
    face.show("\n".join([*files, *cards, *more, *nothing]), found.json_value())


@library.command()
@faced
def versions(face: Face) -> None:
    """List what was added and removed, by version."""
    with face.home() as home:
        history = home.library.versions()
    lines = [f"{_span(one):<12} {one.at[:19]}  {one.action:<6} {one.documents:>7}  {one.what}" for one in history]
    text = "\n".join(lines) or "no versions yet: the library is empty"
    face.show(text, {"changes": [change.json_value() for change in history]})


@library.command()
@click.argument("documents", metavar="ID...", nargs=-1, required=True)
@click.option("--hide", is_flag=True, help="Only leave them out of later versions; pointers into them still resolve.")
@faced
def remove(face: Face, documents: tuple[str, ...], hide: bool) -> None:
    """Remove documents for good: text, index and vectors. Exit 1 when sentences of them stand elsewhere in the home.

    What recorded decisions quote of a document stays on record: `foam erase --document ID` takes it out there, too.
    """
    with face.home() as home:
        done = home.library.remove(*documents, hide=hide)
    lines = [f"removed {done.removed}; the library is at version {done.version}"]
    lines += [f"  sentences of them still stand in {path}" for path in done.left]
    face.show("\n".join(lines), done.json_value())
    leave(not done.left)


@library.command()
@click.option("--to", required=True, metavar="URL", help="postgresql://user@host/database, or the path of a file.")
@faced
def copy(face: Face, to: str) -> None:
    """Copy the library to a database or a file, byte for byte, and verify the copy.

    The other end must have no library, or the beginning of this one; then only what is missing is added. Nothing is
    removed here. Set library.url to the address of the database to work with the copy.
    """
    with face.home() as home:
        done = home.library.copy(to=to)
    face.show(
        f"copied: {done.added} versions were added; {done.documents} documents in {done.versions} versions verify",
        done.json_value(),
    )


@library.command()
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False), required=False)
@VERSION
@SEND
@faced
def export(face: Face, out: Path | None, version: int | None, send: bool) -> None:
    """Write every document as a line of JSON to OUT, or to the terminal when no OUT is given.

    An OUT that ends in .docx gets the debaters' cards as a Verbatim file, .cites.txt their cites and .wiki.txt their
    text, as openCaselist takes them.
    """
    with face.home() as home:
        target: Path | Stdout = Stdout() if out is None else out
        count = home.library.export(target, version=version, send=send)
    if out:
        face.show(f"{count} documents written to {out}", {"documents": count, "file": str(out)})


@library.command()
@VECTORS
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True,
    help="Processes that embed sentences for a large or shared index; the index is the same.",
)  # fmt: skip
@click.option(
    "--on",
    type=click.Choice(["processes", "ray"]),
    default="processes",
    show_default=True,
    help="Where they run: on this machine, or in the Ray cluster that RAY_ADDRESS names.",
)
@faced
def reindex(face: Face, **options: Any) -> None:
    """Build the search index anew from the documents.

    A large or shared index answers until the new one takes its place. One that was broken off goes on.
    """
    with face.home() as home:
        tell_missing(face, home, vectors=options["vectors"])
        done = home.library.reindex(**options)
    small = "" if done.sentences else "; a library this small is indexed by its next search"
    face.show(f"indexed {done.sentences} sentences up to version {done.version}{small}", done.json_value())


@library.command()
@VECTORS
@faced
def compact(face: Face, **options: Any) -> None:
    """Join the small files of a large or shared index, and delete old versions and what broken builds left."""
    with face.home() as home:
        done = home.library.compact(**options)
    small = "a library this small has nothing to compact"
    face.show(f"compacted the index of version {done.version}" if done.compacted else small, done.json_value())


@library.command()
@click.option("--head", help="A head of the record noted earlier: all that was there must be there.")
@click.option("--no-index", is_flag=True, help="Check documents and versions alone.")
@faced
def verify(face: Face, head: str | None, no_index: bool) -> None:
    """Check every row, version and index; whatever does not hold is named, and the exit code is 1.

    Texts, citations, files, facets, sentence ends and versions are held against their seals and the record's log, and
    the search index against the documents.
    """
    with face.home() as home:
        report = home.library.verify(head=head, index=not no_index)
    notes = [f"note: {note}" for note in report.notes]
    summary = f"{report.documents} documents, {len(report.damaged)} damaged"
    face.show("\n".join([*report.damaged, *notes, summary]), report.json_value())
    leave(report.ok)


def _list_refused(rejected: Iterable[Any]) -> Iterator[str]:
    """What was not read and why, a few lines a file: each row of a table may be refused by itself.

    Files of which the same is said stand in one line.
    """
    alike: dict[tuple[str, ...], list[str]] = {}
    for file, given in groupby(rejected, key=lambda one: one.file):
        alike.setdefault(tuple(one.reason for one in given), []).append(file)
    for reasons, files in alike.items():
        more = f" and {len(files) - _MOST_NAMES} more (--json lists all)" if len(files) > _MOST_NAMES else ""
        named = f"not read: {files[0]}: " if len(files) == 1 else f"not read: {len(files)} files: "
        which = f": {', '.join(files[:_MOST_NAMES])}{more}" if len(files) > 1 else ""
        yield from (f"{named}{reason}{which}" for reason in reasons[:_MOST_REASONS])
        if len(reasons) > _MOST_REASONS:
            yield f"{named}{len(reasons) - _MOST_REASONS} more rows (--json lists all)"


def _count_line(count: Any) -> str:
    kinds = ("cards", "analytics", "uncited", "broken")
    return f"{count.file}: {', '.join(f'{getattr(count, kind)} {kind}' for kind in kinds)}"


def name_place(file: str, block: str) -> str:
    """The file's name and the heading in it, as debaters say where a card is."""
    return " › ".join(part for part in (clip(Path(file).name, 40), clip(block, 30)) if part)


def clip(text: str, width: int) -> str:
    """The text on one line of at most this width."""
    flat = clean_line(text)
    return flat if len(flat) <= width else flat[: width - 1] + "…"


def wrap_sentence(text: str, *, first: str = "", mark: str = "    ") -> str:
    """The text in lines of one width behind a mark, hanging under its first word; hidden characters are counted."""
    flat = f"{clean_line(text)} {describe_hidden(text)}".rstrip()
    lines = fill(flat, WIDTH, initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False)
    return indent(lines, mark)


def number_sentence(document: Any, number: int, *, mark: str = "") -> str:
    """A sentence of a document behind its number."""
    return wrap_sentence(document.sentence(number), first=f"s{number:<4} ", mark=mark)


def _align(data: Mapping[str, object]) -> str:
    width = max(len(name) for name in data)
    return "\n".join(f"{name:<{width}}  {value}" for name, value in data.items())


def _span(change: Any) -> str:
    return f"v{change.first}" if change.first == change.last else f"v{change.first} to v{change.last}"
