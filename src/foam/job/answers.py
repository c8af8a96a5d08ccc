"""Reads decisions back from entries, by their type. Knows nothing of protocols."""

from __future__ import annotations

from foam.job.clerk import read_answer
from foam.model.question import Chosen, Labelled, Ranked, Scored, Written
from foam.record.entry import Entry, ValueInput
from foam.values import Value


class Decided(Value):
    """Who decided something, how, and how far to trust it."""

    entry: str
    by: str
    method: str
    confidence: float | None = None


def decided(entry: Entry) -> Decided:
    answer = read_answer(entry)
    return Decided(entry=entry.key, by=entry.draft.decider.id, method=answer.method, confidence=answer.confidence)


def chosen(entry: Entry) -> tuple[str, ...]:
    """Ids chosen or ranked, in the order given."""
    reply = read_answer(entry).reply
    assert isinstance(reply, Chosen | Ranked)
    return reply.ids


def score(entry: Entry) -> float:
    reply = read_answer(entry).reply
    assert isinstance(reply, Scored)
    return reply.score


def label(entry: Entry) -> str:
    reply = read_answer(entry).reply
    assert isinstance(reply, Labelled)
    return reply.label


def written(entry: Entry, field: str) -> str:
    reply = read_answer(entry).reply
    assert isinstance(reply, Written)
    return reply.fields[field]


def cautions(entry: Entry) -> tuple[str, ...]:
    """What the record warns of beside this decision."""
    return tuple(str(i.value) for i in entry.draft.inputs if isinstance(i, ValueInput) and i.role == "caution")
