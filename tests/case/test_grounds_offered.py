"""What a seat that only chooses is offered to rest on: sentences, and no headings with the words of the question."""

from __future__ import annotations

import asyncio

from tests.examination.papers import paper
from tests.job.sessions import session_with

from foam.case.ground import find_grounds
from foam.case.position.stance import Position
from foam.evidence.corpus import ListedCorpus
from foam.job.session import Tools
from foam.model.cast import ROLES
from foam.model.question import Choose, Chosen
from foam.model.scripted import Call, Said, ScriptedModel
from foam.pack.loader import load_pack
from foam.perspective.node import Perspective
from foam.record.entry import ValueInput

DOCUMENT = paper(
    "Lamps",
    """
    On the renewal of the lamps of the harbour

    The lamps of the harbour went out on nine nights in March.

    Renewing the lamps of the harbour: what the town should do

    Two boats ran onto the mole in the dark.""",
)


def test_headings_are_not_offered_as_grounds() -> None:
    def say(call: Call) -> Said | None:
        assert isinstance(call.question, Choose)
        offered.extend(one.text for one in call.question.options)
        return Chosen(ids=tuple(one.id for one in call.question.options[: call.question.at_most]))

    offered: list[str] = []
    models = dict.fromkeys(ROLES, ScriptedModel(say))
    session = session_with(Tools(models=models, pack=load_pack("benefits-appeal"), corpus=ListedCorpus.of([DOCUMENT])))
    text = "The town should renew the lamps of the harbour."
    made = session.clerk.compute("position", lambda: text, ValueInput(role="text", value=text), rule="test")
    seat = Perspective(id="keeper", role="keeper", weighting={"reliability": 1.0})
    position = Position(seat="keeper", stance="affirm_whole", text=text, entry=made.key)
    asyncio.run(find_grounds(session, seat, position))
    assert sorted(offered) == [
        "The lamps of the harbour went out on nine nights in March.",
        "Two boats ran onto the mole in the dark.",
    ]
