"""Words of matters and kept views of a home: under the key of the personal file they belong to, if they do."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from foam.appeal.chain import list_matter_keys, read_matter
from foam.appeal.kept import KeptView, collect_answer, collect_case, collect_examination, keep_view, recall_view
from foam.appeal.vault import FolderVault
from foam.contest.filed.subject import ExaminedFile
from foam.contest.job import load_file
from foam.contest.subject import CaseFile
from foam.errors import NotFound, RecordDamaged
from foam.evidence.corpus import WithBrought
from foam.home.desk import Desk
from foam.home.files import is_answer, list_brought, list_line, load_answer
from foam.record.graph import require_entry
from foam.record.media import is_unwritable
from foam.record.personal import read_owned, write_owned
from foam.values import TAG

WORDS, KEPT, DRAFT = "words", "kept", ".draft"


def find_vault(desk: Desk, person: str = "") -> FolderVault:
    """Where the words of matters are kept; with a `person`, to put them into that personal file."""
    return FolderVault(desk.folder / WORDS, desk.keys, person=person)


def keep_draft(desk: Desk, matter: str, by: str, values: Mapping[str, Any]) -> None:
    """Keep what somebody has written of a decision so far, beside the words of the matter and under the same key."""
    content = json.dumps(values, ensure_ascii=False).encode()
    write_owned(_name_draft(desk, matter, by), content, desk.keys, desk.find_owner(matter))


def find_draft(desk: Desk, matter: str, by: str) -> dict[str, Any]:
    """What somebody has kept; empty where there is nothing."""
    try:
        found: dict[str, Any] = json.loads(read_owned(_name_draft(desk, matter, by), desk.keys))
    except (FileNotFoundError, NotFound):
        return {}
    return found


def drop_draft(desk: Desk, matter: str, by: str) -> None:
    _name_draft(desk, matter, by).unlink(missing_ok=True)


def _name_draft(desk: Desk, matter: str, by: str) -> Path:
    return desk.folder / WORDS / f"{matter.removeprefix(TAG)}.{by}{DRAFT}"


async def recall_or_keep(desk: Desk, run: str) -> KeptView:
    """The case, examination or answer of a run and what it cites, as first kept; kept now if it can be."""
    folder = desk.folder / KEPT
    kept = recall_view(folder, run, desk.reading, desk.keys)
    if kept is None:
        kept = await _collect(desk, run)
        if not is_unwritable(desk.library_file):
            keep_view(folder, run, kept, desk.keys, desk.find_owner(run))
    return kept


async def _collect(desk: Desk, run: str) -> KeptView:
    if is_answer(desk, run):
        answer = await load_answer(desk, run)
        *_, first = list_line(desk.reading, run)
        asked = require_entry(desk.reading, first).draft.question["spec"]
        with desk.find_corpus(desk.load_pack(asked["pack"]), asked["corpus"], of=run) as corpus:
            return collect_answer(answer, WithBrought(corpus, list_brought(desk.reading, run)) if corpus else None)
    file = await load_file(desk.reading, run)
    if isinstance(file, ExaminedFile):
        return collect_examination(file.examination, file.file)
    assert isinstance(file, CaseFile), f"{run} is neither an answer nor an examination"
    return collect_case(file)


def find_strays(desk: Desk) -> Iterator[str]:
    """Names of files in the home that no matter and no run accounts for."""
    folder = desk.folder
    known = set(_list_words(desk))
    for path in _list_files(folder / WORDS):
        if path.suffix == DRAFT:
            accounted = bool(desk.reading.find(path.stem.partition(".")[0]))
        else:
            accounted = TAG + path.stem in known
        if not accounted:
            yield f"{WORDS}/{path.name}"
    for path in _list_files(folder / KEPT):
        if path.suffix != ".json" or desk.reading.find(path.stem) != (TAG + path.stem,):
            yield f"{KEPT}/{path.name}"


def _list_words(desk: Desk) -> Iterator[str]:
    for key in list_matter_keys(desk.reading):
        try:
            yield from read_matter(desk.reading, key).standing.words
        except RecordDamaged:
            continue  # verify names it


def _list_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else []
