"""How long, and in which season, a report says something was, and what its source says of the same thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from foam.examination.days import find_own_day, read_days
from foam.examination.file import FiledDocument
from foam.examination.spans import NUMBER_WORDS, count_roughly, read_count
from foam.examination.wording import list_topics

_LENGTH = re.compile(
    rf"(?P<before>(?:[\w'’-]+ ){{1,4}})(?P<length>(?P<count>\d{{1,3}}|{NUMBER_WORDS}) "
    r"(?:(?:school|working|full|whole) )?(?P<unit>day|week|month|year)s?)\b",
    re.IGNORECASE,
)
_SEASON = re.compile(
    r"\b(?P<which>this|last) (?P<said>spring|summer|autumn|fall|winter)\b|"
    r"\b(?P<named>spring|summer|autumn|fall|winter)(?: of)? (?P<year>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(r"\b(?:over|at least|more|less|up|every|each|per|within|after|before)\b", re.I)


class OtherTime(NamedTuple):
    """What is said and what the source has."""

    said: str
    held: str


def find_other_time(words: str, by: FiledDocument, source: str, of: FiledDocument) -> OtherTime | None:
    """Another length of the same doing, or the same season of another year; None where nothing of the kind differs."""
    ours, theirs = [*_list_lengths(words)], [*_list_lengths(source)]
    if len(ours) == len(theirs) == 1 and ours[0][1] & theirs[0][1] and not _is_as_long(ours[0][2], theirs[0][2]):
        return OtherTime(ours[0][0], theirs[0][0])
    seasons = [*_list_seasons(words, by)], [*_list_seasons(source, of)]
    if len(seasons[0]) == len(seasons[1]) == 1:
        (said, our_season, our_year), (held, their_season, their_year) = seasons[0][0], seasons[1][0]
        if our_season == their_season and our_year != their_year:
            return OtherTime(said, held)
    return None


def is_same_length(one: str, other: str) -> bool:
    """Whether two texts give one length each, the same one, perhaps in other units: `two weeks`, `14 days`."""
    ours, theirs = [*_list_lengths(one)], [*_list_lengths(other)]
    return len(ours) == len(theirs) == 1 and _is_as_long(ours[0][2], theirs[0][2])


def _list_lengths(text: str) -> Iterator[tuple[str, frozenset[str], int]]:
    """Each length with what it is the length of, and how many days it has."""
    for match in _LENGTH.finditer(text):
        if not _VAGUE.search(match["before"]):
            days = count_roughly(read_count(match["count"]), match["unit"])
            yield match["length"], list_topics(match["before"]), days


def _is_as_long(one: int, other: int) -> bool:
    """Whether two lengths may be the same one in other units."""
    return abs(one - other) * 4 <= max(one, other)


def _list_seasons(text: str, filed: FiledDocument) -> Iterator[tuple[str, str, int]]:
    """Each season with its year; `this spring` is that of the document's own year."""
    for match in _SEASON.finditer(text):
        if match["year"]:
            yield match[0], match["named"].lower(), int(match["year"])
        elif year := _find_year(filed):
            yield match[0], match["said"].lower(), year - (match["which"].lower() == "last")


def _find_year(filed: FiledDocument) -> int:
    """The year in which a document was written: of its own day, else of the last day it names."""
    own = find_own_day(filed)
    days = [day for text in filed.sentences for day in read_days(text).days]
    return own.year if own else max(days).year if days else 0
