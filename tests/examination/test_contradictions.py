"""One label with another figure or day in two papers is found; whatever is of another thing or time is left alone."""

from __future__ import annotations

import pytest
from tests.examination.small import make_file

from foam.examination.contradictions import find_contradictions


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("Rent due: £420", "Rent due: £460", ["£420", "£460"]),
        ("Rent due: £420", "Rent due: £420.00", []),
        ("Day of the flood: 3 March 2025", "Day of the flood: 4 March 2025", ["3 March 2025", "4 March 2025"]),
        ("Day of the flood: 3 March 2025", "Day of the flood: 03/03/2025", []),
        ("Boat: Heron, built 1962 Length overall: 9.4 metres", "Length overall: 9.7 metres", ["9.4", "9.7"]),
        ("| Length overall | 9.4 |\n| Width of the hull | 3 |", "Length overall: 9.7 metres", ["9.4", "9.7"]),
        ("Rent due: £420", "Rent due: 3 March 2025", []),
        ("Rent due: £420", "Rent paid: £460", []),
        ("Date: 3 March 2025", "Date: 4 March 2025", []),
        ("Rent due: £420\n\nIn June.\n\nRent due: £430", "Rent due: £460", []),
    ],
)
def test_one_label_has_one_figure_in_all_papers(one: str, other: str, found: list[str]) -> None:
    papers = {"Note": f"The winter was long.\n\n{one}\n", "Reply": f"Nobody came in spring.\n\n{other}\n"}
    told = find_contradictions(make_file(papers))
    assert all(part in finding.text for finding in told for part in found)
    assert len(told) == bool(found)
    assert all([one.document for one in finding.passages] == ["Note", "Reply"] for finding in told)


def test_two_slips_with_one_label_are_told_by_their_sentences() -> None:
    slip = "Employee: A. Weir.\n\nWeek ending {} March 2025.\n\nHours worked: {}.\n\nThe pay was {} crowns.\n"
    weeks = {"one": slip.format(7, 31, 310), "two": slip.format(14, "29.5", 295)}
    assert find_contradictions(make_file(weeks)) == ()
    other = "The bakery writes.\n\nShe was late twice.\n\nHours worked: 29.5.\n\nWe counted the hours of her book.\n"
    assert len(find_contradictions(make_file({**weeks, "two": other}))) == 1


def test_two_slips_of_one_form_have_each_its_own_figures() -> None:
    slip = "Gross pay: {}\n\nIncome tax: {}\n\nNet pay: {}\n"
    papers = {"May": slip.format("£400", "£40", "£360"), "June": slip.format("£500", "£50", "£450")}
    assert find_contradictions(make_file(papers)) == ()
