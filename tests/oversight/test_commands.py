"""`foam oversee`: every command, as its user calls it, with good and bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from foam.cli.oversee import oversee


def call(*words: str, code: int = 0) -> str:
    """Run a command; stdout is returned."""
    found = CliRunner().invoke(oversee, list(words))
    assert found.exit_code == code, found.output
    return found.stdout


def data(*words: str, code: int = 0) -> dict[str, Any]:
    """Run a command with --json."""
    found = json.loads(call(*words, "--json", code=code))
    assert isinstance(found, dict)
    return found


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("log") / "log.csv"
    call("simulate", "--log", str(path), "--cases", "400", "--judges", "12", "--kappa", "1.5", "--rho", "0.4")
    return path


def test_theory() -> None:
    found = data("theory", "--p", "0.8", "--rho", "0.3", "--b", "0.5")
    assert found["consultancy"]["amplification"] == pytest.approx(0.3)
    assert found["debate"]["amplification"] == pytest.approx(0.15)
    assert found["gap"] == pytest.approx(0.15)
    assert {s["knob"] for s in found["slopes"]} == {"p", "rho", "tau", "b", "default"}
    assert "0.1500" in call("theory", "--p", "0.8", "--rho", "0.3")


def test_a_logit_judge_is_chosen_by_kappa() -> None:
    assert data("theory", "--kappa", "2")["judge"]["type"] == "logit"
    message = data("theory", "--kappa", "2", "--b", "0.4", code=2)
    assert "--b" in message["error"]
    assert "p: " in data("theory", "--p", "1.4", code=2)["error"]


def test_simulate_and_sweep(tmp_path: Path) -> None:
    found = data("simulate", "--cases", "20000", "--seed", "3")
    assert found["debate"]["amplification"]["value"] == pytest.approx(0.15, abs=0.03)
    assert found == data("simulate", "--cases", "20000", "--seed", "3")
    assert "closed form" in call("simulate", "--cases", "1000")
    picture = tmp_path / "sweep.svg"
    points = data("simulate", "--sweep", "rho", "0", "1", "3", "--cases", "100", "--svg", str(picture))["points"]
    assert [p["at"] for p in points] == [0.0, 0.0, 0.5, 0.5, 1.0, 1.0]
    assert picture.read_text("utf-8").startswith("<svg")
    assert "no parameter" in data("simulate", "--sweep", "zeta", "0", "1", "3", code=2)["error"]


def test_unwritable_places_are_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    failed = data("simulate", "--log", str(tmp_path / "file" / "log.csv"), "--cases", "10", code=2)
    assert "cannot write" in failed["error"]


def test_equilibrium_jury_and_welfare() -> None:
    cheap = data("equilibrium", "--cost", "0.1")
    assert cheap["debate"][0]["conduct"] == {"protagonist": 1.0, "antagonist": 1.0}
    assert "neither from" in call("equilibrium", "--cost", "0.9")
    assert data("jury", "--b", "0.4", "--n", "3")["b_n"] == pytest.approx(0.352)
    assert "cannot decide" in data("jury", "--n", "0", code=2)["error"]
    weighed = data("welfare", "--p", "0.8", "--beta", "4")
    assert weighed["beta_threshold"] == pytest.approx(3.0)
    assert weighed["better"] == "debate"


@pytest.mark.parametrize(
    "words",
    [
        ("graded", "p=0.7", "quality_false=0.3", "kappa_v=1", "kappa_r=1", "rhetoric_cost=0.5"),
        ("portfolio", "p=0.7", "pass_false=0.2", "budget=3", "unit_cost=0.02"),
        ("correlated", "p=0.7", "rho=0.4", "eta=0.5", "conviction=0.4"),
        ("options", "p=0.7", "rho=0.3", "k=4", "opposition=chosen"),
        ("effort", "p=0.7", "rho=0.4", "debate_load=3", "evidence_cost=0.1"),
        ("dynamics", "p=0.8", "rho=0.4", "shift=0.02", "rounds=5"),
    ],
)
def test_every_extension_can_be_explored(words: tuple[str, ...]) -> None:
    found = data("explore", *words)
    assert found["extension"] == words[0]
    assert call("explore", *words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("mystery",), "no extension"),
        (("options", "p=0.7", "rho=0.3", "k=1"), "k: "),
        (("options", "p=0.7", "rho=0.3", "k=3", "colour=red"), "no parameter colour"),
        (("options", "colour"), "not KEY=VALUE"),
        (("dynamics", "p=0.7", "rho=0.3", "rounds=soon"), "positive number"),
    ],
)
def test_extensions_complain(words: tuple[str, ...], message: str) -> None:
    assert message in data("explore", *words, code=2)["error"]


def test_estimate_a_log(log: Path) -> None:
    found = data("estimate", str(log), "--replicates", "200")
    assert found["rows"] == 400
    assert {p["protocol"] for p in found["protocols"]} == {"consultancy", "debate"}
    assert found["salience"]["kappa"]["value"] == pytest.approx(1.5, abs=1.0)
    assert data("estimate", str(log), "--replicates", "200", "--cluster", "rows")["rows"] == 400


def test_report_a_log(log: Path, tmp_path: Path) -> None:
    found = data("report", str(log), "--replicates", "200", "--out", str(tmp_path / "r"))
    assert [d["tier"] for d in found["decisions"]] == ["routine", "elevated", "critical"]
    text = (tmp_path / "r" / "report.md").read_text("utf-8")
    assert found["decisions"][0]["audit"] in text
    assert (tmp_path / "r" / "report.svg").exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("instance,protocol\n1,debate\n", "lacks the columns stance, truth, label"),
        ("instance,protocol,stance,truth,label\n1,debate,a,,a\n", "truth is unknown in every row"),
        ("instance,protocol,stance,truth,label,e_p\n1,debate,a,b,a,NaN\n", "row 1: e_p is 'NaN'"),
    ],
)
def test_bad_logs_are_told_apart(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(content, "utf-8")
    failed = data("estimate", str(path), code=2)
    assert message in failed["error"]
    assert failed["hint"]


def test_odd_logs_are_estimated_with_warnings(tmp_path: Path) -> None:
    path = tmp_path / "ties.csv"
    rows = "".join(f"{i},debate,a,{'ab'[i % 2]},{'ab'[i % 3 == 0]},1,1\n" for i in range(60))
    path.write_text("instance,protocol,stance,truth,label,e_p,e_a\n" + rows, "utf-8")
    warnings = " ".join(data("estimate", str(path), "--replicates", "100")["all_warnings"])
    for words in ("one judge", "every debate is a tie", "kappa is not identified", "no consultancy"):
        assert words in warnings


def test_a_bad_setting_of_the_intervals_is_refused(log: Path) -> None:
    assert "level" in data("estimate", str(log), "--level", "1.5", code=2)["error"]
    assert "window" in data("estimate", str(log), "--window", "2", code=2)["error"]


def test_run_needs_the_pulled_vectors_and_registers_nothing_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    gold = tmp_path / "gold.jsonl"
    case = {
        "id": "1",
        "affirmed": "It is so",
        "denied": "It is not so",
        "truth": "affirmed",
        "sentences": ["It is so."],
    }
    gold.write_text(json.dumps(case), "utf-8")
    failed = data("run", str(gold), "--out", str(tmp_path / "out"), "--model", "scripted", "--quiet", code=3)
    assert failed["hint"] == "run: foam model pull"
    assert not (tmp_path / "out").exists()
    none = str(tmp_path / "none")
    assert none in data("run", none, "--out", str(tmp_path / "out"), code=2)["error"]


@pytest.mark.data
def test_the_published_figures_come_out_of_the_command(shared_data: Path) -> None:
    found = data("estimate", "--adapter", "nyu", str(shared_data / "nyu_debates"), "--replicates", "200")
    percent = {arm: round(100 * e["value"], 1) for arm, e in found["accuracy"].items()}
    assert percent == {"human_debate": 84.4, "human_consultancy": 74.5, "ai_debate": 78.2, "ai_consultancy": 80.3}
    assert set(found["wrong_endorsement"]) == set(percent)
    assert all(e["low"] < e["value"] < e["high"] for e in found["wrong_endorsement"].values())
