"""How fast debaters' Word files come in, and how fast cards are found among 100,000 by any field."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.harness import Row, benchmark, seconds, shared_data
from bench.library import costed, crossed
from foam.evidence.document import Card, Citation, Document, Facets, Origin, make_document
from foam.evidence.ingest import add_paths
from foam.evidence.library import Library
from foam.evidence.search.cards import CardIndex, parse_card_query

_COPIES, _THOUSAND = 110, 1000
_CARDS = 100_000
_ASKED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("", ()),
    ("government", ()),
    ("the", ()),
    ("", ("tag=economic growth",)),
    ("", ("author=name17",)),
    ("", ("year=2011",)),
    ("", ("file=team17",)),
    ("", ("block=block 17",)),
    ("", ("side=aff",)),
    ("", ("team=school17",)),
    ("government", ("side=neg", "year<=2000")),
    ("", ("author=nobody",)),
)


@benchmark
def files_taken_in() -> Iterable[Row]:
    """Copies of the files with words of their own in each, through the ordinary import, without an index."""
    yield from _take_in(_COPIES)


@benchmark
def thousand_files() -> Iterable[Row]:
    """The same with a thousand files: some minutes."""
    yield from _take_in(_THOUSAND)


def _take_in(copies: int) -> Iterator[Row]:
    files = sorted(shared_data("caselist").glob("*.docx"))
    with TemporaryDirectory(prefix="foam-bench-") as name:
        given = Path(name) / "in"
        given.mkdir()
        for number in range(copies):
            _copy_with_own_words(files[number % len(files)], given / f"{number:04}.docx", number)
        with Library.open(Path(name) / "foam.db") as library:
            taken, cost = costed(lambda: add_paths(library, [given]))
            cards = library.document_count()
    note = f"{copies:,} files, {cards:,} documents; {cost}; asked for: 150"
    yield Row("Word files of debaters in, not indexed", 60 * copies / taken, "a minute", note)


def _copy_with_own_words(file: Path, copy: Path, number: int) -> None:
    """The file with a word in every paragraph that no other copy has, so that nothing of it is known already."""
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename == "word/document.xml":
                data = data.replace(b"</w:p>", f"<w:r><w:t> copy{number}</w:t></w:r></w:p>".encode())
            new.writestr(entry.filename, data)


@benchmark
def cards_found() -> Iterable[Row]:
    """Cards by each field over a library of made-up ones: the time of a question, the index open."""
    rng = random.Random(5)
    with TemporaryDirectory(prefix="foam-bench-") as name, Library.open(Path(name) / "foam.db") as library:
        library.add((_made_card(rng, number) for number in range(_CARDS)), what="made", at="2026-01-01")
        with closing(CardIndex(Path(name) / "cards.db")) as index:
            yield Row(f"index of {_CARDS:,} cards", seconds(partial(index.follow, library), repeat=1), "s")
            for words, where in _ASKED:
                query = parse_card_query(words, where)
                found = index.find(library, query)
                spent = 1000 * seconds(partial(index.find, library, query), repeat=9)
                asked = " ".join([words, *where]) or "everything"
                yield Row(f"cards by {asked}", spent, "ms", f"{len(found)} shown; asked for: under 30")


def _made_card(rng: random.Random, number: int) -> Document:
    year = rng.randint(1995, 2024)
    author = f"Name{rng.randint(0, 5000)}"
    return make_document(
        crossed(rng),
        origin=Origin(file=f"team{number % 900}-{number // 100}.docx", format="docx", importer="bench", row=number),
        citation=Citation(author=author, published=str(year), raw=f"{author} {year}"),
        card=Card(tag=crossed(rng), cite=f"{author} {year}", block=f"block {number % 300}"),
        facets=Facets(
            side="aff" if number % 2 else "neg", year=year, kind="card", more={"team": f"School{number % 90} AB"}
        ),
    )
