"""A card that was cut from an article, as a value: its document is the passage, with tag, cite and marks."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from foam.case.cutting.citing import FIELDS, list_missing
from foam.errors import InputError
from foam.evidence.document import Document
from foam.paper import Readable
from foam.values import Value
from foam_quotes.text.words import count_words

YOURS = "you"
"""Who worded the tag that a debater gave."""


class Cutting(Readable, Value):
    """One card from one article."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.case.cutting.views",)
    claim: str
    """What it was cut for."""
    document: Document
    """The passage, word for word, with its citation, tag and marks: what a library takes in."""
    article: str
    """Id of the article's text."""
    sentences: tuple[int, int]
    """The first sentence of the passage in the article, and the one after its last."""
    supports: float = Field(ge=0, le=1)
    """How far the judge says that the passage's strongest sentence supports the claim."""
    put_back: tuple[str, ...] = ()
    """Words that the highlighter left out and that may not be: negations, figures, doubts, conditions."""
    notes: tuple[str, ...] = ()
    """What a reader should know: what was read whole, what was not checked."""
    others: tuple[str, ...] = ()
    """Sentences elsewhere that come near the claim, by their numbers."""
    highlighter: str
    """Which weights marked it."""
    worded_by: str = ""
    """Whose words the tag is, a model's or yours; empty where it is in the source's own."""
    refused_tag: str = ""
    """Why the tag of a model that was asked does not stand here, if one was."""

    @property
    def tag(self) -> str:
        return self.document.card.tag if self.document.card else ""

    @property
    def read(self) -> str:
        """What is read aloud."""
        return " ".join(self.document.extract("highlight").split())

    @property
    def words(self) -> int:
        """How many words are read aloud, without tag and cite."""
        return count_words(self.read)

    @property
    def missing(self) -> tuple[str, ...]:
        """The fields of the citation that nobody gave."""
        return list_missing(self.document.citation)

    def with_tag(self, tag: str, *, worded_by: str) -> Cutting:
        """The same card under a tag in a model's words."""
        card = self.document.card
        document = self.document.model_copy(update={"card": card.model_copy(update={"tag": tag}) if card else None})
        return self.model_copy(update={"document": document, "worded_by": worded_by})

    @property
    def wording(self) -> str:
        """Who worded the tag, in words."""
        if self.worded_by:
            return f"the tag is worded by {self.worded_by}, held against what is read"
        asked = f"; that of the model was not taken: {self.refused_tag}" if self.refused_tag else ""
        return f"the tag is in the source's own words{asked}"

    def with_citation(self, **fields: str) -> Cutting:
        """The same card with these fields of its citation given."""
        if unknown := sorted(set(fields) - set(FIELDS)):
            raise InputError(f"a citation has no field {unknown[0]!r}", hint=f"its fields: {', '.join(FIELDS)}")
        citation = self.document.citation.model_copy(update={name: one for name, one in fields.items() if one})
        card = self.document.card
        named = card.model_copy(update={"cite": citation.brief}) if card else None
        facets = self.document.facets.model_copy(update={"year": citation.year})
        changed = {"citation": citation, "card": named, "facets": facets}
        return self.model_copy(update={"document": self.document.model_copy(update=changed)})

    def data(self) -> dict[str, Any]:
        """Everything, for programs."""
        told = {"tag": self.tag, "cite": self.document.citation.brief, "read": self.read, "words": self.words}
        return {**told, "missing": list(self.missing), **self.json_value()}
