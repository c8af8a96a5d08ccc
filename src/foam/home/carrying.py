"""What a worker does with an order: the call of the home that it names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from foam.job.events import Event, Listener
from foam.job.orders.case import CaseOrder
from foam.job.orders.contest import ChallengeOrder
from foam.job.orders.debate import DebateOrder, TurnOrder
from foam.job.orders.deliberation import AskOrder, DeliberationOrder
from foam.job.orders.examination import ExaminationOrder
from foam.job.orders.work import ImportOrder, WorkOrder
from foam.record.acting import act_for

if TYPE_CHECKING:
    from foam.home.home import Home
    from foam.home.people import PeopleCalls
    from foam.job.queue import QueuedWork


class PersonsTurn(Exception):
    """A debate has come to a turn of a person: what was said is on record, and their words come by another order."""

    def __init__(self, run: str) -> None:
        super().__init__()
        self.run = run


def note_owner(people: PeopleCalls, order: WorkOrder, hear: Listener) -> Listener:
    """Whoever hears, once it is noted whose a run is that begins.

    It is noted here, so that it is theirs from its first moment and also when the server they asked is gone by then.
    """

    def note(event: Event) -> None:
        if event.type == "started" and order.owner:
            people.own_run(order.owner, event.run)
        hear(event)

    return note


class Carried(NamedTuple):
    """What came of an order."""

    run: str
    digest: str = ""
    """Empty where a debate waits for a person."""
    result: Mapping[str, Any] = MappingProxyType({})
    """What it came to, where that is no run."""


async def carry_out(home: Home, work: QueuedWork) -> Carried:
    """Do what was ordered.

    It is done for the one who ordered it: a database that holds back what they may not see does so here, too.
    """
    with act_for(work.order.owner):
        return await _carry_out(home, work)


async def _carry_out(home: Home, work: QueuedWork) -> Carried:
    match order := work.order:
        case AskOrder():
            ran: Any = await home.ask.aio(order)
        case DeliberationOrder():
            ran = await home.deliberate.aio(order)
        case CaseOrder():
            ran = await home.case.write.aio(order)
        case ExaminationOrder():
            ran = await home.examine.aio(order)
        case ChallengeOrder():
            ran = await home.contest.open.aio(order)
        case DebateOrder() | TurnOrder():
            try:
                ran = await _debate(home, order)
            except PersonsTurn as stopped:
                return Carried(stopped.run)
        case ImportOrder():
            return Carried("", result=await home.work.carry_in.aio(work.id, order, worker=work.worker))
        case _:
            assert_never(order)
    return Carried(ran.run, ran.digest)


async def _debate(home: Home, order: DebateOrder | TurnOrder) -> Any:
    def listen(floor: Any, kind: str) -> str:
        if isinstance(order, TurnOrder) and order.words and floor.number == order.number:
            return order.words
        raise PersonsTurn(floor.session.run)

    if isinstance(order, TurnOrder):
        return await home.debate.resume.aio(order.run, listen=listen)
    return await home.debate.play.aio(order, listen=listen)
