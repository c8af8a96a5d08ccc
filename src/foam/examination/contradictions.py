"""The same label with another figure or day in two documents: `Amount due: 420` against `Amount due: 460`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from itertools import combinations
from typing import NamedTuple

from foam.examination.days import read_days, show_day
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, make_finding
from foam_quotes.text.mentions.dates import find_dates
from foam_quotes.text.mentions.numbers import Figure, find_numbers
from foam_quotes.text.mentions.references import find_references

_LABELLED = re.compile(r"(?P<label>\b[A-Z][^\W\d]*(?: [a-z][\w'’-]*){1,7})[*_]* ?[:|][ *_|]*(?P<value>\w*[^:|]{1,60})")
"""A label of two words or more: `Date` and `Total` are each paper's own. Lines of a letter's head may stand in one."""

_NO_AMOUNT = re.compile(r"[:/]")
"""What stands in a time, and in a share or a number of a file."""
_COMPOUND = re.compile(r"-[a-z]")
"""What makes a figure a part of a word: `14-day`."""
_FIGURE = re.compile(r"\d[\d.,]*")


class _Labelled(NamedTuple):
    filed: FiledDocument
    number: int
    written: str
    value: Figure | date

    @property
    def kind(self) -> str:
        """Of what measure it is: only of one measure can two be held against each other."""
        return "day" if isinstance(self.value, date) else f"{self.value.currency} {self.value.unit}"


def find_contradictions(file: CaseFile) -> tuple[Finding, ...]:
    """Labels that two documents give another figure, or another day."""
    by_label: dict[tuple[str, str], list[_Labelled]] = defaultdict(list)
    for filed in file.documents:
        for label, one in _list_labelled(filed):
            by_label[label, one.kind].append(one)
    return tuple(
        _tell(label, one, other)
        for (label, _), found in by_label.items()
        for one, other in combinations(found, 2)
        if one.filed.copy_of != other.filed.copy_of and not _is_same(one, other) and not _is_same_form(one, other)
    )


def _list_labelled(filed: FiledDocument) -> Iterator[tuple[str, _Labelled]]:
    """The labels of a document that stand in it once, each with the figure or the day that follows it."""
    found: dict[str, list[_Labelled]] = defaultdict(list)
    for number, text in enumerate(filed.sentences):
        for match in _LABELLED.finditer(text):
            if value := _read_value(match["value"], filed):
                written = show_day(value) if isinstance(value, date) else value.span.of(match["value"])
                found[match["label"].casefold()].append(_Labelled(filed, number, written, value))
    yield from ((label, values[0]) for label, values in found.items() if len(values) == 1)


def _read_value(said: str, filed: FiledDocument) -> Figure | date | None:
    """The day or the figure with which it begins: no year, time, share in words, place in a row or part of a word."""
    for one, day in read_days(said, filed.author.dated):
        if not one.span.start:
            return day
    hidden = [*(one.span for one in find_dates(said)), *(one.span for one in find_references(said))]
    first = next((one for one in find_numbers(said, without=hidden) if not one.span.start), None)
    if first is None or first.unit == "ordinal" or _NO_AMOUNT.search(first.span.of(said)):
        return None
    return None if _COMPOUND.match(said, first.span.end) else first


def _is_same(one: _Labelled, other: _Labelled) -> bool:
    if isinstance(one.value, date) or isinstance(other.value, date):
        return one.value == other.value
    return one.value.value == other.value.value


def _is_same_form(one: _Labelled, other: _Labelled) -> bool:
    """Whether two documents are one form filled in twice, as pay slips are: their figures are of two times. Most of
    their labels, or of their sentences but for figures and days, are the same."""
    labels = [{label for label, _ in _list_labelled(each.filed)} for each in (one, other)]
    sentences = [set(map(_leave_blank, each.filed.sentences)) for each in (one, other)]
    return any(2 * len(ours & theirs) > max(len(ours), len(theirs), 4) for ours, theirs in (labels, sentences))


def _leave_blank(sentence: str) -> str:
    """A sentence with its figures, and those of its days, as blanks."""
    for one in reversed(find_dates(sentence)):
        sentence = f"{sentence[: one.span.start]}_{sentence[one.span.end :]}"
    return _FIGURE.sub("_", sentence)


def _tell(label: str, one: _Labelled, other: _Labelled) -> Finding:
    first, second = sorted((one, other), key=lambda each: (each.filed.part != "decision", each.filed.name))
    return make_finding(
        "contradiction",
        f"{first.filed.shown_first} and {second.filed.shown} give “{label}” otherwise: “{first.written}” against "
        f"“{second.written}”.",
        advice="Find out which of the two is right before relying on either; ask both authors, or look for a third "
        "source.",
        passages=(first.filed.say(first.number), second.filed.say(second.number)),
    )
