"""What can be challenged in an examined file: every sentence, and the findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from foam.contest.admit import find_part, require_fitting
from foam.contest.challenge import GROUNDS, Challenge
from foam.contest.part import make_evidence_id
from foam.evidence.document import Document
from foam.examination.file import CaseFile
from foam.examination.job import ExamineSpec
from foam.examination.report import Examination
from foam.values import Value, short
from foam_quotes.text.pointer import Pointer


class FilePart(Value):
    """A place in the file that can be pointed at, and the kinds of challenge that it is open to."""

    id: str
    kind: Literal["sentence", "finding"]
    text: str
    kinds: tuple[str, ...]
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
        require_fitting(challenge.ground.kind, part.id, f"a {part.kind}", part.kinds)
        return part

    def _list_findings(self) -> Iterator[FilePart]:
        for one in self.examination.findings:
            at = one.pointers[0]
            yield FilePart(id=one.id, kind="finding", text=one.text, kinds=self._list_kinds(at), at=at)

    def _list_sentences(self) -> Iterator[FilePart]:
        for filed, number, text in self.file.list_sentences():
            at = filed.document.pointer(number)
            yield FilePart(id=make_evidence_id(at), kind="sentence", text=text, kinds=self._list_kinds(at), at=at)

    def _list_kinds(self, at: Pointer) -> tuple[str, ...]:
        part = self.file.by_id[at.document].part
        return tuple(name for name, kind in GROUNDS.items() if part in kind.of_file)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({short(self.run)})"
