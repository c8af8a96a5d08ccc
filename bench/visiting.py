"""Visitors of a server: what readers and challengers do, how long each request took them, and whose time it took."""

from __future__ import annotations

import asyncio
import os
import random
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import aiohttp

READS_FOR = (4.0, 12.0)
"""Seconds that a visitor looks at a page before the next."""
WAYS = {"source": 6, "answer": 3, "what if": 1, "map": 1, "home": 1, "hello": 1}
"""What a reader does after opening an answer, and how often beside the rest."""
_PATIENCE = 120.0
"""Seconds that a visitor waits."""


@dataclass(frozen=True)
class Places:
    """Where the pages of one answer are."""

    here: str
    sources: tuple[str, ...]
    parts: tuple[str, ...]
    """What can be challenged."""
    sentences: tuple[str, ...] = ()
    """What can be said to be left out."""

    def choose(self, way: str, rng: random.Random) -> str:
        """The address of what a reader does next."""
        match way:
            case "source":
                return rng.choice(self.sources)
            case "what if":
                return f"{self.here}/what-if?w.{rng.choice(['for', 'against'])}.fairness={rng.random():.3f}"
            case "map":
                return f"{self.here}/map"
            case "home":
                return "/"
            case "hello":
                return "/hello"
            case _:
                return self.here


@dataclass
class Visit:
    """What visitors saw: the seconds of every request by what was asked for, and what went wrong."""

    session: aiohttp.ClientSession
    base: str
    until: float = 0.0
    pauses: tuple[float, float] = READS_FOR
    patience: float = _PATIENCE
    """Seconds that a challenger waits for a hearing."""
    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    heard: list[float] = field(default_factory=list)
    """Seconds from filing a challenge until its outcome is there."""
    errors: list[str] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    sent: dict[str, int] = field(default_factory=dict)
    """Bytes of the last answer of each kind: as it reads, and as it was sent."""

    async def ask(self, name: str, path: str, form: dict[str, str] | None = None) -> tuple[str, str]:
        """One page, timed to its last byte; one that says that it is not ready is loaded anew, as a browser does.

        Gives the page, and the address to which redirects led.
        """
        begun = perf_counter()
        try:
            while True:
                async with self.session.request("POST" if form else "GET", self.base + path, data=form) as answer:
                    text = await answer.text()
                    sent = int(answer.headers.get("Content-Length", 0))
                if answer.status != 202:
                    break
                await asyncio.sleep(1)
        except Exception as error:  # a connection that is refused or reset is what is measured
            self.errors.append(f"{name}: {type(error).__name__}")
            return "", ""
        if name == "progress" and answer.url.path.startswith("/runs/"):
            name = "its outcome"
        self.took[name].append(perf_counter() - begun)
        if answer.status >= 400:
            self.errors.append(f"{name}: {answer.status}")
        self.sizes[name] = len(text.encode())
        self.sent[name] = sent or self.sizes[name]
        return text, answer.url.path

    async def pause(self, rng: random.Random) -> bool:
        """Look at a page; says whether it is time to go."""
        await asyncio.sleep(max(0.0, min(rng.uniform(*self.pauses), self.until - perf_counter())))
        return perf_counter() >= self.until

    async def read(self, places: Places, number: int) -> None:
        """Open an answer, then follow citations and look around until it is time to go."""
        rng = random.Random(number)
        await asyncio.sleep(rng.uniform(0, self.pauses[1]))
        way = "answer"
        while perf_counter() < self.until:
            await self.ask(way, places.choose(way, rng))
            way = rng.choices(list(WAYS), list(WAYS.values()))[0]
            await self.pause(rng)

    async def challenge(self, places: Places, number: int, *, files: bool) -> None:
        """Read, open the form of a part, look at what a challenge could change, file it, and look at what came of it.

        Each files once in a visit: a person who challenges waits for the outcome and reads it.
        """
        rng = random.Random(1000 + number)
        await asyncio.sleep(rng.uniform(0, self.pauses[1]))
        has_filed = False
        while perf_counter() < self.until:
            part = rng.choice(places.parts)
            await self.ask("answer", places.here)
            if await self.pause(rng):
                return
            await self.ask("challenge", f"{places.here}/challenge/{part}")
            if await self.pause(rng):
                return
            form = {
                "kind": "left_out",
                "because": f"It leaves out what {number} says.",
                "at": rng.choice(places.sentences),
            }
            await self.ask("preview", f"{places.here}/challenge/{part}/preview", form)
            if await self.pause(rng):
                return
            if files and not has_filed:
                await self._file(f"{places.here}/challenge/{part}", form)
                has_filed = True
                await self.pause(rng)

    async def _file(self, path: str, form: dict[str, str]) -> None:
        """Have a challenge heard: its page tells how far it is, every second, until it leads to the outcome."""
        begun = perf_counter()
        text, at = await self.ask("a challenge filed", path, form)
        while not at.startswith("/runs/"):
            if perf_counter() > begun + self.patience or 'data-ended="yes"' in text or not at:
                self.errors.append("a challenge that was not heard")
                return
            await asyncio.sleep(1)
            text, at = await self.ask("progress", at)
        self.heard.append(perf_counter() - begun)


@asynccontextmanager
async def enter(base: str, token: str) -> AsyncIterator[Visit]:
    """Visitors as programs, which need no form token; each keeps a connection."""
    import aiohttp

    headers = {"Authorization": f"Bearer {token}", "Accept": "text/html"}
    connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=60)
    async with aiohttp.ClientSession(
        headers=headers, connector=connector, timeout=aiohttp.ClientTimeout(total=_PATIENCE)
    ) as session:
        yield Visit(session, base)


class Shares:
    """Whose the processors were in some seconds: the visitors', the server's, and its workers'."""

    def __init__(self, server: int) -> None:
        self._server = server
        self._at, self._own, self._theirs = perf_counter(), process_time(), self._read()

    def describe(self) -> str:
        """Cores that each kept busy on average, and how many wanted one when it ended."""
        passed, now = perf_counter() - self._at, self._read()
        workers = sum(spent - self._theirs.get(pid, 0.0) for pid, spent in now.items() if pid != self._server)
        server = now.get(self._server, 0.0) - self._theirs.get(self._server, 0.0)
        return (
            f"cores in use: visitors {(process_time() - self._own) / passed:.2f}, server {server / passed:.2f}, "
            f"its workers {workers / passed:.2f}; load of the machine {os.getloadavg()[0]:.0f}"
        )

    def count_server(self) -> float:
        """Seconds of processor that the server has spent since."""
        return self._read().get(self._server, 0.0) - self._theirs.get(self._server, 0.0)

    def _read(self) -> dict[int, float]:
        """Seconds of processor of the server and of its children, where /proc tells."""
        spent: dict[int, float] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            pid = int(stat.parent.name)
            if pid == self._server or int(fields[1]) == self._server:
                spent[pid] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return spent
