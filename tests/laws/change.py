"""Changes to a library whose effect on an honest reader is known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from tests.laws.setting import Library

from foam.evidence.document import Citation, Document, Facets, Origin, make_document

NOT = "It is not the case that "
_SMALL_WORDS = frozenset(
    {"A", "After", "An", "At", "For", "Free", "If", "In", "Most", "My", "No", "The", "Those", "When"}
)
"""Words that lose their capital inside a sentence; any other may be a name."""


def write_document(text: str, *, name: str, kind: str = "report", title: str = "", author: str = "") -> Document:
    """A document of this text, made for a test."""
    citation = Citation(author=author, title=title or name, published="2024-01-01", source="made for a test")
    return make_document(
        text, origin=Origin(file=name, format="text", importer="test-1"), citation=citation, facets=Facets(kind=kind)
    )


def rewrite(document: Document, text: str) -> Document:
    """The document with another text; its citation and its facets stay."""
    return make_document(text, origin=document.origin, citation=document.citation, facets=document.facets)


def negate(sentence: str) -> str:
    """The sentence denied, by a frame that is stiff and never wrong."""
    if sentence.startswith(NOT):
        inner = sentence.removeprefix(NOT)
        return inner[:1].upper() + inner[1:]
    is_small = sentence.split(" ", 1)[0] in _SMALL_WORDS
    return NOT + (sentence[:1].lower() + sentence[1:] if is_small else sentence)


def negate_sentence(documents: Iterable[Document], sentence: str) -> Library:
    """The documents with the sentence denied wherever it stands."""
    return tuple(
        rewrite(one, one.text.replace(sentence, negate(sentence))) if sentence in one.text else one for one in documents
    )


def repeat_sentence(documents: Sequence[Document], sentence: str, times: int) -> Library:
    """The documents and others that repeat the sentence, each under a number of its own."""
    copies = (write_document(f"{sentence} Copy {n}.", name=f"copy-{n}") for n in range(times))
    return (*documents, *copies)


def rename_files(documents: Sequence[Document]) -> Library:
    """The documents in another order and under other file names."""
    shuffled = Random(7).sample(documents, len(documents))
    return tuple(
        one.model_copy(update={"origin": one.origin.model_copy(update={"file": f"z{n:03}.txt"})})
        for n, one in enumerate(shuffled)
    )


def make_gibberish(question: str) -> Library:
    """Pages that say nothing: invented words, the question's words shuffled, and one of them 1,000 times."""
    rng = Random(11)
    words = question.rstrip("?.").split()
    invented = ["".join(rng.choices("bdklmnorstuaei", k=rng.randint(3, 9))) for _ in range(60)]
    mixed = [word for _ in range(6) for word in rng.sample(words, len(words))]
    longest = max(words, key=len)
    texts = (" ".join(invented) + ".", " ".join(mixed) + ".", " ".join([longest] * 1000) + ".")
    return tuple(write_document(text.capitalize(), name=f"noise-{n}") for n, text in enumerate(texts))
