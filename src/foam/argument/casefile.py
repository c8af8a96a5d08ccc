"""The file as the tree names it: documents with a role and a date, and their sentences and table cells by id."""

from __future__ import annotations

from datetime import date
from typing import Literal

from foam.argument.working import SentenceId
from foam.values import Value
from foam_quotes.text.mentions.dates import find_dates
from foam_quotes.text.normalise import normalise

Role = Literal["rule", "decision", "record", "party", "independent", "authority", "unsigned"]


class FiledDocument(Value):
    """A document of the file."""

    role: Role
    dated: date | None = None
    sentences: tuple[str, ...] = ()

    @property
    def own_date(self) -> tuple[int, int, int]:
        """Its year, month and day, as far as they are known: by its date, else by the one in its first sentence."""
        head = str(self.dated) if self.dated else normalise(next(iter(self.sentences), ""))
        said = {(one.year, one.month, one.day) for one in find_dates(head) if one.year}
        return said.pop() if len(said) == 1 else (0, 0, 0)


class CaseFile(Value):
    """The documents by id: `05` holds the sentences `05#s0`, `05#s1`, …"""

    documents: dict[str, FiledDocument]

    def find_document(self, at: SentenceId) -> FiledDocument | None:
        """The document that an id is of, or of whose sentence it is."""
        return self.documents.get(at.partition("#")[0])

    def find_sentence(self, at: SentenceId) -> str | None:
        """The words of a sentence; None where the id names none."""
        document, (_, _, place) = self.find_document(at), at.partition("#s")
        if document is None or not (place.isascii() and place.isdigit()) or int(place) >= len(document.sentences):
            return None
        return document.sentences[int(place)] if str(int(place)) == place else None

    def has(self, at: SentenceId) -> bool:
        """Whether a sentence, or the document, is in the file."""
        return self.find_sentence(at) is not None if "#" in at else at in self.documents
