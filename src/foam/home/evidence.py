"""Calls about evidence: search it and cite it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from foam.evidence.document import Document
from foam.evidence.exports.cardfile import CardFile
from foam.evidence.library import Library
from foam.evidence.reports import CardResults, CitedSentence, CounterEvidence, SearchResults, cite_documents
from foam.evidence.search.cards import CardIndex, CardLine, parse_card_query
from foam.evidence.search.hybrid import Search
from foam.evidence.search.opening import card_file
from foam.evidence.search.where import Where, admitted_by, parse_where
from foam.home.calls import quick
from foam.home.desk import Desk, Vectors
from foam.perspective.policy import find_policy
from foam.record.media import is_unwritable
from foam.text.address import parse_pointer
from foam_quotes.text.pointer import Pointer

_JUDGED = 3
"""Sentences that are judged for each card asked for: several may stand in one card."""


class SearchCalls:
    """`home.search(query)` finds sentences of the user's library; `home.search.against(claim)` counter-evidence;
    `home.search.cards(words)` debaters' cards, by what debaters know them by, and `home.search.cards_against(claim)`
    those that speak against a claim.

    `where` narrows by fields ("year>=2015", "side=aff"), `policy` by the sources it admits, `version` pins a version.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def __call__(self, query: str, **options: Any) -> SearchResults:
        """The sentences that answer a query: see `find`."""
        return self.find(query, **options)

    @quick
    def find(
        self,
        query: str,
        *,
        where: Iterable[str] = (),
        policy: str = "open",
        limit: int = 20,
        diversity: float = 0.0,
        version: int | None = None,
        vectors: Vectors = "static",
    ) -> SearchResults:
        """The sentences that answer a query, by words and by meaning; `diversity` is the weight of being unlike."""
        admitted = _read_conditions(where, policy)
        with self._open(vectors) as search:
            found = search.find(query, where=admitted, limit=limit, version=version, diversity=diversity)
            cites = cite_documents(search.library, [one.pointer.document for one in found])
            searched = search.library.version if version is None else version
        return SearchResults(query=query, found=found, cites=cites, version=searched)

    @quick
    def warm(self) -> bool:
        """Get ready to search a large library often: read what every search needs. Nothing is built; a library in
        memory, one with a shared index or one whose index has to follow first is left as it is, and it says so."""
        desk = self._desk
        if desk.shared_index is not None or desk.index_home is None:
            return False
        with desk.open_library() as library:
            return desk.indexes.warm(library, desk.index_home, desk.embedder)

    @quick
    def against(
        self,
        claim: str,
        *,
        where: Iterable[str] = (),
        policy: str = "open",
        limit: int = 20,
        version: int | None = None,
        vectors: Vectors = "static",
    ) -> CounterEvidence:
        """The sentences that speak most strongly against a claim, by the judge; words that suggest it are named."""
        admitted = _read_conditions(where, policy)
        with self._open(vectors) as search:
            sought = self._desk.find_against(search, claim, where=admitted, limit=limit, version=version)
            cites = cite_documents(search.library, [one.found.pointer.document for one in sought.counters])
            searched = search.library.version if version is None else version
        return CounterEvidence(
            claim=claim, against=sought.counters, considered=sought.considered, cites=cites, version=searched
        )

    @quick
    def cards(self, words: str = "", *, where: Iterable[str] = (), limit: int = 20) -> CardResults:
        """Cards by words of tag, author or block and by field ("author=osei", "side=neg", "year>=2012"), newest first.

        Near-duplicates are one card; it says how many files have it. Where no card has all of several words, those that
        have at least half of them are given, the most first.
        """
        query = parse_card_query(words, where)
        with self._desk.open_library() as library, self._open_cards(library) as index:
            found = index.find(library, query, limit=limit)
            nearest = () if found else index.find_nearest(library, query, limit=limit)
            asked = " ".join([words, *where]).strip()
            return CardResults(query=asked, cards=found or nearest, version=library.version, in_part=bool(nearest))

    @quick
    def cards_against(
        self,
        claim: str,
        *,
        where: Iterable[str] = (),
        limit: int = 20,
        newest: bool = False,
        vectors: Vectors = "static",
    ) -> CardResults:
        """Cards with a sentence that speaks against a claim, by the judge: the strongest first, or the newest."""
        query = parse_card_query("", where)
        with self._open(vectors) as search, self._open_cards(search.library) as index:
            sought = self._desk.find_against(search, claim, where=parse_where(["kind=card"]), limit=_JUDGED * limit)
            judged = sought.counters
            first = {one.found.pointer.document: one for one in reversed(judged)}
            lines = index.find_among(search.library, query, [one.found.pointer.document for one in judged])
            cards = [
                line.model_copy(update={"contradicts": first[document].contradicts, "says": first[document].found.text})
                for document, line in lines.items()
            ][:limit]
            ordered = sorted(cards, key=lambda line: -(line.year or 0)) if newest else cards
            return CardResults(
                query=claim, cards=tuple(ordered), version=search.library.version, considered=sought.considered
            )

    @quick
    def gather(self, found: CardResults) -> CardFile:
        """The cards that were found, whole, as a file of cards to be saved."""
        with self._desk.open_library() as library:
            cards = tuple(_find_appearance(library.appearances(line.document), line) for line in found.cards)
        return CardFile(title=found.query or "Cards", cards=cards)

    @contextmanager
    def _open_cards(self, library: Library) -> Iterator[CardIndex]:
        """The index of cards, brought up to the library."""
        home = None if is_unwritable(self._desk.library_file) else self._desk.index_home
        with closing(CardIndex(card_file(home) if home else None)) as index:
            if index.version != library.version:
                index.follow(library, progress=self._desk.progress("indexing cards", library.document_count()))
            yield index

    @contextmanager
    def _open(self, vectors: Vectors) -> Iterator[Search]:
        with self._desk.open_library() as library:
            yield self._desk.open_search(library, vectors)


class EvidenceCalls:
    """The calls of a home about evidence that stand by themselves."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def cite(self, pointer: Pointer | str, *, around: int = 2) -> CitedSentence:
        """The sentence that a pointer names ("d:3f9a2c#s47"), in its context."""
        wanted = pointer if isinstance(pointer, Pointer) else parse_pointer(pointer)
        with self._desk.open_library() as library:
            found = library.sentence(wanted).pointer
            return CitedSentence(document=library.document(found.document), number=found.sentence, around=around)


def _find_appearance(appearances: Sequence[Document], line: CardLine) -> Document:
    """A document as it stands in the file that a card was found in."""
    named = (one for one in appearances if one.card and one.card.tag == line.tag and line.file in one.origin.file)
    return next(named, appearances[0])


def _read_conditions(where: Iterable[str], policy: str) -> Where:
    return parse_where(tuple(where)) & admitted_by(find_policy(policy))
