"""A server over a home with fakes, as the tests of the pages use it: in the process, or on a real port."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from starlette.testclient import TestClient
from starlette.types import ASGIApp
from tests.behaviour.papers import SmallFile

import foam
from foam.web.application import make_application
from foam.web.security import Keys, Limits
from foam.web.server import take_port

FILE = SmallFile("library-sunday")
EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
SAID = "Late homework at the school fell by a third during the trial."
COSTS = "Opening on Sundays costs 38,000 crowns a year in wages."
LETTER = COSTS.replace("38,000", "58,000")
CORRECTED = FILE.find_papers(COSTS)[0].read_text("utf-8").replace(COSTS, LETTER)
"""What a challenger brings: the paper that says what it costs, with another figure."""
HOSTILE = f"The sign at the door reads {EVIL} on Sundays."
FACTS = foam.Facts.model_validate(
    {
        **FILE.facts.model_dump(mode="json"),
        "sentences": [
            *(one.model_dump(mode="json") for one in FILE.facts.sentences),
            {"text": HOSTILE, "side": "against", "value": "reliability"},
        ],
    }
)
"""What stands in the file that the pages show; one of its papers is hostile to a page."""
QUESTION = FACTS.question
PORT = 8642
PATIENT = 60.0
"""Seconds that a page of a test waits for what it shows: a busy machine must not change what a test sees."""


def make_fakes(model: foam.ScriptedModel | None = None) -> dict[str, Any]:
    """What a home is opened with instead of models that were pulled."""
    return {
        "models": model or foam.FactsModel(FACTS),
        "embedder": foam.HashingEmbedder(),
        "stance": lambda claim, texts: [0.0] * len(texts),
        "environ": {},
        "pack": "benefits-appeal",
    }


def add_papers(home: foam.Home, folder: Path) -> None:
    """Put the papers of the file into the library of a home; the hostile one is written into the folder first."""
    sign = folder / "7-sign.txt"
    sign.write_text(f"A note.\n\n{HOSTILE}\n", "utf-8")
    home.library.add(*FILE.papers, sign)


@dataclass(frozen=True)
class Desk:
    """A home with one answer in it, and what opens it."""

    folder: Path
    run: str
    answer: foam.Answer
    fakes: dict[str, Any] = field(repr=False)

    @property
    def path(self) -> str:
        return f"/runs/{self.run[3:27]}"

    @property
    def leaf(self) -> Any:
        """A fact that stands."""
        assert self.answer.tree is not None
        return next(one for one in self.answer.tree.frame.leaves if one.kind == "fact" and one.says == SAID)

    @property
    def question(self) -> str:
        """The part that stands for the question itself."""
        assert self.answer.tree is not None
        return self.answer.tree.root.id

    @property
    def corrected(self) -> str:
        """The sentence that the challenger's paper corrects, as a part."""
        return next(at for at, one in self.answer.file.sentence_by_id.items() if one.text == COSTS)

    @property
    def cited(self) -> Any:
        """Where a sentence stands that the answer names."""
        return self.answer.file.sentence_by_id[self.leaf.at[0]].pointer

    def open_home(self, listener: Callable[[foam.Event], None] = lambda event: None) -> foam.Home:
        return foam.open(self.folder, **{**self.fakes, "listener": listener})


@contextmanager
def open_pages(desk: Desk, limits: Limits | None = None) -> Iterator[TestClient]:
    """A browser without scripts that has come in by the printed address."""
    with open_stranger(desk, limits) as (client, keys):
        client.get("/", params={"token": keys.token})
        yield client


@contextmanager
def open_stranger(desk: Desk, limits: Limits | None = None) -> Iterator[tuple[TestClient, Keys]]:
    """A browser that has not come in yet, and the keys of the server."""
    keys = Keys(port=PORT)
    with desk.open_home() as home:
        app = make_application(home, keys=keys, open_home=desk.open_home, limits=limits, patience=PATIENT)
        with TestClient(app, base_url=f"http://127.0.0.1:{PORT}", headers={"accept": "text/html"}) as client:
            yield client, keys


@contextmanager
def serve_pages(desk: Desk, limits: Limits | None = None) -> Iterator[str]:
    """The pages on a real port; gives the address with the token."""
    with desk.open_home() as home, closing(take_port(0)) as taken:
        keys = Keys(port=taken.getsockname()[1])
        app = make_application(home, keys=keys, open_home=desk.open_home, limits=limits)
        with run_server(app, taken):
            yield f"http://127.0.0.1:{keys.port}/?token={keys.token}"


@contextmanager
def run_server(app: ASGIApp, taken: socket.socket) -> Iterator[None]:
    """An application on a socket, in a thread of its own."""
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(timeout=20)


def find_token(page: str) -> str:
    """The token that the forms of a page carry."""
    found = re.search(r'name="form_token" value="([0-9a-f]+)"', page)
    assert found is not None
    return found[1]


def load(client: TestClient, path: str, *, seconds: float = 60) -> Any:
    """A page, loaded anew as a browser does while it is not ready."""
    until = time.monotonic() + seconds
    while True:
        response = client.get(path)
        if response.status_code != 202 and 'http-equiv="refresh"' not in response.text:
            return response
        assert time.monotonic() < until, f"{path} took too long"
        time.sleep(0.1)
