"""The embedded model: how fast its parts and its answers are, how it does on the self-test and on WiCE."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from bench.harness import Row, Skipped, benchmark, seconds, shared_data
from foam.errors import WeightsMissing
from foam.model.embedded.model import EmbeddedModel
from foam.model.embedded.pace import raw_speeds
from foam.model.embedded.pins import PINS
from foam.model.embedded.pull import require_folder
from foam.model.embedded.relevance import Cascade
from foam.model.embedded.selftest import load_cases, run, tasks
from foam.model.embedded.smollm import SmolLM
from foam.model.embedded.threads import one_thread
from foam.model.judge import Judge
from foam.model.question import Question
from foam.settings import find_home

CLAIMS = 60
"""WiCE claims that are measured, of the 152 that are held back."""
IN_FLIGHT = 8


@cache
def home() -> Path:
    found = find_home(os.environ, Path.cwd(), Path.home())
    try:
        for pin in PINS:
            require_folder(found, pin)
    except WeightsMissing as missing:
        raise Skipped(f"{missing.what}; {missing.hint}") from missing
    return found


@cache
def model() -> EmbeddedModel:
    return EmbeddedModel(home(), judge=Judge.load())


@benchmark
def speed() -> Iterable[Row]:
    """The parts: loading, reading, scoring, embedding; and what reading a context once saves."""
    yield Row("load the language model", seconds(lambda: SmolLM(home()), repeat=3), "s")
    yield from (Row(name, value, "") for name, value in raw_speeds(model().senses).items())
    scorer = model().senses.scorer
    context = " ".join(load_cases().choose[0].sentences)
    endings = [f" {text}" for text in load_cases().choose[1].sentences]
    with one_thread():
        once = seconds(lambda: scorer.score("", []) or scorer.score(context, endings), repeat=3)
        each = seconds(lambda: [scorer.score("", []) or scorer.score(context, [end]) for end in endings], repeat=3)
    yield Row("context read once, not per continuation", each / once, "x", "8 continuations")


@benchmark
def questions() -> Iterable[Row]:
    """Questions a second by kind, one at a time and several in flight."""
    by_kind: dict[str, list[Question]] = {}
    for task in tasks(load_cases()):
        by_kind.setdefault(task.question.type, []).append(task.question)
    for kind, asked in sorted(by_kind.items()):
        yield Row(f"{kind}, one at a time", _rate(asked[:8], 1), "questions/s")
        yield Row(f"{kind}, {IN_FLIGHT} in flight", _rate(asked[:8], IN_FLIGHT), "questions/s")


@benchmark
def selftest() -> Iterable[Row]:
    """The built-in self-test."""
    report = asyncio.run(run(model(), list(tasks(load_cases())), advance=lambda _: None))
    for result in report.results:
        yield Row(result.task, round(100 * result.share), "%", f"chance {result.chance:.0%}, {result.cases} cases")


@benchmark
def wice() -> Iterable[Row]:
    """Which sentence of a page supports a claim: the half of the claims on which nothing was fitted."""
    claims = list(held_back(shared_data("wice") / "claim_dev.jsonl"))
    senses = model().senses
    two, three = (senses.cascade(likelihood=likelihood) for likelihood in (False, True))
    with one_thread():
        yield from _found("words and MiniLM", two, claims[:CLAIMS])
        yield from _found("and leave-one-out likelihood", three, claims[:CLAIMS])


def held_back(file: Path) -> Iterator[dict[str, Any]]:
    """Claims with gold sentences whose page falls into the second half by the digest of its text."""
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        page = hashlib.sha256((row["evidence"][0] + row["evidence"][-1]).encode()).hexdigest()
        if any(row["supporting_sentences"]) and int(page, 16) % 2:
            yield row


def _found(name: str, cascade: Cascade, claims: Sequence[dict[str, Any]]) -> Iterator[Row]:
    first, precision = [], []
    for row in claims:
        gold = {i for one in row["supporting_sentences"] for i in one}
        order = np.argsort(-cascade.odds(row["claim"], row["evidence"]), kind="stable")
        hits = np.isin(order, sorted(gold))
        first.append(bool(hits[0]))
        precision.append(float((np.cumsum(hits) / np.arange(1, len(hits) + 1))[hits].mean()))
    note = f"{len(claims)} claims"
    yield Row(f"{name}: a gold sentence first", round(100 * float(np.mean(first)), 1), "%", note)
    yield Row(f"{name}: mean average precision", round(float(np.mean(precision)), 3), "", note)


def _rate(asked: Sequence[Question], in_flight: int) -> float:
    """Questions a second with everything loaded and nothing remembered: the first one loads a model of its own."""
    answering = EmbeddedModel(home(), judge=Judge.load())
    first, *asked = asked
    answering.answer_now(first)

    async def together() -> None:
        turn = asyncio.Semaphore(in_flight)

        async def one(question: Question) -> None:
            async with turn:
                await answering.answer(question, seed=0)

        await asyncio.gather(*map(one, asked))

    start = time.perf_counter()
    asyncio.run(together())
    return round(len(asked) / (time.perf_counter() - start), 2)
