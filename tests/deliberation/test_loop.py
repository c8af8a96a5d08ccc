"""The mediation loop end to end, on scripted models: nothing is lost, order changes nothing, reruns ask nothing."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from tests.deliberation.table import Table

from foam.deliberation import synthesis
from foam.deliberation.dossier import ClaimNode, EvidenceNode, ObjectionNode, PositionNode
from foam.deliberation.evaluate import MATERIAL
from foam.deliberation.questions import CONTRADICTS
from foam.errors import SettingError, VerificationError
from foam.evidence.corpus import ListedCorpus
from foam.job.job import replay, replay_digests
from foam.job.waiting import complete
from foam.model.question import Chosen, Labelled, Reply, Scored
from foam.model.scripted import Call, ScriptedModel, by_template
from foam.perspective.catalogue import load_catalogue
from foam.perspective.node import Perspective
from foam.record.entry import PerspectiveInput
from foam.record.graph import require_entry
from foam.semantics.framework import Framework

SEEDS = range(4)


@pytest.mark.parametrize("pack", ["benefits-appeal", "policy-debate"])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_objection_is_in_the_dossier_with_its_fate(pack: str, seed: int) -> None:
    table = Table(pack=pack)
    dossier = table.deliberate(table.spec(seed=seed)).view
    raised = [n for n in dossier.nodes if isinstance(n, ObjectionNode)]
    assert len(raised) == len(table.pack.perspectives) * (len(table.pack.perspectives) - 1)
    for objection in raised:
        dismissed = objection.materiality < MATERIAL
        assert (objection.fate.type == "dismissed") == dismissed
        assert bool(objection.response) != dismissed


def test_every_quotation_is_assembled_from_the_corpus() -> None:
    table = Table()
    dossier = table.deliberate().view
    held = {(p.pointer, p.text) for p in table.corpus.find("", limit=10_000)}
    cited = [n for n in dossier.nodes if isinstance(n, EvidenceNode)]
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
    """The claims of a seat are the same whoever else sits at the table."""
    table = Table(pack="policy-debate")
    everyone = table.deliberate().view
    two = Table(pack="policy-debate").deliberate(table.spec(table.pack.perspectives[:2])).view
    for seat in ("community_advocate", "treasurer"):
        assert _claims_of(everyone.nodes, seat) == _claims_of(two.nodes, seat) != set()


def test_adding_a_seat_asks_only_what_it_must() -> None:
    table = Table(pack="policy-debate")
    first = table.deliberate(table.spec(table.pack.perspectives[:2]))
    second = table.deliberate(table.spec())
    assert second.reused >= first.asked
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


@pytest.mark.parametrize("move", ["rebut", "qualify", "concede"])
@pytest.mark.parametrize("adequacy", [0.0, 10.0])
@pytest.mark.parametrize("seats", [2, 3])
def test_no_configuration_makes_a_planted_material_objection_vanish(move: str, adequacy: float, seats: int) -> None:
    table = Table(_material(move, adequacy), pack="policy-debate")
    dossier = table.deliberate(table.spec(table.pack.perspectives[:seats])).view
    raised = [n for n in dossier.nodes if isinstance(n, ObjectionNode)]
    assert len(raised) == seats * (seats - 1)
    assert all(n.fate.type in ("answered", "condition", "dissent") for n in raised)
    if move == "rebut" and adequacy == 0.0:
        assert all(n.fate.type in ("condition", "dissent") for n in raised)


def test_a_run_that_would_lose_an_objection_fails(forgetful: None) -> None:
    with pytest.raises(VerificationError, match="objection"):
        Table(_material("rebut", 0.0)).deliberate()


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mutation of synthesis: it strikes out what the first objection attacks, though it was found material."""
    real = synthesis.build_framework

    def build(*args: Any, **kwargs: Any) -> Framework:
        framework = real(*args, **kwargs)
        struck = framework.attacks[0].model_copy(update={"holds": False})
        return framework.model_copy(update={"attacks": (struck, *framework.attacks[1:])})

    monkeypatch.setattr(synthesis, "build_framework", build)


def test_a_warrant_against_its_seat_is_revised_once_and_then_flagged() -> None:
    model = ScriptedModel(by_template({"deliberation/coherence": Labelled(label=CONTRADICTS)}))
    table = Table(model, pack="policy-debate")
    dossier = table.deliberate().view
    claims = [n for n in dossier.nodes if isinstance(n, ClaimNode)]
    assert all(claim.flag for claim in claims)
    checks = [c for c in model.calls if c.question.template == "deliberation/coherence"]
    assert len(checks) > len(claims)
    assert any("contradicts" in caution for caution in dossier.cautions)


def test_a_question_without_evidence_gives_an_honest_dossier() -> None:
    table = Table()
    table.corpus = ListedCorpus([])
    dossier = table.deliberate(table.spec()).view
    assert dossier.summary[0].startswith("No evidence was found")
    assert not [n for n in dossier.nodes if n.kind in ("claim", "evidence", "objection")]
    assert dossier.recommendation.outcome == "undecided"


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
    digests = {seat.digest for seat in table.pack.perspectives}
    grounds = [require_entry(table.store, key) for key in table.store.members(ran.run)]
    seen = [i for e in grounds if e.draft.kind == "grounds" for i in e.draft.inputs if isinstance(i, PerspectiveInput)]
    assert {i.perspective for i in seen} == digests


def _claims_of(nodes: tuple[object, ...], seat: str) -> set[tuple[str, str]]:
    return {(n.id, n.text) for n in nodes if isinstance(n, ClaimNode) and n.seat == seat}


def _material(move: str, adequacy: float) -> ScriptedModel:
    def say(call: Call) -> Reply | None:
        match call.question.template:
            case "deliberation/materiality":
                return Scored(score=9.0)
            case "deliberation/adequacy":
                return Scored(score=adequacy)
            case "deliberation/response":
                return Chosen(ids=(move,))
            case _:
                return None

    return ScriptedModel(say)


def _any_option() -> str:
    return next(iter(load_catalogue()["moral_objectivity"].options))
