"""Text for a terminal. Pure."""

from __future__ import annotations

import textwrap

WIDTH = 100


def wrap(text: str, *, indent: str = "", width: int = WIDTH) -> str:
    """The text in lines of at most `width`; control characters, which could steer a terminal, are shown as dots."""
    plain = "".join(ch if ch.isprintable() or ch == " " else "·" for ch in " ".join(text.split()))
    return textwrap.fill(plain, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
