"""Small counts of what the writer or a source tells of one by one: `the two laws`, of the one law and the other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from foam.text.mentions.held import Held
from foam.text.mentions.names import count_people
from foam.text.mentions.numbers import Figure
from foam.text.stem import stem

_POINTED = re.compile(r"\b(?:the|these|those|all|both|between|which of the)(?: other)? $", re.IGNORECASE)
_COUNTED = re.compile(r" (?:[a-z-]+ ){0,2}?(?P<noun>[a-z]{2,}[^s\W]s|[a-z]*men|people)\b")
"""What a number counts: the next word in the plural, and up to two before it."""
_DOERS = re.compile(r"(?P<root>[a-z]{3,})(?:[eo]rs|ists|ants|ees)")
_PEOPLE = re.compile(r"(?:wo)?men|people|persons")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NO_MARKS = """a an the this that such same said its his her their our your my any every each no some one of in by to on
for from with under at as and or is was be"""
_NO_MARK = frozenset(_NO_MARKS.split())
"""What stands before a word without telling one such thing from another."""
_MARKED_AFTER = re.compile(r" (?:of|in|on|for|by|that|which|who|whom|whose|where|from|against|about|under|at|to)\b")
_MOST_MARKS = 3
_NEAR = 45
_FEW = 5
"""Up to so many things one may tell of and then count."""


def tells_so_many(figure: Figure, text: str, held: Held) -> bool:
    """Whether it counts, in a word, what is told of one by one.

    So does `the two laws` where the sources speak of a false news law and of the law on hatred, and so does `two
    deniers` where what the writer says beside it names two people, and something was said of denial.
    """
    if not figure.spelt or figure.unit or figure.currency or not 1 < figure.value <= _FEW:
        return False
    counted = _COUNTED.match(text, figure.span.end)
    if counted is None:
        return False
    noun = counted["noun"]
    if _POINTED.search(text[max(0, figure.span.start - _NEAR) : figure.span.start]):
        told = (marks for source in held.texts for marks in _list_told_apart(stem(noun), source))
        if _count_apart(told) >= figure.value:
            return True
    return _speaks_of_people(noun, held) and figure.value in {count_people(one) for one in held.own}


def _list_told_apart(wanted: str, text: str) -> Iterator[frozenset[str]]:
    """What tells each mention of a thing in the singular from others: the words between its article and it.

    None, where there are none and more is said after it: `the law against Berg`.
    """
    before: list[str] = []
    for match in _WORD.finditer(text):
        word = match[0].lower()
        if stem(word) == wanted and not word.endswith("s"):
            marks = frozenset(takewhile(lambda one: one not in _NO_MARK, reversed(before[-_MOST_MARKS:])))
            if marks or _MARKED_AFTER.match(text, match.end()):
                yield marks
        before.append(word)


def _count_apart(found: Iterable[frozenset[str]]) -> int:
    """How many things are told apart: what has all words of another, and more, may be the same."""
    kinds: list[frozenset[str]] = []
    for marks in found:
        if marks not in kinds and not any(one and marks and (one <= marks or marks <= one) for one in kinds):
            kinds.append(marks)
    return len(kinds)


def _speaks_of_people(noun: str, held: Held) -> bool:
    """Whether a plural is for people, by what they do where something was said of that: `deniers` after `denial`."""
    if _PEOPLE.fullmatch(noun):
        return True
    doers = _DOERS.fullmatch(noun)
    if doers is None:
        return False
    roots = {doers["root"], re.sub("i$", "y", doers["root"])}
    return any(word.startswith(root) and word != noun for word in held.words for root in roots)
