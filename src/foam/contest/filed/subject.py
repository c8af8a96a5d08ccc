"""What can be challenged in an examined file: every sentence, and the findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from foam.contest.admit import find_part, require_fitting
from foam.contest.challenge import Challenge, list_fits
from foam.contest.kinds.kind import Fit
from foam.contest.part import ContestablePart, PartKind, make_evidence_id
from foam.evidence.document import Document
from foam.examination.file import CaseFile
from foam.examination.job import ExamineSpec
from foam.examination.report import Examination
from foam.values import short
from foam_quotes.text.pointer import Pointer


class FilePart(ContestablePart):
    """A place in the file that can be pointed at, and the kinds of challenge that it is open to."""

    at: Pointer
    """The sentence that a challenge to it is about."""


@dataclass(frozen=True, repr=False)
class ExaminedFile:
    """A file of documents as an examination left it."""

    run: str
    spec: ExamineSpec
    file: CaseFile
    examination: Examination
    brought: tuple[Document, ...] = ()

    @property
    def root(self) -> str:
        """An examined file has one version."""
        return self.run

    @cached_property
    def parts(self) -> dict[str, FilePart]:
        """Findings first, then every sentence."""
        return {part.id: part for part in (*self._list_findings(), *self._list_sentences())}

    def find_part(self, challenge: Challenge) -> FilePart:
        """The part that is challenged; a refusal is an error that says what could be challenged there."""
        part = find_part(self.parts, challenge.node)
        require_fitting(challenge.ground, part.id, f"a {part.kind}", self.list_fits(part.at))
        return part

    def _list_findings(self) -> Iterator[FilePart]:
        for one in self.examination.findings:
            at = one.pointers[0]
            yield self._open_part(one.id, "finding", one.text, at)

    def _list_sentences(self) -> Iterator[FilePart]:
        for filed, number, text in self.file.list_sentences():
            at = filed.document.pointer(number)
            yield self._open_part(make_evidence_id(at), "sentence", text, at)

    def _open_part(self, name: str, kind: PartKind, text: str, at: Pointer) -> FilePart:
        fits = self.list_fits(at)
        return FilePart(id=name, kind=kind, text=text, kinds=tuple(fits), fits=fits, at=at)

    def list_fits(self, at: Pointer) -> dict[str, Fit]:
        """What a sentence is open to, by what its document is in the file."""
        return list_fits("file", self.file.by_id[at.document].part)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({short(self.run)})"
