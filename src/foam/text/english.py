"""Which texts the judge may read at all: English, with words, not too long, no mark-up. Knows no model."""

from __future__ import annotations

import re
from functools import lru_cache

from foam_quotes.text.ordinary import is_ordinary

MOST_WORDS = 600
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|\{\{|\}\}|\[\[|&[a-z]+;")
_WORD = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?")
_FEWEST = 3


def unreadable(*texts: str) -> str:
    """Why the judge must not judge these texts, or nothing."""
    return next((reason for text in texts if (reason := _unreadable(text))), "")


@lru_cache(maxsize=4096)
def _unreadable(text: str) -> str:
    words = _WORD.findall(text[:20_000])
    if not words:
        return "a text is empty or holds no words"
    if len(text) > 20_000 or len(words) > MOST_WORDS:
        return f"a text is longer than {MOST_WORDS} words: judge its sentences"
    if len(_TAG.findall(text)) >= 2:
        return "a text holds markup: judge its plain text"
    return "a text does not read as English" if is_foreign(text) else ""


def is_foreign(text: str) -> bool:
    """Whether more than a quarter of its words in small letters, and two at least, are no English ones."""
    words = _WORD.findall(text)
    small = [word for word in words if word.islower()] or [word for word in words if not word.isascii()]
    strange = sum(not is_ordinary(word) for word in small)
    return len(words) >= _FEWEST and strange > max(1, len(small) // 4)
