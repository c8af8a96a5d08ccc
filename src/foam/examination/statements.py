"""Sums that a sentence states with all their figures: `20 % of 1,200 is 240`, `310, 295 and 305, in all 910`.

Only figures that the words themselves join are reckoned with. What is stated about, nearly or over is left alone, and
so is a figure of quite another size: it belongs to something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from foam.examination.amounts import Amount, Outline, fits
from foam.examination.expressions import find_equations
from foam.examination.ratios import find_changes, find_differences, find_shares
from foam.examination.stated import Stated
from foam.examination.sums import find_lists, find_products

_MOST_FIGURES = 40
"""A sentence with more of them is a table without lines, not prose."""
_REMEMBERED = 20_000
"""Sentences of which it is remembered what is wrong in them: several checks ask."""
_Find = Callable[[str, Sequence[Amount]], Iterator[Stated]]


@lru_cache(maxsize=_REMEMBERED)
def find_wrong(outline: Outline) -> tuple[Stated, ...]:
    """Every result of a sentence that its own figures do not give; each stated figure is named once."""
    if not 2 <= len(outline.amounts) <= _MOST_FIGURES:
        return ()
    wrong: dict[int, Stated] = {}
    right: set[int] = set()
    for find in _FINDERS:
        for one in find(outline.text, outline.amounts):
            place = outline.amounts.index(one.stated)
            if one.is_wrong:
                wrong.setdefault(place, one)
            elif fits(one.stated, one.computed):
                right.add(place)
    return tuple(one for place, one in sorted(wrong.items()) if place not in right)


def _find_equations(text: str, amounts: Sequence[Amount]) -> Iterator[Stated]:
    for equation in find_equations(text, amounts):
        yield Stated(equation.stated, equation.value, equation.working, equation.used)


_FINDERS: tuple[_Find, ...] = (_find_equations, find_shares, find_changes, find_differences, find_lists, find_products)
