"""The file as a model is shown it: documents with their sentences, each under an id such as `05#s4`."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from foam.argument.casefile import CaseFile, FiledDocument, Role
from foam.argument.working import SentenceId
from foam.evidence.corpus import Corpus, Passage
from foam.evidence.document import Document
from foam.job.clerk import Clerk
from foam.job.retrieval import Candidates, depend_on
from foam.model.question import Option
from foam.model.template import fence_document
from foam.record.entry import PointerInput, ValueInput
from foam.values import Value
from foam_quotes.text.figures import parse_date
from foam_quotes.text.pointer import Pointer

FILE_SHOWN = "file shown"
"""Kind of the entry that holds what was shown."""
ROOM = 120_000
"""Letters of a file that one request shows at most."""
AROUND = 1
"""Sentences that are shown on each side of one that was found, or that a reading names."""


class Extent(NamedTuple):
    """How much of a library becomes one file."""

    room: int
    """Letters in all."""
    whole: int
    """Letters up to which a document is shown whole."""
    documents: int
    """Documents up to which all are shown, whatever a search finds."""


AT_ONCE = Extent(room=ROOM, whole=12_000, documents=30)
IN_PARTS = Extent(room=4 * ROOM, whole=4 * ROOM, documents=400)
"""For a model that reads a long file in parts."""


class ShownSentence(Value):
    """A sentence under its place in its document."""

    pointer: Pointer
    text: str


class ShownDocument(Value):
    """A document under its number in the file, as far as it is shown."""

    number: str
    name: str
    author: str = ""
    dated: str = ""
    length: int
    """Sentences that it has."""
    sentences: tuple[ShownSentence, ...]

    @property
    def about(self) -> str:
        """What it is, whose and when, in one line."""
        return ", ".join(filter(None, (f"{self.number} {self.name}", self.author, self.dated)))

    @property
    def text(self) -> str:
        """The document for a prompt, fenced as data, each sentence after its id."""
        return fence_document(self.about, (f"{self.name_sentence(one)} {one.text}" for one in self.sentences))

    def name_sentence(self, sentence: ShownSentence) -> SentenceId:
        return f"{self.number}#s{sentence.pointer.sentence}"


class ShownFile(Value):
    """All that is shown."""

    documents: tuple[ShownDocument, ...]
    left_out: int = 0
    """Sentences of its documents, and of those for which there was no room, that are not shown."""

    @cached_property
    def sentence_by_id(self) -> Mapping[SentenceId, ShownSentence]:
        return {document.name_sentence(one): one for document in self.documents for one in document.sentences}

    @cached_property
    def text(self) -> str:
        """The file for a prompt, fenced as data; the first line of each document says what it is."""
        return "\n".join(one.text for one in self.documents) or "nothing"

    @property
    def ids(self) -> tuple[SentenceId, ...]:
        return tuple(self.sentence_by_id)

    @cached_property
    def material(self) -> tuple[Option, ...]:
        """Each sentence as what its id stands for."""
        return tuple(Option(id=name, text=one.text) for name, one in self.sentence_by_id.items())

    @cached_property
    def inputs(self) -> tuple[PointerInput, ...]:
        """What an answer over the file depends on: each sentence under its id."""
        return tuple(PointerInput(role=name, pointer=one.pointer) for name, one in self.sentence_by_id.items())

    def name_source(self, at: SentenceId) -> str:
        """The document of a sentence, as a reader knows it."""
        number = at.partition("#")[0]
        return next((one.name for one in self.documents if one.number == number), number)

    def keep(self, sentences: Iterable[SentenceId]) -> ShownFile:
        """The file with these sentences alone, and the documents that are named as a whole."""
        kept = frozenset(sentences)
        documents = (
            one.model_copy(update={"sentences": tuple(s for s in one.sentences if one.name_sentence(s) in kept)})
            for one in self.documents
        )
        return self.model_copy(
            update={"documents": tuple(one for one in documents if one.sentences or one.number in kept)}
        )

    def split(self, *, room: int = ROOM) -> tuple[ShownFile, ...]:
        """Its parts, each as long as one request can show."""
        parts: list[list[SentenceId]] = [[]]
        left = room
        for name, one in self.sentence_by_id.items():
            if len(one.text) > left and parts[-1]:
                parts.append([])
                left = room
            parts[-1].append(name)
            left -= len(one.text)
        return tuple(self.keep(part) for part in parts)

    def narrow(self, named: Collection[SentenceId], whole: Collection[str], *, room: int = ROOM) -> ShownFile:
        """The sentences that are named, then these documents, then the neighbours of what is named, as long as one
        request can show it; where nothing is named, whatever it can show."""
        places = ((number, int(place)) for number, _, place in (at.partition("#s") for at in named) if place)
        near = {f"{number}#s{place + step}" for number, place in places for step in range(-AROUND, AROUND + 1)}

        def rank(name: SentenceId) -> tuple[bool, ...]:
            return name not in named, name.partition("#")[0] not in whole, name not in near

        names = sorted(self.ids, key=rank)
        wanted = [name for name in names if not all(rank(name))] or names
        return self.keep(wanted[: _count_fitting((self.sentence_by_id[name].text for name in wanted), room)])

    def file(self, roles: Mapping[str, Role]) -> CaseFile:
        """The file as the tree names it. A document whose role nobody named is unsigned."""
        return CaseFile(documents={one.number: _file(one, roles) for one in self.documents})


def _count_fitting(texts: Iterable[str], room: int) -> int:
    """How many of the texts, from the first on, there is room for."""
    return bisect([*accumulate(map(len, texts))], room)


def _file(shown: ShownDocument, roles: Mapping[str, Role]) -> FiledDocument:
    text = {one.pointer.sentence: one.text for one in shown.sentences}
    sentences = tuple(text.get(place, "") for place in range(shown.length))
    return FiledDocument(role=roles.get(shown.number, "unsigned"), dated=_read_day(shown.dated), sentences=sentences)


def _read_day(published: str) -> date | None:
    return parse_date(published) if published else None


def gather_file(clerk: Clerk, corpus: Corpus, found: Sequence[Candidates], *, extent: Extent = AT_ONCE) -> ShownFile:
    """The documents in which something was found, and all of a small library; recorded, so that a replay needs none."""
    entry = clerk.compute(
        FILE_SHOWN,
        lambda: _gather(corpus, [one for some in found for one in some.passages], extent).json_value(),
        *(depend_on(f"candidates {number}", some.entry) for number, some in enumerate(found, start=1)),
        ValueInput(role="corpus", value=corpus.version),
        rule=f"at most {extent.room} letters",
    )
    return ShownFile.model_validate(entry.answer)


def show_documents(
    documents: Mapping[str, Document], wanted: Mapping[str, Collection[int]], *, extent: Extent = AT_ONCE
) -> ShownFile:
    """Documents under their numbers: the sentences that are wanted, and the others while there is room."""
    shown: list[ShownDocument] = []
    left_out = 0
    room = extent.room
    room -= sum(len(one.sentence(place)) for name, one in documents.items() for place in wanted.get(name, ()))
    for number, document in documents.items():
        kept = set(wanted.get(number, ()))
        others = [place for place in _choose_places(document, kept, max(room, 0), extent.whole) if place not in kept]
        room -= sum(len(document.sentence(place)) for place in others)
        places = sorted({*kept, *others})
        left_out += len(document.sentences) - len(places)
        shown.append(_show(number, document, places))
    return ShownFile(documents=tuple(shown), left_out=left_out)


def add_document(file: ShownFile, document: Document, places: Collection[int]) -> tuple[ShownFile, tuple[str, ...]]:
    """The file with these sentences of a document, and their ids; one that is new has the next number."""
    shown = {one.sentences[0].pointer.document: one for one in file.documents if one.sentences}
    old = shown.get(document.id)
    number = old.number if old else f"{len(file.documents) + 1:02}"
    kept = {one.pointer.sentence for one in old.sentences} if old else set()
    new = _show(number, document, sorted({*kept, *places}))
    others = (one for one in file.documents if one is not old)
    documents = sorted((*others, new), key=lambda one: (len(one.number), one.number))
    ids = tuple(new.name_sentence(one) for one in new.sentences if one.pointer.sentence in set(places))
    return file.model_copy(update={"documents": tuple(documents)}), ids


def _gather(corpus: Corpus, found: Sequence[Passage], extent: Extent) -> ShownFile:
    listed = tuple(corpus.list_documents())
    wanted = dict.fromkeys(one.pointer.document for one in found)
    if len(listed) <= extent.documents:
        wanted |= dict.fromkeys(listed)
    hits: dict[str, set[int]] = {}
    for one in found:
        hits.setdefault(one.pointer.document, set()).add(one.pointer.sentence)
    left_out, room = 0, extent.room
    places: dict[str, tuple[Document, list[int]]] = {}
    for name in wanted:
        document = corpus.document(name)
        shown = _choose_places(document, hits.get(name, set()), room, extent.whole)
        room -= sum(len(document.sentence(place)) for place in shown)
        left_out += len(document.sentences) - len(shown)
        if shown:
            places[name] = (document, shown)
    order = {name: place for place, name in enumerate(listed)}
    ordered = sorted(places, key=lambda name: order.get(name, len(order)))
    documents = (_show(f"{number:02}", *places[name]) for number, name in enumerate(ordered, start=1))
    return ShownFile(documents=tuple(documents), left_out=left_out)


def _choose_places(document: Document, hits: Collection[int], room: int, whole: int) -> list[int]:
    """The sentences of a document that are shown, while there is room: what was found with its neighbours first, then
    the others of a document that is shown whole."""
    near = {place + step for place in hits for step in range(-AROUND, AROUND + 1)}
    places = sorted(range(len(document.sentences)), key=lambda place: place not in near)
    if len(document.text) > whole:
        places = [place for place in places if place in near]
    return sorted(places[: _count_fitting(map(document.sentence, places), room)])


def _show(number: str, document: Document, places: Sequence[int]) -> ShownDocument:
    citation = document.citation
    sentences = (ShownSentence(pointer=document.pointer(n), text=document.sentence(n)) for n in places)
    return ShownDocument(
        number=number,
        name=citation.title or document.origin.file,
        author=citation.author,
        dated=citation.published,
        length=len(document.sentences),
        sentences=tuple(one for one in sentences if one.text),
    )
