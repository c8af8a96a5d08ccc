"""A case by the embedded model, as `foam case` runs it. The longer ones are measured by `python -m bench case`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from foam.cli.main import foam

pytestmark = [pytest.mark.embedded, pytest.mark.usefixtures("home_with_appeal")]


def run(*arguments: object) -> Any:
    result = CliRunner().invoke(foam, [*map(str, arguments), "--json"])
    assert result.exit_code in (0, 1), result.output
    return json.loads(result.stdout)


def test_the_appeal_finds_the_planted_error_and_quotes_exactly(tmp_path: Path) -> None:
    path = tmp_path / "appeal.json"
    appeal = run("case", "--pack", "benefits-appeal", "--out", path)
    (done,) = [slot["calculated"] for slot in appeal["case"]["slots"] if slot["calculated"]]
    wrong = [step["title"] for step in done["steps"] if step["stated"] not in ("", step["value"])]
    assert wrong[0] == "Weekly pay that counts"
    report = run("case", "verify", path)
    assert (report["exact_rate"], report["cfvr"]) == (1.0, 1.0)
    assert report["established"] == report["citations"] >= 6
    assert {failure["rule"] for failure in report["failures"]} <= {"unfilled"}
