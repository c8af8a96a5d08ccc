"""The published figures of the NYU debates, from the public data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.cli import read_foam, run_foam

import foam

pytestmark = pytest.mark.data


@pytest.fixture(scope="module")
def words(shared_data: Path) -> tuple[object, ...]:
    return ("oversee", "estimate", "--adapter", "nyu", shared_data / "nyu_debates", "--replicates", 100)


@pytest.fixture(scope="module")
def found(desk: foam.Home, words: tuple[object, ...]) -> dict[str, Any]:
    read: dict[str, Any] = read_foam(desk.folder, *words)
    return read


def test_judges_are_as_accurate_as_published(found: dict[str, Any]) -> None:
    shown = {arm: (round(100 * one["value"], 1), one["cases"]) for arm, one in found["accuracy"].items()}
    assert shown == {
        "human_debate": (84.4, 154),
        "human_consultancy": (74.5, 96),
        "ai_debate": (78.2, 87),
        "ai_consultancy": (80.3, 76),
    }


def test_honest_and_dishonest_consultants_are_told_apart_as_published(found: dict[str, Any]) -> None:
    human = found["consultancy_by_honesty"]["human"]
    assert round(100 * human["honest_decided"]["value"], 1) == 87.5
    assert round(100 * human["dishonest_decided"]["value"], 1) == 60.4


def test_debate_lowers_wrong_endorsement_among_people_and_not_among_models(found: dict[str, Any]) -> None:
    wrong = {arm: round(one["value"], 3) for arm, one in found["wrong_endorsement"].items()}
    assert wrong == {"human_debate": 0.156, "human_consultancy": 0.385, "ai_debate": 0.218, "ai_consultancy": 0.132}
    gap = found["wrong_endorsement_gap"]
    assert 0 < gap["human"]["low"] < gap["human"]["value"] == pytest.approx(0.23, abs=0.005)
    assert gap["ai"]["value"] == pytest.approx(-0.09, abs=0.005)


def test_the_figures_are_printed(desk: foam.Home, words: tuple[object, ...]) -> None:
    printed = run_foam(desk.folder, *words).stdout
    for figure in ("84.4 %", "74.5 %", "78.2 %", "80.3 %", "87.5 % / 60.4 %"):
        assert figure in printed
