"""Predictions tested on logs whose truth is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from foam.cli.oversee import oversee
from foam.oversight.estimation.prediction import Foretold, predict
from foam.oversight.estimation.shares import Resampling
from foam.oversight.log import build_log

HOW = Resampling(replicates=60)


def draw_rows(strata: dict[str, tuple[float, float, float]], *, jurors: tuple[int, ...] = (1,)) -> list[dict[str, Any]]:
    """Cases by stratum: rho, b, and how often a consultant without evidence is endorsed."""
    rng = np.random.default_rng(7)
    rows: list[dict[str, Any]] = []
    for stratum, (rho, b, default) in strata.items():
        for n in range(400):
            debate, right, size = n % 2 == 0, rng.random() < 0.3, jurors[n // 2 % len(jurors)]
            e_p, e_a = (int(true or rng.random() < rho) for true in (right, not right))
            chance = {1: 1.0, 0: b, -1: 0.0}[e_p - e_a] if debate else (1.0 if e_p else default)
            votes = int((rng.random(size) < chance).sum())
            rows.append(
                {
                    "instance": f"{stratum} {n}",
                    "stratum": stratum,
                    "protocol": "debate" if debate else "consultancy",
                    "stance": "yes",
                    "truth": "yes" if right else "no",
                    "label": "yes" if 2 * votes > size else "no",
                    "e_p": e_p,
                    "e_a": e_a if debate else "",
                    "judge": f"judge of {stratum}",
                    "votes": f"{votes}/{size}",
                }
            )
    return rows


def find(rows: list[dict[str, Any]], says: str, name: str = "") -> Foretold:
    tested = predict(build_log(rows), HOW).foretold
    (found,) = (one for one in tested if says in one.says and name in one.name)
    return found


def test_what_the_model_makes_holds() -> None:
    rows = draw_rows({"plain": (0.15, 0.3, 0.0), "open web": (0.85, 0.3, 0.0)})
    found = {one.says: one.verdict for one in predict(build_log(rows), HOW).foretold}
    assert found["consultancy amplifies more where rho is higher"] == "held"
    assert found["debate gains more where rho is higher"] == "held"
    assert found["tie-break form less observed amplification, consultancy"] == "held"
    assert found["tie-break form less observed amplification, debate"] == "held"
    assert found["debate amplifies less in open web"] == "held"
    assert found["tie votes vary less in larger juries"] == "not testable here"


def test_what_the_model_does_not_make_does_not_hold() -> None:
    """Where little can be shown the consultant is endorsed unseen, so that amplification falls with rho."""
    rows = draw_rows({"plain": (0.15, 0.3, 1.0), "open web": (0.6, 0.3, 0.0)})
    assert find(rows, "consultancy amplifies more").verdict == "not held"


def test_biased_judges_and_juries() -> None:
    rows = draw_rows({"neutral": (0.7, 0.1, 0.0), "partial": (0.7, 0.95, 0.0)}, jurors=(1, 5))
    assert find(rows, "debate gains less where b is higher").verdict == "held"
    assert find(rows, "tie votes vary less").verdict == "held"


def test_one_group_and_few_cases_test_nothing() -> None:
    rows = draw_rows({"plain": (0.4, 0.5, 0.0)})
    assert "no two groups" in find(rows, "debate gains more", "iii").found
    assert {one.verdict for one in predict(build_log(rows[:12]), HOW).foretold} == {"not testable here"}


@pytest.mark.data
def test_the_debates_of_nyu_are_held_against_every_prediction(shared_data: Path) -> None:
    words = ["predict", "--adapter", "nyu", str(shared_data / "nyu_debates"), "--replicates", "50", "--json"]
    found = json.loads(CliRunner().invoke(oversee, words).stdout)
    verdicts = {one["says"]: one["verdict"] for one in found["foretold"]}
    assert found["first"] + found["second"] == 413
    assert verdicts["debate amplifies less in human"] == "held"
    assert verdicts["tie votes vary less in larger juries"] == "not testable here"
