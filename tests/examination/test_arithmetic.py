"""Sums that a file gets wrong are found with the right figure; those that it gets right are left alone."""

from __future__ import annotations

from time import perf_counter

import pytest
from tests.examination.small import make_file

from foam.examination.arithmetic import find_arithmetic

WRONG = {
    "310 + 295 + 305 + 310 = 1,230": "1,220",
    "480 × 4.3 × 0.8 = 1,661.20": "1,651.20",
    "(310 + 295) / 2 = 312.50": "302.50",
    "310 + 295 = 605—20 = 575": "585",
    "14 of the 56 trees, 14 / 56 = 30 %": "25 %",
    "She paid 300 marks for the boat and 20 marks for the mooring, in all 330 marks.": "320",
    "You owe a total of 330 marks (300 for the boat and 20 for the mooring).": "320",
    "There were 12 rowers and 14 sailors, 27 members in all.": "26",
    "He was away on 3 days in March, 4 days in April and 2 days in May, a total of 10 days.": "9",
    "Mooring of 450, heating of 60 and water of 25 add up to 545.": "535",
}
RIGHT = (
    "20 % of 1,200 is 240.",
    "About 20 % of 1,200 is 300.",
    "20 % of 1,200 is not 300.",
    "From 40 to 50, a rise of 25 %.",
    "480 × 4.3 × 0.8 = 1,651.20",
    "The average of the four payments of 310, 295, 305 and 310 marks is 305 marks.",
    "The tool was wrong in 29 of 38 cases (76 %).",
    "There were 12 rowers and 14 sailors, 26 members in all.",
    "In 2019 there were 12 cases and in 2020 there were 14, a total of 26.",
    "He paid 300 in January and 200 in February, a total of 900 for the year.",
    "The pupil is 14, has 3 warnings and 2 absences, a total of 5 measures.",
    "Of 120 members 40 replied, and 80 did not.",
    "Section 12 of the 2019 code allows 3 boats and 2 trailers at berth 7.",
    "The shed measures 3 by 4 metres and was built in 1998 for 2,000 marks.",
    "Debt rose by €130bn, from €47.8bn to €180.5bn.",
)
LEDGER = """# Ledger

| Month | Due | Paid | Balance |
|---|---|---|---|
| January | 500.00 | 500.00 | 0.00 |
| February | 500.00 | 400.00 | 100.00 |
| March | 500.00 | 300.00 | 300.00 |
| April | 500.00 | 450.00 | {april} |
| Total | 2,000.00 | {total} | 350.00 |
"""


@pytest.mark.parametrize(("sentence", "right"), WRONG.items())
def test_a_wrong_sum_is_found_with_the_right_figure(sentence: str, right: str) -> None:
    (finding,) = find_arithmetic(make_file({"Note": f"The meeting was long. {sentence}"}))
    assert finding.kind == "arithmetic"
    assert finding.text.endswith(f" {right}.")
    assert finding.working[0].endswith(f"= {right}")
    assert finding.passages[0].text == sentence


@pytest.mark.parametrize("sentence", RIGHT)
def test_a_right_sum_and_figures_that_are_none_are_left_alone(sentence: str) -> None:
    assert find_arithmetic(make_file({"Note": f"The meeting was long. {sentence}"})) == ()


@pytest.mark.parametrize(
    ("april", "total", "right"),
    [("350.00", "1,650.00", ""), ("450.00", "1,650.00", ""), ("350.00", "1,560.00", "1,650.00")],
)
def test_a_table_is_worked_out_again(april: str, total: str, right: str) -> None:
    found = find_arithmetic(make_file({"Ledger": LEDGER.format(april=april, total=total)}))
    assert [one.text.removesuffix(".").split()[-1] for one in found] == ([right] if right else [])


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Bill\n\nBoat: 300\nMooring: 20\nTotal: 330", "320"),
        ("Bill\n\nBoat: 300\nMooring: 20\nTotal: 320", ""),
        ("Gross pay: 490.00\nIncome tax: 49.00\nInsurance: 21.00\nNet pay: 420.00", ""),
        ("Fee: 450.00\nHeating: 60.00\nLess payment received: 100.00\nTotal: 410.00", ""),
        ("Hours: 31\nRate: 10.00\nPay: 310.00\nBonus: 180.00\nTotal: 490.00\nTotal this year: 3,400.00", ""),
        ("Item,Count,Price,Sum\nOar,2,20.00,40.00\nRope,5,6.00,30.00\nSail,3,15.00,45.00\nTotal,,,125.00", "115.00"),
        ("Year,Members,Boats\n2021,812,14\n2022,820,9\n2023,805,11", ""),
    ],
)
def test_lists_and_lines_are_worked_out_again(text: str, right: str) -> None:
    found = find_arithmetic(make_file({"Paper": text}))
    assert [one.text.removesuffix(".").split()[-1] for one in found] == ([right] if right else [])


@pytest.mark.parametrize("text", ["1, and a, b 2, " * 200, "1 + " * 400 + "2 = 3", "20 % of " * 200, "| 1 " * 600])
def test_long_runs_of_figures_take_no_longer_than_their_length(text: str) -> None:
    """Each takes a fraction of a second; a pattern that tries every way would take longer than anyone waits."""
    begun = perf_counter()
    find_arithmetic(make_file({"Note": text}))
    assert perf_counter() - begun < 20
