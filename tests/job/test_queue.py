"""The queue of work: each work has one worker at a time, and none is lost with its worker."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from foam.errors import NotFound
from foam.evidence.document import Origin, make_document
from foam.job.orders.contest import ChallengeOrder
from foam.job.orders.debate import DebateOrder, TurnOrder
from foam.job.orders.deliberation import AskOrder
from foam.job.orders.work import WorkOrder

if TYPE_CHECKING:
    from foam.job.queue import WorkQueue

_OVER = "UPDATE foam.work SET lease_seconds = 0, lease_until = clock_timestamp() - interval '1 s'"
"""As if the lease had run out; the server of the tests may have started a moment ago."""


@pytest.fixture
def queue(database: str) -> Iterator[WorkQueue]:
    from foam.job.queue import WorkQueue

    opened = WorkQueue(database)
    yield opened
    opened.close()


def _order(question: str = "Why?") -> AskOrder:
    return AskOrder(question=question, pack="benefits-appeal", model="scripted", seed=0)


def _expire(queue: WorkQueue) -> None:
    with queue._database.open() as db:
        db.execute(f"{_OVER} WHERE state = 'running'")


def test_the_same_order_is_the_same_work(queue: WorkQueue) -> None:
    first = queue.submit(_order())
    assert (first.state, first.attempts) == ("waiting", 0)
    assert queue.submit(_order()) == first
    assert queue.submit(_order("What?")).id != first.id
    assert [one.order.title for one in queue.list()] == ["What?", "Why?"]
    with pytest.raises(NotFound):
        queue.find("nothing")


def test_work_is_taken_once_the_oldest_first(queue: WorkQueue) -> None:
    from foam.job.queue import WorkProgress

    for question in ("a", "b"):
        queue.submit(_order(question))
    taken = [queue.take("one"), queue.take("two"), queue.take("three")]
    assert [one.order.title if one else None for one in taken] == ["a", "b", None]
    assert taken[0] is not None
    assert queue.renew(taken[0].id, "one", WorkProgress(run="b2:1", asked=3))
    assert not queue.renew(taken[0].id, "two", WorkProgress()), "it is another's"
    assert queue.submit(_order("a")).state == "running", "to ask again for what is under way changes nothing"
    assert queue.end(taken[0].id, "one", "done", WorkProgress(run="b2:1"))
    assert not queue.end(taken[0].id, "one", "failed", WorkProgress()), "it ended"
    assert queue.find(taken[0].id).state == "done"
    assert queue.submit(_order("a")).state == "waiting", "what has ended is done again"


def test_many_workers_take_each_work_once(queue: WorkQueue, database: str) -> None:
    from foam.job.queue import WorkQueue

    for n in range(20):
        queue.submit(_order(f"{n}"))

    def work(name: int) -> list[str]:
        own, done = WorkQueue(database), []
        while (taken := own.take(f"w{name}")) is not None:
            done.append(taken.order.title)
        own.close()
        return done

    with ThreadPoolExecutor(5) as pool:
        taken = [one for done in pool.map(work, range(5)) for one in done]
    assert sorted(taken) == sorted(str(n) for n in range(20))


def test_a_lease_that_ran_out_is_anothers(queue: WorkQueue) -> None:
    from foam.job.queue import WorkProgress

    work = queue.submit(_order()).id
    assert queue.take("dead") is not None
    assert queue.take("other") is None
    _expire(queue)
    again = queue.take("other")
    assert again is not None
    assert (again.id, again.worker, again.attempts) == (work, "other", 2)
    assert not queue.renew(work, "dead", WorkProgress()), "who comes back from the dead is told to stop"
    assert not queue.end(work, "dead", "done", WorkProgress())
    assert queue.end(work, "other", "waiting", WorkProgress()), "given back"
    assert queue.find(work).state == "waiting"


def test_after_a_start_of_the_server_who_holds_work_may_say_so_first(queue: WorkQueue) -> None:
    """The server of the tests started within the last hour: a lease of an hour is over only later."""
    from foam.job.queue import WorkProgress

    work = queue.submit(_order()).id
    assert queue.take("holder", lease=3600.0) is not None
    with queue._database.open() as db:
        db.execute("UPDATE foam.work SET lease_until = clock_timestamp() - interval '1 s'")
    assert queue.take("other") is None
    assert queue.renew(work, "holder", WorkProgress(), lease=3600.0)


def test_work_that_its_workers_die_over_is_given_up(queue: WorkQueue) -> None:
    from foam.job.queue import MOST_ATTEMPTS

    work = queue.submit(_order()).id
    for n in range(MOST_ATTEMPTS):
        assert queue.take(f"w{n}") is not None
        _expire(queue)
    assert queue.take("last") is None
    found = queue.find(work)
    assert (found.state, found.attempts) == ("failed", MOST_ATTEMPTS)
    assert "workers ended" in found.error


def test_work_that_is_given_back_is_no_attempt_that_somebody_died_over(queue: WorkQueue) -> None:
    from foam.job.queue import MOST_ATTEMPTS, WorkProgress

    work = queue.submit(_order()).id
    for n in range(MOST_ATTEMPTS + 2):
        assert queue.take(f"w{n}") is not None
        assert queue.end(work, f"w{n}", "waiting", WorkProgress(), error="the store is away", hint="wait")
    waiting = queue.find(work)
    assert (waiting.state, waiting.attempts, waiting.error) == ("waiting", 0, "the store is away")
    again = queue.take("last")
    assert again is not None
    assert (again.attempts, again.error) == (1, ""), "what it waited for is over"


def test_work_whose_giving_was_lost_with_the_connection_is_given_again(queue: WorkQueue) -> None:
    work = queue.submit(_order()).id
    assert queue.take("one", holds_none=True) is not None
    assert queue.take("other", holds_none=True) is None
    again = queue.take("one", holds_none=True)
    assert again is not None
    assert (again.id, again.attempts) == (work, 1)


@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_that_jumps_by_a_day_loses_no_work(queue: WorkQueue, days: int) -> None:
    """What a lease says is moved the other way instead of the server's clock."""
    from foam.job.queue import WorkProgress

    alive, dead = queue.submit(_order("alive")).id, queue.submit(_order("dead")).id
    for name in ("alive", "dead"):
        assert queue.take(name, lease=2.0 if days < 0 else 0.0) is not None
    with queue._database.open() as db:
        db.execute("UPDATE foam.work SET lease_until = lease_until - make_interval(days => %s)", (days,))
    if days < 0:  # put back: nobody is taken for dead at once, and nobody holds anything for a day
        assert queue.take("other", lease=2.0) is None
        assert queue.renew(alive, "alive", WorkProgress(), lease=600.0)
        with queue._database.open() as db:
            row = db.execute("SELECT lease_until <= clock_timestamp() + interval '2 s' FROM foam.work WHERE id = %s",
                             (dead,)).fetchone()  # fmt: skip
            assert row == (True,)
        _expire_one(queue, dead)
        found = queue.take("other")
        assert found is not None
        assert found.id == dead
        assert queue.take("third") is None, "who is alive keeps its own"
    else:  # put forward: leases are over, others take the work, and who held it is told
        taken = [queue.take("other"), queue.take("other")]
        assert sorted(one.id for one in taken if one) == sorted([alive, dead])
        assert not queue.renew(alive, "alive", WorkProgress())


def _expire_one(queue: WorkQueue, work: str) -> None:
    with queue._database.open() as db:
        db.execute(f"{_OVER} WHERE id = %s", (work,))


def test_cancelled_at_once_or_at_the_next_sign_of_life(queue: WorkQueue) -> None:
    from foam.job.queue import WorkProgress

    waiting, running = queue.submit(_order("b")).id, queue.submit(_order("a")).id
    assert queue.cancel(waiting).state == "cancelled"
    assert queue.take("one") is not None
    assert queue.cancel(running).state == "running"
    assert not queue.renew(running, "one", WorkProgress())
    assert queue.end(running, "one", "cancelled", WorkProgress())
    assert queue.find(running).has_ended


def test_documents_go_to_whoever_takes_the_work_and_stay_no_longer_than_it_waits(queue: WorkQueue) -> None:
    from foam.job.queue import WorkProgress

    letter = make_document(
        "The rent was paid. It was late.", origin=Origin(file="a.txt", format="text", importer="t-1")
    )
    order = ChallengeOrder(run="b2:1", node="claim-1", kind="does_not_follow", because="No.", with_documents=(letter,))
    bare = order.model_copy(update={"with_documents": ()})

    def take() -> WorkOrder:
        taken = queue.take("one")
        assert taken is not None
        return taken.order

    work = queue.submit(order)
    assert (work.id, work.order) == (order.id, bare), "who asks and who looks on is not sent them back"
    assert work.id != bare.id, "but what was brought makes it another challenge"
    assert take() == order
    assert [one.order for one in queue.list()] == [bare]
    queue.end(work.id, "one", "waiting", WorkProgress())
    assert take() == order, "given back, the next has them, too"
    queue.end(work.id, "one", "done", WorkProgress())
    assert "rent" not in _read_table(queue)
    assert queue.submit(order).state == "waiting"
    assert take() == order, "asked for again, they come again"
    _expire(queue)
    assert take() == order, "and so does what a worker left behind"
    queue.cancel(work.id)
    queue.end(work.id, "one", "waiting", WorkProgress())
    assert queue.find(work.id).state == "cancelled"
    assert "rent" not in _read_table(queue)
    queue.submit(order)
    queue.cancel(work.id)
    assert "rent" not in _read_table(queue)


def _read_table(queue: WorkQueue) -> str:
    with queue._database.open() as db:
        return str(db.execute("SELECT ordered FROM foam.work").fetchall())


def test_each_kind_of_order_comes_out_as_it_went_in(queue: WorkQueue) -> None:
    orders: list[WorkOrder] = [
        _order(),
        DebateOrder(motion="The harbour should close.", pack="policy", model="scripted", con="human", words=80),
        TurnOrder(run="b2:" + "1" * 64, number=3, words="I say\nso."),
        ChallengeOrder(run="b2:" + "2" * 64, node="claim-1", kind="does_not_follow", because="No.", words="x"),
    ]
    for order in orders:
        assert queue.submit(order).order == order
    assert [one.order for one in reversed(queue.list())] == orders
    assert len({one.id for one in queue.list()}) == len(orders)
