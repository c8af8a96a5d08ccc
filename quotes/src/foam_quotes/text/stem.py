"""English words without their inflection, by the Snowball stemmer."""

from __future__ import annotations

import threading
from functools import cache
from importlib.metadata import version
from typing import Any

from foam_quotes.text.remembered import Remembered
from foam_quotes.text.words import split_letters

_lock = threading.Lock()
_LEAST_LETTERS = 4


def stem(word: str) -> str:
    """The stem of a lower-case word; a word with a digit in it is its own stem."""
    return _STEMS[word]


def list_stems(text: str) -> set[str]:
    """The stems of the longer words of a text: what it speaks of, and hardly how."""
    return {stem(word.lower()) for word in split_letters(text) if len(word) >= _LEAST_LETTERS}


@cache
def stemmer_name() -> str:
    """Names the rules, which may change between versions: an index made by other rules is built anew."""
    return f"snowball-english-{version('snowballstemmer')}"


@cache
def _open_stemmer() -> Any:
    """By its class: the package would take PyStemmer where it is installed, which may have other rules."""
    # Imported when a word is stemmed: the package loads the rules of every language.
    from snowballstemmer.english_stemmer import EnglishStemmer  # type: ignore[import-untyped]

    return EnglishStemmer()


def _stem_anew(word: str) -> str:
    if not word.isalpha():
        return word
    with _lock:  # the stemmer keeps the word it works on in itself, and searches run in threads
        return str(_open_stemmer().stemWord(word))


_STEMS = Remembered(_stem_anew)
"""The stemmer takes about 50 µs a word, a lookup a tenth of one."""
