"""Sentences that several documents hold, to the letter or nearly so: whoever writes is offered one of them.

Two that differ in reference marks, punctuation, accents, British or American spelling and articles are one sentence; a
long one may also have another preposition of a few that say the same there. A figure, a negation, a name or any word
that tells something makes them two.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Set
from itertools import pairwise

from foam.evidence.corpus import Passage
from foam.text.evidence import NOTES
from foam.text.pointer import Pointer

_TOKEN = re.compile(r"[^\W_]+(?:[.,'’][^\W_]+)*|[%$£€¥°<>=+&]|(?<![\w)])[-−–](?=\d)")
"""Words and figures, and the marks that say something of a figure."""
_ARTICLES = frozenset({"a", "an", "the"})
_SAME_THERE = {"with": "from", "at": "in", "on": "in", "which": "that"}
"""Words that say much the same in a sentence of which all else is one."""
_LONG = 15
"""Words from which a sentence that differs in one of these is no other sentence."""
_LEAST_BEGUN = 6
"""Words of a sentence with which another may begin."""
_SPELLINGS = (
    (re.compile(r"(?<=\w{3})is(?=(?:e[ds]?|ing|ations?)$)"), "iz"),
    (re.compile(r"(?<=\w{3})our(?=(?:s|ed|ing|able|ites?|ers?)?$)"), "or"),
    (re.compile(r"(?<=\w{2}[aeiou])ll(?=(?:ed|ing|ers?)$)"), "l"),
    (re.compile(r"^(cen|thea|me|li)tre(s?)$"), r"\1ter\2"),
    (re.compile(r"^(def|off)ence(s?)$"), r"\1ense\2"),
)
"""British spellings, and the American ones in their place."""
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def leave_out_copies(passages: Iterable[Passage], cited: Set[Pointer]) -> tuple[Passage, ...]:
    """Each sentence once, though several documents hold it: the one that is cited, else the first.

    Not what another of them begins with, unless it is cited.
    """
    kept: dict[tuple[str, tuple[str, ...]], Passage] = {}
    for one in passages:
        words = one.under, list_compared(one.text)
        if words not in kept or (one.pointer in cited and kept[words].pointer not in cited):
            kept[words] = one
    begun = _list_begun(kept)
    return tuple(one for words, one in kept.items() if words not in begun or one.pointer in cited)


def _list_begun(kept: Iterable[tuple[str, tuple[str, ...]]]) -> set[tuple[str, tuple[str, ...]]]:
    """Those with which another begins, word for word: what is whole tells it all."""
    ordered = sorted(kept)
    return {
        one
        for one, after in pairwise(ordered)
        if len(one[1]) >= _LEAST_BEGUN and one[0] == after[0] and after[1][: len(one[1])] == one[1]
    }


def list_compared(text: str) -> tuple[str, ...]:
    """What two copies of a sentence have in common, word by word; of a text without a word, the text itself."""
    plain = unicodedata.normalize("NFKD", NOTES.sub(" ", text))
    found = _TOKEN.findall("".join(letter for letter in plain if not unicodedata.combining(letter)))
    telling = [word for n, word in enumerate(found) if (word if n else word.lower()) not in _ARTICLES]
    same = _SAME_THERE if len(found) >= _LONG else {}
    words = (_spell(word) for word in telling)
    return tuple(same.get(word, word) for word in words) or (text,)


def _spell(word: str) -> str:
    """A word in small letters and in one spelling; a figure keeps its decimal point."""
    if word[0].isdigit():
        return _THOUSANDS.sub("", word.lower())
    plain = re.sub(r"[.,'’]", "", word.lower())
    for pattern, spelt in _SPELLINGS:
        plain = pattern.sub(spelt, plain)
    return plain
