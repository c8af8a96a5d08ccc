"""`foam quote`: hold quotations against the library, or against files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from foam.cli.frame import Face, faced, leave


@click.group()
def quote() -> None:
    """Judge quotations: exact, altered, paraphrase, misattributed or fabricated."""


@quote.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--against", multiple=True, type=click.Path(path_type=Path), help="Hold them against these files instead."
)
@click.option("--version", type=click.IntRange(min=0), help="Read this version of the library.")
@click.option(
    "--similarity",
    type=click.Choice(["lexical", "static", "minilm"]),
    default="lexical",
    show_default=True,
    help="What tells a paraphrase: shared words, static word vectors, or MiniLM.",
)
@click.option("--read", is_flag=True, help="Hold what is highlighted of each card against its sentences, too.")
@click.option("--all", "all_citations", is_flag=True, help="List exact quotations too.")
@faced
def check(face: Face, files: tuple[Path, ...], all_citations: bool, **options: Any) -> None:
    """Check the quotations in texts, Markdown, Word, JSON or a folder of them.

    Exits with 1 when one does not match, or with --read when what is highlighted loses a negation or a condition.
    """
    with face.home() as home:
        report = home.quote.check(*files, **options)
    face.note(f"held against {report.sources}")
    face.show(report.describe(all_citations=all_citations), report.data())
    leave(all(one.is_match for one in report.citations) and not report.clipped)
