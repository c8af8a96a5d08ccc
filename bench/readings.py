"""What the shipped judge reads in the debate that was written by hand: pairs by the place that asks, and how long."""

from __future__ import annotations

import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from unittest.mock import patch

import foam
from bench.harness import Row, benchmark
from bench.places import embedder
from foam.home.fields import DebateFields
from foam.model.judge import Judge

ASKED_FOR = 40
"""Seconds of processor time that the whole debate may take."""
ROUND: DebateFields = {"pro_seat": "engineer", "con_seat": "nurse", "format_name": "policy", "words": 440}


@benchmark
def written_debate() -> Iterable[Row]:
    """The whole policy round of the sample, in which no model is waited for."""
    pairs: Counter[str] = Counter()
    read = Judge.read_heads

    def count(judge: Judge, heads: Sequence[str], asked: Sequence[tuple[str, str]]) -> object:
        pairs[_name_place()] += len(asked)
        return read(judge, heads, asked)

    with tempfile.TemporaryDirectory() as folder, patch.object(Judge, "read_heads", count):
        options = {"pack": "street-lamps", "model": "written-by-hand", "embedder": embedder("static")}
        with foam.open(Path(folder), **options) as home:  # type: ignore[arg-type]
            start = time.process_time()
            home.debate(**ROUND)
            yield Row("processor time", time.process_time() - start, "s", f"at most {ASKED_FOR} asked for")
    for place, number in pairs.most_common():
        yield Row(f"pairs read for {place}", number, "")


def _name_place() -> str:
    """Who had the judge read: the innermost module of ours that is not the judge's and only hands on."""
    handing_on = ("model/judge/", "home/desk.py", "bench/")
    files = [frame.filename for frame in traceback.extract_stack() if "/foam/" in frame.filename]
    ours = [file.rpartition("/foam/")[2] for file in files]
    return next(file for file in reversed(ours) if not file.startswith(handing_on))
