"""Figures that a challenge corrected, and where words that a seat wrote before go on stating them. Pure.

Nobody's words are rewritten: where they are shown, a note says that a figure of theirs was corrected. Words state a
corrected figure where they have it, speak of the same as the sentence that was struck, and do not give the new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from foam.evidence.corpus import Passage
from foam.text.stem import list_stems
from foam.text.words import is_number, split_words
from foam.values import Value

_LONG = 3
"""Characters from which a figure hardly stands in another sentence by chance; a shorter one needs its neighbour."""
_LEAST_SHARED = 2
"""Longer words that a text has in common with the struck sentence, at least, to speak of the same."""


class Figure(Value):
    """A figure that was corrected, as it stood and as it is."""

    was: str
    now: str


class Corrected(Value):
    """A sentence that was struck, and the one that says the same with another figure."""

    was: Passage
    now: Passage
    figures: tuple[Figure, ...]


def tell_stale(corrected: Iterable[Corrected], text: str) -> str:
    """Which figures of a text were corrected, as a clause; empty where none was."""
    stale = dict.fromkeys(figure for one in corrected for figure in _list_stale(one, text))
    if not stale:
        return ""
    figures = "its figure {} was" if len(stale) == 1 else "its figures {} were"
    was, now = (" and ".join(getattr(one, name) for one in stale) for name in ("was", "now"))
    return f"{figures.format(was)} corrected since: {now}"


def mark_stale(corrected: Iterable[Corrected], text: str) -> str:
    """The text, with a note behind it where a figure of it was corrected."""
    told = tell_stale(corrected, text)
    return f"{text} [{told}]" if told else text


def _list_stale(corrected: Corrected, text: str) -> Iterator[Figure]:
    said, struck = split_words(text), split_words(corrected.was.text)
    if len(_list_content(text) & _list_content(corrected.was.text)) < _LEAST_SHARED:
        return
    for one in corrected.figures:
        is_meant = len(one.was) >= _LONG or bool(_list_beside(said, one.was) & _list_beside(struck, one.was))
        if one.was in said and one.now not in said and is_meant:
            yield one


def _list_content(text: str) -> set[str]:
    return {one for one in list_stems(text) if not is_number(one)}


def _list_beside(words: Sequence[str], figure: str) -> set[tuple[int, str]]:
    """The words right before and after a figure, with the side on which they stand."""
    places = [n for n, word in enumerate(words) if word == figure]
    near = ((side, n + side) for n in places for side in (-1, 1))
    return {(side, words[n].lower()) for side, n in near if 0 <= n < len(words)}
