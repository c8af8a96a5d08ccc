"""`foam quote`: hold quotations against the library, or against files. Knows nothing of how verdicts are reached."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from foam.cli.frame import Face, faced, home

if TYPE_CHECKING:
    from foam.evidence.quotes.judge import Judge
    from foam.evidence.quotes.similarity import Similarity


@click.group()
def quote() -> None:
    """Judge quotations: exact, altered, paraphrase, misattributed or fabricated."""


@quote.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--against", multiple=True, type=click.Path(path_type=Path), help="Hold them against these files instead."
)
@click.option("--version", "pinned", type=click.IntRange(min=0), help="Read this version of the library.")
@click.option(
    "--similarity",
    type=click.Choice(["lexical", "static", "minilm"]),
    default="lexical",
    show_default=True,
    help="What tells a paraphrase: shared words, static word vectors, or MiniLM.",
)
@click.option("--all", "all_citations", is_flag=True, help="List exact quotations too.")
@faced
def check(
    face: Face,
    files: tuple[Path, ...],
    against: tuple[Path, ...],
    pinned: int | None,
    similarity: str,
    all_citations: bool,
) -> None:
    """Check the quotations in texts, Markdown, Word files or JSON. Exits with 1 when one is not exact or altered."""
    from foam.evidence.quotes.reading import read_quotations
    from foam.evidence.quotes.report import FileReport, Report, checked, report_json, report_text

    found = {file: read_quotations(file) for file in files}
    count = sum(map(len, found.values()))
    with _judge(face, against, pinned, similarity) as judge, face.progress("checking quotations", count) as advance:
        reports = [
            FileReport(file=str(file), citations=tuple(checked(judge, quotations, told=advance)))
            for file, quotations in found.items()
        ]
    report = Report(files=tuple(reports))
    face.show(report_text(report, all_citations=all_citations), report_json(report))
    if report.cfvr is not None and report.cfvr < 1:
        sys.exit(1)


@contextmanager
def _judge(face: Face, against: tuple[Path, ...], pinned: int | None, similarity: str) -> Iterator[Judge]:
    """A judge over the library of this home, or over some files."""
    from foam.evidence.library import Library
    from foam.evidence.quotes.judge import Judge
    from foam.evidence.quotes.shelf import LibraryShelf, followed

    compare = _similarity(similarity)
    if against:
        yield _judge_of_files(against, compare)
        return
    with Library.open(home() / "foam.db") as library:
        with face.progress("indexing words", len(library.ids(version=pinned))) as advance:
            index = followed(library, home() / "shingles", version=pinned, progress=advance)
        yield Judge(LibraryShelf(library, index, version=pinned), index, similarity=compare)


def _judge_of_files(paths: tuple[Path, ...], compare: Similarity) -> Judge:
    from foam.errors import InputError
    from foam.evidence.imports import Rejected, read
    from foam.evidence.ingest import files_under
    from foam.evidence.quotes.judge import Judge
    from foam.evidence.quotes.passages import MemoryPassages
    from foam.evidence.quotes.sources import MemoryShelf

    documents = []
    for file in files_under(paths):
        for found in read(Path(file)):
            if isinstance(found, Rejected):
                raise InputError(str(found))
            documents.append(found)
    return Judge(MemoryShelf(documents), MemoryPassages(documents), similarity=compare)


def _similarity(name: str) -> Similarity:
    from foam.evidence.quotes.similarity import EmbeddedSimilarity, LexicalSimilarity

    if name == "lexical":
        return LexicalSimilarity()
    from foam.cli.library import vectors_named

    return EmbeddedSimilarity(vectors_named(name))
