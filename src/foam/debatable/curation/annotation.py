"""What people check: a sheet with two yes-or-no tasks per partial answer, and what their sheets together decide.

Task 1, grounded: do view and explanation follow from the documents? Task 2, addresses: does the partial answer address
the question from some perspective? A partial answer that two people or more find wanting is removed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from foam.debatable.item import DebatableQuestion, PartialAnswer
from foam.errors import InputError
from foam.stats.agreement import fleiss_kappa
from foam.text.sheet import read_csv, write_csv
from foam.values import Value

Task = Literal["grounded", "addresses"]
TASKS: tuple[Task, ...] = ("grounded", "addresses")
_REMOVED_BY = 2
"""People who must find a partial answer wanting."""
_COLUMNS = ("id", "partial", "question", "point_of_view", "explanation", "sources", *TASKS, "comment")
_YES, _NO = ("1", "yes", "y", "true"), ("0", "no", "n", "false")

Place = tuple[str, int]
"""A partial answer: the id of its question, and its place there from 1."""


class Mark(Value):
    """What one person said of one partial answer."""

    id: str
    partial: int
    grounded: bool
    addresses: bool


class Verdict(Value):
    """What the sheets decide together."""

    annotators: tuple[str, ...]
    partial_answers: int
    kappa: dict[Task, float | None]
    """Fleiss' kappa per task; None where it is not defined."""
    removed: tuple[tuple[str, int], ...]
    questions: tuple[DebatableQuestion, ...]


def write_sheet(questions: Iterable[DebatableQuestion]) -> str:
    """The sheet for one annotator, as CSV: a row per partial answer, the two tasks to be filled in."""
    rows = []
    for question in questions:
        for place, partial in enumerate(question.partial_answers, start=1):
            cells = (question.question, partial.point_of_view, partial.explanation, _sources(partial))
            rows.append((question.id, place, *cells, "", "", ""))
    return write_csv(_COLUMNS, rows)


def read_sheet(text: str, name: str) -> tuple[Mark, ...]:
    """A filled sheet. Rows that were left blank, or half blank, are named and refused."""
    head, rows = read_csv(text)
    missing = {"id", "partial", *TASKS}.difference(head)
    if missing:
        raise InputError(f"{name} has no column {', '.join(sorted(missing))}", hint="make it: foam debatable annotate")
    return tuple(_mark(row, f"{name} row {number}") for number, row in enumerate(rows, start=1))


def decide(questions: Sequence[DebatableQuestion], sheets: Mapping[str, Sequence[Mark]]) -> Verdict:
    """Agreement between the annotators, and the set without what they find wanting."""
    marks = {name: _by_place(marks, name) for name, marks in sheets.items()}
    places = [(str(q.id), n) for q in questions for n in range(1, len(q.partial_answers) + 1)]
    _check_complete(places, marks)
    removed = [
        place for place in places if sum(_wanting(one[place]) for one in marks.values()) >= _votes_to_remove(marks)
    ]
    return Verdict(
        annotators=tuple(sheets),
        partial_answers=len(places),
        kappa={task: _kappa(task, places, marks) for task in TASKS},
        removed=tuple(removed),
        questions=tuple(_remove_partials(question, set(removed)) for question in questions),
    )


def _votes_to_remove(marks: Mapping[str, object]) -> int:
    """A single annotator's word is enough when there is only one."""
    return min(_REMOVED_BY, len(marks))


def _kappa(task: Task, places: Sequence[Place], marks: Mapping[str, Mapping[Place, Mark]]) -> float | None:
    votes = [[getattr(one[place], task) for one in marks.values()] for place in places]
    return fleiss_kappa([(row.count(True), row.count(False)) for row in votes])


def _check_complete(places: Sequence[Place], marks: Mapping[str, Mapping[Place, Mark]]) -> None:
    for name, found in marks.items():
        absent = [place for place in places if place not in found]
        if absent:
            question_id, number = absent[0]
            raise InputError(
                f"{name} does not mark partial answer {number} of question {question_id}, nor {len(absent) - 1} more"
            )


def _by_place(marks: Sequence[Mark], name: str) -> dict[Place, Mark]:
    found = {(mark.id, mark.partial): mark for mark in marks}
    if len(found) < len(marks):
        raise InputError(f"{name} marks a partial answer twice")
    return found


def _remove_partials(question: DebatableQuestion, removed: set[Place]) -> DebatableQuestion:
    kept = [p for n, p in enumerate(question.partial_answers, start=1) if (str(question.id), n) not in removed]
    return question.model_copy(update={"partial_answers": tuple(kept)})


def _wanting(mark: Mark) -> bool:
    return not (mark.grounded and mark.addresses)


def _mark(row: Mapping[str, str], where: str) -> Mark:
    if not (row["partial"] or "").strip().isdecimal():
        raise InputError(f"{where}: partial is {row['partial']!r}, not a number")
    said = {task: _read_mark(row[task], f"{where}, {task}") for task in TASKS}
    return Mark(id=row["id"].strip(), partial=int(row["partial"]), **said)


def _read_mark(cell: str | None, where: str) -> bool:
    word = (cell or "").strip().lower()
    if word not in (*_YES, *_NO):
        raise InputError(f"{where}: {word!r} is neither yes nor no", hint="write 1 or 0")
    return word in _YES


def _sources(partial: PartialAnswer) -> str:
    return " ".join(pointer.brief() for pointer in partial.pointers)
