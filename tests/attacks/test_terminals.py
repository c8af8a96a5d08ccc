"""Nothing that a stranger writes into any field acts on a terminal, hides or turns a line round."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.attacks.terminals import HOSTILE, MARK, attack, find_harm


def test_no_hostile_text_reaches_a_terminal_or_a_file(tmp_path: Path) -> None:
    tally, through = attack(tmp_path, ["".join(HOSTILE)], formats=("turtle",))
    assert through == []
    assert tally.attempts > 60, "the fields were shown"


@pytest.mark.parametrize("hostile", HOSTILE)
def test_the_look_for_harm_sees_each_hostile_string(hostile: str) -> None:
    assert find_harm(hostile)
    assert not find_harm(f"{MARK} שלום café\n\tx")
