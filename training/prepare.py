"""Write the four splits, and the texts for a teacher to label, to one compressed file.

python -m training.prepare --data ../shared/data --out out/pairs.jsonl.gz
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from pathlib import Path

from training import recipe, wild
from training.pairs import Pair


def write(path: Path, dealt: recipe.Dealt) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as out:
        for split, pairs in dealt.items():
            out.writelines(json.dumps([split, *pair]) + "\n" for pair in pairs)


def read(path: Path) -> recipe.Dealt:
    dealt: recipe.Dealt = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for split, task, first, second, target, source, topic in map(json.loads, lines):
            dealt.setdefault(split, []).append(Pair(task, first, second, tuple(target), source, topic))
    return dealt


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=4)
    options = parser.parse_args()
    dealt, lost = recipe.build(options.data, options.seed)
    write(options.out, dealt | {"unlabelled": wild.pools(options.data, dealt["train"], random.Random(options.seed))})
    print(json.dumps({"rows": recipe.counts(dealt), "left out of training": lost}, indent=1))


if __name__ == "__main__":
    main()
