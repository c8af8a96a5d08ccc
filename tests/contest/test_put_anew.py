"""A claim of which a figure was corrected is put anew as it reads now, and pays for nothing twice."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from tests.contest.figures import correct_figure
from tests.contest.test_written_challenges import after, file

from foam.contest.amend import PutExchange, suppose_mediation
from foam.contest.enter import keep_answer
from foam.contest.job import Heard
from foam.deliberation.claim import Claim
from foam.deliberation.dossier import ClaimNode, ObjectionNode
from foam.deliberation.objection import EvaluatedObjection, StruckSentence
from foam.deliberation.option_outcome import compare_option
from foam.deliberation.options import DeliberatedOption
from foam.deliberation.settled import settle_claims
from foam.deliberation.tellable import list_tellable
from foam.deliberation.written.exchange import list_moves
from foam.evidence.corpus import Passage
from foam.model.question import Choose, Question
from foam.paper import compose, render

WARRANT = "because what was measured once can be measured again"


def narrowed() -> tuple[Claim, EvaluatedObjection]:
    """A reason on several sentences that was narrowed in words for one objection, which cites none of them."""
    return next(
        (claim, one)
        for one in file().mediation.evaluated
        for claim in [file().claims[one.objection.claim]]
        if one.response
        and one.response.wording
        and claim.counts
        and len(claim.rests_on) > 1
        and one.objection.evidence
        and {g.pointer for g in claim.rests_on}.isdisjoint(p.pointer for p in one.objection.evidence)
    )


def corrects(passage: Passage) -> StruckSentence:
    """The passage, struck by the same sentence with another figure."""
    other = passage.model_copy(update={"text": re.sub(r"\d", "7", passage.text)})
    return StruckSentence(sentence=passage, by=(other,), corrected=True)


def with_words(claim: Claim, words: str) -> Claim:
    """The claim as it is put forward anew."""
    reads = claim.as_it_reads
    parts = reads.parts.model_copy(update={"claim": words, "qualifier": claim.parts.qualifier})
    return reads.model_copy(update={"id": "claim-anew", "parts": parts, "narrowed": False})


def test_what_a_claim_was_narrowed_for_is_kept_where_only_a_figure_of_it_changed() -> None:
    claim, over = narrowed()
    assert over.response is not None
    struck = [corrects(claim.rests_on[0])]
    anew = with_words(claim, f"By the corrected figures, {re.sub(r'[0-9]', '7', claim.text)}")
    kept = keep_answer(over, claim, anew, struck)
    assert kept is not None
    assert kept.response is not None
    assert kept.objection.claim == anew.id
    assert (kept.scores, kept.response.move, kept.response.adequacy) == (over.scores, "qualify", over.response.adequacy)
    assert kept.response.id != over.response.id
    (now,) = settle_claims(file().mediation.seats, [anew], [kept])
    assert (now.text, now.rests_on, now.qualifier) == (anew.text, anew.grounds, claim.qualifier)


def test_it_is_put_again_where_the_words_went_and_its_seat_is_not_asked_once_more_where_they_stand() -> None:
    claim, over = narrowed()
    figure, cited = corrects(claim.rests_on[0]), corrects(over.objection.evidence[0])
    same = with_words(claim, claim.text)
    assert keep_answer(over, claim, same, [figure]) is not None
    assert keep_answer(over, claim, same, []) is None
    kept = keep_answer(over, claim, same, [cited])
    assert kept is not None
    assert cited.by[0] in kept.objection.evidence
    assert kept.objection.commitment.answer == over.objection.commitment.answer
    assert keep_answer(over, claim, with_words(claim, claim.ground.text), [figure]) is None
    argues = over.objection.model_copy(update={"text": f"{over.objection.text} {figure.sentence.text}"})
    assert keep_answer(over.model_copy(update={"objection": argues}), claim, same, [figure]) is None
    other = same.model_copy(update={"parts": same.parts.model_copy(update={"warrant": WARRANT})})
    assert keep_answer(over, claim, other, [figure]) is None


@cache
def heard_of_another_warrant() -> tuple[Heard, list[Question]]:
    """A claim whose seat put its words and its warrant anew before, of which a figure is then corrected."""
    claim, over = narrowed()
    assert over.response is not None
    said = over.model_copy(update={"response": over.response.model_copy(update={"warrant": WARRANT})})
    mediation = suppose_mediation(file().mediation, [PutExchange(evaluated=said)])
    of = replace(file(), mediation=mediation)
    assert of.claims[claim.id].warrant == WARRANT
    struck = claim.rests_on[0]
    return correct_figure(struck, claim, lambda _: claim.text, of)


def test_a_claim_is_put_anew_and_appraised_with_the_warrant_that_it_has_now() -> None:
    claim, over = narrowed()
    heard, asked = heard_of_another_warrant()
    anew = next(one for one in after(heard).claims.values() if one.parts.warrant == WARRANT and one.id != claim.id)
    assert (anew.text, anew.unless) == (claim.text, claim.unless)
    assert struck_is_gone(claim.rests_on[0], anew)
    read = [one.prompt for one in asked if one.template == "acts/appraisal"]
    assert any(f"Claim: {anew.text}" in prompt and WARRANT in prompt for prompt in read)
    assert not any(claim.parts.warrant in one.prompt for one in asked)
    # Nobody is asked once more what was granted in these words, and it costs what it cost.
    put = [one.prompt for one in asked if one.template == "acts/reply" and "heard and sustained" not in one.prompt]
    assert not any(over.objection.text in prompt for prompt in put)
    (kept,) = [one for one in after(heard).mediation.evaluated if one.objection.claim == anew.id]
    assert (kept.objection.text, kept.scores) == (over.objection.text, over.scores)
    assert anew.qualifier == claim.qualifier


def test_who_scores_a_kept_exchange_anew_reads_what_the_answer_made_of_the_claim() -> None:
    """The objection cites the corrected sentence, too: its seat is not asked again, the evaluator is."""
    claim, over = narrowed()
    cites = over.objection.model_copy(update={"evidence": (*over.objection.evidence, claim.rests_on[0])})
    put = PutExchange(evaluated=over.model_copy(update={"objection": cites}))
    of = replace(file(), mediation=suppose_mediation(file().mediation, [put]))
    _, asked = correct_figure(claim.rests_on[0], claim, lambda _: claim.text, of)
    read = [one.prompt for one in asked if one.template == "acts/exchange" and over.objection.text in one.prompt]
    assert read
    assert all(f"The claim now: {claim.text}" in prompt for prompt in read)


def test_a_claim_of_which_a_figure_was_corrected_is_not_said_to_be_taken_back() -> None:
    claim, _ = narrowed()
    heard, _ = heard_of_another_warrant()
    now = after(heard).dossier
    over = [one for one in after(heard).mediation.evaluated if one.objection.by_challenge]
    made = next(one for one in over if one.objection.claim == claim.id)
    assert made.response is not None
    anew = now.find_node(made.response.corrected_to)
    assert isinstance(anew, ClaimNode)
    told = [one for one in heard.outcome.came_to if claim.id in one]
    assert any(f"was corrected. It is put forward again as {anew.id}: “{anew.text}”" in one for one in told)
    shown = " ".join(render(compose(now).blocks, "text").split())
    rows = " ".join(step.quote for row in heard.redline for step in row.steps)
    tellable = " ".join(one.text for one in list_tellable(after(heard).mediation))
    assert not any("taken back" in one for one in told)
    for text in (shown, rows, tellable):
        assert "sustained: the claim was taken back" not in text
    assert "sustained: the claim was corrected" in shown
    (row,) = [row for row in heard.redline if row.part == claim.id]
    assert "was corrected" in " ".join(step.quote for step in row.steps)
    assert re.search(rf"{len(over)} (?:was|were) corrected and (?:is|are) counted as (?:it|they)", shown)
    # An objection that was put again counts once, as it fared then.
    count = int(re.findall(r"(\d+) objections were raised", " ".join(file().dossier.summary))[0])
    assert f"{count} objections were raised" in shown
    put = [one for one in now.nodes if isinstance(one, ObjectionNode) and one.again]
    assert put
    assert all(isinstance(now.find_node(one.again), ObjectionNode) for one in put)
    option = DeliberatedOption(id="o1", text="Rebuild it.")
    listed = {one.id for one in compare_option(option, now, heard.run, "affirmed").objections}
    assert {one.again for one in put}.isdisjoint(listed)
    assert {one.id for one in put} <= listed


def struck_is_gone(struck: Passage, claim: Claim) -> bool:
    return struck not in claim.rests_on and len(claim.rests_on) > 1


def test_reasons_are_compared_with_others_as_these_now_read() -> None:
    _, asked = heard_of_another_warrant()
    shown = {option.text for one in asked if isinstance(one, Choose) for option in one.options}
    narrower = [one for one in file().claims.values() if one.wordings and one.counts]
    assert shown & {one.text for one in narrower}
    assert shown.isdisjoint(one.parts.claim for one in narrower)


def test_of_claims_that_make_one_point_one_stands_for_it_as_this_challenge_left_it() -> None:
    twin, head, struck = next(
        (one, head, ground)
        for one in file().claims.values()
        if one.same_point_as
        for head in [file().claims[one.same_point_as]]
        for ground in head.rests_on
        if ground in one.rests_on and re.search(r"\d", ground.text)
    )
    new = re.sub(r"\d", "7", struck.text)
    heard, asked = correct_figure(struck, head, lambda _: new)
    now = after(heard)
    fresh = [one for one in now.claims.values() if one.id not in file().claims]
    place = {one.id: now.mediation.synthesis.sublation.standing(one.id).place for one in fresh if one.counts}
    of_both = [one for one in fresh if {*one.brought_by} & {*twin.brought_by, *head.brought_by}]
    stands = [one for one in of_both if one.counts]
    assert stands
    assert {one.same_point_as for one in of_both if not one.counts} <= {one.id for one in stands}
    raised = [one for one in file().mediation.evaluated if one.objection.claim == head.id]
    assert raised
    put = [
        one.prompt
        for one in asked
        if one.template == "acts/reply" and any(over.objection.text in one.prompt for over in raised)
    ]
    assert put
    for prompt in put:
        assert f"Struck: “{struck.text}”" in prompt
        assert head.text not in prompt
        assert twin.text not in prompt
    assert {one.objection.claim for one in now.mediation.evaluated} & place.keys()


@pytest.mark.parametrize("computed", ["", "the-sum"])
def test_what_was_worked_out_is_rebutted_or_conceded_and_not_put_in_narrower_words(computed: str) -> None:
    claim = next(iter(file().claims.values())).model_copy(update={"computed": computed, "revises": ""})
    seat = file().mediation.seats[0]
    written = {"rebut", "qualify", "revise", "concede"}
    assert {*list_moves(seat, claim)} == ({"rebut", "concede"} if computed else written)
