"""What a log of judged cases says: shares by hand, known rates found again, intervals, warnings, and what to run."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.researcher.judged import make_rows, write_log

import foam

RIGHT: dict[str, Any] = {"truth": "yes", "e_p": 1, "e_a": 0}


@pytest.fixture
def by_hand(tmp_path: Path) -> Path:
    """60 right and 40 wrong stances under each protocol; 12 of the wrong ones endorsed in debates, 30 without."""
    rows = [
        *make_rows(12, label="yes", e_p=1),
        *make_rows(28),
        *make_rows(45, label="yes", **RIGHT),
        *make_rows(15, **RIGHT),
        *make_rows(30, protocol="consultancy", label="yes", e_p=1, e_a=0),
        *make_rows(10, protocol="consultancy", e_a=0),
        *make_rows(60, protocol="consultancy", label="yes", **RIGHT),
    ]
    return write_log(tmp_path / "log.csv", rows)


def estimate(desk: foam.Home, log: Path, *words: object) -> dict[str, Any]:
    found: dict[str, Any] = read_foam(desk.folder, "oversee", "estimate", log, "--replicates", 200, *words)
    return {**found, "by": {one["protocol"]: one for one in found["protocols"]}}


def test_shares_are_those_counted_by_hand(desk: foam.Home, by_hand: Path) -> None:
    found = estimate(desk, by_hand)
    debate, consultancy = found["by"]["debate"], found["by"]["consultancy"]
    assert debate["amplification"]["value"] == pytest.approx(12 / 40)
    assert debate["amplification"]["cases"] == 40
    assert debate["follow"]["value"] == pytest.approx(45 / 60)
    assert debate["accuracy"]["value"] == pytest.approx(73 / 100)
    assert consultancy["amplification"]["value"] == pytest.approx(30 / 40)
    assert consultancy["follow"]["value"] == 1
    assert found["p"]["value"] == pytest.approx(0.6)
    assert found["rho"]["value"] == pytest.approx((12 + 30) / (40 + 60 + 40))
    assert found["tau"]["value"] == 1
    assert found["comparison"]["amplification"]["value"] == pytest.approx(0.45)
    assert found["comparison"]["p_value"] < 0.01


def test_shares_have_intervals_that_hold_them(desk: foam.Home, by_hand: Path) -> None:
    share = estimate(desk, by_hand)["by"]["debate"]["amplification"]
    spread = 1.96 * math.sqrt(0.3 * 0.7 / 40)
    assert share["low"] == pytest.approx(0.3 - spread, abs=0.06)
    assert share["high"] == pytest.approx(0.3 + spread, abs=0.06)
    wider = estimate(desk, by_hand, "--level", 0.99)["by"]["debate"]["amplification"]
    assert wider["low"] < share["low"] < share["high"] < wider["high"]
    assert wider["level"] == 0.99


def test_an_undecided_judgement_counts_half(desk: foam.Home, tmp_path: Path) -> None:
    log = write_log(tmp_path / "log.csv", make_rows(10, label="undecided") + make_rows(10))
    assert estimate(desk, log)["by"]["debate"]["amplification"]["value"] == pytest.approx(0.25)


def test_few_cases_give_an_interval_and_no_figure(desk: foam.Home, tmp_path: Path) -> None:
    share = estimate(desk, write_log(tmp_path / "log.csv", make_rows(7, label="yes")))["by"]["debate"]["amplification"]
    assert share["value"] is None
    assert share["low"] == pytest.approx(0.025 ** (1 / 7))
    assert share["high"] == 1
    assert "7 cases" in share["warnings"][0]


def test_an_outcome_never_seen_has_the_exact_interval(desk: foam.Home, tmp_path: Path) -> None:
    share = estimate(desk, write_log(tmp_path / "log.csv", make_rows(40)))["by"]["debate"]["amplification"]
    assert (share["value"], share["low"]) == (0, 0)
    assert share["high"] == pytest.approx(1 - 0.025 ** (1 / 40))


@pytest.mark.parametrize(
    ("knobs", "closed"),
    [
        (
            {"p": 0.6, "rho": 0.45, "b": 0.35},
            {"amplification": 0.45 * 0.35, "follow": 1 - 0.45 * 0.65},
        ),
        (
            {"p": 0.6, "rho": 0.45, "mu": 0.2, "kappa": 1.5},
            {
                "amplification": 0.45 / (1 + math.exp(-0.2)) + 0.55 / (1 + math.exp(1.3)),
                "follow": 0.45 / (1 + math.exp(-0.2)) + 0.55 / (1 + math.exp(-1.7)),
            },
        ),
    ],
    ids=["tie-break", "logit"],
)
def test_estimators_find_the_rates_that_a_log_was_drawn_with(
    desk: foam.Home, tmp_path: Path, knobs: dict[str, float], closed: dict[str, float]
) -> None:
    log = tmp_path / "log.csv"
    desk.oversee.simulate_log(desk.oversee.game(**knobs), log, cases=3000, judges=4, seed=3)
    found = estimate(desk, log, "--cluster", "rows")

    def holds(interval: dict[str, Any], value: float) -> bool:
        middle, half = interval["value"], (interval["high"] - interval["low"]) / 2
        return bool(half < 0.6 and abs(value - middle) <= 2 * half)

    for name, value in closed.items():
        assert holds(found["by"]["debate"][name], value), name
    assert holds(found["by"]["consultancy"]["amplification"], 0.45 if "b" in knobs else 0.45 * _s(1.7) + 0.55 * _s(0.2))
    assert holds(found["rho"], 0.45)
    assert holds(found["p"], 0.6)
    assert holds(found["ties"]["b"], knobs.get("b", _s(0.2)))
    if "kappa" in knobs:
        assert holds(found["salience"]["kappa"], 1.5)
        assert holds(found["salience"]["mu"], 0.2)


def _s(z: float) -> float:
    return 1 / (1 + math.exp(-z))


def test_rows_of_one_judge_are_drawn_together(desk: foam.Home, tmp_path: Path) -> None:
    """Judges who always say the same make wider intervals than as many independent rows."""
    rows = [row for n in range(12) for row in make_rows(20, label="yes" if n % 2 else "no", judge=f"j{n}")]
    log = write_log(tmp_path / "log.csv", rows)
    by_judge, by_row = (
        estimate(desk, log, "--cluster", cluster)["by"]["debate"]["amplification"] for cluster in ("judge", "rows")
    )
    assert by_judge["value"] == by_row["value"] == 0.5
    assert by_judge["high"] - by_judge["low"] > 2 * (by_row["high"] - by_row["low"])


def test_the_same_seed_gives_the_same_intervals(desk: foam.Home, by_hand: Path) -> None:
    one, same, other = (estimate(desk, by_hand, "--seed", seed)["by"] for seed in (1, 1, 2))
    assert one == same != other


def test_mislabelled_truth_is_bounded(desk: foam.Home, tmp_path: Path) -> None:
    """Of 100 wrong stances 40 were endorsed; turning one row's truth moves the share by no more than one row does."""
    rows = make_rows(40, label="yes") + make_rows(60) + make_rows(100, label="yes", **RIGHT)
    found = estimate(desk, write_log(tmp_path / "log.csv", rows))
    bounds = {one["mislabelled"]: one for one in found["sensitivity"]}
    few, many = bounds[0.01], bounds[0.05]
    assert few["worst_low"] == pytest.approx(38 / 98)
    assert few["worst_high"] == pytest.approx(42 / 102)
    assert many["worst_low"] < few["worst_low"] < 0.4 < few["worst_high"] < many["worst_high"]


def test_a_judge_who_changes_raises_an_alarm(desk: foam.Home, tmp_path: Path) -> None:
    """Ties are rare in the first window and the rule in the third."""
    quiet = [*make_rows(95), *make_rows(5, e_p=1)]
    tied = [*make_rows(40), *make_rows(60, e_p=1)]
    assert not estimate(desk, write_log(tmp_path / "calm.csv", quiet * 3))["watch"]["alarms"]
    (alarm, *_) = estimate(desk, write_log(tmp_path / "log.csv", [*quiet, *quiet, *tied]))["watch"]["alarms"]
    assert alarm["seen"] == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("instance,protocol\n1,debate\n", "stance, truth, label"),
        ("instance,protocol,stance,truth,label\n1,debate,a,,a\n", "truth"),
        ("instance,protocol,stance,truth,label,e_p\n1,debate,a,b,a,NaN\n", "row 1"),
        ("instance,protocol,stance,truth,label\n1,monologue,a,b,a\n", "monologue"),
    ],
)
def test_a_log_that_cannot_be_read_is_refused_with_what_is_wrong(
    desk: foam.Home, tmp_path: Path, content: str, named: str
) -> None:
    log = tmp_path / "bad.csv"
    log.write_text(content, "utf-8")
    refused = read_foam(desk.folder, "oversee", "estimate", log, code=2)
    assert named in refused["error"]
    assert refused["hint"]


def test_doubtful_logs_are_estimated_with_a_warning(desk: foam.Home, tmp_path: Path) -> None:
    rows = [*make_rows(30, label="yse"), *make_rows(30), *make_rows(20, protocol="consultancy", judge="dora")]
    rows[3]["instance"] = rows[4]["instance"] = "twice"
    said = " ".join(estimate(desk, write_log(tmp_path / "log.csv", rows))["all_warnings"])
    for warned in ("yse", "several rows", "no judge has both protocols"):
        assert warned in said, said


def test_each_tier_is_told_what_to_run_and_why(desk: foam.Home, by_hand: Path, tmp_path: Path) -> None:
    """Wrong endorsement of debates reaches 0.45 at its upper end: fit for routine, not for elevated or critical."""
    found = read_foam(desk.folder, "oversee", "report", by_hand, "--out", tmp_path / "r", "--replicates", 200)
    assert [one["tier"] for one in found["decisions"]] == ["routine", "elevated", "critical"]
    printed = (tmp_path / "r" / "report.md").read_text("utf-8")
    for one in found["decisions"]:
        assert one["audit"] in printed
        assert one["tier"] in one["audit"]
    assert (tmp_path / "r" / "report.svg").read_text("utf-8").startswith("<svg")
    assert "<html" in (tmp_path / "r" / "report.html").read_text("utf-8")
    assert "amplification" in run_foam(desk.folder, "oversee", "estimate", by_hand, "--replicates", 100).stdout


def test_a_claim_whose_amplification_is_too_high_for_its_tier_escalates(
    desk: foam.Home, by_hand: Path, tmp_path: Path
) -> None:
    safe = [
        *make_rows(200),
        *make_rows(200, label="yes", **RIGHT),
        *make_rows(200, protocol="consultancy", e_a=0),
        *make_rows(200, protocol="consultancy", label="yes", **RIGHT),
    ]
    told: dict[str, Any] = {}
    for name, log in (("loud", by_hand), ("safe", write_log(tmp_path / "safe.csv", safe))):
        found = read_foam(desk.folder, "oversee", "report", log, "--out", tmp_path / name, "--replicates", 100)
        told[name] = {one["tier"]: one["choice"] for one in found["decisions"]}
    assert told["safe"] == dict.fromkeys(("routine", "elevated", "critical"), "consultancy")
    assert told["loud"] == {"routine": "debate", "elevated": "person", "critical": "person"}
