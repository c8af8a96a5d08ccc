"""Figures that no paper gives and that follow from those it gives: a sum, a difference, so many times some money."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

from foam_quotes.text.mentions.dates import find_dates
from foam_quotes.text.mentions.numbers import find_numbers
from foam_quotes.text.mentions.references import find_references
from foam_quotes.text.normalise import normalise

_FEW = 6
"""Sums of money up to which any two may be put together; among more, the reason has to give one of the two."""
_MOST_COUNT = 1_000


def explain_figures(says: str, sentences: Sequence[str]) -> dict[str, str]:
    """How figures of a reason that no sentence has follow from others in one step each, as `1,260 = 3 × 420`.

    A figure that was worked out may be used for the next.
    """
    held = dict(_list_figures(sentences))
    said = dict(_list_figures([says]))
    given = {one: shown for one, shown in said.items() if one in held}
    wanted = {one: shown for one, shown in said.items() if one not in held}
    found: dict[str, str] = {}
    while new := {
        one: how for one, shown in wanted.items() if shown not in found and (how := _work(one, shown, held, given))
    }:
        found |= {wanted[one]: how for one, how in new.items()}
        held |= {one: wanted[one] for one in new}
        given |= {one: wanted[one] for one in new}
    return found


_Key = tuple[str, Fraction]
"""A currency, empty for a plain figure, and a value."""


def _list_figures(texts: Iterable[str]) -> Iterator[tuple[_Key, str]]:
    """Figures that may be put together, with how they are written; no shares and no places in a row."""
    for text in texts:
        plain = normalise(text)
        taken = [*(one.span for one in find_dates(plain)), *(one.span for one in find_references(plain))]
        for figure in find_numbers(plain, without=taken):
            if not figure.unit:
                yield (figure.currency, figure.value), figure.span.of(plain)


def _work(wanted: _Key, shown: str, held: dict[_Key, str], given: dict[_Key, str]) -> str:
    """One step that makes the figure; empty where there is none."""
    currency, value = wanted
    alike = [one for one in held if one[0] == currency]
    for one, other in combinations(sorted(alike, reverse=True), 2):
        if currency and (len(alike) <= _FEW or one in given or other in given):
            if one[1] + other[1] == value:
                return f"{shown} = {held[one]} + {held[other]}"
            if one[1] - other[1] == value:
                return f"{shown} = {held[one]} − {held[other]}"
    counts = [one for one in held if not one[0] and one[1].denominator == 1 and 1 < one[1] <= _MOST_COUNT]
    for one, other in product(counts, alike):
        if one != other and (one in given or other in given) and one[1] * other[1] == value:
            return f"{shown} = {held[one]} × {held[other]}"
    return ""
