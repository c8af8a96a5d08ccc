"""Ordinary words that people are called by: whether one at the beginning of a sentence is somebody's name there.

`Hope has three children` and `Grant Waqifi lived there` speak of people; `Hope for better times` and `Young Americans`
need not.
"""

from __future__ import annotations

import re

_NOUN_WORDS = """amber banks bell bill bird booth brook brooks bush carter chance chase church cliff crane cross
crystal daisy dale dawn drake drew faith field fields finch flowers ford forest fox frank gates glen grace grant grove
hall harry heath hill hood hope iris ivy jack jade joy lake lamb lane lily marsh mark miles moss nick olive page park
parks pat pearl penny pitt pool post reed rivers rob rose ruby sandy shore skip stone summer summers victor violet
wall ward waters wells will winters wolf wood woods"""
_ROLE_WORDS = """abbott archer bailey baker barber bishop butler carpenter chandler cook cooper dean duke earl farmer
fisher fletcher gardener gardner guy hunter knight marshall mason miller monk parker pope porter potter shepherd
singer smith taylor turner walker weaver wright"""
_ADJECTIVE_WORDS = """black blunt bright brown christian dear gray green grey handy hardy little long major moody
noble rich savage sharp short small strong swift white wise young"""
_NOUNS, _ROLES = frozenset(_NOUN_WORDS.split()), frozenset(_ROLE_WORDS.split())
_ADJECTIVES = frozenset(_ADJECTIVE_WORDS.split())
_ACTS = re.compile(
    r"(?:['’]s)? (?:(?:also|now|then|once|later|never|always|still|only|first) )?(?:is|was|has|had|does|did|says|said|"
    r"won|lost|wrote|writes|lives|lived|died|married|became|becomes|joined|left|played|plays|made|makes|took|gave|went|"
    r"came|told|argues|argued|claims|claimed|believes|believed|denied|denies|owns|owned|led|leads|ran|runs|founded|"
    r"directed|composed|sang|sings|starred|appeared|received|worked|works|served|visited|moved|grew|began|met|called|calls)\b"
)


def is_called(word: str, after: str, *, surname: str = "") -> bool:
    """Whether a sentence that begins with this ordinary word begins with somebody's name.

    `after` is what follows the word, `surname` the word of a name that follows at once.
    """
    low = word.lower()
    if low in _NOUNS | _ROLES:
        return bool(surname) or _ACTS.match(after) is not None
    return low in _ADJECTIVES and _ACTS.match(after.removeprefix(f" {surname}" if surname else "")) is not None


def is_first_name(word: str) -> bool:
    """Whether people are called so and nobody is one: a source that has the word alone does not name them."""
    return word.lower() in _NOUNS
