"""Dates of a file: days that no calendar has, days of the week, lengths, ages, terms and order that do not fit."""

from __future__ import annotations

from collections.abc import Iterator

from foam.examination.ages import explain, find_wrong_ages
from foam.examination.days import find_impossible, find_own_day, read_days, show_day
from foam.examination.deadlines import find_misreckoned
from foam.examination.decisive import read_matter
from foam.examination.file import CaseFile
from foam.examination.finding import Finding, make_finding
from foam.examination.lateness import find_wrong_lateness
from foam.examination.order import find_out_of_turn, find_reversed
from foam.examination.restated import find_restated
from foam.examination.spans import find_wrong_lengths, find_wrong_weekdays
from foam.examination.steps import find_called_late
from foam.examination.stretches import find_wrong_ends
from foam.examination.told_lengths import find_wrong_told_lengths


def find_date_faults(file: CaseFile) -> tuple[Finding, ...]:
    """Every date of the file that cannot be right; the same words in a copy are named once."""
    found: dict[tuple[str, str], Finding] = {}
    for find in (
        _find_in_sentences,
        _find_ends,
        _find_lateness,
        _find_ages,
        _find_order,
        _find_terms,
        _find_called_late,
    ):
        for one in find(file):
            found.setdefault((one.passages[0].text, one.text.split("“")[0]), one)
    return tuple(found.values())


def _find_in_sentences(file: CaseFile) -> Iterator[Finding]:
    """What a sentence alone, or with its document's day, gives away."""
    for filed in file.documents:
        own = find_own_day(filed)
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
                yield make_finding(
                    "date",
                    f"{filed.shown_first} says {misfit.said}, but that day is {misfit.right}.",
                    advice="Ask whether the day of the week or the date is wrong.",
                    passages=[filed.say(number)],
                    sure=0.95,
                    working=(misfit.working,),
                )
            for misfit in find_wrong_lengths(outline):
                yield make_finding(
                    "date",
                    f"{filed.shown_first} says {misfit.said}, but between its two days lie {misfit.right}.",
                    advice="Ask which of the days, or whether the length, is wrong.",
                    passages=[filed.say(number)],
                    sure=0.9,
                    working=(misfit.working,),
                )
            for misfit in find_wrong_told_lengths(outline, own):
                yield make_finding(
                    "date",
                    f"{filed.shown_first} says {misfit.said}, but from that day to its own it is {misfit.right}.",
                    advice="Count from the day that is given, and go by the count.",
                    passages=[filed.say(number)],
                    sure=0.85,
                    working=(misfit.working,),
                )


def _find_ends(file: CaseFile) -> Iterator[Finding]:
    for one in find_wrong_ends(file):
        said = [one.filed.say(number) for number in dict.fromkeys((one.sentence, one.begins_in))]
        yield make_finding(
            "date",
            f"{one.filed.shown_first} gives {show_day(one.said)}; by the length it names it is {show_day(one.right)}.",
            advice="Count the days again, and leave out those that do not count.",
            passages=[*said, *(filed.say(number) for filed, number in one.terms)],
            sure=0.85,
            working=(one.working,),
        )


def _find_lateness(file: CaseFile) -> Iterator[Finding]:
    for one in find_wrong_lateness(file):
        yield make_finding(
            "date",
            f"{one.filed.shown_first} says {one.said}, but by its own days it was {one.days} days.",
            advice="Count the days again before anything follows from them.",
            passages=[one.filed.say(number) for number in dict.fromkeys((one.sentence, one.due_in))],
            sure=0.9,
            working=(one.working,),
        )


def _find_ages(file: CaseFile) -> Iterator[Finding]:
    for one in find_wrong_ages(file):
        yield make_finding(
            "date",
            f"{one.filed.shown_first} gives an age of {one.said}, but by the day of birth it is {one.right}.",
            advice="Check the day of birth, and then every rule that depends on the age.",
            passages=[one.filed.say(one.sentence), one.birth.filed.say(one.birth.sentence)],
            sure=0.85,
            working=(explain(one),),
        )


def _find_order(file: CaseFile) -> Iterator[Finding]:
    for one in (*find_reversed(file), *find_out_of_turn(file)):
        yield make_finding(
            "date",
            one.text,
            advice="Ask when it was really written, and what it could have known then.",
            passages=[one.filed.say(one.sentence), *([one.other.say(one.at)] if one.other else [])],
            sure=0.85,
        )


def _find_terms(file: CaseFile) -> Iterator[Finding]:
    for one in (*find_misreckoned(file), *find_restated(file)):
        yield make_finding(
            "date",
            one.text,
            advice="Count the days again, ask for the right day in writing, and go by the count until then.",
            passages=[one.filed.say(one.sentence), *(filed.say(number) for filed, number in one.others)],
            sure=one.sure,
            working=(one.working,),
        )


def _find_called_late(file: CaseFile) -> Iterator[Finding]:
    """What the decision calls late though it was in time, or may be by a sentence that code cannot apply."""
    matter = read_matter(file)
    for one in find_called_late(matter) if matter else ():
        if one.bearing == "for":
            continue
        yield make_finding(
            "date",
            one.text,
            advice="Decide again on this point, and say in the new decision which sentences show it."
            if one.bearing
            else "Ask whether it counts as late under that sentence, and have the decision say why.",
            passages=[filed.say(number) for filed, number in one.places],
            sure=0.85 if one.bearing else 0.75,
            working=one.working,
        )
