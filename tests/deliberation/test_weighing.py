"""What a seat declares changes what reasons weigh for it, and whom it objects to."""

from __future__ import annotations

from typing import Any

import pytest
from tests.deliberation.table import Table

from foam.deliberation.dossier import Dossier, ObjectionNode
from foam.deliberation.weighing import CERTAIN, UNFINISHED, Weight
from foam.perspective.catalogue import load_catalogue
from foam.perspective.manner import find_effect
from foam.perspective.node import Perspective

PACK = "policy-debate"


def test_a_seat_that_asks_for_two_independent_sources_gives_one_no_weight() -> None:
    rows = _weigh(policy={"min_sources": 2})
    assert any(row.why.startswith("not admitted: 1 independent source") and row.weight == 0 for row in rows)
    assert not any("independent source" in row.why for row in _weigh())


def test_a_seat_that_wants_reviewed_sources_says_which_it_does_not_admit() -> None:
    rows = _weigh(policy={"peer_reviewed_only": True})
    assert any("not known to be peer reviewed" in row.why or "not peer reviewed" in row.why for row in rows)


@pytest.mark.parametrize("uncertainty", ["qualified", "quantified"])
def test_how_certain_a_seat_lets_reasons_be_put_changes_what_they_weigh(uncertainty: str) -> None:
    plain = {row.claim: row.weight for row in _weigh()}
    hedged = {row.claim: row.weight for row in _weigh(policy={"uncertainty": uncertainty})}
    # What the seat itself puts in other words it words by all that it declares.
    same = plain.keys() & hedged.keys()
    assert len(same) >= len(plain) - 1
    assert any(hedged[claim] < plain[claim] for claim in same)
    assert all(hedged[claim] <= plain[claim] for claim in same)


def test_what_must_be_spelled_out_and_is_not_weighs_half() -> None:
    assert not any("spell out" in row.why for row in _weigh())
    short = [row for row in _weigh(dimensions={"warrant_density": _dense()}) if "spell out" in row.why]
    assert short
    assert all(row.weight <= UNFINISHED * row.share * row.strength * CERTAIN[row.put] + 1e-9 for row in short)


def test_a_seat_that_leaves_the_other_alone_objects_to_nothing_that_others_examine() -> None:
    seated = _deliberate().nodes
    silent = _deliberate(dimensions={"clash_orientation": "avoid_clash"}).nodes
    assert _count_raised(silent) < _count_raised(seated)


def _weigh(**declared: Any) -> list[Weight]:
    return [row for row in _deliberate(**declared).weights if row.seat == "listener"]


def _deliberate(**declared: Any) -> Dossier:
    """The pack's table with one more seat, which denies and weighs every value alike."""
    table = Table(pack=PACK)
    values = {value.id: 1.0 for value in table.pack.values}
    dimensions = {"resolution_stance": "oppose_direct", **declared.pop("dimensions", {})}
    listener = Perspective(id="listener", role="listener", weighting=values, dimensions=dimensions, **declared)
    return table.deliberate(table.spec((*table.pack.perspectives, listener))).view


def _count_raised(nodes: tuple[object, ...]) -> int:
    return sum(isinstance(node, ObjectionNode) and "listener" in node.raised_by for node in nodes)


def _dense() -> str:
    """The option of `warrant_density` that asks for the most parts."""
    return max(
        load_catalogue()["warrant_density"].options, key=lambda name: len(find_effect("warrant_density", name).parts)
    )
