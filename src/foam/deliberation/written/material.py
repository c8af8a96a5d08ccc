"""What a writer reads: the seat as a person, and evidence with its source and the sentences around it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from foam.evidence.corpus import Passage, make_passage
from foam.evidence.document import CALCULATION, Document
from foam.evidence.filing import describe_source
from foam.job.retrieval import Candidates
from foam.job.session import Session
from foam.model.question import Option
from foam.model.template import Options, fence, fence_options
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.record.entry import ValueInput
from foam.text.evidence import is_fragment
from foam.text.pointer import Pointer
from foam.values import Value

_SHORT = 700
"""Characters up to which a whole paragraph is shown; of a longer one, the sentences beside."""
_SOURCE = "[source: "
_FAR = 4
"""Sentences on either side that are looked at for the paragraph."""


_POINTS_BACK = re.compile(
    r"\W*(?:at (?:that|this|the same) time|in (?:that|this|the same) (?:year|case|way)|however|but|instead|meanwhile|"
    r"as a result|for (?:example|instance)|therefore|thus|hence|this|that|these|those|such|it|he|she|they|there|"
    r"the (?:same|former|latter))\b",
    re.IGNORECASE,
)
"""What a paragraph begins with that goes on from the one before it."""


class Offer(NamedTuple):
    """What may be cited, and how it is told."""

    candidates: Candidates
    options: Options

    @property
    def names(self) -> dict[Pointer, str]:
        """The id under which each sentence is offered."""
        return {one.pointer: option.id for one, option in zip(self.candidates.passages, self.options, strict=True)}

    def show(self, passages: Sequence[Passage]) -> tuple[str, ...]:
        """The sentences as the writer saw them, with those beside them: names may be taken from there."""
        near = {(one.pointer.document, one.pointer.sentence + step) for one in passages for step in range(-_FAR, _FAR)}
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


def describe_person(session: Session, seat: Perspective) -> str:
    """The seat as somebody with a history, values and a manner, in words. Its name is not among them."""
    meanings = {value.id: value.text for value in session.pack.values}
    order = "all of equal rank" if len(seat.ranking) == 1 < len(seat.ranking[0]) else "highest first"
    lines = [f"You are: {seat.role}", fence(seat.description, label="description"), f"What you value, {order}:"]
    for tier in seat.ranking:
        lines += [f"- {name}: {meanings.get(name, name)}" for name in tier]
    declared = [*(words for _, words in sorted(seat.commitments().items())), *read_manner(seat).wording]
    if declared:
        lines += ["How you think and argue:", *(f"- {words}" for words in declared)]
    return "\n".join(lines)


def offer_evidence(session: Session, candidates: Candidates, *, without: Collection[Pointer] = ()) -> Offer:
    """The candidates with the sentences around them, in the order of the text, each under an id of its own.

    What stands around a sentence is recorded, for replays. `without` are sentences that may not be cited. Of a file
    that is offered whole, a source is told once, with the first of its sentences.
    """
    around = _read_surroundings(session, candidates.passages)
    offered: dict[Pointer, tuple[Passage, str]] = {}
    sources: set[str] = set()
    for main in candidates.passages:
        about = around[str(main.pointer)]
        # What code worked out is cited by its result; the steps stand with it.
        computed = main.pointer.computed
        for one in (main,) if computed or candidates.whole else (*about.before, main, *about.after):
            if one.pointer not in without:
                once = candidates.whole and one.pointer.document in sources
                told = _describe(one, about, inline=computed, source="" if once else about.source)
                offered.setdefault(one.pointer, (one, told))
                sources.add(one.pointer.document)
    passages = tuple(one for one, _ in offered.values())
    options = tuple(Option(id=f"s{n}", text=told) for n, (_, told) in enumerate(offered.values(), start=1))
    return Offer(candidates.model_copy(update={"passages": passages}), options)


def quote_passage(passage: Passage, names: Mapping[Pointer, str]) -> str:
    """A sentence in quotation marks, after the id under which it is offered, if it is."""
    name = names.get(passage.pointer)
    return f"{name} “{passage.text}”" if name else f"“{passage.text}”"


def describe_sentences(
    session: Session, passages: Sequence[Passage], *, told_before: set[Pointer] | None = None
) -> str:
    """Sentences with their sources and what stands around them, fenced; what stands around several is told once.

    `told_before` are sentences that the same prompt tells already, to which those told here are added.
    """
    around = _read_surroundings(session, passages)
    known = set() if told_before is None else told_before
    known |= {one.pointer for one in passages}
    told = []
    for one in passages:
        about = around[str(one.pointer)]
        fresh = {name: tuple(p for p in getattr(about, name) if p.pointer not in known) for name in ("before", "after")}
        known |= {p.pointer for some in fresh.values() for p in some}
        told.append(_describe(one, about.model_copy(update=fresh), inline=True, source=about.source))
    return fence_options(Option(id=f"g{n}", text=text) for n, text in enumerate(told, start=1))


def tell_sentences(session: Session, passages: Sequence[Passage]) -> dict[Pointer, str]:
    """Each sentence with its source and what stands around it."""
    around = _read_surroundings(session, passages)
    abouts = [(one, around[str(one.pointer)]) for one in passages]
    return {one.pointer: _describe(one, about, inline=True, source=about.source) for one, about in abouts}


def list_values(session: Session) -> str:
    return "\n".join(f"- {value.id}: {value.text}" for value in session.pack.values)


def _describe(passage: Passage, about: _Surroundings, *, inline: bool, source: str) -> str:
    lines = [passage.text, *([f"{_SOURCE}{source}]"] if source else [])]
    lines += [f"[heading of its table: {passage.heading}]"] if passage.heading else []
    if inline:
        lines += [f"[before it: {_join(about.before)}]"] if about.before else []
        lines += [f"[after it: {_join(about.after)}]"] if about.after else []
    return "\n".join(lines)


def _join(passages: Iterable[Passage]) -> str:
    return " ".join(one.text for one in passages)


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
    first, last = _find_paragraph(document, pointer.sentence)
    return _Surroundings(
        source="; ".join(part for part in (*about, kind) if part) or "unknown",
        before=_take(document, range(first, pointer.sentence)),
        after=_take(document, range(pointer.sentence + 1, last + 1)),
    )


def _find_paragraph(document: Document, number: int) -> tuple[int, int]:
    """The first and last sentence to be shown with this one: the paragraph where it is short, else one on each side.

    A sentence that is a paragraph by itself is shown with its neighbours. Where the next paragraph goes on from this
    one, its first sentence belongs to it.
    """
    first = last = number
    while first > max(0, number - _FAR) and not _ends_paragraph(document, first - 1):
        first -= 1
    end = min(len(document.sentences) - 1, number + _FAR)
    while last < end and not _ends_paragraph(document, last):
        last += 1
    if first < last and document.sentences[last].end - document.sentences[first].start <= _SHORT:
        goes_on = last < len(document.sentences) - 1 and _ends_paragraph(document, last)
        return first, last + (
            goes_on and _POINTS_BACK.match(document.sentences[last + 1].of(document.text)) is not None
        )
    return max(0, number - 1), min(len(document.sentences) - 1, number + 1)


def _ends_paragraph(document: Document, number: int) -> bool:
    return "\n" in document.sentences[number].of(document.text).lstrip()


def _take(document: Document, numbers: Iterable[int]) -> tuple[Passage, ...]:
    return tuple(one for one in (make_passage(document, n) for n in numbers) if not is_fragment(one.text))
