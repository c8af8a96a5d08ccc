"""How the judge is measured: rows drawn from every source, two machines compared, limits set on other sources."""

from __future__ import annotations

import numpy as np
from training.architectures import compare, draw
from training.pairs import Pair

ROWS = [
    Pair("bears", f"Text {number}.", "A claim.", (1.0,), source, "topic")
    for source, count in (("many", 50), ("few", 2))
    for number in range(count)
]


def test_every_source_is_drawn_from_in_turn_and_no_texts_twice() -> None:
    rows = [row._replace(first=f"{row.source} {row.first}") for row in ROWS]
    drawn = draw([*rows, *rows], count=6)
    assert [row.source for row in drawn] == ["few", "many", "few", "many", "many", "many"]
    assert len({row.first for row in drawn}) == 6


def test_differences_between_two_machines_are_counted() -> None:
    ours = {"logit a": np.array([[0.5], [1.0]]), "verdict a": np.array(["yes", "no"])}
    theirs = {"logit a": np.array([[0.5], [1.25]]), "verdict a": np.array(["yes", "yes"])}
    assert [(name, figure) for name, figure, _ in compare(ours, theirs)] == [
        ("logit a: largest difference", 0.25),
        ("verdict a: changed", 1.0),
    ]
    assert not any(figure for _, figure, _ in compare(ours, ours))
