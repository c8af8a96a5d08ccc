"""What the examination of a file found of sentences that a case rests on."""

from __future__ import annotations

from foam.values import Value
from foam_quotes.text.pointer import Pointer


class CitedFinding(Value):
    """What the examination of the file found of sentences that the case rests on; no part of the speech."""

    pointer: Pointer
    """The sentence that says it: `finding:…`."""
    text: str
    established: str
    """By whom: code, or the judge."""
    rests_on: tuple[Pointer, ...]
    slots: tuple[str, ...]
    """The slots that rest on one of the same sentences."""
    entry: str
