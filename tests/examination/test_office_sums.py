"""Shares, means and products as letters put them, worked out again."""

from __future__ import annotations

import pytest
from tests.examination.small import make_file

from foam.examination.arithmetic import find_arithmetic

WRONG = {
    "At 30 per cent of your monthly mooring income of $2,310 it comes to $639 per month.": "$693",
    "30 per cent of the takings of 2,310 marks comes to 639 marks.": "693",
    "You pay 12 percent of 350 marks, namely 45 marks.": "42",
    "The levy is 5 per cent of the yearly takings of the club of 12,400 crowns, so 720 crowns.": "620",
    "A deposit of 20 % of the price of 900 marks, i.e. 190 marks, is due.": "180",
    "At a rate of 30 % on an income of 2,310 marks you pay 639 marks.": "693",
    "Your share (40 % of 1,250) is 550.": "500",
    "The fee works out at 15 per cent of 480 marks, which means 62 marks.": "72",
    "On takings of £2,310, 30 per cent comes to £639.": "£693",
    "30% of your income (€2,310) amounts to €639.": "€693",
    "1,230 marks less 190 marks leaves 1,140 marks.": "1,040",
    "At 11.50 marks a week for 36 weeks that is 441 marks.": "414",
    "36 weeks at 11.50 marks a week come to 441 marks.": "414",
    "The club took 135,000 marks in the year, an average of 11,520 marks per month.": "11,250",
    "Over eight months she paid 1,840 marks, on average 250 marks a month.": "230",
}
RIGHT = (
    "At 30 per cent of your monthly mooring income of $2,310 it comes to $693 per month.",
    "At 30 per cent of your monthly mooring income of $2,310 it comes to about $700 per month.",
    "30 per cent of the 2,310 members came to 4 meetings.",
    "30 per cent of the 40 members pay 12 marks.",
    "The rate is 30 % on an income of up to 2,310 marks; you pay 639 marks.",
    "The club took 135,000 marks in the year, an average of 11,250 marks per month.",
    "The club took 135,000 marks in the year, an average of 370 marks a day.",
    "Members paid 135 marks, an average of 120 marks per month in other clubs.",
    "Over eight months she paid 1,840 marks, on average 230 marks a month.",
)


@pytest.mark.parametrize(("sentence", "right"), WRONG.items())
def test_a_wrong_figure_is_found_with_the_right_one(sentence: str, right: str) -> None:
    (finding,) = find_arithmetic(make_file({"Note": f"The meeting was long. {sentence}"}))
    assert finding.text.endswith(f" {right}.")
    assert finding.passages[0].text == sentence


@pytest.mark.parametrize("sentence", RIGHT)
def test_right_figures_and_those_of_other_things_are_left_alone(sentence: str) -> None:
    assert find_arithmetic(make_file({"Note": f"The meeting was long. {sentence}"})) == ()


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Fares 123,000 and tips 12,000, together 135,000. This is an average of {} per month.", "11,250"),
        ("The takings of the year were 62,400 marks. That is {} marks a week on average.", "1,200"),
        ("In all 135,000 marks were taken last year. The monthly average is {} marks.", "11,250"),
        ("She earned 2,760 marks in the quarter. On average this is {} marks a month.", "920"),
        ("They sold 10,950 tickets over the year. This makes a daily average of {} tickets.", "30"),
        ("He drove 5,400 miles in six months. This comes to an average of {} miles a month.", "900"),
    ],
)  # fmt: skip
def test_a_mean_of_the_figure_before_it(text: str, right: str) -> None:
    assert find_arithmetic(make_file({"Note": text.format(right)})) == ()
    near = f"{round(int(right.replace(',', '')) * 1.1 + 1):,}"
    (finding,) = find_arithmetic(make_file({"Note": text.format(near)}))
    assert finding.text.endswith(f" {right}.")


@pytest.mark.parametrize("said", ["On average {} guests came per month.", "This is an average of {} guests a month."])
def test_a_mean_of_the_table_above_it(said: str) -> None:
    table = "# Guests\n\n| Month | Guests |\n|---|---|\n| May | 40 |\n| June | 44 |\n| July | 48 |\n\n"
    assert find_arithmetic(make_file({"Guests": table + said.format(44)})) == ()
    (finding,) = find_arithmetic(make_file({"Guests": table + said.format(48 - 2)}))
    assert finding.text.endswith(" 44.")


@pytest.mark.parametrize(
    ("row", "right"),
    [
        ("| Bus | 36 weeks at €11.50 | €441 |", "414"),
        ("| Bus | 36 weeks at €11.50 | €414 |", ""),
        ("| Bus | 36 × €11.50 | €441 |", "414"),
        ("| Bus | €11.50 a week for 36 weeks | €441 |", "414"),
        ("| Bus | 36 weeks, 2 zones | €441 |", ""),
    ],
)
def test_a_row_that_says_how_its_figure_comes_about(row: str, right: str) -> None:
    text = f"# Costs\n\n| Item | Working | Amount |\n|---|---|---|\n| Fees | as invoiced | €1,450 |\n{row}\n"
    found = find_arithmetic(make_file({"Costs": text}))
    assert [one.text.removesuffix(".").split()[-1] for one in found] == ([right] if right else [])


@pytest.mark.parametrize(("head", "found"), [("Sum", 1), ("Total paid", 1), ("Fees", 0)])
def test_two_rows_show_what_a_column_is_that_is_called_a_sum(head: str, found: int) -> None:
    rows = "| Ida | 12 | 12 | 36 | 60 |\n| Tove | 12 | 14 | 10 | 36 |\n| Per | 12 | 15 | 7 | 43 |\n"
    text = f"# Fees\n\n| Member | May | June | July | {head} |\n|---|---|---|---|---|\n{rows}"
    assert len(find_arithmetic(make_file({"Fees": text}))) == found
