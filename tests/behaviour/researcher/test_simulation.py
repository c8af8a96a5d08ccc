"""Played cases against the closed forms, and what a simulated run leaves behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.behaviour.cli import read_foam, run_foam

import foam

GAMES = [
    {"p": 0.8, "rho": 0.3, "b": 0.5},
    {"p": 0.55, "rho": 0.7, "b": 0.2, "tau": 0.6},
    {"p": 0.7, "rho": 0.4, "mu": 0.5, "kappa": 2.0},
]


@pytest.mark.parametrize("knobs", GAMES, ids=["tie-break", "unprovable", "logit"])
def test_played_cases_agree_with_theory_within_their_error(desk: foam.Home, knobs: dict[str, float]) -> None:
    game = desk.oversee.game(**knobs)
    for seed in range(3):
        for closed, played in zip(
            desk.oversee.theory(game).rates, desk.oversee.simulate(game, cases=20_000, seed=seed), strict=True
        ):
            assert closed.protocol == played.protocol
            for name in ("amplification", "follow", "accuracy", "tie"):
                share = getattr(played, name)
                assert abs(share.value - getattr(closed, name)) <= 4 * share.error + 1e-9, (name, seed)
                assert share.error < 0.01


def test_the_error_of_a_simulated_share_is_the_binomial_one(desk: foam.Home) -> None:
    _, debate = desk.oversee.simulate(desk.oversee.game(p=0.8, rho=0.3, b=0.5), cases=5_000, seed=4)
    share = debate.accuracy
    assert share.value is not None
    assert share.cases == 5_000
    assert share.error == pytest.approx((share.value * (1 - share.value) / share.cases) ** 0.5, rel=0.01)


def test_the_same_seed_plays_the_same_cases(desk: foam.Home, tmp_path: Path) -> None:
    game = desk.oversee.game(p=0.8, rho=0.3, b=0.5)
    first, again, other = (desk.oversee.simulate(game, cases=2_000, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    logs = [tmp_path / name for name in ("one.csv", "two.csv", "other.csv")]
    for log, seed in zip(logs, (1, 1, 2), strict=True):
        desk.oversee.simulate_log(game, log, cases=50, seed=seed)
    assert logs[0].read_bytes() == logs[1].read_bytes() != logs[2].read_bytes()


def test_a_sweep_moves_one_parameter_and_draws_it(desk: foam.Home, tmp_path: Path) -> None:
    game = desk.oversee.game(p=0.8, rho=0.3, b=0.5)
    points = desk.oversee.sweep(game, "rho", 0, 1, 3, cases=500, seed=1)
    assert [point.at for point in points if point.theory.protocol == "debate"] == [0, 0.5, 1]
    picture = tmp_path / "a.svg"
    run_foam(desk.folder, "oversee", "simulate", "--sweep", "rho", 0, 1, 3, "--cases", 100, "--svg", picture)
    assert picture.read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("theory", "--p", 1.4), "p"),
        (("theory", "--kappa", 2, "--b", 0.4), "--b"),
        (("simulate", "--sweep", "zeta", 0, 1, 3), "zeta"),
        (("explore", "mystery"), "mystery"),
        (("explore", "options", "p=0.7", "rho=0.3", "k=1"), "k"),
        (("explore", "options", "p=0.7", "rho=0.3", "k=3", "colour=red"), "colour"),
    ],
)
def test_a_parameter_that_makes_no_sense_is_named(desk: foam.Home, words: tuple[object, ...], named: str) -> None:
    refused = read_foam(desk.folder, "oversee", *words, code=2)
    assert named in refused["error"]


def test_what_theory_prints_is_what_it_computes(desk: foam.Home) -> None:
    words = ("oversee", "theory", "--p", 0.8, "--rho", 0.3, "--b", 0.5)
    found = read_foam(desk.folder, *words)
    assert (found["consultancy"]["amplification"], found["debate"]["amplification"]) == pytest.approx((0.3, 0.15))
    printed = run_foam(desk.folder, *words).stdout
    for figure in ("0.3000", "0.1500", "0.8500"):
        assert figure in printed
    game = desk.oversee.game(p=0.8, rho=0.3, b=0.5)
    assert json.loads(json.dumps(game.data()))["setting"]["rho"] == 0.3
