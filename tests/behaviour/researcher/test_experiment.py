"""An experiment with models: randomised, registered before it begins, recorded, and read back."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.cli import read_foam, run_foam

import foam

CASES = 24


def make_case(number: int) -> dict[str, Any]:
    """An invented town, of whose harbour the source says what is affirmed, but of every third one what is denied."""
    negated = number % 3 == 0
    claim = f"Town {number} has closed its harbour to large ships"
    return {
        "id": str(number),
        "stratum": "negated" if negated else "plain",
        "affirmed": claim,
        "denied": f"It is not the case that town {number} has closed its harbour to large ships",
        "truth": "denied" if negated else "affirmed",
        "sentences": [
            f"Town {number} has {'never ' if negated else ''}closed its harbour to large ships.",
            "The weather in the region is mild all year.",
            "Fishing boats land their catch at dawn.",
        ],
    }


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(json.dumps(make_case(n)) + "\n" for n in range(CASES)), "utf-8")
    return path


def read_rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "log.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_protocols_and_forced_stances_are_shared_out_within_strata(home: foam.Home, gold: Path, tmp_path: Path) -> None:
    home.oversee.run(gold, tmp_path / "out", seed=1, relevance=0.2)
    rows = read_rows(tmp_path / "out")
    assert len(rows) == CASES
    arms = Counter((row["stratum"], row["protocol"]) for row in rows)
    assert arms["plain", "debate"] == arms["plain", "consultancy"] == 8
    assert arms["negated", "debate"] == arms["negated", "consultancy"] == 4
    forced = [row for row in rows if row["roles"] == "assigned"]
    assert len(forced) == CASES / 2
    assert all(row["stance"] != row["truth"] for row in forced)


def test_the_log_of_an_experiment_is_estimated_and_shown_off_the_record(
    home: foam.Home, gold: Path, tmp_path: Path, fakes: dict[str, Any]
) -> None:
    ran = home.oversee.run(gold, tmp_path / "out", judge="logit", senders="machinery", relevance=0.2)
    (line,) = home.oversee.list()
    assert (line.run, line.cases, line.judge) == (ran.run, CASES, "logit")
    shown = home.oversee.show(ran.run)
    estimated = home.oversee.estimate(tmp_path / "out" / "log.csv")
    assert shown.report.summary == estimated
    assert home.replay(ran).ok
    rows = read_rows(tmp_path / "out")
    for curve in shown.curves:
        played = [row for row in rows if row["protocol"] == curve.protocol]
        right = sum({row["truth"]: 1.0, "undecided": 0.5}.get(row["label"], 0.0) for row in played)
        last = curve.points[-1]
        assert last.cases == len(played)
        assert last.share == pytest.approx(right / len(played))
        assert last.low <= last.share <= last.high
    seen = read_foam(home.folder, "oversee", "show", ran.run, given=fakes)
    assert seen == json.loads(json.dumps(shown.data()))


def test_the_same_experiment_again_asks_nothing_and_gives_the_same_log(
    home: foam.Home, gold: Path, tmp_path: Path, fakes: dict[str, Any]
) -> None:
    model = fakes["models"]
    first = home.oversee.run(gold, tmp_path / "out", seed=2)
    log, asked = (tmp_path / "out" / "log.csv").read_bytes(), len(model.calls)
    assert first.asked > 0
    again = home.oversee.run(gold, tmp_path / "out", seed=2)
    assert (again.run, again.digest, again.asked) == (first.run, first.digest, 0)
    assert len(model.calls) == asked
    assert (tmp_path / "out" / "log.csv").read_bytes() == log


def test_a_plan_is_registered_before_the_first_call_and_another_is_refused(
    tmp_path: Path, gold: Path, fakes: dict[str, Any]
) -> None:
    seen: list[bool] = []

    def look(call: Any) -> None:
        seen.append((tmp_path / "out" / "plan.json").exists())

    fakes["models"] = foam.ScriptedModel(look)
    with foam.open(tmp_path / "home", environ={}, **fakes) as home:
        home.oversee.run(gold, tmp_path / "out", seed=1)
        assert seen
        assert all(seen)
        registered = (tmp_path / "out" / "plan.json").read_bytes()
        with pytest.raises(foam.FoamError) as refused:
            home.oversee.run(gold, tmp_path / "out", seed=2)
        assert refused.value.exit_code == 2
        assert (tmp_path / "out" / "plan.json").read_bytes() == registered


def test_sentences_that_deny_a_statement_do_not_count_for_it(home: foam.Home, gold: Path, tmp_path: Path) -> None:
    """The map is the same for both sides: truth nearly always passes, falsehood nearly never."""
    home.oversee.run(gold, tmp_path / "out", senders="machinery", judge="tie-break", relevance=0.2, verifier="stance")
    rows = read_rows(tmp_path / "out")
    shares = {
        right: [int(row["e_p"]) for row in rows if (row["stance"] == row["truth"]) is right] for right in (True, False)
    }
    assert sum(shares[True]) > 0.8 * len(shares[True])
    assert sum(shares[False]) < 0.2 * len(shares[False])


def test_a_jury_hears_the_sides_in_turn_about(home: foam.Home, gold: Path, tmp_path: Path) -> None:
    alone, panel = (
        home.oversee.run(gold, tmp_path / str(size), senders="machinery", seed=3, cases=8, jury=size) for size in (1, 3)
    )
    assert panel.asked > alone.asked > 0
    assert [len(read_rows(tmp_path / folder)) for folder in ("1", "3")] == [8, 8]
    assert home.replay(panel).ok


def test_a_gold_file_that_is_not_there_leaves_nothing_behind(home: foam.Home, tmp_path: Path) -> None:
    refused = read_foam(home.folder, "oversee", "run", tmp_path / "none", "--out", tmp_path / "out", code=2)
    assert "none" in refused["error"]
    assert not (tmp_path / "out").exists()


def test_experiments_are_listed_for_people_too(
    home: foam.Home, gold: Path, tmp_path: Path, fakes: dict[str, Any]
) -> None:
    ran = home.oversee.run(gold, tmp_path / "out", senders="machinery", judge="tie-break")
    assert foam.short_id(ran.run) in run_foam(home.folder, "oversee", "list", given=fakes).stdout
    assert "accuracy" in run_foam(home.folder, "oversee", "show", ran.run, given=fakes).stdout
