"""The shipped memory: a few invented debates, annotated by their cue words. Serves when nobody has built a memory."""

from __future__ import annotations

from pathlib import Path

import foam.debate.data
from foam.debate.language import terms
from foam.debate.memory.build import sample_built
from foam.debate.memory.recall import Recall
from foam.debate.memory.store import Row
from foam.debate.transcripts import read_transcript, transcript_files
from foam.model.port import Embedder

FOLDER = Path(foam.debate.data.__path__[0])


def sample_recall(embedder: Embedder) -> Recall:
    """The shipped debates, ready to be searched."""
    found = sample_built(
        [read_transcript(path).model_copy(update={"source": path.name}) for path in transcript_files([FOLDER])]
    )
    vectors = embedder.embed([one.text for one in found])
    rows = [Row(one, tuple(sorted(set(terms(one.text)))), vector) for one, vector in zip(found, vectors, strict=True)]
    return Recall(rows, embedder)
