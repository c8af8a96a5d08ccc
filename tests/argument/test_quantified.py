"""Denials of what is said to be so sometimes, always, never, of all, some, none or only of some."""

from __future__ import annotations

import pytest

from foam.argument.motion import parse_motion

OFTEN = [
    (
        "This house believes that bribery is sometimes acceptable",
        "This house believes that bribery is never acceptable.",
    ),
    ("Bribery may be acceptable at times.", "Bribery may never be acceptable."),
    ("Bribery is sometimes acceptable for some firms.", "Bribery is never acceptable for any firms."),
    ("Governments should sometimes lie.", "Governments should never lie."),
    ("Governments should never lie.", "Governments should sometimes lie."),
    ("War can never be justified.", "War can sometimes be justified."),
    ("Lying is always wrong.", "Lying is not always wrong."),
    ("Governments always should pay.", "Governments should not always pay."),
    ("Doctors must always tell the truth.", "Doctors need not always tell the truth."),
    ("Doctors must never lie.", "Doctors may sometimes lie."),
    ("Sometimes lying is right.", "Lying is never right."),
    ("Bribery sometimes helps firms.", "Bribery never helps firms."),
    ("Bribery never helps any firm.", "Bribery sometimes helps some firm."),
    ("This house would never lie.", "This house would sometimes lie."),
]
HOW_MANY = [
    ("All drugs should be legal.", "Not all drugs should be legal."),
    ("This house believes that all drugs should be legal", "This house believes that not all drugs should be legal."),
    ("Everyone should vote.", "Not everyone should vote."),
    ("Some drugs should be legal.", "No drugs should be legal."),
    ("Some of the banks are safe.", "None of the banks are safe."),
    ("None of the banks is safe.", "Some of the banks are safe."),
    ("Some drugs should not be legal.", "All drugs should be legal."),
    ("No one should be above the law.", "Someone should be above the law."),
    ("Only citizens should vote.", "Not only citizens should vote."),
    ("Not all drugs should be legal.", "All drugs should be legal."),
    ("Cities should ban some cars.", "Cities should not ban any cars."),
    ("Cities should not ban any cars.", "Cities should ban some cars."),
    ("Cities should ban all cars.", "Cities should not ban all cars."),
    ("Cities should have no cars.", "Cities should have some cars."),
]
WHOLE = [
    ("Some people should sometimes lie.", "It is not so that some people should sometimes lie."),
    ("All people should never lie.", "It is not so that all people should never lie."),
    ("All towns should not ban cars.", "It is not so that all towns should not ban cars."),
    ("There is no right to strike.", "It is not so that there is no right to strike."),
    ("Schools should only teach facts.", "It is not so that schools should only teach facts."),
    ("Only if it rains should we go.", "It is not so that only if it rains should we go."),
    ("Cities should no longer build roads.", "It is not so that cities should no longer build roads."),
    (
        "This house believes that all people should never lie",
        "This house believes that it is not so that all people should never lie.",
    ),
    ("Bribery always helps.", "It is not the case that bribery always helps."),
]
ELSEWHERE = [
    ("Towns should protect people who sometimes fail.", "Towns should not protect people who sometimes fail."),
    ("People who are sometimes late should pay.", "People who are sometimes late should not pay."),
    ("Parents should be allowed to sometimes lie.", "Parents should not be allowed to sometimes lie."),
    ("Wages should rise some 20 percent.", "Wages should not rise some 20 percent."),
    ("All in all, cities should ban cars.", "All in all, cities should not ban cars."),
    ("Some say cities should ban cars.", "Some say cities should not ban cars."),
]


@pytest.mark.parametrize(("moved", "denied"), [*OFTEN, *HOW_MANY])
def test_how_often_and_of_how_many_is_denied_in_english(moved: str, denied: str) -> None:
    assert parse_motion(moved).denied == denied


@pytest.mark.parametrize(("moved", "denied"), WHOLE)
def test_where_no_good_denial_can_be_formed_the_whole_is_denied(moved: str, denied: str) -> None:
    assert parse_motion(moved).denied == denied


@pytest.mark.parametrize(("moved", "denied"), ELSEWHERE)
def test_what_says_it_of_another_clause_or_not_at_all_is_denied_as_ever(moved: str, denied: str) -> None:
    assert parse_motion(moved).denied == denied


@pytest.mark.parametrize(
    ("asked", "affirmed", "denied"),
    [
        ("Is bribery sometimes acceptable?", "Bribery is sometimes acceptable.", "Bribery is never acceptable."),
        ("Should zoos never exist?", "Zoos should never exist.", "Zoos should sometimes exist."),
        (
            "Should the state never tax bread?",
            "The state should never tax bread.",
            "The state should sometimes tax bread.",
        ),
        ("Should all drugs be legal?", "All drugs should be legal.", "Not all drugs should be legal."),
        ("Does crime sometimes pay?", "Crime does sometimes pay.", "Crime does not ever pay."),
        ("Is it always right to obey?", "It is always right to obey.", "It is not always right to obey."),
        (
            "Is lying sometimes right or always wrong?",
            "The answer to the question “Is lying sometimes right or always wrong?” is yes.",
            "The answer to the question “Is lying sometimes right or always wrong?” is no.",
        ),
    ],
)
def test_a_question_of_how_often_is_stated_and_denied(asked: str, affirmed: str, denied: str) -> None:
    motion = parse_motion(asked)
    assert (motion.affirmed, motion.denied) == (affirmed, denied)


@pytest.mark.parametrize(("moved", "denied"), [*OFTEN[3:6], *HOW_MANY[10:12]])
def test_the_denial_of_a_denial_is_what_was_said(moved: str, denied: str) -> None:
    assert parse_motion(denied).denied == moved
