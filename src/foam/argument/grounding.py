"""Whether the figures and days of a working stand where it says that they stand.

A figure stands in a sentence in digits, as a number word or as an ordinal; a day in any form in which days are written.
A year or a month that the sentence leaves out is taken from the document's own date, and said to be. A day may also
stand in several sentences together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from foam.argument.casefile import CaseFile
from foam.argument.working import Day, Figure, Given, Nth, Ref, Working, list_inputs, map_inputs
from foam_quotes.text.mentions.dates import find_dates
from foam_quotes.text.mentions.numbers import find_numbers
from foam_quotes.text.normalise import normalise

_Parts: TypeAlias = tuple[int, int, int]
"""The year, month and day of a date, 0 where it is not said."""
_PARTS = ("year", "month", "day")
_SCALES = (1, 1000, 10**6, 10**9)
"""`2.1 million` gives 2.1 to a working that counts in millions."""


def find_ungrounded(working: Working, file: CaseFile) -> Iterator[tuple[Figure | Day, str]]:
    """Each figure or day, with a sentence in which it does not stand."""
    for one in list_inputs(working):
        match one:
            case Figure():
                yield from ((one, at) for at in one.at if not stands_in(one.value, file.find_sentence(at) or ""))
            case Day():
                if not one.together:
                    yield from ((one, at) for at in one.at if read_day(one.value, at, file) is None)
            case Given() | Ref() | Nth():
                pass


def stands_in(value: Decimal, sentence: str) -> bool:
    """Whether a sentence or a table cell states the figure. A share may be a word that is joined to another."""
    text = normalise(sentence)
    days = [found.span for found in find_dates(text) if found.month]
    wanted = abs(Fraction(value))
    for found in find_numbers(text, without=days):
        is_negative = text[: found.span.start].endswith("-") and not text[: found.span.start - 1][-1:].strip()
        if is_negative != (value < 0):
            continue
        scales = _SCALES if any(map(str.isalpha, found.span.of(text))) and not found.unit else (1,)
        if any(one in [wanted * scale for scale in scales] for one in (*found.values, *found.cells)):
            return True
        if found.unit == "share" and wanted / 100 in found.values:
            return True
    words = (found for word in text.replace("-", " ").split() for found in find_numbers(word))
    return any(wanted in found.values for found in words if found.unit == "share" and found.spelt)


def read_day(day: date, at: str, file: CaseFile) -> str | None:
    """What of the day the document's own date had to give; None where the sentence does not name the day."""
    return _find_taken(day, _list_fitting(day, at, file), at, file)


def complete_days(working: Working, file: CaseFile) -> Working:
    """The working with what its days take from the date of their document, and which take all of their sentences."""

    def complete(one: Working) -> Working:
        if not isinstance(one, Day):
            return one
        parts = [_list_fitting(one.value, at, file) for at in one.at]
        alone = [_find_taken(one.value, said, at, file) for said, at in zip(parts, one.at, strict=True)]
        every = [part for said in parts for part in said]
        joined = [_find_taken(one.value, every, at, file) for at in one.at] if all(parts) else []
        taken = [found for found in (joined if None in alone else alone) if found is not None]
        told = {"taken": min(taken, key=len), "together": None in alone} if taken else {}
        return one.model_copy(update=told)

    return map_inputs(working, complete)


def _list_fitting(day: date, at: str, file: CaseFile) -> list[_Parts]:
    """The parts of the day that a sentence says, or a document's own date; a date of which another part is said is
    another date."""
    text = normalise(file.find_sentence(at) or "")
    dates = find_dates(text)
    numbers = find_numbers(text, without=[one.span for one in dates])
    said: list[_Parts] = [(one.year, one.month, one.day) for one in dates]
    said += [(0, 0, int(one.value)) for one in numbers if one.unit == "ordinal"]
    said += [] if "#" in at else [_find_own(at, file)]
    wanted = (day.year, day.month, day.day)
    return [one for one in said if any(one) and all(a in (0, b) for a, b in zip(one, wanted, strict=True))]


def _find_own(at: str, file: CaseFile) -> _Parts:
    document = file.find_document(at)
    return document.own_date if document else (0, 0, 0)


def _find_taken(day: date, said: Iterable[_Parts], at: str, file: CaseFile) -> str | None:
    """Which parts of the day nothing says, and the document's own date gives; None where it does not."""
    own, wanted = _find_own(at, file), (day.year, day.month, day.day)
    missing = [n for n in range(3) if not any(one[n] for one in said)]
    if 2 in missing or any(own[n] != wanted[n] for n in missing):
        return None
    return " and ".join(_PARTS[n] for n in missing)
