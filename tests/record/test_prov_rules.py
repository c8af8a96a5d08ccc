"""Rules of order: a document for each that breaks just that rule."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from prov.model import ProvDocument

from foam.record.prov.rules import find_broken_rules


def _at(minute: int) -> datetime:
    return datetime(2026, 3, 1, 12, tzinfo=UTC) + timedelta(minutes=minute)


def _two_answers(*, first_at: datetime, then_at: datetime) -> tuple[ProvDocument, Any, Any]:
    """Two decisions with an answer each, the second derived from the first."""
    document = ProvDocument()
    ns = document.add_namespace("x", "urn:x:")
    for name, at in (("one", first_at), ("two", then_at)):
        document.activity(ns[f"deciding-{name}"], None, at)
        document.entity(ns[name])
        document.generation(ns[name], ns[f"deciding-{name}"], at)
    document.derivation(ns["two"], ns["one"], ns["deciding-two"])
    return document, ns["one"], ns["two"]


def _broken(document: ProvDocument) -> set[str]:
    return {complaint.rule for complaint in find_broken_rules(document)}


def test_a_document_in_order_breaks_no_rule() -> None:
    assert _broken(_two_answers(first_at=_at(0), then_at=_at(1))[0]) == set()
    assert _broken(_two_answers(first_at=_at(0), then_at=_at(0))[0]) == set(), "one clock tick for both is in order"


def test_an_end_before_the_start() -> None:
    document = ProvDocument()
    document.activity(document.add_namespace("x", "urn:x:")["a"], _at(1), _at(0))
    assert _broken(document) == {"start-before-end"}


@pytest.mark.parametrize("minute", [-1, 11])
def test_generated_outside_the_activity(minute: int) -> None:
    document = ProvDocument()
    ns = document.add_namespace("x", "urn:x:")
    document.activity(ns["a"], _at(0), _at(10))
    document.entity(ns["e"])
    document.generation(ns["e"], ns["a"], _at(minute))
    assert _broken(document) == {"generated-while-active"}


def test_derived_before_its_source_was_made() -> None:
    assert _broken(_two_answers(first_at=_at(1), then_at=_at(0))[0]) == {"sources-first"}


def test_used_before_it_was_made() -> None:
    document, one, _ = _two_answers(first_at=_at(1), then_at=_at(2))
    document.activity(one.namespace["early"], None, _at(0))
    document.usage(one.namespace["early"], one)
    assert _broken(document) == {"used-once-made"}


@pytest.mark.parametrize("way", [("one", "later"), ("later", "one")])
def test_what_was_made_at_no_known_time_may_derive_from_anything(way: tuple[str, str]) -> None:
    document, one, _ = _two_answers(first_at=_at(1), then_at=_at(2))
    document.entity(one.namespace["later"])
    document.derivation(*(one.namespace[name] for name in way))
    assert _broken(document) == set()


def test_a_circle_of_derivations() -> None:
    document, one, two = _two_answers(first_at=_at(0), then_at=_at(0))
    document.derivation(one, two)
    assert _broken(document) == {"derivation-acyclic"}


@pytest.mark.parametrize("end", ["entity", "activity", "agent"])
def test_a_name_that_nobody_declared(end: str) -> None:
    document, one, _ = _two_answers(first_at=_at(0), then_at=_at(1))
    nobody = one.namespace["nobody"]
    deciding = one.namespace["deciding-one"]
    match end:
        case "entity":
            document.usage(deciding, nobody)
        case "activity":
            document.usage(nobody, one)
        case _:
            document.association(deciding, nobody)
    assert [(c.rule, c.about) for c in find_broken_rules(document)] == [("nothing-dangles", "x:nobody")]


def test_an_entity_that_is_an_activity() -> None:
    document, one, _ = _two_answers(first_at=_at(0), then_at=_at(1))
    document.activity(one)
    assert _broken(document) == {"entities-are-no-activities", "names-agree"}, "unification says so, too"


def test_two_records_that_contradict_each_other() -> None:
    document, one, _ = _two_answers(first_at=_at(0), then_at=_at(1))
    document.activity(one.namespace["deciding-one"], _at(-5))
    document.activity(one.namespace["deciding-one"], _at(-6))
    assert "names-agree" in _broken(document)


@pytest.mark.parametrize(("start", "end"), [(0, 0), (0, 1), (None, 1), (0, None), (None, None)])
def test_an_end_at_its_start_and_a_time_that_is_not_known_are_in_order(start: int | None, end: int | None) -> None:
    document = ProvDocument()
    begins, ends = (None if minute is None else _at(minute) for minute in (start, end))
    document.activity(document.add_namespace("x", "urn:x:")["a"], begins, ends)
    assert _broken(document) == set()


@pytest.mark.parametrize(
    ("start", "end", "minute", "in_order"),
    [
        (0, 10, 0, True), (0, 10, 10, True), (0, 10, None, True), (0, None, 99, True), (0, None, -1, False),
        (None, 10, -99, True), (None, 10, 11, False), (None, None, 7, True),
    ],
)  # fmt: skip
def test_generated_at_the_edges_of_the_activity(
    start: int | None, end: int | None, minute: int | None, *, in_order: bool
) -> None:
    document = ProvDocument()
    ns = document.add_namespace("x", "urn:x:")
    begins, ends, at = (None if one is None else _at(one) for one in (start, end, minute))
    document.activity(ns["a"], begins, ends)
    document.entity(ns["e"])
    document.generation(ns["e"], ns["a"], at)
    told = [(one.rule, one.about) for one in find_broken_rules(document)]
    assert told == ([] if in_order else [("generated-while-active", "x:e")])


@pytest.mark.parametrize(("end", "in_order"), [(0, False), (1, True), (2, True), (None, True)])
def test_used_when_it_was_just_made(end: int | None, *, in_order: bool) -> None:
    document, one, _ = _two_answers(first_at=_at(1), then_at=_at(2))
    document.activity(one.namespace["using"], None, None if end is None else _at(end))
    document.usage(one.namespace["using"], one)
    told = [(found.rule, found.about) for found in find_broken_rules(document)]
    assert told == ([] if in_order else [("used-once-made", "x:using")])


def test_each_complaint_names_what_breaks_the_rule() -> None:
    late, _, two = _two_answers(first_at=_at(1), then_at=_at(0))
    (found,) = find_broken_rules(late)
    assert (found.about, found.says) == (str(two), "generated before x:one, from which it derives")
    document = ProvDocument()
    document.activity(document.add_namespace("x", "urn:x:")["a"], _at(1), _at(0))
    (found,) = find_broken_rules(document)
    assert found.about == "x:a"
    assert found.says == f"ends at {_at(0)}, before its start at {_at(1)}"
