"""Sentences of two documents that cannot both be right, side by side.

Sentences that share rare words are paired. Code sees another figure or another day for the same thing; for the rest the
shipped judge reads each pair both ways, and both readings must say that they bear on each other and contradict.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from foam.examination.differences import Difference, find_differences, find_people, is_turned, read_figures
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, make_finding
from foam.examination.reports import BEARS, Weigh, weigh_shipped
from foam.examination.sources import list_provisions
from foam.examination.wording import Line, Wording, is_heading
from foam.text.figures import MONTHS
from foam.text.mentions.dates import find_dates

_PAIRED = 0.2
"""Likeness from which two sentences are read together."""
_SHARED = 2
"""Words about the same thing that they must share, or one that is much of what both say."""
_ALIKE = 0.3
_SAME_THING = 0.7
"""Likeness from which another figure is about the same thing."""
_CONTRADICTS = 0.75
_BY_CODE = 0.85
_MOST_PAIRS = 300
"""Pairs that the judge reads for one file: about a twentieth of a second each."""
_EACH = 4
"""Pairs of one sentence."""
_COMMON = 40
"""A word in more sentences than this pairs none by itself."""
_MOST_SHARED = 200_000
"""Pairs that are looked at at all, those with the rarest words first."""
_LEAST_TOPICS = 2
_DUTY = re.compile(r"\b(?:must|shall|should|ought|may|can|could|would|might|[Ii]f|[Uu]nless|[Ww]hether)\b")
"""Words of what ought to be, may be or would be: that is held against a fact elsewhere (`condition`)."""
_REQUEST = re.compile(
    r"^\s*(?:dear|please|yours|to|from|date|re|subject|signed|thank|enclosed|attached|copy)\b", re.IGNORECASE
)
_VAGUE = re.compile(
    r"^(?:they|it|he|she|this|that|these|those|here|there|both)\b|\b(?:they|these|those)\b", re.IGNORECASE
)
"""Words that point at what an earlier sentence named: two of them may point at different things."""
_SURER = 0.85
"""The least of the judge's chances for such sentences, where only a day differs, and where no word shows what does."""
_POINTING = re.compile(
    r"\b(?:this|that|the|last|next) (?:day|week|month|year|morning|evening|period|quarter)\b"
    r"|\b(?:today|yesterday|now)\b",
    re.IGNORECASE,
)
"""Words for a time that the day of the document says."""
_NUMBERED = re.compile(r"\b([a-z]{3,}|[A-Z][a-z]{2,}) (\d{1,4}[a-z]?)\b(?!\s*(?:%|per\b|(?!is|was|has)[a-z]+s\b))")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w-]{2,}")
_ORDER = re.compile(
    r"\b(?:first|second|third|fourth|fifth|next|last|previous|earlier|later|former|latter|other|another)\b", re.I
)
"""Words that tell one thing of a row from another."""
_ANOTHERS = re.compile(
    r"\b(?:above|as|behind|below|beside|from|like|near|opposite|than|to|unlike|with) (?:ours|yours|theirs|hers|mine)\b",
    re.IGNORECASE,
)
"""What sets a thing off against somebody else's of the same kind: `34 kilometres from ours`."""
_OWNED = re.compile(r"\b([A-Z][\w-]+)(?:['’]s|(?<=s)['’]) ([a-z]{3,})\b")
"""A thing with the name of whose it is."""
_STATE = re.compile(
    r"\b(?:arrears|balance|deposit|due|extra|left|open|outstanding|over|overdue|overpaid|owed|owes?|paid|part|remaining|"
    r"short|unpaid|still|total|average|first|second|third|last|new|old|former|earlier|later)\b",
    re.IGNORECASE,
)
"""Words by which a figure is one of several that belong to the same thing."""
_DIGITS = re.compile(rf"[\d.,]+|\b(?:{'|'.join(MONTHS)})\b", re.IGNORECASE)
_LEAST_FORM = 3
_SMALL = re.compile(r"\b(?!(?:of|the|and|for|at|in|on|to|by)\b)[a-z]{2,}\b")
"""A word that is no name and joins none."""
_NEVER_SAID = re.compile(
    r"\b(?:never|(?:do|does|did|has|have|had)(?: not|n['’]t)) (?:ever )?"
    r"(?:said|say|told|tell|wrote|write|claimed|claim|"
    r"agreed|agree|promised|promise|admitted|admit|stated|state|conceded|concede)\b",
    re.IGNORECASE,
)
"""Somebody denies that a thing was said: that speaks of what others report, not of the thing."""
_SAYS = re.compile(
    r"\b(?:sa(?:ys?|id)|tells?|told|writes?|wrote|claim(?:s|ed)?|agree[sd]?|promise[sd]?|admit(?:s|ted)?|state[sd]?|"
    r"concede[sd]?|according|deposed|reported|confirmed)\b",
    re.IGNORECASE,
)
_ADVICE = "Find out which of the two is right before relying on either; ask both authors, or look for a third source."


class _Pair(NamedTuple):
    one: Line
    other: Line
    likeness: float


def find_contradictions(file: CaseFile, *, weigh_pairs: Weigh = weigh_shipped) -> tuple[Finding, ...]:
    """Pairs of sentences of different documents that contradict each other, the surest first."""
    wording = Wording(file)
    ruled = {(one.document.id, number) for one in list_provisions(file) for number in one.sentences}
    lines = [
        line
        for line in wording.lines
        if line.document.part != "rules" and (line.document.id, line.number) not in ruled and _is_statement(line)
    ]
    pairs = _list_pairs(lines, wording)
    by_code = [pair for pair in pairs if pair.likeness >= _SAME_THING and _is_one_figure(pair.one, pair.other)]
    known = {id(pair) for pair in by_code}
    rest = [pair for pair in pairs if id(pair) not in known]
    found = [_tell(pair, _BY_CODE) for pair in by_code]
    found += [_tell(pair, sure, judged=True) for pair, sure in _ask(_choose(rest), weigh_pairs)]
    return tuple(_keep_first(sorted(found, key=lambda one: -one.sure)))


def _is_statement(line: Line) -> bool:
    """Whether a sentence states a fact: no heading, no address, no question, no rule."""
    text = line.text.strip()
    if (
        len(line.topics) < _LEAST_TOPICS
        or _is_letterhead(text)
        or is_heading(text)
        or not text.endswith((".", "!", '"', ")"))
        or text.endswith("?")
    ):
        return False
    return not _DUTY.search(text) and not _REQUEST.match(text)


def _is_letterhead(text: str) -> bool:
    """Whether a line is but names and a day."""
    for one in reversed(find_dates(text)):
        text = text[: one.span.start] + text[one.span.end :]
    return not _SMALL.search(text)


def _list_pairs(lines: Sequence[Line], wording: Wording) -> list[_Pair]:
    """Pairs of sentences of different documents that share enough, the most alike first."""
    by_word: dict[str, list[int]] = defaultdict(list)
    for number, line in enumerate(lines):
        for word in line.topics:
            by_word[word].append(number)
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for numbers in sorted(by_word.values(), key=len):
        if len(numbers) <= _COMMON and len(shared) < _MOST_SHARED:
            for pair in combinations(numbers, 2):
                shared[pair] += 1
    pairs = []
    for (a, b), count in shared.items():
        one, other = lines[a], lines[b]
        if one.document.copy_of == other.document.copy_of or one.text == other.text:
            continue
        likeness = wording.liken(one, other)
        is_alike = likeness >= (_PAIRED if count >= _SHARED else _ALIKE)
        if is_alike and not is_same_paper(one.document, other.document) and _can_clash(one, other):
            pairs.append(_Pair(one, other, likeness))
    return sorted(pairs, key=lambda pair: -pair.likeness)


def is_same_paper(one: FiledDocument, other: FiledDocument) -> bool:
    """Whether two documents are copies, or entries of one list: an entry does not deny the next one."""
    is_same = one.copy_of == other.copy_of or one.document.origin.file == other.document.origin.file
    return is_same or _is_same_form(one, other)


def _is_same_form(one: FiledDocument, other: FiledDocument) -> bool:
    """Whether two documents are one form filled in twice, as pay slips are: then their figures are of two times."""
    forms = [_read_form(each.sentences) for each in (one, other)]
    return len(forms[0] & forms[1]) * 2 >= min(map(len, forms)) and min(map(len, forms)) >= _LEAST_FORM


@lru_cache(maxsize=1_000)
def _read_form(sentences: tuple[str, ...]) -> frozenset[str]:
    """The sentences of a document without their figures and months."""
    return frozenset(_DIGITS.sub("", text) for text in sentences)


def _can_clash(one: Line, other: Line) -> bool:
    """Whether two sentences may speak of one thing at one time: not of two plots, two people, two weeks, or of what is
    one's own and what is another's.

    Two articles of a work of reference tell of many places and times: they speak of one thing where they name it.
    """
    if one.document.is_article and other.document.is_article and not _share_name(one.text, other.text):
        return False
    days = [line.document.author.dated for line in (one, other)]
    is_apart = None not in days and days[0] != days[1]
    ours, theirs = _read_marks(one.text), _read_marks(other.text)
    if ours.sets_off != theirs.sets_off or _have_other_owners(ours.owned, theirs.owned):
        return False
    if is_apart and (ours.points or theirs.points):
        return False
    if is_apart and one.document.author.name == other.document.author.name != "" and _has_figures(one, other):
        return False
    for denial, told in ((one.text, other.text), (other.text, one.text)):
        if _NEVER_SAID.search(denial) and not _SAYS.search(told):
            return False
    states = [{word.lower() for word in _STATE.findall(line.text)} for line in (one, other)]
    if states[0] != states[1] and read_figures(one.text) and read_figures(other.text):
        return False
    if any(ours.numbered[word] != theirs.numbered[word] for word in ours.numbered.keys() & theirs.numbered.keys()):
        return False
    return not any(
        mine and others and mine.isdisjoint(others)
        for mine, others in ((ours.order, theirs.order), (ours.people, theirs.people))
    )


def _share_name(one: str, other: str) -> bool:
    """Whether a name stands in both; the first word of a sentence may have its capital from there."""
    return not {*_NAME.findall(one)}.isdisjoint(_NAME.findall(other))


def _have_other_owners(ours: dict[str, str], theirs: dict[str, str]) -> bool:
    """Whether the two name different owners of a thing that they call by one name."""
    return any(ours[thing] != theirs[thing] for thing in ours.keys() & theirs.keys())


class _Marks(NamedTuple):
    """What tells the matter of a sentence from another's."""

    points: bool
    numbered: dict[str, str]
    order: frozenset[str]
    people: frozenset[str]
    sets_off: bool
    owned: dict[str, str]


@lru_cache(maxsize=20_000)
def _read_marks(text: str) -> _Marks:
    return _Marks(
        points=_POINTING.search(text) is not None,
        numbered=dict(_NUMBERED.findall(text)),
        order=frozenset(word.lower() for word in _ORDER.findall(text)),
        people=frozenset(find_people(text)),
        sets_off=_ANOTHERS.search(text) is not None,
        owned={thing: owner for owner, thing in _OWNED.findall(text)},
    )


def _has_figures(one: Line, other: Line) -> bool:
    """Whether the two give figures: those of two papers of one author are of two times."""
    return bool(read_figures(one.text) and read_figures(other.text)) or bool(
        find_dates(one.text) and find_dates(other.text)
    )


def _choose(pairs: Sequence[_Pair]) -> list[_Pair]:
    """The pairs that the judge reads: those that a word turns first, no sentence too often."""
    turned = [pair for pair in pairs if is_turned(pair.one.text, pair.other.text)]
    first = {id(pair) for pair in turned}
    counts: dict[tuple[str, int], int] = defaultdict(int)
    chosen = []
    for pair in (*turned, *(pair for pair in pairs if id(pair) not in first)):
        keys = [(line.document.id, line.number) for line in pair[:2]]
        if all(counts[key] < _EACH for key in keys):
            chosen.append(pair)
            for key in keys:
                counts[key] += 1
    return chosen[:_MOST_PAIRS]


def _ask(pairs: Sequence[_Pair], weigh_pairs: Weigh) -> Iterator[tuple[_Pair, float]]:
    """The pairs that the judge finds to contradict each other, read either way."""
    forth = weigh_pairs([(pair.one.text, pair.other.text) for pair in pairs])
    likely = [
        (pair, found)
        for pair, found in zip(pairs, forth, strict=True)
        if found.contradicts >= _CONTRADICTS and found.bears >= BEARS
    ]
    back = weigh_pairs([(pair.other.text, pair.one.text) for pair, _ in likely])
    for (pair, first), second in zip(likely, back, strict=True):
        sure = min(first.contradicts, second.contradicts)
        if sure >= _find_least(pair) and second.bears >= BEARS:
            yield pair, sure


def _find_least(pair: _Pair) -> float:
    """How sure the judge must be: surer where a sentence points at what is not named; never where days explain it."""
    one, other = pair.one.text, pair.other.text
    days = [{day[1:4] for day in find_dates(text) if day.day} for text in (one, other)]
    if all(days) and not any(_meet(a, b) for a in days[0] for b in days[1]):
        return 1.0 if is_turned(one, other) else _SURER if pair.likeness < _ALIKE else _CONTRADICTS
    is_plain = is_turned(one, other) or bool(_find_figures(pair.one, pair.other))
    return _CONTRADICTS if is_plain and not _VAGUE.search(one) and not _VAGUE.search(other) else _SURER


def _meet(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two dates may be the same day, as far as they are said."""
    return all(not a or not b or a == b for a, b in zip(one, other, strict=True))


def _tell(pair: _Pair, sure: float, *, judged: bool = False) -> Finding:
    first, second = sorted(
        (pair.one, pair.other), key=lambda line: (line.document.part != "decision", line.document.name)
    )
    told = _find_figures(first, second)
    what = f": “{told[0].said}” against “{told[0].held}”" if told else ""
    return make_finding(
        "contradiction",
        f"{first.document.shown_first} and {second.document.shown} cannot both be right{what}.",
        advice=_ADVICE,
        passages=(first.document.say(first.number), second.document.say(second.number)),
        established="judge" if judged else "code",
        sure=sure,
    )


def _find_figures(one: Line, other: Line) -> list[Difference]:
    """Another figure, day or share for the same thing; none where a word turns the one: then that is what differs."""
    if is_turned(one.text, other.text):
        return []
    found = [x for x in find_differences(one.text, other.text, conditions=False) if x.kind != "modality"]
    return [x for x in found if x.kind != "number" or x.held not in one.text]


def _is_one_figure(one: Line, other: Line) -> bool:
    """Whether two sentences differ in one figure of one thing: with another day as well they tell of two events."""
    return len({difference.kind for difference in _find_figures(one, other)}) == 1


def _keep_first(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Each sentence is shown in one contradiction with any other document: the rest says the same again."""
    seen: set[tuple[str, str]] = set()
    for finding in findings:
        one, other = finding.passages
        keys = {(str(one.pointer), other.pointer.document), (str(other.pointer), one.pointer.document)}
        if not keys & seen:
            seen |= keys
            yield finding
