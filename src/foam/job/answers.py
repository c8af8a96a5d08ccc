"""Reads typed answers from entries."""

from __future__ import annotations

from typing import Any

from foam.job.clerk import read_answer
from foam.model.form import FormValue
from foam.model.question import Chosen, Declined, Labelled, Ranked, Scored, Written
from foam.record.entry import Entry, ValueInput
from foam.values import Value


class DecisionSummary(Value):
    """Who decided, by what method, and with what confidence."""

    entry: str
    by: str
    method: str
    confidence: float | None = None


def read_decision(entry: Entry) -> DecisionSummary:
    answer = read_answer(entry)
    return DecisionSummary(
        entry=entry.key, by=entry.draft.decider.id, method=answer.method, confidence=answer.confidence
    )


def read_choice(entry: Entry) -> tuple[str, ...]:
    """Ids chosen or ranked, in the order given."""
    reply = read_answer(entry).reply
    assert isinstance(reply, Chosen | Ranked)
    return reply.ids


def read_score(entry: Entry) -> float:
    reply = read_answer(entry).reply
    assert isinstance(reply, Scored)
    return reply.score


def read_score_or_decline(entry: Entry) -> float | Declined:
    """A score, or why there is none; for questions that may be declined."""
    reply = read_answer(entry).reply
    assert isinstance(reply, Scored | Declined)
    return reply if isinstance(reply, Declined) else reply.score


def read_label(entry: Entry) -> str:
    reply = read_answer(entry).reply
    assert isinstance(reply, Labelled)
    return reply.label


def read_form(entry: Entry) -> dict[str, FormValue]:
    """What was written, by field."""
    reply = read_answer(entry).reply
    assert isinstance(reply, Written)
    return reply.fields


def read_records(entry: Entry, field: str) -> tuple[dict[str, Any], ...]:
    """The records of a list that was written."""
    records: Any = read_form(entry)[field]
    return tuple(records)


def read_text(entry: Entry, field: str) -> str:
    value = read_form(entry)[field]
    assert isinstance(value, str)
    return value


def read_reasons(entry: Entry) -> str:
    """Why, in the words of whoever decided; empty where none were given."""
    return read_answer(entry).reasons


def read_cautions(entry: Entry) -> tuple[str, ...]:
    """What the record warns of beside this decision."""
    return tuple(str(i.value) for i in entry.draft.inputs if isinstance(i, ValueInput) and i.role == "caution")
