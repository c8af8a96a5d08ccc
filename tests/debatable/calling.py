"""`foam debatable` as its user calls it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from foam.cli.main import foam
from foam.debatable.jobs import REPLAYS
from foam.record.graph import entry_of
from foam.record.runs import closed_outcome, recorded_views
from foam.record.sqlite import open_record


def run(*words: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(foam, ["debatable", *map(str, words)])


def data(*words: object, code: int = 0) -> Any:
    """Run a command with --json; its document is returned."""
    found = run(*words, "--json", "--quiet")
    assert found.exit_code == code, found.output
    return json.loads(found.stdout)


def replayed(home: Path, run: str) -> bool:
    """Whether a run's view comes out of the record alone as it was."""
    store = open_record(home)
    try:
        entry = entry_of(store, run)
        job = entry.draft.question["job"]
        return recorded_views(closed_outcome(store, run)) == {job: REPLAYS[job](store, entry).digest}
    finally:
        store.close()


def lines(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    """Write JSON lines."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path
