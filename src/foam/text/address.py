"""Pointers as people write them."""

from __future__ import annotations

import re

from foam.errors import InputError
from foam_quotes.text.pointer import Pointer

_PRINTED = re.compile(r"(d|calc|finding):([0-9a-f]{4,64})#s(\d+)")


def parse_pointer(text: str) -> Pointer:
    """Read `d:3f9a…#s47`, `calc:3f9a…#s4` or `finding:3f9a…#s0`.

    The document part may be a prefix, which the library resolves.
    """
    match = _PRINTED.fullmatch(text.strip())
    if match is None:
        raise InputError(f"not a pointer: {text!r}", hint="a pointer looks like d:3f9a2c#s47")
    return Pointer(document=match[2], sentence=int(match[3]), computed=match[1] != "d", examined=match[1] == "finding")
