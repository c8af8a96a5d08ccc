"""The call about examinations: read documents and find what is wrong; and what somebody says documents are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Unpack

from foam.argument.casefile import Role
from foam.case.findings import ExaminedFile
from foam.errors import InputError, NotFound
from foam.evidence.document import Document
from foam.evidence.imports import Rejected
from foam.evidence.ingest import read_paths
from foam.evidence.sheets import SUFFIXES, read_sheet
from foam.examination.file import CaseFile, make_case_file, name_document
from foam.examination.job import ExamineSpec, examine
from foam.examination.reading import count_requests
from foam.examination.report import Examination
from foam.home.calls import call
from foam.home.desk import Desk, Work
from foam.job.estimates import is_writer
from foam.job.job import RunResult
from foam.job.orders.deliberation import DeliberationOrder
from foam.job.orders.examination import ExaminationOrder
from foam.job.session import Tools
from foam.model.capped import cap_requests
from foam.model.cast import dismiss
from foam.model.port import Model
from foam.pack.pack import DeclaredFile
from foam.perspective.near import suggest_near
from foam.values import Value

if TYPE_CHECKING:
    from foam.home.fields import ExaminationFields


class ReadFiles(Value):
    """What was read from files and folders."""

    documents: tuple[Document, ...] = ()
    tables: tuple[Document, ...] = ()
    """Sheets that are no list of texts: their rows are written out as text."""
    refused: tuple[Rejected, ...] = ()


class ExaminationCalls:
    """The calls of a home about examinations."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @call
    async def examine(
        self, *papers: ExaminationOrder | Path | str, **fields: Unpack[ExaminationFields]
    ) -> RunResult[Examination]:
        """Examine a file: what it quotes, reckons, dates, says otherwise under one label, and lacks.

        The papers are documents or folders of them; `foam.orders.ExaminationOrder` has the fields. No model is asked,
        unless a `model` that writes is named: it reads the file once, and what it finds is checked by code and looked
        at again.
        """
        order = ExaminationOrder.read(*papers, **fields)
        file = make_examined_file(order)
        given = {file.digest: file.json_value()}
        if order.model is None:
            return await self._desk.run(examine, ExamineSpec(file=file.digest), Tools(given=given))
        config = self._desk.configure(model=order.model)
        models = self._desk.models_for(config)
        try:
            require_writers(models)
            capped = cap_requests(models, count_requests(file))
            tools = Tools(models=capped, pack=self._desk.load_pack(), given=given)
            spec = ExamineSpec(**tools.describe(config.settings.seed), file=file.digest, asks=True)
            return await self._desk.run(examine, spec, tools)
        finally:
            await dismiss(models)


def make_examined_file(order: ExaminationOrder) -> CaseFile:
    """The documents of an order, with what each of them is."""
    documents = require_documents(order.papers)
    letters = _read_named(order.decision, documents) if order.decision else []
    if len(letters) > 1:
        raise InputError(f"{order.decision} holds {len(letters)} documents", hint="name the one that is the decision")
    ruling = [one for name in order.rules for one in _read_named(name, documents)]
    return make_case_file(documents, decision=letters[0] if letters else None, rules=ruling, roles=order.roles)


def read_examined_files(order: ExaminationOrder) -> ExaminationOrder:
    """The same examination with its documents read: a worker may be on another machine."""
    file = make_examined_file(order)
    files = Counter(one.document.origin.file for one in file.documents)
    name = {
        one.id: one.document.origin.file if files[one.document.origin.file] == 1 else one.id for one in file.documents
    }
    return ExaminationOrder.read(
        order,
        papers=tuple(one.document for one in file.documents),
        decision=name[file.decision.id] if file.decision else None,
        rules=tuple(name[one.id] for one in file.rules),
    )


def require_writers(models: Mapping[str, Model]) -> None:
    """Refuse models that only choose among what code drafts: what is asked is written."""
    if silent := next((one.decider.id for one in models.values() if not is_writer(one.decider)), ""):
        raise InputError(
            f"the model {silent!r} does not write, so that it can find nothing in words",
            hint="name an endpoint's model; without --model code examines the file by itself",
        )


def name_roles(work: Work, order: DeliberationOrder, *, library: bool) -> dict[str, Role]:
    """Whose word documents are, by their ids: what somebody says of them by name comes before what the pack declares
    of its own."""
    decision, named = order.decision, dict(order.roles)
    named |= dict.fromkeys(order.rules, "rule")
    named |= {decision: "decision"} if decision else {}
    declared = work.pack.file if work.pack.file and not library else DeclaredFile()
    known: dict[str, Role] = {}
    for name, role in declared.roles.items():
        known[name] = "unsigned" if role == "unknown" else role
    known |= dict.fromkeys(declared.rules, "rule")
    known |= {declared.decision: "decision"} if declared.decision and not decision else {}
    if not (known or named):
        return {}
    corpus = work.tools.corpus
    assert corpus is not None
    documents = tuple(map(corpus.document, corpus.list_documents()))
    return {_find_named_document(documents, name).id: role for name, role in (known | named).items()}


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


def require_documents(papers: Iterable[Path | Document]) -> list[Document]:
    """The documents in files and folders, and those that were read already. One that cannot be read is an error: what
    it says would be overlooked."""
    given = tuple(papers)
    paths = [one for one in given if isinstance(one, Path)]
    for path in paths:
        if not path.exists():
            beside = [one.name for one in path.parent.iterdir()] if path.parent.is_dir() else []
            raise NotFound(f"there is no {path}", hint=suggest_near(path.name, beside))
    read = read_files(paths)
    if read.refused:
        raise InputError(str(read.refused[0]), hint="leave it out, or give it in another format")
    return [*read.documents, *read.tables, *(one for one in given if isinstance(one, Document))]


def _read_named(named: Path | str, documents: Sequence[Document]) -> list[Document]:
    """The documents at a path; where there is none, the one among those given that is called so."""
    if given := [one for one in documents if str(named) in (one.id, one.origin.file)]:
        return given
    if Path(named).exists():
        return require_documents([Path(named)])
    try:
        return [_find_named_document(documents, str(named))]
    except NotFound as error:
        known = [PurePath(one.origin.file).name for one in documents]
        near = suggest_near(PurePath(named).name, known)
        raise NotFound(f"there is no {named}, here or among the files", hint=near) from error


def take_file(work: Work) -> tuple[Work, ExaminedFile | None]:
    """The file that the pack of a case declares, among its tools, to be examined first; None where it declares none."""
    if work.pack.file is None:
        return work, None
    documents = tuple(map(_without_folder, work.pack.documents()))
    named = work.pack.file
    file = make_case_file(
        documents,
        decision=_find_named_document(documents, named.decision) if named.decision else None,
        rules=[_find_named_document(documents, name) for name in named.rules],
        roles=named.roles,
    )
    tools = replace(work.tools, given={**work.tools.given, file.digest: file.json_value()})
    return replace(work, tools=tools), ExaminedFile(file=file.digest)


def _without_folder(document: Document) -> Document:
    """A pack's document under its bare name: a run is the same wherever the pack lies."""
    origin = document.origin.model_copy(update={"file": PurePath(document.origin.file).name})
    return document.model_copy(update={"origin": origin})


def _find_named_document(documents: Sequence[Document], name: str) -> Document:
    """The document of this file name, with or without its ending, or of this title."""
    wanted = name.strip().casefold()
    for one in documents:
        file = PurePath(one.origin.file)
        if wanted in (file.name.casefold(), file.stem.casefold(), str(file).casefold(), name_document(one).casefold()):
            return one
    known = [PurePath(one.origin.file).name for one in documents]
    raise NotFound(f"no document {name!r} in the library", hint=suggest_near(name, known))
