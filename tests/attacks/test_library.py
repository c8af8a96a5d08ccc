"""No attack on the library passes unseen."""

from __future__ import annotations

from pathlib import Path

from bench.attacks.library import build_home, copy_home, forge, is_found, run

FLIPS = 40
"""A part of the 300 that the benchmark flips."""


def test_every_attack_is_found_or_does_no_harm(tmp_path: Path) -> None:
    tallies = list(run(tmp_path, flips=FLIPS))
    assert [tally for tally in tallies if tally.silent] == []
    rows, *forged, flips, _, swaps = tallies
    assert rows.attempts == rows.found >= 40
    assert all(tally.attempts == tally.found for tally in (*forged, swaps))
    assert flips.attempts == FLIPS
    assert flips.found > FLIPS // 2


def test_who_rewrites_log_and_noted_heads_is_found_only_by_a_head_kept_elsewhere(tmp_path: Path) -> None:
    """What is not defended, said as a test; it also shows that the forger is a good one."""
    build_home(tmp_path / "home")
    attack = next(one for one in forge("heads") if one.name == "change the author")
    file = copy_home(tmp_path / "home")
    attack.make(file)
    assert not is_found(file, None)
