"""The database, the object store and who does the work, killed at random moments; and a clock that jumps by a day."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.cluster import Cluster, start_cluster
from tests.evidence.search.kept_store import KeptStore
from tests.home.accidents import Report, Servers, Shop, do, lay_out, play_command
from tests.home.killing import do_undisturbed, plan_works
from tests.home.workshop import QUESTION, copy_run, open_home


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    """A database and an object store that may be killed."""
    pytest.importorskip("moto", reason="the object store of the tests is not installed: pip install 'foam[dev]'")
    pytest.importorskip("lancedb", reason="the index of the tests is not installed: pip install 'foam[dev]'")
    cluster: Cluster = start_cluster()
    try:
        store = KeptStore(tmp_path)
        yield Servers(cluster, store, random.Random(5))
        store.kill()
    finally:
        cluster.remove()


@pytest.mark.long
@pytest.mark.parametrize("what", ["import", "tournament"])
def test_a_command_ends_as_it_would_whatever_is_killed(servers: Servers, tmp_path: Path, what: str) -> None:
    """A few; `python -m bench accidents.kills` makes a hundred."""
    calm = tmp_path / "calm"
    calm.mkdir()
    lay_out(what, calm)
    expected = do(what, calm, servers.cluster.make_database(), servers.store.place("calm"), calm / "asked.log")
    report = Report()
    play_command(what, servers, tmp_path / "struck", expected, report, kills=3)
    assert report.faults == []
    assert report.kills.total() > 0


@pytest.mark.long
def test_work_of_the_queue_ends_as_it_would_whatever_is_killed(
    servers: Servers, tmp_path: Path, deliberated: tuple[Path, str]
) -> None:
    url, report, works = servers.cluster.make_database(), Report(), plan_works()[:2]
    run = copy_run(deliberated, url, tmp_path)
    shutil.copytree(deliberated[0], tmp_path / "alone")
    expected = do_undisturbed(tmp_path / "alone", run, works)
    shop = Shop(url, tmp_path / "shop", servers)
    try:
        for planned, calm in zip(works, expected, strict=True):
            shop.play(planned, run, calm, report, kills=2)
    finally:
        shop.close(report)
    assert report.faults == []
    assert report.kills.total() > 0


@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_that_jumps_by_a_day_changes_no_outcome(
    tmp_path: Path, deliberated: tuple[Path, str], days: int
) -> None:
    with open_home(tmp_path / "home", "", tmp_path / "log", clock=_jump(days)) as home:
        ran = home.deliberate(QUESTION)
        assert home.record.verify().ok
        assert home.record.replay(ran.run).ok
        times = [entry.at[:10] for entry in home._desk.store.entries()]
    assert len(set(times)) == 2, "it jumped in the middle"
    with open_home(deliberated[0], "", tmp_path / "none") as home:
        expected = {one.run: one for one in home.record.list()}[deliberated[1]]
    assert ran.run == expected.run
    with open_home(deliberated[0], "", tmp_path / "none") as home:
        assert home.deliberate(QUESTION).digest == ran.digest


def _jump(days: int) -> Callable[[], datetime]:
    asked = [0]

    def clock() -> datetime:
        asked[0] += 1
        noon = datetime(2026, 3, 2, 12, tzinfo=UTC) + timedelta(seconds=asked[0])
        return noon if asked[0] < 40 else noon + timedelta(days=days)

    return clock
