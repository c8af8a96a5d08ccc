"""Does the judge say the same on another architecture? Read the same rows on each and compare what it said.

    python -m training.architectures draw --pairs out/pairs.jsonl.gz --rows out/arch.jsonl.gz
    python -m training.architectures write --rows out/arch.jsonl.gz --said out/arm.npz
    python -m training.architectures compare --rows out/arch.jsonl.gz --said out/arm.npz

`compare` reads the rows itself, on the machine it runs on, and says how far it is from the file made elsewhere. Besides
what `foam.model.judge` imports (numpy, pydantic, rfc8785, safetensors, threadpoolctl, tokenizers) it needs nothing.
"""

from __future__ import annotations

import argparse
import platform
import random
from collections import defaultdict
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path

import numpy as np

from foam.model.judge import HEADS, Judge
from training import store
from training.pairs import Pair

ROWS = 500
Said = dict[str, np.ndarray]


def draw(pairs: Sequence[Pair], count: int = ROWS) -> list[Pair]:
    """Rows of every task and source in turn, no two with the same texts, by a fixed seed."""
    rng = random.Random(18)
    groups: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for pair in {(one.first, one.second): one for one in pairs}.values():
        groups[pair.task, pair.source].append(pair)
    mixed = [rng.sample(groups[name], len(groups[name])) for name in sorted(groups)]
    return [pair for turn in zip_longest(*mixed) for pair in turn if pair][:count]


def read(judge: Judge, rows: Sequence[Pair]) -> Said:
    """Every head's outputs (`logit …`), the shares of `weigh` and every verdict (`verdict …`), a row each."""
    pairs = [(row.first, row.second) for row in rows]
    weighed = judge.weigh(pairs)
    shares = np.array([(one.supports, one.contradicts, one.neither, one.bears) for one in weighed])
    verdicts = {
        "relation": [one.verdict for one in judge.relation(pairs)],
        "entails": [one.verdict for one in judge.entails(pairs)],
        "bears": [one.verdict for one in judge.bears_on(pairs)],
        "side": [one.verdict for one in judge.takes_a_side(pairs)],
        "scheme": [str(one.verdict) for one in judge.scheme([first for first, _ in pairs])],
        "quality": [str(chance >= 0.5) for chance in judge.convinces(pairs)],
        "same": [str(chance >= 0.5) for chance in judge.same_point(pairs)],
        "weigh": [str(row.argmax()) for row in shares[:, :3]],
    }
    logits = judge.all_logits(HEADS, pairs)
    return (
        {f"logit {head}": logits[head] for head in HEADS}
        | {"share weigh": shares}
        | {f"verdict {name}": np.array(said) for name, said in verdicts.items()}
    )


def compare(ours: Said, theirs: Said) -> list[tuple[str, float, str]]:
    """The largest difference of each number, and how many verdicts differ."""
    found = []
    for name, one in ours.items():
        if name.startswith("verdict "):
            found.append((f"{name}: changed", float(np.sum(one != theirs[name])), f"of {len(one)}"))
        else:
            gap = np.abs(one.astype(np.float64) - theirs[name])
            found.append((f"{name}: largest difference", float(gap.max()), f"mean {gap.mean():.1e}"))
    return found


def _describe() -> str:
    return f"{platform.machine()}, Python {platform.python_version()}, numpy {np.__version__}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("way", choices=("draw", "write", "compare"))
    parser.add_argument("--pairs", type=Path, default=Path("out/pairs.jsonl.gz"))
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--said", type=Path)
    asked = parser.parse_args()
    if asked.way == "draw":
        store.write(asked.rows, {"test": draw(store.read(asked.pairs)["test"])})
        return
    if asked.said is None:
        parser.error("--said is needed")
    rows = store.read(asked.rows)["test"]
    ours = read(Judge.load(), rows)
    print(f"read on {_describe()}: {len(rows)} rows of {len({row.source for row in rows})} sources")
    if asked.way == "write":
        np.savez_compressed(asked.said, allow_pickle=False, machine=np.array(_describe()), **ours)
        return
    theirs = dict(np.load(asked.said))
    print(f"against {theirs.pop('machine')}")
    for name, figure, note in compare(ours, theirs):
        print(f"{name:<40} {figure:10.3g}  {note}")


if __name__ == "__main__":
    main()
