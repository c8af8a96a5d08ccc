"""Several models at one table: a seat with a model of its own proposes and criticises with it, and nobody else does."""

from __future__ import annotations

import asyncio

import pytest
from tests.job.sessions import session_with
from tests.job.test_clerk import question

from foam.errors import NotRecorded
from foam.job.session import Session, Tools, make_standins
from foam.job.spec import Spec
from foam.model.cast import ROLES
from foam.model.port import Model, name_seat_model
from foam.model.question import Role
from foam.model.scripted import ScriptedModel
from foam.pack.loader import load_pack
from foam.perspective.node import Perspective
from foam.record.entry import Entry

PACK = load_pack("benefits-appeal")
SEATED, OTHER = PACK.perspectives[:2]


class _Table:
    """One seat with a model of its own, and everybody else with the model of the roles."""

    def __init__(self) -> None:
        self.common, self.own = ScriptedModel(name="common"), ScriptedModel(name="own", writes=True)
        models: dict[str, Model] = {**dict.fromkeys(ROLES, self.common), name_seat_model(SEATED.id): self.own}
        self.tools = Tools(models=models)
        self.session = session_with(self.tools)

    def ask(self, seat: Perspective, role: Role) -> str:
        """Who answers when the seat is asked in this role."""
        return asyncio.run(_answer(self.session.of(seat), role)).draft.decider.id


async def _answer(session: Session, role: Role) -> Entry:
    return await session.clerk.ask("k", question(role))


def test_a_seat_speaks_with_its_own_model_and_is_judged_by_the_common_one() -> None:
    table = _Table()
    spoken: dict[Role, str] = {role: table.ask(SEATED, role) for role in ("proposer", "critic", "evaluator", "judge")}
    assert spoken == {"proposer": "own", "critic": "own", "evaluator": "common", "judge": "common"}
    assert table.session.of(SEATED).speaks("proposer")
    assert not table.session.speaks("proposer")


def test_a_seat_without_one_gets_the_very_same_session() -> None:
    session = _Table().session
    assert session.of(OTHER) is session


def test_counts_and_questions_in_flight_are_shared() -> None:
    table = _Table()

    async def both() -> None:
        await asyncio.gather(
            *(table.session.of(SEATED).clerk.ask("k", question("proposer")) for _ in range(2)),
            table.session.clerk.ask("k", question("proposer")),
        )

    asyncio.run(both())
    assert (len(table.own.calls), len(table.common.calls)) == (1, 1)
    assert table.session.clerk.tally.asked == 2


def test_the_spec_names_the_seats_model_and_a_replay_finds_its_answers() -> None:
    table = _Table()
    table.ask(SEATED, "proposer")
    spec = Spec(**table.tools.describe())
    assert spec.deciders["seat:" + SEATED.id].id == "own"
    replayed = session_with(make_standins(spec, {}), table.session.store)
    entry = asyncio.run(_answer(replayed.of(SEATED), "proposer"))
    assert entry.draft.decider.id == "own"
    with pytest.raises(NotRecorded):
        asyncio.run(_answer(replayed, "proposer"))


def test_a_seats_session_leads_back_to_the_table() -> None:
    table = _Table()
    inner = table.session.of(SEATED).of(OTHER)
    assert inner.models["proposer"] is table.common
    entry = asyncio.run(_answer(inner, "proposer"))
    assert entry.draft.decider.id == "common"
