"""Labels fed back: how the protagonist's error rate moves when it is trained on what the judge endorsed.

Per round the model is trained with weight `learning` on labels made by the protocol, by one of two rules:

    imitate     it learns the labels, so its new error rate is the labels' error rate
    reinforce   it keeps the stances that were endorsed: right ones survive at rate F, wrong ones at rate Amp

then a share `shift` of its right stances goes stale (the world moves on), and, if `fabrication` is positive, every
ratified error teaches false stances to pass the check a little more often: rho grows, and Amp with it.
`tolerable_amplification` answers how small Amp must be so that an error rate does not drift upwards.
Assumptions: infinitely many cases a round (or `cases`, drawn at random), memoryless learning. Limit: learning 0,
shift 0 stands still; one round of full imitation is the one-shot error rate.
"""

from __future__ import annotations

from typing import Literal, assert_never

import numpy as np

from foam.oversight.setting import Judge, Protocol, Setting, Share
from foam.oversight.theory import rates
from foam.values import Value


class Loop(Value):
    """How labels come back as training."""

    rule: Literal["imitate", "reinforce"] = "imitate"
    learning: Share = 1.0
    shift: Share = 0.0
    fabrication: Share = 0.0


class DynamicsRound(Value):
    """Where the model stands after so many rounds."""

    number: int
    error: float
    """1 - p: how often the protagonist is wrong."""
    rho: float
    amplification: float
    follow: float


def trajectory(
    protocol: Protocol,
    setting: Setting,
    judge: Judge,
    loop: Loop,
    *,
    rounds: int,
    cases: int | None = None,
    rng: np.random.Generator | None = None,
) -> tuple[DynamicsRound, ...]:
    """The model over the rounds; with `cases` and `rng`, labelled on so many random cases a round."""
    now, passed = setting, [_round(protocol, 0, setting, judge)]
    for number in range(1, rounds + 1):
        error = _labelled_error(passed[-1], now, cases, rng)
        now = _next(now, passed[-1], loop, error)
        passed.append(_round(protocol, number, now, judge))
    return tuple(passed)


def tolerable_amplification(error: float, follow: float, loop: Loop) -> float | None:
    """The largest Amp at which this error rate does not grow; None when even Amp = 0 would not hold it."""
    if error >= 1:
        return 1.0
    if error <= 0 or loop.learning == 0:
        return None if _fresh_errors(follow, loop) > 0 else 1.0
    limit: float | None
    match loop.rule:
        case "imitate":
            limit = _imitation_limit(error, follow, loop)
        case "reinforce":
            limit = _reinforcement_limit(error, follow, loop)
        case _:
            assert_never(loop.rule)
    return None if limit is None or limit < 0 else min(1.0, limit)


def _drifts(protocol: Protocol, setting: Setting, judge: Judge, loop: Loop, *, rounds: int = 500) -> bool:
    """Whether the error rate ends above where it began."""
    passed = trajectory(protocol, setting, judge, loop, rounds=rounds)
    return passed[-1].error > passed[0].error + 1e-9


def critical_rho(protocol: Protocol, setting: Setting, judge: Judge, loop: Loop, *, rounds: int = 500) -> float | None:
    """The fabrication rate from which on the error rate _drifts upwards; None if it never does."""

    def bad(rho: float) -> bool:
        return _drifts(protocol, setting.model_copy(update={"rho": rho}), judge, loop, rounds=rounds)

    if not bad(1.0):
        return None
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if bad(middle) else (middle, high)
    return high


def _fresh_errors(follow: float, loop: Loop) -> float:
    """Errors that arise where there were none: by staleness, and by imitating wrongly rejected answers."""
    spoiled = loop.learning * (1 - follow) if loop.rule == "imitate" else 0.0
    return loop.shift + spoiled


def _imitation_limit(error: float, follow: float, loop: Loop) -> float:
    held = (error - loop.shift) / (1 - loop.shift) if loop.shift < 1 else -1.0
    spare = held - (1 - loop.learning) * error - loop.learning * (1 - error) * (1 - follow)
    return spare / (loop.learning * error)


def _reinforcement_limit(error: float, follow: float, loop: Loop) -> float | None:
    right = 1 - error
    if loop.shift >= 1:
        return None
    needed = (right / (1 - loop.shift) - (1 - loop.learning) * right) / loop.learning
    return right * follow / error * (1 / needed - 1) if needed <= 1 else None


def _round(protocol: Protocol, number: int, setting: Setting, judge: Judge) -> DynamicsRound:
    found = rates(protocol, setting, judge)
    return DynamicsRound(
        number=number,
        error=1 - setting.p,
        rho=setting.rho,
        amplification=found.amplification,
        follow=found.follow,
    )


class _Labelled(Value):
    """Shares of one round's cases: wrong and endorsed, right and endorsed, right and rejected."""

    wrong_endorsed: float
    right_endorsed: float
    right_rejected: float


def _labelled_error(
    last: DynamicsRound, setting: Setting, cases: int | None, rng: np.random.Generator | None
) -> _Labelled:
    p = setting.p
    shares = np.array(
        [
            (1 - p) * last.amplification,
            p * last.follow,
            p * (1 - last.follow),
            (1 - p) * (1 - last.amplification),
        ]
    ).clip(0.0, 1.0)
    if cases is not None and rng is not None:
        shares = rng.multinomial(cases, shares / shares.sum()) / cases
    return _Labelled(wrong_endorsed=float(shares[0]), right_endorsed=float(shares[1]), right_rejected=float(shares[2]))


def _next(setting: Setting, last: DynamicsRound, loop: Loop, labelled: _Labelled) -> Setting:
    taught = _taught_error(last.error, loop, labelled)
    mixed = (1 - loop.learning) * last.error + loop.learning * taught
    error = mixed + loop.shift * (1 - mixed)
    rho = setting.rho + loop.fabrication * labelled.wrong_endorsed * (1 - setting.rho)
    return setting.model_copy(update={"p": min(1.0, max(0.0, 1 - error)), "rho": min(1.0, rho)})


def _taught_error(error: float, loop: Loop, labelled: _Labelled) -> float:
    match loop.rule:
        case "imitate":
            return labelled.wrong_endorsed + labelled.right_rejected
        case "reinforce":
            endorsed = labelled.wrong_endorsed + labelled.right_endorsed
            return labelled.wrong_endorsed / endorsed if endorsed else error
        case _:
            assert_never(loop.rule)
