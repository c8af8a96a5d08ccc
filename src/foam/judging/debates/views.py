"""The marks of a debate, for a terminal."""

from __future__ import annotations

from foam.debate.transcript import SIDES
from foam.judging.debates.inspire import side_means
from foam.judging.debates.job import Evaluated


def evaluated_text(found: Evaluated) -> str:
    """The marks as a terminal shows them."""
    lines = [found.motion, ""]
    if found.inspire:
        lines.append("InspireScore   subjective  logic   fact  score")
        for side in SIDES:
            means = side_means(found.inspire, side)
            lines += [f"  {side:<12} " + "  ".join(f"{mean:6.3f}" for mean in means)] if means else []
        facts = [fact for mark in found.inspire for fact in mark.facts]
        told = {verdict: sum(f.verdict == verdict for f in facts) for verdict in ("supported", "refuted", "not found")}
        lines.append(
            f"  {len(facts)} claims held against the library: {', '.join(f'{n} {v}' for v, n in told.items())}"
        )
    if found.debatrix:
        lines += ["", "Debatrix       pro first  con first  outcome  marks pro / con"]
        for one in (*found.debatrix.dimensions, found.debatrix.overall):
            marks = f"{one.marks['pro']:.1f} / {one.marks['con']:.1f}"
            lines.append(f"  {one.dimension:<12} {one.pro_first:<10} {one.con_first:<10} {one.outcome:<8} {marks}")
        lines.append(f"  winner: {found.debatrix.winner}")
    return "\n".join([*lines, *(f"{name} left out: {why}" for name, why in found.skipped.items())])
