"""A warrant is judged on what is argued against it, both ways round; twins stay one reason; a line is told once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, cast

import pytest
from tests.contest.test_offer import search
from tests.contest.test_written_challenges import (
    after,
    appraisal,
    doubled,
    file,
    foresee,
    hear,
    reply,
    rests_on_several,
    strength,
)

from foam.argument.scheme import require_scheme
from foam.contest.amend import PutExchange, suppose_mediation
from foam.contest.challenge import Challenge, SelectionBias, WarrantInvalid
from foam.contest.hearing import Hearing
from foam.contest.offer import list_against_step
from foam.contest.outcome import Struck
from foam.contest.redline import compare_readings
from foam.contest.regroup import regroup_narrowed
from foam.contest.remedy import make_exchange
from foam.contest.subject import Use
from foam.deliberation.claim import Claim
from foam.deliberation.dossier import ObjectionNode, ResponseNode
from foam.deliberation.summary import summarise
from foam.deliberation.tellable import list_tellable
from foam.deliberation.undisputed import list_undisputed
from foam.deliberation.views.words import describe_fate, describe_response, describe_standing
from foam.deliberation.written.exchange_words import tell_exchange
from foam.evidence.corpus import make_passages
from foam.evidence.document import Origin, make_document
from foam.model.question import Question

BECAUSE = "That one was granted does not show that all must be; the step leaps, and 4711 people would say so."
NARROW = "Because what is so there can be so elsewhere, where nothing else is otherwise."


def verdict(says: str, warrant: str = "", ids: tuple[str, ...] = ()) -> dict[str, Mapping[str, Any]]:
    return {"contest/step": {"verdict": says, "warrant": warrant, "ids": ids}}


def warrant_of(claim: Claim) -> str:
    return claim.id.replace("claim-", "warrant-")


def test_whoever_writes_judges_a_warrant_on_the_argument_after_the_step_and_before_it() -> None:
    claim = rests_on_several()
    pressed = require_scheme(claim.scheme).questions[-1]
    node, ground = warrant_of(claim), WarrantInvalid(question=pressed.id)
    heard, asked = hear(node, ground, lambda _: False, verdict("holds"), BECAUSE)
    assert [one.template for one in asked] == ["contest/step", "contest/step"]
    motion = file().mediation.motion.affirmed
    shown = (motion, claim.text, claim.warrant, pressed.text, BECAUSE, *(one.text for one in claim.rests_on))
    assert all(part in one.prompt for one in asked for part in shown)
    assert all("the word of one side:\n<reason" in one.prompt for one in asked)
    assert {one.prompt.index(BECAUSE) < one.prompt.index(claim.warrant) for one in asked} == {True, False}
    assert heard.outcome.disposition == "rejected"
    assert heard.after is heard.before
    assert "Judged was, both ways round" in heard.outcome.reasons[0].text
    assert heard.outcome.locality.asked <= foresee(node, ground).questions_at_most


def test_a_warrant_that_holds_in_some_cases_reads_so_and_the_claim_keeps_its_words_and_grounds() -> None:
    claim = rests_on_several()
    forms = {**verdict("holds in some cases", NARROW), **appraisal(claim, 3.0)}
    heard, _ = hear(warrant_of(claim), WarrantInvalid(), lambda _: False, forms, BECAUSE)
    now = after(heard).claims[claim.id]
    assert (now.text, now.rests_on, now.warrant, now.qualifier) == (
        claim.text,
        claim.rests_on,
        NARROW,
        claim.qualifier,
    )
    assert (heard.outcome.disposition, heard.outcome.move) == ("sustained", "qualify")
    assert strength(after(heard), claim.id) < strength(file(), claim.id)
    told = " ".join(heard.outcome.came_to)
    assert f"its warrant reads from now on: “{NARROW}”" in told
    assert "Its strength went from" in told
    assert heard.outcome.locality.asked <= foresee(warrant_of(claim), WarrantInvalid()).questions_at_most


def test_a_narrowed_warrant_is_told_as_a_step_that_holds_in_some_cases_with_who_named_what_bears_on_it() -> None:
    claim = rests_on_several()
    forms = {**verdict("holds in some cases", NARROW, ("s1",)), **appraisal(claim, 3.0)}
    heard, _ = hear(warrant_of(claim), WarrantInvalid(), lambda _: False, forms, BECAUSE)
    now = after(heard)
    (over,) = (one for one in now.exchanges.values() if one.objection.by_challenge)
    assert (over.objection.named_by, over.objection.grants_grounds) == ("the evaluator", True)
    response = now.dossier.find_node(over.response.id if over.response else "")
    assert isinstance(response, ResponseNode)
    told = describe_response(now.dossier, response)
    assert "the step holds in some cases; the claim keeps its words" in told
    assert NARROW in told
    assert "the claim holds in some cases" not in told
    objection = now.dossier.find_node(over.objection.id)
    assert isinstance(objection, ObjectionNode)
    assert "Found to bear on it by the evaluator: “" in describe_standing(now.dossier, objection)
    assert "sustained: the step holds in some cases" in describe_fate(now.dossier, objection)
    (line,) = (one.text for one in list_tellable(now.mediation) if over.objection.id in one.nodes)
    assert "It cites" not in line
    assert "Found to bear on it by the evaluator: “" in line
    assert "the step to it holds in some cases" in line
    later = tell_exchange(over)
    assert "The claim keeps its words. The step to it holds in some cases" in later
    assert "Found to bear on it by the evaluator: “" in later


@pytest.mark.parametrize("says", ["holds in some cases", "does not hold"])
def test_a_challenge_to_the_step_takes_no_fact_from_those_that_nobody_disputes(says: str) -> None:
    facts = {*list_undisputed(file().mediation)}
    claim = next(
        one
        for one in file().mediation.reasons
        if one.voice == "written" and facts & {ground.pointer for ground in one.rests_on}
    )
    forms = {**verdict(says, NARROW if says == "holds in some cases" else "", ("s1",)), **appraisal(claim, 3.0)}
    # Whatever it presses, it grants the grounds.
    pressed = next(one.id for one in require_scheme(claim.scheme).questions if one.attacks == "premise")
    heard, _ = hear(warrant_of(claim), WarrantInvalid(question=pressed), lambda _: False, forms, BECAUSE)
    assert facts & {one.pointer for one in claim.grounds} <= {*list_undisputed(after(heard).mediation)}


def test_what_a_warrant_costs_that_was_narrowed_is_what_the_appraisal_finds() -> None:
    claim = rests_on_several()
    found = {}
    for given in (claim.support.strength * 10, 3.0):
        forms = {**verdict("holds in some cases", NARROW), **appraisal(claim, given)}
        heard, _ = hear(warrant_of(claim), WarrantInvalid(), lambda _: False, forms, BECAUSE)
        found[given] = after(heard).claims[claim.id].support.strength, strength(after(heard), claim.id)
        told = " ".join(heard.outcome.came_to)
        assert "appraised anew as it reads now, and nothing else of the challenge counts" in told
        assert "50% of it counts" not in told
    same, less = found.values()
    assert same[0] == claim.support.strength
    assert same[1] == pytest.approx(strength(file(), claim.id))
    assert less[0] == pytest.approx(0.3)
    assert less[1] < same[1]
    # A step that bears on nothing any more takes the claim with it.
    forms = {**verdict("holds in some cases", NARROW), **appraisal(claim, 3.0, side="neither")}
    heard, _ = hear(warrant_of(claim), WarrantInvalid(), lambda _: False, forms, BECAUSE)
    assert after(heard).mediation.synthesis.sublation.standing(claim.id).place == "fallen"


def test_a_warrant_that_does_not_hold_takes_the_claim_with_it() -> None:
    claim = rests_on_several()
    heard, _ = hear(warrant_of(claim), WarrantInvalid(), lambda _: False, verdict("does not hold"), BECAUSE)
    assert after(heard).mediation.synthesis.sublation.standing(claim.id).place == "fallen"
    assert heard.outcome.disposition == "sustained"


def test_who_agrees_with_the_last_word_contradicts_itself_and_a_person_decides() -> None:
    claim = rests_on_several()

    def agree(question: Question) -> Mapping[str, Any]:
        last = question.prompt.index(BECAUSE) > question.prompt.index(claim.warrant)
        return {"verdict": "does not hold" if last else "holds", "warrant": "", "ids": ()}

    heard, _ = hear(warrant_of(claim), WarrantInvalid(), lambda _: False, {"contest/step": agree}, BECAUSE)
    assert heard.outcome.disposition == "for a person"
    assert heard.after is heard.before
    assert any(BECAUSE in one for one in heard.outcome.look_at)


def test_what_only_the_challenger_says_of_the_world_enters_no_warrant() -> None:
    claim = rests_on_several()
    said = verdict("holds in some cases", "Because 4711 people say so, it holds where they live.")
    heard, asked = hear(warrant_of(claim), WarrantInvalid(), lambda _: False, said, BECAUSE)
    assert asked[-1].template == "contest/warrant"  # no verdict counts, so that sentences alone decide
    assert BECAUSE not in asked[-1].prompt
    assert heard.outcome.disposition == "rejected"
    assert heard.after is heard.before
    assert "The argument itself was judged by nobody" in heard.outcome.reasons[0].text


def test_the_rest_of_the_grounds_paragraph_comes_first_and_no_stem_of_the_challengers_rhetoric_finds_anything() -> None:
    ground = "The republic granted asylum to the fugitives."
    following = "Similar grievances exist on the other side, yet nobody was punished for it."
    elsewhere = "A grant of asylum to fugitives has often led to trade sanctions."
    noise = ("It was a prescient objective.", "The bureau does not ask this question.")
    source = make_document(
        f"{ground} {following}\n\nApples are red.", origin=Origin(file="a", format="text", importer="t")
    )
    other = make_document(" ".join((elsewhere, *noise)), origin=Origin(file="b", format="text", importer="t"))
    use = Use(argument="claim-1", statement="A grant of asylum provokes sanctions.", passages=make_passages(source)[:1])
    found = list_against_step(
        search(source, other),
        use,
        warrant="Because states retaliate when asylum is granted.",
        critical="Is there another question to ask?",
        because="Nobody objected to this question; the objection is that it need not be so.",
    )
    assert [one.text for one in found] == [following, elsewhere]


def test_twins_that_one_challenge_narrowed_for_one_sentence_stay_one_reason() -> None:
    twin = doubled()
    head = file().claims[twin.same_point_as]
    against = head.grounds[:1]
    challenge = Challenge(node=twin.id, ground=SelectionBias(), because="More was said.")
    made = [
        PutExchange(evaluated=make_exchange(challenge, "e", one, "qualify", evidence=against)) for one in (twin, head)
    ]
    struck = [Struck(argument=one.id, against=against) for one in (twin, head)]
    nobody = cast("Hearing", None)
    assert asyncio.run(regroup_narrowed(nobody, file(), struck, made)) == ()
    then = suppose_mediation(file().mediation, made)
    assert len(then.reasons) == len(file().mediation.reasons)
    assert "1 challenge to it was sustained since." in summarise(then)


@pytest.mark.parametrize("same", [True, False])
def test_of_a_twin_with_other_words_it_is_asked_again_whether_it_makes_the_same_point(same: bool) -> None:
    claims = file().claims
    twin = next(
        one
        for one in claims.values()
        if one.same_point_as and claims[one.same_point_as].ground.pointer != one.ground.pointer
    )
    forms = {**reply("qualify", twin.grounds[0].text), **appraisal(twin, 6.0)}
    heard, _ = hear(twin.id, SelectionBias(), lambda _: True, forms, same=same)
    now = after(heard).claims[twin.id]
    assert (now.text, bool(now.same_point_as)) == (twin.grounds[0].text, same)
    assert heard.outcome.locality.asked <= foresee(twin.id, SelectionBias()).questions_at_most


def test_a_redline_compares_each_line_with_its_own_counterpart() -> None:
    claim, ground = "Often: No state may return a refugee.", "“No state shall expel a refugee.” Convention"
    before = f"{claim}\n{ground}\nmakes a point that another makes; counts for safety."
    new = "“A refugee who is a danger to a country may not claim that.” Article 33"
    steps = compare_readings(f"{claim[:-1]}, but for one.\n{ground}\n{new}\nstands for every seat.", before)
    assert [one.source for one in steps if one.type == "removed"] == [
        "makes a point that another makes; counts for safety."
    ]
    assert {new, "stands for every seat."} <= {one.quote for one in steps if one.type == "added"}
    whole = compare_readings("Ferries may moor.", "The reasons do not settle it at all.")
    assert [(one.type, one.source or one.quote) for one in whole] == [
        ("removed", "The reasons do not settle it at all."),
        ("added", "Ferries may moor."),
    ]


def test_a_line_that_is_gone_is_shown_though_others_changed_places() -> None:
    before = "Facts:\nThe wells are deep.\nThe roofs gave 95 litres.\nThe plots used 420 litres.\nIt closes in August."
    steps = compare_readings("Facts:\nIt closes in August.\nThe wells are deep.\nThe roofs gave 95 litres.", before)
    assert [one.source for one in steps if one.type == "removed"] == ["The plots used 420 litres."]
    assert not [one for one in steps if one.type == "added"]
