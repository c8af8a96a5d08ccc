"""Pointers: the address of a sentence."""

from __future__ import annotations

from pydantic import Field

from foam_quotes.values import Value


class Pointer(Value):
    """One sentence of one document. The document id is the digest of its normalised text."""

    document: str
    """64 hex digits; printed `d:3f9a…` when shortened."""
    sentence: int
    """Position of the sentence in its document, from 0; it never moves."""
    computed: bool = Field(default=False, exclude_if=lambda computed: not computed)
    """Whether code worked the sentence out. Such a pointer is printed `calc:3f9a…`."""
    examined: bool = Field(default=False, exclude_if=lambda examined: not examined)
    """Whether an examination of the file gave the sentence. Such a pointer is printed `finding:3f9a…`."""

    def __str__(self) -> str:
        return f"{self._scheme}:{self.document}#s{self.sentence}"

    def brief(self, length: int = 8) -> str:
        """The pointer as people read it."""
        return f"{self._scheme}:{self.document[:length]}#s{self.sentence}"

    @property
    def _scheme(self) -> str:
        return "finding" if self.examined else "calc" if self.computed else "d"
