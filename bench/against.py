"""Counter-evidence on Perspectrum: of the perspectives found for a claim, how many contradict it?

The pool of perspectives is searched for each claim that has perspectives of both sides. What is found and labelled for
that claim is counted; what is not labelled is neither right nor wrong.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench.harness import Row, benchmark, shared_data
from bench.places import embedder
from foam.evidence.document import Origin, make_document
from foam.evidence.library import Library
from foam.evidence.search.against import find_against
from foam.evidence.search.hybrid import Found, Search
from foam.evidence.search.memory import MemoryIndex
from foam_quotes.text.normalise import normalise

CLAIMS = 100
AT = 20


class Claim(NamedTuple):
    """A claim and the stance of each perspective that is labelled for it, by the perspective's text."""

    text: str
    stances: dict[str, str]


def pool(folder: Path) -> dict[int, str]:
    rows = json.loads((folder / "perspective_pool_v1.0.json").read_text("utf-8"))
    return {row["pId"]: normalise(row["text"]) for row in rows}


def contested(folder: Path, perspectives: dict[int, str]) -> list[Claim]:
    """Claims that have perspectives for and against them."""
    found = []
    for row in json.loads((folder / "claims_train_dev.json").read_text("utf-8")):
        labelled = [(id, group["stance_label_3"]) for group in row["perspectives"] for id in group["pids"]]
        stances = {perspectives[id]: stance for id, stance in labelled if id in perspectives}
        if {"SUPPORT", "UNDERMINE"} <= set(stances.values()):
            found.append(Claim(row["text"], stances))
    return found


def opened(perspectives: Iterable[str]) -> Search:
    origin = Origin(file="perspectrum", format="text", importer="bench")
    library = Library.in_memory()
    library.add([make_document(text, origin=origin) for text in perspectives if text], what="pool", at="now")
    vectors = embedder("static")
    return Search(library, MemoryIndex(vectors), vectors)


@benchmark
def perspectrum() -> Iterable[Row]:
    """The share of what is found and labelled that contradicts the claim."""
    folder = shared_data("perspectrum")
    perspectives = pool(folder)
    asked = random.Random(7).sample(contested(folder, perspectives), CLAIMS)
    search = opened(perspectives.values())
    ways: dict[str, Callable[[str], Iterable[Found]]] = {
        "search": partial(search.find, limit=AT),
        "search --against": partial(against, search),
    }
    for name, find in ways.items():
        labels = Counter(stance for claim in asked for stance in stances(search, claim, find(claim.text)))
        labelled = labels["SUPPORT"] + labels["UNDERMINE"]
        note = f"{labels['UNDERMINE']} of {labelled} labelled, {CLAIMS} claims"
        yield Row(f"contradict the claim, {name}", labels["UNDERMINE"] / labelled, "", note)


def against(search: Search, claim: str) -> list[Found]:
    return [counter.found for counter in find_against(search, claim, limit=AT).counters]


def stances(search: Search, claim: Claim, found: Iterable[Found]) -> list[str]:
    """The labels of what was found; empty where it has none."""
    texts = [search.library.document(one.pointer.document).text for one in found]
    return [claim.stances.get(text, "") for text in texts]
