"""Which of two sources is the later, and whether a sentence says of the same thing something else. Pure.

A source that has no date is read for one in its head, whether it was brought or is the library's. Where none is known,
a paper of the same title is the later one if it says that it corrects or replaces another, or if a challenger brought
it and it says the very same with another figure.
"""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import PurePath
from typing import Literal

from foam.contest.brought import find_published, read_head, replaces_another
from foam.evidence.document import Document
from foam.stats.agreement import jaccard
from foam_quotes.text.words import is_negation, is_number, split_letters, split_words

ALIKE = 0.6
"""Share of words that two sentences must have in common to speak of the same thing."""
SAME = 0.8
"""Share of words from which one sentence says what another does, but for the figures."""
Order = Literal["later", "earlier", "unknown"]
_CLAUSE_END = re.compile(r";\s+")
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b(?![,.]\d)")
_ALIKE_OPENING = 5
"""Words with which two heads begin alike, at least, where neither is the whole of the other."""
_SHORTEST_TITLE = 3


def is_same_series(one: Document, other: Document) -> bool:
    """Whether two documents are of the same author, or have the same title."""
    new, old = one.citation, other.citation
    same = (bool(old.author) and new.author == old.author) or has_same_title(one, other)
    return one.id != other.id and same


def has_same_title(one: Document, other: Document) -> bool:
    """Whether two documents have one title, or heads that begin alike: where lines run together, who wrote a paper and
    when stands right behind its title."""
    if other.citation.title and one.citation.title == other.citation.title:
        return True
    own, held = _list_title_words(one), _list_title_words(other)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(own, held, strict=False)))
    shorter = min(len(own), len(held))
    return shared == shorter >= _SHORTEST_TITLE or (shared >= _ALIKE_OPENING and 2 * shared >= shorter)


def _list_title_words(document: Document) -> list[str]:
    """The words of a title or, where a document is called by the name of its file, of its head."""
    title = document.citation.title
    named = title if title and title != PurePath(document.origin.file).stem else " ".join(read_head(document))
    return [word.lower() for word in split_letters(named)]


def names_itself(document: Document) -> bool:
    """Whether anything says what a document is: a title other than its file's name, an author, a date, or a head."""
    title = document.citation.title
    is_titled = bool(title) and title != PurePath(document.origin.file).stem
    return is_titled or bool(document.citation.author or find_published(document) or read_head(document))


def compare_dates(newer: Document, cited: Document) -> Order:
    """Whether a document is of a later date than another; a date that the citation lacks is read in the head."""
    new, old = find_published(newer), find_published(cited)
    if not (new and old) or new == old:
        return "unknown"
    return "later" if new > old else "earlier"


def _says_it_replaces(document: Document) -> bool:
    """Whether the head of a paper says that it corrects or replaces another."""
    return replaces_another(read_head(document))


def is_later_edition(newer: Document, cited: Document) -> bool:
    """Whether a document is of the same author or title, and of a later date or by its own word in its place."""
    if not is_same_series(newer, cited):
        return False
    order = compare_dates(newer, cited)
    return order == "later" or (order == "unknown" and has_same_title(newer, cited) and _says_it_replaces(newer))


def says_otherwise(newer: str, cited: str, *, alike: float = ALIKE) -> bool:
    """Whether two sentences speak of the same thing and differ in a figure or a negation.

    A longer sentence is read clause by clause: one that gives the new figure may go on to say what the old one was.
    """
    clauses = [one for one in _CLAUSE_END.split(newer) if _share(one, cited) >= alike]
    read = clauses or [one for one in (newer,) if _share(one, cited) >= alike]
    return bool(read) and all(_figures(one) != _figures(cited) for one in read)


def is_correction(newer: str, cited: str) -> bool:
    """Whether a sentence is another one but for its figures; the same of another year is none."""
    (figures, negations), years = _figures(cited), _years(cited)
    own = [one for one in _CLAUSE_END.split(newer) if _share(one, cited) >= SAME and _years(one) == years]
    held = [_figures(one) for one in own]
    return any(found != figures and len(found) == len(figures) and count == negations for found, count in held)


def pair_figures(newer: str, cited: str) -> dict[str, str]:
    """The figures of a sentence that another corrects, each with the one that takes its place."""
    own = next(one for one in _CLAUSE_END.split(newer) if is_correction(one, cited))
    was, now = ([word for word in split_words(text) if is_number(word)] for text in (cited, own))
    return {old: new for old, new in zip(was, now, strict=True) if old != new}


def _share(one: str, other: str) -> float:
    return jaccard(_content(one), _content(other)) or 0.0


def _content(text: str) -> set[str]:
    return {w.lower() for w in split_words(text) if not is_number(w) and not is_negation(w)}


def _years(text: str) -> list[str]:
    return sorted(_YEAR.findall(text))


def _figures(text: str) -> tuple[list[str], int]:
    said = split_words(text)
    return sorted(w for w in said if is_number(w)), sum(map(is_negation, said))
