"""A thousand questions, 64 at once, to an endpoint that takes 50 ms: how much longer than ideal does it take?

Measured side by side with a bare socket client, whose ratio is what this machine allows at that moment.
"""

from __future__ import annotations

import asyncio
import importlib.util
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import aiohttp

from bench.endpoint import BODY
from bench.harness import Row, benchmark
from foam.job.clerk import Clerk
from foam.model.lanes import Lanes
from foam.model.port import Model
from foam.model.question import Choose, Option
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions
from foam.record.clock import utc_now
from foam.record.runs import open_run
from foam.record.sqlite import SqliteStore

QUESTIONS = 1000
AT_ONCE = 64
DELAY = 0.05
IDEAL = math.ceil(QUESTIONS / AT_ONCE) * DELAY
ROUNDS = 3
REQUESTS = 256
REQUEST = b"x" * 2000
OPTIONS = tuple(Option(id=name, text=f"Fares in city {name} fell by a tenth. " * 4) for name in "abcdefgh")


@dataclass(frozen=True)
class Taken:
    """One round: wall seconds, and CPU seconds of this process."""

    wall: float
    cpu: float


@benchmark
def thousand_questions() -> Iterable[Row]:
    """Wall time over ideal: bare sockets, the model alone, and the model with every answer recorded."""
    with _endpoint() as port:
        rounds = [{name: asyncio.run(way(port)) for name, way in WAYS.items()} for _ in range(ROUNDS)]
    note = f"ideal {IDEAL * 1000:.0f} ms; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    for name in WAYS:
        taken = [each[name] for each in rounds]
        yield Row(f"wall / ideal, {name}", median(t.wall for t in taken) / IDEAL, "x", note)
        yield Row(f"CPU a question, {name}", median(t.cpu for t in taken) / QUESTIONS * 1000, "ms")


@benchmark
def http_clients() -> Iterable[Row]:
    """CPU a request of the HTTP clients that are installed, at 64 in flight: why the endpoint uses aiohttp."""
    with _endpoint() as port:
        address = f"http://127.0.0.1:{port}/v1/chat/completions"
        yield _client_row("aiohttp", asyncio.run(_aiohttp(address)))
        for name in ("httpx", "httpx2"):
            if importlib.util.find_spec(name):
                yield _client_row(name, asyncio.run(_httpx(importlib.import_module(name), address)))


async def _aiohttp(address: str) -> Taken:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:

        async def post() -> None:
            async with session.post(address, data=REQUEST) as response:
                await response.read()

        return await _through_lanes(post)


async def _httpx(httpx: Any, address: str) -> Taken:
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(limits=limits, trust_env=False, timeout=60) as client:
        return await _through_lanes(lambda: client.post(address, content=REQUEST))


async def _through_lanes(post: Callable[[], Awaitable[object]]) -> Taken:
    lanes = Lanes(AT_ONCE)
    return await _timed(lambda: asyncio.gather(*(lanes.run(post) for _ in range(REQUESTS))))


def _client_row(name: str, taken: Taken) -> Row:
    return Row(f"CPU a request, {name}", taken.cpu / REQUESTS * 1000, "ms")


async def _bare(port: int) -> Taken:
    connections = [await asyncio.open_connection("127.0.0.1", port) for _ in range(AT_ONCE)]
    request = b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n%b" % (len(REQUEST), REQUEST)
    left = iter(range(QUESTIONS))

    async def lane(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in left:
            writer.write(request)
            await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(len(BODY))
        writer.close()
        await writer.wait_closed()

    return await _timed(lambda: asyncio.gather(*(lane(*connection) for connection in connections)))


async def _model(port: int) -> Taken:
    asked = [_question(n) for n in range(QUESTIONS)]
    async with _remote(port) as model:
        return await _timed(lambda: asyncio.gather(*(model.answer(question, seed=0) for question in asked)))


async def _recorded(port: int) -> Taken:
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "record.db")
        async with _remote(port) as model:
            run = open_run(store, "bench", {}, clock=utc_now)
            roles: dict[str, Model] = {"proposer": model, "critic": model, "evaluator": model, "judge": model}
            clerk = Clerk(store, roles, run=run)
            asked = [partial(clerk.ask, "evidence", _question(n)) for n in range(QUESTIONS)]
            started = Lanes(2 * AT_ONCE)  # looked up in the record a little ahead of the endpoint, not all at once
            taken = await _timed(lambda: asyncio.gather(*(started.run(ask) for ask in asked)))
        assert len(store.members(run)) == QUESTIONS
        store.close()
        return taken


async def _timed(work: Callable[[], Awaitable[object]]) -> Taken:
    wall, cpu = time.perf_counter(), time.process_time()
    await work()
    return Taken(time.perf_counter() - wall, time.process_time() - cpu)


def _question(number: int) -> Choose:
    prompt = f"Question {number}: which of these supports it?\n" + "\n".join(option.text for option in OPTIONS)
    digest = "b2:" + "0" * 64
    return Choose(template="bench", template_digest=digest, prompt=prompt, statement="Fares fell.", options=OPTIONS)


def _remote(port: int) -> RemoteModel:
    return RemoteModel(RemoteOptions(base_url=f"http://127.0.0.1:{port}/v1", model="bench", concurrency=AT_ONCE))


@contextmanager
def _endpoint() -> Iterator[int]:
    command = [sys.executable, "-m", "bench.endpoint", str(DELAY)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.stdin.close()


WAYS = {"bare sockets": _bare, "model": _model, "model, clerk and record": _recorded}
