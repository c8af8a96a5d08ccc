"""What is told of the deliberation itself: that nobody objected, and how options stand to each other."""

from __future__ import annotations

from functools import partial

import pytest

from foam.deliberation.written.tell import Tellable, check_told

REASONS = (
    Tellable(
        "r1",
        ("claim-a",),
        "A reason against that stands for the baker (strength 0.40 of 1, certainly): Most skippers named the tide as "
        "their first reason for mooring outside.\nIt rests on: “Asked in May, most skippers named the tide as their "
        "first reason for mooring outside.” (log)\n"
        "Why it bears: because a lower fee leaves this reason untouched, so that they go on mooring outside",
    ),
    Tellable(
        "r2",
        ("claim-b",),
        "A reason for that stands for the skipper (strength 0.40 of 1, certainly): The fee doubled in the last year.\n"
        "Why it bears: because a fee that doubles drives small boats away",
    ),
    Tellable(
        "o1",
        ("objection-a",),
        "An objection by the baker, which the evaluator did not find material: The fee was waived for small boats.\n"
        "It strikes r2, in these words: “The fee doubled in the last year.”",
    ),
)
tell = partial(check_told, "Should the harbour fee be lowered?", tellable=REASONS, seats=3)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("That a lower fee leaves the wish to moor by the tide untouched met no objection.", ["r1"]),
        ("Nobody objected that a lower fee leaves the tide as it is.", ["r1"]),
        ("That the tide is why skippers moor outside stands unopposed.", ["r1"]),
        ("That a fee that doubles drives small boats away met no material objection.", ["r2"]),
        ("That the fee doubled drew an objection, and that skippers moor by the tide met no objection.", ["r2", "r1"]),
    ],
)
def test_that_nobody_objected_is_no_denial_of_the_reason(text: str, ids: list[str]) -> None:
    assert tell(text=text, ids=ids) == ""


@pytest.mark.parametrize(
    "text",
    [
        "That a fee that doubles drives small boats away met no objection.",
        "The doubled fee stands unopposed.",
        "No objection was raised to it that the fee doubled.",
    ],
)
def test_that_nobody_objected_is_refused_of_a_reason_that_met_an_objection(text: str) -> None:
    assert "it met one: o1" in tell(text=text, ids=["r2"])


def test_what_stands_beside_it_is_still_held_against_the_reason() -> None:
    denied = "That a lower fee does not leave this reason untouched met no objection."
    assert "say otherwise" in tell(text=denied, ids=["r1"])


OPTIONS = (
    Tellable(
        "o1",
        ("o1",),
        "Option o1, undecided: The museum should enforce its standing ban on flash photographs by posting a guard in "
        "every hall daily, and introduce no new ticket.",
    ),
    Tellable(
        "o2",
        ("o2",),
        "Option o2, affirmed: The museum should lend all schools the same paintings and give pupils and teachers the "
        "same right to visit.",
    ),
    Tellable(
        "o3",
        ("o3",),
        "Option o3, undecided: The museum should charge visitors that bring a camera, from the gate until they leave, "
        "as long as they carry a flash.",
    ),
    Tellable("o2.for1", ("o2", "claim-a"), "A reason for o2: The paintings fade.\nObjected: They fade slowly."),
    Tellable("o3.for1", ("o3", "claim-b"), "A reason for o3: Two visitors were blinded by a flash."),
)
compare = partial(check_told, "What should the museum do about photographs?", tellable=OPTIONS, seats=3)


@pytest.mark.parametrize(
    "text",
    [
        "Supervision without a ticket and the ticket exclude each other by their words; equal lending and access could "
        "go with either.",
        "Guards alone and a charge exclude each other; lending could go with either.",
    ],
)
def test_how_options_stand_to_each_other_may_be_told_of_them(text: str) -> None:
    assert compare(text=text, ids=["o1", "o2", "o3"]) == ""


def test_a_relation_of_what_the_options_do_not_speak_of_is_refused() -> None:
    off = "Higher school fees and smaller classes exclude each other."
    assert "do not speak of it" in compare(text=off, ids=["o1", "o2", "o3"])
    assert "12" in compare(text="Lending and the 12 guards exclude each other.", ids=["o1", "o2"])


def test_of_a_compared_reason_its_own_lines_say_whether_it_met_an_objection() -> None:
    assert "it met one" in compare(text="That the paintings fade met no objection.", ids=["o2.for1"])
    assert compare(text="That two visitors were blinded by a flash met no objection.", ids=["o3.for1"]) == ""


PAIR = (
    Tellable(
        "o1.for1",
        ("o1", "claim-c"),
        "A reason for o1 (counts for order): The ban is hardly kept: guards were seen in 3 of 41 halls in May.\n"
        "It rests on: “Guards were seen in 3 of the 41 listed halls in May.”",
    ),
    Tellable(
        "o2.for2",
        ("o2", "claim-d"),
        "A reason for o2 (counts for welfare): Most teachers named the fare as their first reason for staying away.\n"
        "It rests on: “In a survey of 900 teachers, 58 percent named the fare as their first reason for staying away.”",
    ),
)
pair = partial(check_told, "What should the museum do about photographs?", tellable=PAIR, seats=3)


def test_a_sentence_that_joins_two_reasons_is_held_against_each_part_by_part() -> None:
    both = (
        "Guards were seen in 3 of 41 listed halls in May; 58 percent of teachers named the fare as their first reason "
        "for staying away."
    )
    assert pair(text=both, ids=["o1.for1", "o2.for2"]) == ""
    off = "Guards were seen in 3 of 41 listed halls in May; bakers sell more bread to fishermen on Mondays."
    assert pair(text=off, ids=["o1.for1", "o2.for2"])
    turned = (
        "Guards were not seen in 3 of 41 listed halls in May; 58 percent of teachers did not name the fare as their "
        "first reason for staying away."
    )
    assert pair(text=turned, ids=["o1.for1", "o2.for2"])
