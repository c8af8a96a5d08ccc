"""A worker as a process of its own: a record in a database, and a scripted model that writes down what it is asked.

`python -m tests.home.workshop FOLDER URL LOG DELAY LEASE`
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import foam
from foam.acts.fit import GRAFTS, TREE
from foam.model.cast import ROLES
from foam.model.port import Model
from foam.model.question import Answer, Question, Written
from foam.model.scripted import Script, by_template
from foam.values import digest

Start = Callable[[Path, float], "subprocess.Popen[str]"]
"""Starts a worker that writes down what it is asked, and takes so many seconds for each."""
LEASE = 6.0
QUESTION = "Should the denial of Rosa Delmar's application be reversed?"
CHALLENGE: dict[str, Any] = {"kind": "not_so", "because": "It says nothing about her rent."}
ANSWERS: Script = by_template({"acts/fit": Written(fields={"tree": TREE[0], "why": "", "at": (), GRAFTS: ()})})
"""Takes the stated rules as they are; all else is left to the seed."""
LETTER = "Letter of the landlord\nThe tenant paid the rent of 900 dollars in each month from January to May 2024.\n"


class LoggingModel(foam.ScriptedModel):
    """Writes down, in a file that outlives the process, each question when it comes in for the first time."""

    def __init__(self, log: Path, delay: float, script: Script | None = None) -> None:
        super().__init__(script or ANSWERS, writes=True)
        self._log = log
        self._pause = delay

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        if not complaint:
            with self._log.open("a", encoding="utf-8") as file:
                file.write(f"{digest(question.json_value())}\n")
        await asyncio.sleep(self._pause)
        return await super().answer(question, seed=seed, complaint=complaint)


def open_home(
    folder: Path, url: str, log: Path, delay: float = 0.0, *, judge: Model | None = None, **more: Any
) -> foam.Home:
    model = LoggingModel(log, delay)
    return foam.open(
        folder,
        models={**dict.fromkeys(ROLES, model), "judge": judge} if judge else model,
        embedder=foam.HashingEmbedder(),
        stance=lambda claim, texts: [0.0] * len(texts),
        environ={"FOAM_RECORD__URL": url} if url else {},
        pack="benefits-appeal",
        **more,
    )


def wait_until(until: Callable[[], bool], *, seconds: float = 240.0) -> None:
    """Until it is so; a machine that is busy may take its time."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.1)


def count_asked(log: Path) -> int:
    return len(log.read_text().splitlines()) if log.exists() else 0


def copy_run(deliberated: tuple[Path, str], url: str, folder: Path) -> str:
    """The record of a home in a database; its run. From a copy, since a home notes where it was copied to."""
    shutil.copytree(deliberated[0], folder / "copied")
    with open_home(folder / "copied", "", folder / "none.log") as home:
        home.record.copy(to=url)
    return deliberated[1]


def write_letter(folder: Path) -> Path:
    """A document to bring with a challenge."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "letter.txt"
    path.write_text(LETTER, encoding="utf-8")
    return path


def find_leaf(home: foam.Home, run: str, kind: str = "not_so", number: int = 0) -> str:
    """A fact that can be challenged so, and of which it is not said already that it does not hold."""
    tree = home.dossier(run).tree
    assert tree is not None
    fallen = {one.leaf for one in tree.standings if one.counts_as is False}
    listed = (one for one in home.contest.parts(run) if one.kind == "fact" and kind in one.kinds)
    open_to = [one.id for one in listed if one.id not in fallen]
    return open_to[number % len(open_to)]


def main(folder: str, url: str, log: str, delay: str, lease: str) -> None:
    def tell(worker: Any) -> None:
        signal.signal(signal.SIGTERM, lambda *_: worker.stop())
        print("ready", os.getpid(), flush=True)

    with open_home(Path(folder), url, Path(log), float(delay)) as home:
        print(home.worker(lease=float(lease), until_empty=False, tell=tell, say=_say), flush=True)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
