"""A result that a sentence states, beside what its own figures give, and the pieces that patterns are made of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from foam.examination.amounts import Amount, fits, is_near, show, show_share

N, P = r"<(\d+)>", r"<(\d+)%>"
IS = (
    r"(?:is|are|was|were|makes?|made|making|gives?|gave|giving|equals?|comes? to|came to|amounts? to|amounted to|"
    r"leaves?|leaving|totals?|totall?ed|totall?ing|adds? up to|added up to|sums? to|=)"
)
NAMED = r"(?: [a-zé¤'’-]+){0,4}?"
"""What a figure counts: a few words in small letters."""
NEXT = r"(?=[^<>;:=()]{0,60}?(?:,| and| plus| &|\+))[^<>;:=()]{1,75}"
"""What may stand between two figures of a list. It is taken in one way only: a long list is not tried in many."""
LIST = rf"(<\d+>(?:{NEXT}<\d+>)+)"
TOTAL = (
    r"(?:adds? up to|added up to|adding up to|adds? to|comes? to|came to|coming to|amounts? to|amounted to|totals?|"
    r"totall?ed|totall?ing|sums? to|makes?|making|gives?|giving|arriv(?:ed?|es|ing) at|a total of|the total of|"
    r"in total|in all|altogether|"
    r"together|a sum of|the sum is|the total (?:is|was)|the total being|total:?|=)"
)
_DENIED = re.compile(
    r"\b(?:not|never|nor|neither|without|rather than|instead of|wrongly|should|would|could|if|unless)\b|n['’]t\b",
    re.IGNORECASE,
)


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


def search_amounts(
    pattern: re.Pattern[str], text: str, amounts: Sequence[Amount]
) -> Iterator[tuple[re.Match[str], list[Amount]]]:
    """Each place that fits and is no denial, with the figures of its groups in order."""
    for match in pattern.finditer(text):
        if not _DENIED.search(match[0]):
            yield match, [amounts[int(number)] for number in re.findall(r"<(\d+)%?>", match[0])]


def show_amount(amount: Amount) -> str:
    return show_share(amount.value) if amount.is_share else show(amount.value, min(amount.unit, Fraction(1)))


def show_like(value: Fraction, amount: Amount) -> str:
    return show_share(value) if amount.is_share else show(value, min(amount.unit, Fraction(1)))
