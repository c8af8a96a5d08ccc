"""Perspective nodes: pure values, closed choices, clear errors."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam.errors import SettingError
from foam.perspective.catalogue import load_catalogue
from foam.perspective.node import Perspective, parse_perspective, reweight
from foam.perspective.policy import EpistemicPolicy, find_policy
from foam.visible import clean_line

NURSE: dict[str, Any] = {
    "id": "nurse",
    "role": "clinician",
    "weighting": {"safety": 0.6, "equity": 0.4},
    "policy": {"min_year": 2015},
    "dimensions": {"risk_calculus": "precautionary", "evidence_hierarchy": "systematic_review"},
}


def test_equal_content_equal_value() -> None:
    nurse = parse_perspective(NURSE)
    again = parse_perspective({**NURSE, "weighting": {"equity": 0.4, "safety": 0.6}})
    assert nurse == again
    assert nurse.digest == again.digest
    assert nurse.policy == EpistemicPolicy(min_year=2015)
    assert nurse.ranking == (("safety",), ("equity",))


def test_a_policy_may_be_named() -> None:
    assert parse_perspective({**NURSE, "policy": "peer-reviewed"}).policy == find_policy("peer-reviewed")
    with pytest.raises(SettingError, match="'peers'"):
        parse_perspective({**NURSE, "policy": "peers"})


def test_commitments_are_put_into_words() -> None:
    assert parse_perspective(NURSE).commitments() == {
        "risk_calculus": "proof of safety is asked of whoever acts",
        "evidence_hierarchy": "reviews and meta-analyses before single studies",
    }


@pytest.mark.parametrize(
    ("change", "match", "hint"),
    [
        ({"dimensions": {"risk_calclus": "maximin"}}, "unknown dimension 'risk_calclus'", "risk_calculus"),
        ({"dimensions": {"risk_calculus": "minimax"}}, "has no option 'minimax'", "maximin"),
        ({"dimensions": {"risk_calculus": 3}}, "perspective 'nurse': dimensions.risk_calculus", "docs/perspective.md"),
        ({"weighting": {"safety": -1}}, "'safety' is negative", "0"),
        ({"weighting": {"safety": "high"}}, "not a number: 'high'", "numbers"),
        ({"weighting": {"safety": 0}}, "no value has any weight", "above zero"),
        ({"role": ""}, "perspective 'nurse': role", "docs/perspective.md"),
        ({"id": ""}, "a perspective: id", "docs/perspective.md"),
        ({"rolle": "x"}, "perspective 'nurse': there is no field 'rolle'", "role"),
        ({"policy": {"min_sources": 0}}, "policy.min_sources", "docs/perspective.md"),
        ({"policy": {"uncertainty": "vague"}}, "policy.uncertainty", "docs/perspective.md"),
    ],
)
def test_bad_input_is_named(change: dict[str, Any], match: str, hint: str) -> None:
    with pytest.raises(SettingError, match=match) as error:
        parse_perspective({**NURSE, **change})
    assert hint in error.value.hint


def test_a_missing_weighting_is_named() -> None:
    with pytest.raises(SettingError, match=r"'x': weighting"):
        parse_perspective({"id": "x", "role": "y"})
    with pytest.raises(SettingError, match="a perspective: perspective"):
        parse_perspective([])  # type: ignore[arg-type]


def test_reweighting_keeps_the_rest() -> None:
    nurse = parse_perspective(NURSE)
    changed = reweight(nurse, {"equity": 0.9})
    assert changed.weighting == {"safety": 0.6, "equity": 0.9}
    assert changed.ranking == (("equity",), ("safety",))
    assert changed.dimensions == nurse.dimensions
    assert nurse.weighting["equity"] == 0.4
    with pytest.raises(SettingError, match="negative"):
        reweight(nurse, {"equity": -1})
    with pytest.raises(SettingError, match="weight"):
        reweight(nurse, {"equity": 0, "safety": 0})


@st.composite
def perspectives(draw: st.DrawFn) -> Perspective:
    chosen = draw(st.sets(st.sampled_from(sorted(load_catalogue())), max_size=8))
    return Perspective(
        id=draw(st.text(min_size=1, max_size=8).filter(clean_line)),
        role=draw(st.text(min_size=1, max_size=8).filter(clean_line)),
        weighting=draw(st.dictionaries(st.sampled_from("abc"), st.floats(0.01, 10), min_size=1)),
        dimensions={name: draw(st.sampled_from(sorted(load_catalogue()[name].options))) for name in sorted(chosen)},
    )


@settings(deadline=None, max_examples=50)
@given(perspectives())
def test_round_trip(perspective: Perspective) -> None:
    assert Perspective.model_validate_json(perspective.model_dump_json()) == perspective
    assert parse_perspective(perspective.json_value()).digest == perspective.digest
