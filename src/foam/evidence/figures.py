"""Figures and rules that stand in a document: what a calculation asks for, read sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import date
from pathlib import PurePath

from foam.argument.inputs import Input, Reading, Rule, compile_pattern
from foam.evidence.document import Document
from foam_quotes.text.figures import parse_date
from foam_quotes.text.words import measure_length

_NO_KIND = frozenset({"", "text", "web", "mail", "paper"})
"""Kinds that an importer gives by the format of the file: they do not say what the document is."""
_TURN = re.compile(
    r"<\|\w+\|>|\[/?INST\]|^\W*(?:system|assistant|user|human)\b\W*[:>\]|]|^#+ ?(?:system|instructions?|response)\b"
    r"|^\W*\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?\W+[\w .]{1,30}: ",
    re.IGNORECASE,
)
"""Where a conversation begins, with a model or in a chat: what follows is talk, not the document's own words."""
_HEADING_WORDS = 10
"""A first sentence of no more words is a heading."""

_Place = tuple[int, int]
"""A sentence, and where in it."""


def serves(sought: Rule, document: Document) -> bool:
    """Whether a document is one in which this may be read."""
    return is_of_kind(document, sought.kinds, sought.titled)


def is_of_kind(document: Document, kinds: Collection[str], titled: str) -> bool:
    """Whether a document is of one of these kinds, or, where it says no kind, titled so. No kinds: any document."""
    kind = re.sub(r"[ -]", "_", document.facets.kind.casefold())
    if not kinds or kind in kinds:
        return True
    if kind not in _NO_KIND or not titled:
        return False
    first = document.sentence(0)
    heading = first if measure_length(first) <= _HEADING_WORDS else ""
    file = PurePath(document.origin.file).name
    about = (document.citation.title, document.citation.source, file, heading)
    return any(compile_pattern(titled, "amount").search(one) for one in about)


def read_document(sought: Rule, document: Document) -> tuple[Reading, ...]:
    """Everything in a document that says what is sought, each with the day it belongs to."""
    if not serves(sought, document):
        return ()
    sentences = tuple(_list_sentences(document))
    days = dict(_find_days(sought.dated, sentences)) if isinstance(sought, Input) and sought.dated else {}
    owner = _find_owner(sought.owner, sentences) if isinstance(sought, Input) and sought.owner else ""
    published = parse_date(document.citation.published)
    found = [(number, match) for number, sentence in sentences for match in sought.find(sentence)]
    places = [(number, match.start) for number, match in found]
    leads = bool(days) and (not places or min(days) < min(places))
    readings = []
    for place, (number, match) in zip(places, found, strict=True):
        day = _find_day(place, days, leads=leads) or published
        value = day if match.value is None and sought.figure == "date" else match.value
        if value is None and sought.figure is not None:
            continue
        readings.append(
            Reading(
                name=sought.name,
                value=value,
                pointer=document.pointer(number),
                text=document.sentence(number),
                cite=document.citation.brief,
                dated=day,
                owner=owner,
                given=match.given,
            )
        )
    return tuple(readings)


def _list_sentences(document: Document) -> Iterator[tuple[int, str]]:
    """The sentences with their numbers, up to where a conversation begins."""
    for number in range(len(document.ends)):
        sentence = document.sentence(number)
        if _TURN.search(sentence):
            return
        yield number, sentence


def _find_days(pattern: str, sentences: tuple[tuple[int, str], ...]) -> Iterator[tuple[_Place, date]]:
    for number, sentence in sentences:
        for found in compile_pattern(pattern, "date").finditer(sentence):
            if (day := parse_date(found["value"] or "")) is not None:
                yield (number, found.start()), day


def _find_day(place: _Place, days: dict[_Place, date], *, leads: bool) -> date | None:
    """The day that a figure belongs to: the one before it where days come first, else the one after it."""
    if leads:
        return days[max(one for one in days if one <= place)]
    return days[min(one for one in days if one > place)] if days and max(days) > place else None


def _find_owner(pattern: str, sentences: tuple[tuple[int, str], ...]) -> str:
    """The person whom the document names first."""
    searched = (compile_pattern(pattern, "amount").search(sentence) for _, sentence in sentences)
    return next((found["value"].strip(" .") for found in searched if found), "")
