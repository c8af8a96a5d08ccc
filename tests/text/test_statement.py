"""What states something and what does not, by its shape."""

from __future__ import annotations

import pytest

from foam.text.statement import find_no_statement

STATING = [
    "Bees pollinate a third of the crops that people eat.",
    "bees pollinate crops",
    "hives died in the winter. keepers lost half of them",
    "The keeper lost 12 of 40 hives in 2019, and 3 of 28 in 2020.",
    "* A hive needs water within a mile.",
    "That is the hive he was afraid of",
    "Honey is what it is, and was.",
    "Smith, J. et al. found that NSAIDs and HTTP headers kill no bees.",
    "McDonald and O'Brien say the iPhone harms bees.",
    "Monday, Sept. 24, 1979",
]
SILENT = {
    "[[Bees]] {{cite}} ref": "mark-up",
    "See also: Beekeeping": "leads elsewhere",
    "Retrieved 12 May 2014": "leads elsewhere",
    "Hives | 1203 | 44 | losses | 12": "row",
    "hives, 12, winter, 400, 3": "row",
    "eebs lliop etan a htird fo eht pcrso": "letters",
    "of crops the are Bees a by pollinate. third that": "no order",
    "Bees pollinate a": "breaks off",
    "The keepers should": "breaks off",
    "Varroa": "heading",
    "National Bee Unit": "heading",
}


@pytest.mark.parametrize("text", STATING)
def test_a_sentence_states_something(text: str) -> None:
    assert find_no_statement(text) == ""


@pytest.mark.parametrize(("text", "why"), SILENT.items())
def test_what_has_no_shape_of_a_sentence_states_nothing(text: str, why: str) -> None:
    assert why in find_no_statement(text)


@pytest.mark.parametrize("text", ["", "  ", "12", "—"])
def test_where_there_are_no_words_it_says_nothing(text: str) -> None:
    assert find_no_statement(text) == ""
