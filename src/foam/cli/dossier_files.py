"""Dossiers as files: the ending of the name says which view is written. Computes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from foam.cli.endings import require_extra
from foam.deliberation.dossier import Dossier
from foam.deliberation.views.exchange import aif, argdown, web_annotations
from foam.deliberation.views.graph import svg
from foam.deliberation.views.markdown import markdown
from foam.deliberation.views.page import page
from foam.deliberation.views.printed import printed
from foam.errors import InputError


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


Writer = Callable[[Dossier], str | bytes]

FORMATS: dict[str, Writer] = {
    ".json": lambda dossier: _as_json(dossier.json_value()),
    ".md": markdown,
    ".html": page,
    ".pdf": printed,
    ".svg": svg,
    ".argdown": argdown,
    ".aif.json": lambda dossier: _as_json(aif(dossier)),
    ".annotations.json": lambda dossier: _as_json(web_annotations(dossier)),
}


def write_dossier(dossier: Dossier, path: Path) -> Path:
    """Write the view that the file's ending asks for."""
    writer = check_ending(path)
    try:
        shown = writer(dossier)
        path.write_bytes(shown.encode() if isinstance(shown, str) else shown)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}", hint="name a folder that is there") from error
    return path


def check_ending(path: Path) -> Writer:
    """What writes a file of this name; an unknown ending, or one that lacks its extra, is refused before any work."""
    endings = sorted((ending for ending in FORMATS if path.name.endswith(ending)), key=len)
    if not endings:
        raise InputError(f"cannot tell what to write to {path}", hint=f"end its name in {', '.join(FORMATS)}")
    require_extra(path)
    return FORMATS[endings[-1]]
