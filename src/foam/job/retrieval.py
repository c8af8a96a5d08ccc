"""Finds sentences for a query, records what was found, and offers it to models by short ids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import Field

from foam.evidence.corpus import OPEN, Corpus, Passage
from foam.evidence.document import Document
from foam.evidence.filing import describe_source
from foam.job.clerk import Clerk
from foam.model.question import Option
from foam.perspective.conduct import arrange, extend_query
from foam.perspective.manner import Manner
from foam.perspective.policy import EpistemicPolicy, Source
from foam.record.entry import Entry, EntryInput, Input, PointerInput, ValueInput
from foam.text.evidence import is_fragment
from foam.values import Value
from foam_quotes.text.pointer import Pointer

CANDIDATES = 16
PLAIN = Manner()
"""The manner of a seat that declared nothing."""


class Candidates(Value):
    """Passages under the short ids a model names them by: s1, s2, …"""

    entry: str
    """Key of the recorded retrieval."""
    passages: tuple[Passage, ...]
    whole: int = Field(default=0, exclude_if=lambda whole: not whole)
    """How many of them, from the first on, are a file that is offered whole, in the order of its documents."""

    def get(self, option_id: str) -> Passage:
        return self.passages[int(option_id[1:]) - 1]

    def exclude(self, used: Iterable[Pointer]) -> tuple[Passage, ...]:
        """The passages that are not among the used ones."""
        taken = set(used)
        return tuple(passage for passage in self.passages if passage.pointer not in taken)


def retrieve(
    clerk: Clerk,
    corpus: Corpus,
    query: str,
    *inputs: Input,
    limit: int = CANDIDATES,
    policy: EpistemicPolicy = OPEN,
    manner: Manner = PLAIN,
    against: bool = False,
    fragments: bool = True,
) -> Candidates:
    """Find passages and record what was found, so that a replay needs no library.

    Twice as many as are kept are looked at: copies of a sentence count once, and a seat's manner, which also adds words
    to the search, may put the sources it prefers first. Without `fragments`, headings and the like are left out.
    """
    query = extend_query(manner, query)
    sought = {"prefers": list(manner.prefers), "seek": list(manner.seek)}
    choosy = any(sought.values())

    def read(passage: Passage) -> tuple[str, Source]:
        return passage.text, describe_source(corpus.document(passage.pointer.document))

    def find() -> list[Any]:
        found = corpus.find(query, limit=2 * limit, policy=policy, against=against)
        once: dict[str, Passage] = {}
        for passage in found:
            if fragments or not is_fragment(passage.text):
                once.setdefault(passage.text, passage)
        kept = arrange(once.values(), manner, read=read) if choosy else list(once.values())
        return [passage.json_value() for passage in kept[:limit]]

    search: dict[str, Any] = {"limit": limit, "policy": policy.json_value(), "against": against}
    if not fragments:
        search["fragments"] = False
    preferred = [ValueInput(role="manner", value=sought)] if choosy else []
    entry = clerk.compute(
        "candidates",
        find,
        *inputs,
        *preferred,
        ValueInput(role="query", value=query),
        ValueInput(role="search", value=search),
        ValueInput(role="corpus", value=corpus.version),
        rule=corpus.engine,
    )
    return Candidates(entry=entry.key, passages=tuple(Passage.model_validate(row) for row in entry.answer))


def fetch_document(clerk: Clerk, corpus: Corpus, pointer: Pointer) -> Document:
    """The document of a sentence, recorded as it was read."""
    entry = clerk.compute(
        "source",
        lambda: corpus.document(pointer.document).json_value(),
        PointerInput(role="of", pointer=pointer),
        ValueInput(role="corpus", value=corpus.version),
        rule="library",
    )
    return Document.model_validate(entry.answer)


def describe_sources(clerk: Clerk, corpus: Corpus, pointers: Iterable[Pointer]) -> dict[str, Source]:
    """What is known of the documents that these sentences stand in, by their ids; recorded, for policies to judge."""
    ids = sorted({one.document for one in pointers if not one.computed})
    entry = clerk.compute(
        "sources",
        lambda: {name: describe_source(corpus.document(name)).json_value() for name in ids},
        ValueInput(role="documents", value=ids),
        ValueInput(role="corpus", value=corpus.version),
        rule="citations",
    )
    return {name: Source.model_validate(row) for name, row in entry.answer.items()}


def verify_passages(clerk: Clerk, corpus: Corpus, passages: Iterable[Passage]) -> frozenset[Pointer]:
    """Compare every cited sentence with its source and record which ones differ."""
    cited = sorted({p.pointer: p for p in passages}.values(), key=lambda p: str(p.pointer))
    entry = clerk.compute(
        "verification",
        lambda: [pointer.json_value() for pointer in corpus.unverified(cited)],
        *(PointerInput(role=p.text, pointer=p.pointer) for p in cited),
        ValueInput(role="corpus", value=corpus.version),
        rule="quotation check",
    )
    return frozenset(Pointer.model_validate(row) for row in entry.answer)


def make_options(passages: Sequence[Passage]) -> tuple[Option, ...]:
    """The passages as a model is offered them."""
    return tuple(Option(id=f"s{n}", text=passage.text) for n, passage in enumerate(passages, start=1))


def depend_on_candidates(offered: Candidates) -> tuple[Input, ...]:
    """What a decision over offered passages depends on: the retrieval, and each sentence under its id."""
    return (EntryInput(role="candidates", key=offered.entry), *depend_on_passages(offered.passages))


def depend_on_passages(passages: Sequence[Passage]) -> tuple[PointerInput, ...]:
    """Each sentence under the id a model names it by."""
    return tuple(PointerInput(role=f"s{n}", pointer=p.pointer) for n, p in enumerate(passages, start=1))


def depend_on(role: str, entry: Entry | str) -> EntryInput:
    """An earlier entry as an input."""
    return EntryInput(role=role, key=entry if isinstance(entry, str) else entry.key)
