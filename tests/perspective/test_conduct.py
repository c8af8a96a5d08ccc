"""The functions through which a manner takes effect."""

from __future__ import annotations

import pytest

from foam.perspective.conduct import (
    MOST_SOUGHT,
    arrange,
    extend_query,
)
from foam.perspective.manner import Manner
from foam.perspective.node import Perspective
from foam.perspective.policy import Source, count_independent
from foam.perspective.sources import group_kind, group_source

SEAT = Perspective(id="s", role="r", weighting={"equity": 0.7, "safety": 0.3})


def order(manner: Manner, *found: tuple[str, Source]) -> list[str]:
    return [text for text, _ in arrange(found, manner, read=lambda one: one)]


def test_preferred_kinds_come_first_and_the_rest_stays_in_order() -> None:
    found = [("a", Source(kind="web")), ("b", Source(kind="letter")), ("c", Source()), ("d", Source(kind="pay_stub"))]
    assert order(Manner(prefers=("measured", "testimony")), *found) == ["d", "b", "a", "c"]
    assert order(Manner(), *found) == ["a", "b", "c", "d"]


def test_recent_and_older_are_meant_among_what_was_found() -> None:
    found = [(str(year), Source(year=year)) for year in (1990, 2001, 2010)] + [("unknown", Source())]
    assert order(Manner(prefers=("recent",)), *found) == ["2001", "2010", "1990", "unknown"]
    assert order(Manner(prefers=("older",)), *found) == ["1990", "2001", "2010", "unknown"]
    same = [("a", Source(year=2000)), ("b", Source(year=2000))]
    assert order(Manner(prefers=("older",)), *same) == ["a", "b"]


def test_a_sought_word_counts_in_any_form_and_only_among_equals() -> None:
    found = [("Nothing of it.", Source()), ("The rules apply.", Source()), ("None.", Source(kind="letter"))]
    assert order(Manner(seek=("rule",), prefers=("testimony",)), *found)[:2] == ["None.", "The rules apply."]


def test_a_search_is_extended_by_new_words_and_never_drowned() -> None:
    assert extend_query(Manner(seek=("cost", "harm")), "What does it cost?") == "What does it cost? harm"
    many = Manner(seek=tuple(f"word{n}" for n in range(50)))
    assert len(extend_query(many, "Why?").split()) == 1 + MOST_SOUGHT


@pytest.mark.parametrize(
    ("kind", "groups"),
    [
        ("pay_stub", {"measured"}),
        ("Court rulings", {"official"}),
        ("witness statement", {"testimony"}),
        ("text", set()),
        ("", set()),
        ("lawn", set()),
    ],
)
def test_a_kind_is_read_by_its_words(kind: str, groups: set[str]) -> None:
    assert group_kind(kind) == groups


def test_what_stands_behind_a_source_counts_too() -> None:
    assert group_source(Source(kind="web", official=True)) == {"official"}
    assert group_source(Source(peer_reviewed=True)) == {"scholarly"}


@pytest.mark.parametrize(
    ("sources", "independent"),
    [
        ([], 0),
        ([Source(document="a"), Source(document="a")], 1),
        ([Source(document="a"), Source(document="b")], 2),
        ([Source(document="a", authors=("Smith, John",)), Source(document="b", authors=("J. Smith",))], 1),
        ([Source(document="a", authors=("Ann Lee",)), Source(document="b", authors=("Ben Lee",))], 2),
        ([Source(document="a", authors=("Health Office",)), Source(document="b", authors=("Housing Office",))], 2),
        ([Source(document="a", family="x"), Source(document="b", family="x")], 1),
        ([Source(document="a", publisher="Daily"), Source(document="b", publisher="Daily")], 1),
        (
            [
                Source(document="a", publisher="Daily", authors=("Ann Lee",)),
                Source(document="b", publisher="Daily", authors=("Bo Day",)),
            ],
            2,
        ),
        # Two who wrote apart are one source once a third joins them.
        (
            [
                Source(document=d, authors=a)
                for d, a in (("a", ("Al Ox",)), ("b", ("Bo Day",)), ("c", ("Al Ox", "Bo Day")))
            ],
            1,
        ),
        ([Source(), Source()], 1),
    ],
)
def test_independent_sources(sources: list[Source], independent: int) -> None:
    assert count_independent(sources) == independent
    assert count_independent(reversed(sources)) == independent
