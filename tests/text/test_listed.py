"""Under which line a sentence stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.text.listed import describe_lead, find_lead, find_listed

LEAD = "The Courier summed up what was said for and against the toll: ."
TOLD = "The Courier summed up what was said for and against the toll:"
FOR, AGAINST = "Tolls pay for dredging. Ships already pay in other ports.", "Tolls drive trade away."
PROSE = (
    "The harbour board met twice that spring and, after hearing the pilots and the chandlers, put the question to the "
    "town in a ballot. It passed by a small margin, and the first toll was taken the year after."
)


def lead_of(text: str, words: str) -> str:
    return find_lead(text, text.index(words))


def test_short_lines_stand_under_the_line_above_them() -> None:
    text = "\n".join(("The toll was new.", LEAD, FOR, AGAINST, PROSE))
    assert {lead_of(text, words) for words in ("Tolls pay", "Ships already", "Tolls drive")} == {TOLD}
    assert (
        lead_of(text, "The harbour board met") == lead_of(text, "The toll was new") == lead_of(text, "The Cour") == ""
    )


def test_an_empty_line_ends_a_list_without_marks() -> None:
    text = "\n".join((LEAD, FOR, AGAINST, "", "Nobody paid."))
    assert lead_of(text, "Nobody paid") == ""


@pytest.mark.parametrize("mark", ["- ", "• ", "* ", "1. ", "(a) "])
def test_a_list_with_marks_ends_with_them(mark: str) -> None:
    text = f"The pilots ask for three things:\n{mark}A light.\n\n{mark}A mole.\nThe town has no money."
    assert lead_of(text, "A light") == lead_of(text, "A mole") == "The pilots ask for three things:"
    assert lead_of(text, "The town has") == ""


def test_an_item_may_lead_in_a_list_of_its_own() -> None:
    text = "The board lists its duties:\n1. Lights of two kinds:\n- red ones\n- green ones\n2. Moles."
    assert (
        lead_of(text, "red ones") == lead_of(text, "green ones") == "The board lists its duties: / Lights of two kinds:"
    )
    assert lead_of(text, "Moles") == "The board lists its duties:"


def test_a_label_leads_in_nothing_but_marked_items() -> None:
    assert find_listed("Summary:\nThe board met.") == ()
    assert [one.under for one in find_listed("Duties:\n- Lights.")] == ["Duties:"]


def test_the_last_sentence_of_a_line_is_told_and_a_long_one_from_its_end() -> None:
    text = f"The board met. It named these:\n- {FOR}"
    assert lead_of(text, FOR) == "It named these:"
    assert describe_lead("It named these:") == "stands under: “It named these:”"
    assert describe_lead("") == ""
    long = f"{'so ' * 80}it named these:\n- {FOR}"
    assert lead_of(long, FOR).startswith("… so so")


@given(st.text(alphabet="ab:.-1 \n", max_size=60))
def test_stretches_lie_in_order_and_within_the_text(text: str) -> None:
    found = find_listed(text)
    assert all(0 <= one.start < one.end <= len(text) and one.under for one in found)
    assert [one.start for one in found] == sorted(one.start for one in found)
