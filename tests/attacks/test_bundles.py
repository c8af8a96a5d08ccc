"""Forged bundles: every forgery is found, and no flipped bit passes unseen."""

from __future__ import annotations

from pathlib import Path

from bench.attacks.bundles import run

FLIPS = 3


def test_every_forged_bundle_is_found(tmp_path: Path) -> None:
    tallies = list(run(tmp_path, flips=FLIPS, strongest=True))
    assert [tally for tally in tallies if tally.silent or tally.found != tally.attempts] == []
    assert len(tallies) > 20
