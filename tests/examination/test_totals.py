"""Totals of tables are worked out again whatever their row is called and wherever it stands."""

from __future__ import annotations

import pytest
from tests.examination.small import make_file

from foam.examination.arithmetic import find_arithmetic

HALLS = """# Halls

| Hall | Seats | Sold |
|---|---|---|
{first}| Blue | 53 | 50 |
| Green | 49 | 45 |
| Red | 30 | 29 |
{last}"""
CALLED = (
    "All",
    "All halls",
    "Sum",
    "Overall",
    "Whole",
    "Gesamt",
    "Gesamtsumme",
    "Insgesamt",
    "Combined",
    "Grand total",
    "TOTAL:",
    "**Total**",
    "Together",
    "",
    "The theatre",
    "Season",
)


@pytest.mark.parametrize("called", CALLED)
def test_a_wrong_total_is_found_whatever_it_is_called(called: str) -> None:
    text = HALLS.format(first="", last=f"| {called} | 132 | 121 |\n")
    (finding,) = find_arithmetic(make_file({"Halls": text}))
    assert finding.text.endswith("but the figures give 124.")
    assert find_arithmetic(make_file({"Halls": text.replace("121", "124")})) == ()


@pytest.mark.parametrize("called", ["All", "Overall", "Whole theatre", "Gesamt", "Theatre", "Total"])
def test_a_total_may_stand_above_its_parts(called: str) -> None:
    text = HALLS.format(first=f"| {called} | 132 | 142 |\n", last="")
    (finding,) = find_arithmetic(make_file({"Halls": text}))
    assert finding.text.endswith("but the figures give 124.")
    assert find_arithmetic(make_file({"Halls": text.replace("142", "124")})) == ()


@pytest.mark.parametrize(
    ("table", "right"),
    [
        ("Item | Note | Amount\nRope | new | €1,450\nOars | old | €185\nTar | 9 tins | €414\nTotal | €2,149", "2,049"),
        ("Item | Note | Amount\nRope | new | €1,450\nOars | old | €185\nTar | 9 tins | €414\nTotal | €2,049", ""),
        ("A | Net | Tax | Gross\nB | 100 | 20 | 120\nC | 50 | 10 | 60\nD | 30 | 6 | 36\nAll | 180 | 38 | 216", "36"),
        ("Boat | May | June\nTern | £1,200.50 | £80.00\nGull | £300.25 | £90.00\nSum | £1,500.75 | £180.00", "170.00"),
        ("Boat | May | June\nTern | 1200 | -\nGull | 300 | 90\nWhole | 1500 | 90", ""),
        ("Year | Members | Boats\n2021 | 812 | 14\n2022 | 820 | 9\n2023 | 805 | 11", ""),
        ("Boat | Crew | Length\nTern | 4 | 9\nGull | 3 | 8\nPuffin | 2 | 7\nEider | 9 | 12", ""),
        ("Rank | Crew\nAll | 5\nGull | 3\nPuffin | 2", ""),
        ("Name | Games | Goals\nAnn | 10 | 4\nBo | 12 | 6\nCy | 11 | 5\nAverage | 11 | 5", ""),
    ],
)  # fmt: skip
def test_tables_with_empty_cells_and_signs_of_money(table: str, right: str) -> None:
    found = find_arithmetic(make_file({"Paper": f"A list\n{table}"}))
    assert [one.text.removesuffix(".").split()[-1] for one in found] == ([right] if right else [])
