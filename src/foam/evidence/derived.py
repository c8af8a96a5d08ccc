"""Are the files that were derived from a library still what follows from it?

Words, ids, places, versions and filings are compared for every sentence; vectors for a sample, because working them
out again takes as long as indexing. Whatever differs, the way forward is the same: `foam library reindex`.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foam.errors import FoamError, ServiceError
from foam.evidence.holdings import Entered
from foam.evidence.library import Library
from foam.evidence.quotes.index import ShingleIndex
from foam.evidence.search.cards import CardIndex
from foam.evidence.search.columns import ColumnFiles, Columns, column_keys
from foam.evidence.search.opening import card_file, index_folder, shingle_folder
from foam.evidence.search.place import SharedPlace, name_folder
from foam.evidence.search.port import Vector
from foam.model.port import Embedder
from foam.record.store import Damage

SAMPLE = 1_000
"""Sentences whose vectors are compared."""
_CLOSE = 4e-3
"""How far a number of a vector may lie from the one computed now: half precision, and other sums."""
_TABLES = "sentences*.lance"


def check_indexes(
    library: Library, home: Path, embedders: Iterable[Embedder], *, shared: SharedPlace | None = None
) -> Iterator[Damage]:
    """Everything in the derived files of a home, and in the shared index, that does not follow from its library."""
    folder = index_folder(home)
    entered = list(library.entered(after=0, upto=library.version))
    for embedder in embedders:
        name = name_folder(embedder)
        yield from _check_columns(folder / "memory" / name, entered, embedder)
        if any((folder / name).glob(_TABLES)):
            for reason in _compare_lance(folder, library, embedder):
                yield Damage(key=f"index/{name}", reason=reason)
        if shared is not None:
            for reason in _compare_lance(shared, library, embedder):
                yield Damage(key=f"{shared.url} ({name})", reason=reason)
    for reason in _compare_cards(home, library):
        yield Damage(key=f"index/{card_file(home).name}", reason=reason)
    for reason in _compare_shingles(home, library):
        yield Damage(key=shingle_folder(home).name, reason=reason)


def _check_columns(folder: Path, entered: Sequence[Entered], embedder: Embedder) -> Iterator[Damage]:
    """The arrays of the index in memory. Those of other documents are passed over: a search does not read them."""
    places = {key: place for place, key in enumerate(column_keys(entered, embedder))}
    for key in ColumnFiles(folder).list_keys():
        if key not in places:
            continue
        name = f"index/memory/{folder.name}/{key[:8]}"
        found = ColumnFiles(folder).load([key], embedder.dimensions)
        if found is None:
            yield Damage(key=name, reason="it cannot be read")
            continue
        texts = [text for one in entered[: places[key] + 1] for text in one.sentences]
        yield from (Damage(key=name, reason=reason) for reason in _compare_columns(found[1], texts, embedder))


def _compare_columns(held: Columns, texts: Sequence[str], embedder: Embedder) -> Iterator[str]:
    expected = Columns.none(embedder.dimensions).extend_words(texts)
    same = (
        np.array_equal(held.lengths, expected.lengths)
        and np.array_equal(held.numbers, expected.numbers)
        and held.vocabulary == expected.vocabulary
    )
    if not same:
        yield "its words are not those of the library's sentences"
    elif not same_vectors(held.vectors, texts, embedder):
        yield "its vectors are not those of the library's sentences"


def same_vectors(held: NDArray[Any], texts: Sequence[str], embedder: Embedder, *, sample: int = SAMPLE) -> bool:
    """Whether the vectors of a sample of sentences, drawn anew each time, are those the embedder gives now."""
    if len(held) != len(texts):
        return False
    rows = sorted(random.SystemRandom().sample(range(len(texts)), min(sample, len(texts))))
    computed: Vector = embedder.embed([texts[row] for row in rows]) if rows else np.zeros((0, 0), np.float32)
    kept = np.asarray(held[rows], np.float32).reshape(computed.shape)
    return bool(np.allclose(kept, computed, rtol=0, atol=_CLOSE))


def _compare_lance(place: Path | SharedPlace, library: Library, embedder: Embedder) -> Iterator[str]:
    try:
        from foam.evidence.search.lance import LanceIndex  # loading the engine takes seconds

        index = LanceIndex(place, embedder)
        try:
            yield from index.compare(library, same_vectors)
        finally:
            index.close()
    except ServiceError:
        raise  # nobody can tell whether it is damaged
    except (FoamError, sqlite3.Error) as error:
        yield str(error)


def _compare_cards(home: Path, library: Library) -> Iterator[str]:
    if card_file(home).exists():
        try:
            with closing(CardIndex(card_file(home))) as index:
                yield from index.compare(library)
        except (FoamError, sqlite3.Error) as error:
            yield str(error)


def _compare_shingles(home: Path, library: Library) -> Iterator[str]:
    folder = shingle_folder(home)
    if folder.exists():
        yield from ShingleIndex(folder).compare(library.find_document)
