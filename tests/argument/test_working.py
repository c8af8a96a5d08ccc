"""Workings: what they come to, held against a count made another way, and what they need of the file."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam.argument.casefile import CaseFile, FiledDocument
from foam.argument.grounding import complete_days, find_ungrounded, read_day, stands_in
from foam.argument.nearest import find_nearest, replace_input
from foam.argument.working import (
    COMPARISONS,
    Compare,
    Context,
    Day,
    Days,
    Ends,
    Figure,
    Given,
    Later,
    Nth,
    Op,
    Ref,
    Round,
    RoundingMode,
    WorkDays,
    Working,
    compute,
    list_inputs,
    map_inputs,
    round_number,
    show_working,
)


def figure(value: str, at: str = "01#s0") -> Figure:
    return Figure(value=Decimal(value), at=(at,))


def day(text: str, at: str = "01") -> Day:
    return Day(value=date.fromisoformat(text), at=(at,))


def op(name: str, *args: Working) -> Op:
    return Op.model_validate({"op": name, "args": args})


STRETCHES = [
    ("2024-03-04", "2024-03-23"), ("2024-03-04", "2024-03-14"), ("2024-03-15", "2024-03-23"),
    ("2025-03-18", "2025-03-25"), ("2024-02-28", "2024-03-01"), ("2023-02-28", "2023-03-01"),
    ("2024-12-30", "2025-01-02"), ("2025-05-05", "2025-05-05"), ("2000-02-29", "2004-02-29"),
    ("2025-03-29", "2025-03-31"), ("2024-01-01", "2024-12-31"), ("1999-12-31", "2000-01-01"),
]  # fmt: skip


@pytest.mark.parametrize("ends", ["both", "last"])
@pytest.mark.parametrize(("first", "last"), STRETCHES)
def test_days_are_those_that_one_can_tick_off(first: str, last: str, ends: Ends) -> None:
    start, stop = date.fromisoformat(first), date.fromisoformat(last)
    ticked = [one for n in range(2000) if start <= (one := start + timedelta(days=n)) <= stop]
    wanted = len(ticked) if ends == "both" else len(ticked) - 1
    assert compute(Days(first=day(first), last=day(last), ends=ends)).value == wanted


HOLIDAYS = ("2024-12-25", "2024-12-26", "2025-01-01", "2025-05-01")


@pytest.mark.parametrize("weekdays", [(1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6)])
@pytest.mark.parametrize(("first", "last"), STRETCHES[3:10])
def test_working_days_are_those_numpy_counts(first: str, last: str, weekdays: tuple[int, ...]) -> None:
    closed = tuple(day(one) for one in HOLIDAYS)
    mask = [n in weekdays for n in range(1, 8)]
    after = str(date.fromisoformat(last) + timedelta(days=1))
    counted = np.busday_count(first, after, weekmask=mask, holidays=list(HOLIDAYS))
    working = WorkDays(first=day(first), last=day(last), ends="both", weekdays=weekdays, closed=closed)
    assert compute(working).value == int(counted)


@pytest.mark.parametrize(
    ("weekday", "n", "month", "year", "wanted"),
    [
        (1, 1, 9, 2025, "2025-09-01"),  # Labor Day
        (4, 4, 11, 2024, "2024-11-28"),  # Thanksgiving
        (1, -1, 5, 2025, "2025-05-26"),  # Memorial Day
        (7, 2, 9, 2024, "2024-09-08"),  # the second Sunday of September
        (5, 5, 2, 2024, None),
        (4, 5, 2, 2024, "2024-02-29"),
    ],
)
def test_the_nth_weekday_of_a_month(weekday: int, n: int, month: int, year: int, wanted: str | None) -> None:
    closed = Nth.model_validate({"weekday": weekday, "n": n, "month": month, "at": ("01#s0",)})
    assert str(closed.find_day(year)) == str(wanted)
    whole = WorkDays(first=day(f"{year}-01-01"), last=day(f"{year}-12-31"), ends="both", weekdays=(1, 2, 3, 4, 5, 6, 7))
    fewer = whole.model_copy(update={"closed": (closed,)})
    lost = 0 if wanted is None else 1
    assert compute(fewer).value == 365 + (year % 4 == 0) - lost


MONTHS = [
    ("2025-01-31", 1, "2025-02-28"),
    ("2024-01-31", 1, "2024-02-29"),
    ("2025-03-18", 3, "2025-06-18"),
    ("2025-11-30", 3, "2026-02-28"),
    ("2025-03-31", -1, "2025-02-28"),
    ("2025-12-15", 12, "2026-12-15"),
]


@pytest.mark.parametrize(("first", "months", "wanted"), MONTHS)
def test_a_month_later_is_the_same_day_or_the_last_there_is(first: str, months: int, wanted: str) -> None:
    later = Later(first=day(first), count=figure(str(months)), unit="months")
    assert compute(later).value == date.fromisoformat(wanted)
    assert compute(Compare(left=day(wanted), op="<=", right=later)).value is True
    assert (
        compute(Compare(left=Later(first=day(wanted), count=figure("1"), unit="days"), op="<=", right=later)).value
        is False
    )


@pytest.mark.parametrize("mode", ["half_up", "up", "down"])
@pytest.mark.parametrize("number", ["2.5", "-2.5", "1049.205", "1049.204999", "0.1", "-0.1", "99.995", "3"])
@pytest.mark.parametrize("places", [0, 2])
def test_rounding_is_that_of_decimal(number: str, places: int, mode: RoundingMode) -> None:
    modes = {"half_up": ROUND_HALF_UP, "up": ROUND_UP, "down": ROUND_DOWN}
    wanted = Decimal(number).quantize(Decimal(1).scaleb(-places), rounding=modes[mode])
    assert compute(Round(of=figure(number), to=Decimal(1).scaleb(-places), mode=mode)).value == wanted


@pytest.mark.parametrize(
    ("number", "to", "mode", "wanted"),
    [
        ("3.3", "0.5", "half_up", "3.5"),
        ("3.2", "0.5", "half_up", "3"),
        ("3.25", "0.5", "half_up", "3.5"),
        ("-3.25", "0.5", "half_up", "-3.5"),
        ("41.01", "0.1", "up", "41.1"),
        ("1249", "25", "down", "1225"),
    ],
)
def test_rounding_goes_to_any_unit(number: str, to: str, mode: RoundingMode, wanted: str) -> None:
    assert compute(Round(of=figure(number), to=Decimal(to), mode=mode)).value == Fraction(wanted)


def test_rounding_is_exact_beyond_the_digits_of_any_context() -> None:
    number = Fraction(10) ** 40 + Fraction(1, 2)
    assert round_number(number, Fraction(1), "half_up") == 10**40 + 1
    assert round_number(number - Fraction(1, 10**50), Fraction(1), "half_up") == 10**40


def test_nothing_is_rounded_unless_it_is_said() -> None:
    third = op("div", figure("1000"), figure("7"))
    assert compute(Compare(left=op("mul", third, figure("7")), op="=", right=figure("1000"))).value is True


@pytest.mark.parametrize(
    ("working", "wanted"),
    [
        (op("sum", figure("4"), figure("14")), "18"),
        (op("sub", figure("42"), figure("6"), figure("1")), "35"),
        (op("mul", figure("29.5"), figure("10")), "295"),
        (op("div", figure("9"), figure("2"), figure("3")), "1.5"),
        (op("mean", figure("1"), figure("2"), figure("6")), "3"),
        (op("min", figure("1"), figure("-2")), "-2"),
        (op("max", figure("1"), figure("-2")), "1"),
        (op("count", figure("7"), figure("7")), "2"),
        (op("less_percent", figure("1311.50"), figure("20")), "1049.20"),
    ],
)
def test_operations(working: Working, wanted: str) -> None:
    assert compute(working).value == Decimal(wanted)


@given(st.integers(-50, 50), st.integers(-50, 50))
def test_comparisons_are_those_of_numbers(left: int, right: int) -> None:
    wanted = {"<=": left <= right, "<": left < right, "=": left == right, ">=": left >= right, ">": left > right}
    for sign in COMPARISONS:
        compared = Compare(left=figure(str(left)), op=sign, right=figure(str(right)))
        assert compute(compared).value is wanted[sign]


@pytest.mark.parametrize(
    ("working", "fault"),
    [
        (op("div", figure("1"), figure("0")), "it divides by zero"),
        (Days(first=day("2025-03-25"), last=day("2025-03-18"), ends="last"), "18 March 2025 lies before 25 March 2025"),
        (op("sum", figure("1"), day("2025-03-18")), "18 March 2025 is no number"),
        (Compare(left=figure("1"), op="<", right=day("2025-03-18")), "1 cannot be compared with 18 March 2025"),
        (op("less_percent", figure("1")), "less_percent takes a number and how many percent are taken off"),
        (Later(first=day("9999-12-31"), count=figure("1"), unit="days"), "the day lies beyond the calendar"),
    ],
)
def test_what_cannot_be_computed_says_why(working: Working, fault: str) -> None:
    assert (compute(working).value, compute(working).fault) == (None, fault)


def test_an_input_is_open_when_all_its_sentences_are_gone() -> None:
    twice = Figure(value=Decimal(310), at=("05#s3", "16#s0"))
    total = op("sum", twice, Ref(leaf="wage"))
    leaves: dict[str, Working | None] = {"wage": figure("10", "10#s0")}
    assert compute(total, Context(leaves, {"05#s3"})).value == 320
    assert compute(total, Context(leaves, {"05#s3", "16"})).open == ("05#s3",)
    assert compute(total, Context(leaves, {"10#s0"})).open == ("10#s0",)
    assert compute(total, Context({}, ())).open == ("wage",)
    assert compute(Ref(leaf="a"), Context({"a": Ref(leaf="a")})).open == ("a",)


MEAN = op("mean", figure("310", "02#s3"), figure("295", "03#s3"), figure("305", "04#s3"), figure("310", "05#s3"))
MONTHLY = op("less_percent", op("mul", MEAN, figure("4.3", "06#s0")), figure("20", "06#s3"))
UNDER = Compare(left=MONTHLY, op="<=", right=figure("1215", "07#s1"))
IN_TIME = Compare(
    left=Days(first=day("2025-03-18"), last=day("2025-03-25", "09"), ends="last"), op="<=", right=figure("90", "08#s0")
)
YEAR = Given(value=Decimal(12), why="a year has twelve months")


@pytest.mark.parametrize(
    ("working", "shown"),
    [
        (UNDER, "(310 + 295 + 305 + 310) / 4 × 4.3 − 20 % = 1,049.20 (has to be at most 1,215)"),
        (op("mul", figure("29.5"), figure("10")), "29.5 × 10 = 295"),
        (op("mul", op("sum", figure("1"), figure("2")), figure("3")), "(1 + 2) × 3 = 9"),
        (op("sub", figure("9"), op("sub", figure("3"), figure("1"))), "9 − (3 − 1) = 7"),
        (op("div", figure("10"), figure("7")), "10 / 7 ≈ 1.4286"),
        (op("mul", figure("100"), YEAR), "100 × 12 (usual) = 1,200"),
        (IN_TIME, "days from 18 March 2025 to 25 March 2025 (first day not counted) = 7 (has to be at most 90)"),
        (Round(of=figure("3.3"), to=Decimal("0.5"), mode="down"), "3.3 rounded down to 0.5 = 3"),
    ],
)
def test_a_working_is_printed_for_readers(working: Working, shown: str) -> None:
    assert show_working(working) == shown


@pytest.mark.parametrize(
    ("working", "shown"),
    [
        (UNDER, "1,049.20 (has to be at most 1,215)"),
        (IN_TIME, "7 (has to be at most 90)"),
        (op("mul", figure("29.5"), figure("10")), "295"),
        (
            Compare(left=day("2025-03-18"), op="<", right=day("2025-03-25", "09")),
            "18 March 2025 (has to be before 25 March 2025)",
        ),
    ],
)
def test_in_short_a_working_is_what_it_comes_to_and_what_is_asked(working: Working, shown: str) -> None:
    assert show_working(working, in_short=True) == shown


def test_a_working_that_is_read_shows_what_it_comes_to() -> None:
    read = op("sum", Ref(leaf="wage"), figure("5"))
    assert show_working(read, Context({"wage": op("mul", figure("29.5"), figure("10"))})) == "295 + 5 = 300"


def test_a_working_with_an_open_input_is_printed_so() -> None:
    assert show_working(UNDER, Context(gone={"05#s3"})).endswith("= (open) (has to be at most 1,215)")


FILE = CaseFile(
    documents={
        "01": FiledDocument(
            role="record",
            dated=date(2025, 3, 18),
            sentences=(
                "The visit took place on 25 March.",
                "It was repeated on the 27th.",
                "| Week 2 | 1,215.50 |",
                "The second notice names nine people and 2.1 million crowns.",
            ),
        )
    }
)


@pytest.mark.parametrize(
    ("value", "sentence", "stands"),
    [
        ("20", "a deduction of 20 percent was applied", True),
        ("0.2", "a deduction of 20 percent was applied", True),
        ("2", FILE.documents["01"].sentences[3], True),
        ("9", FILE.documents["01"].sentences[3], True),
        ("2.1", FILE.documents["01"].sentences[3], True),
        ("2100000", FILE.documents["01"].sentences[3], True),
        ("1215.50", FILE.documents["01"].sentences[2], True),
        ("1215", FILE.documents["01"].sentences[2], False),
        ("28", "the stub of 28 February 2025", False),
        ("-6", "it fell to -6 degrees", True),
        ("6", "it fell to -6 degrees", False),
        ("31", "between 29-31 hours", True),
        ("0.5", "for every half metre of width", True),
        ("0.5", "the nearest half-hour", True),
        ("0.5", "for every metre of width", False),
    ],
)
def test_a_figure_stands_in_its_sentence_or_does_not(value: str, sentence: str, *, stands: bool) -> None:
    assert stands_in(Decimal(value), sentence) is stands


def test_what_a_day_lacks_is_taken_from_its_document_and_shown() -> None:
    assert read_day(date(2025, 3, 18), "01", FILE) == ""
    assert read_day(date(2025, 3, 25), "01#s0", FILE) == "year"
    assert read_day(date(2024, 3, 25), "01#s0", FILE) is None
    assert read_day(date(2025, 3, 27), "01#s1", FILE) == "year and month"
    assert read_day(date(2025, 4, 27), "01#s1", FILE) is None
    stretch = Days(first=day("2025-03-25", "01#s0"), last=day("2025-03-27", "01#s1"), ends="last")
    found = complete_days(stretch, FILE)
    assert [one.taken for one in list_inputs(found) if isinstance(one, Day)] == ["year", "year and month"]
    assert show_working(found) == (
        "days from 25 March 2025 (year of its document) to 27 March 2025 (year and month of its document) "
        "(first day not counted) = 2"
    )


@pytest.mark.parametrize(
    ("first", "second", "taken"),
    [
        ("Notes of 1 May 2024.", "He came on 4 March.", "year"),
        ("Notes, March 2024.", "He came on the 4th.", "year and month"),
        ("Notes of 1 May 2024 and of 2 June 2024.", "He came on 4 March.", None),
        ("Notes.", "He came on 4 March.", None),
    ],
)
def test_a_document_without_a_date_has_the_one_of_its_first_sentence(first: str, second: str, taken: str) -> None:
    file = CaseFile(documents={"01": FiledDocument(role="record", sentences=(first, second))})
    assert read_day(date(2024, 3, 4), "01#s1", file) == taken
    assert read_day(date(2023, 3, 4), "01#s1", file) is None


PIECES = CaseFile(
    documents={
        "01": FiledDocument(role="record", sentences=("The fair of March 2024.", "It rained.")),
        "02": FiledDocument(role="record", sentences=("We met on the 4th.", "We met on 4 April 2024.")),
    }
)


def test_a_day_may_stand_in_two_sentences_together_and_needs_both() -> None:
    pieced = Day(value=date(2024, 3, 4), at=("01#s0", "02#s0"))
    (found,) = list_inputs(complete_days(pieced, PIECES))
    assert isinstance(found, Day)
    assert (found.together, found.taken) == (True, "")
    assert not list(find_ungrounded(found, PIECES))
    assert compute(found, Context(gone={"02#s0"})).open == ("02#s0",)
    for at in ("01#s1", "02#s1"):
        other = complete_days(Day(value=date(2024, 3, 4), at=("01#s0", at)), PIECES)
        assert [place for _, place in find_ungrounded(other, PIECES)] == ["01#s0", at]


def test_each_sentence_of_an_input_must_give_it() -> None:
    one = Figure(value=Decimal(9), at=("01#s3", "01#s2"))
    assert list(find_ungrounded(op("sum", one, day("2025-03-25", "01#s0")), FILE)) == [(one, "01#s2")]


def test_a_day_earlier_would_have_been_in_time() -> None:
    late = Compare(
        left=Days(first=day("2025-03-18"), last=day("2025-06-17", "09"), ends="last"), op="<=", right=figure("90")
    )
    found = {turned.input: turned.value for turned in find_nearest(late)}
    assert found[day("2025-06-17", "09")] == date(2025, 6, 16)
    assert found[day("2025-03-18")] == date(2025, 3, 19)
    assert found[figure("90")] == Decimal(91)


def test_the_nearest_value_turns_a_comparison_and_none_between_does() -> None:
    for turned in find_nearest(UNDER):
        assert compute(replace_input(UNDER, turned.input, turned.value)).value is False
        value, step = (
            Decimal(str(turned.input.value)),
            Decimal(1).scaleb(int(Decimal(str(turned.input.value)).as_tuple().exponent)),
        )
        back = Decimal(str(turned.value)) + (step if Decimal(str(turned.value)) < value else -step)
        assert compute(replace_input(UNDER, turned.input, back)).value is True
    assert len(find_nearest(UNDER)) == 7


def test_a_convention_is_never_varied() -> None:
    asked = Compare(left=op("mul", figure("100"), YEAR), op="<=", right=figure("1300", "01#s1"))
    assert {turned.input for turned in find_nearest(asked)} == {figure("100"), figure("1300", "01#s1")}


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 12), st.integers(1, 6), st.integers(1, 40), st.sampled_from(COMPARISONS))
def test_the_nearest_figure_is_the_one_found_by_trying_all(first: int, factor: int, limit: int, sign: str) -> None:
    product = op("mul", figure(str(first), "01#s1"), figure(str(factor), "01#s2"))
    compared = Compare.model_validate({"left": product, "op": sign, "right": figure(str(limit), "01#s3")})
    now = compute(compared).value
    found = {turned.input.at[0]: turned.value for turned in find_nearest(compared) if isinstance(turned.input, Figure)}
    for place, value in (("01#s1", first), ("01#s2", factor), ("01#s3", limit)):
        tried = [
            abs(n - value)
            for n in range(100)
            if compute(replace_input(compared, figure(str(value), place), Decimal(n))).value != now
        ]
        assert (place in found) == bool(tried)
        if tried:
            assert abs(Decimal(str(found[place])) - value) == min(tried)


def test_certificates_for_4_to_14_and_15_to_23_march_cover_20_days_and_not_21() -> None:
    first, last = day("2024-03-04"), day("2024-03-23")
    both = [("2024-03-04", "2024-03-14"), ("2024-03-15", "2024-03-23")]
    parts = op("sum", *(Days(first=day(one), last=day(other), ends="both") for one, other in both))
    assert compute(parts).value == compute(Days(first=first, last=last, ends="both")).value == 20
    assert compute(Days(first=first, last=day("2024-03-24"), ends="both")).value == 21


def test_a_figure_has_a_limited_number_of_digits() -> None:
    with pytest.raises(ValueError, match="at most 15 digits"), localcontext():
        figure("1" * 16)


@pytest.mark.parametrize("kind", [Days, WorkDays])
def test_each_day_that_a_count_reads_is_changed_for_itself(kind: type[Days] | type[WorkDays]) -> None:
    moved = {"2025-03-03": day("2025-04-01"), "2025-03-07": day("2025-04-04")}
    count = kind(first=day("2025-03-03"), last=day("2025-03-07"), ends="both")
    changed = map_inputs(count, lambda one: moved[str(one.value)] if isinstance(one, Day) else one)
    assert changed == kind(first=day("2025-04-01"), last=day("2025-04-04"), ends="both")
