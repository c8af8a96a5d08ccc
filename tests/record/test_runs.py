"""Runs: the same command is the same run; closing counts its members; replay compares views."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from foam.errors import InputError, NotFound, ReplayDiverged
from foam.record.clock import stamp, utc_now
from foam.record.memory import MemoryStore
from foam.record.runs import (
    close_run,
    compare_replay,
    find_key,
    find_outcome,
    find_run,
    list_runs,
    name_question,
    open_run,
    read_foam_version,
    read_run_digest,
    read_views,
)
from foam.record.store import Store
from foam.version import __version__

SPEC = {"question": "Should buses be free?", "seed": 1}
VIEWS = {"dossier": "b2:" + "1" * 64, "page": "b2:" + "2" * 64}


def _later() -> datetime:
    return datetime(2027, 1, 1, tzinfo=timezone(timedelta(hours=2)))


def test_the_same_command_is_the_same_run(store: Store, clock: Any) -> None:
    run = open_run(store, "ask", SPEC, clock=clock)
    assert open_run(store, "ask", dict(reversed(SPEC.items())), clock=_later) == run
    assert open_run(store, "ask", {**SPEC, "seed": 2}, clock=clock) != run
    assert open_run(store, "tell", SPEC, clock=clock) != run
    assert store.get(run).at == "2026-03-01T12:00:00.000+00:00"  # type: ignore[union-attr]


def test_the_digest_depends_on_neither_time_nor_order(make_entry: Any, clock: Any) -> None:
    digests = set()
    for order, at in (((1, 2, 3), clock), ((3, 1, 2), _later)):
        store = MemoryStore()
        run = open_run(store, "ask", SPEC, clock=at)
        for n in order:
            store.append(make_entry(n), run=run)
        close_run(store, run, VIEWS, clock=at)
        digests.add(read_run_digest(store, run))
    assert len(digests) == 1


def test_the_digest_depends_on_the_answers_and_the_views(make_entry: Any, clock: Any) -> None:
    digests = set()
    for n, views in ((1, VIEWS), (2, VIEWS), (1, {"dossier": "b2:" + "3" * 64})):
        store = MemoryStore()
        run = open_run(store, "ask", SPEC, clock=clock)
        store.append(make_entry(n), run=run)
        close_run(store, run, views, clock=clock)
        digests.add(read_run_digest(store, run))
    assert len(digests) == 3


def test_an_outcome_rests_on_the_run_and_all_its_members(store: Store, make_entry: Any, clock: Any) -> None:
    run = open_run(store, "ask", SPEC, clock=clock)
    members = {store.append(make_entry(n), run=run).key for n in range(3)}
    store.append(make_entry(99))
    assert find_outcome(store, run) is None
    outcome = close_run(store, run, VIEWS, clock=clock)
    assert set(outcome.draft.parents) == members | {run}
    assert find_outcome(store, run) == outcome
    assert outcome.key not in store.members(run)
    assert close_run(store, run, VIEWS, clock=_later) == outcome


def test_closing_again_with_other_views_is_refused(store: Store, clock: Any) -> None:
    run = open_run(store, "ask", SPEC, clock=clock)
    close_run(store, run, VIEWS, clock=clock)
    with pytest.raises(ReplayDiverged, match="page"):
        close_run(store, run, {**VIEWS, "page": "b2:" + "9" * 64}, clock=clock)


def test_a_run_that_grew_closes_anew(store: Store, make_entry: Any, clock: Any) -> None:
    run = open_run(store, "ask", SPEC, clock=clock)
    first = close_run(store, run, VIEWS, clock=clock)
    store.append(make_entry(1), run=run)
    second = close_run(store, run, {}, clock=_later)
    assert first.key != second.key
    assert find_outcome(store, run) == second
    assert read_views(second) == {}


def test_an_unfinished_run_has_no_digest(store: Store, clock: Any) -> None:
    run = open_run(store, "ask", SPEC, clock=clock)
    with pytest.raises(NotFound, match="unfinished"):
        read_run_digest(store, run)
    for absent in (read_run_digest, find_outcome):
        with pytest.raises(NotFound, match="no entry"):
            absent(store, "b2:" + "0" * 64)


def test_the_list_of_runs(store: Store, make_entry: Any, clock: Any) -> None:
    first, second = (open_run(store, "ask", {"n": n}, clock=clock) for n in (1, 2))
    store.append(make_entry(1), run=first)
    outcome = close_run(store, first, VIEWS, clock=_later)
    done, open_ = list_runs(store)
    assert (done.run, done.job, done.spec, done.members) == (first, "ask", {"n": 1}, 1)
    assert (done.closed, done.outcome) == ("2026-12-31T22:00:00.000+00:00", outcome.digest)
    assert (open_.run, open_.closed, open_.outcome) == (second, None, None)


def test_short_ids(store: Store, make_entry: Any, clock: Any) -> None:
    run = open_run(store, "ask", SPEC, clock=clock)
    others = [store.append(make_entry(n)).key for n in range(30)]
    assert find_run(store, run[:6]) == run
    assert find_run(store, "") == run
    with pytest.raises(NotFound, match="ambiguous"):
        find_key(store, "")
    with pytest.raises(NotFound, match="no run starts with"):
        find_run(store, others[0])


def test_a_faithful_replay(store: Store, clock: Any) -> None:
    run = open_run(store, "ask", SPEC, clock=clock)
    close_run(store, run, VIEWS, clock=clock)
    report = compare_replay(store, run, VIEWS)
    assert report.ok
    assert report.outcome == read_run_digest(store, run)


@pytest.mark.parametrize(
    ("computed", "diverged"),
    [
        ({**VIEWS, "page": "b2:" + "0" * 64}, ("page",)),
        ({"dossier": VIEWS["dossier"]}, ("page",)),
        ({**VIEWS, "extra": "b2:" + "0" * 64}, ("extra",)),
    ],
)
def test_a_replay_that_diverges_names_the_views(
    store: Store, clock: Any, computed: dict[str, str], diverged: tuple[str, ...]
) -> None:
    run = open_run(store, "ask", SPEC, clock=clock)
    close_run(store, run, VIEWS, clock=clock)
    report = compare_replay(store, run, computed)
    assert not report.ok
    assert report.diverged == diverged


def test_clocks_need_a_zone() -> None:
    assert utc_now().tzinfo is UTC
    assert stamp(_later) == "2026-12-31T22:00:00.000+00:00"
    with pytest.raises(InputError, match="zone"):
        stamp(lambda: datetime(2026, 1, 1))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("spec", "question"),
    [
        ({"question": "Why?"}, "Why?"),
        ({"resolution": "Resolved: so."}, "Resolved: so."),
        ({"transcript": {"motion": "This house would."}}, "This house would."),
        ({"challenge": {"because": "It is wrong."}}, "It is wrong."),
        ({"question": "", "resolution": "Resolved: so."}, "Resolved: so."),
        ({"question": "Why?", "resolution": "Resolved: so."}, "Why?"),
        ({"resolution": "Resolved: so.", "transcript": {"motion": "M"}}, "Resolved: so."),
        ({"transcript": {"motion": "M"}, "challenge": {"because": "B"}}, "M"),
        ({"question": 7, "transcript": "a text", "challenge": ["because"]}, ""),
        ({}, ""),
    ],
)
def test_a_run_is_named_by_what_it_was_asked(spec: dict[str, Any], question: str, clock: Any) -> None:
    store = MemoryStore()
    assert name_question(spec) == question
    run = open_run(store, "ask", spec, clock=clock)
    (listed,) = list_runs(store)
    assert (listed.run, listed.question) == (run, question)
    assert read_foam_version(store, run) == __version__


def test_of_a_list_with_a_limit_the_newest_stay_in_order(clock: Any) -> None:
    store = MemoryStore()
    runs = [open_run(store, job, {"n": n}, clock=clock) for n, job in enumerate(("ask", "tell", "ask", "ask"))]
    assert [one.run for one in list_runs(store)] == runs
    assert [one.run for one in list_runs(store, limit=2)] == runs[2:]
    assert [one.run for one in list_runs(store, job="ask")] == [runs[0], runs[2], runs[3]]
    assert [one.run for one in list_runs(store, job="ask", limit=2)] == [runs[2], runs[3]]
    assert list_runs(store, job="draw") == ()
