"""Dates of a file in the form of dates: days that no calendar has, days of the week, lengths between two days."""

from __future__ import annotations

from collections.abc import Iterator

from foam.examination.days import find_impossible, read_days
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, make_finding
from foam.examination.spans import Misfit, find_wrong_lengths, find_wrong_weekdays


def find_date_faults(file: CaseFile) -> tuple[Finding, ...]:
    """Every date of the file that cannot be right; the same words in a copy are named once."""
    found: dict[tuple[str, str], Finding] = {}
    for filed in file.documents:
        for one in _find_in(filed):
            found.setdefault((one.passages[0].text, one.text.split("“")[0]), one)
    return tuple(found.values())


def _find_in(filed: FiledDocument) -> Iterator[Finding]:
    own = filed.author.dated
    for number, sentence in enumerate(filed.sentences):
        for written, length in find_impossible(sentence):
            yield make_finding(
                "date",
                f"There is no {written}: {filed.shown} gives a day that no calendar has.",
                advice="Ask for the right day before anything is counted from it.",
                passages=[filed.say(number)],
                working=(f"The month has {length} days",),
            )
        outline = read_days(sentence, own)
        for misfit in find_wrong_weekdays(outline):
            told = f"but that day is {misfit.right}"
            yield _tell(filed, number, misfit, told, "Ask whether the day of the week or the date is wrong.")
        for misfit in find_wrong_lengths(outline):
            told = f"but between its two days lie {misfit.right}"
            yield _tell(filed, number, misfit, told, "Ask which of the days, or whether the length, is wrong.")


def _tell(filed: FiledDocument, number: int, misfit: Misfit, told: str, advice: str) -> Finding:
    return make_finding(
        "date",
        f"{filed.shown_first} says {misfit.said}, {told}.",
        advice=advice,
        passages=[filed.say(number)],
        working=(misfit.working,),
    )
