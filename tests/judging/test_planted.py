"""Planted faults: every right challenge wins, and every wrong one loses."""

from __future__ import annotations

from functools import cache

import pytest
from bench.faults.beds import all_roles, make_bed
from bench.faults.planted import TYPES, planted_faults
from bench.faults.planting import Bed
from bench.faults.trials import ended_rightly, hear, trials

from foam.model.scripted import ScriptedModel


@cache
def _bed(pack: str) -> Bed:
    return make_bed(pack)


def test_no_fault_is_planted_twice() -> None:
    faults = planted_faults()
    assert {fault.type for fault in faults} == set(TYPES)
    assert len({fault.digest for fault in faults}) == len(faults)


@pytest.mark.parametrize("kind", TYPES)
def test_the_right_challenge_wins_and_the_wrong_one_loses(kind: str) -> None:
    for fault in [fault for fault in planted_faults() if fault.type == kind]:
        for trial in trials(fault, _bed(fault.pack)):
            outcome = hear(trial, _bed(fault.pack), all_roles(ScriptedModel()))
            assert ended_rightly(trial, outcome), (fault, outcome.outcome.reasons)
