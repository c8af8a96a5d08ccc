"""A file's ending is checked before any work is done."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from foam.cli.main import foam


@pytest.mark.parametrize("command", ["deliberate", "case"])
def test_an_unknown_ending_is_refused_before_anybody_is_asked(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    result = CliRunner().invoke(foam, [command, "--out", str(tmp_path / "file.unknown")])
    assert result.exit_code != 0
    assert not list(tmp_path.iterdir())
