"""A killed and resumed import is searched exactly like a clean one; so is one that came in other batches."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from bench.attacks.kills import attack, describe, write_files

from foam.evidence.ingest import add_paths, walk_files
from foam.evidence.library import Library

KILLS = 3


def test_killed_imports_are_resumed_without_a_trace(tmp_path: Path) -> None:
    (tally,) = attack(tmp_path, kills=KILLS)
    assert tally.attempts >= KILLS
    assert (tally.found, tally.silent) == (tally.attempts, 0)


@pytest.mark.parametrize("workers", [1, 3])
def test_the_number_of_readers_and_the_size_of_batches_change_nothing(tmp_path: Path, workers: int) -> None:
    given = write_files(tmp_path / "in", random.Random(3))
    held = []
    for commit in (1, 1000):
        file = tmp_path / str(commit) / "foam.db"
        with Library.open(file) as library:
            add_paths(library, [given], workers=workers, commit_documents=commit)
        held.append(describe(file))
    assert held[0] == held[1]


@pytest.mark.parametrize("seed", range(4))
def test_families_and_results_do_not_depend_on_the_order_in_which_documents_came(tmp_path: Path, seed: int) -> None:
    files, _ = walk_files([write_files(tmp_path / "in", random.Random(seed))])
    held = []
    for name, ordered in (("one", files), ("other", random.Random(seed).sample(files, len(files)))):
        with Library.open(tmp_path / name / "foam.db") as library:
            for file in ordered:
                add_paths(library, [Path(file)], workers=1)
        held.append(describe(tmp_path / name / "foam.db"))
    one, other = held
    assert one["found"] == other["found"]
    assert sorted(one["ids"]) == sorted(other["ids"])
    assert {frozenset(family) for family in one["families"]} == {frozenset(family) for family in other["families"]}
