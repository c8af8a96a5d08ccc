"""Mutated files of every format are read or refused, one by one, and no reader takes more than its limits."""

from __future__ import annotations

from pathlib import Path

from bench.attacks.readers import attack, make_seeds

from foam.evidence.imports.dispatch import FORMATS
from foam.evidence.reading import Finished, read_packed

FILES = 110


def test_mutated_files_cost_themselves_alone(tmp_path: Path) -> None:
    tallies = list(attack(tmp_path / "in", files=FILES))
    assert sum(tally.attempts for tally in tallies) == FILES
    assert [tally for tally in tallies if tally.silent] == []


def test_every_format_has_a_seed_that_is_read(tmp_path: Path) -> None:
    seeds = make_seeds()
    for name, data in seeds.items():
        (tmp_path / name).write_bytes(data)
    events = read_packed([str(tmp_path / name) for name in seeds])
    assert all(event.clean for event in events if isinstance(event, Finished))
    endings = {Path(name).suffix for name in seeds}
    assert all(endings & set(known) for known in FORMATS.values())
