"""Words as an index compares them: lower case, without accents, stemmed, without stop words."""

from __future__ import annotations

import unicodedata

from foam_quotes.text.remembered import Remembered
from foam_quotes.text.stem import stem, stemmer_name
from foam_quotes.text.words import split_letters


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
"""Words that negate a statement; they are not stop words."""


def stem_words(text: str) -> list[str]:
    """The words of a text, as they are compared."""
    return [stemmed for word in list_plain_words(text) if (stemmed := _STEMS[word])]


def name_rules() -> str:
    """Names the rules by which texts are cut into words: an index made by other rules is built anew."""
    return f"words-1, {stemmer_name()}"


def list_plain_words(text: str) -> list[str]:
    """The words of a text in lower case without accents, none left out; `n't` is `not`."""
    lower = text.replace("n't", " not").replace("n’t", " not").lower()
    if lower.isascii():
        return split_letters(lower)
    folded = unicodedata.normalize("NFKD", lower)
    return split_letters("".join(char for char in folded if not unicodedata.combining(char)))


def _kept_stem(word: str) -> str:
    """The stem, or nothing for a stop word."""
    return "" if word in STOP_WORDS else stem(word)


_STEMS = Remembered(_kept_stem)
