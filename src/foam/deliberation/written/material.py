"""What a writer reads: the seat as a person, and evidence with its source and the sentences around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from foam.argument.motion import Motion, list_subjects
from foam.evidence.corpus import Passage
from foam.evidence.filing import describe_source
from foam.job.retrieval import Candidates, depend_on, retrieve
from foam.job.session import Session
from foam.model.question import Option
from foam.model.template import Options, fence, fence_options
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.record.entry import Input, PointerInput, ValueInput
from foam.text.pointer import Pointer
from foam.text.stem import stem
from foam.text.words import split_letters

_AROUND = 240
"""Characters of a neighbouring sentence that are shown."""
_BY_STATEMENT = 40
_BY_TERM = 6
_BY_CONCERN = 16
_MOST = 48
"""Sentences of a pool."""
_LEAST_LETTERS = 4


def find_pool(
    session: Session, seat: Perspective, motion: Motion, *inputs: Input, facts: Sequence[Passage] = ()
) -> Candidates:
    """What a writer may cite: what was worked out from the file, then what is found by the statement, by its denial, by
    each term of the question alone, so that a common one does not drown a rare one, and by what the seat cares for.

    Seats whose policies and manners admit the same sources are offered nearly the same sentences.
    """
    manner = read_manner(seat)
    wanted = [(motion.affirmed, _BY_STATEMENT), (motion.denied, _BY_STATEMENT)]
    wanted += [(term, _BY_TERM) for term in list_terms(motion.question)]
    wanted.append((session.describe_concerns(seat), _BY_CONCERN))
    found = [
        retrieve(session.clerk, session.corpus, query, *inputs, limit=limit, policy=seat.policy, manner=manner)
        for query, limit in wanted
        if query
    ]
    return join_candidates(session, found, facts=facts, limit=_MOST)


def list_terms(question: str) -> tuple[str, ...]:
    """The words of a question that say what it is about, each once, in their order."""
    subjects = list_subjects(question)
    words = (word.lower() for word in split_letters(question))
    return tuple(dict.fromkeys(word for word in words if stem(word) in subjects and len(word) >= _LEAST_LETTERS))


def join_candidates(
    session: Session, found: Sequence[Candidates], *, facts: Sequence[Passage] = (), limit: int
) -> Candidates:
    """What several searches found, by turns, each sentence once; facts first."""
    once = {one.pointer: one for one in facts}
    texts = {one.text for one in facts}
    for row in zip_longest(*(some.passages for some in found)):
        for one in row:
            if one is not None and one.text not in texts:
                once[one.pointer] = one
                texts.add(one.text)
    entry = session.clerk.compute(
        "offered",
        lambda: [passage.json_value() for passage in list(once.values())[:limit]],
        *(depend_on("candidates", some.entry) for some in found),
        *(PointerInput(role="fact", pointer=fact.pointer) for fact in facts),
        rule="facts, then each search in turn",
    )
    return Candidates(entry=entry.key, passages=tuple(Passage.model_validate(row) for row in entry.answer))


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
