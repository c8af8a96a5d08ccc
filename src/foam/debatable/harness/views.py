"""The views of every question that systems were compared on: each with its partial answer, and who missed it."""

from __future__ import annotations

from collections.abc import Sequence

from foam.debatable.harness.evaluation import Answers, Evaluation
from foam.debatable.item import ItemId, PartialAnswer
from foam.values import Value


class ComparedView(Value):
    """One view on a question, and which systems cover it."""

    number: int
    """From 1, as the data set has them."""
    partial: PartialAnswer
    covered_by: tuple[str, ...]
    missed_by: tuple[str, ...]


class ComparedQuestion(Value):
    """A question, the systems that answered it, and its views."""

    number: int
    """From 1, in the order in which they were answered."""
    id: ItemId
    question: str
    systems: tuple[str, ...]
    views: tuple[ComparedView, ...]

    @property
    def missed(self) -> int:
        """Views that at least one system missed."""
        return sum(bool(view.missed_by) for view in self.views)


def list_questions(found: Evaluation, answers: Answers) -> tuple[ComparedQuestion, ...]:
    """Every question that was scored, with its views."""
    missed = {(row.system, str(row.id), view.point_of_view): True for row in found.rows for view in row.missing}
    asked: dict[str, list[str]] = {}
    for row in found.rows:
        asked.setdefault(str(row.id), []).append(row.system)
    given = {(system, str(one.id)): one for system, rows in answers.items() for one in rows}
    questions = []
    for number, (item, systems) in enumerate(asked.items(), start=1):
        first = given[systems[0], item]
        views = tuple(
            _compare(place, partial, systems, [(one, item, partial.point_of_view) in missed for one in systems])
            for place, partial in enumerate(first.partial_answers, start=1)
        )
        questions.append(
            ComparedQuestion(number=number, id=first.id, question=first.question, systems=tuple(systems), views=views)
        )
    return tuple(questions)


def _compare(place: int, partial: PartialAnswer, systems: Sequence[str], missed: Sequence[bool]) -> ComparedView:
    told = list(zip(systems, missed, strict=True))
    return ComparedView(
        number=place,
        partial=partial,
        covered_by=tuple(system for system, is_missed in told if not is_missed),
        missed_by=tuple(system for system, is_missed in told if is_missed),
    )
