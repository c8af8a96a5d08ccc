"""A seeded order of tests: files are shuffled and stay whole, since a file's tests share dear things."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from random import Random
from typing import TypeVar

import pytest

Test = TypeVar("Test", bound=pytest.Item)


def shuffle_tests(tests: Sequence[Test], seed: int) -> list[Test]:
    """Shuffle the files, and the tests within each file."""
    random = Random(seed)
    files = [list(found) for _, found in groupby(tests, key=lambda one: one.path)]
    random.shuffle(files)
    for found in files:
        random.shuffle(found)
    return [one for found in files for one in found]
