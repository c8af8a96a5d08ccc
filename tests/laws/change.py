"""Changes to a library whose effect on an honest reader is known."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.laws.setting import Library

from foam.evidence.document import Citation, Document, Facets, Origin, make_document


def write_document(text: str, *, name: str, kind: str = "report", title: str = "", author: str = "") -> Document:
    """A document of this text, made for a test."""
    citation = Citation(author=author, title=title or name, published="2024-01-01", source="made for a test")
    return make_document(
        text, origin=Origin(file=name, format="text", importer="test-1"), citation=citation, facets=Facets(kind=kind)
    )


def rewrite(document: Document, text: str) -> Document:
    """The document with another text; its citation and its facets stay."""
    return make_document(text, origin=document.origin, citation=document.citation, facets=document.facets)


def rename_files(documents: Sequence[Document]) -> Library:
    """The documents in another order and under other file names."""
    shuffled = Random(7).sample(documents, len(documents))
    return tuple(
        one.model_copy(update={"origin": one.origin.model_copy(update={"file": f"z{n:03}.txt"})})
        for n, one in enumerate(shuffled)
    )


def make_gibberish(question: str) -> Library:
    """Pages that say nothing: invented words, the question's words backwards, and one of them 1,000 times."""
    rng = Random(11)
    words = question.rstrip("?.").split()
    invented = ["".join(rng.choices("bdklmnorstuaei", k=rng.randint(3, 9))) for _ in range(60)]
    mixed = [word for _ in range(6) for word in reversed(words)]
    longest = max(words, key=len)
    texts = (" ".join(invented) + ".", " ".join(mixed) + ".", " ".join([longest] * 1000) + ".")
    return tuple(write_document(text.capitalize(), name=f"noise-{n}") for n, text in enumerate(texts))
