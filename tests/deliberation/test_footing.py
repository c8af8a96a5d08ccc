"""An outcome needs something to rest on: too little decides nothing, and the summary says what is missing."""

from __future__ import annotations

import pytest
from tests.deliberation.reading import reading
from tests.deliberation.table import Table

from foam.deliberation.dossier import Dossier
from foam.deliberation.weighing import LEAST, Weight, find_leaning
from foam.model.question import Label, Labelled, Score, Scored
from foam.model.scripted import Call, Said, ScriptedModel
from foam.perspective.node import Perspective

PACK = "policy-debate"
SEAT = Perspective(id="warden", role="warden", weighting={"safety": 3.0, "thrift": 1.0})


def _weigh(claim: str, strength: float, *, share: float = 0.75, denied: bool = False, form: float = 1.0) -> Weight:
    return Weight(
        seat="warden",
        claim=claim,
        direction="denied" if denied else "affirmed",
        value="safety",
        share=share,
        strength=strength,
        put="certainly",
        form=form,
        weight=share * strength * form,
    )


def test_less_than_one_borne_out_reason_is_worth_decides_nothing_though_nothing_speaks_against_it() -> None:
    leaning = find_leaning(SEAT, [_weigh("a", LEAST - 0.01)])
    assert (leaning.outcome, leaning.tips) == ("undecided", "affirmed")
    assert find_leaning(SEAT, [_weigh("a", LEAST - 0.01, denied=True)]).tips == "denied"


def test_one_reason_that_is_borne_out_decides_however_little_its_value_counts() -> None:
    leaning = find_leaning(SEAT, [_weigh("a", LEAST, share=0.01)])
    assert (leaning.outcome, leaning.tips) == ("affirmed", None)


def test_weak_reasons_may_come_to_enough_together() -> None:
    assert find_leaning(SEAT, [_weigh("a", 0.2), _weigh("b", 0.2)]).outcome == "affirmed"


def test_what_nobody_stands_behind_counts_only_for_what_it_keeps() -> None:
    assert find_leaning(SEAT, [_weigh("a", 0.9, form=0.3)]).outcome == "undecided"


def test_sides_that_are_even_tip_nowhere() -> None:
    leaning = find_leaning(SEAT, [_weigh("a", 0.1), _weigh("b", 0.1, denied=True)])
    assert (leaning.outcome, leaning.tips) == ("undecided", None)


def test_a_table_with_too_little_is_undecided_and_says_what_would_change_that() -> None:
    dossier = _deliberate(strength=0.4, named_twice=True)
    assert dossier.recommendation.outcome == "undecided"
    assert all(one.tips == "affirmed" for one in dossier.recommendation.leanings)
    said = " ".join(dossier.summary)
    assert "too little to rest an answer on" in said
    assert f"is worth {LEAST:.2f}" in said
    assert "What would change that: evidence that shows it plainly" in said
    assert "neither way: too little to rest on" in dossier.render("md")


@pytest.mark.parametrize(("strength", "shown"), [(4.0, False), (5.0, True)])
def test_what_one_of_two_answers_gives_a_side_is_a_reason_only_if_it_is_not_weak(strength: float, shown: bool) -> None:
    dossier = _deliberate(strength=strength, named_twice=False)
    reasons = [claim for claim in dossier.claims if claim.direction]
    assert bool(reasons) is shown
    assert (dossier.recommendation.outcome == "not shown") is not shown


def test_what_both_answers_give_a_side_is_a_reason_however_weak() -> None:
    assert any(claim.direction for claim in _deliberate(strength=0.4, named_twice=True).claims)


def _deliberate(*, strength: float, named_twice: bool) -> Dossier:
    """A table of two seats whose evaluator finds everything to speak for the motion, so strongly of 10; asked of the
    denial it says so again, or nothing."""
    table = Table(pack=PACK)
    plain = reading(table.pack.sample_question)

    def say(call: Call) -> Said | None:
        asked = call.question
        if isinstance(asked, Label) and asked.template == "deliberation/support":
            other = "against" if named_twice else "unclear"
            return Labelled(label=other if " not " in asked.statement else "for")
        if isinstance(asked, Score) and asked.template == "deliberation/strength":
            return Scored(score=strength)
        return plain(call)

    seated = Table(ScriptedModel(say), pack=PACK)
    return seated.deliberate(seated.spec(seated.pack.perspectives[:2])).view
