"""Which pairs the bench would ask of the judge, so that a slow judge's outputs can be computed for all of them at once.

    python -m training.asked --pairs out/pairs.jsonl.gz --data ../shared/data --out out

Writes `also.jsonl.gz` (a pair a line, for `training.careful read --also`) and `edited.json` (quotations and what rules
that training never used made of them, of the test's and the tuning articles).
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from bench.attacks.judge import ADDED, DRAWN, SOURCES
from bench.weighing import FACTS, STANCE

from foam.model.check import load_items
from foam.model.judge import Judge, PassageReader, weigh
from training import edits_unseen, heldback, recipe, store, weighed
from training.pairs import CONTRADICTS, Pair

SIZES = {"relation": 3, "entails": 3, "bears": 1, "side": 3, "scheme": 7, "quality": 1, "same": 1}
EACH, EDITS, ATTACKED, CLAIMS = 100, 100, 260, 80


class Recorder(Judge):
    """A judge that notes what it is asked and says nothing."""

    def __init__(self) -> None:
        self.card = Judge.load().card
        self._heads = {name: SimpleNamespace(size=size) for name, size in SIZES.items()}  # type: ignore[misc]
        self.asked: dict[tuple[str, str], None] = {}

    def all_logits(self, heads: Sequence[str], pairs: Sequence[tuple[str, str]]) -> dict[str, np.ndarray]:
        self.asked |= dict.fromkeys(map(tuple, pairs))  # type: ignore[arg-type]
        return {head: np.zeros((len(pairs), SIZES[head]), dtype=np.float32) for head in heads}

    def note(self, rows: Iterable[Pair]) -> None:
        """As the heads for support read pairs, and as they are weighed."""
        pairs = [(row.first, row.second) for row in rows]
        self.entails(pairs)
        self.relation(pairs)
        weigh(self, pairs)


def edited(data: Path) -> dict[str, list[tuple[str, str]]]:
    """Rule to quotations and their edits, of the test's articles and (`dev …`) of the tuning articles."""
    made = {}
    for split, mark in (("test", ""), ("dev", "dev ")):
        pool = [text for text, _ in recipe.quotation_pool(data)[split]]
        for name, rule in edits_unseen.RULES.items():
            rng = random.Random(7)
            pairs: list[tuple[str, str]] = []
            for text in rng.sample(pool, len(pool)):
                other = rule(text, rng) if len(pairs) < EDITS else None
                pairs += [(text, other)] if other and other != text else []
            made[mark + name] = pairs
    return made


def attacked(test: list[Pair]) -> list[tuple[str, str]]:
    """Contradicting pairs, plain and with every addition of the bench's attacks."""
    rows = [row for row in test if row.target == CONTRADICTS and row.source in SOURCES]
    ours = [row for row in rows if row.task in ("relation", "entails") and len(row.first.split()) <= 60]
    drawn = [(row.first, row.second) for row in random.Random(21).sample(ours, min(DRAWN, len(ours)))[:ATTACKED]]
    added = [word for wordings in ADDED.values() for word in wordings]
    return drawn + [(f"{text} {word.format(claim=claim)}", claim) for word in added for text, claim in drawn]


def record(dealt: store.Dealt, data: Path, edits: dict[str, list[tuple[str, str]]]) -> list[tuple[str, str]]:
    judge, groups = Recorder(), defaultdict(list)
    for row in dealt["test"]:
        groups[row.task, row.source].append(row)
    judge.note(groups["relation", "factcheck"])
    for (task, source), rows in groups.items():
        if source in (*STANCE, *FACTS) and task in ("relation", "entails"):
            judge.note(random.Random(3).sample(rows, min(EACH, len(rows))))
    for split in ("calibration", "test"):
        judge.note(weighed.draw(dealt[split], 60))
    for pairs in edits.values():
        judge.is_altered(pairs)
    weigh(judge, [(item.text, item.claim) for item in load_items()])
    weigh(judge, attacked(dealt["test"]))
    reader = PassageReader(judge)
    for split, most in (("test", CLAIMS), ("dev", None), ("calibration", None)):
        for claim in [row for row in heldback.wice(data, split) if row.sentences][:most]:
            reader.sentence_features(claim.sentences, claim.claim)
    return list(judge.asked)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("pairs", "data", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    asked = parser.parse_args()
    edits = edited(asked.data)
    (asked.out / "edited.json").write_text(json.dumps(edits), encoding="utf-8")
    with gzip.open(asked.out / "also.jsonl.gz", "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(pair) + "\n" for pair in record(store.read(asked.pairs), asked.data, edits))


if __name__ == "__main__":
    main()
