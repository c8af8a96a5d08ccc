"""A claim loses the sentence that is contested, and falls with it only where nothing else carries it."""

from __future__ import annotations

import asyncio

import pytest
from tests.deliberation.sitting import PACK
from tests.examination.papers import paper
from tests.job.sessions import session_with

from foam.argument.motion import make_motion
from foam.argument.scheme import load_schemes
from foam.argument.toulmin import Toulmin
from foam.deliberation.claim import Claim
from foam.deliberation.objection import Commitment, EvaluatedObjection, Objection, Response
from foam.deliberation.points import Conflict, find_narrowed_alike
from foam.deliberation.settling import spare_carried
from foam.deliberation.support import Support
from foam.deliberation.synthesis import synthesise
from foam.evidence.corpus import ListedCorpus, Passage, make_passage
from foam.job.session import Tools
from foam.model.cast import ROLES
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam.pack.loader import load_pack
from foam.perspective.node import Perspective
from foam.record.entry import ValueInput

TEXT = """
    The lamp on the quay went out in March. The lamp on the mole went out in March. The lamp on the mole burnt all
    through March. The council heard of it in April."""
DOCUMENT = paper("Lamps", TEXT)
QUAY, MOLE, BURNT, HEARD = (make_passage(DOCUMENT, number) for number in range(4))
VALUE = load_pack(PACK).values[0].id
KEEPER = Perspective(id="keeper", role="keeper", weighting={"reliability": 1.0})


def _claim(*grounds: Passage) -> Claim:
    return Claim(
        id="claim-1",
        parts=Toulmin(claim="Lamps go out.", grounds=tuple(one.pointer for one in grounds), warrant="because so"),
        grounds=grounds,
        scheme="example",
        value="reliability",
        support=Support(side="for", strength=0.5, entries=()),
        brought_by=("keeper",),
        backers=("keeper",),
        voice="written",
        entry="b2:1",
    )


def _settle(claim: Claim, bears_out: str) -> tuple[tuple[Conflict, ...], list[Write]]:
    def say(call: Call) -> Said | None:
        assert isinstance(call.question, Write)
        asked.append(call.question)
        found = {"of": "a1", "because": "g1 says so.", "bears_out": bears_out, "side": "for", "condition": ""}
        return Written(
            fields={
                "appraisals": ({**found, "strength": 6.0, "scheme": "example", "value": VALUE, "stated": "a fact"},)
            }
        )

    asked: list[Write] = []
    models = dict.fromkeys(ROLES, ScriptedModel(say, writes=True))
    session = session_with(Tools(models=models, pack=load_pack(PACK), corpus=ListedCorpus.of([DOCUMENT])))
    made = session.clerk.compute("claim", lambda: claim.text, ValueInput(role="text", value=claim.text), rule="written")
    claim = claim.model_copy(update={"entry": made.key})
    conflict = Conflict(left=MOLE, right=BURNT, entries=())
    motion = make_motion("Should the lamps be renewed?", ())
    return asyncio.run(spare_carried(session, motion, (claim,), (conflict,))), asked


@pytest.mark.parametrize(("bears_out", "place"), [("yes", "core"), ("in part", "core"), ("no", "contested")])
def test_a_claim_stands_where_what_is_left_bears_it_out(bears_out: str, place: str) -> None:
    claim = _claim(QUAY, MOLE, HEARD)
    conflicts, (asked,) = _settle(claim, bears_out)
    assert [one.text for one in asked.material] == [QUAY.text, HEARD.text]
    assert synthesise((KEEPER,), (claim,), (), conflicts=conflicts).sublation.standing("claim-1").place == place


@pytest.mark.parametrize("grounds", [(MOLE,), (MOLE, HEARD), (QUAY, HEARD)])
def test_nobody_is_asked_of_a_claim_that_has_little_else_or_nothing_contested(grounds: tuple[Passage, ...]) -> None:
    conflicts, asked = _settle(_claim(*grounds), "yes")
    assert not asked
    assert not any(one.spares for one in conflicts)


def _set(name: str, condition: str, *wordings: str) -> Claim:
    """A claim that sets a condition, and how it was put since."""
    support = Support(side="condition", strength=0.5, entries=(), condition=condition)
    return _claim(QUAY, HEARD).model_copy(update={"id": name, "support": support, "wordings": wordings})


@pytest.mark.parametrize("wordings", [(), ("Lamps on the quay go out.",)])
def test_conditions_are_grouped_again_where_a_claim_was_narrowed(wordings: tuple[str, ...]) -> None:
    def say(call: Call) -> Said | None:
        assert isinstance(call.question, Write)
        ids = tuple(one.id for one in call.question.material if one.id.startswith("c"))
        asked.append([one.text for one in call.question.material if one.id in ids])
        return Written(fields={"groups": (), "conditions": ({"because": "Both ask for a lamp.", "ids": ids},)})

    asked: list[list[str]] = []
    models = dict.fromkeys(ROLES, ScriptedModel(say, writes=True))
    session = session_with(Tools(models=models, pack=load_pack(PACK), corpus=ListedCorpus.of([DOCUMENT])))
    made = session.clerk.compute("claim", lambda: "", ValueInput(role="text", value=""), rule="written")
    claims = [
        one.model_copy(update={"entry": made.key})
        for one in (_set("claim-1", "only if a lamp burns", *wordings), _set("claim-2", "only if some lamp is lit"))
    ]
    pairs, alike = asyncio.run(find_narrowed_alike(session, "Should the lamps be renewed?", claims, ()))
    assert not pairs
    if wordings:
        assert asked == [["yes, only if a lamp burns", "yes, only if some lamp is lit"]]
        assert [[member.node for member in one.members] for one in alike] == [["claim-1", "claim-2"]]
    else:
        assert not asked
        assert not alike


def _rebut(adequacy: float, *evidence: Passage) -> EvaluatedObjection:
    """An objection to what the claim rests on, by the sentence that contradicts it, and a rebuttal of it."""
    question = next(one.id for scheme in load_schemes() for one in scheme.questions if one.attacks == "premise")
    objection = Objection(
        id="objection-1",
        raised_by=("other",),
        claim="claim-1",
        type="missing_evidence",
        question=question,
        text="It burnt.",
        evidence=(BURNT,),
        value="",
        commitment=Commitment(
            id="commitment-1", seat="keeper", claim="claim-1", question=question, answer="yes", entry="b2:2"
        ),
        entry="b2:3",
    )
    reply = Response(
        id="response-1", seat="keeper", move="rebut", evidence=evidence, adequacy=adequacy, entry="b2:4", text="No."
    )
    return EvaluatedObjection(objection=objection, scores={"support": 8.0}, entries=(), response=reply)


@pytest.mark.parametrize(
    ("adequacy", "evidence", "place"),
    [(9.0, (HEARD,), "core"), (7.0, (HEARD,), "contested"), (9.0, (), "contested"), (3.0, (HEARD,), "fallen")],
)
def test_a_contested_ground_stands_where_a_rebuttal_with_evidence_meets_the_objection_wholly(
    adequacy: float, evidence: tuple[Passage, ...], place: str
) -> None:
    conflict = Conflict(left=MOLE, right=BURNT, entries=())
    found = synthesise((KEEPER,), (_claim(MOLE),), (_rebut(adequacy, *evidence),), conflicts=(conflict,))
    assert found.sublation.standing("claim-1").place == place
