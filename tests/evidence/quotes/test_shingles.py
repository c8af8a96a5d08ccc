"""Keys of words: the loop and the arrays agree, and ranges hold what begins with the same words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.evidence.quotes.bulk import list_shingles
from foam_quotes.verdicts.shingles import all_runs, inner_key, shingles, spread_runs

TEXTS = st.text(st.one_of(st.characters(), st.sampled_from(list("abcAB éÉßİ_-' \n😀𝒳0"))))


@given(TEXTS)
def test_one_key_for_each_word_where_it_starts(text: str) -> None:
    made = shingles(text)
    starts = [n for n, c in enumerate(text) if c.isalnum() and (n == 0 or not text[n - 1].isalnum())]
    assert made.offsets == starts
    assert len(made.keys) == len(starts)


@given(TEXTS, st.sampled_from([1, 2, 3]))
def test_few_runs_are_among_all_runs(text: str, words: int) -> None:
    every = all_runs(text, words)
    among = set(zip(every.offsets, every.lows, every.highs, strict=True))
    few = spread_runs(text, words, 4)
    assert set(zip(few.offsets, few.lows, few.highs, strict=True)) <= among


@given(TEXTS)
def test_keys_lie_in_the_ranges_of_their_first_words(text: str) -> None:
    keys = shingles(text).keys
    for words in (1, 2, 3):
        runs = all_runs(text, words)
        assert all(low <= key <= high for low, key, high in zip(runs.lows, keys, runs.highs, strict=False))


@given(TEXTS)
def test_word_by_word_gives_the_same_numbers_as_the_arrays(text: str) -> None:
    keys, offsets = list_shingles(text)
    assert shingles(text) == (keys.tolist(), offsets.tolist())


def test_case_is_ignored_and_order_is_not() -> None:
    assert shingles("The Quick FOX").keys == shingles("the quick fox").keys
    assert shingles("the quick fox").keys[0] != shingles("the fox quick").keys[0]


@pytest.mark.parametrize("text", ["one two three", "one two", "", "a one two three"])
def test_a_cut_word_is_never_part_of_the_inner_run(text: str) -> None:
    assert inner_key(text) is None


@given(st.lists(st.sampled_from(["port", "price", "harvest", "June", "row"]), min_size=5, max_size=30).map(" ".join))
def test_the_inner_run_is_one_of_the_text(text: str) -> None:
    inner = inner_key(text)
    assert inner is not None
    assert inner in set(zip(shingles(text).offsets, shingles(text).keys, strict=True))


def test_the_numbers_never_change() -> None:
    """They are stored beside libraries; new ones need a new name."""
    assert shingles("No one shall be held").keys == [
        18355471509258968405,
        397598676075418609,
        8712966105564918409,
        2350754650365362176,
        13372396756453556224,
    ]
