"""The many small sets of `nli/`: entailment, fact checking, stance. Each has a kind, a cap and the classes it lacks.

A group (article, topic, pair group) is dealt whole, by the digest of its name, so that sources which share groups deal
them alike. A class that a source does not have is masked in training: the source says nothing about it.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import defaultdict
from pathlib import Path
from typing import Literal, NamedTuple

from training.pairs import CONTRADICTS, NEITHER, SUPPORTS, Pair, digest
from training.sources import tidy

Kind = Literal["entails", "relation"]
TARGETS = {"supports": SUPPORTS, "contradicts": CONTRADICTS, "neither": NEITHER}
NOT_ENTAILED = (0.0, 0.3, 0.7)  # RTE does not part contradiction from unknown
EVERYTHING = 10**9


class Source(NamedTuple):
    """How one set is used. `lacks` are the classes it never names; `only` keeps one label's rows."""

    kind: Kind
    cap: int = EVERYTHING
    lacks: tuple[int, ...] = ()
    facts: bool = False
    """Fact checking: left out one at a time to see how the judge reads facts of a source it never saw."""


SOURCES: dict[str, Source] = {
    "mnli_dev_matched": Source("entails"),
    "taxinli_mnli": Source("entails"),
    "sanli_base_wiki": Source("entails"),
    "fever_dev": Source("entails", lacks=(2,), facts=True),
    "fm2": Source("entails", facts=True),
    "fm2_retrieved": Source("entails", cap=4000),
    "healthver": Source("entails", facts=True),
    "covidfact": Source("entails", lacks=(2,), facts=True),
    "rte": Source("entails"),
    "evidence_inference2": Source("entails", lacks=(2,), facts=True),
    "creak": Source("entails", cap=4000, lacks=(2,)),
    "snli_devtest": Source("entails", cap=6000),
    "mpe": Source("entails", cap=4000),
    "cad_snli": Source("entails"),
    "fnc1_test": Source("entails", cap=3000),
    "dnc_kg_relations": Source("entails", lacks=(1,)),
    "dnc_factuality": Source("entails", cap=2000, lacks=(2,)),
    "liar_plus": Source("entails", facts=True),
    "politihop": Source("entails", facts=True),
    "nli4ct": Source("entails", lacks=(2,), facts=True),
    "med": Source("entails", cap=3000, lacks=(1,)),
    "folio": Source("entails"),
    "iam_stance": Source("relation"),
    "iam_nonclaim": Source("relation"),
    "iam_evidence": Source("relation", lacks=(1,)),
    "debatepedia": Source("relation", cap=10_000, lacks=(2,)),
    "valueeval23": Source("relation", lacks=(2,)),
    "explagraphs": Source("relation", lacks=(2,)),
    "arct": Source("relation", lacks=(2,)),
    "elecdeb60to20": Source("relation", cap=4600, lacks=(0,)),
    "defeasible": Source("relation", cap=6000, lacks=(2,)),
    "debatewise_procon": Source("relation", lacks=(2,)),
    "gwsd": Source("relation"),
}
FACTS = tuple(name for name, source in SOURCES.items() if source.facts)
TOPICAL = ("iam_stance", "iam_nonclaim", "debatepedia", "valueeval23", "explagraphs", "arct", "debatewise_procon")
"""Sources whose hypothesis names a topic that may be one held back elsewhere."""


def _family(name: str, group: str) -> str:
    """What is dealt as one: the two FM2 sets and the IAM sets share their articles."""
    start = name.split("_")[0] if name.startswith(("fm2", "iam")) else name
    return f"{start} {group.split('_')[0] if name == 'iam_evidence' else group}"


def split_of(name: str, group: str) -> str:
    """Four fifths of the groups train; the rest tunes, calibrates and tests."""
    place = digest(_family(name, group)) % 100
    return "train" if place < 80 else "dev" if place < 85 else "calibration" if place < 90 else "test"


def rows_of(data: Path, name: str) -> list[Pair]:
    """All rows of a source, tidied, in file order. The topic is the group, or the hypothesis where that names one."""
    source, rows = SOURCES[name], []
    with gzip.open(data / "nli" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            target = TARGETS[row["label"]]
            if name == "elecdeb60to20" and target == SUPPORTS:
                continue
            if name == "rte" and target == NEITHER:
                target = NOT_ENTAILED
            texts = tidy(row["premise"]), tidy(row["hypothesis"])
            if all(texts):
                rows.append(Pair(source.kind, *texts, target, name, row["group"], source.lacks))
    return rows


def _capped(rows: list[Pair], cap: int, rng: random.Random) -> list[Pair]:
    """At most `cap` rows, the labels as even as the source allows."""
    if len(rows) <= cap:
        return rows
    by_label: dict[tuple[float, ...], list[Pair]] = defaultdict(list)
    for row in rng.sample(rows, len(rows)):
        by_label[row.target].append(row)
    kept: list[Pair] = []
    for left, label in zip(
        range(len(by_label), 0, -1), sorted(by_label, key=lambda one: len(by_label[one])), strict=True
    ):
        kept += by_label[label][: (cap - len(kept)) // left]
    return kept


def dealt(data: Path, rng: random.Random) -> dict[str, list[Pair]]:
    """Every source dealt by group; training is capped, the other splits hold at most 1,000 rows a source."""
    made: dict[str, list[Pair]] = defaultdict(list)
    for name, source in SOURCES.items():
        parts: dict[str, list[Pair]] = defaultdict(list)
        for row in rows_of(data, name):
            topic = row.second if name in TOPICAL else f"{name} {row.topic}"
            parts[split_of(name, row.topic)].append(row._replace(topic=topic))
        for split, rows in parts.items():
            made[split] += _capped(rows, source.cap if split == "train" else 1000, rng)
    return made
