"""The page on contests: every kind is on it, and every command and benchmark it names is there."""

from __future__ import annotations

import re
from pathlib import Path

import bench.contest
from bench.harness import BENCHMARKS

from foam.cli.contest import contest
from foam.contest.challenge import GROUNDS, describe_kinds

PAGE = (Path(__file__).parents[2] / "docs" / "contest.md").read_text(encoding="utf-8")


def test_the_table_of_kinds_is_the_one_in_the_code() -> None:
    assert describe_kinds() in PAGE


def test_every_kind_says_what_it_is_and_fits_something() -> None:
    for kind in GROUNDS.values():
        assert kind.asks.endswith("?")
        assert all(kind.says)
        assert kind.settled_by
        assert kind.fits or kind.of_case or kind.of_file


def test_every_command_and_benchmark_that_is_named_is_there() -> None:
    assert set(re.findall(r"foam contest (\w+)", PAGE)) <= set(contest.commands)
    named = set(re.findall(r"contest\.(\w+)`", PAGE))
    known = {name.removeprefix("contest.") for name in BENCHMARKS if name.startswith("contest.")}
    assert bench.contest.__doc__
    assert named
    assert all(any(one.startswith(name) for one in known) for name in named)
