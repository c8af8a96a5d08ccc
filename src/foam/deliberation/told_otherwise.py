"""Whether another sentence gives another figure or day for the same thing. Pure.

The two have most of their words in common, but for the figures, name no different years beside what differs, and count
the same. What only one of them says is no difference.
"""

from __future__ import annotations

import re
from functools import lru_cache

from foam.examination.differences import find_differences
from foam.text.stem import list_stems
from foam.text.words import is_number, split_words

_ALIKE = 0.6
"""Share of the shorter sentence's longer words that the other must have to speak of the same thing."""
_LEAST_SHARED = 3
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b(?![,.]\d)")


@lru_cache(maxsize=8192)
def tells_otherwise(said: str, other: str) -> bool:
    """Whether two sentences speak of the same thing and give different figures or days for it.

    Kept, since a dossier is compiled again for every reader and after every challenge, mostly of the same sentences.
    """
    if not (_has_figure(said) and _has_figure(other)) or not _is_of_same(said, other):
        return False
    kinds = {one.kind for one in find_differences(said, other)}
    kinds &= {one.kind for one in find_differences(other, said)}
    # What was counted in another year is another count, and no other figure for the same.
    return _may_be_of_one_year(said, other) if "number" in kinds else "date" in kinds


def _has_figure(text: str) -> bool:
    return any(map(is_number, split_words(text)))


def _is_of_same(one: str, other: str) -> bool:
    own, theirs = ({stem for stem in list_stems(text) if not is_number(stem)} for text in (one, other))
    shared = len(own & theirs)
    return shared >= _LEAST_SHARED and shared >= _ALIKE * min(len(own), len(theirs))


def _may_be_of_one_year(one: str, other: str) -> bool:
    own, theirs = ({*_YEAR.findall(text)} for text in (one, other))
    return not own or not theirs or bool(own & theirs)
