"""The redline: two versions compared word by word.

Parts are matched by their ids, and what a part says clause by clause: one that shares too little with any is shown
whole, old and new. Only what differs is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from itertools import groupby
from typing import Literal

from foam.values import Value
from foam_quotes.verdicts.align import compare_words
from foam_quotes.verdicts.verdict import Change

_ALIKE = 0.5
"""The share of words that two pieces must have in common to be compared word by word."""
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
    """The steps from one reading to the other, clause by clause: where only figures differ, what a seat's figures were
    stands beside what they are, and beside no other seat's; what has no counterpart is there or gone as a whole."""
    now, then = ([clause for line in text.split("\n") for clause in _CLAUSE.split(line)] for text in (after, before))
    steps: list[Change] = []
    for tag, start, end, begin, stop in _match(map(_mask, then), map(_mask, now)).get_opcodes():
        was, reads = then[start:end], now[begin:stop]
        if tag == "equal":
            for old, new in zip(was, reads, strict=True):
                steps += compare_words(new, old)
        elif _match(*(_mask(" ".join(some)).split() for some in (was, reads))).ratio() >= _ALIKE:
            steps += compare_words(" ".join(reads), " ".join(was))
        else:
            gone, new = " ".join(filter(None, was)), " ".join(filter(None, reads))
            steps += [Change(type="removed", source=gone)] if gone else []
            steps += [Change(type="added", quote=new)] if new else []
    return tuple(_join_same(steps))


def _match(one: Iterable[str], other: Iterable[str]) -> SequenceMatcher[str]:
    return SequenceMatcher(None, [*one], [*other], autojunk=False)


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
