"""Bulk judging over several processes: the same result as one gives, whoever is killed, and nothing asked twice."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.home.judged import KINDS, is_answer, judge

import foam
from foam.errors import SettingError
from foam.model.pool import MOST_DEATHS
from foam.record.entry import Entry
from foam.record.sqlite import open_record
from foam.record.verify import verify

Alone = Callable[[str], "tuple[Any, Path]"]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Alone:
    """What one process gives, once for each kind, and where its record is."""
    known: dict[str, tuple[Any, Path]] = {}

    def find(kind: str) -> tuple[Any, Path]:
        if kind not in known:
            folder = tmp_path_factory.mktemp(kind)
            known[kind] = judge(kind, folder), folder
        return known[kind]

    return find


def read_entries(folder: Path, run: str) -> dict[str, Entry]:
    """What the run has on record."""
    store = open_record(folder / "home")
    try:
        members = set(store.members(run))
        return {entry.key: entry for entry in store.entries() if entry.key in members}
    finally:
        store.close()


def check_whole(folder: Path, ran: Any, whole: Any, where: Path) -> None:
    """The same run with the same outcome; the record is sound and holds the same answers."""
    assert (ran.run, ran.digest) == (whole.run, whole.digest)
    mine, theirs = read_entries(folder, ran.run), read_entries(where, whole.run)
    assert mine.keys() == theirs.keys()
    assert all(mine[key].digest == theirs[key].digest for key in theirs)
    store = open_record(folder / "home")
    assert verify(store).ok
    store.close()


@pytest.mark.parametrize("kind", KINDS)
def test_workers_that_are_killed_are_replaced_and_the_result_is_that_of_one_process(
    alone: Alone, tmp_path: Path, kind: str
) -> None:
    whole, where = alone(kind)
    rng, replaced, seen = Random(f"kills {kind}"), [0], [0]
    moments = sorted(rng.sample(range(2, 12), k=MOST_DEATHS - 2))  # fewer than give up a piece of work

    def kill_some(event: Any) -> None:
        seen[0] += is_answer(event)
        if event.type == "progress" and event.step == "workers that died and were replaced":
            replaced[0] = event.done
        if moments and seen[0] >= moments[0] and (workers := multiprocessing.active_children()):
            moments.pop(0)
            rng.choice(workers).kill()

    ran = judge(kind, tmp_path, workers=2, listener=kill_some)
    assert replaced[0] >= 1, "somebody was killed while there was more to do"
    assert ran.asked == whole.asked
    check_whole(tmp_path, ran, whole, where)
    assert not multiprocessing.active_children(), "nobody is left when the command has ended"


@pytest.mark.parametrize("kind", KINDS)
def test_a_command_that_is_killed_goes_on_where_it_stopped_and_asks_nothing_twice(
    alone: Alone, tmp_path: Path, kind: str
) -> None:
    whole, where = alone(kind)
    die_at = Random(f"moment {kind}").randint(4, 9)
    command = [sys.executable, "-m", "tests.home.judged", kind, str(tmp_path), "2", str(die_at)]
    died = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert died.returncode == -9, died.stderr
    before = read_entries(tmp_path, whole.run)
    model_answers = sum(entry.draft.decider.type == "model" for entry in before.values())
    assert len(before) > die_at
    assert len(before) < len(read_entries(where, whole.run)), "it was in the middle"

    ran = judge(kind, tmp_path, workers=2)
    assert ran.reused == model_answers + whole.reused
    assert ran.asked == whole.asked - model_answers
    after = read_entries(tmp_path, whole.run)
    assert all(after[key].at == entry.at for key, entry in before.items()), "what was there is what was used"
    check_whole(tmp_path, ran, whole, where)


def test_the_record_may_be_a_database(alone: Alone, database: str, tmp_path: Path) -> None:
    whole, _ = alone("experiment")
    ran = judge("experiment", tmp_path, workers=2, url=database)
    assert (ran.run, ran.digest, ran.asked) == (whole.run, whole.digest, whole.asked)


def test_a_run_that_is_all_on_record_starts_no_worker(tmp_path: Path) -> None:
    judge("experiment", tmp_path)
    started: list[Any] = []
    again = judge(
        "experiment", tmp_path, workers=2, listener=lambda _: started.extend(multiprocessing.active_children())
    )
    assert (again.asked, started) == (0, [])


@pytest.mark.parametrize("workers", [0, 65])
def test_no_workers_and_too_many_are_refused(tmp_path: Path, workers: int) -> None:
    with pytest.raises(SettingError, match="1 to 64"):
        judge("scores", tmp_path, workers=workers)


def test_models_that_a_home_was_opened_with_answer_in_its_own_process(tmp_path: Path) -> None:
    asked: list[Any] = []

    def note(call: Any) -> None:
        asked.append(call)

    judge("experiment", tmp_path)
    with foam.open(
        tmp_path / "other", models=foam.ScriptedModel(note), embedder=foam.HashingEmbedder(), environ={}
    ) as home:
        ran = home.oversee.run(tmp_path / "gold.jsonl", tmp_path / "elsewhere", workers=2)
    assert ran.asked == len(asked) > 0
