"""Text made safe to show: nothing in it can steer a terminal, reverse a line or break an XML file."""

from __future__ import annotations

import re
import unicodedata

_DROPPED = re.compile("[\ufeff\u202a-\u202e\u2066-\u2069]")
"""A byte-order mark left inside a text, and the characters that turn the direction of whatever follows."""
_UNSHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Controls except tab and newline, lone surrogates, and what no XML file may hold."""


def clean(text: str) -> str:
    """The text without characters that act instead of being shown; a control becomes a visible dot."""
    return _UNSHOWN.sub("·", _DROPPED.sub("", text.replace("\r\n", "\n")))


def flatten(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())


def cover_missing_glyphs(text: str) -> str:
    """A dot for every character that no font has: private and unassigned ones."""
    return "".join("·" if unicodedata.category(char) in ("Co", "Cn") else char for char in text)
