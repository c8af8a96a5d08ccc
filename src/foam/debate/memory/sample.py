"""The shipped memory: four invented debates, annotated by hand. Serves when nobody has built a memory.

What the judge says of their moves is shipped beside them in `sample.json`, so that no command waits for it.
"""

from __future__ import annotations

from importlib.resources import files

from pydantic import TypeAdapter

from foam.debate.language import list_terms
from foam.debate.memory.recall import Recall
from foam.debate.memory.store import MemoryRow
from foam.debate.memory.values import Exemplar
from foam.model.port import Embedder

_ROWS = TypeAdapter(tuple[Exemplar, ...])


def load_sample(embedder: Embedder) -> Recall:
    """The shipped debates, ready to be searched."""
    found = _ROWS.validate_json(files("foam.debate.memory").joinpath("sample.json").read_bytes())
    vectors = embedder.embed([one.text for one in found])
    rows = [
        MemoryRow(one, tuple(sorted(set(list_terms(one.text)))), vector)
        for one, vector in zip(found, vectors, strict=True)
    ]
    return Recall(rows, embedder)
