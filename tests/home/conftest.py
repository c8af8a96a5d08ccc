"""Workers in processes of their own, and the pages of a server that leaves the work to them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.home.workshop import LEASE, QUESTION, Start, open_home

import foam


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


@pytest.fixture(scope="session")
def deliberated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A home with a deliberation in its file, and its run."""
    folder = tmp_path_factory.mktemp("deliberated")
    with open_home(folder / "home", "", folder / "log") as home:
        return folder / "home", home.deliberate(QUESTION).run


@pytest.fixture
def pages(database: str, tmp_path: Path) -> Iterator[TestClient]:
    """The pages of a home whose model must not be asked: workers do the work."""
    from tests.web.serving import PATIENT, PORT

    from foam.web.application import make_application
    from foam.web.security import Keys

    log = tmp_path / "pages.log"
    keys = Keys(port=PORT)

    def reopen(hear: Any) -> foam.Home:
        return open_home(tmp_path / "pages", database, log, listener=hear)

    with open_home(tmp_path / "pages", database, log) as home:
        app = make_application(home, keys=keys, open_home=reopen, patience=PATIENT)
        with TestClient(app, base_url=f"http://127.0.0.1:{PORT}", headers={"accept": "text/html"}) as client:
            client.get("/", params={"token": keys.token})
            yield client
    assert not log.exists(), "the server of the pages asked no model"
