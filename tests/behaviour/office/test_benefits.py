"""The sample of a benefits appeal: the planted error is worked out, and the office's reasons are refused over it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.cli import run_foam

import foam


def write_case(folder: Path, *options: str) -> str:
    """The case as it is shown, its lines joined. Code refuses it or not, whatever the model chose."""
    models: dict[str, Any] = {"models": foam.ScriptedModel()}
    ended = run_foam(folder / "home", "case", "--pack", "benefits-appeal", *options, code=1, given=models)
    return " ".join(ended.stdout.split())


def test_the_appeal_names_the_first_step_that_went_wrong_with_both_figures(tmp_path: Path) -> None:
    shown = write_case(tmp_path)
    assert "Weekly pay that counts (section 12(a)): 305.00, and not 490.00 as the decision says." in shown
    assert "1,049.20, and not 1,685.60 as the decision says." in shown
    assert "Eligible (section 9): yes." in shown
    assert "cannot be upheld" not in shown


@pytest.mark.parametrize(("right", "wrong"), [("305.00", "490.00"), ("1,049.20", "1,685.60")])
def test_the_offices_reasons_are_refused_with_each_figure_that_does_not_stand(
    tmp_path: Path, right: str, wrong: str
) -> None:
    shown = write_case(tmp_path, "--speech", "decision")
    assert "NOT ISSUED" in shown
    assert f"is {right}, and the decision rests on {wrong}; what rests on these figures cannot be upheld" in shown
