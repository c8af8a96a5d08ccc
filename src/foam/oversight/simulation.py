"""Play the oversight game at random, case by case: vectorised, seeded, with standard errors.

The draws follow the game's timing (truth, evidence found, evidence shown, label), not the closed forms, so that the
two can disagree. Numbers of cases beyond `CHUNK` are played in chunks, each from its own child of the seed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from foam.errors import SettingError
from foam.oversight.setting import Judge, Protocol, Setting, endorses, endorses_consultant
from foam.oversight.theory import PRESENT, Conduct
from foam.stats.intervals import standard_error
from foam.values import Value

CHUNK = 1_000_000
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class _SimulatedCases:
    """Simulated cases, one per position."""

    right: Flags
    """Whether the protagonist's stance is true."""
    evidence_p: Flags
    evidence_a: Flags
    endorsed: Flags
    """Whether the label is the protagonist's stance."""


class MeasuredShare(Value):
    """A simulated share with its standard error; None where no case bears on it."""

    value: float | None
    error: float | None
    cases: int


class Simulated(Value):
    """What a protocol did in simulation."""

    protocol: Protocol
    cases: int
    seed: int
    amplification: MeasuredShare
    follow: MeasuredShare
    accuracy: MeasuredShare
    tie: MeasuredShare


def draw(
    protocol: Protocol,
    setting: Setting,
    judge: Judge,
    cases: int,
    rng: np.random.Generator,
    conduct: Conduct = PRESENT,
) -> _SimulatedCases:
    """Play so many cases."""
    right = _happens(rng, cases, setting.p)
    found_p = _happens(rng, cases, np.where(right, _f32(setting.tau), _f32(setting.rho)))
    shown_p = found_p & _happens(rng, cases, conduct.protagonist)
    if protocol == "debate":
        found_a = _happens(rng, cases, np.where(right, _f32(setting.rho), _f32(setting.tau)))
        shown_a = found_a & _happens(rng, cases, conduct.antagonist)
    else:
        shown_a = np.zeros(cases, dtype=np.bool_)
    endorsed = _happens(rng, cases, _chances(protocol, judge)[_index(shown_p, shown_a)])
    return _SimulatedCases(right=right, evidence_p=shown_p, evidence_a=shown_a, endorsed=endorsed)


def simulate(
    protocol: Protocol,
    setting: Setting,
    judge: Judge,
    *,
    cases: int,
    seed: int,
    conduct: Conduct = PRESENT,
) -> Simulated:
    """Play so many cases and count."""
    if cases < 1:
        raise SettingError(f"{cases} cases cannot be simulated", hint="ask for at least one")
    counts = np.zeros(4, dtype=np.int64)
    for child, size in zip(*_chunks(cases, seed), strict=True):
        counts += _count(draw(protocol, setting, judge, size, np.random.default_rng(child), conduct))
    right, follow, amp, tie = (int(c) for c in counts)
    return Simulated(
        protocol=protocol,
        cases=cases,
        seed=seed,
        amplification=_measure_share(amp, cases - right),
        follow=_measure_share(follow, right),
        accuracy=_measure_share(follow + (cases - right - amp), cases),
        tie=_measure_share(tie, cases),
    )


def _measure_share(hits: int, cases: int) -> MeasuredShare:
    """A share and its standard error."""
    if cases == 0:
        return MeasuredShare(value=None, error=None, cases=0)
    share = hits / cases
    return MeasuredShare(value=share, error=standard_error(share, cases), cases=cases)


def _chunks(cases: int, seed: int) -> tuple[list[np.random.SeedSequence], list[int]]:
    sizes = [min(CHUNK, cases - start) for start in range(0, cases, CHUNK)]
    return np.random.SeedSequence(seed).spawn(len(sizes)), sizes


def _count(cases: _SimulatedCases) -> NDArray[np.int64]:
    right, endorsed = cases.right, cases.endorsed
    counted = (right, right & endorsed, ~right & endorsed, cases.evidence_p == cases.evidence_a)
    return np.array([np.count_nonzero(flags) for flags in counted], dtype=np.int64)


def _happens(rng: np.random.Generator, cases: int, chance: float | NDArray[np.float32]) -> Flags:
    """Bernoulli draws; certain and impossible events need no random numbers."""
    if isinstance(chance, float) and chance in (0.0, 1.0):
        return np.full(cases, chance == 1.0)
    return np.asarray(rng.random(cases, dtype=np.float32) < chance)


def _chances(protocol: Protocol, judge: Judge) -> NDArray[np.float32]:
    """Pr(endorsed) by 2 e_P + e_A; a consultancy never shows e_A."""
    if protocol == "consultancy":
        without, having = endorses_consultant(judge, False), endorses_consultant(judge, True)
        table = (without, without, having, having)
    else:
        behind, tied, ahead = (endorses(judge, lead) for lead in (-1, 0, 1))
        table = (tied, behind, ahead, tied)
    return np.array(table, dtype=np.float32)


def _index(shown_p: Flags, shown_a: Flags) -> NDArray[np.int8]:
    return np.asarray(2 * shown_p.view(np.int8) + shown_a.view(np.int8))


def _f32(value: float) -> np.float32:
    return np.float32(value)
