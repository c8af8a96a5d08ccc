"""Dates in running text, as far as they are said: a day, a month, a year, a day of the week, a decade, a century."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from foam_quotes.text.figures import MONTHS, find_month
from foam_quotes.text.span import Span

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SPELT = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth", "twenty-first", "twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth", "twenty-sixth",
    "twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth", "thirty-first",
)  # fmt: skip
_DECADES = {"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70,
            "eighties": 80, "nineties": 90}  # fmt: skip
_MONTH = (
    rf"(?:{'|'.join(month.capitalize() for month in MONTHS)}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
_UPPER_MONTH = rf"(?:{'|'.join(month.upper() for month in MONTHS)})"
_DAY = r"(?:[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_SPELT_DAY = rf"(?i:{'|'.join(reversed(_SPELT))})"
_YEAR = r"(?:1[0-9]|20)\d\d"
_BEFORE_MONTH = (
    "in|of|since|until|till|by|during|from|to|last|next|early|late|mid|this|through|before|after|between|and|each|every"
)
_AND_DAY = r"[ ]?(?:-|to|and|or|until|through)[ ]?"
_NO_MORE = r"(?![\w%]|[,.]\d)"
_PATTERN = re.compile(
    rf"""
    (?:(?<![\w.,/-])|(?<=\b[Pp]ost-)|(?<=\b[Pp]re-)|(?<=\b[Mm]id-))(?:
      (?P<iso>(?P<iso_year>{_YEAR})-(?P<iso_month>0[1-9]|1[0-2])-(?P<iso_day>[0-3]\d)(?!\d))
    | (?P<numeric>(?P<first>\d{{1,2}})(?P<mark>[./])[ ]?(?P<second>\d{{1,2}})(?P=mark)[ ]?
        (?P<numeric_year>{_YEAR})(?!\d))
    | (?P<day_first>(?:(?P<day>{_DAY})\.?|(?P<spelt_day>{_SPELT_DAY}))
        (?:{_AND_DAY}(?P<day_to>{_DAY}|{_SPELT_DAY}))?[ ](?(spelt_day)of[ ]|(?:of[ ])?)
        (?P<month>{_MONTH}|{_UPPER_MONTH})(?!\w)(?:,?[ ](?P<year>{_YEAR})(?![\w%]|,\d))?)
    | (?P<month_first>(?P<name>{_MONTH}|{_UPPER_MONTH})[ ](?P<day_after>{_DAY})
        (?:{_AND_DAY}(?P<day_after_to>{_DAY}))?{_NO_MORE}
        (?:,?[ ](?:of[ ])?(?P<year_after>{_YEAR})(?![\w%]|,\d))?)
    | (?P<month_year>(?P<bare_month>{_MONTH}|{_UPPER_MONTH}),?[ ](?:of[ ])?(?P<bare_year>{_YEAR})(?![\w%]|,\d))
    | (?P<month_only>{_MONTH})(?![\w-])
    | (?P<decade>(?P<decade_year>(?:1[0-9]|20)\d0)['’]?s)(?!\w)
    | (?P<years>(?P<year_from>{_YEAR})[/-](?P<year_to>(?:{_YEAR})|\d\d)){_NO_MORE}
    | (?P<year_only>{_YEAR}){_NO_MORE}
    )
    | (?<!\w)(?P<short_decade>['’](?P<short_year>\d0)s)(?!\w)
    | (?i:\b(?P<century>(?P<which>\d{{1,2}}(?:st|nd|rd|th)|{_SPELT_DAY})[ -]centur(?:y|ies))\b)
    | (?i:\bthe[ ](?P<spelt_decade>{"|".join(_DECADES)})\b)
    | \b(?P<weekday>{"|".join(day.capitalize() for day in _WEEKDAYS)})s?\b
    """,
    re.VERBOSE,
)
_MONTHS_THAT_ARE_WORDS = frozenset(
    {"March", "May", "Mar", "Jan", "Jun", "Dec", "Sep", "Sept", "Oct", "Nov", "Apr", "Aug"}
)
_LEADS_TO_MONTH = re.compile(rf"\b(?:{_BEFORE_MONTH})[ -]$", re.IGNORECASE)


_NAMED_YEAR = re.compile(
    rf"(?<=\w )(?:[A-Z]\w+ )*(?P<name>[A-Z]\w+)(?:,| of)? (?P<year>{_YEAR})\b|\b(?P<first>{_YEAR}) (?P<last>[A-Z]\w+)"
)
"""A year that belongs to a name: `Tree Act 1998`, `the 1998 Act`."""


class Date(NamedTuple):
    """A date as far as it is said. A part that is not said is 0; days of the week count from 1."""

    span: Span
    year: int = 0
    month: int = 0
    day: int = 0
    weekday: int = 0
    from_year: int = 0
    to_year: int = 0
    """Of a decade or a century."""

    @property
    def whole(self) -> date | None:
        """The day itself, where year, month and day are said."""
        try:
            return date(self.year, self.month, self.day)
        except ValueError:
            return None


@lru_cache(maxsize=2048)
def find_dates(text: str) -> tuple[Date, ...]:
    """Every date of a normalised text, in order. One that can be read in two ways is given in both.

    Kept, since the same sentences are held against many texts.
    """
    return tuple(found for match in _PATTERN.finditer(text) for found in _read(match, text))


def find_unborne_dates(said: Sequence[Date], held: Sequence[Date], counts: Iterable[int]) -> Iterator[Date]:
    """The dates that no held date bears out; a bare year may also stand among the numbers (`counts`)."""
    numbers = set(counts)
    by_span: dict[Span, list[Date]] = {}
    for one in said:
        by_span.setdefault(one.span, []).append(one)
    for readings in by_span.values():
        if not any(_is_borne_out(one, held) or (_is_bare_year(one) and one.year in numbers) for one in readings):
            yield readings[0]


def find_named_years(text: str, sources: Iterable[str]) -> Iterator[Span]:
    """Where names stand with a year that some name of a source has as well, in whatever order."""
    held = {_read_named_year(match) for source in sources for match in _NAMED_YEAR.finditer(source)}
    for match in _NAMED_YEAR.finditer(text):
        if _read_named_year(match) in held:
            yield Span(*match.span())


def _read_named_year(match: re.Match[str]) -> tuple[str, str]:
    return match["name"] or match["last"], match["year"] or match["first"]


def find_distances(held: Iterable[Date]) -> tuple[frozenset[int], frozenset[int]]:
    """How many days and how many years any two of these dates lie apart."""
    days = sorted({day for one in held if (day := one.whole)})
    years = sorted({one.year for one in held if one.year})
    return (
        frozenset((b - a).days for a, b in combinations(days, 2)),
        frozenset(b - a for a, b in combinations(years, 2)),
    )


def _is_bare_year(one: Date) -> bool:
    return bool(one.year and not one.month)


def _is_borne_out(said: Date, held: Sequence[Date]) -> bool:
    """Whether held dates that agree with this one in all they say together say all of it.

    Where a day is held without its year, any held year may be its own.
    """
    if said.weekday:
        return any(
            one.weekday == said.weekday or (one.whole and one.whole.isoweekday() == said.weekday) for one in held
        )
    if said.to_year:
        return any(
            said.from_year <= one.year <= said.to_year or (one.from_year, one.to_year) == said[-2:] for one in held
        )
    fitting = [one for one in held if _agree(said, one)]
    if any(not one.year and one[2:4] == said[2:4] for one in held if said.month):
        fitting += [Date(one.span, one.year) for one in held]  # a letter's own date may give the year
    wanted = said[1:4]
    return all(not part or any(one[1:4][place] == part for one in fitting) for place, part in enumerate(wanted))


def _agree(said: Date, held: Date) -> bool:
    """Whether the two differ in nothing that both say."""
    return all(not a or not b or a == b for a, b in zip(said[1:4], held[1:4], strict=True))


def _read(match: re.Match[str], text: str) -> Iterator[Date]:
    span = Span(*match.span())
    found = match.groupdict()
    if found["iso"]:
        yield Date(span, int(found["iso_year"]), int(found["iso_month"]), int(found["iso_day"]))
    elif found["numeric"]:
        first, second, year = int(found["first"]), int(found["second"]), int(found["numeric_year"])
        if second <= 12:
            yield Date(span, year, second, first)
        if first <= 12 and found["mark"] == "/":
            yield Date(span, year, first, second)
    elif found["day_first"] or found["month_first"]:
        yield from _read_days(match, span)
    elif found["month_year"]:
        yield Date(span, int(found["bare_year"]), find_month(found["bare_month"].rstrip(".")))
    elif found["month_only"]:
        name = found["month_only"].rstrip(".")
        is_led_to = _LEADS_TO_MONTH.search(text[max(0, span.start - 20) : span.start]) and not re.match(
            r" [A-Z]", text[span.end : span.end + 2]
        )
        if name not in _MONTHS_THAT_ARE_WORDS or is_led_to:
            yield Date(span, month=find_month(name))
    elif found["years"]:
        first_year, last = int(found["year_from"]), found["year_to"]
        last_year = int(last) if len(last) == 4 else first_year // 100 * 100 + int(last)
        yield Date(Span(span.start, span.start + 4), first_year)
        yield Date(Span(span.start + 5, span.end), last_year)
    elif found["year_only"]:
        yield Date(span, int(found["year_only"]))
    elif found["weekday"]:
        yield Date(span, weekday=_WEEKDAYS.index(found["weekday"].lower()) + 1)
    else:
        yield _read_era(match, span)


def _read_days(match: re.Match[str], span: Span) -> Iterator[Date]:
    """A day of a month, or the first and the last of several: `3 to 5 March 2025`."""
    found = match.groupdict()
    month = find_month((found["month"] or found["name"]).rstrip("."))
    year = int(found["year"] or found["year_after"] or 0)
    days = [found["day"] or found["spelt_day"] or found["day_after"], found["day_to"] or found["day_after_to"]]
    first, last = (_read_place(day) if day else 0 for day in days)
    if not last:
        yield Date(span, year, month, first)
        return
    ends, begins = ("day_after", "day_after_to") if found["day_after"] else ("day", "day_to")
    ends = "spelt_day" if found["spelt_day"] else ends
    yield Date(Span(span.start, match.end(ends)), year, month, first)
    yield Date(Span(match.start(begins), span.end), year, month, last)


def _read_place(said: str) -> int:
    """A place in a row: `3`, `3rd` or `third`."""
    return int(re.sub(r"\D", "", said)) if said[0].isdigit() else _SPELT.index(said.lower()) + 1


def _read_era(match: re.Match[str], span: Span) -> Date:
    """A decade or a century. `the nineties` are those of the twentieth century."""
    found = match.groupdict()
    if found["century"]:
        number = _read_place(found["which"])
        return Date(span, from_year=100 * (number - 1), to_year=100 * number)
    if found["decade"]:
        start = int(found["decade_year"])
    elif found["short_decade"]:
        start = 1900 + int(found["short_year"])
    else:
        start = 1900 + _DECADES[found["spelt_decade"].lower()]
    return Date(span, from_year=start, to_year=start + 9)
