"""Figures that a challenge corrected, and where words that a seat wrote before go on stating them. Pure.

Nobody's words are rewritten: where they are shown, a note says that a figure of theirs was corrected. Words state a
corrected figure where they have it, speak of the same as the sentence that was struck, and do not give the new one. So
does a sentence of another source that repeats the figure, a letter or a newspaper: it is not struck, and marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import islice

from pydantic import Field

from foam.argument.figures import parse_figure
from foam.evidence.corpus import Passage
from foam.text.pointer import Pointer
from foam.text.stem import list_stems
from foam.text.words import is_number, split_words
from foam.values import Value

_LONG = 3
"""Characters from which a figure hardly stands in another sentence by chance; a shorter one needs its neighbour."""
_LEAST_SHARED = 2
"""Longer words that a text has in common with the struck sentence, at least, to speak of the same."""
_SAME_WORDS = 0.9
"""The share of words that two wordings must have in common, in their order, to differ in figures alone."""
_COUNTED = 3
"""Words behind a figure among which stands what it counts: `14 small open boats`."""
_COUNTED_WHOLE = 6
"""The same for a sentence that was struck and says so many of a whole: it says in full what it counts."""
_SMALL_WORDS = "a about an and are as at by for from in into is of on or out over per than that the to was were"
_SMALL = frozenset(_SMALL_WORDS.split())
"""Words that say nothing of what a figure counts."""
_PART = re.compile(r"^\s+(?:of|among)\b", re.IGNORECASE)
"""What follows a figure that is said of a whole: `nine of the tested wells`."""
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b(?![,.]\d)")


class Figure(Value):
    """A figure that was corrected, as it stood and as it is."""

    was: str
    now: str


class Derived(Value):
    """Words of a claim that gave other figures because of the corrected one, and how these were put since."""

    words: str
    figures: tuple[Figure, ...]


class Corrected(Value):
    """A sentence that was struck, and the one that says the same with another figure."""

    was: Passage
    now: Passage
    figures: tuple[Figure, ...]
    derived: tuple[Derived, ...] = Field(default=(), exclude_if=lambda derived: not derived)
    """Figures that were worked out from it, where a seat put its claim with others since: 22 of 31, which became 27."""


def derive_figures(corrected: Iterable[Corrected], put: Iterable[tuple[str, str]]) -> tuple[Corrected, ...]:
    """What was corrected, with the figures that only claims gave. `put` are the words of each claim that was put anew
    because of it, as they were and as they are."""
    pairs = [(was, _pair_figures(was, now)) for was, now in put]
    found = []
    for one in corrected:
        known = {figure.was for figure in one.figures}
        own = ((was, tuple(figure for figure in figures if figure.was not in known)) for was, figures in pairs)
        derived = tuple(Derived(words=was, figures=figures) for was, figures in own if figures)
        found.append(one.model_copy(update={"derived": derived}))
    return tuple(found)


def _pair_figures(was: str, now: str) -> tuple[Figure, ...]:
    """The figures that differ between two wordings that are the same but for figures: where more was worded anew, a
    figure that stands there now need not be the old one as it is since."""
    then, since = split_words(was), split_words(now)
    plain = [[word.lower() for word in words if not is_number(word)] for words in (then, since)]
    if SequenceMatcher(None, plain[0], plain[1], autojunk=False).ratio() < _SAME_WORDS:
        return ()
    figures = [[word for word in words if is_number(word)] for words in (then, since)]
    if len(figures[0]) != len(figures[1]):
        return ()
    return tuple(Figure(was=a, now=b) for a, b in zip(*figures, strict=True) if _read(a) != _read(b))


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


def tell_repeated(corrected: Iterable[Corrected], pointer: Pointer, text: str) -> str:
    """Which figures that were corrected a cited sentence repeats, as a clause; empty where it repeats none, is itself
    what was corrected, or stands in the paper that corrects it."""
    others = (one for one in corrected if pointer != one.was.pointer and pointer.document != one.now.pointer.document)
    stale = dict.fromkeys(figure for one in others for figure in _list_stale(one, text))
    if not stale:
        return ""
    figures = "a figure that was" if len(stale) == 1 else "figures that were"
    return f"repeats {figures} corrected: {' and '.join(f'{one.was} became {one.now}' for one in stale)}"


def list_repeated(sentence: str, text: str) -> tuple[str, ...]:
    """The figures of a sentence that a text gives, too, where it speaks of the same; years are none."""
    figures = [Figure(was=word, now="") for word in split_words(sentence) if is_number(word) and not _YEAR.match(word)]
    return tuple(dict.fromkeys(one.was for one in _list_stated(sentence, figures, text)))


def _list_stale(corrected: Corrected, text: str) -> Iterator[Figure]:
    yield from _list_stated(corrected.was.text, corrected.figures, text)
    for one in corrected.derived:
        yield from _list_stated(one.words, one.figures, text)


def _list_stated(struck: str, figures: Iterable[Figure], text: str) -> Iterator[Figure]:
    """Those of a sentence's figures that a text states, if it speaks of the same."""
    shared = len(_list_content(text) & _list_content(struck))
    said = _read_figures(text)
    for one in figures:
        is_long = len(one.was) >= _LONG and one.was[0].isdigit()
        counted = _list_counted(text, one.was, _COUNTED) & _list_counted(struck, one.was, _COUNTED_WHOLE)
        is_stated = _read(one.was) in said and _read(one.now) not in said
        speaks_of_it = shared >= _LEAST_SHARED or (bool(counted) and _is_part(text, one.was))
        if is_stated and speaks_of_it and (is_long or counted) and _is_of_same_year(text, struck, one):
            yield one


def _is_part(text: str, figure: str) -> bool:
    """Whether the figure is said of a whole somewhere: `nine of the wells`."""
    spans = (found for found in re.finditer(r"[\w.,]*\w", text) if is_number(found[0]))
    return any(_read(found[0]) == _read(figure) and _PART.match(text[found.end() :]) for found in spans)


def _is_of_same_year(text: str, struck: str, figure: Figure) -> bool:
    """Whether two texts may speak of the same year: one names none, or they share one, beside the figure itself."""
    own, other = ({*_YEAR.findall(one)} - {figure.was} for one in (text, struck))
    return not own or not other or bool(own & other)


def _list_content(text: str) -> set[str]:
    return {one for one in list_stems(text) if not is_number(one)}


def _read_figures(text: str) -> set[object]:
    return {_read(word) for word in split_words(text) if is_number(word)}


def _read(figure: str) -> object:
    """A figure by what it comes to, however it is written (`1,215`, `fourteen`); else as it is written."""
    return parse_figure("number", figure) or figure


def _list_counted(text: str, figure: str, most: int) -> set[tuple[str, str]]:
    """The words right before and after a figure, and the longer ones behind it: what it counts stands among these.
    Of a figure that is said of a whole these are the longer words that follow, `most` of them: `9 of the 31 wells`."""
    words, is_part = split_words(text), _is_part(text, figure)
    found: set[tuple[str, str]] = set()
    for place in (n for n, word in enumerate(words) if is_number(word) and _read(word) == _read(figure)):
        beside = (("before", place - 1), ("behind", place + 1))
        near = ((side, words[n].lower()) for side, n in beside if 0 <= n < len(words))
        found |= {(side, word) for side, word in near if word not in _SMALL}
        behind = [*words[place + 1 : place + 1 + _COUNTED]]
        if is_part:
            longer = (word for word in words[place + 1 :] if not is_number(word) and list_stems(word))
            behind = [*(word for word in behind if is_number(word)), *islice(longer, most)]
        found |= {("counted", one) for word in behind for one in list_stems(word)}
    return found
