"""Sums that prose states, worked out again. It reads the usual ways to say a sum in English.

    the average of 310, 295, 305 and 310 is 305        305 multiplied by 4.3 gives 1,311.50
    the sum of 2, 3 and 4 is 9                          20 percent of 1,311.50 is 262.30
    1,311.50 less 262.30 is 1,049.20                    from 9 to 5 percent, a fall of 4
    1,049.20 is below 1,215                             38 of 400 is 9.5 percent
    (310 + 290) / 2 × 4.3 = 1,290

A statement it cannot read it says nothing about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import ROUND_HALF_UP, Decimal

from foam.examination.amounts import fits, read_outline, show
from foam.examination.expressions import find_equations
from foam.values import Value

_N = r"(?:\d[\d,]*(?:\.\d+)?)"
_NO_UNIT = (
    "and|are|as|billion|by|dozen|from|gives?|hundred|in|is|less|makes?|million|minus|of|or|plus|thousand|times|to|"
    "trillion|was|were|x"
)
_UNIT = rf"(?: ?%| per cent| (?!(?:{_NO_UNIT})\b)[a-z]+)?"
"""A percentage, or a word for what is counted: any that neither belongs to the sum nor multiplies the figure."""
_A, _B, _C = (rf"(?P<{name}>{_N}){_UNIT}" for name in "abc")
_LIST = rf"(?P<list>{_N}{_UNIT}(?:, {_N}{_UNIT})*,? and {_N}){_UNIT}"
_IS = r"(?:,? (?:is|are|was|were|gives?|makes?|equals?|comes? to|leaves?|=)(?: this)? )(?:about )?"
_NUMBER = re.compile(_N)
_AFTER_SIGN = re.compile(r"[×*/+−(]\s*$")
"""What comes before a figure that is part of a longer expression."""


class Sum(Value):
    """A statement of figures: its words, what was stated, and what comes out."""

    text: str
    stated: str
    worked: str

    @property
    def wrong(self) -> bool:
        return self.stated != self.worked


Found = tuple[Decimal | bool, Decimal | bool]
"""What is stated, and what comes out, exactly."""


def sums(text: str) -> tuple[Sum, ...]:
    """Every statement of figures in the text, worked out."""
    said = (found for pattern, work in _FORMS for found in _read(text, pattern, work))
    return (*said, *(one for line in text.splitlines() if "=" in line for one in _read_equations(line)))


def slips(text: str) -> tuple[Sum, ...]:
    """Those that do not come out as stated."""
    return tuple(one for one in sums(text) if one.wrong)


def _read(text: str, pattern: re.Pattern[str], work: Callable[[re.Match[str]], Found]) -> Iterator[Sum]:
    for match in pattern.finditer(text):
        if _AFTER_SIGN.search(text, max(0, match.start() - 4), match.start()):
            continue
        try:
            stated, worked = work(match)
        except ArithmeticError:
            continue
        yield Sum(text=match[0].strip(" ,."), stated=_shown(stated, stated), worked=_shown(worked, stated))


def _read_equations(line: str) -> Iterator[Sum]:
    """Equations that are written with signs, whole."""
    outline = read_outline(line)
    for found in find_equations(outline.text, outline.amounts):
        stated = show(found.stated.value, found.stated.unit)
        worked = stated if fits(found.stated, found.value) else show(found.value, found.stated.unit)
        yield Sum(text=f"{found.working.rpartition(' = ')[0]} = {stated}", stated=stated, worked=worked)


def _shown(value: Decimal | bool, like: Decimal | bool) -> str:
    """A figure to as many places as were stated; a comparison as holds or does not."""
    if isinstance(value, bool) or isinstance(like, bool):
        return "holds" if value else "does not hold"
    return f"{value.quantize(Decimal(1).scaleb(_exponent(like)), ROUND_HALF_UP):,}"


def _exponent(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return min(0, exponent) if isinstance(exponent, int) else 0


def _number(text: str) -> Decimal:
    return Decimal(text.replace(",", ""))


def _figures(match: re.Match[str], *names: str) -> list[Decimal]:
    return [_number(match[name]) for name in names]


def _listed(match: re.Match[str]) -> list[Decimal]:
    return [_number(found.rstrip(",")) for found in _NUMBER.findall(match["list"])]


def _average(match: re.Match[str]) -> Found:
    figures = _listed(match)
    return _number(match["a"]), sum(figures, Decimal(0)) / len(figures)


def _total(match: re.Match[str]) -> Found:
    return _number(match["a"]), sum(_listed(match), Decimal(0))


def _of_two(work: Callable[[Decimal, Decimal], Decimal]) -> Callable[[re.Match[str]], Found]:
    def worked(match: re.Match[str]) -> Found:
        a, b, c = _figures(match, "a", "b", "c")
        return c, work(a, b)

    return worked


def _moved(match: re.Match[str]) -> Found:
    a, b, c = _figures(match, "a", "b", "c")
    rising = match["way"].startswith(("rise", "gain", "increase"))
    change = (b - a) if rising else (a - b)
    # "from 9 to 5 percent, a fall of 4 percent" is loosely said of points: no slip.
    return c, change * 100 / a if match["relative"] and c != change else change


def _compared(match: re.Match[str]) -> Found:
    a, b = _figures(match, "a", "b")
    below = match["way"] in ("below", "under", "less than", "within", "lower than")
    return True, a <= b if match["way"] == "within" else a < b if below else a > b


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Found]], ...] = (
    (_form(rf"(?:average|mean) of (?:[a-z ]*? of )?{_LIST}{_IS}{_A}"), _average),
    (_form(rf"(?:sum|total) of (?:[a-z ]*? of )?{_LIST}{_IS}{_A}"), _total),
    (_form(rf"{_A},? (?:times|multiplied by|x|×) {_B}{_IS}{_C}"), _of_two(lambda a, b: a * b)),
    (_form(rf"{_A} (?:plus|\+) {_B}{_IS}{_C}"), _of_two(lambda a, b: a + b)),
    (_form(rf"{_A} (?:less|minus|−) {_B}{_IS}{_C}"), _of_two(lambda a, b: a - b)),
    (_form(rf"{_A} divided by {_B}{_IS}{_C}"), _of_two(lambda a, b: a / b)),
    (_form(rf"(?P<a>{_N}) (?:percent|per cent|%) of {_B}{_IS}{_C}"), _of_two(lambda a, b: a * b / 100)),
    (
        _form(rf"(?<![\d,.])(?P<a>{_N})(?: out)? of (?:the )?{_B}{_IS}(?P<c>{_N}) (?:percent|per cent|%)"),
        _of_two(lambda a, b: a * 100 / b),
    ),
    (
        _form(
            rf"from {_A} to {_B},? (?:which is )?an? (?P<way>rise|gain|increase|fall|drop|decrease) of "
            rf"(?P<c>{_N})(?P<relative> (?:percent|per cent|%)(?! points?))?"
        ),
        _moved,
    ),
    (
        _form(
            rf"{_A} is (?:still )?(?P<way>below|under|less than|lower than|within|above|over|more than)"
            rf"(?: the limit of)? {_B}"
        ),
        _compared,
    ),
)
