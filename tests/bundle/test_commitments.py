"""What seats answered, conceded and stand by is derived again from the record, in a home and in a bundle.

The forger here has the whole record: it closes with the digest of the dossier that was changed, and all seals fit.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import cache

import pytest
from tests.deliberation.sitting import sit
from tests.deliberation.table import NOON, Table

from foam.appeal.kept import KeptView
from foam.appeal.vault import MemoryVault
from foam.bundle.bundle import Contents, write_bundle
from foam.bundle.keys import make_key
from foam.bundle.verify import verify_bundle
from foam.deliberation.dossier import CommitmentNode, Dossier, Node, ResponseNode
from foam.deliberation.verify import verify_dossier
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said
from foam.perspective.governance import Limits
from foam.record.memory import MemoryStore
from foam.record.runs import close_run
from foam.record.store import OUTCOME, Store

DAY = date(2026, 6, 1)


def find_material(call: Call) -> Said | None:
    """Every objection is material, so that every seat answers one."""
    asked = call.question
    if not isinstance(asked, Write) or asked.template != "acts/exchange":
        return None
    scores = {field.name: 9.0 for field in asked.fields if field.type == "score"}
    return Written(fields={**scores, "answers": "for"})


@cache
def held(voice: str) -> tuple[Table, str, Dossier]:
    """A deliberation in written or in bounded answers."""
    if voice == "written":
        sat = sit(find_material)
        return sat.table, sat.ran.run, sat.dossier
    table = Table()
    ran = table.deliberate()
    return table, ran.run, ran.view


def change_node(dossier: Dossier, node: Node, **update: object) -> Dossier:
    nodes = tuple(one.model_copy(update=update) if one == node else one for one in dossier.nodes)
    return dossier.model_copy(update={"nodes": nodes})


def forge(store: Store, run: str, dossier: Dossier) -> MemoryStore:
    """The record as it would be had the run closed with this dossier."""
    forged = MemoryStore()
    for entry in store.entries():
        if entry.draft.kind != OUTCOME:
            forged.append(entry)
    for key in store.members(run):
        forged.attach(key, run=run)
    close_run(forged, run, {"dossier": dossier.digest}, clock=lambda: NOON)
    return forged


def find_in_home(store: Store, run: str, dossier: Dossier) -> list[str]:
    report = verify_dossier(dossier, corpus=None, limits=Limits(), store=store, run=run)
    return [one.node for one in report.failures if one.rule in ("commitments", "digests")]


def find_in_bundle(table: Table, store: Store, run: str, dossier: Dossier) -> list[str]:
    kept = KeptView(view=dossier, documents=table.list_documents(run))
    at = datetime(2026, 6, 1, tzinfo=UTC)
    key = make_key("The Office", today=DAY, days=30)
    data = write_bundle(store, Contents(run=run, kept=kept), MemoryVault(), key, at=at)
    return [one.where for one in verify_bundle(data, today=DAY).findings]


def other_answer(node: Node) -> dict[str, object]:
    """Something else than what the node says."""
    if isinstance(node, CommitmentNode):
        return {"answer": "yes" if node.answer != "yes" else "no"}
    assert isinstance(node, ResponseNode)
    return {"move": "concede" if node.move != "concede" else "rebut"}


@pytest.mark.parametrize("kind", [CommitmentNode, ResponseNode])
@pytest.mark.parametrize("voice", ["written", "bounded"])
def test_a_changed_commitment_is_found_though_every_digest_fits(voice: str, kind: type[Node]) -> None:
    table, run, dossier = held(voice)
    node = next((one for one in dossier.nodes if isinstance(one, kind)), None)
    assert node is not None
    changed = change_node(dossier, node, **other_answer(node))
    forged = forge(table.store, run, changed)
    assert find_in_home(forged, run, changed) == [node.id]
    assert find_in_bundle(table, forged, run, changed) == [f"dossier.json: {node.id}"]


def test_words_that_a_seat_did_not_write_are_found() -> None:
    table, run, dossier = held("written")
    node = next(one for one in dossier.nodes if isinstance(one, ResponseNode) and one.text)
    changed = change_node(dossier, node, text="I never said otherwise.")
    assert find_in_home(forge(table.store, run, changed), run, changed) == [node.id]


def test_a_commitment_of_another_seat_and_one_that_is_left_out_are_found() -> None:
    table, run, dossier = held("bounded")
    node = next(one for one in dossier.nodes if isinstance(one, CommitmentNode) and one.answer != "unclear")
    other = next(seat.id for seat in table.pack.perspectives if seat.id != node.seat)
    changed = change_node(dossier, node, seat=other)
    assert find_in_home(forge(table.store, run, changed), run, changed) == [node.id]
    left = dossier.model_copy(update={"nodes": tuple(one for one in dossier.nodes if one != node)})
    assert len(find_in_home(forge(table.store, run, left), run, left)) == 1


@pytest.mark.parametrize("voice", ["written", "bounded"])
def test_nothing_is_found_of_what_was_said(voice: str) -> None:
    table, run, dossier = held(voice)
    assert find_in_home(table.store, run, dossier) == []
    assert find_in_bundle(table, table.store, run, dossier) == []
