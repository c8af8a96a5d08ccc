"""Answers of an earlier run, by what was asked of whom: a run that changes something does not ask the same words again.

Entries are found by everything that a decision depends on. Where an earlier decision was taken otherwise, all that
depends on it is decided anew, and still much of it is asked in the very same words. The same question to the same
model, with the same seed and settings, has its answer on record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from foam.job.costs import INNER_RUN
from foam.record.entry import Draft
from foam.record.graph import entries_of
from foam.record.store import Store
from foam.values import digest

Recalled: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Answers as they are kept, by the name of what was asked."""
RECALLED = "answered before"


def name_question(draft: Draft) -> str:
    """What was asked of whom, whatever it depends on."""
    return digest([draft.template, draft.question, draft.decider.json_value()])


def recall_answers(store: Store, run: str) -> Recalled:
    """What models answered in a run and in the runs inside it."""
    found: dict[str, Mapping[str, Any]] = {}
    for entry in entries_of(store, run):
        if entry.draft.kind == INNER_RUN:
            found |= recall_answers(store, entry.answer["run"])
        elif entry.draft.decider.type != "code" and "reply" in entry.answer:
            found[name_question(entry.draft)] = entry.answer
    return found


def repeat_answer(answer: Mapping[str, Any]) -> dict[str, Any]:
    """An answer as it is kept for a question that was asked before: it took no tokens."""
    method = str(answer["method"]).removesuffix(f", {RECALLED}")
    return {**{key: value for key, value in answer.items() if key != "usage"}, "method": f"{method}, {RECALLED}"}
