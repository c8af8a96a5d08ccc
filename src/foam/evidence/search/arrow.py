"""The rows of a large index: which columns there are, and what documents look like in them. Needs `foam[large]`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from foam.errors import MissingExtra
from foam.evidence.filing import Filing
from foam.evidence.holdings import Entered
from foam.evidence.search.port import order_document
from foam.evidence.truth import NEVER
from foam.model.port import Embedder
from foam_quotes.text.terms import stem_words

try:
    import pyarrow as pa  # type: ignore[import-untyped]
except ImportError as absent:
    raise MissingExtra("pyarrow", extra="large") from absent

Rows: TypeAlias = pa.Table
SENTENCES = 1 << 24
"""More than any document has: a place is the document's number times this, plus the sentence's."""
VERSIONS = 1 << 32
"""More than any library has: a life is the version a row came in times this, plus the one it went in."""
ROW_NUMBER = "_rowid"
"""The engine's own number for a row of one version of a table."""


class Told(NamedTuple):
    """What rows say of themselves, beside how well they answer. To read a column costs as much as to find the row, so
    that two hold two numbers each."""

    place: NDArray[np.int64]
    life: NDArray[np.int64]
    sequence: NDArray[np.int64]


class KnownRows:
    """What every row of a table says of itself, in memory: 32 bytes a row. So an answer need only number its rows."""

    def __init__(self, rows: Rows) -> None:
        numbers = rows.column(ROW_NUMBER).to_numpy()
        if not (numbers[1:] > numbers[:-1]).all():  # a table that was written in one go has them in order
            rows = rows.sort_by(ROW_NUMBER)
        self._numbers = rows.column(ROW_NUMBER).to_numpy()
        self._told = Told(*(rows.column(name).to_numpy() for name in Told._fields))

    def look_up(self, numbers: NDArray[Any]) -> Told:
        """What the rows of these numbers say."""
        at = np.searchsorted(self._numbers, numbers)
        return Told(*(column[at] for column in self._told))


def make_schema(dimensions: int) -> pa.Schema:
    """The columns, with vectors of so many dimensions."""
    return pa.schema(
        [
            ("appearance", pa.int64()),
            ("place", pa.int64()),
            ("life", pa.int64()),
            ("sequence", pa.int64()),
            ("words", pa.string()),
            ("vector", pa.list_(pa.float32(), dimensions)),
            *((name, pa.string()) for name in ("side", "topic", "source", "kind", "host", "trust")),
            ("year", pa.int32()),
            ("added_in", pa.int32()),
            ("removed_in", pa.int32()),
        ]
    )


def make_rows(entered: Iterable[Entered], embedder: Embedder | None) -> Rows:
    """The rows of these documents; without an embedder, all but their vectors."""
    rows = [(one, number) for one in entered for number in range(len(one.sentences))]
    filings = {text: Filing.model_validate_json(text) for text in {one.filing for one, _ in rows}}
    texts = [one.sentences[number] for one, number in rows]
    columns = {} if embedder is None else {"vector": _vectors(texts, embedder)}
    schema = make_schema(embedder.dimensions if embedder else 1)
    return pa.table(
        {
            **columns,
            "appearance": [one.appearance for one, _ in rows],
            "place": [one.document * SENTENCES + number for one, number in rows],
            "life": [one.added_in * VERSIONS + one.removed_in for one, _ in rows],
            "sequence": [order_document(one.id) for one, _ in rows],
            "words": [" ".join(stem_words(text)) for text in texts],
            **{
                name: [getattr(filings[one.filing], name) for one, _ in rows]
                for name in ("side", "kind", "host", "trust")
            },
            **{name: [getattr(filings[one.filing], name).lower() for one, _ in rows] for name in ("topic", "source")},
            "year": [filings[one.filing].year for one, _ in rows],
            "added_in": [one.added_in for one, _ in rows],
            "removed_in": [one.removed_in for one, _ in rows],
        },
        schema=schema if embedder else schema.remove(schema.get_field_index("vector")),
    )


def order_rows(rows: Rows) -> Rows:
    """Rows in the order of the library."""
    return rows.sort_by([("appearance", "ascending"), ("place", "ascending")]).combine_chunks()


def leave_unended(entered: Iterable[Entered], reached: int) -> list[Entered]:
    """What entered as an index that has come so far knows it: of later removals it knows nothing."""
    return [one if one.removed_in <= reached else one._replace(removed_in=NEVER) for one in entered]


def round_vectors(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Vectors as they are compared: to the precision of two bytes a number, so that the last bits of one machine's sums
    decide nothing, but kept in four. Most processors do not calculate with two, and an engine that has to unpack them
    takes six times as long to arrange them."""
    return vectors.astype(np.float16).astype(np.float32)


def _vectors(texts: Sequence[str], embedder: Embedder) -> pa.Array:
    vectors = round_vectors(embedder.embed(texts))
    return pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), vectors.shape[1])
