"""What a page quotes, and what an evaluator is asked about: every ground, and no claim that was taken back."""

from __future__ import annotations

import asyncio

import pytest
from tests.deliberation.sitting import PACK, sit
from tests.deliberation.writing import UNCHANGED
from tests.job.sessions import session_with

from foam.argument.toulmin import Toulmin
from foam.contest.job import load_file
from foam.contest.subject import DossierFile
from foam.deliberation.cited import say_where
from foam.deliberation.claim import Claim
from foam.deliberation.points import find_conflicts
from foam.deliberation.support import Support
from foam.deliberation.telling import tell_reasons
from foam.evidence.corpus import Passage
from foam.job.session import Tools
from foam.model.cast import ROLES
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, Script, ScriptedModel
from foam.pack.loader import load_pack
from foam.perspective.node import Perspective
from foam.text.pointer import Pointer

NARROWED = "It holds where nobody was told."


def _at(sentence: int, document: str = "d") -> Pointer:
    return Pointer(document=document, sentence=sentence)


def _claim(name: str, grounds: tuple[Passage, ...]) -> Claim:
    return Claim(
        id=name,
        parts=Toulmin(claim="Lamps go out.", grounds=tuple(one.pointer for one in grounds), warrant="because so"),
        grounds=grounds,
        scheme="example",
        value="reliability",
        support=Support(side="for", strength=0.5, entries=()),
        brought_by=("keeper",),
        backers=("keeper",),
        entry="b2:1",
    )


def test_a_seat_tells_every_ground_that_its_claim_rests_on() -> None:
    keeper = Perspective(id="keeper", role="keeper", weighting={"reliability": 1.0})
    grounds = tuple(Passage(pointer=_at(n), text=f"Lamp {n} went out.", cite="") for n in (1, 2))
    (told,) = tell_reasons(keeper, (_claim("claim-a", grounds),))
    assert all(f"“{one.text}”" in told.text for one in grounds)


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ([_at(6), _at(9)], "the source goes on"),
        ([_at(6), _at(3)], "the source also says"),
        ([_at(6, "e")], "the source also says"),
    ],
)
def test_a_source_goes_on_only_after_what_is_cited(says: list[Pointer], told: str) -> None:
    assert say_where(_at(5), says) == told


def _concede_one() -> Script:
    """Everything is material; the first claim that is struck is taken back, the others are narrowed."""
    taken_back: list[str] = []

    def say(call: Call) -> Said | None:
        asked = call.question
        match asked:
            case Write(template="acts/reply"):
                taken_back.extend([] if taken_back else [asked.statement])
                conceded = {**UNCHANGED, "commits": "no", "move": "concede", "text": "It is so.", "ids": ()}
                narrowed = {"commits": "yes", "move": "qualify", "text": "It is narrower.", "claim": NARROWED}
                return Written(fields=conceded if asked.statement in taken_back else {**conceded, **narrowed})
            case Write(template="acts/exchange" | "acts/conceded"):
                scores = {field.name: 9.0 for field in asked.fields if field.type == "score"}
                return Written(fields={**scores, "answers": "for"} if asked.template == "acts/exchange" else scores)
            case _:
                return None

    return say


def test_nobody_is_asked_whether_a_claim_that_was_taken_back_makes_another_point() -> None:
    sitting = sit(_concede_one())
    file = asyncio.run(load_file(sitting.table.store, sitting.ran.run))
    assert isinstance(file, DossierFile)
    gone = {one.objection.claim for one in file.mediation.evaluated if one.response and one.response.gives_up}
    kept = {one.objection.claim for one in file.mediation.evaluated if one.response and one.response.hedges}
    assert gone
    assert kept - gone
    lost = [one.parts.claim for one in file.mediation.claims if one.id in gone - kept]
    again = [act for act in sitting.list_acts("acts/points") if NARROWED in act.prompt]
    assert again
    assert not any(text in one.text for act in again for one in act.material for text in lost)


def test_what_only_asks_something_is_held_against_no_sentence() -> None:
    asked, said = "Did the ferry ever sail at night?", "The ferry never sailed at night."
    passages = [Passage(pointer=_at(n), text=text, cite="") for n, text in enumerate((asked, said))]
    claims = [_claim(f"claim-{n}", (one,)) for n, one in enumerate(passages)]
    model = ScriptedModel()
    session = session_with(Tools(models=dict.fromkeys(ROLES, model), pack=load_pack(PACK)))
    asyncio.run(find_conflicts(session, claims, [Passage(pointer=_at(9), text="Ferries sail by day.", cite="")]))
    prompts = [call.question.prompt for call in model.calls]
    assert any(said in prompt for prompt in prompts)
    assert not any(asked in prompt for prompt in prompts)
