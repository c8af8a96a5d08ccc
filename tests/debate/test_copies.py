"""Which of two sentences that are nearly one is offered, and which are two."""

from __future__ import annotations

import pytest
from tests.debate.writers import make_source

from foam.debate.speech.copies import leave_out_copies
from foam.evidence.corpus import Passage, make_passages

FERRY = (
    "Seeking a charter from the harbour board, the ferrymen wrote that 41 pilots of the northern port had drowned in "
    "the fog since 1902 and that a bell on the mole would have led them in"
)


def list_both(one: str, other: str) -> tuple[Passage, ...]:
    first, second = (make_source(text, name, "2010", "report") for text, name in ((one, "A"), (other, "B")))
    return (*make_passages(first), *make_passages(second))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"{FERRY}.", f"{FERRY}[REF]."),
        (f"{FERRY} [12].", f"{FERRY}."),
        (f"{FERRY}.", f"{FERRY.replace('charter from', 'charter with')}."),
        (f"{FERRY}.", f"{FERRY.replace('on the mole', 'at the mole')}."),
        ("The harbour organised 1,200 watches.", "The harbor organized 1200 watches."),
        ("The Café of the Pilots closed.", "The Cafe of Pilots closed."),
        ("A toll was levied, and the port, it is said, grew.", "The toll was levied and the port it is said grew."),
    ],
)
def test_copies_but_for_marks_spelling_and_small_words_are_offered_once(one: str, other: str) -> None:
    assert len(list_both(one, other)) == 2
    (kept,) = leave_out_copies(list_both(one, other), set())
    assert kept.text == one
    cited = list_both(one, other)[1].pointer
    (kept,) = leave_out_copies(list_both(one, other), {cited})
    assert kept.text == other, "what is cited stays"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"{FERRY}.", f"{FERRY.replace('41', '14')}."),
        (f"{FERRY}.", f"{FERRY.replace('had drowned', 'had not drowned')}."),
        (f"{FERRY}.", f"{FERRY.replace('northern', 'southern')}."),
        (f"{FERRY}.", f"{FERRY.replace('wrote', 'denied')}."),
        (f"{FERRY}.", f"{FERRY.replace('since 1902', 'before 1902')}."),
        (f"{FERRY}.", f"{FERRY.replace('pilots of', 'pilots to')}."),
        ("The ferry came from the port.", "The ferry came with the port."),
        ("The rate stood at 3.5.", "The rate stood at 35."),
        ("The rate stood at 3,5.", "The rate stood at 35."),
        ("The balance was -5 crowns.", "The balance was 5 crowns."),
        ("The port paid $40 a day.", "The port paid £40 a day."),
        ("The fee rose to 5% there.", "The fee rose to 5 there."),
        ("Class A boats may land.", "Class B boats may land."),
        ("Class A boats may land.", "Class boats may land."),
    ],
)
def test_a_figure_a_negation_a_name_or_a_telling_word_makes_two_sentences(one: str, other: str) -> None:
    assert leave_out_copies(list_both(one, other), set()) == list_both(one, other)


def test_an_item_of_a_list_and_the_same_words_elsewhere_are_two() -> None:
    item = "The night bell of the harbour drowns every order of the pilots."
    listed = make_source(f"What the opponents of the harbour bell told the board:\n{item}\nThey left.", "A", "2010", "")
    _, first, *_ = make_passages(listed)
    (second,) = make_passages(make_source(item, "B", "2010", "x"))
    assert first.under
    assert leave_out_copies((first, second), set()) == (first, second)
