"""Calls that look into packs and work on them: show, check and draft them, and keep generated nodes."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from foam.case import accept as keeping
from foam.case.check import PackReport, check_folder, check_pack
from foam.case.values import Case, GeneratedNode
from foam.errors import InputError, NotFound
from foam.evidence.document import Document
from foam.examination.drafting import Survey, draft_pack, make_id, survey_file
from foam.examination.file import CaseFile, make_case_file
from foam.home.calls import call, quick
from foam.home.cases import CaseCalls
from foam.home.desk import Desk
from foam.home.examinations import read_files
from foam.home.heard import read_case
from foam.pack.calculations import write_converted
from foam.pack.faults import PACK_FILE
from foam.pack.loader import find_pack, load_pack
from foam.pack.outlines import load_outline
from foam.pack.pack import Pack
from foam.pack.writing import DraftedPack, write_pack_toml
from foam.values import Value


class PackPage(Value):
    """What a pack holds, and the generated nodes that were accepted for its speeches."""

    pack: Pack
    report: PackReport
    accepted: dict[str, tuple[GeneratedNode, ...]]
    """By speech."""

    def data(self) -> dict[str, Any]:
        """The page as plain JSON."""
        pack = self.pack
        return {
            "title": pack.title,
            "summary": pack.summary,
            "notice": pack.notice,
            "sample": pack.sample_question,
            "values": [value.id for value in pack.values],
            "accepted": {speech: [made.node.id for made in nodes] for speech, nodes in self.accepted.items()},
            **self.report.json_value(),
        }


class Accepted(Value):
    """The generated nodes that are kept for a speech of a pack."""

    pack: str
    speech: str
    accepted: tuple[GeneratedNode, ...]


class NewPack(Value):
    """A pack that was drafted, where it lies, and how it stands."""

    folder: Path
    draft: DraftedPack
    report: PackReport
    left_out: tuple[str, ...] = ()
    """Files that cannot be read, with the reason: they are not in the pack."""


class _Reading(Value):
    file: CaseFile
    tables: tuple[Document, ...] = ()
    """Sheets that are no list of texts: their rows are written out as text."""
    left_out: tuple[str, ...] = ()


def _survey_folder(folder: Path, *, decision: Path | None = None, rules: Sequence[Path] = ()) -> Survey:
    """What the documents of a folder say of the questions that make a pack."""
    return survey_file(_read_folder(folder, decision, rules).file)


def _write_new_pack(
    folder: Path,
    out: Path,
    *,
    question: str,
    affected: Sequence[str],
    decides: str,
    decision: Path | None,
    rules: Sequence[Path],
    stakes: Sequence[str],
    refer: bool,
) -> NewPack:
    """Draft a pack from the documents in a folder and write it; the documents are copied unless it only refers."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out} is there already", hint="name another folder: --out FOLDER")
    if out.resolve().is_relative_to(folder.resolve()):
        raise InputError(f"{out} lies among the documents", hint="name a folder outside of them: --out FOLDER")
    read = _read_folder(folder, decision, rules)
    draft = draft_pack(
        read.file,
        name=make_id(out.resolve().name, set()),
        question=question,
        affected=affected,
        decides=decides,
        stakes=stakes,
        referred_to=str(folder.resolve()) if refer else "",
    )
    out.mkdir(parents=True, exist_ok=True)
    if not refer:
        _copy_documents(read, folder, out / "library")
    (out / PACK_FILE).write_text(write_pack_toml(draft), "utf-8")
    return NewPack(folder=out, draft=draft, report=check_folder(out), left_out=read.left_out)


def _read_folder(folder: Path, decision: Path | None, rules: Sequence[Path]) -> _Reading:
    if not folder.is_dir():
        raise NotFound(f"no folder {str(folder)!r}", hint="name the folder that holds the documents")
    named = [path.resolve() for path in (decision, *rules) if path is not None]
    read = read_files([folder, *(path for path in named if not path.is_relative_to(folder.resolve()))])
    left_out = tuple(map(str, read.refused))
    whole = [*read.documents, *read.tables]
    if not whole:
        raise InputError(f"{folder} holds no document that can be read", hint="; ".join(left_out[:3]))
    letter = _take(whole, [decision.resolve()] if decision else [])
    file = make_case_file(
        whole, decision=letter[0] if letter else None, rules=_take(whole, [path.resolve() for path in rules])
    )
    return _Reading(file=file, tables=read.tables, left_out=left_out)


def _take(documents: Sequence[Document], paths: Sequence[Path]) -> list[Document]:
    """The documents of these files; one that is not there is an error."""
    by_path = {Path(one.origin.file).resolve(): one for one in reversed(documents)}
    missing = [path for path in paths if path not in by_path]
    if missing:
        raise NotFound(f"no document was read from {missing[0]}", hint="name a file of the folder")
    return [by_path[path] for path in paths]


def _copy_documents(read: _Reading, folder: Path, library: Path) -> None:
    """Copy every file that was read, once; a table that is no list of texts is written out as text."""
    written_out = {one.origin.file for one in read.tables}
    once: set[str] = set()
    for filed in read.file.documents:
        if filed.id in once or filed.document.origin.file in written_out:
            continue
        once.add(filed.id)
        source = Path(filed.document.origin.file)
        target = library / _place(source, folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    for table in read.tables:
        target = (library / _place(Path(table.origin.file), folder)).with_suffix(".txt")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(table.text + "\n", "utf-8")


def _place(source: Path, folder: Path) -> Path:
    whole, root = source.resolve(), folder.resolve()
    return whole.relative_to(root) if whole.is_relative_to(root) else Path(whole.name)


class PackUpkeepCalls:
    """The calls of `home.pack` that read a pack with everything a case takes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def show(self, name: str | Path) -> PackPage:
        """What a pack holds."""
        pack = load_pack(name)
        report = check_pack(pack)
        kept = {speech: keeping.read_accepted_nodes(self._desk.folder, pack.name, speech) for speech in report.speeches}
        return PackPage(pack=pack, report=report, accepted={speech: made for speech, made in kept.items() if made})

    @quick
    def check(self, name: str | Path, *, write: bool = False) -> PackReport:
        """Everything that is wrong with a pack, if anything, all at once.

        `write` first converts files of an older form: a `calculations.toml` becomes `rules.toml`.
        """
        if write:
            write_converted(find_pack(name))
        return check_folder(name)

    @quick
    def survey(
        self, folder: str | Path, *, decision: str | Path | None = None, rules: Sequence[str | Path] = ()
    ) -> Survey:
        """What the documents of a folder say of who is affected, who decides, and by which rules."""
        return _survey_folder(
            Path(folder), decision=Path(decision) if decision else None, rules=[Path(one) for one in rules]
        )

    @quick
    def new(
        self,
        folder: str | Path,
        *,
        out: str | Path | None = None,
        question: str = "",
        affected: Sequence[str] = (),
        decides: str = "",
        decision: str | Path | None = None,
        rules: Sequence[str | Path] = (),
        stakes: Sequence[str] = (),
        refer: bool = False,
    ) -> NewPack:
        """Draft a pack from a folder of documents, for a person to correct; what is not said is read from them.

        The documents are copied into the pack, or only referred to. `out` is the pack's folder: beside the working
        directory's other files under the name of the documents' folder, with `-pack`, unless it is named.
        """
        place = Path(folder)
        return _write_new_pack(
            place,
            Path(out) if out else Path(f"{place.resolve().name}-pack"),
            question=question,
            affected=affected,
            decides=decides,
            decision=Path(decision) if decision else None,
            rules=[Path(one) for one in rules],
            stakes=stakes,
            refer=refer,
        )

    @call
    async def accept(self, case: Case | Path | str, *, nodes: tuple[str, ...] = ()) -> Accepted:
        """Keep the nodes that were generated for a case, so that later cases are offered them; all, or those named.

        The case is given itself, as a .json file or as a run. Nodes are kept in the home; no pack is ever changed.
        """
        found = case if isinstance(case, Case) else await self._find_case(case)
        pack = load_pack(found.pack)
        template = load_outline(pack, found.speech)
        whole = keeping.accept_nodes(self._desk.folder, pack.name, template, found.generated, nodes)
        return Accepted(pack=pack.name, speech=found.speech, accepted=whole)

    @quick
    def forget(self, name: str | Path, speech: str, node: str) -> Accepted:
        """Take an accepted node of a pack's speech out again."""
        pack = load_pack(name).name
        return Accepted(pack=pack, speech=speech, accepted=keeping.forget_node(self._desk.folder, pack, speech, node))

    async def _find_case(self, given: Any) -> Case:
        path = Path(given) if isinstance(given, str | Path) else None
        if path and (path.suffix == ".json" or path.is_file()):
            return read_case(path)
        return await CaseCalls(self._desk).show.aio(given)
