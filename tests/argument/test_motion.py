"""Motions: a statement and its denial."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.argument.motion import is_open_question, parse_motion, parse_resolution, read_named_options, state_option
from foam.errors import InputError

LAMPS = "The town should dim its lamps."


def test_a_question_with_a_known_verb_becomes_a_statement_and_another_stays_the_question() -> None:
    made = parse_motion("Should cities make public transport free?")
    assert made.affirmed == "Cities should make public transport free."
    assert made.denied == "Cities should not make public transport free."
    asked = parse_motion("Is it right to lie?")
    assert (asked.affirmed, asked.denied) == ("Is it right to lie? Yes.", "Is it right to lie? No.")


def test_a_statement_is_denied_at_its_auxiliary_or_as_a_whole_where_not_would_reach_too_little() -> None:
    made = parse_motion(LAMPS)
    assert (made.affirmed, made.denied) == (LAMPS, "The town should not dim its lamps.")
    assert parse_motion("The town should not dim its lamps.").denied == LAMPS
    assert (
        parse_motion("All towns should dim their lamps.").denied
        == "It is not so that all towns should dim their lamps."
    )
    assert parse_motion("Lamps cost money.").denied == "It is not so that lamps cost money."
    assert parse_motion("Oslo should dim its lamps").denied == "Oslo should not dim its lamps."


@pytest.mark.parametrize("asked", ["", " ?", "Why not?", "The town?", "a" * 501])
def test_what_is_no_motion_is_refused_with_a_way_forward(asked: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_motion(asked)
    assert caught.value.hint


@given(st.text(max_size=80))
def test_any_text_gives_two_different_statements_or_a_clear_refusal(text: str) -> None:
    try:
        made = parse_motion(text)
    except InputError:
        return
    assert made.affirmed != made.denied
    assert "\n" not in made.affirmed + made.denied


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        ("How should the town pay for its lamps?", ()),
        ("What should the town build: a dam, a tram or nothing?", ("A dam.", "A tram.", "Nothing.")),
        ("In which cities should lamps be dimmed?", ()),
    ],
)
def test_an_open_question_is_told_apart_and_its_list_is_read(asked: str, options: tuple[str, ...]) -> None:
    assert is_open_question(asked)
    assert read_named_options(asked) == options


@pytest.mark.parametrize("asked", ["Should the town pay?", LAMPS, "Is it right to lie?"])
def test_a_yes_or_no_question_and_a_statement_are_not_open(asked: str) -> None:
    assert not is_open_question(asked)


def test_an_option_is_a_sentence_as_it_was_given() -> None:
    assert state_option("a dam") == "A dam."
    assert state_option("Nobody should build here.") == "Nobody should build here."


@given(st.text(max_size=80))
def test_any_text_can_be_looked_at_for_options(text: str) -> None:
    is_open_question(text)
    assert all(option.endswith(".") for option in read_named_options(text))


def test_how_a_resolution_is_announced_is_no_part_of_it() -> None:
    plain = parse_motion(LAMPS)
    assert parse_motion("Resolved: The town should dim its lamps.") == plain
    assert parse_motion("Resolved, that the town should dim its lamps.") == plain


@pytest.mark.parametrize(
    ("moved", "affirmed"),
    [
        ("This house believes that lamps harm sleep.", "Lamps harm sleep."),
        ("This house would dim its lamps.", "We should dim its lamps."),
        ("This house supports dimming lamps.", "We should support dimming lamps."),
        ("Lamps harm sleep.", "Lamps harm sleep."),
    ],
)
def test_a_case_argues_what_a_house_moves_and_not_that_it_moves_it(moved: str, affirmed: str) -> None:
    motion = parse_resolution(moved)
    assert motion.affirmed == affirmed
    assert motion.question == parse_motion(moved).question
    assert parse_resolution(motion.question) == motion
