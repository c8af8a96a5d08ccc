"""A worker as a process of its own: a record in a database, and a scripted model that writes down what it is asked.

`python -m tests.home.workshop FOLDER URL LOG DELAY LEASE`
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from tests.deliberation.reading import reading

import foam
from foam.model.question import Answer, Question
from foam.values import digest

QUESTION = "Should the denial of Rosa Delmar's application be reversed?"


class LoggingModel(foam.ScriptedModel):
    """Writes down, in a file that outlives the process, each question when it comes in for the first time."""

    def __init__(self, log: Path, delay: float) -> None:
        super().__init__(reading(QUESTION))
        self._log = log
        self._pause = delay

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        if not complaint:
            with self._log.open("a", encoding="utf-8") as file:
                file.write(f"{digest(question.json_value())}\n")
        await asyncio.sleep(self._pause)
        return await super().answer(question, seed=seed, complaint=complaint)


def open_home(folder: Path, url: str, log: Path, delay: float = 0.0, **more: Any) -> foam.Home:
    return foam.open(
        folder,
        models=LoggingModel(log, delay),
        embedder=foam.HashingEmbedder(),
        stance=lambda claim, texts: [0.0] * len(texts),
        environ={"FOAM_RECORD__URL": url} if url else {},
        pack="benefits-appeal",
        **more,
    )


def main(folder: str, url: str, log: str, delay: str, lease: str) -> None:
    def tell(worker: Any) -> None:
        signal.signal(signal.SIGTERM, lambda *_: worker.stop())
        print("ready", os.getpid(), flush=True)

    with open_home(Path(folder), url, Path(log), float(delay)) as home:
        print(home.worker(lease=float(lease), until_empty=False, tell=tell), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
