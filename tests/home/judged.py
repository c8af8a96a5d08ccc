"""Bulk judging as a process of its own, of each kind that workers share: a tournament, scores, an experiment.

`python -m tests.home.judged KIND FOLDER WORKERS DIE_AT` kills itself, as the system would, at the event of that number.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.judging.planted import PLANTED

import foam

KINDS = ("tournament", "scores", "experiment")
_VIEWS = [
    {"point_of_view": "Uniforms reduce bullying.", "explanation": "Nobody is mocked for cheap clothes."},
    {"point_of_view": "Uniforms cost money.", "explanation": "Families buy them on top of other clothes."},
]


def judge(
    kind: str, folder: Path, *, workers: int = 1, listener: Callable[[Any], None] = lambda event: None, url: str = ""
) -> Any:
    """The run, begun or gone on with, in a home of its own; with `url`, the record is in that database."""
    folder.mkdir(exist_ok=True)
    environ = {"FOAM_RECORD__URL": url} if url else {}
    with foam.open(
        folder / "home", model="scripted", embedder=foam.HashingEmbedder(), environ=environ, listener=listener
    ) as home:
        if kind == "tournament":
            return _play(home, folder, workers)
        if kind == "scores":
            return home.debatable.score(_write_answers(folder), model="scripted", workers=workers).ran
        return home.oversee.run(_write_gold(folder), folder / "out", workers=workers)


def is_answer(event: Any) -> bool:
    """Whether something is on record that a worker gave."""
    return bool(event.type == "answered" or (event.type == "progress" and event.step == "answers scored"))


def _play(home: foam.Home, folder: Path, workers: int) -> Any:
    if not (folder / "T").exists():
        enter_papers(home, folder)
    return home.tournament.run(folder / "T", workers=workers).ran


def enter_papers(home: foam.Home, folder: Path) -> None:
    """A new tournament in `T` of the folder, with planted papers."""
    files = [folder / f"{name}.md" for name in PLANTED]
    for file, (text, _) in zip(files, PLANTED.values(), strict=True):
        file.write_text(text, "utf-8")
    home.tournament.new(folder / "T", jurors=["scripted", "scripted@1"])
    home.tournament.add(folder / "T", files)


def _write_answers(folder: Path) -> Path:
    rows = [
        {
            "id": n,
            "question": f"Uniforms in school {n}?",
            "answer": f"They cost {n} a child.",
            "partial_answers": _VIEWS,
        }
        for n in range(16)
    ]
    return _write_lines(folder / "answers.jsonl", rows)


def _write_gold(folder: Path) -> Path:
    rows = [
        {
            "id": str(n),
            "affirmed": f"Town {n} has closed its harbour to large ships",
            "denied": f"Town {n} has not closed its harbour to large ships",
            "truth": "affirmed" if n % 3 else "denied",
            "sentences": [f"Town {n} has closed its harbour to large ships.", "The weather is mild all year."],
        }
        for n in range(12)
    ]
    return _write_lines(folder / "gold.jsonl", rows)


def _write_lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)) + "\n", "utf-8")
    return path


def main(kind: str, folder: str, workers: str, die_at: str) -> None:
    heard = 0

    def die(event: Any) -> None:
        nonlocal heard
        heard += is_answer(event)
        if heard >= int(die_at):
            os.kill(os.getpid(), signal.SIGKILL)

    judge(kind, Path(folder), workers=int(workers), listener=die)


if __name__ == "__main__":
    main(*sys.argv[1:])
