"""A worker whose queue or storage goes away: it waits, gives its work back, and does it when all is there again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import pytest

from foam.errors import Awaited, StorageAway, StorageFull, Unreachable
from foam.home.worker import Worker
from foam.job.events import Event
from foam.job.orders.deliberation import AskOrder

if TYPE_CHECKING:
    from foam.job.queue import QueuedWork, WorkQueue

GONE = StorageAway("the database is gone", hint="start it")
Doing = Callable[["QueuedWork", Callable[[Event], None]], Any]


class Queue:
    """A queue in memory that is away when it is told to be."""

    def __init__(self, works: int = 1) -> None:
        self.waiting = [AskOrder(question=f"{n}?") for n in range(works)]
        self.away: dict[str, int] = {}
        """How many of the next calls of a kind find nobody."""
        self.renewed = 0
        self.ended: list[tuple[str, str, str]] = []

    def take(self, worker: str, *, lease: float, holds_none: bool) -> QueuedWork | None:
        from foam.job.queue import QueuedWork, WorkProgress

        self._meet("take")
        if not self.waiting:
            return None
        order = self.waiting.pop(0)
        return QueuedWork(
            id=order.id, order=order, state="running", worker=worker, attempts=1, progress=WorkProgress(), error="",
            hint="", submitted="",
        )  # fmt: skip

    def renew(self, work: str, worker: str, progress: Any, *, lease: float) -> bool:
        self.renewed += 1
        self._meet("renew")
        return True

    def end(self, work: str, worker: str, state: str, progress: Any, *, error: str = "", hint: str = "") -> bool:
        self._meet("end")
        self.ended.append((state, error, progress.outcome))
        if state == "waiting":
            self.waiting.append(AskOrder(question="again?"))
        return True

    def _meet(self, call: str) -> None:
        if self.away.get(call, 0) > 0:
            self.away[call] -= 1
            raise GONE


@pytest.fixture(autouse=True)
def _needs_the_extra() -> None:
    pytest.importorskip("psycopg")


def make_worker(queue: Queue, do: Doing, *, lease: float = 30.0, **more: Any) -> Worker:
    return Worker(cast("WorkQueue", queue), do, lease=lease, wait=0.01, **more)


async def succeed(work: QueuedWork, hear: Callable[[Event], None]) -> tuple[str, str]:
    return "run", "digest"


def test_it_waits_for_a_queue_that_is_away_and_says_so_once() -> None:
    queue, said = Queue(), list[str]()
    queue.away = {"take": 4, "end": 3}
    assert make_worker(queue, succeed, say=said.append).work(until_empty=True) == 1
    assert queue.ended == [("done", "", "digest")]
    assert said == ["the database is gone; waiting until it is back", "the database can be used again"] * 2


def test_it_waits_no_longer_than_it_is_told() -> None:
    queue = Queue()
    queue.away = {"take": 10_000}
    with pytest.raises(StorageAway):
        make_worker(queue, succeed, outage=0.05).work()


def test_a_worker_that_is_stopped_waits_for_nothing() -> None:
    queue = Queue()
    queue.away = {"end": 10_000}
    started: list[Worker] = []
    started.append(make_worker(queue, succeed, say=lambda line: started[0].stop()))
    assert started[0].work() == 0


@pytest.mark.parametrize("error", [GONE, StorageFull("no room", hint="make some")])
def test_work_whose_storage_is_not_there_goes_back_and_is_done_later(error: Any) -> None:
    queue, left = Queue(), [error, error]

    async def do(work: QueuedWork, hear: Callable[[Event], None]) -> tuple[str, str]:
        if left:
            raise left.pop()
        return "run", "digest"

    assert make_worker(queue, do).work(until_empty=True) == 1
    assert queue.ended == [("waiting", error.what, ""), ("waiting", error.what, ""), ("done", "", "digest")]


def test_a_model_that_cannot_be_reached_is_a_failure_of_the_work() -> None:
    async def do(work: QueuedWork, hear: Callable[[Event], None]) -> tuple[str, str]:
        raise Unreachable("the endpoint is down")

    queue = Queue()
    assert make_worker(queue, do).work(until_empty=True) == 1
    assert queue.ended == [("failed", "the endpoint is down", "")]


def test_work_in_which_a_person_has_yet_to_answer_is_parked() -> None:
    async def wait(work: QueuedWork, hear: Callable[[Event], None]) -> tuple[str, str]:
        raise Awaited("a person has yet to answer")

    queue = Queue()
    make_worker(queue, wait).work(until_empty=True)
    assert queue.ended == [("awaiting", "a person has yet to answer", "")]


def test_a_worker_that_is_cut_off_goes_on_when_its_work_is_still_its_own() -> None:
    queue, heard = Queue(), asyncio.Event()
    queue.away = {"renew": 20}

    async def do(work: QueuedWork, hear: Callable[[Event], None]) -> tuple[str, str]:
        while queue.away["renew"] or queue.renewed < 22:
            await asyncio.sleep(0.01)
        heard.set()
        return "run", "digest"

    assert make_worker(queue, do, lease=0.1).work(until_empty=True) == 1
    assert heard.is_set(), "nobody broke it off, though no sign of life got through for longer than a lease"
    assert queue.ended == [("done", "", "digest")]
