"""Equations written with signs: `490 × 4.3 × 0.8 = 1,685.60`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from foam.examination.amounts import Amount, show, show_share

_TOKEN = re.compile(
    r"\s*(?:<(?P<number>\d+)%?>(?P<counted>(?: [a-z]+){0,2})|(?P<open>\()|(?P<close>\))|(?P<plus>\+)"
    r"|(?P<minus>−|–|-(?= ))|(?P<times>×|\*|·|\bx\b)|(?P<over>/|÷)|(?P<equals>=))"
)
_SIGNS = {"plus": "+", "minus": "−", "times": "×", "over": "/"}


_FEWEST = 2
"""Figures of the left side alone."""
_START = re.compile(r"[<(]")


class Equation(NamedTuple):
    """What stands on the left, worked out, and the figure on the right."""

    stated: Amount
    value: Fraction
    working: str
    used: tuple[Amount, ...]


class _Token(NamedTuple):
    kind: str
    text: str
    amount: Amount | None = None


class Expression(NamedTuple):
    """A sum or a product, worked out."""

    value: Fraction
    working: str
    used: tuple[Amount, ...]
    is_share: bool = False


def find_equations(text: str, amounts: Sequence[Amount]) -> Iterator[Equation]:
    """Every equation of an outline. One that goes on (`= 605 − 20 = 585`) is read on from its result."""
    if len(amounts) <= _FEWEST:
        return
    for run in _list_runs(text, amounts):
        for start in range(len(run)):
            reader = _Reader(run, start)
            found = reader.read_equation() if start == 0 or run[start - 1].kind == "equals" else None
            if found is not None:
                yield found


def _list_runs(text: str, amounts: Sequence[Amount]) -> Iterator[list[_Token]]:
    """Stretches of the text that hold only figures and signs."""
    at, run = 0, list[_Token]()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            if run:
                yield run
            start = _START.search(text, at + 1)
            run, at = [], start.start() if start else len(text)
            continue
        kind = match.lastgroup if match.lastgroup != "counted" else "number"
        amount = amounts[int(match["number"])] if match["number"] else None
        if run or kind in ("number", "open"):
            run.append(_Token(kind or "", match[0].strip(), amount))
        at = match.end()
    if run:
        yield run


class _Reader:
    """Reads one equation from a run: products before sums, brackets first."""

    def __init__(self, run: Sequence[_Token], start: int) -> None:
        self._run, self._at = run, start

    def read_equation(self) -> Equation | None:
        left = self._read_sum()
        if left is None or len(left.used) < 2 or self._kind != "equals":
            return None
        self._at += 1
        stated = self._run[self._at].amount if self._kind == "number" else None
        if stated is None or stated.is_share != left.is_share:
            return None
        shown = show_share(left.value) if left.is_share else show(left.value, min(stated.unit, Fraction(1)))
        return Equation(stated, left.value, f"{left.working} = {shown}", left.used)

    @property
    def _kind(self) -> str:
        return self._run[self._at].kind if self._at < len(self._run) else ""

    def _read_sum(self) -> Expression | None:
        left = self._read_product()
        while left is not None and self._kind in ("plus", "minus"):
            sign = 1 if self._kind == "plus" else -1
            mark = _SIGNS[self._kind]
            self._at += 1
            right = self._read_product()
            if right is None:
                return None
            is_part = right.is_share and not left.is_share
            change = left.value * right.value if is_part else right.value
            left = Expression(
                left.value + sign * change,
                f"{left.working} {mark} {right.working}",
                (*left.used, *right.used),
                is_share=left.is_share and right.is_share,
            )
        return left

    def _read_product(self) -> Expression | None:
        left = self._read_factor()
        while left is not None and self._kind in ("times", "over"):
            kind = self._kind
            self._at += 1
            right = self._read_factor()
            if right is None or (kind == "over" and not right.value):
                return None
            value = left.value * right.value if kind == "times" else left.value / right.value
            left = Expression(value, f"{left.working} {_SIGNS[kind]} {right.working}", (*left.used, *right.used))
        return left

    def _read_factor(self) -> Expression | None:
        if self._kind == "number":
            amount = self._run[self._at].amount
            self._at += 1
            if amount is None:
                return None
            shown = show_share(amount.value) if amount.is_share else show(amount.value, min(amount.unit, Fraction(1)))
            return Expression(amount.value, shown, (amount,), is_share=amount.is_share)
        if self._kind == "open":
            self._at += 1
            inner = self._read_sum()
            if inner is None or self._kind != "close":
                return None
            self._at += 1
            return inner._replace(working=f"({inner.working})")
        return None
