"""Forty workings whose results were counted by hand, with the calendar beside it: inclusive days, months, working days
and rounding."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Literal, NamedTuple

import pytest

from foam.argument.working import (
    Compare,
    Comparison,
    Day,
    Days,
    Ends,
    Figure,
    Later,
    Nth,
    Op,
    Operation,
    Result,
    Round,
    RoundingMode,
    WorkDays,
    Working,
    compute,
)

AT = ("01#s0",)


class Case(NamedTuple):
    """A working, and what it comes to by hand."""

    says: str
    working: Working
    by_hand: Result


def day(said: str) -> Day:
    return Day(value=date.fromisoformat(said), at=AT)


def figure(said: str) -> Figure:
    return Figure(value=Decimal(said), at=AT)


def days(first: str, last: str, ends: Ends) -> Days:
    return Days(first=day(first), last=day(last), ends=ends)


def working_days(
    first: str, last: str, ends: Ends, *closed: str, weekdays: tuple[int, ...] = (1, 2, 3, 4, 5)
) -> WorkDays:
    return WorkDays(first=day(first), last=day(last), ends=ends, weekdays=weekdays, closed=tuple(map(day, closed)))


def later(first: str, count: str, unit: Literal["days", "months"]) -> Later:
    return Later(first=day(first), count=figure(count), unit=unit)


def rounded(of: Working, to: str, mode: RoundingMode) -> Round:
    return Round(of=of, to=Decimal(to), mode=mode)


def reckon(op: Operation, *figures: str) -> Op:
    return Op(op=op, args=tuple(map(figure, figures)))


def compare(left: Working, op: Comparison, right: Working) -> Compare:
    return Compare(left=left, op=op, right=right)


SECOND_MONDAY_OF_MAY = Nth(weekday=1, n=2, month=5, at=AT)
CASES = (
    # Days, with both ends or only the last. March has 31 days, February 2024 has 29.
    Case("4 to 24 March, both ends", days("2024-03-04", "2024-03-24", "both"), Fraction(21)),
    Case("4 to 24 March, the first not counted", days("2024-03-04", "2024-03-24", "last"), Fraction(20)),
    Case("at least 21 days", compare(days("2024-03-04", "2024-03-24", "both"), ">=", figure("21")), True),
    Case("one day", days("2024-03-04", "2024-03-04", "both"), Fraction(1)),
    Case("no day after it", days("2024-03-04", "2024-03-04", "last"), Fraction(0)),
    Case("over the leap day", days("2024-02-28", "2024-03-01", "last"), Fraction(2)),
    Case("over no leap day", days("2023-02-28", "2023-03-01", "last"), Fraction(1)),
    Case("over the new year", days("2024-12-30", "2025-01-02", "both"), Fraction(4)),
    Case("a leap year", days("2024-01-01", "2024-12-31", "both"), Fraction(366)),
    Case("over the change of the clocks", days("2024-03-30", "2024-04-01", "last"), Fraction(2)),
    # The day so much later.
    Case("21 days after 4 March", later("2024-03-04", "21", "days"), date(2024, 3, 25)),
    Case("90 days after 18 March", later("2025-03-18", "90", "days"), date(2025, 6, 16)),
    Case("no day later", later("2024-03-04", "0", "days"), date(2024, 3, 4)),
    Case("a month after 31 January 2024", later("2024-01-31", "1", "months"), date(2024, 2, 29)),
    Case("a month after 31 January 2025", later("2025-01-31", "1", "months"), date(2025, 2, 28)),
    Case("a month after 28 February", later("2025-02-28", "1", "months"), date(2025, 3, 28)),
    Case("three months after 30 November", later("2024-11-30", "3", "months"), date(2025, 2, 28)),
    Case("a year after the leap day", later("2024-02-29", "12", "months"), date(2025, 2, 28)),
    Case("six months after 31 August", later("2024-08-31", "6", "months"), date(2025, 2, 28)),
    Case("on the last day in time", compare(day("2025-06-16"), "<=", later("2025-03-18", "90", "days")), True),
    Case("a day late", compare(day("2025-06-17"), "<=", later("2025-03-18", "90", "days")), False),
    # Working days. 3 March 2025 is a Monday, 12 May 2025 the second Monday of May.
    Case("Monday to Friday, both ends", working_days("2025-03-03", "2025-03-07", "both"), Fraction(5)),
    Case("Monday to Friday, the first not counted", working_days("2025-03-03", "2025-03-07", "last"), Fraction(4)),
    Case("Friday to Monday, the first not counted", working_days("2025-03-07", "2025-03-10", "last"), Fraction(1)),
    Case("a weekend", working_days("2025-03-08", "2025-03-09", "both"), Fraction(0)),
    Case("two weeks and a holiday", working_days("2025-03-03", "2025-03-14", "both", "2025-03-06"), Fraction(9)),
    Case("a holiday on a Sunday", working_days("2025-03-03", "2025-03-14", "both", "2025-03-09"), Fraction(10)),
    Case("with Saturdays", working_days("2025-03-03", "2025-03-15", "both", weekdays=(1, 2, 3, 4, 5, 6)), Fraction(12)),
    Case(
        "closed on the second Monday of May",
        WorkDays(first=day("2025-05-08"), last=day("2025-05-14"), ends="both", closed=(SECOND_MONDAY_OF_MAY,)),
        Fraction(4),
    ),
    Case("ten are kept", compare(working_days("2025-03-03", "2025-03-17", "last"), "<=", figure("10")), True),
    # Rounding, which happens where it is said and nowhere else.
    Case("half a cent up", rounded(figure("1049.205"), "0.01", "half_up"), Fraction("1049.21")),
    Case("less than half a cent", rounded(figure("1049.2049"), "0.01", "half_up"), Fraction("1049.2")),
    Case("down to whole ones", rounded(figure("2.99"), "1", "down"), Fraction(2)),
    Case("up to whole ones", rounded(figure("2.01"), "1", "up"), Fraction(3)),
    Case("half below nought goes away from it", rounded(figure("-2.5"), "1", "half_up"), Fraction(-3)),
    Case("to the nearest ten", rounded(figure("2045"), "10", "half_up"), Fraction(2050)),
    Case("a third of ten is not rounded", reckon("div", "10", "3"), Fraction(10, 3)),
    Case("a third of ten to the cent", rounded(reckon("div", "10", "3"), "0.01", "half_up"), Fraction("3.33")),
    # Sums.
    Case("three times 140 is not 440", compare(reckon("mul", "3", "140"), "=", figure("440")), False),
    Case(
        "four payments, averaged, by the month, less a fifth",
        Op(
            op="less_percent",
            args=(Op(op="mul", args=(reckon("mean", "310", "295", "305", "310"), figure("4.3"))), figure("20")),
        ),
        Fraction("1049.2"),
    ),
)  # fmt: skip


def test_there_are_forty() -> None:
    assert len(CASES) == 40


@pytest.mark.parametrize("case", CASES, ids=[one.says for one in CASES])
def test_a_working_comes_to_what_it_comes_to_by_hand(case: Case) -> None:
    computed = compute(case.working)
    assert (computed.value, computed.fault) == (case.by_hand, "")
