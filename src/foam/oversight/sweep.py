"""Sweeps: one parameter moved over a range, theory beside simulation, as rows and as a chart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pydantic import Field, ValidationError

from foam.errors import SettingError
from foam.oversight.setting import PROTOCOLS, Judge, Protocol, Setting
from foam.oversight.simulation import Simulated, simulate
from foam.oversight.theory import GameRates, rates
from foam.paper import Lines, Series
from foam.values import Value


class SweepPoint(Value):
    """Theory and simulation of one protocol at one value of the swept parameter."""

    knob: str
    at: float
    theory: GameRates
    simulated: Simulated | None = None


class Steps(Value):
    """Where to sweep."""

    knob: str
    low: float
    high: float
    count: int = Field(default=11, ge=1, le=1000)

    def values(self) -> tuple[float, ...]:
        return tuple(float(v) for v in np.linspace(self.low, self.high, self.count))


def move(setting: Setting, judge: Judge, knob: str, value: float) -> tuple[Setting, Judge]:
    """The same game with one parameter changed; an unknown or impossible value is refused."""
    try:
        if knob in Setting.model_fields:
            return Setting.model_validate({**setting.model_dump(), knob: value}), judge
        if knob in type(judge).model_fields and knob != "type":
            return setting, type(judge).model_validate({**judge.model_dump(), knob: value})
    except ValidationError as error:
        raise SettingError(f"{knob} cannot be {value:g}: {error.errors()[0]['msg']}") from error
    known = [*Setting.model_fields, *(name for name in type(judge).model_fields if name != "type")]
    raise SettingError(f"no parameter is called {knob!r}", hint=f"sweep one of {', '.join(known)}")


def sweep(setting: Setting, judge: Judge, steps: Steps, *, cases: int = 0, seed: int = 0) -> tuple[SweepPoint, ...]:
    """Both protocols along the range; with `cases`, simulated too, each point from a seed of its own."""
    seeds = np.random.SeedSequence(seed).generate_state(2 * steps.count)
    points: list[SweepPoint] = []
    for at in steps.values():
        here, judging = move(setting, judge, steps.knob, at)
        for protocol in PROTOCOLS:
            own_seed = int(seeds[len(points)])
            played = simulate(protocol, here, judging, cases=cases, seed=own_seed) if cases > 0 else None
            theory = rates(protocol, here, judging)
            points.append(SweepPoint(knob=steps.knob, at=at, theory=theory, simulated=played))
    return tuple(points)


def draw_sweep(points: Sequence[SweepPoint], *, title: str) -> Lines:
    """Amplification by protocol along the sweep: lines are theory, marks simulation with two standard errors."""
    lines = [_theory(points, protocol) for protocol in PROTOCOLS]
    marks = [_simulated(points, protocol) for protocol in PROTOCOLS]
    shown = tuple(lines + [m for m in marks if m.points])
    return Lines(title=title, x_label=points[0].knob, y_label="amplification", series=shown)


def _theory(points: Sequence[SweepPoint], protocol: Protocol) -> Series:
    own = [p for p in points if p.theory.protocol == protocol]
    return Series(name=protocol, points=tuple((p.at, p.theory.amplification) for p in own))


def _simulated(points: Sequence[SweepPoint], protocol: Protocol) -> Series:
    found = [
        (p.at, p.simulated.amplification.value, p.simulated.amplification.error or 0.0)
        for p in points
        if p.theory.protocol == protocol and p.simulated is not None
    ]
    known = [(at, value, error) for at, value, error in found if value is not None]
    return Series(
        name=f"{protocol}, simulated",
        points=tuple((at, value) for at, value, _ in known),
        errors=tuple(2 * error for *_, error in known),
        line=False,
        style=PROTOCOLS.index(protocol),
    )
