"""The page on contests: every kind is on it, and every command and benchmark it names is there."""

from __future__ import annotations

import re
from pathlib import Path

import bench.contest
from bench.harness import BENCHMARKS

from foam.cli.contest import contest
from foam.contest.challenge import GROUNDS

PAGE = (Path(__file__).parents[2] / "docs" / "contest.md").read_text(encoding="utf-8")


def test_every_kind_is_explained_under_its_level() -> None:
    rows = re.findall(r"^\| (\w*) ?\| `(\w+)` \|", PAGE, re.MULTILINE)
    levels: dict[str, str] = {}
    level = ""
    for named, kind in rows:
        level = named or level
        levels[kind] = level
    assert levels == {kind: ground.level for kind, ground in GROUNDS.items()}


def test_every_command_and_benchmark_that_is_named_is_there() -> None:
    assert set(re.findall(r"foam contest (\w+)", PAGE)) <= set(contest.commands)
    named = set(re.findall(r"contest\.(\w+)`", PAGE))
    known = {name.removeprefix("contest.") for name in BENCHMARKS if name.startswith("contest.")}
    assert bench.contest.__doc__
    assert named
    assert all(any(one.startswith(name) for one in known) for name in named)
