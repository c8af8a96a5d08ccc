"""Means that a letter gives by the month, the week or the day, of the figure before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from foam.examination.amounts import Amount, Outline, fits, show
from foam.examination.stated import Stated

_EACH = r"(?:an?|per|each|every) (?P<unit>month|week|day|quarter|year)"
_SMALL = r"(?:[a-z'’-]+ ){0,3}?"
_MEAN = (
    re.compile(
        rf"\b(?:average|mean)\b[^<>.;]{{0,40}}?<(?P<stated>\d+)>[^<>.;]{{0,30}}?\b{_EACH}\b",
        re.IGNORECASE,
    ),
    re.compile(rf"<(?P<stated>\d+)> {_SMALL}{_EACH},? on average\b", re.IGNORECASE),
    re.compile(
        r"\b(?P<unit>month|week|dai|quarter|year)ly (?:average|mean)\b[^<>.;]{0,30}?<(?P<stated>\d+)>", re.IGNORECASE
    ),
)
_SPAN = re.compile(
    r"\b(?:(?:in|over|during|for|of) (?:the |a |this |that |last |all )?"
    r"(?:(?:whole|past|financial|school|calendar) )?|last )"
    r"(?P<whole>year|quarter|month|week)\b",
    re.IGNORECASE,
)
"""A time that is named without a count: `over the year`."""
_COUNTED = re.compile(r"<(?P<count>\d+)>(?: full| whole)? (?P<unit>month|week|day|quarter|year)s\b", re.IGNORECASE)
_GOES_ON = re.compile(
    r"\s*(?:\(?\w{1,4}[.)] )?(?:This|That|It|On average|An average|(?:The|A) (?:month|week|dai|quarter)ly)\b"
)
"""A sentence that works on with the figure before it."""
_IN_ONE = {
    ("year", "month"): 12,
    ("year", "week"): 52,
    ("year", "day"): 365,
    ("year", "quarter"): 4,
    ("quarter", "month"): 3,
    ("quarter", "week"): 13,
    ("month", "week"): 4,
    ("month", "day"): 30,
    ("week", "day"): 7,
}
_LEAST_SHARE, _MOST_SHARE = Fraction(4, 5), Fraction(5, 4)
"""How far a mean may be from the right one and still be it got wrong."""


def find_wrong_means(before: Outline | None, outline: Outline) -> Iterator[tuple[Stated, bool]]:
    """Each mean that the figure before it does not give; and whether that figure stands in the sentence before."""
    for pattern in _MEAN:
        for match in pattern.finditer(outline.text):
            number, unit = int(match["stated"]), match["unit"].lower().replace("dai", "day")
            stated = outline.amounts[number]
            own = [one for one in outline.amounts[:number] if one.value > stated.value]
            earlier = [one for one in before.amounts if one.value > stated.value] if before is not None else []
            if own:
                yield from ((one, False) for one in _divide(own[-1], stated, unit, outline))
            elif before is not None and earlier and number == 0 and _GOES_ON.match(outline.text):
                yield from ((one, True) for one in _divide(earlier[-1], stated, unit, before, outline))
            return


def _divide(base: Amount, stated: Amount, unit: str, *told: Outline) -> Iterator[Stated]:
    """The mean of a figure over the time that is named; over a year where none is."""
    if base.is_share or stated.is_share or base.bound or stated.bound or base.currency != stated.currency:
        return
    spans = [span for one in told for span in _list_spans(one, unit)]
    counts = set(spans) or ({12} if unit == "month" else {52} if unit == "week" else set())
    means = [base.value / count for count in counts]
    if len(means) != 1 or fits(stated, means[0]):
        return
    is_open = not spans and _is_other_span(base, stated)
    if _LEAST_SHARE <= stated.value / means[0] <= _MOST_SHARE and not is_open:
        shown = show(means[0], min(stated.unit, Fraction(1)))
        yield Stated(stated, means[0], f"{base.written} / {next(iter(counts))} = {shown}", (base,))


def _is_other_span(base: Amount, stated: Amount) -> bool:
    """Whether the mean comes out over some other number of months or weeks."""
    count = round(base.value / stated.value) if stated.value else 0
    return count > 0 and fits(stated, base.value / count)


def _list_spans(outline: Outline, unit: str) -> Iterator[int]:
    for match in _COUNTED.finditer(outline.text):
        if match["unit"].lower() == unit:
            yield int(outline.amounts[int(match["count"])].value)
    for match in _SPAN.finditer(outline.text):
        if count := _IN_ONE.get((match["whole"].lower(), unit)):
            yield count
