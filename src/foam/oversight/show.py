"""Results of the theory and the simulation as plain text. Knows no command and computes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from foam.oversight.equilibrium import Outcome
from foam.oversight.simulation import Simulated
from foam.oversight.sweep import Point
from foam.oversight.theory import Rates


def rates_table(found: Iterable[Rates]) -> list[str]:
    """Both protocols side by side."""
    head = f"{'':<12} {'amplif.':>9} {'follow':>9} {'accuracy':>9} {'error':>9} {'ties':>9}"
    rows = [
        f"{r.protocol:<12} {r.amplification:>9.4f} {r.follow:>9.4f} {r.accuracy:>9.4f} {r.error:>9.4f} {r.tie:>9.4f}"
        for r in found
    ]
    return [head, *rows]


def simulated_lines(one: Simulated, closed: Rates) -> list[str]:
    """A simulation beside its closed form."""
    pairs = [("amplification", one.amplification, closed.amplification), ("follow", one.follow, closed.follow)]
    pairs += [("accuracy", one.accuracy, closed.accuracy), ("tie", one.tie, closed.tie)]
    return [one.protocol] + [
        f"  {name:<14} {m.value:.5f} ± {m.error:.5f}   closed form {value:.5f}"
        for name, m, value in pairs
        if m.value is not None and m.error is not None
    ]


def _played(one: Simulated | None) -> str:
    if one is None or one.amplification.value is None:
        return "-"
    return f"{one.amplification.value:.5f} ± {one.amplification.error:.5f}"


def flat(found: dict[str, Any], prefix: str = "") -> Iterable[str]:
    """A nested result, one dotted name a line."""
    for key, value in found.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield f"{prefix}{key}: {len(value)} entries; first {value[0]}; last {value[-1]}"
        else:
            yield f"{prefix}{key} {value:.6g}" if isinstance(value, float) else f"{prefix}{key} {value}"


def equilibrium_lines(found: Outcome, cost: float) -> Iterable[str]:
    """Thresholds and every equilibrium."""
    marks = found.thresholds
    yield f"cost {cost:g}: presenting is dominant below {marks.dominance:.4f}; both presenting is an equilibrium"
    yield f"up to {marks.always:.4f}, neither from {marks.never:.4f}; a consultant does up to {marks.consultancy:.4f}"
    amp = found.consultancy.amplification
    yield f"consultancy: presents {found.consultant_presents:.3f}, amplification {amp:.4f}"
    for e in found.debate:
        who = f"P presents {e.conduct.protagonist:.3f}, A {e.conduct.antagonist:.3f}"
        yield f"debate ({e.kind}): {who}, amplification {e.rates.amplification:.4f}, accuracy {e.rates.accuracy:.4f}"


def sweep_lines(points: Iterable[Point]) -> Iterable[str]:
    """One line per point and protocol."""
    yield f"{'at':<10} {'protocol':<12} {'theory':<8} simulated"
    for p in points:
        yield f"{p.at:<10.4g} {p.theory.protocol:<12} {p.theory.amplification:<8.5f} {_played(p.simulated)}"
