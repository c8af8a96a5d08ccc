"""A seat tells its reasons in the order it declared."""

from __future__ import annotations

import pytest
from tests.deliberation.table import Table

from foam.deliberation.dossier import Dossier, PositionNode
from foam.deliberation.telling import tell_reasons
from foam.perspective.manner import find_effect


@pytest.mark.parametrize(("option", "first"), [("evidence_first", "“"), ("claim_first", "")])
def test_the_parts_of_a_reason_come_in_the_order_that_was_declared(option: str, first: str) -> None:
    order = find_effect("evidence_integration", option).tells
    assert order[0] == ("grounds" if first else "claim")
    told = _told({"evidence_integration": option})
    assert told
    assert all(text.startswith("“") is bool(first) for text in told)


def test_reasons_come_by_their_form_where_that_was_declared() -> None:
    dossier = _deliberate({"organization_structure": "problem_solution"})
    order = find_effect("organization_structure", "problem_solution").sorts
    forms = {claim.id: claim.scheme for claim in dossier.claims}
    for node in dossier.nodes:
        if isinstance(node, PositionNode) and node.seat == "teller":
            places = [order.index(forms[t.claim]) if forms[t.claim] in order else len(order) for t in node.told]
            assert places == sorted(places)


def test_a_seat_tells_nothing_that_it_does_not_back() -> None:
    dossier = _deliberate({})
    backed = {claim.id: claim.backers for claim in dossier.claims}
    for node in dossier.nodes:
        if isinstance(node, PositionNode):
            assert all(node.seat in backed[one.claim] for one in node.told)
    assert tell_reasons(Table(pack="policy-debate").pack.perspectives[0], ()) == ()


def _told(dimensions: dict[str, str]) -> list[str]:
    nodes = _deliberate(dimensions).nodes
    return [one.text for node in nodes if isinstance(node, PositionNode) and node.seat == "teller" for one in node.told]


def _deliberate(dimensions: dict[str, str]) -> Dossier:
    table = Table(pack="policy-debate")
    seat = table.pack.perspectives[0]
    declared = {**seat.dimensions, **dimensions}
    teller = seat.model_copy(update={"id": "teller", "dimensions": declared})
    return table.deliberate(table.spec((teller, *table.pack.perspectives[1:]))).view
