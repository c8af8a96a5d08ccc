"""Several people over one home: each with an account, all in one server of the process."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from starlette.testclient import TestClient
from starlette.types import ASGIApp
from tests.web.serving import PATIENT, PORT, Desk, run_server

import foam
from foam.web.application import make_application
from foam.web.provider import Provider
from foam.web.security import Keys, Limits
from foam.web.server import take_port

PASSWORD = "seven green bottles"
FREELY = Limits(requests=(100_000, 1000.0), writes=(100_000, 1000.0), failures=(100_000, 1000.0))
DECISION: dict[str, Any] = {
    "action": "We lower your benefits.", "effective": "2026-04-01", "rules": ["rule 1"],
    "reasons": [{"says": "The pay was for September and October.", "cites": ["i1"]}],
    "how_to_contest": "Call us.", "ai_role": "It listed arguments.",
}  # fmt: skip


class Clock:
    """The wall clock, and what a test adds to it."""

    def __init__(self) -> None:
        self.ahead = timedelta(0)

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


@dataclass
class Guest:
    """Somebody's browser without scripts: it sends its own cookie, and what its forms carry."""

    client: TestClient
    keys: Keys
    cookie: str = ""
    name: str = ""

    def get(self, path: str, **options: Any) -> Any:
        """A page, loaded anew as a browser does while it is not ready."""
        until = time.monotonic() + 60
        while True:
            answer = self._send("GET", path, **options)
            if answer.status_code != 202:
                return answer
            assert time.monotonic() < until, f"{path} took too long"
            time.sleep(0.1)

    def post(self, path: str, data: dict[str, Any] | None = None, **options: Any) -> Any:
        form = {"form_token": self.form_token, **(data or {})}
        return self._send("POST", path, data=form, **options)

    @property
    def form_token(self) -> str:
        return self.keys.derive_form(self.cookie)

    def _send(self, method: str, path: str, *, headers: dict[str, str] | None = None, **options: Any) -> Any:
        self.client.cookies.clear()
        own = {"cookie": f"{self.keys.cookie}={self.cookie}"} if self.cookie else {}
        answer = self.client.request(
            method, path, headers={**own, **(headers or {})}, follow_redirects=False, **options
        )
        self.client.cookies.clear()
        return answer


@dataclass
class Crowd:
    """A server for people with accounts."""

    client: TestClient
    keys: Keys
    home: foam.Home
    app: ASGIApp
    desk: Desk
    clock: Clock
    guests: dict[str, Guest] = field(default_factory=dict)

    def admit(self, name: str, *roles: str) -> Guest:
        """Give somebody an account, and let them in."""
        code = self.home.people.add(name, roles=roles).code
        session = self.home.people.redeem(name, code, PASSWORD).session
        guest = self.guests[name] = Guest(self.client, self.keys, session, name)
        return guest

    def come_again(self, name: str) -> Guest:
        """A new session of somebody who has an account."""
        return Guest(self.client, self.keys, self.home.people.log_in(name, PASSWORD).session, name)

    def open_stranger(self) -> Guest:
        return Guest(self.client, self.keys)

    def open_case(self, person: str, decider: str, *, run: str | None = None, **form: Any) -> str:
        """A case of which the notice was sent, twenty days ago; gives its key."""
        first = datetime.now(UTC) - timedelta(days=20)
        items = [{"title": f"Pay slip of {person}", "content": "The pay was for September and October."}]
        given = {
            "profile": "generic",
            "person": person,
            "decider": decider,
            "items": items,
            "decision": DECISION,
            **form,
        }
        matter = self.home.appeal.begin(given, run=run, at=first)
        self.home.appeal.step(matter, "issue_notice", by=decider, at=first + timedelta(hours=1))
        return matter.matter


@contextmanager
def open_crowd(
    desk: Desk, limits: Limits = FREELY, public: str = "", provider: Provider | None = None, **watching: Any
) -> Iterator[Crowd]:
    """The pages over a home in which people have accounts."""
    clock = Clock()
    keys = Keys(port=PORT, public=public)
    with foam.open(desk.folder, **{**desk.fakes, "clock": clock}) as home:
        app = make_application(
            home, keys=keys, open_home=desk.open_home, limits=limits, people=True, provider=provider, patience=PATIENT,
            **watching,
        )  # fmt: skip
        base = public or f"http://127.0.0.1:{PORT}"
        with TestClient(app, base_url=base, headers={"accept": "text/html"}) as client:
            yield Crowd(client, keys, home, app, desk, clock)


class Town(Crowd):
    """People and two cases: Ada's, which may be about an answer, and Ben's."""

    first: str
    second: str


@contextmanager
def open_town(
    desk: Desk, people: Sequence[tuple[str, ...]], *, deciders: tuple[str, str], **first: Any
) -> Iterator[Town]:
    """The pages of a town: people with their roles, and a case each for Ada and Ben by these who decided; `first` is
    what else is said of Ada's."""
    with open_crowd(desk) as crowd:
        crowd.__class__ = Town
        assert isinstance(crowd, Town)
        for name, *roles in people:
            crowd.admit(name, *roles)
        crowd.first = crowd.open_case("Ada", deciders[0], **first)
        crowd.second = crowd.open_case("Ben", deciders[1])
        crowd.home.people.grant("ada", crowd.first, role="affected_person")
        crowd.home.people.grant("ben", crowd.second, role="affected_person")
        yield crowd


@contextmanager
def serve_crowd(desk: Desk) -> Iterator[tuple[str, foam.Home]]:
    """The same on a real port; gives the address and the home."""
    with desk.open_home() as home, closing(take_port(0)) as taken:
        keys = Keys(port=taken.getsockname()[1])
        app = make_application(home, keys=keys, open_home=desk.open_home, limits=FREELY, people=True)
        with run_server(app, taken):
            yield f"http://127.0.0.1:{keys.port}", home


def path_of(matter: str) -> str:
    return f"/appeals/{matter[3:27]}"


def wait_for(guest: Guest, path: str) -> str:
    """Where a work led, as its owner finds it."""
    until = time.monotonic() + 120
    while True:
        answer = guest.get(path, headers={"accept": "application/json"})
        if answer.status_code == 303:
            return str(answer.headers["location"])
        assert answer.json()["state"] not in ("failed", "cancelled"), answer.text
        assert time.monotonic() < until
        time.sleep(0.1)
