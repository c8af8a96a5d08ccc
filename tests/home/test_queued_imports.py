"""Documents that a worker takes into the library: handed over by the queue, once, whatever happens to the worker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.home.workshop import wait_until
from tests.web.serving import find_token

import foam
from foam.home.imports import take_in_handed
from foam.job.orders.work import ImportOrder
from foam.job.queue import WorkQueue
from foam.web.application import make_application
from foam.web.security import Keys

Open = Callable[..., foam.Home]
_WORKER = """
import sys, foam
places = {"record.url": sys.argv[2], "library.url": sys.argv[2]}
with foam.open(sys.argv[1], environ={}, embedder=foam.HashingEmbedder(), **places) as home:
    home.worker(lease=2.0)
"""


@pytest.fixture
def open_home(database: str, tmp_path: Path) -> Open:
    """Homes on several machines: each has a folder of its own, and record and library are in one database."""

    def make(name: str, **settings: Any) -> foam.Home:
        given: dict[str, Any] = {"record.url": database, "library.url": database, **settings}
        return foam.open(tmp_path / name, environ={}, embedder=foam.HashingEmbedder(), **given)

    return make


def write_letters(folder: Path, count: int) -> Path:
    folder.mkdir()
    for number in range(count):
        (folder / f"letter{number:03}.txt").write_text(
            f"Letter {number}.\nThe pay of month {number} was {number} dollars.\n"
        )
    return folder


def count_files(database: str) -> int:
    import psycopg

    with psycopg.connect(database) as db:
        row = db.execute("SELECT count(*) FROM foam.work_file").fetchone()
    assert row is not None
    return int(row[0])


def test_a_worker_elsewhere_takes_in_what_was_handed_over(open_home: Open, tmp_path: Path, database: str) -> None:
    letters = write_letters(tmp_path / "letters", 3)
    (letters / "out.txt").symlink_to("/etc/hostname")
    with open_home("here") as home:
        work = home.work.documents(letters, tmp_path / "nothing.txt")
        assert count_files(database) == 3
        assert home.work.documents(letters, tmp_path / "nothing.txt").id == work.id, "the same order is the same work"
        assert home.library.stats().documents == 0
        for path in letters.iterdir():
            path.unlink()  # the worker cannot read them
        with open_home("there") as worker:
            assert worker.worker(until_empty=True) == 1
        ended = home.work.find(work.id)
        assert (ended.state, ended.progress.done, ended.progress.total) == ("done", 3, 3)
        assert ended.progress.result["documents"] == 3
        assert {Path(one["file"]).name for one in ended.progress.result["rejected"]} == {"out.txt", "nothing.txt"}
        found = home.library.list().documents
        assert [one.file for one in found] == [str(letters / f"letter{n:03}.txt") for n in range(3)]
        assert count_files(database) == 0
        assert home.library.verify().ok


def test_a_worker_that_dies_after_its_commit_has_taken_in_nothing_twice(
    open_home: Open, tmp_path: Path, database: str
) -> None:
    letters = write_letters(tmp_path / "letters", 5)
    with open_home("here") as home:
        work = home.work.documents(letters)
        queue = WorkQueue(database)
        taken = queue.take("the one that dies", lease=0.2)
        assert taken is not None
        assert isinstance(taken.order, ImportOrder)
        with open_home("dead") as dead:
            assert take_in_handed(dead._desk, taken.id, taken.order, lambda: None).documents == 5
        before = home.library.versions()
        time.sleep(0.3)  # its lease runs out: it never said that it was done
        with open_home("there") as worker:
            assert worker.worker(until_empty=True) == 1
        ended = home.work.find(work.id)
        assert (ended.state, ended.attempts) == ("done", 2)
        assert (ended.progress.result["documents"], ended.progress.result["known_files"]) == (0, 5)
        assert home.library.versions() == before
        assert home.library.stats().documents == 5
        queue.close()


def test_a_worker_that_is_killed_leaves_the_rest_to_another(open_home: Open, tmp_path: Path, database: str) -> None:
    letters = write_letters(tmp_path / "letters", 120)
    with open_home("here") as home:
        work = home.work.documents(letters)
        killed = subprocess.Popen([sys.executable, "-c", _WORKER, str(tmp_path / "killed"), database], env=os.environ)
        wait_until(lambda: home.work.find(work.id).state == "running")
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        with open_home("there") as worker:
            wait_until(lambda: worker.worker(until_empty=True) == 1)
        assert home.work.find(work.id).state == "done"
        assert home.library.stats().documents == 120
        assert len({one.id for one in home.library.list().documents}) == 120
        assert home.library.verify().ok
        assert count_files(database) == 0


def test_what_is_added_on_a_page_is_taken_in_by_a_worker(open_home: Open, tmp_path: Path, database: str) -> None:
    with open_home("pages") as home:
        app = make_application(home, keys=(keys := Keys(port=8642)), open_home=lambda hear: open_home("work"))
        with TestClient(app, base_url="http://127.0.0.1:8642", headers={"accept": "text/html"}) as client:
            client.get("/", params={"token": keys.token})
            sent = {"documents": ("letter.txt", b"The pay of May was 5 dollars.", "text/plain")}
            form = {"form_token": find_token(client.get("/library").text)}
            path = client.post("/library", data=form, files=sent, follow_redirects=False).headers["location"]
            wait_until(lambda: client.get(f"{path}.json").json()["step"].startswith("waiting for a worker"))
            with open_home("there") as worker:
                assert worker.worker(until_empty=True) == 1
            wait_until(lambda: client.get(f"{path}.json").json()["state"] == "done")
            assert client.get(f"{path}.json").json()["result"]["imported"]["documents"] == 1
        assert [Path(one.file).name for one in home.library.list().documents] == ["letter.txt"]
        assert count_files(database) == 0


def test_what_is_stopped_is_gone_from_the_queue(open_home: Open, tmp_path: Path, database: str) -> None:
    with open_home("here") as home:
        work = home.work.documents(write_letters(tmp_path / "letters", 2))
        assert home.work.cancel(work.id).state == "cancelled"
        assert count_files(database) == 0


def test_it_is_refused_where_each_machine_has_a_library_of_its_own(open_home: Open, tmp_path: Path) -> None:
    letters = write_letters(tmp_path / "letters", 1)
    with open_home("here", **{"library.url": ""}) as home:
        assert not home.work.takes_imports
        with pytest.raises(foam.InputError, match="library is in the home of each machine"):
            home.work.documents(letters)
    with foam.open(tmp_path / "file", environ={}) as home, pytest.raises(foam.InputError, match="no queue"):
        home.work.documents(letters)


def test_an_order_that_brings_nothing_or_too_much_is_refused(open_home: Open, tmp_path: Path) -> None:
    with open_home("here") as home:
        with pytest.raises(foam.InputError, match="no file to take in"):
            home.work.documents(tmp_path / "nothing")
        with (tmp_path / "large.txt").open("wb") as file:
            file.truncate(257 * 2**20)  # a file with a hole: it takes no room
        with pytest.raises(foam.InputError, match="256 MB at most"):
            home.work.documents(tmp_path / "large.txt")
