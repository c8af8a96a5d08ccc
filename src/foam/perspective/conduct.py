"""How a manner takes effect on search and on the comparison of impacts. Pure functions.

| field of the manner       | takes effect in                         |
|---------------------------|-----------------------------------------|
| `seek`                    | `extend_query`, `arrange`               |
| `prefers`                 | `arrange`                               |
| `order`                   | `order_metrics`                         |

The other fields are read as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import TypeVar

from foam.perspective.manner import Manner, Trait
from foam.perspective.policy import Source
from foam.perspective.sources import group_source
from foam_quotes.text.stem import stem
from foam_quotes.text.words import split_words

Item = TypeVar("Item")
Name = TypeVar("Name", bound=str)

MOST_SOUGHT = 12
"""Words that a search is extended by at most, so that what is asked stays what is searched for."""
PLAIN_WORDS, PLAIN_LETTERS = 20, 5.0
"""A plain sentence has at most so many words, of at most so many letters on average."""
_FIGURE = re.compile(r"\d")


def extend_query(manner: Manner, query: str) -> str:
    """The query with the words that the seat looks for."""
    said = _list_stems(query)
    new = [words for words in manner.seek if not said >= _list_stems(words)]
    return " ".join([query, *new[:MOST_SOUGHT]])


def arrange(items: Iterable[Item], manner: Manner, *, read: Callable[[Item], tuple[str, Source]]) -> list[Item]:
    """What was found, the preferred sources and sentences first; among equals the order stays.

    `read` gives the words of an item and its source. To let it decide more than the order, find more than is needed
    and keep the first.
    """
    found = [(item, *read(item)) for item in items]
    years = [source.year for _, _, source in found if source.year is not None]

    def rank(row: tuple[Item, str, Source]) -> tuple[int, bool]:
        _, text, source = row
        traits = {*group_source(source), *_read_traits(text), *_read_age(source, years)}
        if source.peer_reviewed:
            traits.add("peer_reviewed")
        first = next((n for n, trait in enumerate(manner.prefers) if trait in traits), len(manner.prefers))
        return first, not _has_sought(text, manner.seek)

    return [item for item, _, _ in sorted(found, key=rank)]


def order_metrics(manner: Manner, metrics: Iterable[Name]) -> list[Name]:
    """The metrics of the impact calculus, in the seat's order."""
    return _put_first(manner.order, metrics)


def _read_traits(text: str) -> Iterable[Trait]:
    if _FIGURE.search(text):
        yield "figures"
    words = split_words(text)
    if words and len(words) <= PLAIN_WORDS and sum(map(len, words)) <= PLAIN_LETTERS * len(words):
        yield "plain"


def _read_age(source: Source, years: Sequence[int]) -> Iterable[Trait]:
    """Whether the source is of the newer or the older half of what was found; where all are of one year, neither."""
    if source.year is None or min(years) == max(years):
        return
    if source.year >= median(years) and source.year > min(years):
        yield "recent"
    if source.year <= median(years) and source.year < max(years):
        yield "older"


def _has_sought(text: str, seek: Iterable[str]) -> bool:
    stems = _list_stems(text)
    return any(stems >= _list_stems(sought) for sought in seek)


def _list_stems(text: str) -> set[str]:
    return {stem(word) for word in split_words(text.casefold())}


def _put_first(preferred: Sequence[str], offered: Iterable[Name]) -> list[Name]:
    return sorted(offered, key=lambda name: preferred.index(name) if name in preferred else len(preferred))
