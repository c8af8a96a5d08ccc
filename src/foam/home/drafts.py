"""Drafting a pack: the documents of a folder, what is known of them, and the files that are written."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from foam.case.check import PackReport, check_folder
from foam.errors import InputError, NotFound
from foam.evidence.document import Document
from foam.examination.drafting import Survey, draft_pack, make_id, survey_file
from foam.examination.file import CaseFile, make_case_file
from foam.home.examinations import read_files
from foam.pack.faults import PACK_FILE
from foam.pack.writing import DraftedPack, write_pack_toml
from foam.values import Value


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


def survey_folder(folder: Path, *, decision: Path | None = None, rules: Sequence[Path] = ()) -> Survey:
    """What the documents of a folder say of the questions that make a pack."""
    return survey_file(_read_folder(folder, decision, rules).file)


def write_new_pack(
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
