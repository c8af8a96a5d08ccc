"""Workers killed at random moments: nothing is lost, nothing is asked twice, and every run ends once, as it would."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from tests.home.killing import Killer, Tally, do_undisturbed, plan_works
from tests.home.workshop import copy_run


@pytest.mark.long
def test_workers_that_are_killed_at_random_moments_lose_nothing(
    database: str, tmp_path: Path, deliberated: tuple[Path, str]
) -> None:
    """A few; `python -m bench queue.kills` makes a hundred."""
    works, tally = plan_works()[:2], Tally()
    run = copy_run(deliberated, database, tmp_path)
    shutil.copytree(deliberated[0], tmp_path / "alone")
    expected = do_undisturbed(tmp_path / "alone", run, works)
    killer = Killer(database, tmp_path / "killed", random.Random(3))
    try:
        for planned, one, kills in zip(works, expected, (2, 1), strict=True):
            killer.play(planned, run, one, tally, kills=kills)
    finally:
        killer.close(tally)
    assert tally.faults == []
    assert (tally.works, tally.kills > 0) == (2, True)
