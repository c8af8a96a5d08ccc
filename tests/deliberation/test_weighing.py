"""What a seat declares changes what reasons weigh for it, and whom it objects to."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.deliberation.table import Table

from foam.contest.job import load_file
from foam.contest.subject import DossierFile
from foam.deliberation.dossier import Dossier, ObjectionNode
from foam.deliberation.settled import settle_claims
from foam.deliberation.weighing import CERTAIN, UNFINISHED, Weight, weigh_reasons
from foam.job.waiting import complete
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
    assert plain.keys() == hedged.keys()
    assert any(hedged[claim] < plain[claim] for claim in plain)
    assert all(hedged[claim] <= plain[claim] for claim in plain)


def test_what_must_be_spelled_out_and_is_not_weighs_half() -> None:
    assert not any("spell out" in row.why for row in _weigh())
    short = [row for row in _weigh(dimensions={"warrant_density": _dense()}) if "spell out" in row.why]
    assert short
    assert all(row.weight <= UNFINISHED * row.share * row.strength * CERTAIN[row.put] + 1e-9 for row in short)


def test_a_run_weighs_what_its_reasons_weigh_for_the_seat() -> None:
    assert [row for row in _file().dossier.weights if row.seat == "listener"] == [*_weigh()]


def test_a_seat_that_leaves_the_other_alone_objects_to_nothing_that_others_examine() -> None:
    table = Table(pack=PACK)
    silent = _seat(table, dimensions={"clash_orientation": "avoid_clash"})
    assert _count_raised(table.deliberate(table.spec(silent)).view) < _count_raised(_file().dossier)


def _weigh(**declared: Any) -> tuple[Weight, ...]:
    """What the reasons of one run weigh for the listener, had it declared this."""
    made = _file().mediation
    *_, listener = _seat(Table(pack=PACK), **declared)
    claims = settle_claims(made.seats, made.claims, made.evaluated, unverified=made.unverified)
    return weigh_reasons((listener,), claims, made.synthesis.sublation, made.sources)


def _seat(table: Table, **declared: Any) -> tuple[Perspective, ...]:
    """The pack's table with one more seat, which denies and weighs every value alike."""
    values = {value.id: 1.0 for value in table.pack.values}
    dimensions = {"resolution_stance": "oppose_direct", **declared.pop("dimensions", {})}
    listener = Perspective(id="listener", role="listener", weighting=values, dimensions=dimensions, **declared)
    return (*table.pack.perspectives, listener)


@cache
def _file() -> DossierFile:
    table = Table(pack=PACK)
    found = complete(load_file(table.store, table.deliberate(table.spec(_seat(table))).run))
    assert isinstance(found, DossierFile)
    return found


def _count_raised(dossier: Dossier) -> int:
    return sum(isinstance(node, ObjectionNode) and "listener" in node.raised_by for node in dossier.nodes)


def _dense() -> str:
    """The option of `warrant_density` that asks for the most parts."""
    return max(
        load_catalogue()["warrant_density"].options, key=lambda name: len(find_effect("warrant_density", name).parts)
    )
