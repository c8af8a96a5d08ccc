"""A database that is killed, cut off or full: a clear word, nothing lost, nothing twice, and it goes on."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.cluster import Cluster, start_cluster
from tests.proxy import Proxy

from foam.errors import StorageAway, StorageFull
from foam.record.away import Endurance
from foam.record.entry import Entry
from foam.record.opening import open_record_at
from foam.record.store import Store
from foam.record.verify import verify

PATIENT = 120.0
ENTRIES = 300


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[Cluster]:
    """A server that may be killed, and that waits for the disk as a real one does."""
    started = start_cluster(durable=True)
    yield started
    started.remove()


class Away:
    """Hears that storage is away."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self.told: list[float] = []

    def hear(self, waited: float) -> None:
        self.told.append(waited)
        self.event.set()


def append_all(store: Store, make_entry: Any, begun: threading.Event) -> int:
    """Append one after another in a run; how many were acknowledged."""
    run = store.append(make_entry(kind="run")).key
    for n in range(ENTRIES):
        assert store.append(make_entry(n), run=run) == make_entry(n)
        if n == ENTRIES // 10:
            begun.set()
    return ENTRIES


def check(url: str) -> None:
    """Every entry is there once, and the record holds."""
    with closing(open_record_at(url)) as store:
        assert store.count() == ENTRIES + 1
        assert store.head().size == ENTRIES + 1, "one line for each, whatever was sent twice"
        assert verify(store).ok


@pytest.mark.parametrize("seed", range(2))
def test_writers_wait_for_a_server_that_is_killed_and_go_on(own_cluster: Cluster, make_entry: Any, seed: int) -> None:
    url, away, begun = own_cluster.make_database(), Away(), threading.Event()
    store = open_record_at(url, endurance=Endurance(PATIENT, away.hear))
    with closing(store), ThreadPoolExecutor(1) as pool:
        doing = pool.submit(append_all, store, make_entry, begun)
        begun.wait(60)
        threading.Event().wait(Random(seed).uniform(0.0, 0.2))
        own_cluster.kill()
        if not doing.done():
            assert away.event.wait(60), "whoever listens is told"
        own_cluster.start()
        assert doing.result(PATIENT) == ENTRIES
    check(url)


def test_a_cut_network_is_said_at_once_and_the_same_store_goes_on(own_cluster: Cluster, make_entry: Any) -> None:
    url = own_cluster.make_database()
    with Proxy(str(own_cluster.folder / ".s.PGSQL.5432")) as proxy:
        through = url.partition("?")[0].replace("@/", f"@127.0.0.1:{proxy.port}/")
        with closing(open_record_at(through)) as store:
            kept = store.append(make_entry(1))
            proxy.cut()
            calls: list[Callable[[], object]] = [
                lambda: store.get(kept.key),
                lambda: store.append(make_entry(2, kept)),
            ]
            for call in calls:
                with pytest.raises(StorageAway, match="cannot be used") as met:
                    call()
                assert "record.url" in met.value.hint
            proxy.mend()
            assert store.get(kept.key) == kept
            assert store.append(make_entry(2, kept)) == make_entry(2, kept)
            assert verify(store).ok


def test_writers_wait_for_a_network_that_is_cut_and_go_on(own_cluster: Cluster, make_entry: Any) -> None:
    url, away, begun = own_cluster.make_database(), Away(), threading.Event()
    with Proxy(str(own_cluster.folder / ".s.PGSQL.5432")) as proxy, ThreadPoolExecutor(1) as pool:
        through = url.partition("?")[0].replace("@/", f"@127.0.0.1:{proxy.port}/")
        with closing(open_record_at(through, endurance=Endurance(PATIENT, away.hear))) as store:
            doing = pool.submit(append_all, store, make_entry, begun)
            begun.wait(60)
            proxy.cut()
            assert away.event.wait(60)
            proxy.mend()
            assert doing.result(PATIENT) == ENTRIES
    assert away.told[-1] == 0.0, "and that it is back"
    check(url)


@pytest.fixture
def small_disk(own_cluster: Cluster) -> Iterator[Path]:
    """A disk of its own for a database, that its server may write to."""
    place = own_cluster.folder / "small"
    place.mkdir()
    shutil.chown(place, *_find_owner(own_cluster.data))
    command = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    shutil.chown(place, *_find_owner(own_cluster.data))
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def fill(store: Store, make_entry: Any, kept: list[Entry]) -> None:
    """Append until there is no room."""
    rng = Random(1)
    for n in range(1000):
        kept.append(store.append(make_entry(n, answer=rng.randbytes(60_000).hex())))


def _find_owner(path: Path) -> tuple[int, int]:
    return path.stat().st_uid, path.stat().st_gid


def test_a_full_disk_of_the_server_is_said_and_it_goes_on_when_there_is_room(
    own_cluster: Cluster, small_disk: Path, make_entry: Any
) -> None:
    import psycopg

    with psycopg.connect(own_cluster.address("postgres"), autocommit=True) as db:
        db.execute(f"CREATE TABLESPACE small LOCATION '{small_disk}'")
        db.execute("CREATE DATABASE small TABLESPACE small")
    with closing(open_record_at(own_cluster.address("small"))) as store:
        kept: list[Entry] = []
        with pytest.raises(StorageFull, match="No space left") as met:
            fill(store, make_entry, kept)
        assert "nothing was lost" in met.value.hint
        assert [store.get(one.key) for one in kept] == kept, "what was kept can be read"
        assert verify(store).ok
        subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
        store.append(make_entry(1001))
        assert store.count() == len(kept) + 1
        assert verify(store).ok
    with psycopg.connect(own_cluster.address("postgres"), autocommit=True) as db:
        db.execute("DROP DATABASE small")
        db.execute("DROP TABLESPACE small")
