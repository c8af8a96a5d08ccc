"""The mediation loop end to end, on scripted models: nothing is lost, order changes nothing, reruns ask nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import permutations
from typing import Any

import pytest
from tests.deliberation.reading import reading
from tests.deliberation.table import Table

from foam.deliberation import synthesis
from foam.deliberation.dossier import (
    ClaimNode,
    EvidenceNode,
    ObjectionNode,
    PositionNode,
    ResponseNode,
    SupportNode,
)
from foam.deliberation.jobs import deliberate
from foam.deliberation.objection import MATERIAL
from foam.deliberation.weighing import CERTAIN
from foam.errors import NotFound, SettingError, VerificationError
from foam.evidence.corpus import ListedCorpus
from foam.job.events import Event, StepProgress
from foam.job.job import replay, replay_digests, run
from foam.job.waiting import complete
from foam.model.question import Choose, Chosen, Labelled, Reply, Scored
from foam.model.scripted import Call, Script, ScriptedModel, by_template
from foam.perspective.catalogue import load_catalogue
from foam.perspective.node import Perspective
from foam.record.entry import PerspectiveInput
from foam.record.graph import require_entry
from foam.semantics.framework import Framework

SEEDS = range(4)


@pytest.mark.parametrize("pack", ["benefits-appeal", "policy-debate"])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_reason_is_examined_and_every_objection_has_its_fate(pack: str, seed: int) -> None:
    table = Table(pack=pack)
    dossier = table.deliberate(table.spec(seed=seed)).view
    raised = [n for n in dossier.nodes if isinstance(n, ObjectionNode)]
    reasons = {n.id for n in dossier.claims if n.direction and not n.same_point_as}
    assert reasons
    assert reasons <= {objection.claim for objection in raised}
    assert not dossier.unexamined
    for objection in raised:
        dismissed = objection.materiality < MATERIAL
        assert (objection.fate.type == "dismissed") == dismissed
        assert bool(objection.response) != dismissed


def test_every_quotation_is_assembled_from_the_corpus() -> None:
    table = Table()
    dossier = table.deliberate().view
    held = {(p.pointer, p.text) for p in table.corpus.find("", limit=10_000)}
    cited = [n for n in dossier.nodes if isinstance(n, EvidenceNode) and not n.pointer.computed]
    assert cited
    assert all((n.pointer, n.text) in held and n.verified for n in cited)


def test_two_runs_with_one_seed_give_identical_bytes_and_another_seed_does_not() -> None:
    one, same, other = Table().deliberate(), Table().deliberate(), Table().deliberate(Table().spec(seed=1))
    assert one.view.model_dump_json() == same.view.model_dump_json()
    assert (one.run, one.digest) == (same.run, same.digest)
    assert other.view.model_dump_json() != one.view.model_dump_json()


def test_a_rerun_asks_nothing() -> None:
    table = Table()
    first, second = table.deliberate(), table.deliberate()
    assert first.asked > 0
    assert (second.asked, second.digest) == (0, first.digest)


def test_a_replay_needs_no_model_and_no_library() -> None:
    table = Table()
    ran = table.deliberate()
    assert complete(replay_digests(table.store, ran.run)) == {"dossier": ran.view.digest}
    assert complete(replay(table.store, ran.run)) == ran.view


def test_the_order_of_seats_changes_nothing() -> None:
    table = Table(pack="policy-debate")
    seats = table.pack.perspectives
    dossiers = {Table(pack="policy-debate").deliberate(table.spec(order)).view.digest for order in permutations(seats)}
    assert len(dossiers) == 1


def test_drafting_is_independent_of_the_other_seats() -> None:
    """A seat takes the same position and rests on the same sentences whoever else sits at the table."""
    table = Table(pack="policy-debate")
    everyone = table.deliberate().view
    two = Table(pack="policy-debate").deliberate(table.spec(table.pack.perspectives[:2])).view
    for seat in ("community_advocate", "treasurer"):
        assert _claims_of(everyone.nodes, seat) == _claims_of(two.nodes, seat) != set()


def test_adding_a_seat_asks_only_what_it_must() -> None:
    table = Table(pack="policy-debate")
    first = table.deliberate(table.spec(table.pack.perspectives[:2]))
    second = table.deliberate(table.spec())
    # Which reasons repeat or contradict each other is asked of the whole table, so anew.
    together = [key for key in table.store.members(first.run) if _kind(table, key) in ("points", "conflict")]
    assert second.reused >= first.asked - len(together)
    fresh = [
        require_entry(table.store, key)
        for key in set(table.store.members(second.run)) - set(table.store.members(first.run))
        if require_entry(table.store, key).draft.decider.type == "model"
    ]
    assert len(fresh) == second.asked > 0


def test_reweighting_one_seat_leaves_the_other_seats_drafts_alone() -> None:
    table = Table(pack="policy-debate")
    first = table.deliberate()
    changed = table.pack.perspectives[0].model_copy(update={"weighting": {"environment": 1.0}})
    second = table.deliberate(table.spec((changed, *table.pack.perspectives[1:])))
    assert second.reused > 0
    kept = {n.entry for n in first.view.nodes if isinstance(n, PositionNode) and n.seat != changed.id}
    assert kept <= {n.entry for n in second.view.nodes if isinstance(n, PositionNode)}


@pytest.mark.parametrize("move", ["rebut", "qualify", "revise", "concede"])
@pytest.mark.parametrize("adequacy", [0.0, 10.0])
@pytest.mark.parametrize("seats", [2, 3])
def test_no_configuration_makes_a_planted_material_objection_vanish(move: str, adequacy: float, seats: int) -> None:
    table = Table(_material(move, adequacy), pack="policy-debate")
    dossier = table.deliberate(table.spec(table.pack.perspectives[:seats])).view
    raised = [n for n in dossier.nodes if isinstance(n, ObjectionNode)]
    assert len(raised) >= len(dossier.claims) - len(dossier.not_shown)
    assert all(n.fate.type in ("answered", "condition", "dissent") for n in raised)
    if move == "rebut" and adequacy == 0.0:
        assert all(n.fate.type in ("condition", "dissent") for n in raised)


def test_a_revised_claim_stands_beside_its_earlier_wording_and_is_examined_itself() -> None:
    dossier = Table(_material("revise", 10.0), pack="policy-debate").deliberate().view
    revised = [claim for claim in dossier.claims if claim.revises]
    assert revised
    for claim in revised:
        earlier = dossier.find_node(claim.revises)
        assert isinstance(earlier, ClaimNode)
        assert (earlier.place, earlier.grounds) == ("revised", claim.grounds)
        assert claim.examined or claim.direction is None


@pytest.mark.parametrize(("answer", "place"), [("no", "fallen"), ("in part", "core")])
def test_what_a_seat_answers_about_its_own_claim_binds_it(answer: str, place: str) -> None:
    """A "no" takes the claim back; "in part" leaves it less certain than "yes" does."""

    def deliberate(said: str) -> dict[str, ClaimNode]:
        script = _composed(
            {"deliberation/commitment": Labelled(label=said), "deliberation/materiality": Scored(score=0)}
        )
        dossier = Table(script, pack="policy-debate").deliberate().view
        return {claim.id: claim for claim in dossier.claims if len(claim.backers) == 1 and not claim.same_point_as}

    bound, free = deliberate(answer), deliberate("yes")
    assert bound.keys() == free.keys() != set()
    assert {claim.place for claim in bound.values()} == {place}
    if place == "core":
        assert {claim.qualifier for claim in bound.values()} == {"in some cases"}
        assert all(CERTAIN[bound[name].qualifier] <= CERTAIN[free[name].qualifier] for name in bound)


@pytest.mark.parametrize("side", ["against", "neither", "unclear"])
def test_a_rebuttal_that_does_not_answer_is_refused_once_and_then_counts_as_none(side: str) -> None:
    model = _composed({"deliberation/answers": Labelled(label=side)}, _material("rebut", 10.0))
    table = Table(model, pack="policy-debate")
    dossier = table.deliberate().view
    responses = [n for n in dossier.nodes if isinstance(n, ResponseNode)]
    assert responses
    assert all(len(n.refused) == 2 and not n.evidence and n.adequacy is None for n in responses)
    answered = [n for n in dossier.nodes if isinstance(n, ObjectionNode) and n.fate.type == "answered"]
    assert not answered


def test_a_run_that_would_lose_an_objection_fails(forgetful: None) -> None:
    with pytest.raises(VerificationError, match="objection"):
        Table(_material("rebut", 0.0), pack="policy-debate").deliberate()


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mutation of synthesis: it strikes out what the first objection attacks, though it was found material."""
    real = synthesis.build_framework

    def build(*args: Any, **kwargs: Any) -> Framework:
        framework = real(*args, **kwargs)
        first = next(attack for attack in framework.attacks if attack.attacker.startswith("objection"))
        struck = first.model_copy(update={"holds": False})
        attacks = tuple(struck if attack is first else attack for attack in framework.attacks)
        return framework.model_copy(update={"attacks": attacks})

    monkeypatch.setattr(synthesis, "build_framework", build)


def test_what_speaks_for_the_other_side_is_turned_over_and_said() -> None:
    """A reader for whom every sentence speaks against: seats that affirm find themselves without a reason."""
    read = reading(Table(pack="policy-debate").pack.sample_question, lambda _: "against")
    calm = by_template({"deliberation/materiality": Scored(score=1.0)})
    model = ScriptedModel(lambda call: calm(call) or read(call))
    dossier = Table(model, pack="policy-debate").deliberate().view
    assert {claim.direction for claim in dossier.claims} == {"denied"}
    affirming = {n.seat for n in dossier.nodes if isinstance(n, PositionNode) and n.direction == "affirmed"}
    assert affirming
    assert not affirming & {seat for claim in dossier.claims for seat in claim.backers}
    assert any("speaks for the other side" in caution for caution in dossier.cautions)
    assert dossier.recommendation.outcome == "denied"


@pytest.mark.parametrize("side", ["neither", "unclear"])
def test_where_nothing_bears_on_the_question_nothing_is_recommended(side: str) -> None:
    model = ScriptedModel(reading(Table(pack="policy-debate").pack.sample_question, lambda _: side))
    dossier = Table(model, pack="policy-debate").deliberate().view
    assert dossier.recommendation.outcome == "not shown"
    assert dossier.summary[0].startswith("Nothing in the library bears on this question")
    assert set(dossier.not_shown) == {claim.id for claim in dossier.claims} != set()
    assert not dossier.consensus_core


def test_an_evaluator_that_agrees_with_whatever_it_is_asked_is_unclear() -> None:
    model = ScriptedModel(by_template({"deliberation/support": Labelled(label="for")}))
    dossier = Table(model, pack="policy-debate").deliberate().view
    nodes = [node for node in dossier.nodes if isinstance(node, SupportNode)]
    assert {node.side for node in nodes} == {"unclear"}
    assert dossier.recommendation.outcome == "not shown"


def test_a_question_without_evidence_gives_an_honest_dossier() -> None:
    table = Table(pack="policy-debate")
    table.corpus = ListedCorpus([])
    dossier = table.deliberate(table.spec()).view
    assert dossier.summary[0].startswith("Nothing in the library bears on this question")
    assert not [n for n in dossier.nodes if n.kind in ("claim", "evidence", "objection")]
    assert dossier.recommendation.outcome == "not shown"


def test_a_consultant_is_named_and_says_why_and_nothing_it_says_is_consensus() -> None:
    table = Table()
    asked = table.spec().model_copy(update={"protocol": "consultancy", "speaker": "auditor"})
    dossier = table.deliberate(asked).view
    assert [n.seat for n in dossier.nodes if isinstance(n, PositionNode)] == ["auditor"]
    assert "auditor was asked for" in dossier.protocol_reason
    unnamed = table.deliberate(table.spec().model_copy(update={"protocol": "consultancy"})).view
    assert "applicant has the most at stake" in unnamed.protocol_reason
    assert not dossier.consensus_core
    assert dossier.unexamined
    with pytest.raises(NotFound, match="no seat"):
        table.deliberate(table.spec().model_copy(update={"protocol": "consultancy", "speaker": "mayor"}))


def test_fewer_than_two_seats_are_refused() -> None:
    table = Table()
    with pytest.raises(SettingError, match="seat"):
        table.deliberate(table.spec(table.pack.perspectives[:1]))


def test_belief_paradigms_are_refused_where_rights_are_decided() -> None:
    table = Table()
    believer = Perspective(
        id="believer", role="auditor", weighting={"accuracy": 1}, dimensions={"moral_objectivity": _any_option()}
    )
    with pytest.raises(SettingError, match="belief"):
        table.deliberate(table.spec((*table.pack.perspectives, believer)))


def test_decisions_taken_from_a_seat_name_it_as_an_input() -> None:
    table = Table()
    ran = table.deliberate()
    digests = {seat.declaration for seat in table.pack.perspectives}
    grounds = [require_entry(table.store, key) for key in table.store.members(ran.run)]
    seen = [i for e in grounds if e.draft.kind == "grounds" for i in e.draft.inputs if isinstance(i, PerspectiveInput)]
    assert {i.perspective for i in seen} == digests


def _kind(table: Table, key: str) -> str:
    return require_entry(table.store, key).draft.kind


def _claims_of(nodes: tuple[object, ...], seat: str) -> set[tuple[str, str]]:
    """What a seat brought itself, without what others made it put in other words."""
    return {(n.id, n.text) for n in nodes if isinstance(n, ClaimNode) and seat in n.brought_by and not n.revises}


def _material(move: str, adequacy: float) -> ScriptedModel:
    """Every objection is material; every seat responds so where it can."""
    scripted = {
        "deliberation/materiality": Scored(score=9.0),
        "deliberation/adequacy": Scored(score=adequacy),
    }

    def respond(call: Call) -> Reply | None:
        question = call.question
        if question.template != "deliberation/response" or not isinstance(question, Choose):
            return None
        return Chosen(ids=(move,)) if move in {o.id for o in question.options} else Chosen(ids=("qualify",))

    return _composed(scripted, respond)


def _composed(said: Mapping[str, Reply], then: Script | ScriptedModel | None = None) -> ScriptedModel:
    """These answers first, then another script's, then those of a reader."""
    first, last = by_template(said), reading(Table(pack="policy-debate").pack.sample_question)
    middle = then._script if isinstance(then, ScriptedModel) else then
    return ScriptedModel(lambda call: first(call) or (middle(call) if middle else None) or last(call))


def _any_option() -> str:
    return next(iter(load_catalogue()["moral_objectivity"].options))


def test_progress_moves_on_while_claims_are_searched_for_objected_to_and_settled() -> None:
    table, heard = Table(pack="policy-debate"), list[Event]()
    asyncio.run(run(deliberate, table.spec(), table.tools, store=table.store, listener=heard.append))
    steps = [one for one in heard if isinstance(one, StepProgress)]
    for name in ("searching", "objections", "exchanges"):
        counted = [(one.done, one.total) for one in steps if one.step == name]
        total = counted[0][1]  # of the first round; claims in other words are examined once more
        assert counted[:total] == [(done, total) for done in range(1, total + 1)]
