"""A disadvantage is held against what the other side said of its link: shown to whoever writes it, and warned of."""

from __future__ import annotations

from functools import cache

from tests.case.scribe import WritingDesk, write_acts, written_round
from tests.case.writing import agreeable

from foam.case.denied import OPPOSED, list_near
from foam.case.flow import build_flow
from foam.case.task import THEY_SAY
from foam.case.values import Case
from foam.case.warn import list_warnings
from foam.model.question import Choose, Chosen
from foam.model.scripted import Call, Said

POINTS = {
    "a": "Boats already carry the alarms in two of the bays.",
    "b": "The levy pays for the alarms: it adds nothing to the debt of the port.",
    "c": "Porpoises drown in nets every year.",
}
LINK = "Paying for alarms swells the debt of the port."


def test_their_point_on_the_same_thing_comes_first() -> None:
    assert next(iter(list_near(POINTS, LINK))) == "b"
    assert "c" not in list_near(POINTS, LINK), "what shares no word with it is not shown"


def deny_first(call: Call) -> Said | None:
    if isinstance(call.question, Choose) and call.question.template == "case/denied":
        return Chosen(ids=(call.question.options[0].id,))
    return agreeable(call)


@cache
def speak() -> tuple[list[Call], Case]:
    heard = build_flow(written_round(("1AC",))["1AC"])
    desk = WritingDesk(write_acts(then=deny_first), speech="1NC")
    return desk.calls, desk.write(desk.case_spec(strategy=("counterplan",), heard=heard)).view


def test_whoever_writes_judges_and_turns_a_disadvantage_sees_what_they_said_of_it() -> None:
    calls, case = speak()
    opposed = [slot for slot in case.slots if slot.syllogism in OPPOSED and slot.they_say]
    assert opposed
    for slot in opposed:
        (worded,) = {
            c.question.prompt for c in calls if c.question.template == "case/wordings" and slot.id in c.question.prompt
        }
        assert THEY_SAY in worded
        for template in ("case/write", "case/slot"):
            prompts = [c.question.prompt for c in calls if c.question.template == template]
            own = [one for one in prompts if slot.seek in one.partition("It has to establish:")[2][:400]]
            assert own
            assert all(slot.they_say[0] in one.partition(THEY_SAY)[2] for one in own)
    (turned,) = [c.question.prompt for c in calls if c.question.template == "case/turned"]
    assert case.answered
    assert all(said in turned for said in case.answered.points.values())


def test_a_part_that_they_deny_is_warned_of_until_something_meets_the_point() -> None:
    _, case = speak()
    answered = {slot.answers for slot in case.slots if slot.filled}
    denied = [slot for slot in case.slots if slot.denied and slot.denied not in answered]
    assert denied
    assert case.answered
    for slot in denied:
        said = case.answered.points[slot.denied]
        assert any(slot.id in line and said in line and "deny" in line for line in list_warnings(case))
    met = tuple(
        slot.model_copy(update={"answers": denied[0].denied}) if slot.component == "comparison" else slot
        for slot in case.slots
    )
    said = case.answered.points[denied[0].denied]
    after = list_warnings(case.model_copy(update={"slots": met}))
    assert not any("deny" in line and said in line for line in after)
