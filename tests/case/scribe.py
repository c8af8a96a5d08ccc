"""A scripted writer of cases, which can be told to lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tests.case.drafting import fill_honestly
from tests.case.writing import ROUND, Desk, agreeable

from foam.case.flow import build_flow
from foam.case.values import Case
from foam.model.cast import ROLES
from foam.model.form import FormValue
from foam.model.question import Answer, Label, Labelled, Write, Written
from foam.model.scripted import Call, Said, Script, ScriptedModel
from foam.record.memory import MemoryStore

REASONS = "The sentences say it outright."
Lie = Callable[[Call, dict[str, Any]], Mapping[str, FormValue] | None]
"""What is put into a form in place of what an honest writer wrote; None leaves it."""


def write_acts(lie: Lie | None = None, then: Script = agreeable) -> Script:
    """A script that fills the acts of a case, gives reasons with its verdicts, and leaves the rest to another."""

    def say(call: Call) -> Said | None:
        question = call.question
        form = fill_honestly(question) if isinstance(question, Write) else None
        if form is not None:
            return Written(fields=dict(lie(call, form) or form) if lie else form)
        said = then(call)
        if (
            isinstance(question, Label)
            and question.template.startswith("case/")
            and isinstance(said, Answer)
            and not said.reasons
        ):
            return said.model_copy(update={"reasons": REASONS})
        return said

    return say


class WritingDesk(Desk):
    """A desk whose model writes."""

    def __init__(self, script: Script | None = None, *, pack: str = "policy-debate", speech: str = "1AC") -> None:
        super().__init__(pack=pack, speech=speech)
        self._script = script or write_acts()
        self.model = self._scribe = ScriptedModel(self._script, writes=True)
        self.models = dict.fromkeys(ROLES, self.model)

    def fork(self, script: Script | None = None) -> WritingDesk:
        """A desk with a record of its own in which all is that was written here; its model may go on otherwise."""
        other = WritingDesk(script or self._script, pack=self.pack.name, speech=self.template.speech)
        assert isinstance(self.store, MemoryStore)
        other.store = self.store.copy()
        other.calls.extend(self.calls)
        return other

    @property
    def calls(self) -> list[Call]:
        """Every question that was asked, in order."""
        return self._scribe.calls


@cache
def written_sample() -> tuple[WritingDesk, Case]:
    """One written case, for all tests that only look at it."""
    desk = WritingDesk()
    return desk, desk.write().view


def written_round(speeches: tuple[str, ...] = ROUND[:4]) -> dict[str, Case]:
    """The beginning of a round in a written voice, each speech answering what was said before it."""
    return _write_round(speeches)


@cache
def _write_round(speeches: tuple[str, ...]) -> dict[str, Case]:
    if not speeches:
        return {}
    *before, speech = speeches
    cases = _write_round(tuple(before))
    heard = build_flow(cases[before[-1]]) if before else None
    ways = {"1AC": ("traditional",), "1NC": ("counterplan",)}
    desk = WritingDesk(speech=speech)
    return {**cases, speech: desk.write(desk.case_spec(strategy=ways.get(speech, ()), heard=heard)).view}


SLOT = "solvency-mechanism"
MISSING = "What it costs is missing."


def find(case: Case, slot: str) -> Any:
    return next(one for one in case.slots if one.id == slot)


def lie_in(put: Mapping[str, FormValue], *, once: bool = False, slot: str = SLOT) -> Lie:
    """A writer that puts this into one part of an argument; with `once` not when it is asked again."""

    def lie(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template == "acts/mend" or call.question.template != "case/argument":
            return None
        rows = tuple({**row, **put} if row["part"] == slot and row["at"] else row for row in form["parts"])
        return {"parts": rows}

    return lie


def is_mechanism(question: Label) -> bool:
    """Whether it is asked of the mechanism."""
    return "solvency, Mechanism" in question.prompt


def find_as(template: str, label: str, *, when: Callable[[Label], bool] = lambda _: True) -> Script:
    """An evaluator that finds this of what it is asked, and has a reason; agreeable otherwise."""

    def say(call: Call) -> Said | None:
        question = call.question
        if isinstance(question, Label) and question.template == template and when(question):
            return Answer(reply=Labelled(label=label), method="scripted", reasons=MISSING)
        return agreeable(call)

    return say
