"""The shipped memory: a few invented debates, annotated by their cue words. Serves when nobody has built a memory."""

from __future__ import annotations

from pathlib import Path

import foam.debate.data
from foam.debate.language import list_terms
from foam.debate.memory.build import build_sample
from foam.debate.memory.recall import Recall
from foam.debate.memory.store import MemoryRow
from foam.debate.transcripts import list_transcripts, parse_transcript
from foam.model.port import Embedder

FOLDER = Path(foam.debate.data.__path__[0])


def load_sample(embedder: Embedder) -> Recall:
    """The shipped debates, ready to be searched."""
    found = build_sample(
        [parse_transcript(path).model_copy(update={"source": path.name}) for path in list_transcripts([FOLDER])]
    )
    vectors = embedder.embed([one.text for one in found])
    rows = [
        MemoryRow(one, tuple(sorted(set(list_terms(one.text)))), vector)
        for one, vector in zip(found, vectors, strict=True)
    ]
    return Recall(rows, embedder)
