"""Ranges, which hold as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NUMBER = r"\d+(?:[.,]\d+)*"
_RANGE = re.compile(
    rf"(?<![\d.,-])(?P<low>{_NUMBER})\s*(?:%|per ?cent)?\s*(?:-|–|—|\bto\b)\s*(?P<high>{_NUMBER})(?![\d-])"
    rf"|\bbetween\s+(?P<from>{_NUMBER})\s*(?:%|per ?cent)?\s+and\s+(?P<until>{_NUMBER})(?![\d-])",
    re.IGNORECASE,
)
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")


def find_broken_ranges(said: str, source: str) -> list[str]:
    """The ranges of a text whose ends stand in the source as ends of other ranges: 75-85 and 90-95 are not 75-95."""
    held = set(_list_ranges(source))
    ends = {end for one in held for end in one}
    return ["-".join(one) for one in _list_ranges(said) if one not in held and ends & set(one)]


def _list_ranges(text: str) -> Iterator[tuple[str, str]]:
    """The two ends of each. A year and a figure are no ends of one range: `from 17% in 1971 to 47% in 1997`."""
    for found in _RANGE.finditer(text):
        low, high = found["low"] or found["from"], found["high"] or found["until"]
        if bool(_YEAR.fullmatch(low)) == bool(_YEAR.fullmatch(high)):
            yield low, high
