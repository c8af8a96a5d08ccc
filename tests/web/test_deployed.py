"""What a server tells whoever runs it: health, metrics and logs, and nothing of anybody in any of them."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.people.cheap import hash_cheaply
from tests.web.crowd import open_crowd
from tests.web.serving import PATIENT, PORT, Desk, find_token, load, make_fakes
from tests.web.tally import Tally

import foam
from foam.home.readiness import Readiness
from foam.web.application import make_application
from foam.web.metrics import Metrics, check_metrics, expose
from foam.web.routes.health import KEPT, Pulse
from foam.web.security import Keys
from foam.web.watch import Log, Watch

PLANTED = "Zebulon-Quint"
TOKEN = "0123456789abcdef0123"


@contextmanager
def open_watched(desk: Desk, watch: Watch, lines: list[str]) -> Iterator[TestClient]:
    """A browser that has come in, over pages that are watched and logged."""
    keys = Keys(port=PORT)
    log = Log("json", lines.append)
    with desk.open_home() as home:
        app = make_application(home, keys=keys, open_home=desk.open_home, watch=watch, log=log, patience=PATIENT)
        with TestClient(app, base_url=f"http://127.0.0.1:{PORT}", headers={"accept": "text/html"}) as client:
            client.get("/", params={"token": keys.token})
            yield client


def challenge(client: TestClient, desk: Desk, because: str) -> None:
    """Challenge a part, and wait until it was heard."""
    path = f"{desk.path}/challenge/{desk.leaf.id}"
    form = {"form_token": find_token(load(client, path).text), "kind": "not_so", "because": because, "by": PLANTED}
    form["at"] = desk.leaf.at[0]
    sent = client.post(path, data=form, follow_redirects=False)
    assert sent.status_code == 303, sent.text
    load(client, sent.headers["location"])


def test_a_server_says_that_it_lives_and_is_ready_to_anybody(desk: Desk) -> None:
    keys = Keys(port=PORT, public="https://cases.example.org")
    with desk.open_home() as home:
        app = make_application(home, keys=keys, open_home=desk.open_home, people=True)
        with TestClient(app, base_url="http://10.1.2.3:8642") as client:
            assert client.get("/health/live").json() == {"live": True}
            ready = client.get("/health/ready")
            assert ready.status_code == 200
            assert ready.json() == {"ready": True, "record": True, "disk": True, "model": True}
            assert "set-cookie" not in ready.headers
            assert client.get("/login").status_code == 421, "every other page is for its own name alone"
            assert client.post("/health/live").status_code in (403, 405, 411)


@pytest.mark.parametrize("lacking", ["record", "disk", "model"])
def test_a_home_that_lacks_something_is_not_ready(desk: Desk, lacking: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fakes = {**desk.fakes}
    if lacking == "model":
        fakes["models"] = None  # the embedded one, whose weights were not pulled into this home
    if lacking == "record":
        for path in desk.folder.glob("foam.db*"):
            path.unlink()
        (desk.folder / "foam.db").write_bytes(b"this is no database at all" * 200)
    with foam.open(desk.folder, **fakes) as home:
        if lacking == "disk":
            monkeypatch.setattr("os.fsync", fail_to_write)
        found = home.find_readiness()
    assert found == Readiness(**{name: name != lacking for name in ("record", "disk", "model")})
    assert not found.is_ready
    assert list(desk.folder.glob(".ready-*")) == []


def fail_to_write(held: int) -> None:
    raise OSError(28, "No space left on device")


def test_what_is_not_ready_is_answered_with_503(desk: Desk) -> None:
    fakes = {**desk.fakes, "models": None}
    with foam.open(desk.folder, **fakes) as home:
        app = make_application(home, keys=Keys(port=PORT), open_home=desk.open_home)
        with TestClient(app) as client:
            answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.json()["model"] is False


def test_a_new_home_is_ready_but_for_its_model(tmp_path: Path) -> None:
    with foam.open(tmp_path / "new", environ={}) as home:
        assert home.find_readiness() == Readiness(record=True, disk=True, model=False)


async def count_looks(seconds: tuple[float, ...]) -> int:
    now, looks = [0.0], iter(range(100))
    pulse = Pulse(lambda: next(looks), clock=lambda: now[0])
    for second in seconds:
        now[0] = second
        await pulse.feel()
    return next(looks)


def test_whoever_asks_often_makes_no_more_work() -> None:
    assert asyncio.run(count_looks((0.0, 0.1, KEPT - 0.1))) == 1
    assert asyncio.run(count_looks((0.0, KEPT, KEPT + 0.1))) == 2


def test_requests_runs_challenges_and_waits_are_counted(desk: Desk) -> None:
    watch = Tally()
    lines: list[str] = []
    with open_watched(desk, watch, lines) as client:
        load(client, desk.path)
        assert client.get("/not/there").status_code == 404
        challenge(client, desk, "It is about something else.")
    assert watch.requests["GET", "/runs/{run}", 200] >= 1
    assert watch.requests["GET", "unmatched", 404] == 1
    assert watch.requests["POST", "/runs/{run}/challenge/{node}", 303] == 1
    assert watch.waits["runs"] == 1
    assert sum(watch.challenges.values()) == 1
    assert "other" not in watch.challenges
    assert watch.runs == 0, "what began has ended"


def test_neither_metrics_nor_logs_hold_a_planted_name(desk: Desk) -> None:
    pytest.importorskip("opentelemetry.exporter.prometheus", reason="MISSING EXTRA: pip install 'foam[metrics]'")
    metrics = Metrics()
    lines: list[str] = []
    with open_watched(desk, metrics, lines) as client:
        for path in (f"/library?q={PLANTED}", f"/runs/{PLANTED}", f"/{PLANTED}", f"/people/{PLANTED}"):
            client.get(path, headers={"x-request-id": PLANTED, "user-agent": PLANTED})
        client.request(PLANTED.upper(), "/")
        client.get("/", headers={"host": f"{PLANTED}.example.org"})
        challenge(client, desk, f"{PLANTED} says so.")
    text = metrics.render().decode()
    metrics.close()
    assert PLANTED.lower() not in (text + "".join(lines)).lower()
    assert desk.run[3:15] not in text + "".join(lines), "nor the id of a run"
    assert 'route="/library"' in text
    assert 'became="' in text


def test_a_name_that_logs_in_is_in_no_metric_and_no_log(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    hash_cheaply(monkeypatch)
    watch = Tally()
    lines: list[str] = []
    with open_crowd(desk, watch=watch, log=Log("text", lines.append)) as crowd:
        guest = crowd.admit(PLANTED.lower(), "administrator")
        guest.get(f"/people/{PLANTED.lower()}")
        guest.post("/login", {"name": PLANTED.lower(), "password": "not this one"})
    assert watch.waits["passwords"] == 1
    assert len(lines) >= 3
    assert PLANTED.lower() not in "".join(lines) + str(watch.requests)


def test_a_line_of_the_log_and_its_answer_bear_the_same_number(desk: Desk) -> None:
    lines: list[str] = []
    with open_watched(desk, Tally(), lines) as client:
        lines.clear()
        answer = client.get("/runs", headers={"x-request-id": "mine"})
        (line,) = map(json.loads, lines)
    assert line["request"] == answer.headers["x-request-id"]
    assert line["request"] != "mine"
    assert {name: line[name] for name in ("event", "method", "route", "status")} == {
        "event": "request", "method": "GET", "route": "/runs", "status": 200,
    }  # fmt: skip
    assert set(line) == {"at", "event", "request", "method", "route", "status", "ms"}
    assert json.loads(lines[-1])["event"] == "stopped"


def test_a_fault_is_logged_by_its_kind_without_its_words(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    with desk.open_home() as home:
        keys = Keys(port=PORT)
        app = make_application(home, keys=keys, open_home=desk.open_home, log=Log("json", lines.append))
        monkeypatch.setattr(type(home), "config", lambda self: 1 / 0 if PLANTED else None)
        with TestClient(app, base_url=f"http://127.0.0.1:{PORT}", raise_server_exceptions=False) as client:
            headers = {"authorization": f"Bearer {keys.token}"}
            assert client.get("/settings", headers=headers).status_code == 500
    fault = next(line for line in map(json.loads, lines) if line["event"] == "request")
    assert (fault["status"], fault["fault"], fault["route"]) == (500, "ZeroDivisionError", "/settings")
    assert "division by" not in "".join(lines)


def fetch(url: str, **headers: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ""


def test_metrics_are_read_on_a_port_of_their_own() -> None:
    with expose(lambda: b"counted 1\n", port=0) as port:
        url = f"http://127.0.0.1:{port}/metrics"
        assert fetch(url) == (200, "counted 1\n")
        assert fetch(f"http://127.0.0.1:{port}/")[0] == 404
        assert fetch(url, Host="evil.example.org")[0] == 421
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(url, timeout=2)


def test_with_a_token_only_who_has_it_reads_them() -> None:
    with expose(lambda: b"counted 1\n", port=0, token=TOKEN) as port:
        url = f"http://127.0.0.1:{port}/metrics"
        assert fetch(url)[0] == 401
        assert fetch(url, Authorization="Bearer wrong")[0] == 401
        assert fetch(url, Authorization=f"Bearer {TOKEN}") == (200, "counted 1\n")


def test_metrics_for_other_machines_need_a_token_that_cannot_be_guessed() -> None:
    check_metrics("0.0.0.0", TOKEN)
    for host, token in (("0.0.0.0", ""), ("0.0.0.0", "short"), ("127.0.0.1", "short")):
        with pytest.raises(foam.InputError):
            check_metrics(host, token)


def test_the_pages_have_no_metrics(reader: Any) -> None:
    assert reader.get("/metrics").status_code == 404


def test_fakes_are_ready(tmp_path: Path) -> None:
    with foam.open(tmp_path, **make_fakes()) as home:
        assert home.find_readiness().is_ready
