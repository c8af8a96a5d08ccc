"""The shipped memory: a few invented debates, annotated by their cue words. Serves when nobody has built a memory.

What the judge says of their moves is shipped beside them in `sample.json`, so that no command waits for it:
`python -m foam.debate.memory.sample > src/foam/debate/memory/sample.json` writes it anew.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path

import foam.debate.data
from foam.debate.language import list_terms
from foam.debate.memory.build import build_sample
from foam.debate.memory.recall import Recall
from foam.debate.memory.store import MemoryRow
from foam.debate.memory.values import Exemplar
from foam.debate.transcripts import list_transcripts, parse_transcript
from foam.model.port import Embedder, PairJudge

FOLDER = Path(foam.debate.data.__path__[0])


def load_sample(embedder: Embedder) -> Recall:
    """The shipped debates, ready to be searched."""
    found = read_annotated()
    vectors = embedder.embed([one.text for one in found])
    rows = [
        MemoryRow(one, tuple(sorted(set(list_terms(one.text)))), vector)
        for one, vector in zip(found, vectors, strict=True)
    ]
    return Recall(rows, embedder)


@cache
def read_annotated() -> tuple[Exemplar, ...]:
    """The shipped debates as they were annotated."""
    rows = json.loads(files("foam.debate.memory").joinpath("sample.json").read_text(encoding="utf-8"))
    return tuple(Exemplar.model_validate(row) for row in rows)


def annotate_sample(judge: PairJudge) -> tuple[Exemplar, ...]:
    """The shipped debates, annotated anew."""
    paths = list_transcripts([FOLDER])
    return build_sample(judge, [parse_transcript(path).model_copy(update={"source": path.name}) for path in paths])


if __name__ == "__main__":
    from foam.model.judge import shipped_judge

    print(json.dumps([one.json_value() for one in annotate_sample(shipped_judge())], ensure_ascii=False, indent=1))
