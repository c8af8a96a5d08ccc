"""Many people on one server: readers and challengers at once over a large answer, beside a bare hello route.

`python -m bench load` serves a home in a process of its own, with two workers beside it, and plays its visitors here
(`bench/visiting.py`). A reader opens an answer, follows citations and looks at each page for 4 to
12 seconds; a challenger reads, opens a form, looks at what the challenge could change, files it and reads what came of
it. One of twenty requests goes to a route that answers "hello" and nothing else, so that every figure has a measure
taken in the same seconds on the same machine. Besides, a few readers without pauses say how many pages a second there
can be. The figures beside each bar are those asked for; one that is missed says so.

`BENCH_SECONDS` sets how long the visitors stay, `BENCH_WORKERS` how many workers there are, `BENCH_SENTENCES` how large
the library is that is searched, and `BENCH_LIBRARY` a folder in which it is kept for the next time.
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
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import quote_plus

import foam
from bench.harness import Row, Skipped, benchmark
from bench.library import claims, made_card
from bench.places import embedder
from bench.visiting import Places, Shares, Visit, enter
from foam.evidence.library import Library
from foam.record.sqlite import FILE_NAME

READERS, CHALLENGERS = 200, 20
SEATS, SURVEYS = 8, 24
"""So many beside those of the neutral table: each argues, objects and replies."""
STAY = float(os.environ.get("BENCH_SECONDS", "40"))
WORKERS = int(os.environ.get("BENCH_WORKERS", "2"))
SENTENCES = int(os.environ.get("BENCH_SENTENCES", "200000"))
HURRIED, HURRY = 8, 8.0
"""Readers without pauses, and the seconds that they stay."""
QUESTION = "Should field hedges be kept?"
TABLE = "neutral-table"
"""The pack of the neutral table."""
_BATCH = 5_000
_SYLLABLES = ["bral", "dorn", "fesk", "grul", "hamp", "jost", "kelm", "lirn", "mosk", "nard"]
_NOUNS = [a + b for a in _SYLLABLES for b in ("ing", "er", "ow", "ath", "is")]


class Served(NamedTuple):
    """A server that runs: where, with which token, and as which process."""

    base: str
    token: str
    pid: int


def make_fakes() -> dict[str, Any]:
    """What the home is opened with instead of models, here and in the server's process."""
    return {
        "models": foam.ScriptedModel(),
        "embedder": foam.HashingEmbedder(),
        "stance": lambda claim, texts: [0.0] * len(texts),
        "environ": {},
    }


def open_home(folder: str, has_vectors: bool, url: str, listener: Any) -> foam.Home:
    """The home for the server, its runs and its workers: with made-up vectors, or with those that were pulled.

    Where a database is named, the record is there.
    """
    fakes = make_fakes() | ({"embedder": embedder("static")} if has_vectors else {})
    return foam.open(folder, **fakes | {"environ": {"FOAM_RECORD__URL": url} if url else {}}, listener=listener)


def serve(folder: str, has_vectors: bool, url: str = "") -> None:
    """The server's process: the pages, and beside them a route that says hello. Prints its port and token."""
    import uvicorn
    from starlette.responses import PlainTextResponse
    from starlette.types import Receive, Scope, Send

    from foam.cli.frame import collect_seldom
    from foam.web.application import make_application
    from foam.web.reckoner import ProcessReckoner
    from foam.web.security import Keys, Limits
    from foam.web.server import MOST_AT_ONCE, take_port

    collect_seldom()  # as the command does
    taken = take_port(0)
    keys = Keys(port=taken.getsockname()[1])
    plenty = Limits(requests=(10**6, 1e6), writes=(10**6, 1e6))
    opener = partial(open_home, folder, has_vectors, url)

    with opener(lambda event: None) as home:
        reckoner = ProcessReckoner(opener, WORKERS) if WORKERS else None
        pages = make_application(home, keys=keys, open_home=opener, limits=plenty, reckoner=reckoner)

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "http" and scope["path"] == "/hello":
                await PlainTextResponse("hello")(scope, receive, send)
            else:
                await pages(scope, receive, send)

        print(json.dumps({"port": keys.port, "token": keys.token}), flush=True)
        config = uvicorn.Config(
            app, log_level="critical", access_log=False, timeout_keep_alive=30, timeout_graceful_shutdown=1,
            limit_concurrency=MOST_AT_ONCE,
        )  # fmt: skip
        uvicorn.Server(config).run(sockets=[taken])


@contextmanager
def served(folder: Path, *, has_vectors: bool = False, url: str = "") -> Iterator[Served]:
    """The server in a process of its own."""
    code = f"from bench.load import serve; serve({str(folder)!r}, {has_vectors}, {url!r})"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            told = json.loads(process.stdout.readline())
            yield Served(f"http://127.0.0.1:{told['port']}", told["token"], process.pid)
        finally:
            process.terminate()
            process.wait(timeout=30)


def make_home(folder: Path) -> tuple[str, foam.Answer]:
    """A large answer over a library of made-up surveys, and its run; every sentence speaks for one side."""
    rng = random.Random(1)
    with foam.open(folder, **make_fakes()) as home:
        table = home.pack.load(TABLE)
    words = sorted({word for one in table.values for word in one.text.lower().split() if len(word) > 5})
    surveys = [[_make_sentence(rng, words) for _ in range(12)] for _ in range(SURVEYS)]
    known = [
        {"text": text, "side": rng.choice(("for", "against")), "value": rng.choice(table.values).id}
        for survey in surveys
        for text in survey
    ]
    facts = foam.FactsModel(foam.Facts.model_validate({"question": QUESTION, "writes": True, "sentences": known}))
    seats = [table.perspectives[number % len(table.perspectives)] for number in range(SEATS)]
    more = [
        seat.model_copy(update={"id": f"{seat.id}-{number}", "weighting": _make_weights(rng, seat.weighting)})
        for number, seat in enumerate(seats)
    ]
    with foam.open(folder, **make_fakes() | {"models": facts}) as home, tempfile.TemporaryDirectory() as sources:
        for number, survey in enumerate(surveys):
            (Path(sources) / f"survey-{number}.txt").write_text("\n".join(survey), encoding="utf-8")
        home.library.add(sources)
        ran = home.deliberate(QUESTION, library=True, pack=TABLE, add=more)
    return ran.run, ran.view


def count_parts(answer: foam.Answer) -> int:
    """What an answer consists of: leaves, nodes, reasons, objections, replies and sentences."""
    assert answer.tree is not None
    assert answer.table is not None
    frame, record = answer.tree.frame, answer.tree.record
    listed = (frame.leaves, frame.nodes, frame.considerations, record.objections, answer.table.replies)
    return sum(map(len, listed)) + len(answer.file.sentence_by_id)


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


@benchmark
def visitors() -> Iterable[Row]:
    """200 readers and 20 challengers; the same with challenges heard; a run's first event; sizes of pages."""
    require()
    with tempfile.TemporaryDirectory() as folder:
        begun = perf_counter()
        run, answer = make_home(Path(folder))
        yield Row("parts of the answer", count_parts(answer), "", f"made in {perf_counter() - begun:.0f} s")
        with served(Path(folder)) as server:
            yield from asyncio.run(_visit(server, run, answer))


@benchmark
def search() -> Iterable[Row]:
    """The search page over a library of many sentences, one visitor at a time, beside the hello route."""
    require()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(os.environ.get("BENCH_LIBRARY", temporary))
        begun = perf_counter()
        with Library.open(folder / FILE_NAME) as library:
            rng, count = random.Random(1), library.stats().sentences
            while count < SENTENCES:
                cards = (made_card(rng, f"cards-{count}", row) for row in range(_BATCH))
                library.add(cards, what=f"cards-{count}", at="2026-01-01T00:00:00Z")
                count = library.stats().sentences
            letters = library.stats().characters / max(1, count)
        stored = perf_counter() - begun
        yield Row("sentences of the library", count, "", f"{letters:.0f} letters each; stored in {stored:.0f} s")
        begun = perf_counter()
        with open_home(str(folder), True, "", lambda event: None) as home:
            home.search("hedges")
        yield Row("the first search, which makes the index where there is none", perf_counter() - begun, "s")
        with served(folder, has_vectors=True) as server:
            yield from asyncio.run(_search(server))


def require() -> None:
    """Skip where a package is missing."""
    try:
        import aiohttp  # noqa: F401
        import fastapi  # noqa: F401
    except ModuleNotFoundError as error:
        raise Skipped(f"{error.name} is not installed: pip install 'foam[remote,web]'") from error


async def _visit(server: Served, run: str, answer: foam.Answer) -> list[Row]:
    rows: list[Row] = []
    async with enter(server.base, server.token) as visit:
        rows.append(await _open_first(visit, f"/runs/{run[3:27]}"))
        places, pages = await open_pages(visit, run, answer)
        rows += await _measure_alone(visit, pages)
        rows.append(await _hear_first(visit))
    for files in (False, True):
        async with enter(server.base, server.token) as visit:
            visit.until, shares = perf_counter() + STAY, Shares(server.pid)
            readers = (visit.read(places, number) for number in range(READERS))
            challengers = (visit.challenge(places, number, files=files) for number in range(CHALLENGERS))
            await asyncio.gather(*readers, *challengers)
        who = f"{READERS} readers, {CHALLENGERS} challengers{' who file' if files else ''}"
        rows += [*report(visit, who), Row(f"{who}: requests", _count(visit) / STAY, "a second", shares.describe())]
        if visit.heard:
            slow = quantile(visit.heard, 0.99)
            rows.append(
                Row(f"{who}: filed to heard", median(visit.heard), "s", f"p99 {slow:.1f} s; {len(visit.heard)}")
            )
    return [*rows, *await _hurry(server, places)]


async def open_pages(visit: Visit, run: str, answer: foam.Answer) -> tuple[Places, dict[str, str]]:
    """Where the pages of an answer are, and one of each kind; each was opened once, which is not in the figures."""
    here = f"/runs/{run[3:27]}"
    assert answer.tree is not None
    cited = [one.pointer for one in answer.file.sentence_by_id.values()]
    await _open_first(visit, here)
    places = Places(
        here=here,
        sources=tuple(f"{here}/source/{one.document[:16]}/{one.sentence}" for one in cited[:50]),
        parts=tuple(one.id for one in answer.tree.frame.leaves if one.kind == "fact"),
        sentences=answer.file.ids,
    )
    pages = {way: places.choose(way, random.Random(0)) for way in ("answer", "source", "map", "home")}
    pages |= {"what if": f"{here}/what-if", "hello": "/hello"}
    for path in (*pages.values(), f"{here}/challenge/{places.parts[0]}"):
        await _open_first(visit, path)
    visit.took.clear()
    return places, pages


async def _hurry(server: Served, places: Places) -> list[Row]:
    """How many pages a second there are for readers without pauses, and of hello in the same way."""
    rows = []
    for way in ("hello", "answer", "source"):
        async with enter(server.base, server.token) as visit:
            visit.until, shares = perf_counter() + HURRY, Shares(server.pid)
            await asyncio.gather(*(_ask_on(visit, way, places, number) for number in range(HURRIED)))
            each = _count(visit) / HURRY
            rows.append(Row(f"{HURRIED} readers without pauses: {way}", each, "a second", shares.describe()))
    return rows


async def _ask_on(visit: Visit, way: str, places: Places, number: int) -> None:
    rng = random.Random(number)
    while perf_counter() < visit.until:
        await visit.ask(way, places.choose(way, rng))


def _count(visit: Visit) -> int:
    return sum(map(len, visit.took.values()))


async def _open_first(visit: Visit, path: str) -> Row:
    """Wait until a page is there: what it shows is read off the record once."""
    begun = perf_counter()
    while True:
        async with visit.session.get(visit.base + path) as answer:
            await answer.read()
        if answer.status != 202:
            return Row("the answer, read off the record first", perf_counter() - begun, "s", str(answer.status))
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
    if name != "answer":
        return ""
    quick, small = median(visit.took[name]) < 0.05, visit.sizes[name] < 300_000
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


async def _search(server: Served) -> list[Row]:
    async with enter(server.base, server.token) as visit:
        first = await _open_first(visit, "/library?q=hedges")
        shares, pages = Shares(server.pid), claims(40)
        for asked in pages:
            await visit.ask("hello", "/hello")
            await visit.ask("search page", f"/library?q={quote_plus(asked)}")
        middle = 1000 * median(visit.took["search page"])
        return [
            Row("the first page that is asked for", first.value, "s", "the server starts to read when it starts"),
            *report(visit, "alone", bar=0.1),
            Row("alone: half of the search pages", middle, "ms", f"asked for: 100 ms ({_met(middle < 100)})"),
            Row("alone: processor time", 1000 * shares.count_server() / len(pages), "ms a page", shares.describe()),
        ]


def report(visit: Visit, who: str, *, bar: float = 0.5) -> list[Row]:
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
