"""After a correction every seat answers for its own words, and a point is stood for by its strongest member."""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests.contest.figures import correct_figure
from tests.contest.test_written_challenges import after, file, hear
from tests.deliberation.test_handwritten import sit
from tests.job.sessions import session_with

from foam.contest.admit import admit
from foam.contest.challenge import (
    Challenge,
    Ground,
    MissedObjection,
    OutOfContext,
    Relevance,
    WarrantInvalid,
)
from foam.contest.enter import strikes_words
from foam.contest.hearing import Hearing, make_finding, make_reason
from foam.contest.job import Heard
from foam.contest.leave_out import leave_out_fallen
from foam.contest.on_the_rest import SUSTAINED, WITHOUT
from foam.contest.outcome import Struck
from foam.contest.put_again import Replaced, choose_first
from foam.deliberation.claim import Claim
from foam.deliberation.compile import make_evidence_id
from foam.deliberation.dossier import ObjectionNode, PositionNode, ResponseNode
from foam.deliberation.left_open import find_left_open
from foam.deliberation.loop import brings
from foam.deliberation.objection import EvaluatedObjection, list_corrected
from foam.deliberation.tellable import list_tellable
from foam.deliberation.views.open import show_open
from foam.deliberation.written.gone import list_gone
from foam.errors import InputError
from foam.evidence.corpus import Passage
from foam.model.question import Choose, Question, Write
from foam.paper import render


def one_point() -> tuple[Claim, Claim, Passage]:
    """Two claims that make one point, the one that stands for it second, and a figure on which both rest."""
    return next(
        (one, head, ground)
        for one in file().claims.values()
        if one.same_point_as
        for head in [file().claims[one.same_point_as]]
        for ground in head.rests_on
        if ground in one.rests_on and re.search(r"\d", ground.text)
    )


@cache
def heard_of_both() -> tuple[Heard, list[Question]]:
    """A figure is corrected on which both rest; each seat has words of its own for its claim then, and rebuts."""
    _, head, struck = one_point()
    new = re.sub(r"\d", "7", struck.text)
    return correct_figure(struck, head, lambda _: new, otherwise="rebut", asked_so="heard and sustained: say")


def put_again() -> list[EvaluatedObjection]:
    """The objections that were put to claims which stand in for others."""
    now = after(heard_of_both()[0])
    return [one for one in now.mediation.evaluated if one.objection.again]


def author(claim: Claim) -> str:
    (draft,) = [one for one in file().mediation.drafts if brings(one, claim)]
    return draft.seat


def test_who_answers_an_objection_that_is_put_again_commits_itself_then_and_for_its_own_claim() -> None:
    now = after(heard_of_both()[0])
    answered = [one for one in put_again() if one.objection.reply is not None]
    assert answered
    for one in answered:
        assert one.objection.reply is not None
        commitment, claim = one.objection.commitment, now.claims[one.objection.claim]
        assert (commitment.answer, commitment.entry) == ("yes", one.objection.reply.entry)
        assert (commitment.seat, commitment.claim) == (author(claim), claim.id)
        assert not claim.narrowed


def offers(question: Question, text: str) -> bool:
    """Whether a sentence is shown in a question as one that holds and may be cited."""
    told = question.prompt.replace(f"Struck: “{text}”", "").replace(WITHOUT.format(struck=text), "")
    material = (one.text for one in question.material) if isinstance(question, Write) else ()
    return text in told or text in question.shared or any(text in one for one in material)


def test_a_struck_sentence_is_offered_to_nobody_when_an_old_objection_is_put_again() -> None:
    _, _, struck = one_point()
    asked = [one for one in heard_of_both()[1] if one.template in ("acts/reply", "acts/exchange", "acts/appraisal")]
    replies = [one for one in asked if one.template == "acts/reply" and SUSTAINED not in one.prompt]
    assert replies
    assert not [one.template for one in asked if offers(one, struck.text)]


@pytest.mark.parametrize("ground", [Relevance(), WarrantInvalid()])
def test_what_fell_is_left_out_of_all_that_is_asked_then_and_a_challenge_to_a_step_takes_no_ground(
    ground: Ground,
) -> None:
    one, _, cited = one_point()
    is_of_evidence = isinstance(ground, Relevance)
    node = make_evidence_id(cited.pointer) if is_of_evidence else one.id.replace("claim-", "warrant-")
    resting = [claim.id for claim in file().claims.values() if cited in (*claim.rests_on, *claim.defence)]
    resting += [over.objection.id for over in file().mediation.evaluated if cited in over.objection.evidence]
    struck = [Struck(argument=name, fallen=(cited,) if is_of_evidence else ()) for name in resting]
    session = session_with(sit().table.tools)
    challenge = Challenge(node=node, ground=ground, because="It is not so.")
    hearing = Hearing(file(), challenge, file().parts[node], session, "", "")
    found = make_finding("sustained", "retract", make_reason("It is not so.", node), struck=struck)
    gone = list_gone(leave_out_fallen(hearing, file(), found).session)
    assert gone == ({cited.pointer} if is_of_evidence else set())
    spared = make_finding("sustained", "retract", make_reason("It is not so.", node), struck=struck[:1])
    assert not list_gone(leave_out_fallen(hearing, file(), spared).session)  # others still rest on it


def test_an_objection_follows_the_claim_that_it_was_written_for() -> None:
    now = after(heard_of_both()[0])
    assert put_again()
    for one in put_again():
        made_to = file().exchanges[one.objection.again].objection.claim
        assert author(now.claims[one.objection.claim]) == author(file().claims[made_to])


def test_each_wording_is_credited_to_the_seat_that_wrote_it_and_told_as_it_was_put_last() -> None:
    heard, _ = heard_of_both()
    now = after(heard)
    gone = list_corrected(now.mediation.evaluated)
    fresh = [one for one in now.claims.values() if one.puts_again]
    assert {one.puts_again for one in fresh} == gone
    for one in fresh:
        assert author(one) in one.brought_by
        assert one.counts or one.brought_by == (author(one),)
    told = {node.seat: {one.claim for one in node.told} for node in now.dossier.nodes if isinstance(node, PositionNode)}
    assert all(gone.isdisjoint(claims) for claims in told.values())
    backed = [one for one in fresh if author(one) in one.backers]
    assert backed
    assert all(one.id in told[author(one)] for one in backed)
    assert not any(now.claims[one].text in said for one in gone for said in now.dossier.cautions)


def test_nothing_is_open_of_an_objection_whose_claim_was_corrected_and_none_is_listed_twice() -> None:
    now = after(heard_of_both()[0]).dossier
    gone = list_corrected(after(heard_of_both()[0]).mediation.evaluated)
    over = [one for one in now.nodes if isinstance(one, ObjectionNode) and one.claim in gone]
    assert over
    for one in over:
        answer = now.find_node(one.response)
        assert find_left_open(one, answer if isinstance(answer, ResponseNode) else None) == ""
    shown = " ".join(render(tuple(show_open(now)), "text").split())
    for one in over:
        assert shown.count(" ".join(one.text.split())) <= 1


def test_what_a_correction_came_to_tells_how_strong_the_claim_was_and_is() -> None:
    heard, _ = heard_of_both()
    told = [one for one in heard.outcome.came_to if " was corrected. " in one]
    assert told
    assert all("Its strength" in one or "makes the point of" in one or "stands for its point" in one for one in told)
    assert not any("0.00" in one for one in told)
    assert not any("nobody had made" in one for one in heard.outcome.came_to)
    now = after(heard)
    tellable = [one.text for one in list_tellable(now.mediation)]
    for name in list_corrected(now.mediation.evaluated):
        assert not any("does not stand" in one and now.claims[name].text in one for one in tellable)


def test_who_judges_a_sentence_is_asked_of_what_still_stands() -> None:
    now = after(heard_of_both()[0])
    gone = list_corrected(now.mediation.evaluated)
    fallen = {one.objection.id for one in now.mediation.evaluated if one.objection.claim in gone}
    fallen |= {one.response.id for one in now.mediation.evaluated if one.response and one.objection.id in fallen}
    grounds = {make_evidence_id(one.pointer) for name in gone for one in now.claims[name].rests_on}
    shared = [id for id in grounds if any(use.argument not in gone | fallen for use in now.uses[id])]
    assert shared
    for id in shared:
        assert {use.argument for use in now.uses[id]}.isdisjoint(gone | fallen)
    assert all(now.uses[name] for name in gone)


def _with_strength(claim: Claim, id: str, strength: float) -> Claim:
    return claim.model_copy(
        update={"id": id, "support": claim.support.model_copy(update={"strength": strength}), "same_point_as": ""}
    )


@pytest.mark.parametrize("turn", [1, -1])
def test_the_strongest_as_appraised_now_stands_for_a_point_in_whatever_order_the_answers_came(turn: int) -> None:
    member, head, _ = one_point()
    head = _with_strength(head, "head", 0.6)
    weaker, stronger = _with_strength(member, "a", 0.4), _with_strength(head, "b", 0.5)
    other = _with_strength(member, "untouched", 0.55)
    into = {"a": Replaced(member, weaker, (), ()), "b": Replaced(head, stronger, (), ())}
    members = [weaker, stronger][::turn]
    assert choose_first(members, head, into).id == "b"
    assert choose_first([*members, other], head, into).id == "untouched"
    # What the challenge did not touch takes no place from a claim that is as strong as the one it stands in for.
    as_strong = _with_strength(head, "head", 0.5)
    assert choose_first([*members, other], as_strong, into).id == "b"
    assert choose_first([weaker, head, other], head, {"a": into["a"]}).id == "head"


EXPERT = "The expert calls salt the likely cause. That it pushed all 9 over the limit is more than that."
PUSHED = "Salt on the minor roads has pushed 9 of 31 tested wells over the limit."


@pytest.mark.parametrize(
    ("words", "strikes"),
    [
        ("In 4 of 31 tested wells beside salted roads the water exceeded the limit.", False),
        ("Salt pushed 4 wells beside the roads over the limit.", True),
    ],
)
def test_an_objection_strikes_another_member_only_where_that_has_the_words_it_strikes(
    words: str, *, strikes: bool
) -> None:
    first = next(iter(file().mediation.evaluated)).objection
    objection = first.model_copy(update={"text": EXPERT, "voice": "written", "made_to": ""})

    def put(text: str) -> Claim:
        claim = next(iter(file().claims.values()))
        parts = claim.parts.model_copy(update={"claim": text, "warrant": "", "rebuttal": ""})
        now = {"wordings": (), "warrant_now": "", "unless_now": ""}
        return claim.model_copy(update={"parts": parts, **now})

    assert strikes_words(objection, put(PUSHED), put(words)) is strikes


def test_what_is_brought_to_a_challenge_by_context_is_refused_with_the_kind_that_reads_it() -> None:
    claim = next(one for one in file().claims.values() if one.counts and not one.computed)
    challenge = Challenge(node=claim.id, ground=OutOfContext(), because="Her addendum says so.", brought=("0" * 64,))
    with pytest.raises(InputError, match="would not be read") as refused:
        admit(file(), challenge)
    assert "selection_bias" in str(refused.value.hint)
    assert admit(file(), challenge, recorded=True).id == claim.id
    assert admit(file(), challenge.model_copy(update={"brought": ()})).id == claim.id


def test_an_objection_may_cite_what_its_claim_rests_on_and_each_answer_says_what_was_asked() -> None:
    claim = next(one for one in file().claims.values() if one.counts and not one.computed and len(one.rests_on) > 1)
    _, asked = hear(claim.id, MissedObjection(), lambda _: False, because="It does not follow from this.")
    offered = [{one.text for one in question.options} for question in asked if isinstance(question, Choose)]
    assert any({one.text for one in claim.rests_on} <= some for some in offered)
    heard, _ = hear(make_evidence_id(claim.rests_on[0].pointer), Relevance(), lambda _: True)
    told = [one.text for one in heard.outcome.reasons if "as bearing out" in one.text]
    assert told
    assert any(f"as bearing out “{claim.text}”" in one for one in told)
