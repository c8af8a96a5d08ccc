"""Objections are not obligatory, rest on what they cite, and cost a claim only what they take from it."""

from __future__ import annotations

import pytest
from tests.deliberation.table import Table, load_sample
from tests.deliberation.writing import writing

from foam.deliberation.dossier import ClaimNode, ObjectionNode
from foam.deliberation.objection import WEAK, Commitment, Objection, score_without_evidence
from foam.deliberation.settled import spells_out
from foam.deliberation.written.exchange_forms import NOTHING
from foam.evidence.corpus import Passage
from foam.model.question import Written
from foam.model.scripted import Call, Said, ScriptedModel


def test_whoever_has_nothing_to_object_objects_nothing_and_the_reason_counts_as_examined() -> None:
    at = Table()
    plain = writing(at.pack.sample_question)

    def say(call: Call) -> Said | None:
        found = plain(call)
        if call.question.template == "acts/objection" and isinstance(found, Written):
            return Written(fields={**found.fields, "question": NOTHING, "text": "", "ids": ()})
        return found

    at = Table(ScriptedModel(say, writes=True))
    dossier = at.deliberate().view
    assert not [node for node in dossier.nodes if isinstance(node, ObjectionNode)]
    assert not dossier.unexamined
    reasons = [node for node in dossier.nodes if isinstance(node, ClaimNode) and node.place == "core"]
    assert reasons
    assert all(node.examined for node in reasons)
    assert {*dossier.consensus_core} == {node.id for node in reasons}


def object_with(evidence: tuple[Passage, ...]) -> Objection:
    return Objection(
        id="objection-1",
        raised_by=("a",),
        claim="claim-1",
        type="logical_gap",
        question="CA2",
        text="It does not follow.",
        evidence=evidence,
        value="",
        commitment=Commitment(id="c", seat="b", claim="claim-1", question="Does it?", answer="yes", entry="b2:0"),
        entry="b2:0",
    )


@pytest.mark.parametrize("given", [None, 1.0, 9.0])
def test_an_objection_that_cites_nothing_never_weighs_more_than_one_with_weak_evidence(given: float | None) -> None:
    document = load_sample("benefits-appeal").documents[0]
    cited = Passage(pointer=document.pointer(0), text=document.sentence(0), cite="")
    scores = {"relevance": 8.0, "support": given}
    bare = score_without_evidence(object_with(()), scores)["support"]
    assert bare is not None
    assert bare <= WEAK
    assert score_without_evidence(object_with((cited,)), scores) == scores
    assert score_without_evidence(object_with(()), {"relevance": 8.0}) == {"relevance": 8.0}


@pytest.mark.parametrize(
    ("claim", "unless", "wording", "spelled"),
    [
        ("Boats were lost, as in Skerry and Holm.", "", "In some places boats were lost, as in Skerry and Holm.", True),
        ("Boats were lost.", "the harbour was closed", "Boats were lost, unless the harbour was closed.", True),
        ("Boats were lost.", "", "In some places boats were lost.", False),
        ("Boats were lost.", "", "Boats were lost in winter storms.", False),
    ],
)
def test_a_wording_that_only_spells_out_the_claim_narrows_nothing(
    claim: str, unless: str, wording: str, spelled: bool
) -> None:
    assert spells_out(claim, unless, wording) is spelled
