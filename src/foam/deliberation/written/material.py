"""What a writer reads: the seat as a person, and evidence with its source and the sentences around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from foam.evidence.corpus import Passage
from foam.evidence.filing import describe_source
from foam.job.retrieval import Candidates
from foam.job.session import Session
from foam.model.question import Option
from foam.model.template import Options, fence, fence_options
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.record.entry import ValueInput
from foam.text.pointer import Pointer

_AROUND = 240
"""Characters of a neighbouring sentence that are shown."""


def describe_person(session: Session, seat: Perspective) -> str:
    """The seat as somebody with a history, values and a manner, in words. Its name is not among them."""
    meanings = {value.id: value.text for value in session.pack.values}
    lines = [f"You are: {seat.role}", fence(seat.description, label="description"), "What you value, highest first:"]
    for tier in seat.ranking:
        lines += [f"- {name}: {meanings.get(name, name)}" for name in tier]
    declared = [*(words for _, words in sorted(seat.commitments().items())), *read_manner(seat).wording]
    if declared:
        lines += ["How you think and argue:", *(f"- {words}" for words in declared)]
    return "\n".join(lines)


def offer_evidence(session: Session, candidates: Candidates) -> Options:
    """The candidates under their ids, each with its source and what stands around it; recorded, for replays."""
    context = _read_context(session, candidates.passages)
    return tuple(
        Option(id=f"s{place}", text=_describe(passage, context[str(passage.pointer)]))
        for place, passage in enumerate(candidates.passages, start=1)
    )


def describe_sentences(session: Session, passages: Sequence[Passage]) -> str:
    """Sentences with their sources, fenced."""
    context = _read_context(session, passages)
    options = (Option(id=f"g{n}", text=_describe(p, context[str(p.pointer)])) for n, p in enumerate(passages, start=1))
    return fence_options(options)


def list_values(session: Session) -> str:
    return "\n".join(f"- {value.id}: {value.text}" for value in session.pack.values)


def _describe(passage: Passage, about: dict[str, str]) -> str:
    lines = [passage.text, f"[source: {about['source']}]"]
    lines += [f"[before it: {about['before']}]"] if about["before"] else []
    lines += [f"[after it: {about['after']}]"] if about["after"] else []
    return "\n".join(lines)


def _read_context(session: Session, passages: Iterable[Passage]) -> dict[str, dict[str, str]]:
    pointers = sorted({passage.pointer for passage in passages}, key=str)
    entry = session.clerk.compute(
        "context",
        lambda: {str(pointer): _look_around(session, pointer) for pointer in pointers},
        ValueInput(role="sentences", value=[str(pointer) for pointer in pointers]),
        ValueInput(role="corpus", value=session.corpus.version),
        rule="source and neighbours",
    )
    found: dict[str, dict[str, str]] = entry.answer
    return found


def _look_around(session: Session, pointer: Pointer) -> dict[str, Any]:
    document = session.corpus.document(pointer.document)
    source, citation = describe_source(document), document.citation
    about = [citation.author, citation.author_qualifications, citation.title, citation.source, citation.published]
    kind = "worked out from the file by the code" if pointer.computed else source.kind
    number = pointer.sentence
    return {
        "source": "; ".join(part for part in (*about, kind) if part) or "unknown",
        "before": document.sentence(number - 1)[-_AROUND:] if number > 0 else "",
        "after": document.sentence(number + 1)[:_AROUND] if number + 1 < len(document.sentences) else "",
    }
