"""What writers and evaluators are told of faults, parts, plans and seats."""

from __future__ import annotations

from tests.case.scribe import SLOT, WritingDesk, find, find_as, lie_in, write_acts, written_sample

from foam.case.cut import declares_anything
from foam.case.questions import ALIGNMENT_LABELS
from foam.case.task import describe_seat
from foam.case.values import BESIDE, OWN_WORDS
from foam.case.write import make_neutral_seat
from foam.case.written import list_faults, name_part
from foam.model.check import CLAIMS_MORE
from foam.pack.loader import load_pack

CITED = "The masters were fined after the storm."


def test_a_name_of_two_words_is_one_fault() -> None:
    (fault,) = list_faults("The Velan Uprising led to fines.", cited=[CITED])
    assert fault.startswith("“Velan Uprising”: ")


def test_a_tag_that_claims_more_has_a_label_of_its_own_and_goes_back_as_such() -> None:
    assert CLAIMS_MORE in ALIGNMENT_LABELS
    desk = WritingDesk(write_acts(then=find_as("case/alignment", CLAIMS_MORE)))
    case = desk.write().view
    assert {card.alignment for card in case.cards} == {OWN_WORDS}


def test_whoever_judges_a_warrant_sees_the_plan() -> None:
    desk, case = written_sample()
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/warrant"]
    assert asked
    assert all(case.plan in prompt for prompt in asked)


def test_parts_are_told_under_their_advantage_with_what_is_wanting_in_them() -> None:
    desk = WritingDesk(write_acts(then=find_as("case/step", BESIDE)))
    case = desk.write().view
    broken = next(slot for slot in case.slots if slot.step and not slot.step.holds)
    title = next(group.title for group in case.groups if group.id == broken.group)
    named = f"{title}: {broken.part} (that it goes on from the step before it is not shown)"
    assert name_part(case, broken) == named
    overview = next(call.question.prompt for call in desk.calls if call.question.template == "case/overview")
    assert named in overview
    harm = find(case, "harms-condition")
    assert name_part(case, harm) == harm.part


def test_values_of_equal_rank_are_told_as_equal() -> None:
    pack = load_pack("policy-debate")
    assert "Values, all of equal rank: " in describe_seat(make_neutral_seat(pack))
    assert all("Values, highest first: " in describe_seat(seat) for seat in pack.perspectives)


def test_a_seat_that_declared_nothing_is_not_asked_whether_a_card_agrees_with_it() -> None:
    desk = WritingDesk()
    neutral = make_neutral_seat(desk.pack)
    assert not declares_anything(neutral)
    assert all(map(declares_anything, desk.pack.perspectives))
    spec = desk.case_spec().model_copy(update={"seat": neutral})
    case = desk.write(spec).view
    assert case.cards
    assert not [call for call in desk.calls if call.question.template == "case/coherence"]


def test_a_tag_that_is_a_word_too_long_is_no_reason_to_send_the_form_back() -> None:
    long_tag = " ".join(["This is so", *["and was so"] * 6]) + "."
    assert len(long_tag.split()) == 21
    desk = WritingDesk(write_acts(lie_in({"tag": long_tag})))
    case = desk.write().view
    assert find(case, SLOT).card.tag == long_tag
