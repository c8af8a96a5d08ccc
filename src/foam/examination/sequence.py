"""`After` and `before` held against the days: what is said to have come after a thing cannot bear an earlier day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from foam.examination.days import find_own_day, read_days, show_day
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.order import Reversed
from foam.examination.wording import Wording, list_topics

_AFTER_FIRST = re.compile(r"(?:^|, |; )(?:after|once)\b(?P<event>[^{};.]*)\{(\d+)\}[^{};.]*, [^{};.]*\{(\d+)\}", re.I)
_AFTER_LAST = re.compile(r"\{(\d+)\}[^{};.]*?\bafter\b(?P<event>[^{};.]*\bhad\b[^{};.]*)\{(\d+)\}", re.IGNORECASE)
_BEFORE_FIRST = re.compile(r"(?:^|, |; )before\b(?P<event>[^{};.]*)\{(\d+)\}[^{};.]*, [^{};.]*\{(\d+)\}", re.IGNORECASE)
_AFTER_EVENT = re.compile(r"\{(\d+)\},? after (?P<event>[^{};.]*?\bhad\b[^{};.]*)", re.IGNORECASE)
"""A day on which something was done after something else, of which this sentence gives no day."""
_LEAST_TOPICS = 3
_SAME_EVENT = 0.6
"""Share of the words for an event that must stand with the day that another document gives it."""
_GOES_ON = 3
"""Sentences from the one with a day in which its event is told."""


def find_out_of_turn(file: CaseFile) -> Iterator[Reversed]:
    """Sentences that put things in an order which their days, or another document's, do not have."""
    wording = Wording(file)
    for filed, number, sentence in file.list_sentences():
        outline = read_days(sentence, find_own_day(filed))
        for pattern, is_first_earlier in ((_AFTER_FIRST, True), (_AFTER_LAST, False), (_BEFORE_FIRST, False)):
            if found := pattern.search(outline.text):
                days = [outline.days[int(found[2])], outline.days[int(found[3])]] if pattern is not _AFTER_LAST else [
                    outline.days[int(found[1])], outline.days[int(found[3])]]  # fmt: skip
                early, late = days if is_first_earlier else days[::-1]
                if early > late:
                    yield Reversed(filed, number, _tell(filed, late, early))
        for found in _AFTER_EVENT.finditer(outline.text):
            day = outline.days[int(found[1])]
            if other := _find_later(file, wording, filed, found["event"], day):
                place, at, later = other
                yield Reversed(filed, number, _tell(filed, day, later, place), place, at)


def _tell(filed: FiledDocument, done: date, first: date, source: FiledDocument | None = None) -> str:
    came = f"{source.shown} puts that" if source else "that came"
    return (
        f"{filed.shown_first} says that something was done on {show_day(done)} after something else, but {came} later, "
        f"on {show_day(first)}."
    )


def _find_later(
    file: CaseFile, wording: Wording, filed: FiledDocument, event: str, day: date
) -> tuple[FiledDocument, int, date] | None:
    """Where the other documents tell of an event, if each puts it on a later day."""
    topics = list_topics(event)
    if len(topics) < _LEAST_TOPICS:
        return None
    told: list[tuple[FiledDocument, int, date]] = []
    for other in file.list_others(filed):
        for number, sentence in enumerate(other.sentences):
            days = set(read_days(sentence, find_own_day(other)).days)
            near = frozenset(word for text in other.sentences[number : number + _GOES_ON] for word in list_topics(text))
            if len(days) == 1 and wording.share(topics, near) >= _SAME_EVENT and len(topics & near) >= _LEAST_TOPICS:
                told.append((other, number, days.pop()))
    return told[0] if told and all(later > day for _, _, later in told) else None
