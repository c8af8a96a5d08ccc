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
