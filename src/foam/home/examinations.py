"""The call about examinations, and the file that a deliberation takes up: read documents and find what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import get_args

from pydantic import Field

from foam.deliberation.examined import ExaminedFile
from foam.errors import InputError, NotFound
from foam.evidence.document import Document
from foam.evidence.imports import Rejected
from foam.evidence.ingest import read_paths
from foam.examination.file import CaseFile, make_case_file, name_document
from foam.examination.finding import Role
from foam.examination.job import ExamineSpec, examine
from foam.examination.modelled.read import find_silent, require_writers
from foam.examination.report import Examination
from foam.examination.sheets import SUFFIXES, read_sheet
from foam.home.calls import call
from foam.home.desk import Desk, Work
from foam.job.job import RunResult
from foam.job.session import Tools
from foam.model.cast import dismiss
from foam.model.handwritten import NAME as WRITTEN_BY_HAND
from foam.pack.pack import Pack
from foam.perspective.near import suggest_near
from foam.record.entry import Decider
from foam.values import Value

LARGEST_FILE = 80
"""A library of more documents is not examined as one file, unless a decision is named."""


class ReadFiles(Value):
    """What was read from files and folders."""

    documents: tuple[Document, ...] = ()
    tables: tuple[Document, ...] = ()
    """Sheets that are no list of texts: their rows are written out as text."""
    refused: tuple[Rejected, ...] = ()


class NamedParts(Value):
    """What the documents of a file are, by their names."""

    decision: str = ""
    rules: tuple[str, ...] = ()
    roles: dict[str, Role] = Field(default_factory=dict)


class ExaminationCalls:
    """The calls of a home about examinations."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @call
    async def examine(
        self,
        *files: Path | str,
        decision: Path | str | None = None,
        rules: Sequence[Path | str] = (),
        roles: Mapping[str, Role] | None = None,
        model: str | None = None,
    ) -> RunResult[Examination]:
        """Examine a file: what it quotes, reckons, dates, says otherwise under one label, and lacks.

        `files` are documents or folders of them; `decision` is the letter that is examined and `rules` are what it
        rests on: paths, or names of documents among the files. `roles` corrects the role of an author by the name of
        the document or of the author. No model is asked, unless a `model` that writes is named: what it finds is
        checked by code and confirmed by an evaluator.
        """
        check_roles(roles or {})
        documents = require_documents(files)
        letters = _read_named(decision, documents) if decision else []
        if len(letters) > 1:
            raise InputError(f"{decision} holds {len(letters)} documents", hint="name the one that is the decision")
        ruling = [one for path in rules for one in _read_named(path, documents)]
        file = make_case_file(documents, decision=letters[0] if letters else None, rules=ruling, roles=roles)
        given = {file.digest: file.json_value()}
        if model is None:
            return await self._desk.run(examine, ExamineSpec(file=file.digest), Tools(given=given))
        config = self._desk.configure(model=model)
        models = self._desk.models_for(config)
        try:
            require_writers(models)
            tools = Tools(models=models, pack=self._desk.load_pack(), given=given)
            spec = ExamineSpec(**tools.describe(config.settings.seed), file=file.digest, asks=True)
            return await self._desk.run(examine, spec, tools)
        finally:
            await dismiss(models)


def check_roles(roles: Mapping[str, str]) -> None:
    """Refuse a role that there is not."""
    unknown = sorted(set(roles.values()) - set(get_args(Role)))
    if unknown:
        raise InputError(f"no role {unknown[0]!r}", hint=f"roles are {', '.join(get_args(Role))}")


def name_parts(decision: str | None, rules: Sequence[str], roles: Mapping[str, Role] | None) -> NamedParts:
    """What somebody says the documents of a file are."""
    check_roles(roles or {})
    return NamedParts(decision=decision or "", rules=tuple(rules), roles=dict(roles or {}))


def read_files(paths: Iterable[Path]) -> ReadFiles:
    """The documents in files and folders; a sheet that is no list of texts is read as a table."""
    documents: list[Document] = []
    tables: list[Document] = []
    refused: list[Rejected] = []
    for found in read_paths(paths):
        if not isinstance(found, Rejected):
            documents.append(found)
        elif found.row is None and found.file.lower().endswith(SUFFIXES):
            tables.append(read_sheet(Path(found.file)))
        else:
            refused.append(found)
    return ReadFiles(documents=tuple(documents), tables=tuple(tables), refused=tuple(refused))


def require_documents(paths: Sequence[Path | str]) -> list[Document]:
    """The documents in files and folders. One that cannot be read is an error: what it says would be overlooked."""
    for path in map(Path, paths):
        if not path.exists():
            beside = [one.name for one in path.parent.iterdir()] if path.parent.is_dir() else []
            raise NotFound(f"there is no {path}", hint=suggest_near(path.name, beside))
    read = read_files(map(Path, paths))
    if read.refused:
        raise InputError(str(read.refused[0]), hint="leave it out, or give it in another format")
    return [*read.documents, *read.tables]


def _read_named(named: Path | str, documents: Sequence[Document]) -> list[Document]:
    """The documents at a path; where there is none, the one among those given that is called so."""
    if Path(named).exists():
        return require_documents([named])
    try:
        return [find_named_document(documents, str(named))]
    except NotFound as error:
        known = [PurePath(one.origin.file).name for one in documents]
        near = suggest_near(PurePath(named).name, known)
        raise NotFound(f"there is no {named}, here or among the files", hint=near) from error


def take_file(
    desk: Desk, work: Work, named: NamedParts, *, library: bool, asks: bool = False
) -> tuple[Work, ExaminedFile | None]:
    """The file that a deliberation is to examine first, among its tools; a model that writes reads it too if it `asks`
    and the file is of a decision.

    It is the user's library, unless that is too large to be about one matter, or the sample library of a pack that
    declares it the file of one decision; what is `named` here comes before what the pack declares.
    """
    documents, named = _list_examined(desk, work.pack, named, library=library)
    if not documents:
        return work, None
    file = _file_documents(documents, named)
    tools = replace(work.tools, given={**work.tools.given, file.digest: file.json_value()})
    asks = asks and file.names_parts and _reads({name: one.decider for name, one in tools.models.items()})
    return replace(work, tools=tools), ExaminedFile(file=file.digest, asks=asks)


def count_read_documents(work: Work, examined: ExaminedFile | None) -> int:
    """How many documents a model that writes is asked about before anybody argues."""
    return len(work.tools.given[examined.file]["documents"]) if examined and examined.asks else 0


def count_planned_documents(
    desk: Desk, pack: Pack, deciders: Mapping[str, Decider], named: NamedParts, *, library: bool
) -> int:
    """The same before anything is run, of those who would be asked."""
    documents, parts = _list_examined(desk, pack, named, library=library)
    asks = documents and _reads(deciders) and _file_documents(documents, parts).names_parts
    return len(documents) if asks else 0


def _list_examined(
    desk: Desk, pack: Pack, named: NamedParts, *, library: bool
) -> tuple[tuple[Document, ...], NamedParts]:
    """The documents that are examined first, none where there is no such file, and what they are called."""
    if library:
        with desk.open_library() as own:
            too_many = own.document_count() > LARGEST_FILE and not named.decision
            return () if too_many else tuple(own.documents()), named
    if pack.file is None:
        return (), named
    declared = NamedParts(**pack.file.model_dump())
    stated = named.model_dump(exclude_defaults=True)
    named = declared.model_copy(update={**stated, "roles": {**declared.roles, **named.roles}})
    return tuple(map(_without_folder, pack.documents())), named


def _reads(deciders: Mapping[str, Decider]) -> bool:
    """Whether those who are asked write and read the file: not where the answers of a worked example are given, which
    are about what was argued.
    """
    return not find_silent(deciders) and all(one.id != WRITTEN_BY_HAND for one in deciders.values())


def _without_folder(document: Document) -> Document:
    """A pack's document under its bare name: a run is the same wherever the pack lies."""
    origin = document.origin.model_copy(update={"file": PurePath(document.origin.file).name})
    return document.model_copy(update={"origin": origin})


def _file_documents(documents: Sequence[Document], named: NamedParts) -> CaseFile:
    return make_case_file(
        documents,
        decision=find_named_document(documents, named.decision) if named.decision else None,
        rules=[find_named_document(documents, name) for name in named.rules],
        roles=named.roles,
    )


def find_named_document(documents: Sequence[Document], name: str) -> Document:
    """The document of this file name, with or without its ending, or of this title."""
    wanted = name.strip().casefold()
    for one in documents:
        file = PurePath(one.origin.file)
        if wanted in (file.name.casefold(), file.stem.casefold(), str(file).casefold(), name_document(one).casefold()):
            return one
    known = [PurePath(one.origin.file).name for one in documents]
    raise NotFound(f"no document {name!r} in the library", hint=suggest_near(name, known))
