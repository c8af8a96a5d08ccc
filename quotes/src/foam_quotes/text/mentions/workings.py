"""Sums that a text writes out with signs: `490 × 4.3 × 0.8 = 1,685.60`. Products come before sums, brackets first.

One that goes on (`= 605 - 20 = 585`) is read on from its result. Words that say what a figure counts may follow it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from foam_quotes.text.mentions.dates import find_dates
from foam_quotes.text.mentions.numbers import Figure, find_numbers
from foam_quotes.text.span import Span

_SIGN = re.compile(
    r"(?P<open>\()|(?P<close>\))|(?P<plus>\+)|(?P<minus>[−–—-])|(?P<times>[×*·]|x\b)|(?P<over>[/÷])|(?P<equals>=)"
)
_AFTER_FIGURE = re.compile(r" ?[€£$¥₹]|(?: [a-z]+){1,2}(?=\s*(?:[)+−–—×*·÷=/-]|x\b))")
"""The sign of the money, or what a figure counts."""
_MOST_TOKENS = 80
"""Figures and signs of a sum; more of them are a table without lines."""


class Working(NamedTuple):
    """A sum that is written out, what it comes to, and the figure that the text gives."""

    span: Span
    """From the first figure to the one that is given."""
    left: Span
    """What stands before the equals sign."""
    terms: tuple[Figure, ...]
    stated: Figure
    value: Fraction

    @property
    def is_right(self) -> bool:
        """Whether the text gives what comes out, to the cent."""
        return abs(self.stated.value - self.value) <= Fraction(1, 200)


class _Token(NamedTuple):
    kind: str
    span: Span
    figure: Figure | None = None


class _Part(NamedTuple):
    """A part of a sum, worked out. A quotient may be given as a share or as a number: `is_share` is None."""

    value: Fraction
    terms: tuple[Figure, ...]
    is_share: bool | None


def find_workings(text: str) -> Iterator[Working]:
    """Every sum of a normalised text that is written out with its result, be it right or wrong."""
    if "=" not in text:
        return
    days = [one.span for one in find_dates(text) if one.month]
    for run in _list_runs(text, find_numbers(text, without=days)):
        for start in range(len(run)):
            if start == 0 or run[start - 1].kind in ("equals", "open"):
                yield from _Reader(run, start).read_working()


def _list_runs(text: str, figures: Sequence[Figure]) -> Iterator[list[_Token]]:
    """Stretches of the text that hold only figures and signs."""
    begin = {one.span.start: one for one in figures}
    run: list[_Token] = []
    at = 0
    while at < len(text):
        if figure := begin.get(at):
            run.append(_Token("number", figure.span, figure))
            after = _AFTER_FIGURE.match(text, figure.span.end)
            at = after.end() if after else figure.span.end
        elif sign := _SIGN.match(text, at):
            run.append(_Token(sign.lastgroup or "", Span(*sign.span())))
            at = sign.end()
        else:
            if not text[at].isspace():
                yield run
                run = []
            at += 1
    yield run


class _Reader:
    """Reads one sum from a run."""

    def __init__(self, run: Sequence[_Token], start: int) -> None:
        self._run, self._start, self._at = run[: start + _MOST_TOKENS], start, start

    def read_working(self) -> Iterator[Working]:
        left = self._read_sum()
        if left is None or self._kind != "equals" or (len(left.terms) < 2 and left.is_share is not None):
            return
        before = self._run[self._at - 1]
        self._at += 1
        stated = self._run[self._at].figure if self._kind == "number" else None
        if stated is None or left.is_share not in (None, _is_percent(stated)):
            return
        first = self._run[self._start].span.start
        yield Working(Span(first, stated.span.end), Span(first, before.span.end), left.terms, stated, left.value)

    @property
    def _kind(self) -> str:
        return self._run[self._at].kind if self._at < len(self._run) else ""

    def _read_sum(self) -> _Part | None:
        left = self._read_product()
        while left is not None and self._kind in ("plus", "minus"):
            sign = 1 if self._kind == "plus" else -1
            self._at += 1
            right = self._read_product()
            if right is None:
                return None
            change = left.value * right.value if right.is_share and not left.is_share else right.value
            is_share = left.is_share and right.is_share
            left = _Part(left.value + sign * change, (*left.terms, *right.terms), is_share)
        return left

    def _read_product(self) -> _Part | None:
        left = self._read_factor()
        while left is not None and self._kind in ("times", "over"):
            is_quotient = self._kind == "over"
            self._at += 1
            right = self._read_factor()
            if right is None or (is_quotient and not right.value):
                return None
            value = left.value / right.value if is_quotient else left.value * right.value
            is_share = None if is_quotient or None in (left.is_share, right.is_share) else False
            left = _Part(value, (*left.terms, *right.terms), is_share)
        return left

    def _read_factor(self) -> _Part | None:
        kind, figure = self._kind, self._run[self._at].figure if self._kind else None
        self._at += 1
        if figure is not None:
            is_share = None if figure.unit == "share" and figure.spelt else _is_percent(figure)
            return _Part(figure.value, (figure,), is_share)
        inner = self._read_sum() if kind == "open" else None
        if inner is None or self._kind != "close":
            return None
        self._at += 1
        return inner


def _is_percent(figure: Figure) -> bool:
    return figure.unit == "share" and not figure.spelt
