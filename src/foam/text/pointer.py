"""Pointers: the address of a sentence."""

from __future__ import annotations

import re

from foam.errors import InputError
from foam.values import Value

_PRINTED = re.compile(r"d:([0-9a-f]{4,64})#s(\d+)")


class Pointer(Value):
    """One sentence of one document. The document id is the digest of its normalised text."""

    document: str
    """64 hex digits; printed `d:3f9a…` when shortened."""
    sentence: int
    """Position of the sentence in its document, from 0; it never moves."""

    def __str__(self) -> str:
        return f"d:{self.document}#s{self.sentence}"

    def brief(self, length: int = 8) -> str:
        """The pointer as people read it."""
        return f"d:{self.document[:length]}#s{self.sentence}"


def parse_pointer(text: str) -> Pointer:
    """Read `d:3f9a…#s47`; the document part may be a prefix, which the library resolves."""
    match = _PRINTED.fullmatch(text.strip())
    if match is None:
        raise InputError(f"not a pointer: {text!r}", hint="a pointer looks like d:3f9a2c#s47")
    return Pointer(document=match[1], sentence=int(match[2]))
