"""Conditions that come to the same are asked about with the reasons, grouped, and told as one."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import pytest
from tests.deliberation.sitting import PACK, Sitting, list_few
from tests.deliberation.table import Table, load_sample
from tests.deliberation.writing import writing

import foam.deliberation.views  # noqa: F401
from foam.contest.job import load_file
from foam.contest.subject import DossierFile
from foam.deliberation.alike import POSITION_ID, SameConditions, SetCondition, keep_alike
from foam.deliberation.dossier import Dossier, ObjectionNode, ResponseNode
from foam.deliberation.loop import Mediation
from foam.deliberation.option_outcome import compare_option
from foam.deliberation.options import DeliberatedOption
from foam.deliberation.summary import summarise
from foam.deliberation.tellable import list_tellable
from foam.deliberation.views.words import describe_response
from foam.job.job import replay
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, Script, ScriptedModel

CLAUSES = ("only if somebody reads the letters", "only if the letters are read by somebody before that")
ANSWERS = {"affirm": "only if the letters have been read", "oppose": "unless all letters were read"}
BECAUSE = "All ask that the letters be read first"


def _set_conditions(*, alike: bool = True, clauses: tuple[str, ...] = CLAUSES) -> Script:
    """Claims and answers set conditions in several words, which the evaluator finds to be one, or not."""
    plain = writing(load_sample(PACK).pack.sample_question)

    def say(call: Call) -> Said | None:
        asked = call.question
        if not isinstance(asked, Write):
            return None
        made = plain(call)
        match asked.template:
            case "acts/appraisal":
                assert isinstance(made, Written)
                rows: Any = made.fields["appraisals"]
                set_by = [clauses[n % len(clauses)] for n, _ in enumerate(rows)]
                told = [{**row, "side": "condition", "condition": one} for row, one in zip(rows, set_by, strict=True)]
                return Written(fields={"appraisals": tuple(told)})
            case "acts/proposal" | "acts/rewrite":
                assert isinstance(made, Written)
                side = str(made.fields["stance"]).partition("_")[0]
                whole = {"stance": {"affirm": "affirm_whole", "oppose": "oppose_direct"}[side], "condition": ""}
                stance = {"affirm": "affirm_qualified", "oppose": "oppose_alternative"}[side]
                under = {"stance": stance, "condition": ANSWERS[side]}
                return Written(fields={**made.fields, **(under if len(clauses) > 1 else whole)})
            case "acts/points" if any(one.name == "conditions" for one in asked.fields):
                ids = tuple(one.id for one in asked.material if one.id.startswith("c"))
                found = ({"because": BECAUSE, "ids": ids},) if alike else ()
                return Written(fields={"groups": (), "conditions": found})
        return None

    return say


@cache
def _sit(*, alike: bool = True, clauses: tuple[str, ...] = CLAUSES) -> Sitting:
    script, acts = _set_conditions(alike=alike, clauses=clauses), writing(load_sample(PACK).pack.sample_question)
    table = Table(ScriptedModel(lambda call: script(call) or acts(call), writes=True), pack=PACK)
    table.corpus = list_few()
    seats = tuple(one.model_copy(update={"dimensions": {}}) for one in table.pack.perspectives[:2])
    return Sitting(table, table.deliberate(table.spec(seats)))


def _read(sitting: Sitting) -> Mediation:
    """The mediation as if it had been affirmed under everything that was set."""
    file = asyncio.run(load_file(sitting.table.store, sitting.ran.run))
    assert isinstance(file, DossierFile)
    found = file.mediation
    conditions = tuple(one.id for one in found.claims if one.sets_condition and one.counts)
    came_to = {"outcome": "affirmed", "basis": "weighed", "conditions": conditions, "follows_from": ()}
    recommendation = found.synthesis.recommendation.model_copy(update=came_to)
    return found.model_copy(update={"synthesis": found.synthesis.model_copy(update={"recommendation": recommendation})})


def test_conditions_are_asked_about_in_the_question_on_the_reasons() -> None:
    (act,) = _sit().list_acts("acts/points")
    offered = {one.text for one in act.material}
    assert {f"yes, {one}" for one in CLAUSES} <= offered
    assert offered & {"yes, only if the letters have been read", "no, unless all letters were read"}
    assert "come to the same in practice" in act.prompt


def test_nothing_is_asked_where_all_set_one_condition_in_the_same_words() -> None:
    sitting = _sit(clauses=("only if it is signed",))
    assert {one.condition for one in sitting.dossier.claims} - {""} == {"only if it is signed"}
    (act,) = sitting.list_acts("acts/points")
    assert [one.name for one in act.fields] == ["groups"]
    assert "come to the same in practice" not in act.prompt


def test_no_question_more_is_asked() -> None:
    asked = []
    for one in (_sit(), _sit(alike=False), _sit(clauses=("only if it is signed",))):
        assert isinstance(one.table.model, ScriptedModel)
        asked.append(len(one.table.model.calls))
    assert len({*asked}) == 1


def test_conditions_that_come_to_the_same_are_told_as_one() -> None:
    told = summarise(_read(_sit()))
    assert f"under conditions ({CLAUSES[0]})" in told[0]
    text = " ".join(told)
    assert f"A condition that stands, in 2 wordings that come to the same: {CLAUSES[0]}; {CLAUSES[1]}" in text or (
        f"A condition that stands, in 2 wordings that come to the same: {CLAUSES[1]}; {CLAUSES[0]}" in text
    )
    assert "In practice these come to the same: " in text
    assert BECAUSE in text


def test_conditions_that_are_different_are_told_each() -> None:
    told = summarise(_read(_sit(alike=False)))
    text = " ".join(told)
    assert "come to the same" not in text
    assert all(f"A condition that stands: {one}" in text for one in CLAUSES)


def test_the_dossier_says_which_answers_come_to_the_same_and_replays() -> None:
    sitting = _sit()
    dossier = sitting.dossier
    (group,) = dossier.same_conditions
    assert group.because == BECAUSE
    assert any(one.node.startswith(POSITION_ID) for one in group.members)
    assert all(dossier.find_node(one.node) for one in group.members)
    assert "Come to the same in practice" in dossier.render("md").partition("## Conditions")[2]
    again = asyncio.run(replay(sitting.table.store, sitting.ran.run))
    assert isinstance(again, Dossier)
    assert again.json_value() == dossier.json_value()


def test_an_option_has_conditions_that_come_to_the_same_once() -> None:
    dossier = _sit().dossier
    nodes = tuple(one.id for one in dossier.claims if one.condition)
    members = tuple(SetCondition(node=one.id, words=f"yes, {one.condition}") for one in dossier.claims if one.condition)
    same = (SameConditions(members=members, because=BECAUSE, entry="b2:1"),)
    option = DeliberatedOption(id="o1", text=dossier.affirmed, proposals=(), entries=())

    def read(groups: tuple[SameConditions, ...]) -> list[str]:
        changed = dossier.model_copy(update={"conditions": nodes, "same_conditions": groups})
        return [one.say() for one in compare_option(option, changed, "b2:0", "affirmed").conditions]

    assert read(same) == [f"{CLAUSES[0]} (in other words: {CLAUSES[1]})"]
    assert len(read(())) == len(nodes) > 1
    (whole,) = compare_option(
        option, dossier.model_copy(update={"conditions": nodes, "same_conditions": same}), "b2:0", "affirmed"
    ).conditions
    own = [one for one in dossier.claims if one.condition]
    assert {*whole.rests_on} == {one.text for one in own}
    assert whole.cites
    assert all(one in whole.say_grounds() for one in (*whole.rests_on, *whole.cites))


@pytest.mark.parametrize(("words", "kept"), [("yes, only if it is wet", 0), ("yes, only if it is dry", 1)])
def test_what_is_worded_anew_is_no_longer_said_to_come_to_the_same(words: str, kept: int) -> None:
    members = (
        SetCondition(node="claim-1", words="yes, only if it is dry"),
        SetCondition(node="claim-2", words="yes, if dry"),
    )
    now = (SetCondition(node="claim-1", words=words), members[1])
    assert len(keep_alike([SameConditions(members=members, because="Both.", entry="b2:1")], now)) == kept


def test_whoever_tells_the_outcome_reads_what_was_grouped_with_a_reason() -> None:
    found = _read(_sit(alike=False))
    first, second = [one for one in found.claims if one.counts][:2]
    grouped = second.model_copy(update={"same_point_as": first.id})
    claims = tuple(grouped if one.id == second.id else one for one in found.claims)
    told = {one.nodes: one.text for one in list_tellable(found.model_copy(update={"claims": claims}))}
    assert f": {second.parts.claim}" in told[first.id,].partition("The same point, put by ")[2]
    assert f"That rests on: “{second.ground.text}”" in told[first.id,]


def test_words_that_a_claim_had_once_are_not_said_to_be_those_it_has_now() -> None:
    dossier = _sit(alike=False).dossier
    claim = dossier.claims[0]
    objection = next(one for one in dossier.nodes if isinstance(one, ObjectionNode)).model_copy(
        update={"id": "objection-1", "claim": claim.id}
    )
    response = ResponseNode(
        id="response-1",
        entry="",
        seat=claim.brought_by[0],
        objection=objection.id,
        move="qualify",
        wording=claim.text,
        evidence=(),
        adequacy=None,
    )
    with_it = dossier.model_copy(update={"nodes": (objection, *dossier.nodes)})
    assert f"the claim now: {claim.text}" in describe_response(with_it, response)
    earlier = response.model_copy(update={"wording": "Some boats left."})
    assert "the claim then: Some boats left." in describe_response(with_it, earlier)


def test_a_group_that_an_earlier_one_holds_is_told_once() -> None:
    members = tuple(SetCondition(node=f"claim-{n}", words=f"yes, if dry, {n}") for n in range(3))
    whole, part = (SameConditions(members=some, because="So.", entry="b2:1") for some in (members, members[:2]))
    assert keep_alike([whole, part, whole], members) == (whole,)
