"""Figures read out of running text: their value, their unit, and how exactly they are meant."""

from __future__ import annotations

from fractions import Fraction

import pytest

from foam_quotes.text.mentions.numbers import Figure, find_numbers
from foam_quotes.text.span import Span


def _read(text: str) -> list[tuple[str, str, str]]:
    """What stands where a figure is, its value and its unit."""
    return [(one.span.of(text), str(one.value), one.unit) for one in find_numbers(text)]


def _only(text: str) -> Figure:
    (figure,) = find_numbers(text)
    return figure


def _whole(figure: Figure) -> list[int]:
    return [int(value) for value in figure.values]


@pytest.mark.parametrize(
    ("text", "stretch", "value", "unit"),
    [
        ("They paid 1,215.50 for it.", "1,215.50", "2431/2", ""),
        ("It cost 1.2 million there.", "1.2 million", "1200000", ""),
        ("It cost 3bn there.", "3bn", "3000000000", ""),
        ("Twelve came.", "Twelve", "12", ""),
        ("We saw a dozen boats.", "a dozen", "12", ""),
        ("It holds two hundred and five seats.", "two hundred and five", "205", ""),
        ("It holds three thousand two hundred seats.", "three thousand two hundred", "3200", ""),
        ("It holds two million three thousand grains.", "two million three thousand", "2003000", ""),
        ("There were twenty-one of that sort.", "twenty-one", "21", ""),
        ("It took two and a half hours.", "two and a half", "5/2", ""),
        ("It took half a million hours.", "half a million", "500000", ""),
        ("By 20 % less.", "20 %", "1/5", "share"),
        ("By twenty per cent less.", "twenty per cent", "1/5", "share"),
        ("It lost two thirds of it.", "two thirds", "2/3", "share"),
        ("It lost a fifth of it.", "a fifth", "1/5", "share"),
        ("It lost one quarter of it.", "one quarter", "1/4", "share"),
        ("It was 3/4 full.", "3/4", "3/4", "share"),
        ("It was ¾ full.", "¾", "3/4", "share"),
        ("It lost half of its members.", "half", "1/2", "share"),
        ("It was the 21st time.", "21st", "21", "ordinal"),
        ("It was the twenty-first time.", "twenty-first", "21", "ordinal"),
        ("It was the third party's.", "third", "3", "ordinal"),
        ("It begins at 15:30 there.", "15:30", "7/2", ""),
    ],
)
def test_a_figure_is_read_with_its_value_and_its_unit(text: str, stretch: str, value: str, unit: str) -> None:
    assert _read(text) == [(stretch, value, unit)]


@pytest.mark.parametrize("text", ["Nobody came.", "It is its northern half.", "It is 1/0 there."])
def test_where_no_figure_stands_none_is_read(text: str) -> None:
    assert find_numbers(text) == ()


def test_a_mark_before_three_digits_is_read_both_ways() -> None:
    assert _only("It weighs 1.215 there.").values == (Fraction(1215, 1000), Fraction(1215))
    assert _only("It weighs 1,215 there.").values == (Fraction(1215),)


@pytest.mark.parametrize(
    ("text", "currency"),
    [
        ("It cost $40 then.", "dollar"),
        ("It cost US$40 then.", "dollar"),
        ("It cost EUR 40 then.", "euro"),
        ("It cost 40 pounds then.", "pound"),
        ("It cost 40 € then.", "euro"),
        ("It cost 40 francs then.", "franc"),
        ("It took 40 people then.", ""),
    ],
)
def test_a_sum_of_money_has_its_currency(text: str, currency: str) -> None:
    assert (_whole(_only(text)), _only(text).currency) == ([40], currency)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("There were 40 there.", ""),
        ("There were about 40 there.", "about"),
        ("There were more than 40 there.", "over"),
        ("There were at least 40 there.", "over"),
        ("There were fewer than 40 there.", "under"),
    ],
)
def test_how_exactly_a_figure_is_meant_stands_beside_it(text: str, bound: str) -> None:
    assert _only(text).bound == bound


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("It is 20 to 30 percent.", ["1/5", "3/10"]),
        ("It is 5, 20 and 30 percent.", ["1/20", "1/5", "3/10"]),
        ("It is 20 of them and 30 percent.", ["20", "3/10"]),
        ("It is 20 to a third of it.", ["20", "1/3"]),
    ],
)
def test_the_first_figures_of_a_range_have_the_unit_of_the_last(text: str, values: list[str]) -> None:
    assert [str(one.value) for one in find_numbers(text)] == values


def test_a_word_before_a_comma_is_not_the_first_of_a_list() -> None:
    assert [one.unit for one in find_numbers("In a later one, 65% agreed.")] == ["", "share"]
    assert [one.unit for one in find_numbers("Five to 10 percent agreed.")] == ["share", "share"]


def test_a_range_of_money_shares_its_currency_and_its_scale() -> None:
    first, last = find_numbers("It cost 20 to 30 dollars.")
    assert (first.currency, last.currency) == ("dollar", "dollar")
    first, last = find_numbers("It cost between £134 and 184 million.")
    assert _whole(first) == [134_000_000, 134]
    assert (_whole(last), last.currency) == ([184_000_000], "pound")
    first, last = find_numbers("It took 134 and 184 million.")
    assert _whole(first) == [134]
    first, last = find_numbers("It cost $184 to 30 million.")
    assert (_whole(first), last.currency) == ([184], "")


def test_a_stretch_that_is_left_out_is_not_read_and_moves_nothing() -> None:
    text = "In 2024 there were 40 boats."
    (figure,) = find_numbers(text, without=[Span(3, 7)])
    assert (_whole(figure), figure.span.of(text)) == ([40], "40")


def test_every_ordinal_has_its_number() -> None:
    words = (
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth hundredth"
    )
    found = [_only(f"It was the {word} time.") for word in words.split(" ")]
    assert [int(one.value) for one in found] == [*range(1, 21), 30, 100]
    assert {one.unit for one in found} == {"ordinal"}


def test_tens_and_ones_in_words_add_up() -> None:
    tens, ones = "twenty thirty forty fifty sixty seventy eighty ninety", "one two three four five six seven eight nine"
    seats = [_only(f"It holds {ten}-{one} seats.").value for ten in tens.split(" ") for one in ones.split(" ")]
    assert seats == [n for n in range(20, 100) if n % 10]
    assert [_only(f"It holds {ten} seats.").value for ten in tens.split(" ")] == list(range(20, 100, 10))


@pytest.mark.parametrize(
    ("sign", "share"),
    [("¼", "1/4"), ("½", "1/2"), ("¾", "3/4"), ("⅓", "1/3"), ("⅔", "2/3"), ("⅕", "1/5"), ("⅛", "1/8")],
)
def test_every_sign_of_a_fraction_is_its_share(sign: str, share: str) -> None:
    assert str(_only(f"It was {sign} full.").value) == share


def test_an_end_of_a_range_that_is_no_smaller_without_the_scale_does_not_take_it() -> None:
    first, _ = find_numbers("It cost between £1 and 1 million.")
    assert _whole(first) == [1]


@pytest.mark.parametrize(
    ("text", "value"), [("5 hundred", "500"), ("1 in ten", "1/10"), ("3 tenths", "3/10"), ("5 and a half", "11/2")]
)
def test_digits_and_words_make_one_number(text: str, value: str) -> None:
    assert [str(one.value) for one in find_numbers(f"There were {text} of them.")] == [value]


@pytest.mark.parametrize("sign", ["A$", "US$", "$", "NZ$"])
def test_the_sign_of_a_country_is_still_that_of_its_money(sign: str) -> None:
    assert _only(f"It cost {sign}40.").currency == "dollar"
