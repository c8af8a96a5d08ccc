"""What a line is about, and whether it is a heading."""

from __future__ import annotations

from functools import lru_cache

from foam_quotes.text.figures import MONTHS
from foam_quotes.text.stem import stem
from foam_quotes.text.terms import NEGATIONS, stem_words
from foam_quotes.text.words import is_number

_BARE_WORDS = """
must shall may can could should might say said also any all every entire whole most many few some half
about more less than only very each both been being do does did not when where which who what how why after before since
until during between me us him her it them my you your our their mine own one within over under
least minute hour day week month year
"""
_BARE = frozenset(stem(word) for word in (*NEGATIONS, *MONTHS, *_BARE_WORDS.split()))
"""Words that turn, report, count or date a statement and do not say what it is about."""
_SENTENCE_END = (".", "!", "?", ";", ":", '"', "”", ")")
_JOINING = frozenset(
    ["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "under", "with"]
)


def is_heading(text: str) -> bool:
    """Whether a line is a heading, the title of a form or a letterhead, which states nothing: it does not end as a
    sentence does and has hardly a word in small letters."""
    words = [word for word in text.split() if word[:1].isalpha()]
    small = [word for word in words if word[0].islower() and word not in _JOINING]
    is_loud = bool(words) and all(word.isupper() or word.lower() in _JOINING for word in words)
    return is_loud or (not text.rstrip().endswith(_SENTENCE_END) and not small)


@lru_cache(maxsize=20_000)
def list_topics(text: str) -> frozenset[str]:
    """What a text is about: the stems of its words, without figures and those that only turn or report it."""
    return frozenset(word for word in stem_words(text) if word not in _BARE and not is_number(word))
