"""Ordinary words of English: a capital at the beginning of a sentence says nothing about them.

`ordinary.txt` holds one form of each; others are found by their stem and by endings that names hardly have.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from foam_quotes.text.stem import stem

_ENDINGS = re.compile(
    r"\w{2,}(?:tions?|sions?|ments?|ness(?:es)?|it(?:y|ies)|isms?|ances?|ences?|ships?|hoods?|fully|ously|ively|"
    r"ably|ibly|ally|edly|ingly|ently|antly|arily|ingness|ability|ologists?|ology|ographies|ography|ises?|ized?|izes?|ised)"
)
"""Endings of ordinary words; at least two letters stand before them."""
_PREFIXES = {
    **dict.fromkeys(("non", "un", "re", "over", "under", "out"), 0),
    **dict.fromkeys(("im", "in", "il", "ir", "pre"), 5),
    **dict.fromkeys(("dis", "mis"), 3),
}
"""What makes another word of an ordinary one, and how many letters that has at least: `Inman` is no `man`."""
_WORDS = frozenset(files("foam_quotes.text").joinpath("ordinary.txt").read_text(encoding="utf-8").split())
_COMPARED = re.compile(r"(\w{3,})i(?:er|est)")
"""A comparative of a word in -y: `steadier`. Without that letter it may be a name, as `Downer` is."""
_SHORTENED = re.compile(r"(?:n't|'(?:s|re|ve|ll|d|m))$")


@cache
def is_ordinary(word: str) -> bool:
    """Whether a word, in any case, is one of the language and not a name."""
    low = _SHORTENED.sub("", word.lower().replace("’", "'"))
    if not low.isalpha() or low in _WORDS:
        return low in _WORDS or not low
    if _is_stem_known(stem(low)) or _ENDINGS.fullmatch(low):
        return True
    if (compared := _COMPARED.fullmatch(low)) and any(
        _is_stem_known(stem(compared[1] + end)) for end in ("", "e", "y")
    ):
        return True
    return any(
        low.startswith(start) and len(low) - len(start) >= least and _is_stem_known(stem(low.removeprefix(start)))
        for start, least in _PREFIXES.items()
    )


def _is_stem_known(stemmed: str) -> bool:
    return stemmed in _stem_words(stemmed[:1])


@cache
def _stem_words(letter: str) -> frozenset[str]:
    """The stems of the words with this first letter, which a stem keeps: stemming them all takes half a second."""
    return frozenset(stem(word) for word in _WORDS if word.startswith(letter))
