"""The report of an examination: its findings, and the documents that were read with their authors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import Field

from foam.examination.authors import Author
from foam.examination.file import CaseFile, Part
from foam.examination.finding import Finding, FindingKind, SaidPassage
from foam.examination.modelled.result import ModelReading
from foam.paper.readable import Readable
from foam.values import CleanLine, Value

KIND_WORDS: dict[FindingKind, str] = {
    "quotation": "Words that the source does not say",
    "report": "Sources that are told wrongly",
    "contradiction": "Documents that contradict each other",
    "arithmetic": "Sums that do not come out",
    "date": "Days and deadlines",
    "reason": "Reasons",
    "condition": "Conditions of the rules",
    "missing": "What is missing",
}
"""The heading under which each kind of finding stands, in the order of the report."""


class ExaminedDocument(Value):
    """A document that was read, and what it says of its author."""

    id: str
    name: CleanLine
    part: Part
    file: CleanLine
    sentences: int
    author: Author
    is_copy: bool = False
    """Whether an earlier document of the file says nearly the same words; the two are not held against each other."""


class Examination(Readable, Value):
    """What an examination found. Rendered and saved like every document of FOAM."""

    examined: tuple[ExaminedDocument, ...]
    findings: tuple[Finding, ...]
    checks: tuple[str, ...]
    """What was looked for."""
    reading: ModelReading | None = Field(default=None, exclude_if=lambda reading: reading is None)
    """What a model wrote, where one was asked: what was confirmed is among the findings."""

    @property
    def hints(self) -> tuple[Finding, ...]:
        """What is worth a second look, and is not counted as found."""
        return tuple(one for one in self.findings if one.is_hint)

    def list_kind(self, kind: FindingKind) -> tuple[Finding, ...]:
        """What was found of one kind, in order, without hints."""
        return tuple(one for one in self.findings if one.kind == kind and not one.is_hint)

    def list_passages(self) -> Iterator[SaidPassage]:
        """Every sentence that is shown: of what was found, and of what a model only suggested."""
        suggested = self.reading.suggested if self.reading else ()
        for one in (*self.findings, *(suggestion.finding for suggestion in suggested)):
            yield from one.passages

    def describe_count(self) -> str:
        """How much was found in how much, in a sentence."""
        documents = f"{len(self.examined)} document{'' if len(self.examined) == 1 else 's'}"
        hints = len(self.hints)
        count = len(self.findings) - hints
        more = f" {hints} more {'is' if hints == 1 else 'are'} worth a second look." if hints else ""
        if not count:
            return f"Nothing was found in {documents}.{more}"
        return f"{count} finding{'' if count == 1 else 's'} in {documents}.{more}"

    def data(self) -> dict[str, Any]:
        """The report as one JSON document; pointers as they are printed."""
        return {
            "documents": [one.json_value() for one in self.examined],
            "findings": [
                {**one.json_value(), "pointers": [str(pointer) for pointer in one.pointers], "hint": one.is_hint}
                for one in self.findings
            ],
            "checks": list(self.checks),
            **({"reading": self.reading.json_value()} if self.reading else {}),
        }


def list_examined(file: CaseFile) -> tuple[ExaminedDocument, ...]:
    """The documents of a file as a report lists them."""
    return tuple(
        ExaminedDocument(
            id=one.id,
            name=one.name,
            part=one.part,
            file=one.document.origin.file,
            sentences=len(one.sentences),
            author=one.author,
            is_copy=one.copy_of != one.id,
        )
        for one in file.documents
    )
