"""Tags that are counted: `First, …`, `Second – …`, `3. …`. A number says something only beside those before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from foam_quotes.text.mentions.numbers import ORDINALS

_ORDINALS = tuple(word for word, place in ORDINALS.items() if place <= 10)
_WORD = re.compile(
    rf"^\W*(?P<word>{'|'.join(_ORDINALS)})(?:ly)?(?:\s*(?:[,:;.]|[—–-]+)\s+|[—–]|\s+(?:is\s+)?(?=(?:it|the|this|that|they|we|our|their|there)\b))",
    re.IGNORECASE,
)  # fmt: skip
"""`Second Amendment rights` and `First strikes` count nothing: a stop, or a word that opens a clause, has to follow."""
_DIGITS = re.compile(r"^\W*(?P<digits>\d{1,2})\s?(?:[.)]|[—–-]+\s)(?!\d)\s*")
_FEWEST = 2
"""Members of a series below which counting is idle."""


def read_ordinal(tag: str) -> int:
    """The number with which a tag is counted; 0 where it is not."""
    if found := _WORD.match(tag):
        return _ORDINALS.index(found["word"].lower()) + 1
    found = _DIGITS.match(tag)
    return int(found["digits"]) if found else 0


def drop_ordinal(tag: str) -> str:
    """The tag without the number that counts it; the rest to the letter, but that it begins with a capital."""
    rest = _DIGITS.sub("", _WORD.sub("", tag, count=1) if _WORD.match(tag) else tag, count=1)
    return rest[:1].upper() + rest[1:] if rest != tag else tag


def find_broken(whole: Sequence[str], kept: Sequence[str]) -> set[str]:
    """Of the tags that are kept of a whole, those whose number no longer counts: one before it is gone, or all others
    of its series. What was counted so already before anything went is its author's affair."""
    broken: set[str] = set()
    for series in _split_series(whole):
        left = [tag for tag in series if tag in kept]
        if len(left) == len(series):
            continue
        unbroken = next(
            (n for n, (one, other) in enumerate(zip(series, left, strict=False)) if one != other), len(left)
        )
        broken |= set(left[unbroken if unbroken >= _FEWEST else 0 :])
    return broken


def _split_series(tags: Sequence[str]) -> list[list[str]]:
    """The counted tags, a series from each that is no higher than the one before it."""
    found: list[list[str]] = []
    last = 0
    for tag in tags:
        number = read_ordinal(tag)
        if number and (number <= last or not found):
            found.append([])
        if number:
            found[-1].append(tag)
            last = number
    return found
