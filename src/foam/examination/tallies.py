"""Tallies that decide: how often something happened in a time, what was paid by a day, which days a paper covers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from pathlib import PurePath
from typing import NamedTuple

from foam.examination.amounts import read_outline
from foam.examination.conditions import read_conditions
from foam.examination.days import find_own_day, read_days, show_day
from foam.examination.decisive import Decisive, Followed, Matter, Place, follow_figure, list_lines, share_root_words
from foam.examination.file import FiledDocument
from foam.examination.spans import NUMBER_WORDS, read_count
from foam.examination.wording import list_topics
from foam.pack.calendar import add_months

_TIMES = {"once": 1, "twice": 2}
_COUNT = rf"(?P<count>\d{{1,2}}|{NUMBER_WORDS})"
_OFTEN = re.compile(
    rf"(?:\b(?P<verb>[a-z]+ed)\b(?: [a-z]+){{0,3}} (?:(?P<adverb>once|twice)|{_COUNT} times)|"
    rf"(?:at least )?{_COUNT.replace('count', 'number')} (?P<noun>(?:[a-z]+ ){{0,2}}[a-z]+?s)\b)",
    re.IGNORECASE,
)
_OCCASIONS = re.compile(
    rf"\b(?:has|have|had|been|was|were) (?P<verb>(?!been\b)[a-z]+)\b[^.;,]{{0,40}}? "
    rf"(?:on (?:at least )?{_COUNT} (?:separate |different )?occasions|{_COUNT.replace('count', 'number')} times)\b",
    re.IGNORECASE,
)
"""How often something happened, by its verb, whichever way that is formed: `has bitten a person on two occasions`."""
_DONE = re.compile(
    rf"\b(?:if|where|when|after|once|only|and|unless)\b[^.;]{{0,60}}?\bat least {_COUNT.replace('count', 'number')} "
    r"(?P<noun>(?:[a-z]+ ){0,2}[a-z]+?s) (?:have|has|had|were|was) (?:been )?[a-z]+",
    re.IGNORECASE,
)
"""How often, in no time that is named: `where at least two reminders have been sent`."""
_TODAY = re.compile(r"\b(?:today|this (?:morning|afternoon|evening))\b", re.IGNORECASE)
_SAME = re.compile(r"\b(?:in|within|during) (?:the same|one|a|any) (?P<year>(?:[a-z]+ )?year)\b", re.IGNORECASE)
_WITHIN = re.compile(
    rf"\b(?:in|within|during) (?:the (?:last|previous|preceding)|any|a period of|the) ?"
    rf"(?P<size>\d{{1,3}}|{NUMBER_WORDS}) "
    r"(?P<unit>day|week|month|year)s?\b|\bwithin (?P<size2>\d{1,3}|"
    + NUMBER_WORDS
    + r") (?P<unit2>day|week|month|year)s?\b",
    re.IGNORECASE,
)
_RUNS = re.compile(
    r"\b(?P<year>(?:[a-z]+ )?year) (?:runs|begins|lasts|is) from (?P<from>.+?) (?:to|until) (?P<to>.+)", re.IGNORECASE
)
_NOT_DONE = re.compile(
    r"\b(?:must|shall|(?-i:may)|should|would|will|if|unless|whether|no|not|never|next step)\b", re.IGNORECASE
)
_SPAN = re.compile(r"\bfrom \{(\d+)\} (?:to|until|till|through) \{(\d+)\}")
_FIGURE = re.compile(r"\d[\d.,]*")
_FEWEST_ROWS = 3
_CLOSE = 25
"""Letters that may stand between a count and the time that it is for."""


class _Event(NamedTuple):
    day: date
    place: Place


def find_tallies(matter: Matter) -> Iterator[Decisive]:
    """Every tally of the file that decides."""
    yield from _count_events(matter)
    yield from _sum_by_day(matter)
    yield from _count_covered(matter)


def _count_events(matter: Matter) -> Iterator[Decisive]:
    """`Warned twice in the same school year`: the dated warnings that fall into it."""
    for rule, number, text in list_lines(matter.rules):
        asked = _read_often(text)
        if asked is None or matter.day is None:
            continue
        events = _list_events(matter, asked.root)
        if not asked.root or not events:
            continue
        inside, span = _choose_period(matter, asked.rest, events)
        entitles = any(one.entitles for one in read_conditions(rule, number, text))
        met = len(inside) >= asked.wanted
        shown = ", ".join(show_day(one.day) for one in inside) or "none"
        outside = [one for one in events if one not in inside]
        said = f"{rule.shown_first} asks for {asked.wanted} ({asked.what}) {span}; the file has {len(inside)}: {shown}."
        left = tuple(f"{show_day(one.day)} is not counted: it is not {span}" for one in outside)
        yield Decisive(
            "for" if met != entitles or (entitles and not matter.denies) else "against",
            "condition",
            said,
            (*(one.place for one in (*inside, *outside)), (rule, number)),
            left,
            sure=0.85,
        )


class _Often(NamedTuple):
    """How often a rule asks for something, by which word, and what it says after that."""

    wanted: int
    what: str
    root: frozenset[str]
    rest: str


def _read_often(text: str) -> _Often | None:
    """How often a sentence of a rule asks for something; None where it does not, or where it names no time for it."""
    if often := _OCCASIONS.search(text):
        wanted = read_count(often["count"] or often["number"])
        return _Often(wanted, often["verb"], list_topics(often["verb"]), text[often.end() :])
    timed = next((one for one in _OFTEN.finditer(text) if _has_period(text, one.end())), None)
    if timed:
        wanted = _TIMES.get((timed["adverb"] or "").lower()) or read_count(timed["count"] or timed["number"])
        what = timed["verb"] or timed["noun"]
        return _Often(wanted, what, list_topics(what.split()[-1]), text[timed.end() :])
    if done := _DONE.search(text):
        return _Often(read_count(done["number"]), done["noun"], list_topics(done["noun"].split()[-1]), "")
    return None


def _has_period(text: str, at: int) -> bool:
    """Whether a time follows a count at once."""
    found = [one for pattern in (_SAME, _WITHIN) if (one := pattern.search(text, at))]
    return any(one.start() - at <= _CLOSE for one in found)


def _list_events(matter: Matter, root: frozenset[str]) -> list[_Event]:
    """The days on which something of this root was done, one event a day, none after the decision."""
    found: dict[date, Place] = {}
    told: set[str] = set()
    for filed, number, text in list_lines(matter.records):
        if share_root_words(root, list_topics(text)) and not _NOT_DONE.search(text):
            own = find_own_day(filed)
            days = read_days(text, own).days
            if not days and own and _TODAY.search(text):
                days = (own,)
            if len(days) == 1:
                found.setdefault(days[0], (filed, number))
                told.add(filed.id)
    for filed in matter.records:
        named = list_topics(f"{filed.name} {PurePath(filed.document.origin.file).stem.replace('-', ' ')}")
        own = find_own_day(filed)
        if filed.id not in told and own and share_root_words(root, named):
            found.setdefault(own, (filed, _find_telling(filed, root)))
    return [_Event(day, found[day]) for day in sorted(found) if matter.day is None or day <= matter.day]


def _find_telling(filed: FiledDocument, root: frozenset[str]) -> int:
    return next((n for n, text in enumerate(filed.sentences) if share_root_words(root, list_topics(text))), 0)


def _choose_period(matter: Matter, text: str, events: Sequence[_Event]) -> tuple[list[_Event], str]:
    """The events that fall into the time that a rule names, and the time in words."""
    assert matter.day
    if same := _SAME.search(text):
        first, last = _find_year(matter, same["year"].lower(), matter.day)
        inside = [one for one in events if first <= one.day <= last]
        return inside, f"in the {same['year'].lower()} from {show_day(first)} to {show_day(last)}"
    within = _WITHIN.search(text)
    if within is None:
        return list(events), f"by {show_day(matter.day)}"
    size, unit = read_count(within["size"] or within["size2"]), (within["unit"] or within["unit2"]).lower()
    windows = [[one for one in events if last.day >= one.day > _go_back(last.day, size, unit)] for last in events]
    best = max(windows, key=len)
    return best, f"within {size} {unit}{'s' if size != 1 else ''}"


def _go_back(day: date, size: int, unit: str) -> date:
    if unit in ("month", "year"):
        return add_months(day, -size * (12 if unit == "year" else 1))
    return date.fromordinal(day.toordinal() - size * (7 if unit == "week" else 1))


def _find_year(matter: Matter, name: str, day: date) -> tuple[date, date]:
    """The year of this name that a day lies in, as the rules say when it runs; else the calendar's."""
    for _, _, text in list_lines(matter.rules):
        runs = _RUNS.search(text)
        days = (
            read_days(f"{runs['from']} and {runs['to']}", day).days
            if runs and runs["year"].lower().endswith(name)
            else ()
        )
        if len(days) == 2:
            first = date(day.year, days[0].month, days[0].day)
            first = first if first <= day else first.replace(year=day.year - 1)
            return first, date.fromordinal(add_months(first, 12).toordinal() - 1)
    return date(day.year, 1, 1), date(day.year, 12, 31)


class _Row(NamedTuple):
    day: date
    amount: Fraction
    place: Place


def _sum_by_day(matter: Matter) -> Iterator[Decisive]:
    """Payments that a ledger dates one by one: those up to the day of the decision, against the sum it states."""
    for rows in _list_ledgers(matter):
        ordered = sorted(rows, key=lambda one: one.day)
        sums = {sum((one.amount for one in ordered[: n + 1]), Fraction(0)): n for n in range(len(ordered))}
        due = [one for one in ordered if matter.day and one.day <= matter.day]
        right = sum((one.amount for one in due), Fraction(0))
        whole = {one.value for text in matter.decision.sentences for one in read_outline(text).amounts}
        for number, text in enumerate(matter.decision.sentences):
            topics = list_topics(text)
            filed, line = ordered[0].place
            stated = [one for one in read_outline(text).amounts if one.value in sums and sums[one.value] > 0]
            if (
                len(stated) != 1
                or (right in whole and stated[0].value != right)
                or not share_root_words(topics, list_topics(filed.sentences[line]), 3)
            ):
                continue
            working = (
                (f"{' + '.join(_show(one.amount) for one in due)} = {_show(right)} by {show_day(matter.day)}",)
                if matter.day
                else ()
            )
            yield from _compare(matter, stated[0].value, right, number, tuple(one.place for one in ordered), working,
                                f"up to {show_day(matter.day) if matter.day else 'then'}")  # fmt: skip


def _list_ledgers(matter: Matter) -> Iterator[list[_Row]]:
    """Sentences that are alike but for a figure and a day."""
    frames: dict[tuple[str, str], list[_Row]] = {}
    papers = [one for one in matter.file.documents if one not in (*matter.rules, matter.decision)]
    for filed, number, text in list_lines(papers):
        outline = read_days(text)
        amounts = read_outline(re.sub(r"\{\d+\}", "", outline.text)).amounts
        if len(outline.days) == 1 and len(amounts) == 1 and not amounts[0].is_share:
            frame = _FIGURE.sub("#", re.sub(r"\{\d+\}", "@", outline.text))
            frames.setdefault((filed.document.origin.file, frame), []).append(
                _Row(outline.days[0], amounts[0].value, (filed, number))
            )
    yield from (rows for rows in frames.values() if len(rows) >= _FEWEST_ROWS)


def _count_covered(matter: Matter) -> Iterator[Decisive]:
    """Days of a list that a paper covers (`from 3 to 14 November`), against the number that the decision counts."""
    for filed, number, text in list_lines(matter.records):
        outline = read_days(text, find_own_day(filed))
        span = _SPAN.search(outline.text)
        if span is None:
            continue
        first, last = outline.days[int(span[1])], outline.days[int(span[2])]
        named = list_topics(f"{filed.name} {PurePath(filed.document.origin.file).stem.replace('-', ' ')}")
        for rows in _list_dated_rows(matter, filed):
            inside = [one for one in rows if first <= one.day <= last]
            for line, said in enumerate(matter.decision.sentences):
                if not inside or not named & list_topics(said):
                    continue
                counts = [
                    one
                    for one in read_outline(said).amounts
                    if not one.is_share and not one.currency and one.value <= len(rows)
                ]
                if len(counts) == 1:
                    days = ", ".join(show_day(one.day) for one in inside)
                    working = (f"from {show_day(first)} to {show_day(last)}: {days}",)
                    places = ((filed, number), *(one.place for one in inside))
                    yield from _compare(matter, counts[0].value, Fraction(len(inside)), line, places, working,
                                        f"covered by {filed.shown}")  # fmt: skip


def _list_dated_rows(matter: Matter, beside: FiledDocument) -> Iterator[list[_Event]]:
    """Lists with a day in each line."""
    lists: dict[str, list[_Event]] = {}
    for filed, number, text in list_lines([one for one in matter.records if one.id != beside.id]):
        days = read_days(text).days
        if len(days) == 1:
            lists.setdefault(filed.document.origin.file, []).append(_Event(days[0], (filed, number)))
    yield from (rows for rows in lists.values() if len(rows) >= _FEWEST_ROWS)


def _compare(
    matter: Matter,
    stated: Fraction,
    right: Fraction,
    number: int,
    places: tuple[Place, ...],
    working: tuple[str, ...],
    what: str,
) -> Iterator[Decisive]:
    """A figure of the decision against the one that was reckoned, and what the difference comes to."""
    own = (matter.decision, number)
    if stated == right:
        said = f"The decision's {_show(stated)} is right: reckoned again, it is {_show(right)} {what}."
        yield Decisive("for", "arithmetic", said, (own, *places), working, sure=0.85)
        return
    followed: Followed = follow_figure(matter, stated, right)
    said = f"The decision counts {_show(stated)}; reckoned again, it is {_show(right)} {what}"
    if followed.crosses is False:
        return
    then = ", and with that its limit is judged otherwise" if followed.crosses else ""
    yield Decisive("against", "arithmetic", f"{said}{then}.", (own, *places), (*working, *followed.working),
                   sure=0.9 if followed.crosses else 0.75)  # fmt: skip


def _show(value: Fraction) -> str:
    return f"{float(value):,.2f}".removesuffix(".00")
