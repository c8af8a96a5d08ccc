"""Text as formats need it."""

from __future__ import annotations

import unicodedata


def flatten(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())


def cover_missing_glyphs(text: str) -> str:
    """A dot for every character that no font has: private and unassigned ones."""
    return "".join("·" if unicodedata.category(char) in ("Co", "Cn") else char for char in text)
