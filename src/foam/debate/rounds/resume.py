"""The turns of a debate that this project wrote, with their points as they were made."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from foam.debate.values import SpeechTurn

_TURNS = TypeAdapter(tuple[SpeechTurn, ...])


def read_own_turns(path: Path) -> tuple[SpeechTurn, ...]:
    """Every turn with its points, claims and citations; nothing where the file is no debate of this project's.

    Numbers follow the turns' order, and a file that was cut elsewhere than at its end is read as any transcript.
    """
    if path.suffix.lower() != ".json":
        return ()
    data = json.loads(path.read_text(encoding="utf-8-sig"))
    rows = data.get("turns") if isinstance(data, dict) else None
    try:
        turns = _TURNS.validate_python(rows or ())
    except ValidationError:
        return ()
    return turns if [turn.number for turn in turns] == list(range(1, len(turns) + 1)) else ()
