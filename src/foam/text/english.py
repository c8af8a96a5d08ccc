"""Which texts the judge may read at all: English, with words, not too long, no mark-up. Knows no model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

MOST_WORDS = 600
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|\{\{|\}\}|\[\[|&[a-z]+;")
_WORD = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?")
_COMMON_WORDS = """
a about after all also an and any are as at be because been but by can could did do does for from had has have
he her his how if in into is it its just like make may more most must my no not of on one only or other our out
over people people's right she should so some such than that the their them then there these they this those
through to under up us use was we were what when where which while who why will with without would you your
don't isn't good bad better government
"""
_ENGLISH = frozenset(_COMMON_WORDS.split())
_OTHER_WORDS = """
al au avec che con da das de dei del dem den der des di die du een ein eine el em en er es est et för gli hat het
ich il im isto
ist je jest la las le les lo los med mit na nicht nie non och ou para pas per por pour que qui se sich sie
som son sono sont sur c'est dat det é är ett questo esto está ganz heel helt um un una und une van von voor w z zu
"""
_FOREIGN = frozenset(_OTHER_WORDS.split())


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
    return "" if _english(words) else "a text does not read as English"


def is_foreign(sentence: str) -> bool:
    """Whether a sentence is in another language: other small words or letters, and hardly an English one."""
    words = _WORD.findall(sentence)
    lowered = [word.lower() for word in words]
    english, other = sum(word in _ENGLISH for word in lowered), sum(word in _FOREIGN for word in lowered)
    strange = sum(not word.isascii() for word in words)
    return len(words) >= 3 and english <= max(1, len(words) // 5) and (other > english or strange > 0)


def _english(words: Sequence[str]) -> bool:
    """Plain letters, no more foreign small words than English ones, and in a longer text at least one of the latter."""
    lowered = [word.lower() for word in words]
    plain = sum(word.isascii() for word in words)
    common = sum(word in _ENGLISH for word in lowered)
    foreign = sum(word in _FOREIGN for word in lowered)
    return plain >= 0.75 * len(words) and foreign <= common and (len(words) < 10 or common > 0)
