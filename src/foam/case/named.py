"""Names the source of a card so that a reader can tell it from the others of its case."""

from __future__ import annotations

import re

from foam.case.values import Case, CutCard

_TITLE = re.compile(r'"(.+)"')


def name_cited(case: Case, card: CutCard) -> str:
    """The short cite of a card, with the title where another source of the case has the same; empty without a cite."""
    alike = {one.document for one in case.cards if one.cite == card.cite}
    title = _TITLE.search(card.source) if card.cite and len(alike) > 1 else None
    return f"{card.cite}, “{title[1]}”" if title else card.cite
