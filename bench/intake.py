"""How fast files come in through the importers, indexed; and what the choice of vectors costs."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from bench.harness import Row, benchmark
from bench.library import CARD_SENTENCES, costed, crossed, timed
from bench.places import embedder
from foam.evidence.imports import read
from foam.evidence.ingest import add_paths
from foam.evidence.library import Library
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.opening import index_folder

FILES = 2_000


def written(folder: Path) -> Path:
    """Text files of 2 kB each."""
    rng = random.Random(1)
    folder.mkdir()
    for number in range(FILES):
        text = " ".join(crossed(rng) for _ in range(CARD_SENTENCES + 3))[:2000]
        (folder / f"{number}.txt").write_text(text, "utf-8")
    return folder


def taken_in(folder: Path, given: Path) -> None:
    """Import and index with static vectors."""
    with Library.open(folder / "foam.db") as library:
        index = LanceIndex(index_folder(folder), embedder("static"))
        add_paths(library, [given], reader=read)
        index.follow(library)
        index.close()


def counted(folder: Path) -> int:
    with Library.open(folder / "foam.db") as library:
        return library.stats().sentences


def rate(kind: Literal["static", "minilm"], sentences: list[str]) -> float:
    """Sentences embedded in a second."""
    vectors = embedder(kind)
    return len(sentences) / timed(lambda: vectors.embed(sentences))[0]


@benchmark
def import_rate() -> Iterable[Row]:
    """Text files of 2 kB, through the importer, indexed with static vectors; and what MiniLM would make of it."""
    with TemporaryDirectory(prefix="foam-bench-") as name:
        given = written(Path(name) / "in")
        taken, cost = costed(lambda: taken_in(Path(name), given))
        sentences = counted(Path(name))
    yield Row("text documents of 2 kB in, indexed", 60 * FILES / taken, "a minute", f"{cost}; asked for: 10,000")
    sample = [crossed(random.Random(n)) for n in range(400)]
    static, minilm = rate("static", sample), rate("minilm", sample)
    more = sentences * (1 / minilm - 1 / static)
    yield Row("the same with MiniLM", 60 * FILES / (taken + more), "a minute", f"from {minilm:.0f} sentences/s")
