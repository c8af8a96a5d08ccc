"""Ids by which a prompt names sentences mean nothing to whoever reads what was answered: their words stand for them."""

from __future__ import annotations

import re
from collections.abc import Mapping

_ID = r"[a-z]\d{1,3}(?:\.\d{1,2})?"
_WORD = re.compile(rf"(?<![\w#:.-])({_ID})(?![\w-])")
_BRACKETED = re.compile(rf"\s*[(\[]\s*(?:[a-z]{{2,3}}\.? )?({_ID}(?:(?:,? and |,? or | to |[,;/–-])\s*{_ID})*)\s*[)\]]")
_MOST_WORDS = 7
"""Words of a sentence by which it is known again."""


def spell_ids(text: str, words: Mapping[str, str]) -> str:
    """A text with the first words of each sentence in place of the id under which it was shown.

    What stands in brackets and is nothing but such ids goes. Whatever else looks like an id stays as it is.
    """

    def drop(found: re.Match[str]) -> str:
        return "" if all(one in words for one in re.findall(_ID, found[1])) else found[0]

    def spell(found: re.Match[str]) -> str:
        return f"“{_shorten(words[found[1]])}”" if found[1] in words else found[0]

    return _WORD.sub(spell, _BRACKETED.sub(drop, text)).strip()


def _shorten(text: str) -> str:
    pieces = text.split("\n")[0].split()
    return " ".join(pieces) if len(pieces) <= _MOST_WORDS else f"{' '.join(pieces[:_MOST_WORDS])} …"
