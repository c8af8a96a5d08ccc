"""What a clause says, boiled down until two clauses can be compared: content words, a sign, and a pronoun's gap.

English only, and a word list at heart: negations and words with an opposite make the sign ("is not cheap" and "is
expensive" are the denial of "is cheap"). Two clauses say the same when the same words are left. A clause whose subject
or object is a pronoun has a gap that a few more words of the other clause may fill.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from foam.evidence.search.opposites import OPPOSITES
from foam.evidence.search.words import NEGATIONS, STOP_WORDS, list_plain_words
from foam.text.stem import stem
from foam.values import Value

GAP = 4
"""Words that may stand for a pronoun."""
_WORD = re.compile(r"\w+")
_PRONOUNS = frozenset(_WORD.findall("it they she he them him its their her his"))
_FILLERS = STOP_WORDS | frozenset(
    _WORD.findall(
        "am been being can could do does did may might must shall should all every each any one ones very quite really "
        "indeed clearly simply surely also too now still ever than who whom which what us me my out up only even much "
        "always everyone everybody whole own about because since therefore hence thus if unless either or both when "
        "while after before although though whereas per nor most how why where again make makes made get gets got "
        "having said say says entirely this that these those s"
    )
)

_UN = re.compile(r"(?:un|non)(?!der|til|ion|it|iq|iver|less|cle)([a-z]{4,})")
"""A word that its prefix turns round; words that merely begin so are left out."""
PLURALS = {"children": "child", "women": "woman", "men": "man", "lives": "life", "wives": "wife", "feet": "foot"}


class Sense(NamedTuple):
    """A clause as it is compared."""

    key: frozenset[str]
    """Its content words; of two opposites one stands for both."""
    turned: frozenset[str]
    """Those of them that were said by their opposite."""
    negated: bool
    gap: bool
    """Whether a pronoun stands for something."""
    order: tuple[str, ...] = ()
    """The content words as they follow each other, each where it first stands."""

    @property
    def positive(self) -> bool:
        return self.sign_of(self.key)

    def sign_of(self, words: frozenset[str]) -> bool:
        """The sign, counting only these words: what fills a pronoun's gap turns nothing round."""
        return not self.negated ^ (len(self.turned & words) % 2 == 1)


class Atom(Value):
    """A clause as it was said."""

    text: str

    @property
    def sense(self) -> Sense:
        return read_sense(self.text)

    def __str__(self) -> str:
        return self.text


@cache
def read_sense(text: str) -> Sense:
    """The clause's content words and which way they point."""
    key: dict[str, None] = {}
    turned: set[str] = set()
    negated = gap = False
    words = [PLURALS.get(word, word) for word in list_plain_words(text)]
    for word in words:
        pole, same = _find_pole(word)
        if pole:
            key.setdefault(pole)
            turned ^= set() if same else {pole}
        elif word in NEGATIONS:
            negated = not negated
        elif word in _PRONOUNS:
            gap = True
        elif word not in _FILLERS:
            key.setdefault(stem(word))
    return Sense(frozenset(key), frozenset(turned), negated, gap, tuple(key))


def agree(one: Atom, other: Atom) -> bool:
    """Whether both say the same, in one order: who trusts whom is not who is trusted. A pronoun's gap may be filled."""
    small, large = sorted((one.sense, other.sense), key=lambda found: len(found.key))
    fills = small.gap and small.key < large.key and len(large.key - small.key) <= GAP
    same = bool(small.key) and (small.key == large.key or fills)
    same = same and small.order == tuple(word for word in large.order if word in small.key)
    return same and small.positive == large.sign_of(small.key)


def _find_pole(word: str) -> tuple[str, bool]:
    """The pole a word is counted under, if it has one, and whether it stands on that side."""
    if stem(word) in _POLES:
        return _POLES[stem(word)]
    base = _UN.fullmatch(word)
    return (stem(base[1]), False) if base else ("", True)


def _make_poles() -> dict[str, tuple[str, bool]]:
    """Each word that has an opposite, with the pole it is counted under and whether it stands on that side."""
    poles: dict[str, tuple[str, bool]] = {}
    for start in sorted(OPPOSITES):
        reached = [] if start in poles else [(start, True)]
        while reached:
            word, same = reached.pop()
            if word not in poles:
                poles[word] = (start, same)
                reached += [(opposite, not same) for opposite in sorted(OPPOSITES[word])]
    return poles


_POLES = _make_poles() | {"many": ("many", True), "few": ("many", False)}
