"""What two cited figures come to: multiples, shares, changes and sums."""

from __future__ import annotations

from fractions import Fraction

import pytest

from foam.text.mentions.numbers import Figure, find_numbers
from foam.text.mentions.workings import (
    add_counts,
    find_workings,
    is_multiple_of,
    is_so_many_for_each,
    pair_alike,
    pair_apiece,
    pair_counts,
    reckon_changes,
    reckon_said,
    reckon_shares,
)


def _figures(text: str) -> tuple[Figure, ...]:
    return find_numbers(text)


def _values(pairs: object) -> list[tuple[int, int]]:
    return [(int(one.value), int(two.value)) for one, two in pairs]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("So 490 × 4.3 = 2,107 kilos.", ["490 × 4.3 = 2,107"]),
        ("So 10 - 4 = 6 and 8 ÷ 2 = 4.", ["10 - 4 = 6", "8 ÷ 2 = 4"]),
        ("So 1,200 + 300 = 1,500.", ["1,200 + 300 = 1,500"]),
        ("So 50 x 20% = 10.", ["50 x 20% = 10"]),
        ("So 2 / 3 = 0.67.", ["2 / 3 = 0.67"]),
        ("So 2 / 3 = 0.66.", []),
        ("So 10 - 4 = 7.", []),
        ("So 10 / 0 = 7.", []),
        ("So 10 = quite many of the 10.", []),
    ],
)
def test_a_working_counts_where_it_comes_out(text: str, found: list[str]) -> None:
    assert [span.of(text) for span in find_workings(text)] == found


def test_counts_of_one_sentence_are_paired_the_smaller_first() -> None:
    one, other = _figures("There were 48 berths, and taken were 12."), _figures("Then came 7.")
    assert _values(pair_counts((), [one, other], ())) == [(12, 48)]
    assert _values(pair_counts(_figures("7 and 48"), [one, other], ())) == [(12, 48), (7, 48)]
    known = {(Fraction(48), "berth"), (Fraction(12), "boat")}
    assert _values(pair_counts((), [one], known)) == []
    assert _values(pair_counts((), [one], known | {(Fraction(12), "berth")})) == [(12, 48)]


def test_too_many_counts_of_a_sentence_are_not_paired() -> None:
    six, seven = (_figures(" ".join(f"{n} came." for n in range(10, last))) for last in (16, 17))
    assert len(list(pair_counts((), [six], ()))) == 15
    assert list(pair_counts((), [seven], ())) == []


def test_the_only_two_sums_of_money_are_paired_across_sentences() -> None:
    sums = [_figures("It cost $30."), _figures("It brought $90."), _figures("It took $50 more.")]
    assert _values(pair_counts((), sums[:2], ())) == [(30, 90)]
    assert _values(pair_counts((), sums, ())) == []
    assert _values(pair_counts((), [_figures("It cost $30."), _figures("It brought 90 €.")], ())) == []


def test_the_two_counts_of_one_thing_are_paired() -> None:
    cited = [_figures("There were 48 berths."), _figures("There were 12 berths and 5 boats.")]
    known = {(Fraction(48), "berth"), (Fraction(12), "berth"), (Fraction(5), "boat")}
    assert _values(pair_alike(cited, known)) == [(12, 48)]
    assert _values(pair_alike(cited, known | {(Fraction(5), "berth")})) == []


def test_what_one_thing_costs_is_set_against_what_it_costs_elsewhere() -> None:
    first, second = "They paid $30 for every ton.", "A ton brought $90 there."
    sources = [(text, _figures(text)) for text in (first, second)]
    assert _values(pair_apiece(_figures("$30"), sources)) == [(30, 90)]
    assert _values(pair_apiece(_figures("$90"), sources)) == []
    assert _values(pair_apiece(_figures("30"), sources)) == []
    foreign = [sources[0], ("A ton brought 90 € there.", _figures("A ton brought 90 € there."))]
    assert _values(pair_apiece(_figures("$30"), foreign)) == []
    other = [sources[0], ("A barrel brought $90 there.", _figures("A barrel brought $90 there."))]
    assert _values(pair_apiece(_figures("$30"), other)) == []


@pytest.mark.parametrize(
    ("said", "less", "more", "fits"),
    [
        ("5 times", 20, 100, True),
        ("5 times", 20, 101, False),
        ("2.5 times", 20, 51, True),
        ("2.5 times", 20, 52, False),
        ("about 20 times", 10, 210, True),
        ("about 20 times", 10, 190, True),
        ("about 20 times", 10, 211, False),
        ("nearly 20 times", 10, 190, True),
        ("nearly 20 times", 10, 200, True),
        ("nearly 20 times", 10, 201, False),
        ("nearly 20 times", 10, 189, False),
        ("more than 20 times", 10, 300, True),
        ("more than 20 times", 10, 200, False),
        ("more than 20 times", 10, 301, False),
        ("less than 30 times", 10, 200, True),
        ("less than 30 times", 10, 300, False),
        ("less than 30 times", 10, 199, False),
    ],
)
def test_a_multiple_is_as_near_as_it_is_said_to_be(said: str, less: int, more: int, fits: bool) -> None:
    (figure,) = _figures(said)
    terms = [(_figures(str(less))[0], _figures(str(more))[0])]
    assert is_multiple_of(figure, terms) is fits


def test_nothing_is_a_multiple_of_nothing() -> None:
    (figure,) = _figures("5 times")
    assert not is_multiple_of(figure, [(_figures("0")[0], _figures("100")[0])])


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("It was 40 % of it.", ["2/5"]),
        ("It fell by 40 % then.", ["3/5"]),
        ("It rose by 40 % then.", ["3/2"]),
        ("It changed by 40 % then.", ["3/2", "3/5"]),
        ("It was 40 % cheaper then.", ["3/2", "3/5"]),
        ("It halved then.", ["3/5"]),
    ],
)
def test_a_share_is_of_the_other_count_or_of_how_far_it_moved(text: str, shares: list[str]) -> None:
    terms = [(_figures("20")[0], _figures("50")[0])]
    (said,) = _figures(text)
    assert [str(one.value) for one in reckon_shares(said, text, terms)] == shares


def test_among_many_counts_only_those_that_are_told_are_a_change() -> None:
    text = "It fell by 40 % then."
    (said,) = _figures(text)
    ten, twenty, fifty, one = (_figures(number)[0] for number in ("10", "20", "50", "1"))
    terms = [(ten, twenty), (ten, fifty), (twenty, fifty)]
    assert [str(share.value) for share in reckon_shares(said, text, terms[:2])] == ["1/2", "4/5"]
    assert list(reckon_shares(said, text, terms)) == []
    assert [str(share.value) for share in reckon_shares(said, text, terms, (Fraction(20), Fraction(50)))] == ["3/5"]
    assert list(reckon_shares(said, text, [(one, fifty)])) == []


@pytest.mark.parametrize(
    ("text", "source", "shares"),
    [
        ("It fell by 60 % then.", "It fell from 50 to 20.", ["3/5"]),
        ("It rose by 60 % then.", "It fell from 50 to 20.", []),
        ("It rose by 60 % then.", "It rose from 20 to 50.", ["3/2"]),
        ("It halved then.", "It rose from 20 to 50.", []),
        ("It halved then.", "It fell from 50 to 20.", ["3/5"]),
        ("It changed by 60 % then.", "It fell from 50 to 20.", ["3/5"]),
        ("It was 60 % of it.", "It fell from 50 to 20.", []),
        ("It fell by 60 % then.", "There were 50, then 20.", []),
        ("It fell by 60 % then.", "It fell from 0 to 20.", []),
    ],
)
def test_a_change_is_from_one_count_to_another(text: str, source: str, shares: list[str]) -> None:
    (said,) = _figures(text)
    assert [str(one.value) for one in reckon_changes(said, text, [(source, _figures(source))])] == shares


@pytest.mark.parametrize(
    ("text", "less", "more", "fits"),
    [
        ("There are 35 a turbine.", 10, 350, True),
        ("There are 35 for each turbine.", 10, 350, True),
        ("There are 35 a turbine.", 10, 360, False),
        ("There are 35 turbines.", 10, 350, False),
        ("There are 35 % a turbine.", 10, 350, False),
        ("There is 1 a turbine.", 10, 10, False),
        ("There are 35 a turbine.", 1, 35, False),
    ],
)
def test_so_many_for_each_is_one_count_over_the_other(text: str, less: int, more: int, fits: bool) -> None:
    (said,) = _figures(text)
    assert is_so_many_for_each(said, text, [(_figures(str(less))[0], _figures(str(more))[0])]) is fits


def test_two_counts_of_a_sentence_are_added_unless_they_count_different_things() -> None:
    cited = [_figures("There came 20 boats and 30 more."), _figures("Then came 7.")]
    assert [list(map(int, one.values)) for one in add_counts(cited, ())] == [[50]]
    assert list(add_counts(cited, {(Fraction(20), "boat"), (Fraction(30), "ton")})) == []


@pytest.mark.parametrize(
    ("numbers", "sums"),
    [("2 came. 3 came. 4 came.", 3), ("2 came. 3 came. 4 came. 5 came.", 0), ("2. 3. 4. 13 came.", 6)],
)
def test_small_numbers_are_added_only_where_they_are_few(numbers: str, sums: int) -> None:
    assert len(list(add_counts([_figures(numbers)], ()))) == sums


def test_said_counts_are_shares_of_each_other_alone_and_added() -> None:
    cited = [_figures("There came 20 boats and 30 ships."), _figures("There are 100 in all.")]
    assert set(reckon_said(_figures("20 and 30 of the 100"), cited, ())) == {
        Fraction(1, 5), Fraction(3, 10), Fraction(1, 2), Fraction(2, 3),
    }  # fmt: skip
    assert list(reckon_said(_figures("20"), cited, ())) == []
