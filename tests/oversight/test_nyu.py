"""The NYU debates: the published figures come out, and damaged folders are named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from foam.errors import InputError, NotFound
from foam.oversight.estimation.nyu_report import NyuReport, lines, nyu_report
from foam.oversight.estimation.shares import Resampling
from foam.oversight.nyu import read_nyu


@pytest.fixture(scope="module")
def report(shared_data: Path) -> NyuReport:
    return nyu_report(read_nyu(shared_data / "nyu_debates"), Resampling(replicates=500))


@pytest.mark.data
def test_the_published_accuracies(report: NyuReport) -> None:
    printed = {"human_debate": 84.4, "human_consultancy": 74.5, "ai_debate": 78.2, "ai_consultancy": 80.3}
    cases = {"human_debate": 154, "human_consultancy": 96, "ai_debate": 87, "ai_consultancy": 76}
    for arm, percent in printed.items():
        found = report.accuracy[arm]
        assert found.value is not None
        assert round(100 * found.value, 1) == percent
        assert found.cases == cases[arm]
    split = report.consultancy_by_honesty["human"]
    assert split.honest_decided.value == pytest.approx(0.875)
    assert split.dishonest_decided.value == pytest.approx(29 / 48)
    text = "\n".join(lines(report))
    for shown in ("84.4 %", "74.5 %", "78.2 %", "80.3 %", "87.5 % / 60.4 %"):
        assert shown in text


@pytest.mark.data
def test_wrong_endorsement_has_intervals(report: NyuReport) -> None:
    human = report.wrong_endorsement["human_debate"]
    assert human.value == pytest.approx(1 - 0.8441558)
    assert human.cases == 154
    assert report.wrong_endorsement["human_consultancy"].cases == 48
    gap = report.wrong_endorsement_gap["human"]
    assert gap.low is not None
    assert gap.low > 0
    assert report.wrong_endorsement_gap["ai"].value is not None
    assert report.wrong_endorsement_gap["ai"].value < 0


@pytest.mark.data
def test_quotations_are_evidence_with_a_fitted_salience(report: NyuReport) -> None:
    kappa = report.quotations["human"].salience.kappa
    assert kappa is not None
    assert kappa.value is not None
    assert kappa.low is not None
    assert kappa.low > 0
    assert report.quotations["human"].true_side > report.quotations["human"].false_side


def _room(name: str, **changes: Any) -> dict[str, Any]:
    judged = {"correctAnswerIndex": 1, "finalJudgement": [0.5, 0.5]}
    return {
        "name": name,
        "includedInPaper": True,
        "setting": {"isHuman": True, "isDebate": False},
        "roleAssignments": {"Debater B": "X", "Judge": "J"},
        "status": {"Complete": {"result": {"judgingInfo": judged}}},
        "creationTime": 1,
        **changes,
    }


def _folder(tmp_path: Path, rooms: list[dict[str, Any]], debate: dict[str, Any] | None) -> Path:
    (tmp_path / "debates").mkdir()
    (tmp_path / "debates-metadata.jsonl").write_text("\n".join(map(json.dumps, rooms)), "utf-8")
    if debate is not None:
        (tmp_path / "debates" / "one.json").write_text(json.dumps(debate), "utf-8")
    return tmp_path


def test_a_made_up_consultancy(tmp_path: Path) -> None:
    quotes = [{"Quote": {"span": [0, 2]}}, {"Quote": {"span": [2, 9]}}, {"Text": {"text": "so"}}]
    speech = {"SequentialSpeeches": {"speeches": {"1": {"content": quotes}}}}
    debate = {"setup": {"sourceMaterial": {"Any": {"contents": ["a", "b", "c"]}}}, "rounds": [speech]}
    folder = _folder(tmp_path, [_room("one"), _room("two", includedInPaper=False)], debate)
    log = read_nyu(folder)
    assert len(log) == 1
    assert log.right.tolist() == [1.0]
    assert log.endorsed.tolist() == [0.5]
    assert log.v_p.tolist() == [1.0]


def test_a_damaged_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no debates-metadata"):
        read_nyu(tmp_path)
    folder = _folder(tmp_path, [_room("one")], None)
    with pytest.raises(NotFound, match=r"one\.json is listed"):
        read_nyu(folder)
    (folder / "debates" / "one.json").write_text("{", "utf-8")
    with pytest.raises(InputError, match="not JSON"):
        read_nyu(folder)
