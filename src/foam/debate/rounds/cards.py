"""Cards: sentences of the library that a person reads out where they name them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from textwrap import shorten
from typing import Any

from foam.debate.citing import name_aloud
from foam.debate.floor import Floor
from foam.errors import NotFound
from foam.evidence.corpus import Passage, make_passage
from foam.record.entry import ValueInput
from foam.text.address import parse_pointer
from foam_quotes.text.pointer import Pointer

CARD = re.compile(r"\[(d:[0-9a-f]{4,64}#s\d+)\]")
"""How a card is named in a speech."""
_BEGINNING = 60
"""Characters of a card that was not read."""


def quote_cards(words: str, cards: Mapping[str, Passage]) -> str:
    """The words with every card read out where it is named; one that leads nowhere is not there."""

    def quote(match: re.Match[str]) -> str:
        card = cards.get(match[1])
        return f"“{card.text}”" if card else ""

    return re.sub(r"\s{2,}", " ", CARD.sub(quote, words)).strip()


def name_cards(words: str, cards: Mapping[str, Passage]) -> str:
    """Words that were not spoken, with whose sentence each card is and how it begins in place of its pointer."""

    def name(match: re.Match[str]) -> str:
        card = cards.get(match[1])
        beginning = shorten(card.text, _BEGINNING, placeholder=" …") if card else ""
        return f"[{name_aloud(card)}: {beginning}]" if card else match[0]

    return CARD.sub(name, words)


def read_cards(floor: Floor, text: str) -> dict[str, Passage]:
    """The sentences that a speech reads, by how they are named, on record as they were found."""
    pointers = [parse_pointer(found) for found in CARD.findall(text)]
    if not pointers:
        return {}
    corpus = floor.session.corpus

    def read(pointer: Pointer) -> Any:
        card = find_card(floor, pointer)
        return card.json_value() if card else None

    named = [str(pointer) for pointer in pointers]
    entry = floor.session.clerk.compute(
        "cards read",
        lambda: [read(pointer) for pointer in pointers],
        ValueInput(role="pointers", value=named),
        ValueInput(role="corpus", value=corpus.version),
        rule="library",
    )
    return {name: Passage.model_validate(row) for name, row in zip(named, entry.answer, strict=True) if row}


def find_card(floor: Floor, pointer: Pointer) -> Passage | None:
    """The sentence of the library that a pointer names."""
    try:
        document = floor.session.corpus.document(pointer.document)
    except NotFound:
        return None
    return make_passage(document, pointer.sentence) if pointer.sentence < len(document.ends) else None
