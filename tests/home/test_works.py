"""Work in a queue: a worker that is killed loses nothing, and another goes on where it stopped."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.home.workshop import QUESTION, open_home

import foam
from foam.errors import InputError
from foam.record.opening import open_record_at
from foam.record.runs import list_runs
from foam.record.verify import verify
from foam.values import digest

Start = Callable[[Path, float], "subprocess.Popen[str]"]
LEASE = 6.0
MOTION = "The denial of Rosa Delmar's application should be reversed."
CHALLENGE: dict[str, Any] = {"kind": "relevance", "because": "It says nothing about her rent."}


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


def _count_recorded(url: str) -> Counter[str]:
    """Questions on record, each as often as it was put to somebody who had other things before them."""
    with closing(open_record_at(url)) as store:
        return Counter(digest(entry.draft.question) for entry in store.entries())


def _count(log: Path) -> int:
    return len(log.read_text().splitlines()) if log.exists() else 0


@dataclass(frozen=True)
class Ordered:
    """A kind of work: how it is done by whoever asks, how it is put into the queue, and when its worker is killed."""

    do: Callable[[foam.Home, str], Any]
    submit: Callable[[foam.Home, str], Any]
    needs_run: bool = False
    killed_after: int = 20
    """Questions."""
    delay: float = 0.05


def _find_claim(home: foam.Home, run: str) -> str:
    return next(one.id for one in home.contest.parts(run) if one.id.startswith("claim"))


KINDS = {
    "deliberation": Ordered(lambda home, _: home.deliberate(QUESTION), lambda home, _: home.work.add(QUESTION)),
    "debate": Ordered(lambda home, _: home.debate(MOTION), lambda home, _: home.work.debate(MOTION)),
    "challenge": Ordered(
        lambda home, run: home.contest.open(run, _find_claim(home, run), **CHALLENGE),
        lambda home, run: home.work.challenge(run, _find_claim(home, run), **CHALLENGE),
        needs_run=True,
        killed_after=8,
        delay=0.2,
    ),
}


@pytest.fixture(scope="module")
def deliberated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A home with a deliberation in its file, and its run."""
    folder = tmp_path_factory.mktemp("deliberated")
    with open_home(folder / "home", "", folder / "log") as home:
        return folder / "home", home.deliberate(QUESTION).run


@pytest.mark.parametrize("kind", KINDS)
def test_a_worker_is_killed_and_another_ends_the_run_once(
    database: str, tmp_path: Path, start: Start, kind: str, request: pytest.FixtureRequest
) -> None:
    ordered, run = KINDS[kind], ""
    if ordered.needs_run:
        home, run = request.getfixturevalue("deliberated")
        shutil.copytree(home, tmp_path / "alone")
    with open_home(tmp_path / "alone", "", tmp_path / "alone.log") as alone:
        if run:
            alone.record.copy(to=database)
        expected = ordered.do(alone, run)
        outcomes = [one.run for one in alone.record.list() if one.closed]
    before = _count_recorded(database)
    first, second = tmp_path / "first.log", tmp_path / "second.log"
    with open_home(tmp_path / "asker", database, tmp_path / "none.log") as asker:
        work = ordered.submit(asker, run)
        victim = start(first, ordered.delay)
        _wait(lambda: _count(first) >= ordered.killed_after or asker.work.find(work.id).has_ended)
        os.kill(victim.pid, signal.SIGKILL)
        victim.wait()
        recorded = _count_recorded(database) - before
        survivor = start(second, 0.0)
        done = asker.work.follow(work.id)
        survivor.terminate()
        assert survivor.wait(60) == 0
    alone_asked, *asked = (Counter(log.read_text().split()) for log in (tmp_path / "alone.log", first, second))
    in_flight = asked[0] - recorded
    assert (asked[0] - in_flight).total() >= ordered.killed_after // 4, "it was in the middle"
    assert asked[1], "and not at the end"
    assert asked[0] + asked[1] == alone_asked + in_flight, "what was asked and not answered is asked anew, and no more"
    assert (done.state, done.attempts, done.progress.run) == ("done", 2, expected.run)
    assert done.progress.outcome == expected.digest, "the same outcome as without any accident"
    with closing(open_record_at(database)) as store:
        assert [one.run for one in list_runs(store) if one.closed] == outcomes
        assert verify(store).ok
    assert not (tmp_path / "none.log").exists(), "who asked did none of the work"


def test_a_debate_with_a_person_waits_for_their_words(database: str, tmp_path: Path) -> None:
    with open_home(tmp_path, database, tmp_path / "log") as home:
        work = home.work.debate(MOTION, con="human", words=60)
        home.worker(until_empty=True)
        said = home.work.find(work.id).progress
        assert (home.work.find(work.id).state, bool(said.run), said.outcome) == ("done", True, "")
        turns = []
        for number in (2, 4, 6):
            work = home.work.turn(said.run, number, f"The file says so, for the turn {number}.")
            home.worker(until_empty=True)
            turns.append((home.work.find(work.id).state, bool(home.work.find(work.id).progress.outcome)))
        assert turns == [("done", False), ("done", False), ("done", True)]
        assert "for the turn 4" in str(home.record.recompute(said.run).json_value())


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


@pytest.fixture
def pages(database: str, tmp_path: Path, start: Start) -> Iterator[TestClient]:
    """The pages of a home whose model must not be asked, and a worker."""
    from tests.web.serving import PORT

    from foam.web.application import make_application
    from foam.web.security import Keys

    log = tmp_path / "pages.log"
    start(tmp_path / "worker.log", 0.0)
    keys = Keys(port=PORT)

    def reopen(hear: Any) -> foam.Home:
        return open_home(tmp_path / "pages", database, log, listener=hear)

    with open_home(tmp_path / "pages", database, log) as home:
        app = make_application(home, keys=keys, open_home=reopen)
        with TestClient(app, base_url=f"http://127.0.0.1:{PORT}", headers={"accept": "text/html"}) as client:
            client.get("/", params={"token": keys.token})
            yield client
    assert _count(tmp_path / "worker.log") > 0
    assert not log.exists(), "the server of the pages asked no model"


def _send(client: TestClient, path: str, form: dict[str, str], *, page: str) -> str:
    """Send a form, and wait; where the answer is."""
    from tests.web.serving import find_token

    token = find_token(client.get(page).text)
    asked = client.post(path, data={**form, "form_token": token}, follow_redirects=False)
    assert asked.status_code == 303, asked.text
    progress = asked.headers["location"]
    assert progress.startswith("/progress/")
    _wait(lambda: client.get(f"{progress}.json", follow_redirects=False).status_code == 303)
    return client.get(f"{progress}.json", follow_redirects=False).headers["location"]


def test_what_is_asked_on_a_page_is_done_by_a_worker(pages: TestClient, database: str, tmp_path: Path) -> None:
    _send(pages, "/ask", {"question": QUESTION, "read": "benefits-appeal", "way": "ask"}, page="/")
    with open_home(tmp_path / "pages", database, tmp_path / "none.log") as home:
        assert [one.state for one in home.work.list()] == ["done"]
        assert len(home.record.list()) == 1


def test_what_belongs_to_a_personal_file_is_not_queued(database: str, tmp_path: Path) -> None:
    with open_home(tmp_path, database, tmp_path / "log") as home:
        person = home.person.open("Ada Example").person
    with open_home(tmp_path, database, tmp_path / "log", person=person) as own:
        ran = own.ask(QUESTION)
        assert not own.work.is_shared
        with pytest.raises(InputError, match="personal file"):
            own.work.debate(MOTION)
    with open_home(tmp_path, database, tmp_path / "log") as home:
        assert not home.work.takes(ran.run)
        with pytest.raises(InputError, match=person):
            home.work.challenge(ran.run, "claim", kind="relevance", because="No.")
        assert home.work.list() == ()
