"""A claim counts for what it says: that its findings contradict each other, and as certainly as its seat put it."""

from __future__ import annotations

from typing import Any

import pytest

from foam.argument.toulmin import Qualifier, Toulmin
from foam.deliberation.claim import Claim
from foam.deliberation.objection import Commitment, EvaluatedObjection, Objection, make_response
from foam.deliberation.points import Conflict
from foam.deliberation.support import Support
from foam.deliberation.synthesis import Synthesis, synthesise
from foam.deliberation.tellable import _tell_weights
from foam.evidence.corpus import Passage
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy
from foam.text.pointer import Pointer

SEATS = (
    Perspective(id="keeper", role="keeper", weighting={"reliability": 1.0}),
    Perspective(id="reformer", role="reformer", weighting={"reliability": 0.5, "welfare": 0.5}),
)


def _say(number: int, text: str) -> Passage:
    return Passage(pointer=Pointer(document="d", sentence=number), text=text, cite="")


LESS = _say(0, "In the trial of 1998 bees on heather made less honey.")
MORE = _say(1, "In the trial of 2004 bees on heather made more honey.")
OTHER = _say(2, "Nobody repeated the trials.")


def _claim(*grounds: Passage, **more: Any) -> Claim:
    parts = {"claim": "Trials of heather contradict each other.", "warrant": "because then nothing is known"}
    return Claim(
        id="claim-1",
        parts=Toulmin(**parts, grounds=tuple(one.pointer for one in grounds), **more),
        grounds=grounds,
        scheme="expert_opinion",
        value="reliability",
        support=Support(side="against", strength=0.5, entries=()),
        brought_by=("keeper",),
        backers=("keeper",),
        voice="written",
        entry="entry-1",
    )


def _answer(claim: Claim, *evidence: Passage) -> EvaluatedObjection:
    """An objection that the claim's side met by what it brought."""
    asked = Commitment(id="c", seat="reformer", claim=claim.id, question="Is it so?", answer="yes", entry="b2:1")
    objection = Objection(
        id="objection-1", raised_by=("reformer",), claim=claim.id, type="scope_overreach", question="q",
        text="Which trial?", evidence=(), value="", commitment=asked, voice="written", entry="b2:1",
    )  # fmt: skip
    response = make_response(
        SEATS[0], "rebut", objection, "b2:1", text="There are two.", evidence=evidence, adequacy=9.0
    )
    return EvaluatedObjection(objection=objection, scores={"relevance": 6.0}, entries=(), response=response)


def _synthesise(claim: Claim, *evaluated: EvaluatedObjection) -> Synthesis:
    conflict = Conflict(left=LESS, right=MORE, entries=())
    return synthesise(SEATS, (claim,), evaluated, conflicts=(conflict,))


def test_a_claim_that_rests_on_both_sides_of_a_conflict_does_not_fall_by_it() -> None:
    both, one = _synthesise(_claim(LESS, MORE)), _synthesise(_claim(LESS, OTHER))
    assert both.sublation.standing("claim-1").place == "core"
    assert all(row.weight for row in both.weights)
    assert one.sublation.standing("claim-1").place == "contested"
    assert not any(row.weight for row in one.weights)


@pytest.mark.parametrize(("brought", "place"), [(MORE, "core"), (OTHER, "contested")])
def test_nor_does_one_whose_reply_names_the_other_side(brought: Passage, place: str) -> None:
    claim = _claim(LESS)
    assert _synthesise(claim, _answer(claim, brought)).sublation.standing("claim-1").place == place


def test_two_claims_on_either_side_of_a_conflict_are_contested() -> None:
    other = _claim(MORE).model_copy(update={"id": "claim-2"})
    conflict = Conflict(left=LESS, right=MORE, entries=())
    standing = synthesise(SEATS, (_claim(LESS), other), (), conflicts=(conflict,)).sublation.standing
    assert {standing(name).place for name in ("claim-1", "claim-2")} == {"contested"}


POSSIBLY = _say(3, "No hive but possibly the oldest was ever moved.")


@pytest.mark.parametrize("put", ["certainly", "probably", "in some cases"])
def test_a_written_claim_is_weighed_as_certainly_as_its_seat_put_it(put: Qualifier) -> None:
    rows = _synthesise(_claim(POSSIBLY, qualifier=put)).weights
    assert {row.put for row in rows} == {put}


def test_a_claim_of_code_s_own_words_is_as_certain_as_what_it_rests_on() -> None:
    claim = _claim(POSSIBLY, qualifier="certainly").model_copy(update={"voice": "bounded"})
    assert {row.put for row in _synthesise(claim).weights} == {"possibly"}


def test_a_seat_that_lets_nothing_be_certain_still_puts_it_less() -> None:
    careful = SEATS[0].model_copy(update={"policy": EpistemicPolicy(uncertainty="qualified")})
    claim = _claim(POSSIBLY, qualifier="certainly")
    rows = synthesise((careful, SEATS[1]), (claim,), ()).weights
    assert {row.seat: row.put for row in rows} == {"keeper": "probably", "reformer": "certainly"}
    told = _tell_weights({"keeper": "the keeper", "reformer": "the reformer"}, rows, claim.qualifier)
    assert "for the keeper (for whom it holds “probably”)" in told
    assert told.endswith("for the reformer")
