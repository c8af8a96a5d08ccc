"""Capitalised names in running text, and whether other texts have them.

A capital makes a name where the word is no ordinary one of the language, or stands after such a word. A word of a name
is borne out by a word of a source that is the same but for case and ending or one slip of the pen, or by initials. An
ordinary word of a name whose other words are two or more that are borne out says what kind of thing it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import dropwhile
from typing import NamedTuple

from foam_quotes.text.ordinary import is_ordinary
from foam_quotes.text.span import Span

_TOKEN = re.compile(r"(?:[A-Z]\.){2,}[A-Z]?|[^\W_]+(?:['’&.][^\W_]+)*")
_BETWEEN = re.compile(r"[ .&-]*| (?:of|de|du|di|la|le|al) ")
"""What stands between two words of one name."""
_STARTS = re.compile(r"[.!?:\n\"'(—-]\s*$")
"""What a sentence begins after: there a capital says nothing."""
_LEAST = 3
"""Letters of a word that is looked at, initials aside."""
_BESIDE = 7
"""Words within which the two words of a name stand in a source."""


class Name(NamedTuple):
    """A word of a name where it stands, and the whole name it belongs to."""

    span: Span
    whole: Span


class _Held(NamedTuple):
    """What a source names, by keys."""

    words: tuple[str, ...]
    named: frozenset[str]
    """Words that stand in it with a capital."""
    initials: frozenset[str]


def find_unborne_names(text: str, sources: Sequence[str], *, without: Sequence[Span] = ()) -> Iterator[Name]:
    """The words of names in a normalised text that no source has, each with its whole name."""
    held = [_read_source(source) for source in sources]
    for run in _find_runs(text, without):
        words = [span.of(text) for span in run]
        whole = Span(run[0].start, run[-1].end)
        if len(words) > 1 and any("".join(word[0].lower() for word in words) in one.named for one in held):
            continue
        named = list(dropwhile(lambda span: is_ordinary(span.of(text)), run))
        missing = [span for span in named if not any(_is_held(span.of(text), one) for one in held)]
        if len(named) - len(missing) > 1:
            missing = [span for span in missing if not is_ordinary(span.of(text))]
        yield from (Name(span, whole) for span in missing)
        if (
            not missing
            and len(named) == len(words) == 2
            and not any(map(_is_acronym, words))
            and _are_apart(words, held)
        ):
            yield Name(whole, whole)


def _find_runs(text: str, without: Sequence[Span]) -> Iterator[list[Span]]:
    """Words with capitals that stand together; an ordinary word at the beginning of a sentence is none of them."""
    run: list[Span] = []
    for match in _TOKEN.finditer(text):
        span = Span(*match.span())
        if not _is_named(match[0]) or any(one.start < span.end and span.start < one.end for one in without):
            continue
        if is_ordinary(match[0]) and (not span.start or _STARTS.search(text[max(0, span.start - 4) : span.start])):
            continue
        if run and not _BETWEEN.fullmatch(text[run[-1].end : span.start]):
            yield run
            run = []
        run.append(span)
    if run:
        yield run


def _is_named(word: str) -> bool:
    plain = re.sub(r"['’]s$", "", word)
    return word[0].isupper() and plain.upper() != plain.lower() and (len(plain) >= _LEAST or _is_acronym(word))


def _is_held(word: str, held: _Held) -> bool:
    keys = {_make_key(part) for part in (word, *re.split(r"['’&-]", word)) if len(part) >= _LEAST} or {_make_key(word)}
    if not keys.isdisjoint(held.words) or (_is_acronym(word) and not keys.isdisjoint(held.initials)):
        return True
    return any(_is_same_root(key, other) or _is_slip(key, other) for key in keys for other in held.named)


def _is_same_root(key: str, other: str) -> bool:
    """Whether two names differ in their endings alone: `Norway` and `Norwegian`, `Rome` and `Roman`."""
    least = 3 if min(len(key), len(other)) <= 4 else 4
    return min(len(key), len(other)) >= least and key[:least] == other[:least]


def _is_slip(key: str, other: str) -> bool:
    """Whether two longer names differ in one letter that is left out, or in two that have changed places."""
    short, long = sorted((key, other), key=len)
    if len(short) <= _LEAST + 1 or len(long) - len(short) > 1 or short[0] != long[0]:
        return False
    at = next((n for n, letter in enumerate(short) if letter != long[n]), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    return short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]


def _are_apart(words: Sequence[str], held: Sequence[_Held]) -> bool:
    """Whether a name of two words is put together from two names of the sources."""
    first, second = map(_make_key, words)
    together = any(
        first in near and second in near
        for one in held
        for n in range(len(one.words))
        if (near := one.words[n : n + _BESIDE])
    )
    return not together and all(any(key in one.named for one in held) for key in (first, second))


@lru_cache(maxsize=2048)
def _read_source(source: str) -> _Held:
    """What one source has. Writers are held against the same sentences again and again."""
    tokens = [match[0] for match in _TOKEN.finditer(source)]
    parts = [part for token in tokens for part in dict.fromkeys((token, *re.split(r"['’&-]", token))) if part]
    return _Held(
        words=tuple(map(_make_key, parts)),
        named=frozenset(_make_key(part) for part in parts if part[0].isupper()),
        initials=frozenset(_spell_initials(tokens)),
    )


def _spell_initials(tokens: Sequence[str]) -> set[str]:
    """The initials of words that stand together: with every word, and with those that have capitals alone."""
    found: set[str] = set()
    for start in range(len(tokens)):
        every, capitals = "", ""
        for token in tokens[start : start + 9]:
            every += token[0].lower()
            capitals += token[0].lower() if token[0].isupper() else ""
            found.update(one for one in (every, capitals) if len(one) > 1)
    return found


def _is_acronym(token: str) -> bool:
    letters = re.sub(r"[^A-Za-z]", "", re.sub(r"(?:['’]s|s)$", "", token))
    return len(letters) > 1 and letters.isupper()


@cache
def _make_key(word: str) -> str:
    """A word as names are compared: without case, accents, full stops, possessive and plural."""
    bare = "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))
    low = re.sub(r"['’]s?$", "", bare.replace(".", "").casefold())
    return low[:-1] if len(low) > _LEAST and low.endswith("s") else low
