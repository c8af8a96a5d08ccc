"""Planted faults: with a judge that is told the truth every right challenge wins and every wrong one loses."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from foam.errors import WeightsMissing
from foam.judging.faults.beds import all_roles, make_bed
from foam.judging.faults.planted import TYPES, Fault, planted_faults
from foam.judging.faults.planting import Bed
from foam.judging.faults.trials import ended_rightly, hear, make_script, trials
from foam.model.cast import ROLES
from foam.model.embedded.model import EmbeddedModel
from foam.model.judge import shipped_judge
from foam.model.port import Model
from foam.model.question import Choose, Chosen
from foam.model.scripted import Call, Said, ScriptedModel
from foam.pack.files import shipped_packs
from foam.settings import find_home

NOT_FOUND = "No district needs additional buses for later school hours."
"""Its counter-evidence is not among what a search by shared words finds; nothing else is out of reach."""


@cache
def _bed(pack: str) -> Bed:
    return make_bed(pack)


def test_there_are_sixty_faults_of_every_type_over_both_packs() -> None:
    faults = planted_faults()
    assert len(faults) >= 60
    assert {fault.type for fault in faults} == set(TYPES)
    assert min(Counter(fault.pack for fault in faults).values()) >= 30
    assert len({fault.digest for fault in faults}) == len(faults)


@pytest.mark.parametrize("kind", TYPES)
def test_the_right_challenge_wins_and_the_wrong_one_loses(kind: str) -> None:
    """Of each kind two faults in each pack; `python -m bench judging` tries them all."""
    heard = 0
    faults = [fault for fault in planted_faults() if fault.type == kind]
    few = [fault for pack in shipped_packs() for fault in [one for one in faults if one.pack == pack][:2]]
    for fault in few:
        for trial in trials(fault, _bed(fault.pack)):
            outcome = hear(trial, _bed(fault.pack), all_roles(ScriptedModel(make_script(trial))))
            known = trial.right and getattr(fault, "claim", "") == NOT_FOUND
            assert ended_rightly(trial, outcome) != known, (fault, outcome.outcome.reasons)
            heard += 1
    assert heard >= 4


def _agrees(call: Call) -> Said | None:
    if not isinstance(call.question, Choose):
        return None
    return Chosen(ids=tuple(option.id for option in call.question.options[: call.question.at_most]))


def test_a_judge_that_names_everything_loses_the_suite() -> None:
    """The suite can fail: with a judge that agrees to all, wrong sentences stand and true claims fall."""
    wrong = 0
    where = make_bed("benefits-appeal")
    for fault in planted_faults():
        if fault.pack == where.pack.name and fault.type in ("wrong_sentence", "out_of_context"):
            heard = [(one, hear(one, where, all_roles(ScriptedModel(_agrees)))) for one in trials(fault, where)]
            wrong += sum(not ended_rightly(*one) for one in heard)
    assert wrong >= 8


@pytest.mark.embedded
def test_the_embedded_judge_settles_a_handful_of_them() -> None:
    home = find_home(os.environ, Path.cwd(), Path.home())
    models: dict[str, Model] = dict.fromkeys(ROLES, EmbeddedModel(home, judge=shipped_judge()))
    try:
        heard = [one for fault in planted_faults() if fault.type == "out_of_context" for one in _heard(fault, models)]
    except WeightsMissing as missing:
        pytest.skip(f"MISSING WEIGHTS: {missing.what}; {missing.hint}")
    assert len(heard) == 20
    assert sum(heard) >= 14


def _heard(fault: Fault, models: dict[str, Model]) -> list[bool]:
    where = make_bed(fault.pack, models)
    return [ended_rightly(trial, hear(trial, where, models)) for trial in trials(fault, where)]
