"""Runs of years and stretches of months: what follows from several dates, where a text says it in other words.

`two years running` is borne out by 2023 and 2024, or by 2024 and what a source tells of the year before; `in May` by
`from 3 April to 9 July`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from foam.text.mentions.dates import Date
from foam.text.span import Span

_COUNTS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PERIODS = "years?|winters?|summers?|seasons?|springs?|autumns?"
_ON_END = r"running|in a row|in succession|in sequence|on end"
_NUMBER = f"(?P<count>{'|'.join(_COUNTS)}|[2-9]|10)"
_ORDINAL = f"(?:(?P<ordinal>{'|'.join(_ORDINALS)})|(?P<digits>[2-9]|10)(?:nd|rd|th))"
_RUNS = tuple(
    re.compile(rf"\b{said}\b", re.IGNORECASE)
    for said in (
        rf"{_NUMBER} (?:{_PERIODS}) (?:{_ON_END})",
        rf"{_NUMBER} (?:consecutive|successive|straight) (?:{_PERIODS})",
        rf"for (?:the|a|its) {_ORDINAL} (?:{_PERIODS})",
        rf"{_ORDINAL} (?:{_PERIODS}) (?:{_ON_END})",
        rf"{_ORDINAL} (?:consecutive|successive|straight) (?:{_PERIODS})",
    )
)
"""How a text says of years that they follow each other."""
_THE_YEAR_BEFORE = re.compile(
    r"\b(?:the (?:year|winter|summer|season) (?:before|earlier)|(?:the|in the) (?:previous|preceding) (?:year|season)|"
    r"a year (?:before|earlier))\b",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"^\s*(?:to|until|till|through|[-–—])\s*(?:the\s+)?$")
_AND = re.compile(r"^\s*and\s+(?:the\s+)?$")
_BETWEEN = re.compile(r"\bbetween\s+(?:the\s+)?$", re.IGNORECASE)
_NEAR = 16
"""Letters before a date in which the word stands that leads to it."""


def find_borne_runs(text: str, years: Iterable[int]) -> Iterator[Span]:
    """Where a text says of so many years that they follow each other, and so many of these do."""
    longest = _measure_run(years)
    for found in (match for pattern in _RUNS for match in pattern.finditer(text)):
        if _read_count(found) <= longest:
            yield Span(*found.span())


def _read_count(found: re.Match[str]) -> int:
    said = next(value for value in found.groupdict().values() if value).lower()
    for words in (_COUNTS, _ORDINALS):
        if said in words:
            return words.index(said) + 2
    return int(said)


def _measure_run(years: Iterable[int]) -> int:
    """How many of these years follow each other, at most."""
    longest = run = 0
    before = None
    for year in sorted({*years}):
        run = run + 1 if before is not None and year == before + 1 else 1
        longest, before = max(longest, run), year
    return longest


def list_years(texts: Iterable[tuple[str, Sequence[Date]]]) -> Iterator[int]:
    """The years that texts name, and the one before where one of them tells of that."""
    read = [*texts]
    named = {one.year for _, dates in read for one in dates if one.year}
    yield from named
    if named and any(_THE_YEAR_BEFORE.search(text) for text, _ in read):
        yield from (year - 1 for year in named)


def list_months_between(text: str, dates: Sequence[Date]) -> Iterator[Date]:
    """The months that lie between two dates which a text gives as the first and the last of a stretch."""
    for first, last in pairwise(one for one in dates if one.month):
        between = text[first.span.end : last.span.start]
        is_between = _AND.match(between) and _BETWEEN.search(text[max(0, first.span.start - _NEAR) : first.span.start])
        if not (_UNTIL.match(between) or is_between):
            continue
        end_year = last.year or first.year
        start_year = first.year or (end_year - (first.month > last.month) if end_year else 0)
        months = 12 * (end_year - start_year) + last.month - first.month
        months = months if end_year else months % 12
        for step in range(1, months if months <= 12 else 0):
            at = first.month - 1 + step
            yield Date(last.span, start_year + at // 12 if start_year else 0, at % 12 + 1)
