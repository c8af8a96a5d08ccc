"""The call about examinations: read a file of documents and find what is wrong in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import get_args

from foam.errors import InputError
from foam.evidence.document import Document
from foam.evidence.imports import Rejected
from foam.evidence.ingest import read_paths
from foam.examination.file import make_case_file
from foam.examination.finding import Role
from foam.examination.job import ExamineSpec, examine
from foam.examination.report import Examination
from foam.examination.sheets import SUFFIXES, read_sheet
from foam.home.calls import call
from foam.home.desk import Desk
from foam.job.job import RunResult
from foam.job.session import Tools
from foam.model.judge import shipped_judge


class ExaminationCalls:
    """The calls of a home about examinations."""

    _desk: Desk

    @call
    async def examine(
        self,
        *files: Path | str,
        decision: Path | str | None = None,
        rules: Sequence[Path | str] = (),
        roles: Mapping[str, Role] | None = None,
    ) -> RunResult[Examination]:
        """Examine a file: what it quotes, reports, contradicts, reckons, dates, gives as reasons, and lacks.

        `files` are documents or folders of them; `decision` is the letter that is examined and `rules` are what it
        rests on. `roles` corrects the role of an author by the name of the document or of the author.
        """
        unknown = sorted(set((roles or {}).values()) - set(get_args(Role)))
        if unknown:
            raise InputError(f"no role {unknown[0]!r}", hint=f"roles are {', '.join(get_args(Role))}")
        letters = _read([decision]) if decision else []
        if len(letters) > 1:
            raise InputError(f"{decision} holds {len(letters)} documents", hint="name the one that is the decision")
        file = make_case_file(_read(files), decision=letters[0] if letters else None, rules=_read(rules), roles=roles)
        given = file.json_value()
        spec = ExamineSpec(file=file.digest, judge=shipped_judge().name)
        return await self._desk.run(examine, spec, Tools(given={spec.file: given}))


def _read(paths: Sequence[Path | str]) -> list[Document]:
    """The documents in files and folders. One that cannot be read is an error: what it says would be overlooked."""
    documents = []
    for found in read_paths([Path(path) for path in paths]):
        if not isinstance(found, Rejected):
            documents.append(found)
        elif found.row is None and found.file.lower().endswith(SUFFIXES):
            documents.append(read_sheet(Path(found.file)))
        else:
            raise InputError(str(found), hint="leave it out, or give it in another format")
    return documents
