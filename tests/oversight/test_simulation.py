"""The simulation against the closed forms, its determinism, sweeps and charts."""

from __future__ import annotations

import math
from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest

from foam.errors import SettingError
from foam.oversight.setting import PROTOCOLS, Judge, Logit, Setting, TieBreak
from foam.oversight.simulation import CHUNK, MeasuredShare, simulate
from foam.oversight.sweep import Steps, draw_sweep, sweep
from foam.oversight.theory import Conduct, rates
from foam.paper import draw

JUDGES: tuple[Judge, ...] = (
    TieBreak(b=0.2),
    TieBreak(b=0.7, default=0.15),
    Logit(mu=0.4, kappa=1.5),
    Logit(mu=-0.8, kappa=0.6, lam=2.0),
)
GRID = [
    (Setting(p=p, rho=rho, tau=tau), judge)
    for p, rho, tau, judge in product((0.3, 0.55, 0.8), (0.05, 0.25, 0.5, 0.75, 0.95), (1.0, 0.9, 0.6, 0.4), JUDGES)
]


def _z(measured: MeasuredShare, expected: float) -> float | None:
    """Deviation in standard errors of the closed form; None where the outcome is certain."""
    assert measured.value is not None
    spread = math.sqrt(max(0.0, expected * (1 - expected)) / measured.cases)
    if spread < 1e-12:
        assert measured.value == pytest.approx(expected)
        return None
    return (measured.value - expected) / spread


def test_simulation_agrees_with_every_closed_form_over_the_grid() -> None:
    """240 points, two protocols, four rates. Beyond three standard errors chance puts 0.27 % of them; a wrong formula
    puts nearly all. The spread is checked too, so that a wrong standard error fails as well."""
    assert len(GRID) >= 200
    seeds = iter(np.random.SeedSequence(42).generate_state(2 * len(GRID)))
    found: list[float | None] = []
    for setting, judge in GRID:
        for protocol in PROTOCOLS:
            played = simulate(protocol, setting, judge, cases=20_000, seed=int(next(seeds)))
            closed = rates(protocol, setting, judge)
            names = ("amplification", "follow", "accuracy", "tie")
            found += [_z(getattr(played, name), getattr(closed, name)) for name in names]
    z = np.array([value for value in found if value is not None])
    assert len(z) > 1500
    assert np.mean(np.abs(z) > 3) < 0.008
    assert np.abs(z).max() < 5
    assert np.mean(z**2) == pytest.approx(1.0, abs=0.12)


def test_simulation_follows_conduct() -> None:
    setting, judge, half = Setting(p=0.6, rho=0.5), TieBreak(b=0.3), Conduct(protagonist=0.5, antagonist=0.25)
    played = simulate("debate", setting, judge, cases=200_000, seed=3, conduct=half)
    expected = rates("debate", setting, judge, half)
    assert played.amplification.value == pytest.approx(expected.amplification, abs=0.006)
    assert played.tie.value == pytest.approx(expected.tie, abs=0.006)


def test_same_seed_same_counts_over_several_chunks() -> None:
    setting, judge = Setting(p=0.6, rho=0.5), Logit(kappa=1.0)
    first, again = (simulate("debate", setting, judge, cases=CHUNK + 7, seed=11) for _ in range(2))
    assert first == again
    assert first.cases == CHUNK + 7
    assert simulate("debate", setting, judge, cases=CHUNK + 7, seed=12) != first


def test_no_wrong_case_gives_no_figure() -> None:
    played = simulate("debate", Setting(p=1.0, rho=0.5), TieBreak(b=0.5), cases=100, seed=0)
    assert played.amplification == MeasuredShare(value=None, error=None, cases=0)


def test_zero_cases_are_refused() -> None:
    with pytest.raises(SettingError, match="0 cases"):
        simulate("debate", Setting(p=0.5, rho=0.5), TieBreak(b=0.5), cases=0, seed=0)


def test_a_sweep_holds_theory_beside_simulation() -> None:
    steps = Steps(knob="b", low=0.0, high=1.0, count=3)
    points = sweep(Setting(p=0.5, rho=0.5), TieBreak(b=0.5), steps, cases=4000, seed=1)
    assert [p.at for p in points] == [0.0, 0.0, 0.5, 0.5, 1.0, 1.0]
    debate = [p.theory.amplification for p in points if p.theory.protocol == "debate"]
    assert debate == pytest.approx([0.0, 0.25, 0.5])
    picture = ElementTree.fromstring(draw(draw_sweep(points, title="b < 1 & more")))
    assert picture.findtext("{http://www.w3.org/2000/svg}title") == "b < 1 & more"


@pytest.mark.parametrize(("knob", "high"), [("kappa", 1.0), ("type", 1.0), ("rho", 1.5)])
def test_a_sweep_refuses_what_it_cannot_move(knob: str, high: float) -> None:
    with pytest.raises(SettingError):
        sweep(Setting(p=0.5, rho=0.5), TieBreak(b=0.5), Steps(knob=knob, low=0.0, high=high))
