"""Work in a queue: a worker that is killed loses nothing, and another goes on where it stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.home.workshop import QUESTION, open_home

import foam
from foam.errors import InputError
from foam.record.opening import open_record_at
from foam.record.store import OUTCOME
from foam.record.verify import verify
from foam.values import digest

Start = Callable[[Path, float], "subprocess.Popen[str]"]
LEASE = 6.0


@pytest.fixture
def start(database: str, tmp_path: Path) -> Iterator[Start]:
    """Starts workers; whichever still runs at the end is ended."""
    started: list[subprocess.Popen[str]] = []

    def begin(log: Path, delay: float) -> subprocess.Popen[str]:
        given = [str(tmp_path / "worker"), database, str(log), str(delay), str(LEASE)]
        command = [sys.executable, "-m", "tests.home.workshop", *given]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ready")
        return process

    yield begin
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def _wait(until: Callable[[], bool], *, seconds: float = 240.0) -> None:
    """Until it is so; a machine that is busy may take its time."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.1)


def _count(log: Path) -> int:
    return len(log.read_text().splitlines()) if log.exists() else 0


def test_a_worker_is_killed_and_another_ends_the_run_once(database: str, tmp_path: Path, start: Start) -> None:
    with open_home(tmp_path / "alone", "", tmp_path / "alone.log") as alone:
        expected = alone.deliberate(QUESTION)
    first, second = tmp_path / "first.log", tmp_path / "second.log"
    with open_home(tmp_path / "asker", database, tmp_path / "none.log") as asker:
        work = asker.work.add(QUESTION)
        victim = start(first, 0.05)
        _wait(lambda: _count(first) >= 20 or asker.work.find(work.id).has_ended)
        os.kill(victim.pid, signal.SIGKILL)
        victim.wait()
        with closing(open_record_at(database)) as store:
            recorded = {digest(entry.draft.question) for entry in store.entries()}
        survivor = start(second, 0.0)
        done = asker.work.follow(work.id)
        survivor.terminate()
        assert survivor.wait(60) == 0
    asked = [set(log.read_text().split()) for log in (first, second)]
    assert len(recorded & asked[0]) >= 10, "it was in the middle"
    assert not recorded & asked[1], "what was on record was not asked again"
    in_flight = asked[0] - recorded
    assert asked[0] & asked[1] == in_flight, "what was asked and not answered when it died is asked anew"
    assert _count(first) + _count(second) == _count(tmp_path / "alone.log") + len(in_flight), "and nothing else"
    assert (done.state, done.attempts, done.progress.run) == ("done", 2, expected.run)
    assert done.progress.outcome == expected.digest, "the same outcome as without any accident"
    with closing(open_record_at(database)) as store:
        assert len(list(store.entries(kind=OUTCOME))) == 1
        assert verify(store).ok
    assert not (tmp_path / "none.log").exists(), "who asked did none of the work"


def test_a_worker_that_is_told_to_stop_gives_its_work_back(database: str, tmp_path: Path, start: Start) -> None:
    log = tmp_path / "log"
    with open_home(tmp_path / "asker", database, tmp_path / "none.log") as asker:
        work = asker.work.add(QUESTION)
        worker = start(log, 0.1)
        _wait(lambda: _count(log) >= 3)
        worker.terminate()
        assert worker.wait(120) == 0
        assert asker.work.find(work.id).state == "waiting"


def test_a_work_that_fails_says_why_and_the_worker_goes_on(database: str, tmp_path: Path) -> None:
    with open_home(tmp_path, database, tmp_path / "log") as home:
        wrong = home.work.add(QUESTION, pack="benefits-appeal", library=True)
        right = home.work.add(QUESTION, way="ask")
        assert home.worker(until_empty=True) == 2
        assert (home.work.find(wrong.id).state, home.work.find(wrong.id).error) == ("failed", "the library is empty")
        assert home.work.find(right.id).state == "done"
        with pytest.raises(foam.FoamError, match="the library is empty"):
            home.work.follow(wrong.id)
        assert [one.run for one in home.record.list()] == [home.work.find(right.id).progress.run]


def test_without_a_database_there_is_no_queue(tmp_path: Path) -> None:
    with open_home(tmp_path, "", tmp_path / "log") as home:
        assert not home.work.is_shared
        for call in (home.work.list, home.worker, lambda: home.work.add(QUESTION)):
            with pytest.raises(InputError, match="no queue"):
                call()


def test_what_is_asked_on_a_page_is_done_by_a_worker(database: str, tmp_path: Path, start: Start) -> None:
    from tests.web.serving import PORT, find_token

    from foam.web.application import make_application
    from foam.web.security import Keys

    pages, log = tmp_path / "pages.log", tmp_path / "worker.log"
    start(log, 0.0)
    keys = Keys(port=PORT)
    with open_home(tmp_path / "pages", database, pages) as home:
        app = make_application(
            home, keys=keys, open_home=lambda hear: open_home(tmp_path / "pages", database, pages, listener=hear)
        )
        with TestClient(app, base_url=f"http://127.0.0.1:{PORT}", headers={"accept": "text/html"}) as client:
            client.get("/", params={"token": keys.token})
            token = find_token(client.get("/").text)
            given = {"question": QUESTION, "read": "benefits-appeal", "way": "ask", "form_token": token}
            asked = client.post("/ask", data=given, follow_redirects=False)
            assert asked.status_code == 303, asked.text
            progress = asked.headers["location"]
            _wait(lambda: client.get(progress, follow_redirects=False).status_code == 303)
        assert [one.state for one in home.work.list()] == ["done"]
        assert len(home.record.list()) == 1
    assert _count(log) > 0
    assert not pages.exists(), "the server of the pages asked no model"
