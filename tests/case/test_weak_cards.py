"""Cards that establish their part and are weak otherwise: what the writer is told of them, and what becomes of them."""

from __future__ import annotations

from typing import Any

from tests.case.scribe import WritingDesk, write_acts
from tests.case.test_bind import made
from tests.case.test_partial import MISSING, find_as
from tests.case.test_windows import list_asked

from foam.case.act_questions import EMPTY
from foam.case.cut import NO_FIGURE, find_figures
from foam.case.verdict import BESIDE
from foam.evidence.corpus import ListedCorpus
from foam.model.form import FormValue
from foam.model.question import Write
from foam.model.scripted import Call

LINK, IMPACT = "advantage, Internal link", "advantage, Impact"


def test_a_card_that_does_not_go_on_is_named_stays_on_offer_and_is_kept_where_none_is_better() -> None:
    def leave(call: Call, form: dict[str, Any]) -> dict[str, FormValue] | None:
        again = call.question.template == "case/write" and "this card is kept" in call.question.prompt
        return {**form, "decision": EMPTY, "why": "There is no better one."} if again else None

    desk = WritingDesk(write_acts(leave, then=find_as("case/step", BESIDE)))
    case = desk.write().view
    told = [one for one in list_asked(desk, LINK) if "this card is kept" in one.prompt]
    assert told
    (slot, *_) = (one for one in case.slots if one.part == LINK)
    assert slot.card
    places = ", ".join(f"s{n}" for n in slot.card.sentences)
    line = next(one for one in told[0].prompt.splitlines() if "it does not go on from the step before" in one)
    assert f" {places}: it does not" in line
    assert MISSING in line
    assert any(one.text in slot.card.text for one in told[0].material)


def test_an_impact_without_a_figure_goes_back_once_before_anybody_judges_it() -> None:
    def plain(call: Call, form: dict[str, Any]) -> dict[str, FormValue] | None:
        question = call.question
        if not isinstance(question, Write) or question.template != "case/write" or IMPACT not in question.prompt:
            return None
        bare = [one for one in question.material if not find_figures(one.text) and one.text[:3] not in ("It ", "The")]
        return {**form, "sentences": (bare[0].id,), "tag": bare[0].text} if bare else None

    desk = WritingDesk(write_acts(plain))
    desk.write()
    asked = list_asked(desk, IMPACT)
    assert all("one without goes back once" in one.prompt for one in asked)
    back = next(one for one in asked if NO_FIGURE in one.prompt and "Name these sentences again" in one.prompt)
    questions = [call.question for call in desk.calls]
    judged = next(one for one in questions if one.template == "case/slot" and f"Part: {IMPACT}" in one.prompt)
    assert questions.index(back) < questions.index(judged)


def test_nothing_better_is_asked_for_where_nothing_else_was_found() -> None:
    desk = WritingDesk(write_acts(then=find_as("case/step", BESIDE)))
    desk.corpus = ListedCorpus.of([made("Boats pass the lock of the canal. Tolls pay for the lock.")])
    desk.write()
    assert not [one for one in list_asked(desk) if "this card is kept" in one.prompt]
