"""Findings of stated rules: what may be stated, which readings count, and the working of each step."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from foam.argument.inputs import Input, Reading, vary_readings
from foam.argument.working import Compare, Context, Op, Ref, compute, list_inputs, show_working
from foam.pack.formulas import list_formula_names
from foam.pack.rules import Calculation, Rules
from foam.pack.workings import calculate
from foam_quotes.text.pointer import Pointer

PAY = {"name": "pay", "title": "weekly pay", "seek": "pay", "pattern": "pay was {value}", "count": 2}
LIMIT = {"name": "limit", "title": "the limit", "seek": "limit", "pattern": "limit is {value}"}
STATED = {"name": "stated", "title": "the stated pay", "seek": "s", "pattern": "found {value}", "optional": True}
MEAN = {"id": "week", "title": "Week", "formula": "mean(pay)", "stated": "stated"}


def state(**changes: Any) -> Calculation:
    inputs, steps = changes.pop("inputs", [PAY, LIMIT, STATED]), changes.pop("steps", [MEAN])
    finding = {"id": "sum", "title": "Sum", "steps": list(dict.fromkeys(one["id"] for one in steps)), **changes}
    finding = {"holds": "week <= limit", **finding}
    (told,) = Rules.model_validate({"input": inputs, "calculation": steps, "finding": [finding]}).told
    return told


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
        ({"steps": [{**MEAN, "formula": "mean(nobody)"}]}, "there is no 'nobody'"),
        ({"steps": [{**MEAN, "formula": "other + 1"}, {"id": "other", "formula": "limit"}]}, "no 'other' stands"),
        ({"steps": [{**MEAN, "formula": "pay ** 2"}]}, "is no part of a formula"),
        ({"steps": [{**MEAN, "formula": "mean(pay"}]}, "is no formula"),
        ({"steps": [{**MEAN, "stated": "nobody"}]}, "there is no 'nobody'"),
        ({"steps": [MEAN, MEAN]}, "names two things"),
        ({"holds": "week <= nothing"}, "no 'nothing' stands before it"),
        ({"concludes": {"holds": "It is {week}.", "fails": "It is {wek}."}}, "no 'wek' stands before it"),
        ({"inputs": [{**PAY, "count": "limit"}, LIMIT, STATED]}, "there is no 'limit'"),
        ({"inputs": [{**PAY, "pattern": "of {size} was {value}"}, LIMIT, STATED]}, "there is no 'size'"),
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


def work(formula: str, *steps: str, holds: str = "") -> tuple[str, ...]:
    """The steps of formulas over two pays, a limit and two days, as they are printed; or what they lack."""
    days = [{**LIMIT, "name": name, "title": name, "kind": "date"} for name in ("first", "last")]
    named = [{"id": f"s{n}", "title": f"S{n}", "formula": one} for n, one in enumerate((formula, *steps), start=1)]
    told = state(inputs=[PAY, LIMIT, *days], steps=named, holds=holds or "limit > 0 * s1")
    dated = [
        read(name, "1").model_copy(update={"value": date(2025, 3, n)}) for name, n in (("first", 18), ("last", 25))
    ]
    done = calculate(told, [read("pay", "310", 1), read("pay", "295", 8), read("limit", "20"), *dated])
    context = Context({one.name: one.working for one in done.steps}, names={one.name: one.value for one in done.steps})
    shown = ((one.title, show_working(one.working, context).replace(" − ", " minus ")) for one in done.steps)
    return done.missing or tuple(f"{title}: {working}." for title, working in shown)


@pytest.mark.parametrize(
    ("formulas", "written"),
    [
        (["mean(pay)"], "S1: (310 + 295) / 2 = 302.50."),
        (["mean(pay)", "s1 * (3 - limit)"], "S2: 302.50 × (3 (stated rules) minus 20) = −5,142.50."),
        (["mean(pay)", "less_percent(s1, limit)"], "S2: 302.50 minus 20 % = 242."),
        (["days_between(first, last)"], "S1: days from 18 March 2025 to 25 March 2025 (first day not counted) = 7."),
        (["max(pay)"], "S1: the most of 310, 295 = 310."),
        (["mean(pay)", "s1 <= limit"], "S2: 302.50 (has to be at most 20)."),
    ],
)  # fmt: skip
def test_the_working_is_written_out(formulas: list[str], written: str) -> None:
    assert work(*formulas, holds="limit > 1")[-1] == written


def test_a_step_is_a_working_over_sentences_and_earlier_steps() -> None:
    pays = [read("pay", "100", 1), read("pay", "200", 8)]
    steps = [MEAN, {"id": "twice", "title": "Twice", "formula": "week * 2", "rounding": {"places": -2}}]
    done = calculate(state(steps=steps), [*pays, read("limit", "400")])
    week, twice = done.steps
    assert isinstance(week.working, Op)
    assert [getattr(one, "at", ()) for one in list_inputs(week.working)] == [(str(one.pointer),) for one in pays]
    assert next(list_inputs(twice.working)) == Ref(leaf="week")
    assert compute(twice.working, Context({"week": week.working})).value == 300
    assert twice.value == "300.00"


def test_comparisons_in_a_row_must_all_hold() -> None:
    pays = [read("pay", "100", 1), read("pay", "200", 8), read("limit", "400")]
    assert [calculate(state(holds=one), pays).holds for one in ("0 <= week <= limit", "160 <= week <= limit")] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    "formula", ["first + 1", "last - first", "days_between(first, limit)", "mean(first)", "pay + 1"]
)
def test_dates_and_numbers_do_not_mix(formula: str) -> None:
    (said,) = work(formula)
    assert said.startswith("Sum: ")


@pytest.mark.parametrize(
    "formula",
    ["__import__('os')", "pay.real", "pay[0]", "1 +", "exec(pay)", "2 ** 9", "lambda: 1", "(" * 300, "'a' * 9",
     "True + 1", "days_between(first)", "0 < pay < 1"],
)  # fmt: skip
def test_what_is_no_formula_is_refused_before_it_is_used(formula: str) -> None:
    with pytest.raises(ValueError, match="is no formula"):
        list_formula_names(formula)


@given(figures=st.lists(st.integers(-1000, 1000), min_size=1, max_size=6), factor=st.integers(1, 9))
def test_formulas_come_out_as_arithmetic(figures: list[int], factor: int) -> None:
    """Figures of a row of days, each in its own sentence."""
    pays = [read("pay", str(one), day) for day, one in enumerate(figures, start=1)]
    formulas = ("sum(pay) * factor", "mean(pay) <= max(pay)", "(min(pay) - 1) / 2")
    steps = [{"id": f"s{n}", "formula": one} for n, one in enumerate(formulas)]
    inputs = [{**PAY, "count": len(figures)}, {**LIMIT, "name": "factor"}]
    done = calculate(state(inputs=inputs, steps=steps, holds="factor > 0"), [*pays, read("factor", str(factor))])
    total, compared, halved = done.steps
    assert compute(total.working).value == sum(figures) * factor
    assert isinstance(compared.working, Compare)
    assert compared.value == "yes"
    assert compute(halved.working).value == (Decimal(min(figures)) - 1) / 2


def test_a_calculation_that_divides_by_nothing_lacks_something_and_does_not_break() -> None:
    steps = [{"id": "share", "title": "Share", "formula": "limit / (limit - limit)"}]
    done = calculate(state(steps=steps, holds=""), [read("pay", "1", 1), read("pay", "2", 2), read("limit", "3")])
    assert done.missing == ("Sum: it divides by zero",)


@pytest.mark.parametrize("value", [Decimal("1E+9999"), date(2025, 1, 1), None])
def test_a_forged_reading_lacks_something_and_does_not_break(value: Decimal | date | None) -> None:
    pays = [read("pay", "1", 1).model_copy(update={"value": value}), read("pay", "2", 2)]
    assert calculate(state(), [*pays, read("limit", "3")]).missing


@pytest.mark.parametrize(("length", "held"), [(199, True), (200, True), (201, False)])
def test_a_formula_has_up_to_two_hundred_characters(length: int, held: bool) -> None:
    formula = "a" + " " * (length - 4) + "+ 1"
    assert len(formula) == length
    if held:
        assert list_formula_names(formula) == ("a",)
        return
    with pytest.raises(ValueError, match="longer than 200 characters"):
        list_formula_names(formula)
