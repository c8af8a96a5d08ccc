"""Cases as files: the ending of the name says which view is written. Computes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from foam.case.provenance import provenance
from foam.case.values import Case
from foam.case.views.markdown import markdown
from foam.case.views.page import page
from foam.case.views.verbatim import verbatim
from foam.case.views.workbook import workbook
from foam.errors import InputError

Writer = Callable[[Case, float, bool], bytes]

FORMATS: dict[str, Writer] = {
    ".json": lambda case, wpm, caps: _json(case),
    ".md": lambda case, wpm, caps: markdown(case, words_per_minute=wpm).encode(),
    ".html": lambda case, wpm, caps: page(case, words_per_minute=wpm).encode(),
    ".docx": lambda case, wpm, caps: verbatim(case, words_per_minute=wpm, caps=caps),
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
    """What writes a file of this name; an unknown ending is refused before any work is done."""
    writer = FORMATS.get(path.suffix.lower())
    if writer is None:
        raise InputError(f"cannot tell what to write to {path}", hint=f"end its name in {', '.join(FORMATS)}")
    return writer


def read_case_file(path: Path) -> Case:
    """A case as `--out FILE.json` wrote it."""
    try:
        raw: Any = json.loads(path.read_text(encoding="utf-8"))
        return Case.model_validate({name: value for name, value in raw.items() if name != "provenance"})
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}", hint="name a file that is there") from error
    except (ValueError, AttributeError) as error:
        first = str(error).splitlines()[0]
        raise InputError(f"{path} is no case: {first}", hint="write one: foam case --out FILE.json") from error


def _json(case: Case) -> bytes:
    traced = [one.json_value() for one in provenance(case)]
    return (json.dumps({**case.json_value(), "provenance": traced}, ensure_ascii=False, indent=2) + "\n").encode()
