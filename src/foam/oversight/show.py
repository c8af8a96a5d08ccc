"""Results of the theory and the simulation as blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from foam.oversight.equilibrium import Equilibria
from foam.oversight.simulation import Simulated
from foam.oversight.sweep import SweepPoint
from foam.oversight.theory import GameRates
from foam.paper import Block, Paragraph, Table


def rates_blocks(found: Iterable[GameRates]) -> Iterator[Block]:
    """Both protocols side by side."""
    rows = [
        (r.protocol, *(f"{share:.4f}" for share in (r.amplification, r.follow, r.accuracy, r.error, r.tie)))
        for r in found
    ]
    yield Table(head=("", "amplification", "follow", "accuracy", "error", "ties"), rows=rows)


def simulated_blocks(played: Iterable[tuple[Simulated, GameRates]]) -> Iterator[Block]:
    """Simulations beside their closed forms."""
    rows = [
        (one.protocol, name, f"{measured.value:.5f} ± {measured.error:.5f}", f"{value:.5f}")
        for one, closed in played
        for name, measured, value in (
            ("amplification", one.amplification, closed.amplification),
            ("follow", one.follow, closed.follow),
            ("accuracy", one.accuracy, closed.accuracy),
            ("tie", one.tie, closed.tie),
        )
        if measured.value is not None and measured.error is not None
    ]
    yield Table(head=("protocol", "", "simulated", "closed form"), rows=rows)


def sweep_blocks(points: Iterable[SweepPoint]) -> Iterator[Block]:
    """A row for each point and protocol."""
    rows = [
        (f"{p.at:.4g}", p.theory.protocol, f"{p.theory.amplification:.5f}", _amplification(p.simulated)) for p in points
    ]
    yield Table(head=("at", "protocol", "theory", "simulated"), rows=rows)


def _amplification(one: Simulated | None) -> str:
    if one is None or one.amplification.value is None:
        return "-"
    return f"{one.amplification.value:.5f} ± {one.amplification.error:.5f}"


def equilibrium_blocks(found: Equilibria, cost: float) -> Iterator[Block]:
    """Thresholds and every equilibrium."""
    marks = found.thresholds
    yield Paragraph(
        content=f"cost {cost:g}: presenting is dominant below {marks.dominance:.4f}; both presenting is an equilibrium "
        f"up to {marks.always:.4f}, neither from {marks.never:.4f}; a consultant does up to {marks.consultancy:.4f}"
    )
    rows = [("consultancy", f"{found.consultant_presents:.3f}", "–", f"{found.consultancy.amplification:.4f}", "–")]
    rows += [
        (
            f"debate ({one.kind})",
            f"{one.conduct.protagonist:.3f}",
            f"{one.conduct.antagonist:.3f}",
            f"{one.rates.amplification:.4f}",
            f"{one.rates.accuracy:.4f}",
        )
        for one in found.debate
    ]
    yield Table(head=("", "P presents", "A presents", "amplification", "accuracy"), rows=rows)


def flatten(found: dict[str, Any], prefix: str = "") -> Iterable[str]:
    """A nested result, one dotted name a line."""
    for key, value in found.items():
        if isinstance(value, dict):
            yield from flatten(value, f"{prefix}{key}.")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield f"{prefix}{key}: {len(value)} entries; first {value[0]}; last {value[-1]}"
        else:
            yield f"{prefix}{key} {value:.6g}" if isinstance(value, float) else f"{prefix}{key} {value}"
