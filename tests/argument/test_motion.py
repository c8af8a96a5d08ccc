"""Motions: a statement and its denial, by grammar."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.argument.motion import (
    is_open_question,
    parse_motion,
    parse_resolution,
    read_named_options,
    state_option,
)
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
        "Should the Water Board of Lindow fluoridate the supply?",
        "The Water Board of Lindow should fluoridate the supply.",
        "The Water Board of Lindow should not fluoridate the supply.",
    ),
    (
        "Should members elected by the staff chair the board?",
        "Members elected by the staff should chair the board.",
        "Members elected by the staff should not chair the board.",
    ),
    (
        "Should the archive digitise parish registers?",
        "The archive should digitise parish registers.",
        "The archive should not digitise parish registers.",
    ),
    (
        "Should the town rename the park when people stop using it?",
        "The town should rename the park when people stop using it.",
        "The town should not rename the park when people stop using it.",
    ),
    (
        "Should the clinic not open on Sundays?",
        "The clinic should not open on Sundays.",
        "The clinic should open on Sundays.",
    ),
    (
        "Should people who do not vote pay a fine?",
        "People who do not vote should pay a fine.",
        "People who do not vote should not pay a fine.",
    ),
    (
        "Should every village school the council runs close its doors?",
        "Every village school the council runs should close its doors.",
        "Not every village school the council runs should close its doors.",
    ),
    (
        "Should patients wait a week?",
        "It should be the case that patients wait a week.",
        "It should not be the case that patients wait a week.",
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
    (
        "Towns that are poor should close zoos.",
        "Towns that are poor should close zoos.",
        "Towns that are poor should not close zoos.",
    ),
    ("Zoos should not exist", "Zoos should not exist.", "Zoos should exist."),
    ("Homework helps children.", "Homework helps children.", "It is not the case that homework helps children."),
]


@pytest.mark.parametrize(("asked", "affirmed", "denied"), CASES)
def test_a_motion_affirms_and_denies(asked: str, affirmed: str, denied: str) -> None:
    made = parse_motion(asked)
    assert (made.affirmed, made.denied) == (affirmed, denied)


@pytest.mark.parametrize(
    ("asked", "denied"),
    [
        (
            "A town should keep the ferry for residents, unless the island admits others.",
            "It is not so that a town should keep the ferry for residents, unless the island admits others.",
        ),
        (
            "Should the council close the pool, except on Sundays?",
            "It is not so that the council should close the pool, except on Sundays.",
        ),
        (
            "Iceland should sell the harbour only if nobody objects.",
            "It is not so that Iceland should sell the harbour only if nobody objects.",
        ),
        (
            "NATO should not leave provided that the truce holds.",
            "It is not so that NATO should not leave provided that the truce holds.",
        ),
        (
            "Should zorbs frobnicate if it rains?",
            "It is not so that it should be the case that zorbs frobnicate if it rains.",
        ),
        ("If it rains the council should close the pool.", "If it rains the council should not close the pool."),
    ],
)
def test_a_statement_with_a_limit_is_denied_as_a_whole(asked: str, denied: str) -> None:
    """A "not" before "unless" would say that the thing is to be done just where the exception holds."""
    assert parse_motion(asked).denied == denied


TURNED = [
    ("Is flying a greener choice than driving?", "Flying is a greener choice than driving."),
    (
        "Is growing wheat in the valley a better use of its water than feeding the mills?",
        "Growing wheat in the valley is a better use of its water than feeding the mills.",
    ),
    (
        "Are short stories more demanding to write than novels?",
        "Short stories are more demanding to write than novels.",
    ),
    ("Are women better chess players than men?", "Women are better chess players than men."),
    ("Is a choir with fewer voices much harder to lead?", None),
    (
        "Is a choir with fewer voices much harder to lead than a full one?",
        "A choir with fewer voices is much harder to lead than a full one.",
    ),
    ("Was it right to drain the fen?", "It was right to drain the fen."),
    ("Is it better to mend a bell than to cast a new one?", "It is better to mend a bell than to cast a new one."),
    ("Is there more salt in the bay than in the lake?", "There is more salt in the bay than in the lake."),
    ("Is a longer holiday worth more than a higher wage?", "A longer holiday is worth more than a higher wage."),
    ("Does remote work do more harm than good?", "Remote work does more harm than good."),
    ("Did the flood do more damage than the fire?", "The flood did more damage than the fire."),
    ("Has the canal done more for brewers than for millers?", "The canal has done more for brewers than for millers."),
    ("Should people who use boats pay harbour dues?", "People who use boats should pay harbour dues."),
    ("Should people who can do more give more?", "People who can do more should give more."),
    ("Should what we do be taxed?", "What we do should be taxed."),
    ("Does what we do matter?", None),
    ("Is it better to raise the fee or to cut the hours?", None),
    ("Is building a cheaper tram than Lyon's a mistake?", None),
    ("Are nurses paid less than drivers?", None),
    ("Are rents rising faster than wages?", None),
    ("Are trains late more often than buses?", None),
    ("Is being a better cook more useful than being a faster one?", None),
    ("Are the new rules no better than the old ones?", None),
    ("Has the damage done by deer been worse than that by frost?", None),
]


@pytest.mark.parametrize(("asked", "affirmed"), TURNED)
def test_comparisons_become_statements_where_word_order_leaves_no_doubt(asked: str, affirmed: str | None) -> None:
    """A choice, a verb before the comparison and a comparison inside the subject leave the question as it is."""
    assert parse_motion(asked).affirmed == (affirmed or f"The answer to the question “{asked}” is yes.")


def test_comparisons_are_denied_by_their_own_verb() -> None:
    assert parse_motion("Is flying cheaper than driving?").denied == "Flying is not cheaper than driving."
    assert parse_motion("Does flying do more harm than good?").denied == "Flying does not do more harm than good."
    assert parse_motion("Are cats wiser than dogs, unless fed?").denied == (
        "It is not so that cats are wiser than dogs, unless fed."
    )


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


OPEN = [
    ("How should the town let the lake recover?", ()),
    ("What is the best way to keep bees?", ()),
    ("By what means should the town keep bees?", ()),
    ("What should a town, poor or rich, do?", ()),
    ("How should the town let the lake recover", ()),
    (
        "Which of the pier, the quay or the dam should be closed first?",
        ("The pier should be closed first.", "The quay should be closed first.", "The dam should be closed first."),
    ),
    ("Which of bees or hens should the town keep?", ("The town should keep bees.", "The town should keep hens.")),
    ("What should the town build: a dam or a pier?", ("The town should build a dam.", "The town should build a pier.")),
    (
        "How should the town fund the dam: by fees, by taxes, or by both?",
        ("The town should fund the dam by fees.", "The town should fund the dam by taxes.",
         "The town should fund the dam by both."),
    ),
    ("Who should bear the cost, owners or guests?", ("Owners should bear the cost.", "Guests should bear the cost.")),
    ("Who should the town pay: owners or guests?", ("The town should pay owners.", "The town should pay guests.")),
    (
        "What should the town do about noise: ban engines or fine owners?",
        ("The town should ban engines.", "The town should fine owners."),
    ),
    ("Which is right: bees should stay or bees should go?", ("Bees should stay.", "Bees should go.")),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "options"), OPEN)
def test_an_open_question_is_told_apart_and_its_options_are_read(asked: str, options: tuple[str, ...]) -> None:
    assert is_open_question(asked)
    assert read_named_options(asked) == options


@pytest.mark.parametrize(
    "asked", ["", "?", "Why", "Should bees stay or go?", "What matters is speed.", "Bees should go."]
)
def test_a_yes_or_no_question_and_a_statement_are_not_open(asked: str) -> None:
    assert not is_open_question(asked)


def test_an_option_in_a_few_words_is_completed_by_the_question_or_refused() -> None:
    assert state_option("What should the town build?", "a dam") == "The town should build a dam."
    assert state_option("What should the town build?", "Nobody should build here") == "Nobody should build here."
    with pytest.raises(InputError) as caught:
        state_option("How?", "a dam")
    assert caught.value.hint


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=120))
def test_any_text_can_be_looked_at_for_options(text: str) -> None:
    is_open_question(text)
    for option in read_named_options(text):
        assert option.endswith(".")


def test_how_a_resolution_is_announced_is_no_part_of_it() -> None:
    plain = parse_motion("The town should dim its lamps.")
    assert parse_motion("Resolved: The town should dim its lamps.") == plain
    assert parse_motion("Resolved, that the town should dim its lamps.") == plain


@pytest.mark.parametrize(
    ("question", "affirmed"),
    [
        ("Should the reed beds be cut every winter?", "The reed beds should be cut every winter."),
        ("Should the rent control cut be kept?", "The rent control cut should be kept."),
        ("Should every harbour have set hours?", "Every harbour should have set hours."),
    ],
)
def test_be_and_have_are_verbs_whatever_follows(question: str, affirmed: str) -> None:
    assert parse_motion(question).affirmed == affirmed


@pytest.mark.parametrize(
    ("moved", "affirmed", "denied"),
    [
        ("This house would dim the lamps", "We should dim the lamps.", "We should not dim the lamps."),
        (
            "This House believes that harbours should have set hours.",
            "Harbours should have set hours.",
            "Harbours should not have set hours.",
        ),
        (
            "This house believes all towns have a right to a harbour",
            "All towns have a right to a harbour.",
            "Not all towns have a right to a harbour.",
        ),
        ("Should towns ban lamps?", "Towns should ban lamps.", "Towns should not ban lamps."),
        ("The houses should dim lamps", "The houses should dim lamps.", "The houses should not dim lamps."),
    ],
)
def test_a_case_argues_what_a_house_moves_and_not_that_it_moves_it(moved: str, affirmed: str, denied: str) -> None:
    motion = parse_resolution(moved)
    assert (motion.affirmed, motion.denied) == (affirmed, denied)
    assert motion.question == parse_motion(moved).question
    assert parse_resolution(motion.question) == motion
