"""Many people on one server: readers and challengers at once over a dossier of 500 nodes, beside a bare hello route.

`python -m bench load` serves a home in a process of its own and plays its visitors here. A reader opens a page, reads
for some seconds and opens the next; a challenger opens a form, looks at what the challenge could change, and has it
heard. One of twenty requests goes to a route that answers "hello" and nothing else, so that every figure has a measure
taken in the same seconds on the same machine. The figures beside each bar are those asked for; one that is missed says
so. `BENCH_SECONDS` sets how long the visitors stay, `BENCH_SENTENCES` how large the library is that is searched.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import foam
from bench.harness import Row, Skipped, benchmark

if TYPE_CHECKING:
    import aiohttp

READERS, CHALLENGERS = 200, 20
NODES = 500
SEATS = 36
"""So many beside those of the neutral table give a dossier of the wanted size."""
MANNER = {"argument_depth_distribution": "broad_shallow", "clash_orientation": "direct_clash"}
"""Many claims for each seat, and two objections to each other seat."""
STAY = float(os.environ.get("BENCH_SECONDS", "30"))
SENTENCES = int(os.environ.get("BENCH_SENTENCES", "20000"))
READS_FOR = (4.0, 12.0)
"""Seconds that a visitor looks at a page."""
LIKED = {"dossier": 10, "source": 6, "map": 1, "home": 1, "what if": 1, "hello": 1}
"""How often readers open each page, beside the others."""
QUESTION = "Should field hedges be kept?"
TABLE = "neutral-table"
"""The pack of the neutral table."""
_SYLLABLES = ["bral", "dorn", "fesk", "grul", "hamp", "jost", "kelm", "lirn", "mosk", "nard"]
_NOUNS = [a + b for a in _SYLLABLES for b in ("ing", "er", "ow", "ath", "is")]


def make_fakes() -> dict[str, Any]:
    """What the home is opened with instead of models, here and in the server's process."""
    return {
        "models": foam.ScriptedModel(),
        "embedder": foam.HashingEmbedder(),
        "stance": lambda claim, texts: [0.0] * len(texts),
        "environ": {},
    }


def serve(folder: str) -> None:
    """The server's process: the pages, and beside them a route that says hello. Prints its port and token."""
    import uvicorn
    from starlette.responses import PlainTextResponse
    from starlette.types import Receive, Scope, Send

    from foam.web.application import make_application
    from foam.web.security import Keys, Limits
    from foam.web.server import take_port

    taken = take_port(0)
    keys = Keys(port=taken.getsockname()[1])
    plenty = Limits(requests=(10**6, 1e6), writes=(10**6, 1e6))

    def open_home(listener: Any) -> foam.Home:
        return foam.open(folder, **make_fakes(), listener=listener)

    with open_home(lambda event: None) as home:
        pages = make_application(home, keys=keys, open_home=open_home, limits=plenty)

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "http" and scope["path"] == "/hello":
                await PlainTextResponse("hello")(scope, receive, send)
            else:
                await pages(scope, receive, send)

        print(json.dumps({"port": keys.port, "token": keys.token}), flush=True)
        config = uvicorn.Config(
            app, log_level="critical", access_log=False, timeout_keep_alive=30, timeout_graceful_shutdown=1
        )
        uvicorn.Server(config).run(sockets=[taken])


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, str]]:
    """The server in a process of its own; gives its address and token."""
    code = f"from bench.load import serve; serve({str(folder)!r})"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            told = json.loads(process.stdout.readline())
            yield f"http://127.0.0.1:{told['port']}", told["token"]
        finally:
            process.terminate()
            process.wait(timeout=30)


def make_home(folder: Path) -> tuple[str, foam.Dossier]:
    """A dossier of the wanted size over a library of made-up surveys, and its run."""
    rng = random.Random(1)
    with foam.open(folder, **make_fakes()) as home:
        table = home.pack.load(TABLE)
        words = sorted({word for one in table.values for word in one.text.lower().split() if len(word) > 5})
        with tempfile.TemporaryDirectory() as sources:
            for number in range(140):
                text = "\n".join(_make_sentence(rng, words) for _ in range(12))
                (Path(sources) / f"survey-{number}.txt").write_text(text, encoding="utf-8")
            home.library.add(sources)
        seats = [table.perspectives[number % len(table.perspectives)] for number in range(SEATS)]
        more = [
            seat.model_copy(
                update={
                    "id": f"{seat.id}-{number}",
                    "weighting": _make_weights(rng, seat.weighting),
                    "dimensions": {**seat.dimensions, **MANNER},
                }
            )
            for number, seat in enumerate(seats)
        ]
        ran = home.deliberate(QUESTION, library=True, pack=TABLE, add=more)
    assert isinstance(ran.view, foam.Dossier)
    return ran.run, ran.view


def _make_sentence(rng: random.Random, words: list[str]) -> str:
    noun = [rng.choice(_NOUNS) for _ in range(5)]
    matters = [rng.choice(words).strip(".,") for _ in range(3)]
    deed = rng.choice(["help", "harm", "change", "keep"])
    return (
        f"{noun[0].title()} {noun[1]} hedges {deed} the {matters[0]} and the {matters[1]} of {noun[2]} fields, "
        f"and {noun[3]} {matters[2]} of {noun[4]} was {rng.randint(2, 999)}."
    )


def _make_weights(rng: random.Random, values: Iterable[str]) -> dict[str, float]:
    given = {value: rng.random() + 0.01 for value in values}
    return {value: round(weight / sum(given.values()), 4) for value, weight in given.items()}


@dataclass
class Visit:
    """What visitors saw: the seconds of every request by what was asked for, and what went wrong."""

    session: aiohttp.ClientSession
    base: str
    until: float = 0.0
    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)
    sent: dict[str, int] = field(default_factory=dict)
    """Bytes of the last answer of each kind: as it reads, and as it was sent."""

    async def ask(self, name: str, path: str, form: dict[str, str] | None = None) -> str:
        """One page, timed to its last byte; one that says that it is not ready is loaded anew, as a browser does."""
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
            return ""
        self.took[name].append(perf_counter() - begun)
        if answer.status >= 400:
            self.errors.append(f"{name}: {answer.status}")
        self.sizes[name] = len(text.encode())
        self.sent[name] = sent or self.sizes[name]
        return text

    async def read(self, pages: dict[str, str], number: int) -> None:
        """Open pages until it is time to go, with pauses; a value that is moved is another one each time."""
        rng = random.Random(number)
        await asyncio.sleep(rng.uniform(0, READS_FOR[1]))
        while perf_counter() < self.until:
            name = rng.choices(list(LIKED), list(LIKED.values()))[0]
            weight = f"?w.{rng.choice(['for', 'against'])}.fairness={rng.random():.3f}" if name == "what if" else ""
            await self.ask(name, pages[name] + weight)
            await asyncio.sleep(rng.uniform(*READS_FOR))

    async def challenge(self, here: str, parts: list[str], number: int, *, heard: bool) -> None:
        """Open the form of a part, look at what a challenge could change, and have it heard."""
        rng = random.Random(1000 + number)
        await asyncio.sleep(rng.uniform(0, READS_FOR[1]))
        while perf_counter() < self.until:
            part = rng.choice(parts)
            await self.ask("challenge", f"{here}/challenge/{part}")
            await asyncio.sleep(rng.uniform(*READS_FOR))
            form = {"kind": "relevance", "because": f"It says nothing of what it is cited for, {number} says."}
            await self.ask("preview", f"{here}/challenge/{part}/preview", form)
            await asyncio.sleep(rng.uniform(*READS_FOR))
            if heard:
                await self.ask("a challenge made", f"{here}/challenge/{part}", form)
                await asyncio.sleep(rng.uniform(*READS_FOR))


@benchmark
def visitors() -> Iterable[Row]:
    """200 readers and 20 challengers; the same with every challenge heard; a run's first event; sizes of pages."""
    _require()
    with tempfile.TemporaryDirectory() as folder:
        begun = perf_counter()
        run, dossier = make_home(Path(folder))
        yield Row("nodes of the dossier", len(dossier.nodes), "", f"made in {perf_counter() - begun:.0f} s")
        assert len(dossier.nodes) >= NODES
        with served(Path(folder)) as (base, token):
            yield from asyncio.run(_visit(base, token, run, dossier))


@benchmark
def search() -> Iterable[Row]:
    """The search page over a library of many sentences, one visitor at a time, beside the hello route."""
    _require()
    rng = random.Random(2)
    words = [a + b for a in _SYLLABLES for b in _SYLLABLES]
    with tempfile.TemporaryDirectory() as folder:
        with foam.open(folder, **make_fakes()) as home:
            with tempfile.TemporaryDirectory() as sources:
                for number in range(SENTENCES // 100):
                    text = "\n".join(_make_sentence(rng, words) for _ in range(100))
                    (Path(sources) / f"{number}.txt").write_text(text, encoding="utf-8")
                home.library.add(sources)
            yield Row("sentences of the library", home.library.stats().sentences, "")
            begun = perf_counter()
            home.search("hedges")
            yield Row("the first search, which makes the index", perf_counter() - begun, "s")
        with served(Path(folder)) as (base, token):
            yield from asyncio.run(_search(base, token))


def _require() -> None:
    try:
        import aiohttp  # noqa: F401
        import fastapi  # noqa: F401
    except ModuleNotFoundError as error:
        raise Skipped(f"{error.name} is not installed: pip install 'foam[remote,web]'") from error


@asynccontextmanager
async def _enter(base: str, token: str) -> AsyncIterator[Visit]:
    """Visitors as programs, which need no form token; each keeps a connection."""
    import aiohttp

    headers = {"Authorization": f"Bearer {token}", "Accept": "text/html"}
    connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=60)
    async with aiohttp.ClientSession(
        headers=headers, connector=connector, timeout=aiohttp.ClientTimeout(total=120)
    ) as session:
        yield Visit(session, base)


async def _visit(base: str, token: str, run: str, dossier: foam.Dossier) -> list[Row]:
    here = f"/runs/{run[3:27]}"
    evidence = next(one for one in dossier.nodes if one.kind == "evidence" and not one.pointer.computed)
    source = f"{here}/source/{evidence.pointer.document[:16]}/{evidence.pointer.sentence}"
    pages = {"dossier": here, "source": source, "what if": f"{here}/what-if", "home": "/", "map": f"{here}/map"}
    pages["hello"] = "/hello"
    parts = [*dossier.reasons_for, *dossier.reasons_against] or [one.id for one in dossier.claims]
    rows: list[Row] = []
    async with _enter(base, token) as visit:
        rows.append(await _open_first(visit, here))
        for path in pages.values():
            await _open_first(visit, path)
        rows += await _measure_alone(visit, pages)
        rows.append(await _hear_first(visit))
    for heard in (False, True):
        async with _enter(base, token) as visit:
            visit.until = perf_counter() + STAY
            readers = (visit.read(pages, number) for number in range(READERS))
            challengers = (visit.challenge(here, parts, number, heard=heard) for number in range(CHALLENGERS))
            await asyncio.gather(*readers, *challengers)
        rows += _report(visit, f"{READERS} readers, {CHALLENGERS} challengers{', heard' if heard else ''}")
    return rows


async def _open_first(visit: Visit, path: str) -> Row:
    """Wait until a page is there: what it shows is read off the record once."""
    begun = perf_counter()
    while True:
        async with visit.session.get(visit.base + path) as answer:
            await answer.read()
        if answer.status != 202:
            return Row("the dossier, read off the record first", perf_counter() - begun, "s", str(answer.status))
        await asyncio.sleep(0.2)


async def _measure_alone(visit: Visit, pages: dict[str, str]) -> list[Row]:
    """Each page by one visitor, in turn with the others."""
    for _ in range(20):
        for name, path in pages.items():
            await visit.ask(name, path)
    least = median(visit.took["hello"])
    return [
        Row(
            f"{name}, one visitor",
            1000 * median(took),
            "ms",
            f"{median(took) / least:.0f} x hello; {visit.sent[name] / 1000:.0f} kB sent, "
            f"{visit.sizes[name] / 1000:.0f} kB as it reads{_judge_alone(name, visit)}",
        )
        for name, took in visit.took.items()
    ]


def _judge_alone(name: str, visit: Visit) -> str:
    if name != "dossier":
        return ""
    quick, small = median(visit.took[name]) < 0.05, visit.sent[name] < 300_000
    return f"; asked for: 50 ms ({_met(quick)}), 300 kB ({_met(small)})"


async def _hear_first(visit: Visit) -> Row:
    """From the moment a question is sent to the first event of its run."""
    took = []
    for number in range(5):
        begun = perf_counter()
        form = {"question": f"Should hedges be {number + 2} metres high?", "read": TABLE}
        async with visit.session.post(f"{visit.base}/ask", data=form, allow_redirects=False) as asked:
            where = asked.headers["location"]
        async with visit.session.get(f"{visit.base}{where}/events") as stream:
            await stream.content.readline()
            took.append(perf_counter() - begun)
        async with visit.session.post(f"{visit.base}{where}/cancel", data={"form_token": ""}) as stopped:
            await stopped.read()
    return Row(
        "the first event of a run",
        1000 * max(took),
        "ms",
        f"the slowest of 5; asked for: 200 ms ({_met(max(took) < 0.2)})",
    )


async def _search(base: str, token: str) -> list[Row]:
    async with _enter(base, token) as visit:
        rng = random.Random(3)
        await _open_first(visit, "/library?q=hedges")
        for _ in range(30):
            await visit.ask("hello", "/hello")
            await visit.ask("search page", f"/library?q={rng.choice(_NOUNS)}+{rng.choice(_NOUNS)}")
        return _report(visit, "alone", bar=0.1)


def _report(visit: Visit, who: str, *, bar: float = 0.5) -> list[Row]:
    """The middle and the slow end of every kind of request, in ratios to hello, and what went wrong."""
    least = median(visit.took["hello"])
    every = [took for name, all_took in visit.took.items() if name != "hello" for took in all_took]
    rows = [_sum_up(f"{who}: {name}", took, least) for name, took in sorted(visit.took.items())]
    slow = quantile(every, 0.99)
    wrong = Counter(visit.errors)
    return [
        *rows,
        Row(
            f"{who}: p99 of all",
            1000 * slow,
            "ms",
            f"{len(every)} requests; asked for: {1000 * bar:.0f} ms ({_met(slow < bar)})",
        ),
        Row(f"{who}: errors", len(visit.errors), "", "; ".join(f"{count} x {what}" for what, count in wrong.items())),
    ]


def _sum_up(name: str, took: list[float], least: float) -> Row:
    middle, slow = median(took), quantile(took, 0.99)
    return Row(name, 1000 * middle, "ms", f"{middle / least:.0f} x hello; p99 {1000 * slow:.0f} ms; {len(took)} times")


def quantile(took: list[float], share: float) -> float:
    """The value that this share of them does not exceed."""
    ordered = sorted(took)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def _met(is_met: bool) -> str:
    return "met" if is_met else "MISSED"
