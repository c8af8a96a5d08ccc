"""A home served by `foam serve` in a process of its own, and what somebody's program asks of it."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.behaviour.cli import start_foam


@contextmanager
def serve(folder: Path, *options: object) -> Iterator[str]:
    """The pages over a home on a port that is free; gives the address."""
    process = start_foam(folder, "serve", "--port", 0, *options, "--json", "--quiet")
    try:
        assert process.stdout is not None
        told = b""
        while not told.rstrip().endswith(b"}"):
            line = process.stdout.readline()
            assert line, "the server did not start"
            told += line
        yield json.loads(told)["address"].rstrip("/")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)
        assert process.stdout is not None
        process.stdout.close()


@dataclass(frozen=True)
class Reply:
    status: int
    text: str
    location: str

    @property
    def data(self) -> Any:
        return json.loads(self.text)


@dataclass(frozen=True)
class Visitor:
    """Somebody's program, with their key; without one, a stranger."""

    address: str
    key: str = field(default="", repr=False)

    def get(self, path: str) -> Reply:
        return self._send("GET", path)

    def post(self, path: str, **fields: Any) -> Reply:
        return self._send("POST", path, urlencode(fields, doseq=True))

    def _send(self, method: str, path: str, body: str | None = None) -> Reply:
        """The page, loaded anew as a browser does while it is not ready."""
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        headers |= {"Content-Type": "application/x-www-form-urlencoded"} if body is not None else {}
        while True:
            with_server = HTTPConnection(urlsplit(self.address).netloc, timeout=60)
            with_server.request(method, path, body, headers)
            answer = with_server.getresponse()
            text = answer.read().decode("utf-8", "replace")
            with_server.close()
            if answer.status != 202:
                return Reply(answer.status, text, answer.getheader("location") or "")
