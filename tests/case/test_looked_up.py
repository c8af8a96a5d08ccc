"""What a first negative looks up before it writes its counterplan and names its disadvantages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.case.scribe import Lie, WritingDesk, write_acts, written_round

from foam.case.answer import prepare_outline
from foam.case.estimate import estimate_case
from foam.case.flow import build_flow
from foam.case.search import INSTEAD_PARTS, list_sure
from foam.case.values import Slot
from foam.model.form import FormValue, Record
from foam.model.question import Write
from foam.model.scripted import Call

WORSE = "What gets worse where something like what is asked for is done"


def _oppose(lie: Lie | None = None) -> WritingDesk:
    desk = WritingDesk(write_acts(lie), speech="1NC")
    heard = build_flow(written_round(("1AC",))["1AC"])
    desk.write(desk.case_spec(strategy=("counterplan",), heard=heard))
    return desk


def _find_asked(desk: WritingDesk, *templates: str) -> list[Write]:
    asked = (call.question for call in desk.calls if call.question.template in templates)
    return [one for one in asked if isinstance(one, Write)]


def test_a_counterplan_and_disadvantages_are_written_from_what_was_looked_up_for_them() -> None:
    before = _oppose()
    plan, named = (_find_asked(before, name)[0] for name in ("case/plan", "case/contentions"))
    first, second = plan.material[-1].text, named.material[-1].text
    assert plan.material[0].text != first
    assert named.material[0].text != second

    def look_up(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        question = call.question
        if not isinstance(question, Write) or question.template != "case/searches":
            return None
        wanted = first if INSTEAD_PARTS[0][1] in question.prompt else second if WORSE in question.prompt else ""
        row: Record = {"part": question.material[0].id, "words": wanted}
        return {"searches": (row,)} if wanted else None

    desk = _oppose(look_up)
    for name, wanted in (("case/plan", first), ("case/contentions", second)):
        offered = _find_asked(desk, name)[0].material
        source = offered[0].id.partition("s")[0]
        found = [one.id for one in offered if one.text == wanted]
        assert found[0].partition("s")[0] == source, "what was looked up is offered before all else"
    (asked,) = [one.prompt for one in _find_asked(desk, "case/searches") if INSTEAD_PARTS[0][1] in one.prompt]
    theirs = written_round(("1AC",))["1AC"].plan
    assert theirs in asked, "whoever looks for something else is told what is asked for"


def test_an_estimate_counts_these_searches() -> None:
    desk = WritingDesk(speech="1NC")
    heard = build_flow(written_round(("1AC",))["1AC"])
    spec = desk.case_spec(strategy=("counterplan",), heard=heard)
    desk.write(spec)
    expected = estimate_case(spec.seat, prepare_outline(desk.template, heard=heard), spec.deciders)
    searches = [step.questions.most for step in expected.steps if step.step == "searches"]
    assert sum(searches) == 1 + len(_find_asked(desk, "case/searches")), "the position's own are not made here"


def test_the_words_of_a_part_and_what_it_meets_are_looked_for_whatever_was_searched_before() -> None:
    said = Slot(id="a", path=("x", "a"), title="A", syllogism="defence", component="c", words=50)
    slot = said.model_copy(
        update={"seek": "Towns stay calm.", "point": "Towns stay calm.", "meets": "It ends in riots."}
    )
    sure = list_sure(slot, None, ("how calm towns are", "what calms a town"))
    assert sure[0] == ("Towns stay calm.", 3), "several places: the nearest need not be the one that serves"
    assert ("It ends in riots.", 1) in sure
    assert {query for query, _ in sure} >= {"how calm towns are", "what calms a town"}
