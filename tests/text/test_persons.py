"""Ordinary words that people are called by, and figures that stand for lists and pairs."""

from __future__ import annotations

import pytest

from foam.text.faithful import find_unfaithful

SOURCE = "Alexander Downer, who has three children, granted a licence to the Forum at Harwick; the RBC met there twice."


@pytest.mark.parametrize(
    "text",
    [
        "Hope has three children.",
        "Marsh was granted a licence.",
        "Rose Downer has three children.",
        "Grant Downer met the Forum.",
        "The licence went to the Grant Forum.",
        "Young is said to have three children.",
        "Young Downer has three children.",
    ],
)
def test_a_name_that_is_an_ordinary_word_is_found(text: str) -> None:
    assert [one.kind for one in find_unfaithful(text, cited=[SOURCE])] == ["name"]


@pytest.mark.parametrize(
    "text",
    [
        "Hope for a licence was not in vain.",
        "Young parents met at Harwick.",
        "Grants and licences were given at Harwick.",
        "Downer will grant a licence.",
        "Post offices are no part of it.",
    ],
)
def test_an_ordinary_word_at_the_beginning_is_no_name(text: str) -> None:
    assert not find_unfaithful(text, cited=[SOURCE])


def test_another_spelling_by_one_vowel_is_the_same_name() -> None:
    cited = ["Fighting between the Mahdi Army and the Taleban ended in Khost."]
    assert not find_unfaithful("The Mehdi Army fought the Taliban in Khost.", cited=cited)
    assert [one.found for one in find_unfaithful("The Mahdi Army fought in Kharg.", cited=cited)] == ["Kharg"]


def test_initials_bear_out_the_words_they_stand_for_and_no_others() -> None:
    cited = ["The RBC was opened by the World Economic Forum."]
    assert not find_unfaithful("The Regional Business Council was opened.", cited=cited)
    found = find_unfaithful("It is the World Economic Vasquez's Regional Business Council.", cited=cited)
    assert [one.found for one in found] == ["Vasquez's"]


def test_a_list_of_two_names_bears_out_two_of_them_and_not_two_of_what_is_counted_otherwise() -> None:
    cited = ["Three major bombings worried leaders in Baghdad and Washington."]
    assert not find_unfaithful("Leaders in two capitals were worried.", cited=cited)
    assert [one.found for one in find_unfaithful("It was one of the two bombings.", cited=cited)] == ["two"]


def test_the_number_of_a_place_is_no_count() -> None:
    cited = ["She won Council Position 8; six of the nine members are women."]
    assert not find_unfaithful("She holds position 8.", cited=cited)
    assert [one.found for one in find_unfaithful("She holds position 6.", cited=cited)] == ["position 6"]


def test_a_name_with_and_without_its_hyphen_title_or_form_is_one() -> None:
    cited = ["Reverend Ada Holm of the Barings Bank rode a Mag-lev train with the “red shirt” group."]
    assert not find_unfaithful("Rev. Ada Holm of Barings Bank PLC rode the Maglev.", cited=cited)


def test_a_term_in_quotation_marks_may_be_inflected_and_a_quotation_may_not() -> None:
    cited = ["The “red shirt” group marched past the old town hall at noon."]
    assert not find_unfaithful("The “red shirts” marched.", cited=cited)
    assert find_unfaithful("The “blue shirts” marched.", cited=cited)
    assert find_unfaithful("It “marches past the old town hall”.", cited=cited)
