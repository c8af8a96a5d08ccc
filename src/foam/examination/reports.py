"""What one document says in its own words that another says, held against the other: reports that turn the source.

Code finds another number, another day, a duty made a choice, and a condition that was dropped. Where no word gives it
away the shipped judge reads the source beside the report; what hardly bears on it is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from foam.examination.differences import (
    Difference,
    count_denials,
    describe_differences,
    find_conditions,
    find_differences,
    is_turned,
    is_undone,
)
from foam.examination.file import CaseFile
from foam.examination.finding import Finding, make_finding
from foam.examination.quotations import list_source_lines
from foam.examination.sayings import Saying, find_denied, find_sayings, find_unable
from foam.examination.told_times import OtherTime, find_other_time, is_same_length
from foam.examination.wording import Line, Wording, list_topics

if TYPE_CHECKING:
    from foam.model.judge import Weighed

Weigh: TypeAlias = "Callable[[Sequence[tuple[str, str]]], Sequence[Weighed]]"
"""How each first text stands to the second."""
_SAME = 0.5
"""Share of a report's words that the source's sentence must have for the two to be compared word by word."""
_SAME_CITED = 0.35
"""The same where the rule is cited by its number and both its force and a limit are lost."""
_CONDITION_SAME = 0.6
"""The same where all that differs is a condition that was left out."""
_ABOUT = 0.25
"""The same for the judge to be asked."""
_ELSEWHERE = 0.75
"""Share of a report's words that another document must have for it to be the true source."""
_LEAST_TOPICS = 4
_SHARE_TOPICS = 2
CONTRADICTS = 0.7
BEARS = 0.7
"""Chances from which the judge's word counts."""
_READ = 3
"""Sentences of the source that the judge reads for one report."""
_SHORT = 12
"""Sentences that a source may have for every two of them to be read."""
_PROSE = re.compile(r"^[A-Z][^|]{15,}[.!?][\"']?$")
_DOES_AWAY = re.compile(
    r"\b(?:regardless of|no matter|whatever|however \w+|irrespective of|without regard to|independently of)\b"
    r"(?P<what>[^,.;]+)",
    re.IGNORECASE,
)
"""Words by which something is said not to matter."""
_DEMANDS = re.compile(r"\b(?:must|shall|only|at least|at most|no(?:t)? (?:more|less|older|later|longer))\b")
_CERTAIN = re.compile(
    r"\b(?:no doubt|without (?:any )?doubt|beyond doubt|(?:am|are|is|was) (?:quite |very )?(?:certain|sure|clear|known|"
    r"established)|clearly|plainly|(?:cause|reason|origin|source) (?:is|was|lies|lay))\b",
    re.IGNORECASE,
)
"""Words of one who is sure."""
_CONTRAST = re.compile(r", (?:and )?not [^,.;]+(?=[.;]?$)")
"""What a sentence adds to say what it does not mean: `on the day it came, not on the day it was opened`."""
_GOES_ON = re.compile(r"(?:He|She|They|It|This)\b")
"""A sentence that goes on about what the one before it named."""
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b(?![,.]\d)")
_OF_GROUP = re.compile(r"\b(?:\d+|[a-z]+) (?:out )?of (?:the |all |our |these |those )?(?P<group>\d+(?:[.,]\d+)*)\b")
"""So many of a group: `in 9 of the 31 wells`."""
_ADVICE = "Read the source itself and go by what it says."


def weigh_shipped(pairs: Sequence[tuple[str, str]]) -> Sequence[Weighed]:
    """Weigh by the judge that comes with FOAM."""
    from foam.model.judge import shipped_judge, weigh  # here: findings are also checked where there is no judge

    return weigh(shipped_judge(), pairs) if pairs else []


def is_altered_shipped(source: str, quote: str) -> bool:
    """Whether a quotation says something else than its source, by the judge that comes with FOAM."""
    from foam.model.judge import shipped_judge

    return shipped_judge().is_altered([(source, quote)])[0]


def find_misreports(file: CaseFile, *, weigh_pairs: Weigh = weigh_shipped) -> tuple[Finding, ...]:
    """Reports of another document that do not say what it says."""
    wording = Wording(file)
    reports = [one for one in find_sayings(file) if not one.quoted and one.sources]
    found: list[Finding] = []
    open_reports: list[tuple[Saying, list[Line]]] = []
    for report in reports:
        told = [] if report.denied else list(_compare(report, wording)) or list(_compare_times(report, wording))
        found += told
        is_borne_out = _states_figures_of(report, wording)
        lines = [] if told or is_borne_out else [*_list_near(report, wording), *_list_windows(report, wording)]
        lines = [line for line in lines if not _counts_another_group(report, line)]
        if lines:
            open_reports.append((report, lines))
    by_code = (*found, *_find_denied(file, wording), *_find_unable(file, wording))
    return (*by_code, *_ask(open_reports, weigh_pairs))


def _find_denied(file: CaseFile, wording: Wording) -> Iterator[Finding]:
    """Documents that are said not to mention what they do mention."""
    for denial in find_denied(file):
        topics = list_topics(denial.words)
        for line in list_source_lines(denial, wording) if topics else ():
            if topics <= line.topics and not count_denials(line.text):
                yield make_finding(
                    "report",
                    f"{denial.document.shown_first} says that {line.document.shown} does not say this, but it does.",
                    advice=_ADVICE,
                    passages=(denial.document.say(denial.sentence), line.document.say(line.number)),
                    sure=0.85,
                )
                break


def _find_unable(file: CaseFile, wording: Wording) -> Iterator[Finding]:
    """Authors who are said not to have found out what they say they are sure of."""
    for report in find_unable(file):
        topics = list_topics(report.words)
        for line in list_source_lines(report, wording) if topics else ():
            if _CERTAIN.search(line.text) and not count_denials(line.text) and topics & line.topics:
                yield make_finding(
                    "report",
                    f"{report.document.shown_first} says that {line.document.shown} could not tell, but it says so.",
                    advice=_ADVICE,
                    passages=(report.document.say(report.sentence), line.document.say(line.number)),
                    sure=0.85,
                )
                break


def _compare(report: Saying, wording: Wording) -> Iterator[Finding]:
    """What code can see: another word in the same place, or words that another document has and the named one lacks."""
    lines = list_source_lines(report, wording)
    nearest = wording.find_nearest(report.words, lines)
    whole = [line.text for line in lines]
    if report.provisions and nearest and _SAME_CITED <= nearest[1] < _CONDITION_SAME:
        lost = find_differences(report.words, nearest[0].text, whole=whole, around=report.around, limits=True)
        if {"modality", "condition"} <= {one.kind for one in lost}:
            yield _tell(report, nearest[0], lost)
            return
    if nearest and nearest[1] >= _SAME:
        line = nearest[0]
        differences = find_differences(
            report.words,
            line.text,
            whole=whole,
            around=report.around,
            conditions=nearest[1] >= _CONDITION_SAME,
            limits=bool(report.provisions) or line.document.part == "rules",
        )
        if is_same_length(report.words, line.text):
            differences = tuple(one for one in differences if one.kind != "number")
        rest = line.text
        for condition in find_conditions(line.text):
            rest = rest.replace(condition, "")
        if is_turned(report.words, rest) and {one.kind for one in differences} == {"condition"}:
            return  # that it says the opposite comes first, and is for the judge
        if not differences:
            line, differences = _find_other_share(report, lines, wording) or (line, ())
        if differences:
            yield _tell(report, line, differences)
        elif report.provisions:
            yield from _find_done_away(report, lines)
        return
    if report.provisions or (nearest and nearest[1] > _ABOUT):
        return
    elsewhere = [
        line
        for line in wording.lines
        if line.document.copy_of not in {report.document.copy_of, *(one.copy_of for one in report.sources)}
    ]
    other = wording.find_nearest(report.words, elsewhere)
    if other is None or other[1] < _ELSEWHERE or len(list_topics(report.words)) < _LEAST_TOPICS:
        return
    is_same_report = list_topics(report.who) <= other[0].topics
    if not is_same_report and not is_turned(report.words, other[0].text):
        yield make_finding(
            "report",
            f"{report.document.shown_first} says that {report.sources[0].shown} says this, but it stands in "
            f"{other[0].document.shown}.",
            advice="Ask whose statement it is, and give it the weight that its real author has.",
            passages=(report.document.say(report.sentence), other[0].document.say(other[0].number)),
            sure=0.75,
        )


def _compare_times(report: Saying, wording: Wording) -> Iterator[Finding]:
    """A report of how long or in which year something was, where a sentence of the source has it otherwise."""
    topics = list_topics(report.words)
    lines = [line for line in list_source_lines(report, wording) if topics & line.topics]
    read = [(line, find_other_time(report.words, report.document, line.text, line.document)) for line in lines]
    found = [(line, other) for line, other in read if other is not None]
    if len(found) == 1 and not report.provisions:
        yield _tell_time(report, *found[0])


def _tell_time(report: Saying, line: Line, other: OtherTime) -> Finding:
    return make_finding(
        "report",
        f"{report.document.shown_first} reports {line.document.shown} wrongly: it says “{other.said}”, the source has "
        f"“{other.held}”.",
        advice=_ADVICE,
        passages=(report.document.say(report.sentence), line.document.say(line.number)),
        sure=0.8,
    )


def _find_done_away(report: Saying, lines: Sequence[Line]) -> Iterator[Finding]:
    """A report by which a thing does not matter, where the rule demands something of it."""
    away = _DOES_AWAY.search(report.words)
    topics = list_topics(away["what"]) if away else frozenset()
    for line in lines:
        if topics & line.topics and _DEMANDS.search(line.text):
            yield make_finding(
                "report",
                f"{report.document.shown_first} reports {line.document.shown} wrongly: it does away with what the "
                "source demands.",
                advice=_ADVICE,
                passages=(report.document.say(report.sentence), line.document.say(line.number)),
                sure=0.8,
            )
            return


def _find_other_share(
    report: Saying, lines: Sequence[Line], wording: Wording
) -> tuple[Line, tuple[Difference, ...]] | None:
    """A sentence of the source that says of the same things that they were fewer or more of the whole."""
    topics = list_topics(report.words)
    for line in lines:
        found = tuple(one for one in find_differences(report.words, line.text) if one.kind == "amount")
        found = () if _counts_another_group(report, line) else found
        if found and wording.share(topics, line.topics) >= _ABOUT and len(topics & line.topics) >= _SHARE_TOPICS:
            return line, found
    return None


def _tell(report: Saying, line: Line, differences: tuple[Difference, ...]) -> Finding:
    return make_finding(
        "report",
        f"{report.document.shown_first} reports {line.document.shown} wrongly: {describe_differences(differences)}.",
        advice=_ADVICE,
        passages=(report.document.say(report.sentence), line.document.say(line.number)),
        sure=0.75 if {one.kind for one in differences} == {"condition"} else 0.92,
    )


def _states_figures_of(report: Saying, wording: Wording) -> bool:
    """Whether a sentence of the source that speaks of the same has every figure of the report and denies as much: what
    another sentence says then, of another group, does not make the report wrong. A year may stand in another one, which
    says when all of it was."""
    figures, topics = {*_FIGURE.findall(report.words)}, list_topics(report.words)
    lines = list(list_source_lines(report, wording))
    years = {year for line in lines for year in _YEAR.findall(line.text)}
    counts = figures - years
    return bool(counts) and any(
        counts <= {*_FIGURE.findall(line.text)}
        and wording.share(topics, line.topics) >= _ABOUT
        and bool(count_denials(line.text)) is bool(count_denials(report.words))
        for line in lines
    )


def _counts_another_group(report: Saying, line: Line) -> bool:
    """Whether a report of so many of a group stands beside a sentence on a group of another size."""
    said, held = _OF_GROUP.search(report.words), {*_FIGURE.findall(line.text)}
    return said is not None and bool(held) and said["group"] not in held


def _list_windows(report: Saying, wording: Wording) -> list[Line]:
    """Each two sentences of a short source, as one: what contradicts a report may take both, in words of its own."""
    lines = [line for line in list_source_lines(report, wording) if _PROSE.search(line.text)]
    is_open = len(report.sources) == 1 and not (report.provisions or report.denied or report.is_spoken)
    if not is_open or not 2 <= len(lines) <= _SHORT:
        return []
    return [
        Line(one.document, two.number, f"{one.text} {two.text}", one.topics | two.topics)
        for one, two in pairwise(lines)
        if two.number - one.number == 1
    ]


def _list_near(report: Saying, wording: Wording) -> list[Line]:
    topics = list_topics(report.words)
    rated = [
        (wording.share(topics | {word for word in line.topics if is_undone(word, topics)}, line.topics), line)
        for line in list_source_lines(report, wording)
    ]
    near = sorted((one for one in rated if one[0] >= _ABOUT), key=lambda one: -one[0])
    chosen = [line for _, line in near[:_READ]]
    after = {(line.document.id, line.number + 1) for line in chosen}
    told = {(line.document.id, line.number) for line in chosen}
    return chosen + [
        line for _, line in rated if (line.document.id, line.number) in after - told and _GOES_ON.match(line.text)
    ]


def _ask(reports: Sequence[tuple[Saying, list[Line]]], weigh_pairs: Weigh) -> Iterator[Finding]:
    """What the judge sees: a sentence of the source that says the opposite, where none bears the report out."""
    pairs = [(report, line) for report, lines in reports for line in lines]
    weighed = list(weigh_pairs([(_CONTRAST.sub("", line.text), _as_sentence(report.words)) for report, line in pairs]))
    for report, lines in reports:
        read = [(one, line) for (whose, line), one in zip(pairs, weighed, strict=True) if whose is report]
        against = [(one.supports if report.denied else one.contradicts, one.bears, line) for one, line in read]
        worst, bears, line = max(against, key=lambda one: one[0])
        borne = 0.0 if report.denied else max(one.supports for one, _ in read)
        if worst >= CONTRADICTS and bears >= BEARS and borne < worst:
            yield make_finding(
                "report",
                f"{report.document.shown_first} reports {line.document.shown} wrongly: the source says otherwise.",
                advice=_ADVICE,
                passages=(report.document.say(report.sentence), line.document.say(line.number)),
                established="judge",
                sure=worst,
            )
        assert lines


def _as_sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"
