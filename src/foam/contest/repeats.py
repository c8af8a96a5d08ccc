"""Repetition: the same challenge put again without new material is recognised. Reads the record; asks nobody.

Challenges of one *line* share aim, kind, particulars and documents, and differ in their words alone. Other words count
as another reason only if enough of them are new, and only so often: after that it takes material to be heard again.
"""

from __future__ import annotations

from itertools import islice

from foam.contest.admit import FRESH, measure_new_words
from foam.contest.challenge import Challenge
from foam.job.session import Session
from foam.record.entry import EntryInput, ValueInput
from foam.record.graph import read_dependants
from foam.record.store import Store

ENOUGH = 60
"""What is read of a line. Each challenge leaves three entries in it, so twenty are heard on their words alone."""
OUTCOME = "contest outcome"
"""Kind of the entry that holds an outcome."""


def line_of(session: Session, root: str, challenge: Challenge) -> EntryInput:
    """The line a challenge belongs to, as an entry: what rests on it is found without reading the rest."""
    line = challenge.line(root)
    entry = session.clerk.compute("challenge line", lambda: line, ValueInput(role="line", value=line), rule="admission")
    return EntryInput(role="line", key=entry.key)


def find_repetition(session: Session, challenge: Challenge, line: EntryInput, *admitted: EntryInput) -> str:
    """Key of the rejected outcome that this challenge only repeats; empty when it is new. Recorded as it was found."""
    entry = session.clerk.compute(
        "repetition",
        lambda: _repeated(session.store, challenge.because, line.key),
        *admitted,
        line,
        rule="repetition",
    )
    return str(entry.answer)


def _repeated(store: Store, because: str, line: str) -> str:
    keys = store.dependants(line)
    held = [entry for entry in islice(read_dependants(store, line), ENOUGH) if entry.draft.kind == OUTCOME]
    rejected = [one for one in held if one.answer["disposition"] == "rejected" and not one.answer["repeats"]]
    if not rejected:
        return ""
    said = [str(one.answer["challenge"]["because"]) for one in rejected]
    fresh = len(keys) < ENOUGH and measure_new_words(because, said) >= FRESH
    return "" if fresh else rejected[0].key
