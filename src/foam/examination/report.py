"""The report of an examination: its findings, and the documents that were read with their authors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from pydantic import Field

from foam.examination.authors import Author
from foam.examination.file import CaseFile, Part
from foam.examination.finding import Finding, FindingKind, SaidPassage
from foam.examination.reading import ModelReading
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
LEFT_TO_A_MODEL = (
    "whether a paper tells rightly what another says",
    "contradictions in words",
    "lengths of time, deadlines, and the order of events",
    "reasons of the decision",
    "conditions of the rules",
    "what decides",
)
"""What a sentence means is for a model that reads: code checks none of it."""


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

    view_modules: ClassVar[tuple[str, ...]] = ("foam.examination.views",)
    examined: tuple[ExaminedDocument, ...]
    findings: tuple[Finding, ...]
    checks: tuple[str, ...]
    """What was looked for."""
    reading: ModelReading | None = Field(default=None, exclude_if=lambda reading: reading is None)
    """What a model read, where one was asked: what was confirmed is among the findings."""

    def list_kind(self, kind: FindingKind) -> tuple[Finding, ...]:
        """What was found of one kind, in order."""
        return tuple(one for one in self.findings if one.kind == kind)

    def list_passages(self) -> Iterator[SaidPassage]:
        """Every sentence that is shown: of what was found, and of what a model only suggested or thought strange."""
        for found in self.findings:
            yield from found.passages
        if self.reading:
            for one in (*self.reading.suggested, *self.reading.dropped):
                yield from one.passages
            yield from self.reading.strange

    def describe_count(self) -> str:
        """How much was found in how much, in a sentence."""
        documents = f"{len(self.examined)} document{'' if len(self.examined) == 1 else 's'}"
        count = len(self.findings)
        if not count:
            return f"Nothing was found in {documents} by the checks that were made."
        return f"{count} finding{'' if count == 1 else 's'} in {documents}."

    @property
    def unexamined(self) -> tuple[str, ...]:
        """What nobody looked for, since no model read the file, or the papers that it did not read whole."""
        if self.reading is None or not self.reading.decides:
            return LEFT_TO_A_MODEL
        return tuple(f"what “{name}” says, as far as it was not read" for name in self.reading.unread)

    def data(self) -> dict[str, Any]:
        """The report as one JSON document; pointers as they are printed."""
        return {
            "documents": [one.json_value() for one in self.examined],
            "findings": [
                {**one.json_value(), "sure": one.is_sure, "pointers": [str(pointer) for pointer in one.pointers]}
                for one in self.findings
            ],
            "checks": list(self.checks),
            "unexamined": list(self.unexamined),
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
