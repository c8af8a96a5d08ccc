"""Processes that serve: pages that say that they are well and refuse strangers, metrics, and tools for an assistant."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held

FOAM = [sys.executable, "-m", "foam.cli"]


def make_environ(home: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "FOAM_HOME": str(home), "PYTHONUNBUFFERED": "1", **more}


@contextmanager
def serve(home: Path, *words: object, **environ: str) -> Iterator[str]:
    """`foam serve` as a process; gives the address that it prints."""
    command = [*FOAM, "serve", "--port", "0", "--json", *map(str, words)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=make_environ(home, **environ)
    ) as process:
        assert process.stdout is not None
        try:
            printed = ""
            while not printed.rstrip().endswith("}"):
                line = process.stdout.readline()
                assert line, "the server ended"
                printed += line
            yield json.loads(printed)["address"]
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=30)
    assert process.returncode in (0, 130)


def get(address: str, **headers: str) -> tuple[int, str]:
    """Status and body of a page, without following where it leads."""
    asked = urllib.request.Request(address, headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.build_opener(_Stay).open(asked, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        """Nowhere."""


def find_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def served(sunday: Held, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    """Address, token and address of the metrics of one server over a home with a deliberation."""
    port = find_port()
    home = sunday.copy(tmp_path_factory.mktemp("served") / "home")
    with serve(home, "--metrics-port", port, "--model", "scripted") as address:
        place, _, token = address.partition("?token=")
        yield place, token, f"http://127.0.0.1:{port}/metrics"


def test_a_server_says_to_anybody_that_it_lives_and_is_ready(served: tuple[str, str, str]) -> None:
    assert get(f"{served[0]}health/live") == (200, '{"live":true}')
    status, body = get(f"{served[0]}health/ready")
    assert (status, json.loads(body)) == (200, {"ready": True, "record": True, "disk": True, "model": True})


def test_who_has_the_token_reads_and_nobody_else(served: tuple[str, str, str], sunday: Held) -> None:
    place, token, _ = served
    status, body = get(f"{place}index.json", Authorization=f"Bearer {token}")
    assert status == 200
    assert sunday.run in body
    for headers in ({}, {"Authorization": "Bearer wrong"}):
        status, body = get(f"{place}index.json", **headers)
        assert status in (401, 403)
        assert sunday.run not in body
        assert sunday.file.facts.question not in body


def test_another_name_for_the_server_is_refused(served: tuple[str, str, str]) -> None:
    """A page elsewhere that points a name of its own at this machine gets nothing."""
    place, token, _ = served
    status, _ = get(f"{place}index.json", Authorization=f"Bearer {token}", Host="evil.example")
    assert status in (400, 403, 421)


def test_metrics_count_requests_by_route_and_tell_nothing_of_anybody(
    served: tuple[str, str, str], sunday: Held
) -> None:
    place, token, metrics = served
    get(f"{place}runs/Zebulon-Quint", Authorization=f"Bearer {token}")
    status, body = get(metrics)
    assert status == 200
    assert "http_server_request_duration_seconds" in body
    assert "foam_runs_going" in body
    for told in ("Zebulon", token, sunday.run[3:20]):
        assert told not in body


@pytest.mark.parametrize(
    ("words", "environ"),
    [
        (("--host", "0.0.0.0"), {}),
        (("--metrics-port", "9464", "--metrics-host", "0.0.0.0"), {}),
        (("--metrics-port", "9464", "--metrics-host", "0.0.0.0"), {"METRICS_TOKEN": "short"}),
        (("--people", "--host", "0.0.0.0"), {}),
    ],
    ids=["open to others", "metrics without a token", "metrics with a short token", "people without a proxy"],
)
def test_a_server_that_would_be_open_to_others_is_refused_before_anything_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], environ: dict[str, str]
) -> None:
    monkeypatch.delenv("METRICS_TOKEN", raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    refused = read_foam(tmp_path / "home", "serve", *words, code=2)
    assert refused["error"]
    assert refused["hint"]
    assert not (tmp_path / "home").exists()


def test_a_server_whose_model_is_not_there_lives_and_is_not_ready(tmp_path: Path) -> None:
    with serve(tmp_path / "home", "--model", "embedded") as address:
        place = address.partition("?")[0]
        assert get(f"{place}health/live")[0] == 200
        status, body = get(f"{place}health/ready")
        assert (status, json.loads(body)["model"], json.loads(body)["ready"]) == (503, False, False)


class Assistant:
    """Speaks the protocol of assistants over the standard streams of a process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._asked = 0

    def send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._process.stdin.flush()

    def ask(self, method: str, **parameters: Any) -> Any:
        assert self._process.stdout is not None
        self._asked += 1
        self.send({"id": self._asked, "method": method, "params": parameters})
        while line := self._process.stdout.readline():
            told = json.loads(line)
            if told.get("id") == self._asked:
                assert "error" not in told, told
                return told["result"]
        raise AssertionError("the server ended")


@contextmanager
def assist(home: Path, *words: str) -> Iterator[Assistant]:
    """`foam mcp` over stdio, shaken hands with."""
    with subprocess.Popen(
        [*FOAM, "mcp", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=make_environ(home),
    ) as process:
        assistant = Assistant(process)
        client = {"name": "test", "version": "1"}
        assistant.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
        assistant.send({"method": "notifications/initialized"})
        yield assistant
        assert process.stdin is not None
        process.stdin.close()
        process.wait(timeout=30)


def test_an_assistant_lists_tools_and_calls_them(sunday: Held, tmp_path: Path) -> None:
    with assist(sunday.copy(tmp_path / "home")) as assistant:
        tools = {tool["name"]: tool for tool in assistant.ask("tools/list")["tools"]}
        assert {"search", "cite", "check_quotations", "examine", "list_runs", "read_dossier", "what_if"} <= set(tools)
        assert not {"deliberate", "challenge"} & set(tools), "it only reads unless it is told otherwise"
        assert all(tool["outputSchema"] for tool in tools.values())
        listed = assistant.ask("tools/call", name="list_runs", arguments={})
        assert sunday.run in json.dumps(listed["structuredContent"])
        read = assistant.ask("tools/call", name="read_dossier", arguments={"run": sunday.run})
        assert json.loads(read["content"][0]["text"]) == read["structuredContent"]
        assert '"untrusted"' in json.dumps(read["structuredContent"]), "words of others are marked as data"
        wrong = assistant.ask("tools/call", name="read_dossier", arguments={"run": "b2:0000"})
        assert wrong["isError"]
        assert "What to do" in wrong["content"][0]["text"]


def test_an_assistant_is_offered_what_writes_only_when_allowed(tmp_path: Path) -> None:
    with assist(tmp_path / "home", "--allow-writing") as assistant:
        assert {"deliberate", "challenge"} <= {tool["name"] for tool in assistant.ask("tools/list")["tools"]}


def test_the_queue_needs_a_database_and_says_so(tmp_path: Path) -> None:
    for words in (("work", "list"), ("work", "add", "Should the ferry be free?"), ("worker", "--until-empty")):
        refused = read_foam(tmp_path / "home", *words, code=2)
        assert "PostgreSQL" in refused["error"] + refused["hint"], words


@pytest.mark.long
def test_record_library_and_queue_work_in_a_database(
    sunday: Held, tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moved there and back byte for byte, and a worker does what was put into the queue."""
    home = sunday.copy(tmp_path / "home")
    head = read_foam(home, "record", "head")["head"]
    assert read_foam(home, "record", "copy", "--to", database)["head"] == head
    run_foam(home, "library", "copy", "--to", database)
    monkeypatch.setenv("FOAM_RECORD__URL", database)
    monkeypatch.setenv("FOAM_LIBRARY__URL", database)
    shared = tmp_path / "shared"
    assert read_foam(shared, "record", "verify", "--head", head)["ok"]
    assert read_foam(shared, "record", "replay", sunday.run)["ok"]
    assert len(read_foam(shared, "library", "list")["documents"]) == len(sunday.file.papers)
    model = f"facts:{sunday.file.facts_file}"
    asked = ("work", "add", sunday.file.facts.question, "--way", "ask", "--library", "--model", model)
    added = read_foam(shared, *asked)
    assert read_foam(shared, *asked)["id"] == added["id"], "the same order is the same work"
    run_foam(shared, "worker", "--until-empty")
    (work,) = read_foam(shared, "work", "list")["works"]
    assert (work["id"], work["state"]) == (added["id"], "done"), work["error"]
    assert len(runs := read_foam(shared, "record", "list")["runs"]) == 2
    assert all(read_foam(shared, "record", "replay", one["run"])["ok"] for one in runs)
    monkeypatch.delenv("FOAM_LIBRARY__URL")
    back = read_foam(shared, "record", "copy", "--to", tmp_path / "back.db")
    monkeypatch.setenv("FOAM_RECORD__URL", str(tmp_path / "back.db"))
    assert read_foam(tmp_path / "third", "record", "verify", "--head", back["head"])["ok"]
