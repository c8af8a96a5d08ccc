"""The page on contests: every command and benchmark it names is there; every kind says what it is."""

from __future__ import annotations

import re
from pathlib import Path

import bench.contest
from bench.harness import BENCHMARKS

from foam import terms
from foam.cli.contest import contest
from foam.cli.options import EARLIER
from foam.contest.challenge import GROUNDS
from foam.job.orders.contest import PARTICULARS, ChallengeOrder

PAGE = (Path(__file__).parents[2] / "docs" / "contest.md").read_text(encoding="utf-8")


def test_every_kind_says_what_it_is_and_fits_something() -> None:
    for kind in GROUNDS.values():
        assert all(kind.says)
        assert kind.fits
        for fit in kind.fits:
            assert fit.asks.endswith("?")
            assert fit.named
            assert set(fit.takes) <= set(kind.model_fields)


def test_an_order_takes_the_kinds_that_there_are_and_what_they_name() -> None:
    fields = {field.name: field for field in ChallengeOrder.list_fields()}
    assert fields["kind"].choices == tuple(GROUNDS)
    named = {name for name, field in fields.items() if field.group == PARTICULARS}
    assert named - {"weight"} <= {name for kind in GROUNDS.values() for name in kind.model_fields}


PAPERS = (
    "relevance", "adequacy", "selection bias", "missing counter-evidence", "warrant", "missing component", "structural",
    "missing branch", "weight", "perspective", "frame",
)  # fmt: skip


def test_every_kind_that_the_papers_name_has_its_row_and_every_earlier_one_its_place() -> None:
    named = {(kind, name) for kind in terms.challenges for fit in GROUNDS[kind].fits for name in fit.named.split(", ")}
    assert set(PAPERS) <= {name for _, name in named}
    assert {(kind, earlier.replace("_", " ")) for earlier, kind in EARLIER["kind"].items()} <= named


def test_every_command_and_benchmark_that_is_named_is_there() -> None:
    assert set(re.findall(r"foam contest (\w+)", PAGE)) <= set(contest.commands)
    named = set(re.findall(r"contest\.(\w+)`", PAGE))
    known = {name.removeprefix("contest.") for name in BENCHMARKS if name.startswith("contest.")}
    assert bench.contest.__doc__
    assert named
    assert all(any(one.startswith(name) for one in known) for name in named)
