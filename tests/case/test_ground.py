"""What a position rests on before its plan is written: some of what was found, or none, and then what is looked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.case.scribe import WritingDesk, write_acts
from tests.case.test_bind import made

from foam.evidence.corpus import ListedCorpus
from foam.job.job import replay
from foam.job.waiting import complete
from foam.model.form import FormValue
from foam.model.question import Question, Write
from foam.model.scripted import Call

WANTED = "gulls nest on the mole of the harbour"
HELD = "Gulls nest on the mole of the harbour."
FILLER = [f"Public transport line {n} should be free for all residents." for n in range(40)]


def write_with(*answers: Mapping[str, FormValue]) -> tuple[WritingDesk, list[Question]]:
    """A case whose writer answers the questions for its grounds so, one after another."""
    given = iter(answers)

    def answer(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        return next(given, None) if call.question.template == "case/grounds" else None

    desk = WritingDesk(write_acts(answer))
    desk.corpus = ListedCorpus.of([made(" ".join(FILLER)), made(f"{HELD} Boats pass by day.")])
    ran = desk.write()
    assert complete(replay(desk.store, ran.run)).model_dump_json() == ran.view.model_dump_json()
    return desk, [call.question for call in desk.calls if call.question.template == "case/grounds"]


def test_none_may_be_named_and_what_is_missing_is_looked_for_once_more() -> None:
    _, asked = write_with({"sentences": (), "look_for": WANTED})
    first, second = asked
    assert isinstance(first, Write)
    assert isinstance(second, Write)
    assert HELD not in [one.text for one in first.material]
    assert HELD in [one.text for one in second.material]
    assert not {one.text for one in first.material} & {one.text for one in second.material}


def test_where_nothing_serves_even_so_the_plan_is_written_all_the_same() -> None:
    none: Mapping[str, FormValue] = {"sentences": (), "look_for": WANTED}
    desk, asked = write_with(none, {"sentences": (), "look_for": ""})
    assert len(asked) == 2
    plans = [call.question for call in desk.calls if call.question.template == "case/plan"]
    assert isinstance(plans[0], Write)
    assert HELD in [one.text for one in plans[0].material], "what was looked for is offered for the plan"


def test_who_names_none_says_what_to_look_for() -> None:
    _, asked = write_with({"sentences": (), "look_for": ""})
    assert "look_for does not say" in asked[1].prompt


def test_where_some_support_it_nothing_more_is_asked() -> None:
    _, asked = write_with()
    assert len(asked) == 1
