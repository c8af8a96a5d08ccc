"""`foam deliberate` from an earlier run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import ScriptedModel

OPENED = {
    "models": ScriptedModel(),
    "embedder": HashingEmbedder(),
    "stance": lambda claim, texts: [0.0] * len(texts),
}


def _deliberated(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(foam, ["deliberate", "--json", "--quiet", *arguments], obj=OPENED)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_run_taken_up_again_keeps_its_pack_and_asks_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    first = _deliberated("--pack", "benefits-appeal")
    again = _deliberated("--from", first["run"], "--reweight", "auditor.integrity=0.9")
    assert again["asked"] < first["asked"]
    assert again["reused"] > 0
    assert again["run"] != first["run"]
