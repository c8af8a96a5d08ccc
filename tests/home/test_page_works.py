"""What is done on the pages goes to the queue where there is one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.testclient import TestClient
from tests.home.workshop import (
    CHALLENGE,
    LETTER,
    QUESTION,
    Start,
    copy_run,
    count_asked,
    find_leaf,
    open_home,
    wait_until,
)
from tests.web.serving import find_token

import foam


def _send(client: TestClient, path: str, form: dict[str, str], *, page: str, **more: Any) -> str:
    """Send a form; where it says how far it is."""
    token = find_token(client.get(page).text)
    asked = client.post(path, data={**form, "form_token": token}, follow_redirects=False, **more)
    assert asked.status_code == 303, asked.text
    progress = asked.headers["location"]
    assert progress.startswith("/progress/")
    return str(progress)


def _wait_for(client: TestClient, progress: str) -> str:
    """Wait; where the answer is."""
    wait_until(lambda: client.get(f"{progress}.json", follow_redirects=False).status_code == 303)
    return str(client.get(f"{progress}.json", follow_redirects=False).headers["location"])


def _open(database: str, tmp_path: Path) -> foam.Home:
    """A home like that of the pages, to look at."""
    return open_home(tmp_path / "pages", database, tmp_path / "none.log")


def _file(client: TestClient, home: foam.Home, run: str) -> str:
    """Challenge a leaf with a letter; where it says how far it is."""
    page = f"/runs/{run[3:27]}/challenge/{find_leaf(home, run)}"
    sent = {"with_documents": ("letter.txt", LETTER.encode(), "text/plain")}
    return _send(client, page, CHALLENGE, page=page, files=sent)


def _waits(client: TestClient, progress: str) -> bool:
    return bool(client.get(f"{progress}.json").json()["step"].startswith("waiting for a worker"))


def test_what_is_asked_on_a_page_is_done_by_a_worker(
    pages: TestClient, database: str, tmp_path: Path, start: Start
) -> None:
    start(tmp_path / "worker.log", 0.0)
    question = "Should the town of Brenn switch off its street lamps between midnight and five?"
    form = {"question": question, "read": "street-lamps", "way": "ask"}
    _wait_for(pages, _send(pages, "/ask", form, page="/"))
    assert count_asked(tmp_path / "worker.log") > 0
    with _open(database, tmp_path) as home:
        assert [one.state for one in home.work.list()] == ["done"]
        assert len(home.record.list()) == 1


def test_a_challenge_on_a_page_is_heard_by_a_worker_with_the_document_it_brings(
    pages: TestClient, database: str, tmp_path: Path, start: Start, deliberated: tuple[Path, str]
) -> None:
    run = copy_run(deliberated, database, tmp_path)
    with _open(database, tmp_path) as home:
        progress = _file(pages, home, run)
        wait_until(lambda: _waits(pages, progress))
        assert "waiting for a worker" in pages.get(progress).text
        start(tmp_path / "worker.log", 0.0)
        at = _wait_for(pages, progress)
        (work,) = home.work.list()
        assert (work.state, at) == ("done", f"/runs/{work.progress.run[3:27]}")
        assert count_asked(tmp_path / "worker.log") > 0
        heard = home.contest.show(work.progress.run).view
        assert isinstance(heard, foam.Heard)
        assert heard.outcome.challenge.brought
        assert heard.outcome.challenge.because == CHALLENGE["because"]
    shown = pages.get(at)
    assert shown.status_code == 200
    assert CHALLENGE["because"] in shown.text


def test_a_challenge_that_a_visitor_stops_leaves_the_queue(
    pages: TestClient, database: str, tmp_path: Path, deliberated: tuple[Path, str]
) -> None:
    run = copy_run(deliberated, database, tmp_path)
    with _open(database, tmp_path) as home:
        progress = _file(pages, home, run)
        wait_until(lambda: _waits(pages, progress))
        pages.post(f"{progress}/cancel", data={"form_token": find_token(pages.get(progress).text)})
        wait_until(lambda: home.work.list()[0].has_ended)
        assert home.work.list()[0].state == "cancelled"


def test_a_server_that_stops_leaves_its_challenges_to_the_workers(
    pages: TestClient, database: str, tmp_path: Path, deliberated: tuple[Path, str]
) -> None:
    run = copy_run(deliberated, database, tmp_path)
    with _open(database, tmp_path) as home:
        progress = _file(pages, home, run)
        wait_until(lambda: _waits(pages, progress))
        pages.__exit__()  # as at the end of its life
        assert [one.state for one in home.work.list()] == ["waiting"]
    with open_home(tmp_path / "later", database, tmp_path / "later.log") as worker:
        assert worker.worker(until_empty=True) == 1
        assert [one.state for one in worker.work.list()] == ["done"]


def test_a_round_with_a_person_is_played_by_a_worker_from_turn_to_turn(
    pages: TestClient, database: str, tmp_path: Path, start: Start
) -> None:
    start(tmp_path / "worker.log", 0.0)
    form = {"motion": QUESTION, "read": "benefits-appeal", "side": "con", "format_name": "free", "words": "60"}
    at = _wait_for(pages, _send(pages, "/debate", form, page="/debate"))
    spoken = []
    while at.startswith("/debate/"):
        turn = pages.get(f"{at}.json").json()
        spoken.append(turn["number"])
        said = {
            "number": f"{turn['number']}",
            "words": f"The file says so, for the turn {turn['number']}.",
            "keep": "true",
        }
        at = _wait_for(pages, _send(pages, at, said, page=at))
    assert spoken == [2, 4, 6]
    debate = pages.get(f"{at}.json").json()
    assert "for the turn 4" in debate["turns"][3]["text"]
    with _open(database, tmp_path) as home:
        assert sorted(one.order.call for one in home.work.list()) == ["debate", "turn", "turn", "turn"]
        assert {one.state for one in home.work.list()} == {"done"}
        assert home.replay(debate["run"]).ok
