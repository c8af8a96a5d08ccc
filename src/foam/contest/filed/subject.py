"""What can be challenged in an examined file: every sentence, and the findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from foam.contest.challenge import list_fits
from foam.contest.part import Part, PartKind, Version, make_evidence_id
from foam.examination.file import CaseFile
from foam.examination.job import ExamineSpec
from foam.examination.report import Examination
from foam_quotes.text.pointer import Pointer


class FilePart(Part):
    """A place in the file that can be pointed at."""

    at: Pointer
    """The sentence that a challenge to it is about."""


@dataclass(frozen=True, repr=False)
class ExaminedFile(Version):
    """A file of documents as an examination left it. It has one version: the decision is somebody else's."""

    name: ClassVar[str] = "examination"
    is_revised: ClassVar[bool] = False
    run: str
    root: str
    spec: ExamineSpec
    file: CaseFile
    examination: Examination

    @property
    def view(self) -> Examination:
        return self.examination

    @cached_property
    def parts(self) -> dict[str, FilePart]:
        """Findings first, then every sentence."""
        return {part.id: part for part in (*self._list_findings(), *self._list_sentences())}

    def _list_findings(self) -> Iterator[FilePart]:
        for one in self.examination.findings:
            at = one.pointers[0]
            yield self._open_part(one.id, "finding", one.text, at)

    def _list_sentences(self) -> Iterator[FilePart]:
        for filed, number, text in self.file.list_sentences():
            at = filed.document.pointer(number)
            yield self._open_part(make_evidence_id(at), "sentence", text, at)

    def _open_part(self, name: str, kind: PartKind, text: str, at: Pointer) -> FilePart:
        """What a sentence is open to goes by what its document is in the file."""
        fits = list_fits("file", self.file.by_id[at.document].part)
        return FilePart(id=name, kind=kind, text=text, kinds=tuple(fits), fits=fits, at=at)
