"""Forms of argument, as a trained classifier names them, and the critical questions that go with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from foam.argument.scheme import SchemeId, require_scheme
from foam.debate.floor import Floor
from foam.evidence.corpus import Passage
from foam.model.embedded.threads import one_thread
from foam.record.entry import ValueInput
from foam.text.pointer import Pointer

if TYPE_CHECKING:
    from foam.debate.speech.prepare import AnsweredPoint


def name_forms(floor: Floor, passages: Sequence[Passage]) -> dict[Pointer, SchemeId | str]:
    """Each sentence with its form of argument; those of which the classifier is not sure are left out."""
    found = _classify(floor, [passage.text for passage in passages])
    return {passage.pointer: form for passage, form in zip(passages, found, strict=True) if form}


def add_questions(floor: Floor, answers: Sequence[AnsweredPoint]) -> tuple[AnsweredPoint, ...]:
    """The answers, those without evidence with the first critical question of their point's form that nobody asked."""
    bare = [one for one in answers if not one.evidence]
    forms = dict(
        zip((one.target.id for one in bare), _classify(floor, [one.target.statement for one in bare]), strict=True)
    )
    said = "\n".join(turn.text for turn in floor.turns)
    found: list[AnsweredPoint] = []
    for one in answers:
        form = forms.get(one.target.id, "")
        asked = {other.question for other in found}
        questions = [question.text for question in require_scheme(form).questions] if form else []
        fresh = [question for question in questions if question not in said and question not in asked]
        found.append(replace(one, question=fresh[0] if fresh else ""))
    return tuple(found)


def _classify(floor: Floor, texts: Sequence[str]) -> list[str]:
    from foam.model.judge import shipped_judge  # here: bundles are checked where there is no judge

    if not texts:
        return []

    def classify() -> list[str]:
        with one_thread():
            return [form.verdict or "" for form in shipped_judge().scheme(texts)]

    rule = shipped_judge().name
    named: list[str] = floor.session.clerk.compute(
        "forms of argument", classify, ValueInput(role="texts", value=list(texts)), rule=rule
    ).answer
    return named
