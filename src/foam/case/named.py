"""Names sources and sentences of a case as a reader knows them: by cite or title, and in their own words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from foam.case.marks import drop_marks
from foam.case.values import Case, CutCard
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.segment import split_sentences

_TITLE = re.compile(r'"(.+)"')
_WORDS = 20
"""Words of a sentence that are enough to find it by."""


def name_cited(case: Case, card: CutCard) -> str:
    """The short cite of a card, with the title where another source of the case has the same; empty without a cite."""
    alike = {one.document for one in case.cards if one.cite == card.cite}
    title = _TITLE.search(card.source) if card.cite and len(alike) > 1 else None
    return f"{card.cite}, “{title[1]}”" if title else card.cite


def name_source(case: Case, card: CutCard) -> str:
    """The source of a card: its cite, or where it has none its title, or the start of its id."""
    title = _TITLE.search(card.source)
    return name_cited(case, card) or (f"“{title[1]}”" if title else f"d:{card.document[:8]}")


def name_sentences(case: Case, pointers: Iterable[Pointer]) -> str:
    """Sentences by their source and their first words; by their pointer where nothing of the source is read.

    Without quotation marks: whoever reads a case in takes what stands in them for what it cites.
    """
    cards = {card.document: card for card in case.cards}
    told = []
    for document, group in groupby(pointers, key=lambda one: one.document):
        card, places = cards.get(document), list(group)
        if card is None:
            told += [f"a sentence of a source that is not read ({one.brief()})" for one in places]
            continue
        said = " / ".join(_shorten(_read_sentence(card.body, one.sentence)) for one in places)
        source = name_source(case, card).replace("“", "").replace("”", "")
        told.append(f"{source}: {said}")
    return "; ".join(told)


def _read_sentence(body: str, number: int) -> str:
    """A sentence of a source as it is read aloud; empty where it has no such sentence."""
    spans = split_sentences(body)
    return drop_marks(spans[number].of(body)).strip() if number < len(spans) else ""


def _shorten(sentence: str) -> str:
    words = sentence.split()
    return sentence if len(words) <= _WORDS else f"{' '.join(words[:_WORDS])} …"
