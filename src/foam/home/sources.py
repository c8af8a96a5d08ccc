"""Which run a file was written from: an answer or a debate that somebody saved.

A file names no run. One with the very value that a run closed with, as JSON, is that run's, whatever FOAM wrote it. Of
any other the runs whose question stands in it are computed again from the record and written anew, and the run whose
file comes out the same, byte for byte, is the one. No model is asked.
"""

from __future__ import annotations

import html
import json
import re
import shlex
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from foam.bundle.layout import ATTESTATION
from foam.contest.job import Heard
from foam.errors import FoamError, InputError
from foam.home.desk import Desk
from foam.home.files import list_line
from foam.job.job import replay
from foam.paper import Readable
from foam.record.graph import require_entry
from foam.record.runs import find_outcome, name_question, read_views, require_outcome
from foam.record.store import RUN
from foam.values import digest, short
from foam.visible import dump_json

_SAVED = ("ask", "deliberate", "contest", "debate")
"""Jobs whose results are saved to files that can be held against them; of a case `foam case verify` reads the file."""
LARGEST = 200_000_000
_PARTS, _LARGE_PART = 50, 20_000_000
"""How much of a packed file is looked at: somebody else may have packed it."""
_TAG = re.compile(r"<[^>]*>")
_NO_WORD = re.compile(r"\W+")


class WrittenFrom(NamedTuple):
    """The run that a file tells of, and whether the record gives the very file."""

    run: str
    is_same: bool
    value: Any = None
    """What the file holds, where that is the very value that the run closed with."""


def _is_bundle(path: Path) -> bool:
    """Whether the file is a signed bundle."""
    if not zipfile.is_zipfile(path):
        return False
    with zipfile.ZipFile(path) as held:
        return ATTESTATION in held.namelist()


async def find_source(desk: Desk, path: Path) -> WrittenFrom:
    """The run that a saved file was written from; InputError says what to name where that cannot be told."""
    quoted = shlex.quote(str(path))
    if _is_bundle(path):
        raise InputError(f"{path} is a signed bundle, not a run", hint=f"foam bundle verify {quoted} checks it")
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path} is larger than {LARGEST:,} bytes", hint="name the run: see foam record list")
        held = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint="name a file that is there, or a run") from error
    runs = tuple(_list_runs(desk, _read_words(path, held)))
    if (closed := _find_closed(desk, runs, held)) is not None:
        return closed
    advance = desk.progress("runs that the file may be of", len(runs))
    for run in runs:
        if await _writes(desk, run, path, held):
            return WrittenFrom(run, is_same=True)
        advance(1)
    if len(runs) == 1:
        return WrittenFrom(runs[0], is_same=False)
    if not runs:
        hint = "a file is checked in the home that wrote it: name the run (foam record list), or check a signed bundle"
        raise InputError(f"no answer or debate on record is about what {path} says", hint=hint)
    named = ", ".join(map(short, runs[:5])) + (", …" if len(runs) > 5 else "")
    what = f"{path} is not what the record gives for any of {len(runs)} runs on its question: {named}"
    raise InputError(what, hint="it was changed, or other words were saved: check a run by its id, foam verify RUN")


def _list_runs(desk: Desk, words: str) -> Iterator[str]:
    """Finished runs whose question stands in the file, the newest first."""
    store = desk.reading
    for entry in reversed(list(store.entries(kind=RUN))):
        asked = entry.draft.question
        if asked.get("job") not in _SAVED or find_outcome(store, entry.key) is None:
            continue
        *_, first = list_line(store, entry.key)
        question = _squeeze(name_question(require_entry(store, first).draft.question["spec"]))
        if question and question in words:
            yield entry.key


def _find_closed(desk: Desk, runs: Iterable[str], held: bytes) -> WrittenFrom | None:
    """The run that closed with the value of a JSON file that is written as we write it; None where there is none."""
    try:
        value = json.loads(held)
        closed = digest(value) if f"{dump_json(value)}\n".encode() == held else ""
    except (ValueError, RecursionError, FoamError):  # no JSON, or none of ours
        return None
    found = (run for run in runs if closed and closed in read_views(require_outcome(desk.reading, run)).values())
    run = next(found, None)
    return None if run is None else WrittenFrom(run, is_same=True, value=value)


async def _writes(desk: Desk, run: str, path: Path, held: bytes) -> bool:
    try:
        view = await replay(desk.reading, run)
        return any(one.write_bytes(path) == held for one in _list_shown(view))
    except FoamError:  # what cannot be computed or written so was not what was saved
        return False


def _list_shown(view: object) -> Iterator[Readable]:
    """What can be saved of a run: of a challenge its outcome, and the answer or case that it left."""
    if isinstance(view, Readable):
        yield view
    if isinstance(view, Heard):
        yield view.after.view


def _read_words(path: Path, held: bytes) -> str:
    """The words of a file, run together: enough to find a question in it, however it is set."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as packed:
            parts = [one for one in packed.infolist() if one.filename.endswith(".xml") and one.file_size <= _LARGE_PART]
            held = b" ".join(packed.read(one) for one in parts[:_PARTS])
    return _squeeze(html.unescape(_TAG.sub("", held.decode("utf-8", errors="replace"))))


def _squeeze(text: str) -> str:
    return _NO_WORD.sub("", text).casefold()
