"""From a claim, or a motion, to its evidence on four sets: words alone, vectors alone, and both.

Every sentence of every document is searched at once. A piece of evidence counts as found when a sentence it stands in
is among the first twenty. The search's settings were chosen on the claims of IBM's motions marked `train and test`; the
held-out motions, Perspectrum, WiCE and FactCheckGPT are reported beside them; all of them were in view then.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from bench.harness import Row, benchmark, shared_data
from bench.places import embedder
from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.library import Library
from foam.evidence.search.fusion import Fusion
from foam.evidence.search.hybrid import Search
from foam.evidence.search.memory import MemoryIndex
from foam_quotes.text.normalise import normalise
from foam_quotes.text.pointer import Pointer

AT = 20


class Claim(NamedTuple):
    """A claim and, for each piece of its evidence, the sentences it stands in."""

    text: str
    held_out: bool
    evidence: list[frozenset[Pointer]]


def rows(folder: Path, name: str) -> list[list[str]]:
    return [line.split("\t") for line in (folder / name).read_text("utf-8").splitlines()]


def articles(folder: Path, numbers: Container[str] | None = None) -> dict[str, Document]:
    """Articles as documents, by their number in the data: these, or every one."""
    titles = {row[2].strip(): row[1] for row in rows(folder, "articles.txt")[1:]}
    found = {file.stem.removeprefix("clean_"): file for file in sorted((folder / "articles").iterdir())}
    return {
        number: make_document(
            file.read_text("utf-8"),
            origin=Origin(file=file.name, format="text", importer="bench"),
            citation=Citation(title=titles.get(number, "")),
            facets=Facets(kind="article"),
        )
        for number, file in found.items()
        if numbers is None or number in numbers
    }


def claims(folder: Path, documents: Mapping[str, Document]) -> list[Claim]:
    """Every claim with the places of its evidence in the articles of its motion."""
    held_out = _held_out(folder)
    of_motion: dict[str, list[Document]] = {}
    for motion, _, number in rows(folder, "articles.txt")[1:]:
        if number.strip() in documents:
            of_motion.setdefault(motion.strip(), []).append(documents[number.strip()])
    read: dict[tuple[str, str], Claim] = {}
    for motion, text, evidence, *_ in rows(folder, "evidence.txt"):
        claim = read.setdefault((motion, text), Claim(text, motion.strip() in held_out, []))
        claim.evidence.append(frozenset(_places(evidence, of_motion.get(motion.strip(), []))))
    return list(read.values())


def _places(evidence: str, documents: Sequence[Document]) -> Iterator[Pointer]:
    words = " ".join(normalise(evidence).split())
    for one in documents:
        text = one.text.replace("\n", " ")
        at = text.find(words)
        while at >= 0:
            first, last = bisect_right(one.ends, at), bisect_right(one.ends, at + len(words) - 1)
            yield from (one.pointer(number) for number in range(first, last + 1))
            at = text.find(words, at + 1)


class Corpus(NamedTuple):
    """Documents in a library, indexed, and what is asked of them, by the name of the set."""

    search: Search
    asked: dict[str, list[Claim]]


@cache
def corpus(kind: Literal["static", "minilm"]) -> Corpus:
    """IBM's articles."""
    folder = shared_data("ibm_ce")
    documents = articles(folder)
    every = claims(folder, documents)
    of_motion = motions(folder, documents)
    return _open(
        documents.values(),
        {
            "ibm_ce claims, train and test motions": [claim for claim in every if not claim.held_out],
            "ibm_ce claims, held-out motions": [claim for claim in every if claim.held_out],
            "ibm_ce motions, train and test": [motion for motion in of_motion if not motion.held_out],
            "ibm_ce motions, held-out": [motion for motion in of_motion if motion.held_out],
        },
        kind,
    )


def motions(folder: Path, documents: Mapping[str, Document]) -> list[Claim]:
    """Every motion with the places of all evidence that was marked for its claims."""
    found: dict[str, list[frozenset[Pointer]]] = {}
    for row, claim in zip(_first_rows(folder), claims(folder, documents), strict=True):
        found.setdefault(row, []).extend(claim.evidence)
    held_out = _held_out(folder)
    return [Claim(motion, motion.strip() in held_out, list(dict.fromkeys(found[motion]))) for motion in found]


def _first_rows(folder: Path) -> Iterable[str]:
    """The motion of each claim, in the order of the claims."""
    return [motion for motion, _ in dict.fromkeys((row[0], row[1]) for row in rows(folder, "evidence.txt"))]


def _held_out(folder: Path) -> set[str]:
    return {row[1].strip() for row in rows(folder, "motions.txt")[1:] if row[2].strip() == "held-out"}


def perspectrum() -> tuple[list[Document], list[Claim]]:
    """Claims and the perspectives that people gave for and against them."""
    folder = shared_data("perspectrum")
    pool = json.loads((folder / "perspective_pool_v1.0.json").read_text("utf-8"))
    documents = {row["pId"]: _document(row["text"], str(row["pId"])) for row in pool if row["text"].strip()}
    asked = []
    for row in json.loads((folder / "claims_train_dev.json").read_text("utf-8")):
        ids = [one for group in row["perspectives"] for one in group["pids"] if one in documents]
        asked.append(Claim(row["text"], True, [frozenset(_point(documents[one])) for one in ids]))
    return list(documents.values()), [claim for claim in asked if claim.evidence]


def wice() -> tuple[list[Document], list[Claim]]:
    """Claims of Wikipedia and the sentences of the pages that they cite."""
    documents: list[Document] = []
    asked: list[Claim] = []
    for number, line in enumerate((shared_data("wice") / "claim_dev.jsonl").read_text("utf-8").splitlines()):
        row = json.loads(line)
        said = {n: _document(text, f"{number}-{n}") for n, text in enumerate(row["evidence"]) if text.strip()}
        documents += said.values()
        gold = dict.fromkeys(n for group in row["supporting_sentences"] for n in group if n in said)
        asked.append(Claim(row["claim"], True, [frozenset(_point(said[n])) for n in gold]))
    return documents, [claim for claim in asked if claim.evidence]


def factcheck_gpt() -> tuple[list[Document], list[Claim]]:
    """Claims of a model and the passages of the web that bear them out or refute them."""
    text = (shared_data("factcheck_gpt") / "subtask3_claim_evidence_stance.jsonl").read_text("utf-8")
    documents: dict[str, Document] = {}
    found: dict[str, list[frozenset[Pointer]]] = {}
    for row in (row for row in map(json.loads, text.splitlines()) if row["evidence"].strip()):
        one = documents.setdefault(row["evidence"], _document(row["evidence"], str(len(documents))))
        if row["stance"] != "irrelevant":
            found.setdefault(row["claim"], []).append(frozenset(_point(one)))
    return list(documents.values()), [Claim(text, True, of) for text, of in found.items()]


def _point(document: Document) -> Iterator[Pointer]:
    return map(document.pointer, range(len(document.ends)))


def _document(text: str, name: str) -> Document:
    return make_document(text, origin=Origin(file=name, format="text", importer="bench"))


def _open(
    documents: Iterable[Document], asked: dict[str, list[Claim]], kind: Literal["static", "minilm"] = "static"
) -> Corpus:
    library = Library.in_memory()
    library.add(documents, what="bench", at="now")
    vectors = embedder(kind)
    return Corpus(Search(library, MemoryIndex(vectors), vectors), asked)


def recall(asked: Iterable[Claim], find: Callable[[str], Iterable[Pointer]]) -> float:
    """The share of pieces of evidence with a sentence among what is found."""
    hits = total = 0
    for claim in asked:
        found = set(find(claim.text))
        hits += sum(bool(found & one) for one in claim.evidence)
        total += len(claim.evidence)
    return hits / total


def finder(search: Search, fusion: Fusion) -> Callable[[str], list[Pointer]]:
    """Search with these settings; copies of a sentence count as found with it."""
    tuned = search.tuned(fusion)
    return lambda text: [p for one in tuned.find(text, limit=AT) for p in (one.pointer, *one.also)]


METHODS = {
    "words alone (BM25)": Fusion(vector_weight=0.0, kinship=0.0),
    "vectors alone": Fusion(vector_weight=1.0, kinship=0.0),
    "hybrid": Fusion(),
}


def table(held: Corpus) -> Iterator[Row]:
    for name, asked in held.asked.items():
        for method, fusion in METHODS.items():
            yield Row(f"{name}: {method}", recall(asked, finder(held.search, fusion)), "", f"{len(asked)} asked")


@benchmark
def ibm_ce() -> Iterable[Row]:
    """Claim, and motion, to evidence over the whole corpus, with static vectors."""
    yield from table(corpus("static"))


@benchmark
def others() -> Iterable[Row]:
    """Claim to evidence on three further sets."""
    for read in (perspectrum, wice, factcheck_gpt):
        documents, asked = read()
        yield from table(_open(documents, {read.__name__: asked}))
