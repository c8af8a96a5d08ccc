"""Words as an index sees them: lower case, folded, stemmed a little, without stop words. Pure.

The stemmer only takes off what English inflection puts on (plurals, -ing, -ed); it is small so that an exact search
over a small library needs no other package.
"""

from __future__ import annotations

import unicodedata

from foam.text.remembered import Remembered
from foam.text.words import letter_runs


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


STOP_WORDS = _listed(
    "a an and are as at be but by for from had has have he her his i if in into is it its of on or our she so such "
    "that the their them then there these they this to was we were will with would you your"
)
NEGATIONS = _listed(
    "no not never none neither nor nobody nothing cannot without hardly scarcely barely fail fails failed lack lacks "
    "lacked unable"
)
"""Words that turn a statement round; they are kept as words."""


def words(text: str) -> list[str]:
    """The words of a text, as they are compared."""
    return [stemmed for word in plain_words(text) if (stemmed := _STEMS[word])]


def plain_words(text: str) -> list[str]:
    """The words of a text in lower case without accents, none left out; `n't` is `not`."""
    lower = text.replace("n't", " not").replace("n’t", " not").lower()
    if lower.isascii():
        return letter_runs(lower)
    folded = unicodedata.normalize("NFKD", lower)
    return letter_runs("".join(char for char in folded if not unicodedata.combining(char)))


def stem(word: str) -> str:
    """The word without its inflection."""
    if len(word) < 4 or not word.isalpha():
        return word
    for ending, kept in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return _undoubled(word[: -len(ending)] + kept)
    return word


_ENDINGS = (
    ("sses", "ss"),
    ("ies", "y"),
    ("ied", "y"),
    ("ingly", ""),
    ("edly", ""),
    ("ing", ""),
    ("ed", ""),
    ("ss", "ss"),
    ("us", "us"),
    ("is", "is"),
    ("es", ""),
    ("s", ""),
    ("e", ""),
)


def _undoubled(stemmed: str) -> str:
    doubled = stemmed[-1] == stemmed[-2] and stemmed[-1] not in "lsz"
    return stemmed[:-1] if doubled else stemmed


def _kept_stem(word: str) -> str:
    """The stem, or nothing for a stop word."""
    return "" if word in STOP_WORDS else stem(word)


_STEMS = Remembered(_kept_stem)
