"""When the refinement loop stops: not before the third round unless nothing new can be objected; the rule is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.deliberation.table import Table
from tests.deliberation.writing import writing

from foam.deliberation.dossier import Dossier, PositionNode
from foam.deliberation.refine import MAX_ROUNDS, MIN_ROUNDS, STRONG_DEFENCE, find_stop_rule
from foam.model.question import Choose, Chosen, Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam.pack.loader import load_pack

SCORES = st.lists(st.floats(-10, 10), min_size=1, max_size=MAX_ROUNDS).map(tuple)


@pytest.mark.parametrize(
    ("scores", "rule"),
    [
        ((9.0,), None),
        ((9.0, 9.0), None),
        ((0.0, 0.0, 9.0), "strong defence"),
        ((2.0, 2.1, 2.2), "converged"),
        ((-5.0, 0.0, 4.0), None),
        ((-5.0, 0.0, 4.0, -5.0), None),
        ((-5.0, 0.0, 4.0, -5.0, 2.0), "round limit"),
        ((-5.0, 0.0, 5.0), None),
    ],
)
def test_the_rules(scores: tuple[float, ...], rule: str | None) -> None:
    assert find_stop_rule(scores) == rule


@given(SCORES)
def test_the_loop_runs_three_to_five_rounds(scores: tuple[float, ...]) -> None:
    rule = find_stop_rule(scores)
    if len(scores) < MIN_ROUNDS:
        assert rule is None
    if len(scores) == MAX_ROUNDS:
        assert rule is not None
    if rule == "strong defence":
        assert scores[-1] > STRONG_DEFENCE


def _list_positions(dossier: Dossier) -> list[PositionNode]:
    return [node for node in dossier.nodes if isinstance(node, PositionNode)]


def test_a_proposal_that_cannot_change_is_not_criticised_again() -> None:
    def narrow(call: Call) -> Said | None:
        asked = call.question
        if isinstance(asked, Choose) and asked.template == "deliberation/refinement":
            return Chosen(ids=(asked.options[-1].id,))
        return None

    positions = _list_positions(Table(ScriptedModel(narrow), pack="policy-debate").deliberate().view)
    assert positions
    for one in positions:
        # Narrowed once; then nothing but to keep it as it is.
        assert (len(one.refinement), one.stopped) == (2, "nothing left to change")


def test_a_critic_with_nothing_left_to_object_ends_it_and_the_dossier_says_so() -> None:
    pack = "policy-debate"
    write = writing(load_pack(pack).sample_question)

    def fall_silent(call: Call) -> Said | None:
        if call.question.template == "acts/critique" and "none: this is the first draft" not in call.question.prompt:
            return Written(fields={"objections": ()})
        return write(call)

    positions = _list_positions(Table(ScriptedModel(fall_silent, writes=True), pack=pack).deliberate().view)
    assert positions
    for one in positions:
        assert (len(one.refinement), one.stopped) == (1, "nothing objected")
