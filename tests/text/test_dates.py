"""Dates read out of running text, as far as they are said, and what bears them out."""

from __future__ import annotations

from datetime import date

import pytest

from foam_quotes.text.mentions.dates import Date, find_dates, find_distances, find_unborne_dates


def _read(text: str) -> list[tuple[int, ...]]:
    """Year, month, day, weekday, and the first and last year of an era."""
    return [tuple(one[1:]) for one in find_dates(text)]


@pytest.mark.parametrize(
    ("text", "stretch", "said"),
    [
        ("On 2025-02-07 it rained.", "2025-02-07", (2025, 2, 7, 0, 0, 0)),
        ("On 7 February 2025 it rained.", "7 February 2025", (2025, 2, 7, 0, 0, 0)),
        ("On the 7th of FEBRUARY, 2025 it rained.", "7th of FEBRUARY, 2025", (2025, 2, 7, 0, 0, 0)),
        ("On Feb. 7, 2025 it rained.", "Feb. 7, 2025", (2025, 2, 7, 0, 0, 0)),
        ("On 7 February it rained.", "7 February", (0, 2, 7, 0, 0, 0)),
        ("On 07.02.2025 it rained.", "07.02.2025", (2025, 2, 7, 0, 0, 0)),
        ("On 13/02/2025 it rained.", "13/02/2025", (2025, 2, 13, 0, 0, 0)),
        ("On 02/13/2025 it rained.", "02/13/2025", (2025, 2, 13, 0, 0, 0)),
        ("In February 2025 it rained.", "February 2025", (2025, 2, 0, 0, 0, 0)),
        ("In February it rained.", "February", (0, 2, 0, 0, 0, 0)),
        ("In May it rained.", "May", (0, 5, 0, 0, 0, 0)),
        ("In 2025 it rained.", "2025", (2025, 0, 0, 0, 0, 0)),
        ("On Tuesday it rained.", "Tuesday", (0, 0, 0, 2, 0, 0)),
        ("On Sundays it rained.", "Sundays", (0, 0, 0, 7, 0, 0)),
        ("In the 1990s it rained.", "1990s", (0, 0, 0, 0, 1990, 1999)),
        ("In the '90s it rained.", "'90s", (0, 0, 0, 0, 1990, 1999)),
        ("In the nineties it rained.", "the nineties", (0, 0, 0, 0, 1990, 1999)),
        ("In the 19th century it rained.", "19th century", (0, 0, 0, 0, 1800, 1900)),
        ("In the first century it rained.", "first century", (0, 0, 0, 0, 0, 100)),
        ("In the nineteenth century it rained.", "nineteenth century", (0, 0, 0, 0, 1800, 1900)),
    ],
)
def test_a_date_is_read_as_far_as_it_is_said(text: str, stretch: str, said: tuple[int, ...]) -> None:
    (found,) = find_dates(text)
    assert (found.span.of(text), found[1:]) == (stretch, said)


def test_what_may_be_two_days_is_read_as_both() -> None:
    assert _read("On 02/07/2025 it rained.") == [(2025, 7, 2, 0, 0, 0), (2025, 2, 7, 0, 0, 0)]
    assert _read("On 12/12/2025 it rained.") == [(2025, 12, 12, 0, 0, 0), (2025, 12, 12, 0, 0, 0)]


def test_days_and_years_in_a_row_are_two_dates_in_two_places() -> None:
    text = "On 3 to 5 March 2025 it rained."
    assert [(one.span.of(text), one[1:4]) for one in find_dates(text)] == [
        ("3", (2025, 3, 3)),
        ("5 March 2025", (2025, 3, 5)),
    ]
    text = "On March 3-5, 2025 it rained."
    assert [(one.span.of(text), one[1:4]) for one in find_dates(text)] == [
        ("March 3", (2025, 3, 3)),
        ("5, 2025", (2025, 3, 5)),
    ]
    text = "In 1998/99 it rained, and in 2003-2005."
    assert [(one.span.of(text), one.year) for one in find_dates(text)] == [
        ("1998", 1998),
        ("99", 1999),
        ("2003", 2003),
        ("2005", 2005),
    ]


@pytest.mark.parametrize(
    "text", ["You may come.", "May Smith came.", "In May Smith's house.", "It is 12 high.", "3000 came."]
)
def test_a_word_or_a_number_is_no_date(text: str) -> None:
    assert find_dates(text) == ()


def test_only_a_date_that_is_wholly_said_is_a_day() -> None:
    whole, part, wrong = (find_dates(text)[0].whole for text in ("7 May 2025", "7 May", "31 June 2025"))
    assert (whole, part, wrong) == (date(2025, 5, 7), None, None)


@pytest.mark.parametrize(
    ("said", "held", "borne"),
    [
        ("On 7 May 2025.", "On 7 May 2025.", True),
        ("On 7 May 2025.", "On 8 May 2025.", False),
        ("On 7 May 2025.", "On 7 June 2025.", False),
        ("On 7 May 2025.", "On 7 May 2024.", False),
        ("In May 2025.", "On 7 May 2025.", True),
        ("On 7 May 2025.", "In May 2025.", False),
        ("On 7 May 2025.", "On 7 May; this letter is of 2025.", True),
        ("On 7 May 2025.", "On 8 May; this letter is of 2025.", False),
        ("In 2025.", "On 7 May 2025.", True),
        ("In 2025.", "On 7 May 2024.", False),
        ("On Wednesday.", "On 7 May 2025.", True),
        ("On Thursday.", "On 7 May 2025.", False),
        ("On Thursday.", "On Thursday.", True),
        ("On Thursday.", "On Friday.", False),
        ("In the 1990s.", "In 1990.", True),
        ("In the 1990s.", "In 1999.", True),
        ("In the 1990s.", "In 1989.", False),
        ("In the 1990s.", "In 2000.", False),
        ("In the 1990s.", "In the nineties.", True),
        ("In the 1990s.", "In the 1980s.", False),
    ],
)
def test_a_date_is_borne_out_by_dates_that_say_all_of_it(said: str, held: str, borne: bool) -> None:
    assert (list(find_unborne_dates(find_dates(said), find_dates(held), ())) == []) is borne


def test_a_bare_year_may_stand_among_the_numbers_and_a_month_may_not() -> None:
    year, month = find_dates("In 2025."), find_dates("In May 2025.")
    assert list(find_unborne_dates(year, (), [2025])) == []
    assert list(find_unborne_dates(year, (), [2024])) == list(year)
    assert list(find_unborne_dates(month, (), [2025])) == list(month)


def test_one_reading_that_is_borne_out_is_enough() -> None:
    said = find_dates("On 02/07/2025.")
    assert list(find_unborne_dates(said, find_dates("On 7 February 2025."), ())) == []
    assert list(find_unborne_dates(said, find_dates("On 8 February 2025."), ())) == [said[0]]


def test_distances_are_those_between_any_two_days_and_any_two_years() -> None:
    held: tuple[Date, ...] = find_dates("On 1 May 2025, 8 May 2025 and 1 June 2025; in 1999 and in June.")
    assert find_distances(held) == (frozenset({7, 24, 31}), frozenset({26}))


@pytest.mark.parametrize(
    ("name", "year"),
    [
        ("twenties", 1920), ("thirties", 1930), ("forties", 1940), ("fifties", 1950),
        ("sixties", 1960), ("seventies", 1970), ("eighties", 1980), ("nineties", 1990),
    ],
)  # fmt: skip
def test_every_decade_is_ten_years_of_the_last_century(name: str, year: int) -> None:
    for text in (f"In the {name} it rained.", f"In the '{year % 100}s it rained.", f"In the {year}s it rained."):
        assert _read(text) == [(0, 0, 0, 0, year, year + 9)]


CENTURIES = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth", "twenty-first",
)  # fmt: skip


@pytest.mark.parametrize(("number", "name"), list(enumerate(CENTURIES, 1)))
def test_every_century_is_a_hundred_years(number: int, name: str) -> None:
    era = (0, 0, 0, 0, 100 * number - 100, 100 * number)
    assert _read(f"In the {name} century it rained.") == _read(f"In the {number}th centuries it rained.") == [era]


WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@pytest.mark.parametrize(("number", "name"), list(enumerate(WEEK, 1)))
def test_days_of_the_week_count_from_monday(number: int, name: str) -> None:
    assert _read(f"On {name} it rained.") == [(0, 0, 0, number, 0, 0)]


def test_a_date_is_whole_where_all_of_it_is_said_and_there_is_such_a_day() -> None:
    (found,) = find_dates("On 29 February 2024 it rained.")
    assert found.whole == date(2024, 2, 29)
    for text in ("On 29 February 2025.", "In February 2025.", "On 29 February.", "In 2025."):
        assert [one.whole for one in find_dates(text)] == [None], text


def test_dates_lie_days_and_years_apart() -> None:
    held = find_dates("On 7 May 2025, on 9 May 2025, in June 2023 and on a Monday.")
    assert find_distances(held) == (frozenset({2}), frozenset({2}))
    assert find_distances(find_dates("On 7 May 2025, on 9 May 2025 and 12 May 2025; in 2020.")) == (
        frozenset({2, 3, 5}),
        frozenset({5}),
    )
    assert find_distances(()) == (frozenset(), frozenset())
