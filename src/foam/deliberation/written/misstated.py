"""What a told sentence gets wrong about the outcome: a side that it did not come out on, a seat's leaning that is not
the seat's own, or what was told before a challenge and holds no more. Asks no model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from foam.deliberation.weighing import Outcome
from foam.text.mentions.numbers import find_numbers
from foam.text.normalise import normalise
from foam.text.stem import stem
from foam.text.words import split_letters


class ToldOutcome(NamedTuple):
    """What the outcome is, to hold sentences about it against."""

    outcome: Outcome
    leanings: tuple[tuple[str, str], ...]
    """The name of each seat, and where its weighing comes out."""
    tips: bool = False
    """Whether it only tips, by the values of seats whose side was given: then it may be called open, too."""


_CLAUSE = re.compile(r"[;:]|,? (?:while|whereas|although|though|but)\b|, (?:and|so that)\b|\.(?=\s)", re.IGNORECASE)
_SUPPOSED = re.compile(
    r"\b(?:could|would|might|may|if|unless|until|were|before|earlier|no longer|"
    r"without (?:it|this|that|them|these|those|this one|(?:this|that|one) reason))\b",
    re.IGNORECASE,
)
"""What speaks of another outcome than that of now, and says so."""
_IT = r"(?:it|this|that|the (?:motion|proposal|question))"
_COME = r"(?:c[ao]mes? (?:out|down)|lean(?:s|ed)?|tip(?:s|ped)?|decide[sd]?|point(?:s|ed)?|leads?|led)"
_AGAINST = re.compile(
    rf"\b{_COME}(?: \w+)?,? against {_IT}\b|\bmotion (?:is|was) (?:not to be \w+|rejected|denied|refused|lost)\b|"
    r"\b(?:answer|outcome|finding) is no\b|\b(?:answer|outcome|finding) (?:is|goes|went) against\b|\bnot so that\b",
    re.IGNORECASE,
)
_FOR = re.compile(
    rf"\b{_COME}(?: \w+)?,? (?:(?:for|in favour of) {_IT}|to the motion)\b|"
    r"\bmotion (?:is|was) (?:to be \w+|carried|affirmed|accepted)\b|"
    r"\b(?:answer|outcome|finding) is yes\b|\b(?:answer|outcome|finding) (?:is|goes|went) (?:for|in favour of)\b",
    re.IGNORECASE,
)
_SPEAK = re.compile(r"(\b(?:values|those)\b.*)\bspeaks?\b", re.IGNORECASE)
"""What values speak for they lean to; what a seat or a reason speaks for may be another thing."""
_WHOLE = re.compile(rf"\b(?:{_COME}|speaks?|spoke|weighs?)(?: \w+)?,? (?:for|in favour of|against) \w", re.IGNORECASE)
"""What says of a seat which side it takes, in words that may not be those of the motion: it says nothing of others."""
_SIDE = re.compile(rf"\b{_COME}(?: \w+)?,? (?:for|in favour of|against)\b", re.IGNORECASE)
"""What takes some side, whatever it is called."""
_NEITHER = re.compile(
    r"\bneither (?:way|side)\b|\b(?:reasons|outcome|it) (?:do|does|did) not settle\b|\bundecided\b|"
    r"\b(?:come|comes|came) out even\b",
    re.IGNORECASE,
)
_ALONE = re.compile(r"\b(?:alone|only|solely)\b", re.IGNORECASE)
_RESTS = re.compile(rf"\b(?:rests?|follows?|turns?) (?:only )?(?:on|from) the values\b|\b{_COME}\b", re.IGNORECASE)
_BARE: dict[str, str] = {
    "affirmed": rf"(?:for|in favour of) {_IT}|to the motion",
    "denied": rf"against(?: {_IT})?",
    "undecided": r"neither (?:way|side)|undecided|even",
    "otherwise": r"(?:do|does|did|are|is) not",
}
"""A side with the verb left out, as it is said of further seats: `those of the baker against it`."""
_BESIDE = r"(?:the|a|an|both|all|values?|those|that|of|by|with|for|and|or|as well as)"
"""What may stand beside a seat's name and such a side, and says nothing more."""
_ARTICLE = re.compile(r"^(?:the|a|an|one) ", re.IGNORECASE)
_MORE_OF_NAME = re.compile(r" (?:of|in|for|from|at|with|who|on)\b")
_CALLED = {"affirmed": "for the motion", "denied": "against it", "undecided": "neither way", "not shown": "not shown"}
_TOLD = 1 / 3
"""The share of the outcome's first line that a sentence must have to tell what it came out at."""
_CHANGES = re.compile(
    r"\bfrom\b.*\bto\b|\b(?:before|earlier|formerly|used to|no longer|instead of|rather than|until now)\b|"
    r"\b(?:fell|fall|falls|drop(?:s|ped)?|rose|rises?|halved|lowered|raised|reduced|changed|became|lost)\b",
    re.IGNORECASE,
)
_QUOTES = re.compile(r"[^:“”]{1,80}: “")
"""How a line begins that only quotes what something cites."""
_NAME = re.compile(r"(?<=[\w,;)] )([A-Z]\w{2,})")
_LEAST_LETTERS = 4
_COUNTED_WORDS = 2
"""Longer words after a count that may say what is counted."""
_LITTLE_WORDS = """about above after again already also and any are because before below both but each even
every for from had has have her here his how into its just not now once only other over same since some still
such than that the their them then there these they this those too under until was were what when where whether
which while who why with yet"""
LITTLE = frozenset(_LITTLE_WORDS.split())
"""Words that two sentences may share without speaking of the same."""


def find_misstated(text: str, told: ToldOutcome) -> str:
    """What the sentence says of the outcome, or of a seat's leaning, that is not so; empty where nothing is found."""
    for clause in _CLAUSE.split(text):
        if _SUPPOSED.search(clause):
            continue
        seats = _list_named(clause, told)
        wrong = _check_seats(clause, seats, told) if seats else _check_outcome(clause, told)
        if wrong:
            return f"“{clause.strip()}”: {wrong}"
    return ""


def find_stale(text: str, before: str, now: str) -> str:
    """What a sentence kept from before a challenge has from the old wording of what it tells and the new one lacks.

    Figures and names count wherever they stood; other words only where they stood in a line that was worded anew. What
    is merely cited no longer takes no word of the language with it.
    """
    kept = {*now.splitlines()}
    changed = [line for line in before.splitlines() if line not in kept]
    worded = " ".join(line for line in changed if not _QUOTES.match(line))
    old = {*_list_figures(before), *_list_names(before), *_list_words(worded)}
    gone = old - {*_list_figures(now), *_list_names(now), *_list_words(now)}
    said = (*_list_told_figures(text, before), *_list_names(text), *_list_words(text))
    found = next((one for one in said if one in gone), "")
    shown = next((word for word in split_letters(text) if stem(word.lower()) == found), found)
    return f"“{shown}”: what it tells has changed since and no longer has this" if found else ""


def find_overturned(text: str, before: str, now: str) -> str:
    """Why a sentence kept from before a challenge does not tell the outcome: it says in other words what that came out
    at then, and it came out at something else. Empty where the outcome says in its first line what it said.
    """
    was, line = (one.partition("\n")[0] for one in (before, now))
    if not was or was == line:
        return ""
    headline = {*_list_words(was)}
    is_told = len(headline & {*_list_words(text)}) >= _TOLD * len(headline)
    return f"the outcome that it tells has changed; it is now: {line}" if is_told else ""


def tells_change(text: str) -> bool:
    """Whether a sentence says that something became something else: it may name both."""
    return _CHANGES.search(text) is not None


def _check_outcome(clause: str, told: ToldOutcome) -> str:
    """Why a clause that names no seat does not tell this outcome."""
    says = _read_side(clause)
    real = _CALLED[told.outcome]
    if told.outcome in ("affirmed", "denied"):
        wrong = says not in (None, told.outcome) and not (says == "undecided" and told.tips)
        return f"the outcome is another one: it came out {real}" if wrong else ""
    sided = says in ("affirmed", "denied") or (says is None and _SIDE.search(clause))
    return f"the outcome is on no side: it came out {real}" if sided else ""


def _check_seats(clause: str, seats: list[str], told: ToldOutcome) -> str:
    """Why a clause about seats' values does not tell their leanings."""
    leanings, before = dict(told.leanings), ""
    for part, says in _split_sides(clause, told):
        for seat in _list_named(part, told):
            wrong = leanings[seat] == before if says == "otherwise" else says not in (None, leanings[seat])
            if wrong:
                return f"by the values of {seat} it comes out {_CALLED[leanings[seat]]}"
        before = says or before
    leaning = [seat for seat, side in told.leanings if side != "undecided"]
    is_open = _read_side(clause) == "undecided"
    if _ALONE.search(clause) and _RESTS.search(clause) and not is_open and set(seats) != set(leaning):
        return f"those whose values lean are {', '.join(leaning) or 'none'}"
    return ""


def _split_sides(clause: str, told: ToldOutcome) -> list[tuple[str, str | None]]:
    """The parts of a clause that give seats different sides, each with its side.

    A part that names no side belongs to the next one that does; to the one before it where none comes, or where the
    seats are named after the side: `against it by the values of the baker, the skipper and the pilot`. One that takes a
    side of a seat in other words is read by itself: code cannot tell which side that is.
    """
    found: list[tuple[str, str | None]] = []
    waiting, names_first = "", True
    for part in clause.split(","):
        side = _read_side(_SPEAK.sub(r"\1lean", part)) or _read_bare(part, told)
        if side is None and names_first and _WHOLE.search(part) and _list_named(part, told):
            found.append((f"{waiting},{part}" if waiting else part, None))
            waiting = ""
        elif side is None and found and not names_first:
            found[-1] = (f"{found[-1][0]},{part}", found[-1][1])
        elif side is None:
            waiting = f"{waiting},{part}" if waiting else part
        else:
            part = f"{waiting},{part}" if waiting else part
            names_first = names_first if found else _names_before(part, told)
            found.append((part, side))
            waiting = ""
    if not found:
        return [(clause, _read_side(clause))]
    if waiting:
        found[-1] = (f"{found[-1][0]},{waiting}", found[-1][1])
    return found


def _read_bare(part: str, told: ToldOutcome) -> str | None:
    """The side of a part that has nothing but names of seats and a side."""
    names = "|".join(_list_calls(told).values())
    left, count = re.subn(rf"\b(?:{names})\b", " ", part, flags=re.IGNORECASE)
    if not count:
        return None
    for side, words in _BARE.items():
        rest, said = re.subn(rf"\b(?:{words})\b", " ", left, flags=re.IGNORECASE)
        if said and not re.sub(rf"\b{_BESIDE}\b|\W", "", rest, flags=re.IGNORECASE):
            return side
    return None


def _names_before(part: str, told: ToldOutcome) -> bool:
    """Whether the first seat is named before the verb that gives a side."""
    seats = [re.search(rf"\b(?:{name})\b", part, re.IGNORECASE) for name in _list_calls(told).values()]
    places = [found.start() for found in seats if found]
    verb = re.search(rf"\b{_COME}\b|\bmotion\b", part, re.IGNORECASE)
    return not places or verb is None or min(places) < verb.start()


def _read_side(clause: str) -> str | None:
    """The one side that a clause speaks for; nothing where it names none, or several."""
    sides = (("affirmed", _FOR), ("denied", _AGAINST), ("undecided", _NEITHER))
    found = [side for side, pattern in sides if pattern.search(clause)]
    return found[0] if len(found) == 1 else None


def _list_named(clause: str, told: ToldOutcome) -> list[str]:
    return [seat for seat, name in _list_calls(told).items() if re.search(rf"\b(?:{name})\b", clause, re.IGNORECASE)]


def _list_calls(told: ToldOutcome) -> dict[str, str]:
    """How each seat may be called, as a pattern: by its name and, where no other has it, by what stands before `of`."""
    names = {seat: _ARTICLE.sub("", seat) for seat, _ in told.leanings}
    short = {seat: _MORE_OF_NAME.split(name)[0] for seat, name in names.items()}
    own = {seat: [one] if [*short.values()].count(one) == 1 else [] for seat, one in short.items()}
    return {seat: "|".join(map(re.escape, (name, *own[seat]))) for seat, name in names.items()}


def _list_figures(text: str) -> Iterator[str]:
    yield from (f"{float(one.value):g}" for one in find_numbers(normalise(text)))


def _list_told_figures(text: str, before: str) -> Iterator[str]:
    """The figures of a sentence. A count in words is one of the old wording only where that counts the same: “two
    seats” has nothing of “2 challenges”."""
    plain = normalise(text)
    held = normalise(before)
    for one in find_numbers(plain):
        value = f"{float(one.value):g}"
        if not one.spelt or one.unit or _counts(plain[one.span.end :]) & _counts_of(value, held):
            yield value


def _counts_of(value: str, text: str) -> set[str]:
    """What stands after this figure wherever it stands in a text."""
    ends = [one.span.end for one in find_numbers(text) if f"{float(one.value):g}" == value]
    return {word for end in ends for word in _counts(text[end:])}


def _counts(after: str) -> set[str]:
    """The stems of the first longer words after a figure: what it counts."""
    return {*islice(_list_words(after), _COUNTED_WORDS)}


def _list_names(text: str) -> Iterator[str]:
    """Words with a capital that do not begin a sentence or a line, by their stems."""
    yield from (stem(found[1].lower()) for found in _NAME.finditer(text))


def _list_words(text: str) -> Iterator[str]:
    """The stems of the longer words of a text, in their order."""
    words = (word.lower() for word in split_letters(text))
    yield from (stem(word) for word in words if len(word) >= _LEAST_LETTERS and word not in LITTLE)
