"""Amplification, follow-when-correct and accuracy by protocol, and whether the protocols differ.

These are sample shares: they assume nothing about senders or judges, only that the protocol was randomised by case.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from foam.oversight.estimation.estimate import Estimate
from foam.oversight.estimation.shares import Resampling, ShareRows, difference, share
from foam.oversight.log import Log
from foam.oversight.setting import PROTOCOLS, Protocol
from foam.stats.significance import permutation_test
from foam.values import Value

Flags = NDArray[np.bool_]
_PLURALS = {"judge": "judges", "stratum": "strata"}


class ProtocolRates(Value):
    """What one protocol did."""

    protocol: Protocol
    rows: int
    amplification: Estimate
    follow: Estimate
    accuracy: Estimate
    by_stratum: tuple[Estimate, ...] = ()
    """Amplification within each stratum, when there are several."""


class ProtocolComparison(Value):
    """Consultancy less debate, positive where debate amplifies less."""

    amplification: Estimate
    accuracy: Estimate
    follow: Estimate
    p_value: float | None
    """Two-sided, by permuting protocols within blocks; None when no block holds both."""
    p_debate_lower: float | None
    """One-sided: chance of so large a reduction if the protocol made no difference."""
    blocks: str
    """Within what the protocols were permuted."""
    warnings: tuple[str, ...] = ()
    """Why the difference may not be one of protocols."""


def amplified_rows(log: Log, rows: Flags) -> ShareRows:
    """Wrong stances, and whether they were endorsed."""
    return ShareRows(bears=rows & (log.right == 0.0), hit=log.endorsed)


def followed_rows(log: Log, rows: Flags) -> ShareRows:
    """Right stances, and whether they were endorsed."""
    return ShareRows(bears=rows & (log.right == 1.0), hit=log.endorsed)


def accurate_rows(log: Log, rows: Flags) -> ShareRows:
    """Cases with a known truth, and whether the label is it."""
    return ShareRows(bears=rows & log.known, hit=log.correct)


def rows_under(log: Log, protocol: Protocol) -> Flags:
    """The rows of one protocol."""
    return np.asarray(log.debate == (protocol == "debate"))


def estimate_protocol(log: Log, protocol: Protocol, how: Resampling) -> ProtocolRates:
    """All rates of one protocol."""
    rows = rows_under(log, protocol)
    return ProtocolRates(
        protocol=protocol,
        rows=int(rows.sum()),
        amplification=share("amplification", log, amplified_rows(log, rows), how),
        follow=share("follow", log, followed_rows(log, rows), how),
        accuracy=share("accuracy", log, accurate_rows(log, rows), how),
        by_stratum=_by_stratum(log, rows, how),
    )


def compare(log: Log, how: Resampling) -> ProtocolComparison:
    """Consultancy less debate, with a permutation test on amplification among wrong stances."""
    consult, debate = (rows_under(log, protocol) for protocol in PROTOCOLS)
    wrong = log.where(log.right == 0.0)
    codes, blocks = _blocks(wrong)
    tested = permutation_test(wrong.endorsed, wrong.debate, codes, replicates=how.replicates, seed=how.seed)
    return ProtocolComparison(
        amplification=difference(
            "amplification_gap", log, amplified_rows(log, consult), amplified_rows(log, debate), how
        ),
        accuracy=difference("accuracy_gap", log, accurate_rows(log, consult), accurate_rows(log, debate), how),
        follow=difference("follow_gap", log, followed_rows(log, consult), followed_rows(log, debate), how),
        p_value=tested.two_sided if tested else None,
        p_debate_lower=tested.one_sided if tested else None,
        blocks=blocks if tested else "none",
        warnings=tuple(_confounded(log, tested=tested is not None)),
    )


def estimate_wrong_endorsement(log: Log, rows: Flags, name: str, how: Resampling) -> Estimate:
    """Pr(the judge endorses a false stance that was argued), assigned-role debates told from their false side."""
    told = log.false_side()
    return share(name, told, amplified_rows(told, rows), how)


def _by_stratum(log: Log, rows: Flags, how: Resampling) -> tuple[Estimate, ...]:
    if len(log.strata) < 2:
        return ()
    return tuple(
        share(stratum, log, amplified_rows(log, rows & (log.stratum == code)), how)
        for code, stratum in enumerate(log.strata)
        if bool((rows & (log.stratum == code)).any())
    )


def _confounded(log: Log, *, tested: bool) -> Iterator[str]:
    """What differs between the protocols beside the protocol."""
    if not tested:
        yield "no permutation test: no stratum holds wrong stances of both protocols"
    for name, codes, names in (("judge", log.judge, log.judges), ("stratum", log.stratum, log.strata)):
        consult, debate = (set(codes[rows_under(log, protocol)].tolist()) for protocol in PROTOCOLS)
        if len(names) > 1 and not consult & debate:
            yield f"no {name} has both protocols: their difference may be one of {_PLURALS[name]}"


def _blocks(log: Log) -> tuple[NDArray[np.int64], str]:
    """Stratum and judge when judges saw both protocols, else stratum alone."""
    both = [
        0 < int(log.debate[log.judge == judge].sum()) < int((log.judge == judge).sum())
        for judge in np.unique(log.judge)
    ]
    if both and sum(both) * 2 >= len(both):
        return log.stratum * len(log.judges) + log.judge, "stratum and judge"
    return log.stratum, "stratum"
