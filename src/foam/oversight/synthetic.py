"""Simulated logs with known parameters: what estimators are tried on. Draws cases; estimates nothing.

Judges may lean together: with probability `likeness` a case is decided by its judge's one common draw instead of a
draw of its own. Every label then keeps its marginal probability (so the parameters stay what they are) while labels
of the same judge correlate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from pydantic import Field

from foam.oversight.log import Codes, Flags, Log, Numbers
from foam.oversight.setting import Judge, Setting, Share, endorses, endorses_consultant
from foam.values import Value


class Design(Value):
    """How a simulated experiment is laid out."""

    setting: Setting
    judge: Judge
    cases: int = Field(default=1000, ge=1)
    judges: int = Field(default=20, ge=1)
    strata: int = Field(default=2, ge=1)
    debate_share: Share = 0.5
    likeness: Share = 0.0
    blind_shift: float = 0.0
    """How much lower b is when roles are hidden (tie-break judges)."""


def synthetic_log(design: Design, *, seed: int) -> Log:
    """Cases drawn by the design, protocols randomised by case."""
    rng = np.random.default_rng(seed)
    drawn = _draw(design, rng)
    endorsed = np.asarray(_leaning(design, drawn.judge, rng) < _chances(design, drawn), dtype=np.float64)
    return _log(design, drawn, endorsed)


def log_rows(log: Log) -> list[dict[str, Any]]:
    """The log as rows that `build_log` reads back: stances are `yes`, their opposite `no`."""
    return [_row(log, i) for i in range(len(log))]


@dataclass(frozen=True)
class _Drawn:
    """Everything about the cases but their labels."""

    debate: Flags
    right: Flags
    e_p: Numbers
    e_a: Numbers
    judge: Codes
    stratum: Codes
    blinded: Numbers


def _draw(design: Design, rng: np.random.Generator) -> _Drawn:
    n, setting = design.cases, design.setting
    debate, right = rng.random(n) < design.debate_share, rng.random(n) < setting.p
    found_p = rng.random(n) < np.where(right, setting.tau, setting.rho)
    found_a = debate & (rng.random(n) < np.where(right, setting.rho, setting.tau))
    return _Drawn(
        debate=debate,
        right=right,
        e_p=found_p.astype(np.float64),
        e_a=found_a.astype(np.float64),
        judge=rng.integers(design.judges, size=n),
        stratum=rng.integers(design.strata, size=n),
        blinded=(rng.random(n) < 0.5).astype(np.float64),
    )


def _leaning(design: Design, judge: Codes, rng: np.random.Generator) -> Numbers:
    """Uniform draws, some of them common to a judge's cases."""
    own, common = rng.random(design.cases), rng.random(design.judges)
    together = rng.random(design.cases) < design.likeness
    return np.where(together, common[judge], own)


def _chances(design: Design, drawn: _Drawn) -> Numbers:
    """Pr(endorsed) of each case."""
    by_lead = np.array([endorses(design.judge, lead) for lead in (-1, 0, 1)])
    alone = np.array([endorses_consultant(design.judge, evidence) for evidence in (False, True)])
    lead = (drawn.e_p - drawn.e_a).astype(np.int64)
    shift = np.where(lead == 0, design.blind_shift * drawn.blinded, 0.0)
    return np.where(drawn.debate, by_lead[lead + 1] - shift, alone[drawn.e_p.astype(np.int64)])


def _log(design: Design, drawn: _Drawn, endorsed: Numbers) -> Log:
    n, unknown = design.cases, np.full(design.cases, np.nan)
    truth = drawn.right.astype(np.float64)
    return Log(
        instance=np.arange(n, dtype=np.int64),
        stratum=drawn.stratum,
        judge=drawn.judge,
        debate=drawn.debate,
        endorsed=endorsed,
        correct=np.asarray(endorsed == truth, dtype=np.float64),
        right=truth,
        e_p=drawn.e_p,
        e_a=drawn.e_a,
        v_p=drawn.e_p,
        v_a=drawn.e_a,
        attempt_p=unknown,
        attempt_a=unknown,
        order=np.zeros(n),
        blinded=drawn.blinded,
        load=unknown,
        time=np.arange(n, dtype=np.float64),
        assigned=np.zeros(n, dtype=np.bool_),
        favour=unknown,
        jurors=unknown,
        flipped=unknown,
        strata=tuple(f"stratum {i + 1}" for i in range(design.strata)),
        judges=tuple(f"judge {i + 1}" for i in range(design.judges)),
    )


def _row(log: Log, i: int) -> dict[str, Any]:
    debate = bool(log.debate[i])
    return {
        "instance": f"case {log.instance[i]}",
        "stratum": log.strata[log.stratum[i]],
        "protocol": "debate" if debate else "consultancy",
        "stance": "yes",
        "truth": "yes" if log.right[i] else "no",
        "label": "yes" if log.endorsed[i] else "no",
        "e_p": int(log.e_p[i]),
        "e_a": int(log.e_a[i]) if debate else "",
        "judge": log.judges[log.judge[i]],
        "blinded": int(log.blinded[i]),
    }
