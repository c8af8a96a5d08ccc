"""Remembering: each text is worked out once and alone, so that company and order change nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from tests.model.embedded.fakes import BagOfWords

from foam.model.embedded.remembered import RememberedEmbedder


class Counting(BagOfWords):
    """Notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked.append(tuple(texts))
        return super().embed(texts)


def test_each_text_is_worked_out_once_and_alone() -> None:
    inner = Counting()
    outer = RememberedEmbedder(inner)
    first = outer.embed(["one bus", "two buses", "one bus"])
    again = outer.embed(["two buses", "one bus"])
    assert inner.asked == [("one bus",), ("two buses",)]
    np.testing.assert_array_equal(again, first[[1, 0]])


def test_nothing_gives_nothing_of_the_right_width() -> None:
    outer = RememberedEmbedder(BagOfWords())
    assert outer.embed([]).shape == (0, outer.dimensions)
    assert outer.name == "bag@1"
