"""Text for a terminal. Pure."""

from __future__ import annotations

import textwrap

from foam.visible import clean_line

WIDTH = 100


def wrap(text: str, *, indent: str = "", width: int = WIDTH) -> str:
    """The text in lines of at most `width`, without characters that could steer a terminal."""
    return textwrap.fill(
        clean_line(text), width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
