"""Swapped weights are found, whenever they are swapped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench.attacks import weights

from foam.errors import WeightsMissing
from foam.model.embedded.weights import MEMORY, WeightFiles, hash_bytes, remember_hash


def test_no_swap_goes_unseen(tmp_path: Path) -> None:
    tallies = list(weights.run(tmp_path))
    assert [(tally.kind, tally.silent) for tally in tallies] == [(tally.kind, 0) for tally in tallies]
    assert sum(tally.attempts for tally in tallies) >= 40


def test_hashing_costs_once_for_a_file_that_has_settled(tmp_path: Path) -> None:
    home, pin = weights.make_model(tmp_path / "home")
    hashed: list[int] = []

    def count(data: bytes) -> str:
        hashed.append(len(data))
        return hash_bytes(data)

    WeightFiles(home, pin, hash_data=count).take(weights.NAME)
    assert len(hashed) == 1
    assert not (home / "models" / MEMORY).exists(), "it changed a moment ago, so nothing is remembered"
    weights.remember(home, pin)
    assert WeightFiles(home, pin, hash_data=count).take(weights.NAME) == weights.WEIGHTS
    assert len(hashed) == 1


def test_a_hash_is_remembered_when_the_file_has_settled(tmp_path: Path) -> None:
    path = tmp_path / "models" / "one" / "file"
    path.parent.mkdir(parents=True)
    remember_hash(path, (1, 2, 3, 4, 5), "abc")
    held = json.loads((tmp_path / "models" / MEMORY).read_text())
    assert held == {"one/file": [[1, 2, 3, 4, 5], "abc"]}


@pytest.mark.parametrize(
    "memory", ["", "[]", "{}", '{"carried/weights.bin": 5}', '{"carried/weights.bin": [[1], "a"]}']
)
def test_a_damaged_memory_of_hashes_is_not_believed(tmp_path: Path, memory: str) -> None:
    home, pin = weights.make_model(tmp_path / "home")
    (home / "models" / MEMORY).write_text(memory)
    assert WeightFiles(home, pin).take(weights.NAME) == weights.WEIGHTS


def test_the_error_names_both_digests_and_what_to_do(tmp_path: Path) -> None:
    home, pin = weights.make_model(tmp_path / "home")
    (home / "models" / pin.name / weights.NAME).write_bytes(weights.OTHER)
    with pytest.raises(WeightsMissing, match="is not what was pulled") as caught:
        WeightFiles(home, pin).take(weights.NAME)
    assert hash_bytes(weights.OTHER) in caught.value.what
    assert caught.value.hint == "run: foam model pull --verify"
