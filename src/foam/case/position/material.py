"""What a writer reads: evidence with its source and the sentences around it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from foam.case.position.surroundings import (
    FAR,
    find_lead,
    find_paragraph,
    list_items,
    take_sentences,
)
from foam.evidence.corpus import Passage
from foam.evidence.document import CALCULATION
from foam.evidence.filing import describe_source
from foam.job.retrieval import Candidates
from foam.job.session import Session
from foam.model.question import Option
from foam.model.template import Options, fence_document
from foam.record.entry import ValueInput
from foam.text.listed import describe_lead
from foam.text.pointer import Pointer
from foam.values import Value

_SOURCE = "[source: "
_IN_FILE = "(the sentences of the file that stands first)"
_GAP = "…"
_MOST_OFFERED = 150
"""Sentences that are offered, with those around them; what was found goes before what stands around it."""
_MOST_ADDED = 18
"""Sentences that an offer may have more than the one it goes on from, what stands around them among them."""


class Offer(NamedTuple):
    """What may be cited, and how it is told."""

    candidates: Candidates
    options: Options
    told: str = ""
    """What may be cited, as the act itself shows it."""
    shared: str = ""
    """A file that is offered whole: it stands before everything else, the same in every act that offers it."""

    def show_documents(self) -> str:
        """What may be cited, as the act speaks of it."""
        if not self.shared:
            return self.told or "(nothing)"
        return "\n".join(part for part in (_IN_FILE, self.told) if part)

    @property
    def names(self) -> dict[Pointer, str]:
        """The id under which each sentence is offered."""
        return {one.pointer: option.id for one, option in zip(self.candidates.passages, self.options, strict=True)}

    def show(self, passages: Sequence[Passage]) -> tuple[str, ...]:
        """The sentences as the writer saw them, with those beside them: names may be taken from there."""
        near = {(one.pointer.document, one.pointer.sentence + step) for one in passages for step in range(-FAR, FAR)}
        documents = {one.pointer.document for one in passages} if self.candidates.whole else set()
        pairs = zip(self.candidates.passages, self.options, strict=True)
        return tuple(
            option.text
            for one, option in pairs
            if (one.pointer.document, one.pointer.sentence) in near
            or (one.pointer.document in documents and _SOURCE in option.text)
        )


class _Surroundings(Value):
    """Where a sentence stands: its source, and the sentences of its paragraph before and after it."""

    source: str
    before: tuple[Passage, ...] = ()
    after: tuple[Passage, ...] = ()


class _Cited(NamedTuple):
    """A sentence under its id, with where it stands."""

    name: str
    passage: Passage
    about: _Surroundings


def offer_evidence(session: Session, candidates: Candidates, before: Offer | None = None) -> Offer:
    """The candidates with the sentences around them, document by document, each under an id of its own.

    What stands around a sentence is recorded, for replays. Of a file that is offered whole, a source is told once, with
    the first of its sentences, and nothing else changes the ids or the words of the file from act to act. What was
    offered `before` stays, under its ids, and what is new comes after it: what was cited by them can still be found.
    """
    kept = before.candidates.passages if before else ()
    passages = tuple({one.pointer: one for one in (*kept, *candidates.passages)}.values())
    around = _read_surroundings(session, passages)
    file = {one.pointer for one in candidates.passages[: candidates.whole]}
    offered = {one.pointer: (one, around[str(one.pointer)]) for one in passages}
    room = len(kept) + _MOST_ADDED if kept else _MOST_OFFERED
    for one, about in _list_beside(candidates, around, kept):
        if len(offered) < room:
            offered.setdefault(one.pointer, (one, about))
    known = {one.pointer: n for n, one in enumerate(kept)}
    places = {name: place for place, name in enumerate(dict.fromkeys(one.document for one in offered))}

    def read_in_order(one: Pointer) -> tuple[bool, int, int]:
        return one not in file, places[one.document], one.sentence

    ordered = sorted(offered, key=lambda one: (known.get(one, len(known)), *read_in_order(one)))
    cited = [_Cited(f"s{n}", *offered[pointer]) for n, pointer in enumerate(ordered, start=1)]
    told = sorted(cited[len(file) :], key=lambda one: read_in_order(one.passage.pointer))
    return Offer(
        candidates.model_copy(update={"passages": tuple(one.passage for one in cited)}),
        _make_options(cited, once=bool(file)),
        told=_show_documents(told, gaps=not file),
        shared=_share_file(session, cited[: len(file)]),
    )


def _list_beside(
    candidates: Candidates, around: Mapping[str, _Surroundings], kept: Collection[Passage]
) -> Iterator[tuple[Passage, _Surroundings]]:
    """What stands around the sentences that were found and are not `kept`.

    What code worked out is cited by its result, and the steps stand with it.
    """
    found = () if candidates.whole else candidates.passages
    held = {one.pointer for one in kept}
    mains = [one for one in found if not one.pointer.computed and one.pointer not in held]
    for main in mains:
        about = around[str(main.pointer)]
        yield from ((one, about) for one in (*about.before, *about.after))


def _make_options(cited: Sequence[_Cited], *, once: bool) -> Options:
    """What each sentence says, with its source; `once` tells a source with the first of its sentences alone."""
    known: set[str] = set()
    options = []
    for name, passage, about in cited:
        document = passage.pointer.document
        source = "" if once and document in known else about.source
        known.add(document)
        told = _describe(passage, about, inline=passage.pointer.computed, source=source)
        options.append(Option(id=name, text=told))
    return tuple(options)


def _share_file(session: Session, cited: Sequence[_Cited]) -> str:
    if not cited:
        return ""
    return session.prompts["system/file"].render(documents=_show_documents(cited, gaps=False))


def _show_documents(cited: Sequence[_Cited], *, gaps: bool) -> str:
    """The documents one after another; `gaps` shows where sentences between two were left out."""
    return "\n".join(
        fence_document(group[0].about.source, _list_lines(group, gaps=gaps))
        for group in (
            [*some] for _, some in groupby(cited, key=lambda one: (one.passage.pointer.document, one.about.source))
        )
    )


def _list_lines(cited: Sequence[_Cited], *, gaps: bool) -> Iterator[str]:
    told = {
        one.passage.pointer.sentence: f"{one.name} | "
        + _describe(one.passage, one.about, inline=one.passage.pointer.computed, source="")
        for one in cited
    }
    return _mark_gaps(told) if gaps else iter(told.values())


def quote_passage(passage: Passage, names: Mapping[Pointer, str]) -> str:
    """A sentence in quotation marks, after the id under which it is offered, if it is."""
    name = names.get(passage.pointer)
    return f"{name} “{passage.text}”" if name else f"“{passage.text}”"


def describe_sentences(
    session: Session, passages: Sequence[Passage], *, told_before: set[Pointer] | None = None
) -> str:
    """Sentences under ids (g1, g2, … in their order) among those around them, document by document, fenced.

    What stands around several is told once. `told_before` are sentences that the same prompt tells already, to which
    those told here are added.
    """
    around = _read_surroundings(session, passages)
    known = set() if told_before is None else told_before
    known |= {one.pointer for one in passages}
    lines: dict[tuple[str, str], dict[int, str]] = {}
    for n, one in enumerate(passages, start=1):
        about = around[str(one.pointer)]
        computed = one.pointer.computed
        told = lines.setdefault((one.pointer.document, about.source), {})
        told[one.pointer.sentence] = f"g{n} | {_describe(one, about, inline=computed, source='')}"
        beside = () if computed else [p for p in (*about.before, *about.after) if p.pointer not in known]
        told |= {p.pointer.sentence: f"- {p.text}" for p in beside}
        known |= {p.pointer for p in beside}
    return "\n".join(fence_document(source, _mark_gaps(told)) for (_, source), told in lines.items())


def _mark_gaps(told: Mapping[int, str]) -> Iterator[str]:
    """Lines by the numbers of their sentences, in order, with a mark where sentences between two are left out."""
    before = None
    for number in sorted(told):
        if before is not None and number > before + 1:
            yield _GAP
        before = number
        yield told[number]


def list_values(session: Session) -> str:
    return "\n".join(f"- {value.id}: {value.text}" for value in session.pack.values)


def _describe(passage: Passage, about: _Surroundings, *, inline: bool, source: str) -> str:
    lines = [passage.text, *([f"{_SOURCE}{source}]"] if source else [])]
    lines += [f"[heading of its table: {passage.heading}]"] if passage.heading else []
    lines += [f"[{describe_lead(passage.under)}]"] if passage.under else []
    if inline:
        lines += [f"[before it: {_join(about.before)}]"] if about.before else []
        lines += [f"[after it: {_join(about.after)}]"] if about.after else []
    return "\n".join(lines)


def _join(passages: Iterable[Passage]) -> str:
    return " ".join(_mark_gaps({one.pointer.sentence: one.text for one in passages}))


def _read_surroundings(session: Session, passages: Iterable[Passage]) -> dict[str, _Surroundings]:
    pointers = sorted({passage.pointer for passage in passages}, key=str)
    entry = session.clerk.compute(
        "context",
        lambda: {str(pointer): _look_around(session, pointer).json_value() for pointer in pointers},
        ValueInput(role="sentences", value=[str(pointer) for pointer in pointers]),
        ValueInput(role="corpus", value=session.corpus.version),
        rule="source and paragraph",
    )
    found: dict[str, Any] = entry.answer
    return {pointer: _Surroundings.model_validate(row) for pointer, row in found.items()}


def _look_around(session: Session, pointer: Pointer) -> _Surroundings:
    document = session.corpus.document(pointer.document)
    source, citation = describe_source(document), document.citation
    about = [citation.author, citation.author_qualifications, citation.title, citation.source, citation.published]
    kind = "worked out from the file by the code" if document.origin.format == CALCULATION else source.kind
    first, last = find_paragraph(document, pointer.sentence)
    lead, items = find_lead(document, pointer.sentence), list_items(document, pointer.sentence)
    before = range(first if lead is None else max(first, lead), pointer.sentence)
    return _Surroundings(
        source="; ".join(part for part in (*about, kind) if part) or "unknown",
        before=take_sentences(document, sorted({*([] if lead is None else [lead]), *before}), kept=(lead,)),
        after=take_sentences(document, items or range(pointer.sentence + 1, last + 1), kept=items),
    )
