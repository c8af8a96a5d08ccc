"""The redline: two versions compared word by word.

Parts are matched by their ids. A part reads in lines, and a line is compared with its own counterpart alone: one that
shares too little with any is shown whole, old and new. Only what differs is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Literal

from foam.values import Value
from foam_quotes.verdicts.align import compare_words
from foam_quotes.verdicts.verdict import Change

_ALIKE = 0.5
"""The share of words that two lines must have in common to be compared word by word."""
_CLAUSE = re.compile(r"(?<=[;,.])\s+")
_FIGURE = re.compile(r"\d+(?:\.\d+)?")


class Redlined(Value):
    """One part that differs: how it read, how it reads, and the steps between."""

    part: str
    change: Literal["new", "gone", "changed"]
    steps: tuple[Change, ...]


def compare_versions(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[Redlined, ...]:
    """What differs between two versions as they are read, in the order of the new one."""
    names = dict.fromkeys((*new, *old))
    rows = (_compare_part(name, old.get(name, ""), new.get(name, "")) for name in names)
    return tuple(row for row in rows if row is not None)


def _compare_part(name: str, before: str, after: str) -> Redlined | None:
    if before == after:
        return None
    change: Literal["new", "gone", "changed"] = "new" if not before else "gone" if not after else "changed"
    return Redlined(part=name, change=change, steps=_compare_readings(after, before))


def _compare_readings(after: str, before: str) -> tuple[Change, ...]:
    """The steps from one reading to the other, line by line: what has no counterpart is there or gone as a whole."""
    now, then = ([line for line in text.split("\n") if line] for text in (after, before))
    pairs = _pair_lines(now, then)
    became = {place: n for n, place in pairs.items()}
    steps: list[Change] = []
    gone = [n for n in range(len(then)) if n not in pairs]
    left = 0
    for place, reads in enumerate(now):
        later = (n for q, n in became.items() if q >= place and n >= left)
        reached = min(later, default=len(then))
        steps += [Change(type="removed", source=then[n]) for n in gone if n < reached]
        gone = [n for n in gone if n >= reached]
        was = became.get(place)
        steps += [Change(type="added", quote=reads)] if was is None else _compare_lines(reads, then[was])
        left = max(reached, 0 if was is None else was + 1)
    steps += [Change(type="removed", source=then[n]) for n in gone]
    return tuple(_join_same(steps))


def _pair_lines(now: Sequence[str], then: Sequence[str]) -> dict[int, int]:
    """Old lines, each with the new one that it became: the same one, or the likest that is left."""
    words = [[_mask(one).split() for one in lines] for lines in (then, now)]
    alike = [
        (SequenceMatcher(None, was, reads, autojunk=False).ratio(), -n, -place)
        for n, was in enumerate(words[0])
        for place, reads in enumerate(words[1])
    ]
    pairs: dict[int, int] = {}
    for share, n, place in sorted(alike, reverse=True):
        if share >= _ALIKE and -n not in pairs and -place not in pairs.values():
            pairs[-n] = -place
    return pairs


def _compare_lines(after: str, before: str) -> list[Change]:
    """The steps from one line to the other, clause by clause where only figures differ: what a seat's figures were
    stands beside what they are, and beside no other seat's.
    """
    now, then = _CLAUSE.split(after), _CLAUSE.split(before)
    held = SequenceMatcher(None, [_mask(one) for one in then], [_mask(one) for one in now], autojunk=False)
    steps: list[Change] = []
    for tag, start, end, begin, stop in held.get_opcodes():
        if tag == "equal":
            for was, reads in zip(then[start:end], now[begin:stop], strict=True):
                steps += compare_words(reads, was)
        else:
            steps += compare_words(" ".join(now[begin:stop]), " ".join(then[start:end]))
    return steps


def _mask(clause: str) -> str:
    return _FIGURE.sub("#", clause).strip(" ,;.")


def _join_same(steps: Iterable[Change]) -> Iterator[Change]:
    """The steps, with what is the same in one piece."""
    for same, together in groupby(steps, key=lambda step: step.type == "same"):
        if same:
            kept = [*together]
            yield Change(
                type="same",
                quote=" ".join(one.quote for one in kept),
                source=" ".join(one.source for one in kept),
            )
        else:
            yield from together
