"""A file's ending is checked before any work is done."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from foam.cli import endings
from foam.cli.main import foam
from foam.errors import MissingExtra


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "find_spec", lambda name: None if name == "docx" else find_spec(name))
    with pytest.raises(MissingExtra, match="python-docx"):
        endings.require_extra(Path("case.DOCX"))
    endings.require_extra(Path("case.json"))


@pytest.mark.parametrize("command", ["deliberate", "case"])
def test_an_unknown_ending_is_refused_before_anybody_is_asked(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    result = CliRunner().invoke(foam, [command, "--out", str(tmp_path / "file.unknown")])
    assert result.exit_code != 0
    assert not list(tmp_path.iterdir())
