"""Cases as files: the ending of the name says which view is written. Computes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from foam.argument.flow import Flow
from foam.case.flow import flow_of, merged
from foam.case.job import JOB, recorded_case
from foam.case.provenance import provenance
from foam.case.values import Case
from foam.case.views.markdown import markdown
from foam.case.views.page import page
from foam.case.views.printed import printed
from foam.case.views.verbatim import verbatim
from foam.case.views.workbook import workbook
from foam.cli.endings import require_extra
from foam.errors import InputError, NotRecorded
from foam.record.graph import entry_of
from foam.record.runs import find_run
from foam.record.sqlite import open_record

Writer = Callable[[Case, float, bool], bytes]

FLOW = ".flow.json"
FORMATS: dict[str, Writer] = {
    FLOW: lambda case, wpm, caps: (flow_of(case).model_dump_json(indent=2) + "\n").encode(),
    ".json": lambda case, wpm, caps: _json(case),
    ".md": lambda case, wpm, caps: markdown(case, words_per_minute=wpm).encode(),
    ".html": lambda case, wpm, caps: page(case, words_per_minute=wpm).encode(),
    ".docx": lambda case, wpm, caps: verbatim(case, words_per_minute=wpm, caps=caps),
    ".pdf": lambda case, wpm, caps: printed(case, words_per_minute=wpm),
    ".xlsx": lambda case, wpm, caps: workbook(case),
}


def write_case_file(case: Case, path: Path, *, words_per_minute: float, caps: bool = False) -> Path:
    """Write the view that the file's ending asks for."""
    writer = check_ending(path)
    try:
        path.write_bytes(writer(case, words_per_minute, caps))
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}", hint="name a folder that is there") from error
    return path


def check_ending(path: Path) -> Writer:
    """What writes a file of this name; an unknown ending, or one that lacks its extra, is refused before any work."""
    name = path.name.lower()
    writer = next((writer for ending, writer in FORMATS.items() if name.endswith(ending)), None)
    if writer is None:
        raise InputError(f"cannot tell what to write to {path}", hint=f"end its name in {', '.join(FORMATS)}")
    require_extra(path)
    return writer


def read_case_file(path: Path) -> Case:
    """A case as `--out FILE.json` wrote it."""
    try:
        raw: Any = json.loads(path.read_text(encoding="utf-8"))
        return Case.model_validate({name: value for name, value in raw.items() if name != "provenance"})
    except OSError as error:
        raise InputError(f"cannot read {path}: {error}", hint="name a file that is there") from error
    except (ValueError, AttributeError) as error:
        first = str(error).splitlines()[0]
        raise InputError(f"{path} is no case: {first}", hint="write one: foam case --out FILE.json") from error


def case_of_run(home: Path, run: str) -> tuple[str, Case]:
    """The key of a run and its case, from the record alone."""
    with closing(open_record(home, readonly=True)) as store:
        key = find_run(store, run)
        entry = entry_of(store, key)
        if entry.draft.question["job"] != JOB:
            raise NotRecorded(f"run {run} is not a case", hint="foam record list shows which are")
        return key, recorded_case(store, entry)


def read_round(paths: Sequence[Path]) -> Flow | None:
    """The round so far, from cases or flows (.json): what they heard and what they said."""
    flows = tuple(_flow(path) for path in paths)
    asked = {flow.resolution for flow in flows}
    if len(asked) > 1:
        raise InputError(f"these files are of {len(asked)} rounds: {'; '.join(sorted(asked))}", hint="give one round's")
    return merged(flows) if flows else None


def _flow(path: Path) -> Flow:
    try:
        return Flow.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return flow_of(read_case_file(path))


def _json(case: Case) -> bytes:
    traced = [one.json_value() for one in provenance(case)]
    return (json.dumps({**case.json_value(), "provenance": traced}, ensure_ascii=False, indent=2) + "\n").encode()
