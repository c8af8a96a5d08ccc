"""b: what the judge does when the evidence is level, by stratum, by kind of tie, and with the roles hidden.

If role labels sway the judge, b differs between blinded and open rows at equal evidence; if speaking order does, it
differs between rows in which the protagonist spoke first and last.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from foam.oversight.estimation.estimate import Estimate, join_warnings
from foam.oversight.estimation.shares import Resampling, ShareRows, difference, share
from foam.oversight.log import Log
from foam.values import Value

Flags = NDArray[np.bool_]


class TieBias(Value):
    """Endorsement of the protagonist in tied debates."""

    b: Estimate
    with_evidence: Estimate
    """Ties in which both sides showed evidence."""
    without_evidence: Estimate
    by_stratum: tuple[Estimate, ...]
    roles_shown: Estimate | None
    roles_hidden: Estimate | None
    role_effect: Estimate | None
    """b with roles shown less b with roles hidden; None unless both kinds occur."""
    order_effect: Estimate | None
    """b speaking first less b speaking last; None unless both orders occur."""
    tie_rate: float | None
    """Share of debates that tie; None without recorded evidence."""


def tie_bias(log: Log, how: Resampling) -> TieBias:
    """Everything about ties in the log's debates."""
    debates = log.under("debate")
    recorded = ~np.isnan(debates.lead)
    ties = recorded & (debates.lead == 0.0)
    hidden, shown = ties & (debates.blinded == 1.0), ties & (debates.blinded == 0.0)
    return TieBias(
        b=_add_warnings(share("b", debates, _endorsed_rows(debates, ties), how), ties, recorded),
        with_evidence=share("b_with_evidence", debates, _endorsed_rows(debates, ties & (debates.e_p == 1.0)), how),
        without_evidence=share(
            "b_without_evidence", debates, _endorsed_rows(debates, ties & (debates.e_p == 0.0)), how
        ),
        by_stratum=_by_stratum(debates, ties, how),
        roles_shown=share("b_roles_shown", debates, _endorsed_rows(debates, shown), how) if shown.any() else None,
        roles_hidden=share("b_roles_hidden", debates, _endorsed_rows(debates, hidden), how) if hidden.any() else None,
        role_effect=_effect("role_effect", debates, shown, hidden, how),
        order_effect=_effect("order_effect", debates, ties & (debates.order == 1), ties & (debates.order == -1), how),
        tie_rate=float(ties.sum() / recorded.sum()) if recorded.any() else None,
    )


def _endorsed_rows(log: Log, rows: Flags) -> ShareRows:
    return ShareRows(bears=rows, hit=log.endorsed)


def _effect(name: str, log: Log, these: Flags, those: Flags, how: Resampling) -> Estimate | None:
    if not (these.any() and those.any()):
        return None
    return difference(name, log, _endorsed_rows(log, these), _endorsed_rows(log, those), how)


def _by_stratum(log: Log, ties: Flags, how: Resampling) -> tuple[Estimate, ...]:
    if len(log.strata) < 2:
        return ()
    return tuple(
        share(name, log, _endorsed_rows(log, ties & (log.stratum == code)), how)
        for code, name in enumerate(log.strata)
        if bool((ties & (log.stratum == code)).any())
    )


def _add_warnings(found: Estimate, ties: Flags, recorded: Flags) -> Estimate:
    remark: tuple[str, ...] = ()
    if recorded.any() and ties.sum() == recorded.sum():
        remark = ("every debate is a tie: the evidence decides nothing, and the labels are b alone",)
    return found.model_copy(update={"warnings": join_warnings(found.warnings, remark)})
