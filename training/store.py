"""Pairs in one compressed file: a line a pair, with its split. Knows no data set and no model."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from training.pairs import Pair

Dealt = dict[str, list[Pair]]


def write(path: Path, dealt: Dealt) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", compresslevel=3, encoding="utf-8") as out:
        for split, pairs in dealt.items():
            out.writelines(json.dumps([split, *pair]) + "\n" for pair in pairs)


def read(path: Path) -> Dealt:
    dealt: Dealt = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for split, task, first, second, target, source, topic, lacks in map(json.loads, lines):
            pair = Pair(task, first, second, tuple(target), source, topic, tuple(lacks))
            dealt.setdefault(split, []).append(pair)
    return dealt
