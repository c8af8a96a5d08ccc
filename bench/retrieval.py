"""From a claim to its evidence on IBM's claims and evidence: words alone, vectors alone, and both.

Every sentence of every article is searched at once. A piece of evidence counts as found when a sentence it stands in is
among the first twenty. The search's settings were chosen on the motions marked `train and test`; the held-out motions
are reported beside them.
"""

from __future__ import annotations

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
    held_out = {row[1].strip() for row in rows(folder, "motions.txt")[1:] if row[2].strip() == "held-out"}
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
    """The articles in a library, indexed, and the claims to ask for."""

    search: Search
    claims: list[Claim]


@cache
def corpus(kind: Literal["static", "minilm"]) -> Corpus:
    folder = shared_data("ibm_ce")
    documents = articles(folder)
    library = Library.in_memory()
    library.add(documents.values(), what="ibm_ce", at="now")
    vectors = embedder(kind)
    return Corpus(Search(library, MemoryIndex(vectors), vectors), claims(folder, documents))


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


def table(kind: Literal["static", "minilm"]) -> Iterator[Row]:
    search, asked = corpus(kind)
    for name, fusion in METHODS.items():
        find = finder(search, fusion)
        for part, held_out in (("train and test motions", False), ("held-out motions", True)):
            figure = recall([claim for claim in asked if claim.held_out == held_out], find)
            yield Row(f"ibm_ce recall@{AT}, {name}", figure, "", f"{kind} vectors, {part}")


@benchmark
def ibm_ce() -> Iterable[Row]:
    """Claim to evidence over the whole corpus, with static vectors."""
    yield from table("static")
