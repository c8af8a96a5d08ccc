"""Headings, rewordings, narrowings and room are held to what came of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from tests.case.scribe import WritingDesk, write_acts, written_sample
from tests.case.test_partial import MISSING
from tests.case.test_written import find
from tests.case.writing import agreeable

from foam.case.act_questions import LESS
from foam.case.fit import find_most
from foam.case.plan import find_plan_faults
from foam.case.reword import Rewording
from foam.case.values import Plan
from foam.case.verify import verify_case
from foam.case.warn import list_warnings
from foam.model.check import IN_PART
from foam.model.form import FormValue, Record, TextField, respell_labels
from foam.model.question import Answer, Label, Labelled, Write
from foam.model.scripted import Call, Said, Script

STEP = "what own 1 internal says"


def find_half(call: Call) -> Said | None:
    """An evaluator that finds half of one step shown, as it was first worded."""
    if isinstance(call.question, Label) and call.question.template == "case/slot" and STEP in call.question.prompt:
        return Answer(reply=Labelled(label=IN_PART), method="scripted", reasons=MISSING)
    return agreeable(call)


def claim_less(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
    question = call.question
    if not isinstance(question, Write) or question.template != "case/write" or MISSING not in question.prompt:
        return None
    left = {"decision": LESS, "sentences": (), "tag": "", "warrant": "", "why": "One place alone shows it."}
    return {**form, **left, "look_for": "the same elsewhere"}


def test_a_writer_may_claim_less_at_once_and_is_not_sent_the_part_again() -> None:
    desk = WritingDesk(write_acts(claim_less, then=find_half))
    case = desk.write().view
    slot = find(case, "own-1-internal")
    assert slot.narrowed
    assert slot.filled
    asked = [call.question for call in desk.calls if call.question.template == "case/write"]
    of_part = [one for one in asked if STEP in one.prompt.partition("It has to establish:")[2][:300]]
    assert [LESS in one.prompt.partition("Ways to decide:")[2][:60] for one in of_part] == [False, True]


def retitling(title: str) -> Script:
    def retitle(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template == "case/retitle":
            row: Record = {"argument": "own-1", "title": title}
            return {"titles": (row,)}
        return claim_less(call, form)

    return write_acts(retitle, then=find_half)


def test_a_heading_is_given_anew_where_its_argument_came_to_show_less() -> None:
    desk = WritingDesk(retitling("Some passengers gain"))
    case = desk.write().view
    titles = {group.id: group.title for group in case.groups}
    assert titles["own-1"] == "Advantage 1: Some passengers gain"
    (asked,) = [call.question.prompt for call in desk.calls if call.question.template == "case/retitle"]
    assert "own-1" in asked
    assert "own-2" not in asked, "only an argument that shows less is asked about"
    assert verify_case(case, desk.documents, desk.template).failures == case.failures


def test_a_heading_with_a_figure_that_no_part_has_does_not_count() -> None:
    case = WritingDesk(retitling("Some 87,654 passengers gain")).write().view
    assert "87,654" not in " ".join(group.title for group in case.groups)


def test_headings_stay_where_every_part_shows_what_it_was_to_show() -> None:
    desk, _ = written_sample()
    assert not [call for call in desk.calls if call.question.template == "case/retitle"]


def test_a_narrowing_that_is_refused_is_asked_for_once_more_with_the_reason() -> None:
    reason = "The first step no longer leads there."
    seen: list[str] = []

    def refuse_once(call: Call) -> Said | None:
        question = call.question
        if isinstance(question, Label) and question.template == "case/carries" and "Some passengers" in question.prompt:
            seen.append(question.prompt)
            if len(seen) == 1:
                return Answer(reply=Labelled(label="beside the point"), method="scripted", reasons=reason)
        return find_half(call)

    def narrow_again(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template == "case/narrow" and reason in call.question.prompt:
            return {**form, "words": "Some passengers gain by it in one town."}
        return claim_less(call, form)

    desk = WritingDesk(write_acts(narrow_again, then=refuse_once))
    slot = find(desk.write().view, "own-1-internal")
    assert slot.seek == "Some passengers gain by it in one town."
    assert [reason in c.question.prompt for c in desk.calls if c.question.template == "case/narrow"] == [False, True]


def test_a_rewording_that_came_to_nothing_says_so_and_why() -> None:
    def refuse(call: Call) -> Said | None:
        question = call.question
        if isinstance(question, Label) and question.template == "case/carries" and "in other ways" in question.prompt:
            return Answer(reply=Labelled(label="beside the point"), method="scripted", reasons=MISSING)
        return agreeable(call)

    desk = WritingDesk(write_acts(then=refuse))
    spec = desk.case_spec()
    before = desk.write(spec).view
    case = desk.write(spec.model_copy(update={"reword": (Rewording(slots=("own-1-link",)),)})).view
    slot = find(case, "own-1-link")
    assert slot.card == find(before, "own-1-link").card
    assert MISSING in slot.unchanged
    assert any("own-1-link was to be worded anew and stands as it was" in line for line in list_warnings(case))
    assert not list_warnings(before) or "worded anew" not in " ".join(list_warnings(before))


def test_a_card_may_have_words_that_other_parts_leave_and_no_more() -> None:
    desk, case = written_sample()
    slot = next(one for one in case.slots if one.card and len(one.card.sentences) > 1)
    long = slot.model_copy(update={"words": 10})
    others = tuple(long if one.path == slot.path else one for one in case.slots)
    fits = next(words for words in count(1) if find_most(desk.template, words) >= case.words)

    def list_too_long(budget: int) -> list[str]:
        given = case.model_copy(update={"slots": others, "budget": budget})
        report = verify_case(given, desk.documents, desk.template)
        return [one.slot for one in report.failures if "words in a slot of" in one.what]

    assert list_too_long(fits) == []
    assert list_too_long(fits - 1) == [slot.id]


def test_empty_fields_that_nobody_asked_for_are_passed_over() -> None:
    fields = (TextField(name="words", max_words=5),)
    assert respell_labels(fields, {"words": "less", "parts": (), "note": ""}) == {"words": "less"}
    assert "parts" in respell_labels(fields, {"words": "less", "parts": ("a",)})


def test_what_follows_from_the_steps_of_a_plan_needs_no_source() -> None:
    said: list[str] = []

    def reckon(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template == "case/plan" and "answer" in form:
            said.append(call.question.prompt)
            return {**form, "answer": "The levy starts at once, while two thirds of the fares still flow."}
        return None

    case = WritingDesk(write_acts(reckon)).write().view
    assert case.planned is not None
    assert "two thirds" in case.planned.answer
    assert len(said) == 1
    stated = Plan(text="Since 1987 two thirds of all boats were lost.", agent="", mandate="", entry="")
    assert any("two thirds" in fault for fault in find_plan_faults(stated, "Should boats be safer?", ()))


def test_new_words_beside_the_point_go_back_once_with_the_reason_and_the_asker_s_reason_is_kept() -> None:
    def refuse(call: Call) -> Said | None:
        question = call.question
        if isinstance(question, Label) and question.template == "case/carries" and "in other ways" in question.prompt:
            return Answer(reply=Labelled(label="beside the point"), method="scripted", reasons=MISSING)
        return agreeable(call)

    def word_again(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if not mends or call.question.template != "case/reword" or MISSING not in call.question.prompt:
            return None
        (row,) = form["parts"]
        return {"parts": ({**row, "words": "Passengers gain by it in one way alone."},)}

    because = "They say that it is paid for."
    for mends in (True, False):
        desk = WritingDesk(write_acts(word_again, then=refuse))
        spec = desk.case_spec()
        wanted = Rewording(slots=("own-1-link",), because=because)
        case = desk.write(spec.model_copy(update={"reword": (wanted,)})).view
        slot = find(case, "own-1-link")
        asked = [call.question.prompt for call in desk.calls if call.question.template == "case/reword"]
        assert [MISSING in one for one in asked[:2]] == [False, True]
        if mends:
            assert (slot.seek, slot.unchanged) == ("Passengers gain by it in one way alone.", "")
        else:
            assert because in slot.unchanged
            assert any(because in line for line in list_warnings(case))
