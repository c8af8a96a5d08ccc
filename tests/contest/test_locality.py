"""Locality: a leaf evidence challenge leaves at least nine tenths of the entries alone, whichever leaf it is."""

from __future__ import annotations

from statistics import fmean

import pytest
from tests.contest.hall import deliberation, judging
from tests.contest.test_evidence_challenges import _after

from foam.contest.challenge import Relevance
from foam.record.graph import require_entry


@pytest.mark.parametrize("pack", ["benefits-appeal", "policy-debate"])
def test_nine_tenths_of_the_entries_stand_when_evidence_is_swapped(pack: str) -> None:
    hall = deliberation(pack)
    reuse = []
    for claim in hall.plain_claims():
        swap = judging(lambda s, _, ground=claim.ground.text: s != ground)  # type: ignore[misc]
        outcome = hall.challenge(claim.id, Relevance(), f"Not to the point: {claim.id}.", script=swap).outcome
        assert outcome.move == "swap"
        reuse.append(outcome.locality.reuse)
        questions = sum(entry.draft.decider.type == "model" for entry in hall.dossier.entries)
        assert outcome.locality.asked == len(hall.model.calls) <= 0.1 * questions
    assert fmean(reuse) >= 0.9
    assert min(reuse) >= 0.8


def test_what_is_asked_again_rests_on_the_challenge() -> None:
    """Every question of the hearing goes back to the challenge: nothing that it does not touch is asked."""
    hall = deliberation()
    claim = max(
        hall.plain_claims(),
        key=lambda one: sum(e.objection.claim == one.id for e in hall.dossier.exchanges.values()),
    )
    heard = hall.challenge(claim.id, Relevance(), script=judging(lambda s, _: s != claim.ground.text))
    store = hall.table.store
    asked = [e for key in store.members(heard.run) if (e := require_entry(store, key)).draft.decider.type == "model"]
    assert len(asked) == heard.outcome.locality.asked > 4

    def reaches(key: str) -> bool:
        parents = require_entry(store, key).draft.parents
        return heard.outcome.entry in parents or any(map(reaches, parents))

    assert all(reaches(entry.key) for entry in asked)


def test_parts_that_are_not_listed_as_changed_are_as_they_were() -> None:
    hall = deliberation()
    claim = hall.plain_claims()[0]
    heard = hall.challenge(claim.id, Relevance(), script=judging(lambda s, _: s != claim.ground.text))
    old = {node.id: node for node in hall.dossier.dossier.nodes}
    new = {node.id: node for node in _after(heard).dossier.nodes}
    assert {id for id in old | new if old.get(id) != new.get(id)} == set(heard.outcome.locality.changed)
    assert heard.outcome.locality.untouched > 0.8
