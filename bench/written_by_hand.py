"""Texts written by hand with what they cite: all of them honest. Each is a text, its citations, and what is known."""

from __future__ import annotations

HAND_WRITTEN: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = ()
