"""Coherence as printed: 0.5, + 0.1 x strength, - 0.15 x severity, clamped. The table has a reason per row."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam.perspective.catalogue import load_catalogue
from foam.perspective.coherence import Affinity, Choice, Conflict, load_relations, measure_coherence


def pair(one: str, other: str) -> tuple[Choice, Choice]:
    def choice(name: str) -> Choice:
        dimension, option = name.split("=")
        return Choice(dimension=dimension, option=option)

    return choice(one), choice(other)


def test_nothing_declared_nothing_said() -> None:
    assert measure_coherence({}).score == 0.5
    assert measure_coherence({"impact_framework": "utilitarian"}).score == 0.5


def test_one_affinity() -> None:
    held = measure_coherence({"impact_framework": "utilitarian", "risk_calculus": "expected_value"})
    assert held.score == pytest.approx(0.6)
    assert len(held.affinities) == 1
    assert not held.conflicts


def test_one_conflict() -> None:
    held = measure_coherence({"impact_framework": "existential_risk", "temporal_horizon": "immediate"})
    assert held.score == pytest.approx(0.35)
    assert [str(choice) for choice in held.conflicts[0].between] == [
        "impact_framework=existential_risk",
        "temporal_horizon=immediate",
    ]


def test_clamped_at_both_ends() -> None:
    names = [f"d{i}=x" for i in range(12)]
    affinities = tuple(Affinity(between=pair("d=x", name), strength=1, reason="r") for name in names)
    conflicts = tuple(Conflict(between=pair("d=x", name), severity=1, reason="r") for name in names)
    chosen = {"d": "x", **{name.split("=")[0]: "x" for name in names}}
    assert measure_coherence(chosen, table=affinities).score == 1.0
    assert measure_coherence(chosen, table=conflicts).score == 0.0


def test_the_table_is_well_formed() -> None:
    seen = [frozenset(row.between) for row in load_relations()]
    assert len(seen) == len(set(seen)), "a pair of options has one row"
    for row in load_relations():
        one, other = row.between
        assert one.dimension != other.dimension, "options of one dimension exclude each other anyway"
        assert row.reason.strip()
    assert any(isinstance(row, Affinity) for row in load_relations())
    assert any(isinstance(row, Conflict) for row in load_relations())


choices = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(sorted(d.options)) for name, d in load_catalogue().items()}
)


@settings(deadline=None, max_examples=60)
@given(choices)
def test_the_score_is_what_its_rows_add_up_to(chosen: dict[str, str]) -> None:
    held = measure_coherence(chosen)
    added = sum(0.1 * row.strength for row in held.affinities) - sum(0.15 * row.severity for row in held.conflicts)
    assert held.score == pytest.approx(min(1, max(0, 0.5 + added)))
    between = [row.between for row in held.affinities] + [row.between for row in held.conflicts]
    assert all(chosen[choice.dimension] == choice.option for both in between for choice in both)
