"""What every embedder keeps. `test_embedder_contract.py` and `embedded/test_vectors.py` run it on each one.

A replay's stand-in embeds nothing: it keeps `is_named` alone.
"""

from __future__ import annotations

import numpy as np

from foam.model.port import Embedder

TEXTS = (
    "A man is eating food.",
    "A man is eating a piece of bread.",
    "A man is riding a horse.",
    "",
    "word " * 600,
    "\x00\ud7ff 日本語 ½ \n",
)


def is_named(embedder: Embedder) -> None:
    """The name does not change: an index is kept under it."""
    assert embedder.name
    assert embedder.name == embedder.name.strip()
    assert embedder.dimensions >= 0


def gives_rows_of_length_one(embedder: Embedder) -> None:
    """A row for each text, of length one; a text without words may have a row of zeros."""
    rows = embedder.embed(TEXTS)
    assert rows.shape == (len(TEXTS), embedder.dimensions)
    assert rows.dtype == np.float32
    lengths = np.linalg.norm(rows, axis=1)
    assert np.all((np.abs(lengths - 1) < 1e-5) | (lengths == 0))
    assert lengths[0] > 0


def gives_nothing_for_nothing(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dimensions)


def does_not_depend_on_company(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS)
    alone = np.concatenate([embedder.embed([text]) for text in TEXTS])
    np.testing.assert_allclose(together, alone, atol=1e-5)


def puts_like_texts_nearer(embedder: Embedder) -> None:
    eating, bread, horse = embedder.embed(TEXTS[:3])
    assert eating @ bread > eating @ horse


LAWS = (
    is_named,
    gives_rows_of_length_one,
    gives_nothing_for_nothing,
    does_not_depend_on_company,
    puts_like_texts_nearer,
)
