"""`foam debatable` as its user calls it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

import foam
from foam.cli.main import foam as command_line


def run(*words: object, **given: Any) -> Result:
    """Run a command; `given` are models, an embedder and the like for the home it opens."""
    return CliRunner().invoke(command_line, ["debatable", *map(str, words)], obj=given)


def data(*words: object, code: int = 0, **given: Any) -> Any:
    """Run a command with --json; its document is returned."""
    found = run(*words, "--json", "--quiet", **given)
    assert found.exit_code == code, found.output
    return json.loads(found.stdout)


def replayed(home: Path, run: str) -> bool:
    """Whether a run's view comes out of the record alone as it was."""
    with foam.open(home) as opened:
        return opened.record.replay(run).ok


def lines(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    """Write JSON lines."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path
