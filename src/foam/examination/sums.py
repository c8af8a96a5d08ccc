"""Sums that a sentence states with all their figures: equations, and amounts in a row with their total.

Only figures that the words themselves join are reckoned with. What is stated about, nearly or over is left alone, and
so is a figure of quite another size: it belongs to something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from foam.examination.amounts import Amount, Outline, fits, is_near, show, show_share
from foam.examination.expressions import find_equations

_N = r"<(\d+)>"
_NAMED = r"(?: [a-zé¤'’-]+){0,4}?"
"""What a figure counts: a few words in small letters."""
_NEXT = r"(?=[^<>;:=()]{0,60}?(?:,| and| plus| &|\+))[^<>;:=()]{1,75}"
"""What may stand between two figures of a row. It is taken in one way only: a long row is not tried in many."""
_ROW = rf"(<\d+>(?:{_NEXT}<\d+>)+)"
_IN_ALL = (
    r"(?:(?:add(?:s|ed|ing)? up|c[ao]m(?:es?|ing)|amount(?:s|ed)?) to|total(?:s|led|ling)?|mak(?:es?|ing)|"
    r"(?:a|the) total(?: of| is| was)?:?|in total|in all|altogether|together|=)"
)
_TOTAL_LAST = re.compile(rf"{_ROW}{_NAMED}[,;:(–-]*(?: [a-z]+){{0,2}}? ?{_IN_ALL}{_NAMED}[:,]? ?{_N}", re.IGNORECASE)
_TOTAL_NEXT = re.compile(
    rf"{_ROW}{_NAMED}[,;:–-]+{_NAMED} ?{_N}{_NAMED} (?:in all|in total|altogether)\b", re.IGNORECASE
)
_TOTAL_FIRST = re.compile(rf"\b{_IN_ALL}{_NAMED}:? ?{_N}{_NAMED} ?[(:]{_NAMED}:? ?{_ROW}", re.IGNORECASE)
_OTHER_TOTAL = re.compile(
    r"\b(?:so far|to date|for the (?:whole )?(?:year|month|quarter)|already|previous|earlier|others?|including|since|"
    r"excluding|apart|besides|until|each|per|every|average|respectively|not|never|without|should|would|could|if|"
    r"unless)\b|n['’]t\b",
    re.IGNORECASE,
)
"""A total of more, or of less, than what the sentence names; or one that is denied or only supposed."""
_MOST_FIGURES = 40
"""A sentence with more of them is a table without lines, not prose."""
_REMEMBERED = 20_000
"""Sentences of which it is remembered what is wrong in them: a challenge asks again."""


class Stated(NamedTuple):
    """A result that a sentence states and what its own figures give."""

    stated: Amount
    computed: Fraction
    working: str
    used: tuple[Amount, ...]

    @property
    def is_wrong(self) -> bool:
        """Whether it cannot be a matter of rounding, of a vague figure or of some other sum."""
        amounts = (self.stated, *self.used)
        currencies = {one.currency for one in amounts if one.currency}
        if any(one.bound for one in amounts) or len(currencies) > 1 or fits(self.stated, self.computed):
            return False
        return is_near(self.stated.value, self.computed)

    @property
    def right(self) -> str:
        """The figure that it should be."""
        if self.stated.is_share:
            return show_share(self.computed)
        return show(self.computed, min(self.stated.unit, Fraction(1)))


@lru_cache(maxsize=_REMEMBERED)
def find_wrong(outline: Outline) -> tuple[Stated, ...]:
    """Every result of a sentence that its own figures do not give; each stated figure is named once."""
    if not 2 <= len(outline.amounts) <= _MOST_FIGURES:
        return ()
    wrong: dict[int, Stated] = {}
    right: set[int] = set()
    for one in (*_read_equations(outline), *_read_rows(outline)):
        place = outline.amounts.index(one.stated)
        if one.is_wrong:
            wrong.setdefault(place, one)
        elif fits(one.stated, one.computed):
            right.add(place)
    return tuple(one for place, one in sorted(wrong.items()) if place not in right)


def _read_equations(outline: Outline) -> Iterator[Stated]:
    for found in find_equations(outline.text, outline.amounts):
        yield Stated(found.stated, found.value, found.working, found.used)


def _read_rows(outline: Outline) -> Iterator[Stated]:
    """Amounts in a row with their total, which stands before them or after."""
    for pattern in (_TOTAL_LAST, _TOTAL_NEXT, _TOTAL_FIRST):
        for match in pattern.finditer(outline.text):
            figures = [outline.amounts[int(number)] for number in re.findall(r"<(\d+)>", match[0])]
            total = figures.pop(0 if pattern is _TOTAL_FIRST else -1)
            if not _OTHER_TOTAL.search(match[0]):
                yield _add_up(figures, total)


def _add_up(parts: Sequence[Amount], total: Amount) -> Stated:
    """The sum of the row, or of its end: what stands before may belong to something else."""
    for start in range(1, len(parts) - 1):
        if fits(total, sum((one.value for one in parts[start:]), Fraction(0))):
            parts = parts[start:]
            break
    computed = sum((one.value for one in parts), Fraction(0))
    shown = " + ".join(show(one.value, min(one.unit, Fraction(1))) for one in parts)
    return Stated(total, computed, f"{shown} = {show(computed, min(total.unit, Fraction(1)))}", tuple(parts))
