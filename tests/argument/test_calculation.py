"""Calculations as data: what may be stated, which readings count, and the working that is shown."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from foam.argument.calculation import Calculation, Input, Reading
from foam.argument.formula import Figures, evaluate, find_names, write_out
from foam.argument.worked import calculate, trace_stated, vary_readings
from foam.text.pointer import Pointer

PAY = {"name": "pay", "title": "weekly pay", "seek": "pay", "pattern": "pay was {value}", "count": 2}
LIMIT = {"name": "limit", "title": "the limit", "seek": "limit", "pattern": "limit is {value}"}
STATED = {"name": "stated", "title": "the stated pay", "seek": "s", "pattern": "found {value}", "optional": True}
MEAN = {"name": "week", "title": "Week", "formula": "mean(pay)", "stated": "stated"}


def state(**changes: Any) -> Calculation:
    stated = {"id": "sum", "title": "Sum", "inputs": [PAY, LIMIT, STATED], "steps": [MEAN], "holds": "week <= limit"}
    return Calculation.model_validate({**stated, **changes})


def read(name: str, value: str, day: int | None = 1, *, given: Mapping[str, int] | None = None) -> Reading:
    number = sum(map(ord, f"{name}{value}{day}"))
    return Reading(
        name=name,
        value=Decimal(value),
        pointer=Pointer(document="0" * 64, sentence=number),
        dated=date(2025, 2, day) if day else None,
        given=tuple((key, Decimal(one)) for key, one in (given or {}).items()),
    )


def week_of(*readings: Reading, **changes: Any) -> str:
    done = calculate(state(**changes), [*readings, read("limit", "400")])
    return done.missing[0] if done.missing else done.steps[0].value


def test_the_latest_days_count_whatever_the_order() -> None:
    pays = [read("pay", "100", 1), read("pay", "200", 8), read("pay", "300", 15)]
    assert week_of(*pays) == week_of(*reversed(pays)) == "250.00"


def test_a_copy_of_the_same_day_counts_once() -> None:
    copy = read("pay", "200", 8).model_copy(update={"pointer": Pointer(document="1" * 64, sentence=0)})
    assert week_of(read("pay", "100", 1), read("pay", "200", 8), copy) == "150.00"


def test_two_figures_for_one_day_are_not_chosen_between() -> None:
    said = week_of(read("pay", "100", 1), read("pay", "200", 8), read("pay", "210", 8))
    assert said == "weekly pay: 200.00 and 210.00 are both stated for 8 February 2025"


def test_a_figure_without_a_day_may_be_the_latest_and_is_asked_for() -> None:
    said = week_of(read("pay", "100", 1), read("pay", "200", 8), read("pay", "300", None))
    assert said == "weekly pay: the date of 300.00"


def test_too_few_are_counted() -> None:
    assert week_of(read("pay", "100", 1)) == "weekly pay: 1 of 2 found"


def test_how_many_count_may_be_read() -> None:
    weeks = {"name": "weeks", "title": "how many", "kind": "number", "seek": "w", "pattern": "the {value} latest"}
    inputs = [weeks, {**PAY, "count": "weeks"}, LIMIT, STATED]
    pays = [read("pay", "100", 1), read("pay", "200", 8), read("pay", "300", 15)]
    assert week_of(*pays, read("weeks", "3"), inputs=inputs) == "200.00"
    assert week_of(*pays, read("weeks", "1"), inputs=inputs) == "300.00"
    assert week_of(*pays, read("weeks", "2.5"), inputs=inputs) == "weekly pay: how many are wanted is not known"


def test_a_figure_that_must_agree_with_another_is_left_out_where_it_does_not() -> None:
    size = {"name": "size", "title": "size", "kind": "number", "seek": "s", "pattern": "household of {value}"}
    limit = {**LIMIT, "pattern": "household of {size} has the limit {value}"}
    done = calculate(
        state(inputs=[size, PAY, limit, STATED]),
        [read("size", "2"), read("pay", "1", 1), read("pay", "3", 8),
         read("limit", "905", given={"size": 1}), read("limit", "1215", given={"size": 2})],
    )  # fmt: skip
    assert [one.value for one in done.readings if one.name == "limit"] == [Decimal(1215)]


def test_what_was_chosen_once_is_chosen_again() -> None:
    done = calculate(state(), [read("pay", str(day), day) for day in range(1, 9)] + [read("limit", "7")])
    assert calculate(state(), done.readings) == done


def test_the_stated_figure_is_traced_to_the_one_it_comes_from() -> None:
    readings = [read("pay", "100", 1), read("pay", "200", 8), read("limit", "400"), read("stated", "260", 20)]
    done = calculate(state(), readings)
    traced = trace_stated(state(), done, [read("pay", "260", 8)])
    assert traced
    assert traced.single
    assert (traced.single.value, traced.step.value, traced.step.stated) == (Decimal(260), "150.00", "260.00")
    untraced = trace_stated(state(), done, ())
    assert untraced
    assert untraced.single is None


def test_another_reading_stands_in_day_by_day() -> None:
    varied = vary_readings([read("pay", "100", 1), read("pay", "200", 8)], [read("pay", "260", 8), read("pay", "9", 9)])
    assert [one.value for one in varied] == [Decimal(100), Decimal(260)]


def test_a_stated_figure_is_needed_only_by_a_speech_that_rests_on_it() -> None:
    readings = [read("pay", "100", 1), read("pay", "200", 8), read("limit", "400")]
    assert calculate(state(), readings).missing == ()
    assert calculate(state(as_stated=True), readings).missing == ("the stated pay: 0 of 1 found",)


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"steps": [{**MEAN, "formula": "mean(nobody)"}]}, "no 'nobody' stands before it"),
        ({"steps": [{**MEAN, "formula": "pay ** 2"}]}, "is no part of a formula"),
        ({"steps": [{**MEAN, "formula": "mean(pay"}]}, "is no formula"),
        ({"steps": [{**MEAN, "stated": "nobody"}]}, "no 'nobody' stands before it"),
        ({"steps": [MEAN, MEAN]}, "the same name"),
        ({"holds": "week <= nothing"}, "no 'nothing' stands before it"),
        ({"concludes": {"holds": "It is {week}.", "fails": "It is {wek}."}}, "no 'wek' stands before it"),
        ({"inputs": [{**PAY, "count": "limit"}, LIMIT, STATED]}, "no 'limit' stands before it"),
        ({"inputs": [{**PAY, "pattern": "of {size} was {value}"}, LIMIT, STATED]}, "no 'size' stands before it"),
        ({"inputs": [{**PAY, "count": 0}, LIMIT, STATED]}, "count lies between"),
        ({"inputs": [{**PAY, "dated": "week ending"}, LIMIT, STATED]}, "no place for {value}"),
    ],
)  # fmt: skip
def test_what_does_not_hang_together_is_refused(changes: dict[str, Any], rule: str) -> None:
    with pytest.raises(ValidationError) as caught:
        state(**changes)
    assert rule in str(caught.value)


@pytest.mark.parametrize(
    ("sentence", "amount"),
    [
        ("The pay was 310 crowns.", "310"), ("The pay was € 1.215,00.", "1215"), ("The pay was 1 215,50 Kč.", "1215.5"),
        ("The pay was EUR 310.00 gross.", "310"), ("The pay was $1,215.", "1215"), ("The pay was CA$310.", "310"),
        ("The pay was 310crowns.", "310"),
    ],
)  # fmt: skip
def test_currencies_stand_before_or_after(sentence: str, amount: str) -> None:
    assert Input.model_validate({**PAY, "count": 1}).read(sentence) == Decimal(amount)


FIGURES: dict[str, Figures] = {
    "pay": (Decimal(310), Decimal(295)),
    "week": (Decimal("302.5"),),
    "rate": (Decimal(20),),
    "first": (date(2025, 3, 18),),
    "last": (date(2025, 3, 25),),
}


@pytest.mark.parametrize(
    ("formula", "written", "value"),
    [
        ("mean(pay)", "(310.00 + 295.00) / 2", Decimal("302.5")),
        ("week * (1 - rate / 100)", "302.50 × (1 minus 20 / 100)", Decimal("242.0")),
        ("week / (rate / 2)", "302.50 / (20 / 2)", Decimal("30.25")),
        ("days_between(first, last)", "days from 18 March 2025 to 25 March 2025", Decimal(7)),
        ("0 <= week <= 300", "0 ≤ 302.50 ≤ 300", False),
        ("max(pay)", "max of 310.00, 295.00", Decimal(310)),
    ],
)
def test_the_working_is_written_out(formula: str, written: str, value: Decimal | bool) -> None:
    assert write_out(formula, FIGURES, {"rate": "number"}) == written
    assert evaluate(formula, FIGURES) == value


@pytest.mark.parametrize(
    "formula",
    ["first + 1", "last - first", "days_between(first, week)", "mean(first)", "True + 1", "days_between(first)"],
)
def test_dates_and_numbers_do_not_mix(formula: str) -> None:
    with pytest.raises(ValueError, match="cannot work out"):
        evaluate(formula, FIGURES)


@pytest.mark.parametrize(
    "formula",
    ["__import__('os')", "pay.real", "pay[0]", "1 +", "exec(pay)", "2 ** 9", "lambda: 1", "(" * 300, "'a' * 9"],
)
def test_what_is_no_formula_is_refused_before_it_is_used(formula: str) -> None:
    with pytest.raises(ValueError, match="is no formula"):
        list(find_names(formula))


def test_a_calculation_that_divides_by_nothing_lacks_something_and_does_not_break() -> None:
    steps = [{"name": "share", "title": "Share", "formula": "limit / (limit - limit)"}]
    done = calculate(state(steps=steps, holds=""), [read("pay", "1", 1), read("pay", "2", 2), read("limit", "3")])
    assert "cannot work out" in done.missing[0]


@pytest.mark.parametrize("value", [Decimal("1E+9999"), date(2025, 1, 1), None])
def test_a_forged_reading_lacks_something_and_does_not_break(value: Decimal | date | None) -> None:
    pays = [read("pay", "1", 1).model_copy(update={"value": value}), read("pay", "2", 2)]
    assert calculate(state(), [*pays, read("limit", "3")]).missing
