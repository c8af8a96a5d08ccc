"""Motions: a statement and its denial, by grammar."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.argument.motion import parse_motion
from foam.errors import InputError

CASES = [
    (
        "Should cities make public transport free?",
        "Cities should make public transport free.",
        "Cities should not make public transport free.",
    ),
    (
        "should the  state of Orlo ban\tcars",
        "The state of Orlo should ban cars.",
        "The state of Orlo should not ban cars.",
    ),
    (
        "Does rent control reduce homelessness?",
        "Rent control does reduce homelessness.",
        "Rent control does not reduce homelessness.",
    ),
    (
        "Should the use of animals be restricted?",
        "The use of animals should be restricted.",
        "The use of animals should not be restricted.",
    ),
    (
        "Should zorbs frobnicate?",
        "It should be the case that zorbs frobnicate.",
        "It should not be the case that zorbs frobnicate.",
    ),
    (
        "Is nuclear power safe?",
        "The answer to the question “Is nuclear power safe?” is yes.",
        "The answer to the question “Is nuclear power safe?” is no.",
    ),
    ("Voting should be compulsory.", "Voting should be compulsory.", "Voting should not be compulsory."),
    ("Zoos should not exist", "Zoos should not exist.", "Zoos should exist."),
    ("Homework helps children.", "Homework helps children.", "It is not the case that homework helps children."),
]


@pytest.mark.parametrize(("asked", "affirmed", "denied"), CASES)
def test_a_motion_affirms_and_denies(asked: str, affirmed: str, denied: str) -> None:
    made = parse_motion(asked)
    assert (made.affirmed, made.denied) == (affirmed, denied)


@pytest.mark.parametrize("asked", ["", "  ", "?!", "What should be done?", "Why?", "a" * 501])
def test_what_is_no_motion_is_refused_with_a_way_forward(asked: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_motion(asked)
    assert caught.value.hint


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=120))
def test_any_text_gives_two_different_statements_or_a_clear_refusal(text: str) -> None:
    try:
        made = parse_motion(text)
    except InputError:
        return
    assert made.affirmed != made.denied
    assert "\n" not in made.affirmed + made.denied
