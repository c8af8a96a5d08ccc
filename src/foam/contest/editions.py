"""Which of two sources is the later, and whether a sentence is another one but for its figures. Pure.

What a citation does not say is read in the head of the source, whether it was brought or is the library's.
"""

from __future__ import annotations

import re

from foam.contest.brought import cite_by_head, find_published
from foam.evidence.document import Document
from foam.stats.agreement import jaccard
from foam_quotes.text.words import is_negation, is_number, split_words

SAME = 0.8
"""Share of words from which one sentence says what another does, but for the figures."""
_CLAUSE_END = re.compile(r";\s+")
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b(?![,.]\d)")


def is_earlier(one: Document, other: Document) -> bool:
    """Whether a document is known to be of an earlier date than another."""
    old, new = find_published(one), find_published(other)
    return bool(old and new) and old < new


def is_later_edition(newer: Document, cited: Document, *, is_brought: bool = False) -> bool:
    """Whether a document is of the same author or title, and of a later date; where no date tells, one that somebody
    brings: nobody brings an earlier one to show that a later one is out of date."""
    is_akin = bool(_list_names(newer) & _list_names(cited))
    if newer.id == cited.id or not is_akin or is_earlier(newer, cited):
        return False
    return is_brought or is_earlier(cited, newer)


def _list_names(document: Document) -> set[str]:
    """The authors and titles by which a source is known: as it is cited, or as its head has it."""
    cited = (document.citation, cite_by_head(document).citation)
    return {name for one in cited for name in (one.author, one.title) if name}


def is_correction(newer: str, cited: str) -> bool:
    """Whether a sentence is another one but for its figures; the same of another year is none.

    A longer sentence is read clause by clause: one that gives the new figure may go on to say what the old one was.
    """
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
