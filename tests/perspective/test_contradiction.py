"""A seat whose declaration contradicts itself is refused by name, with both declarations and the remedy."""

from __future__ import annotations

from typing import Any

import pytest

from foam.perspective.catalogue import find_meaning, load_catalogue, read_data
from foam.perspective.coherence import Conflict, load_relations
from foam.perspective.contradiction import find_contradictions
from foam.perspective.governance import Limits, find_breaches, find_seat_breaches
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy

ANY = Limits(belief_paradigm=True)


def seat(dimensions: dict[str, str], **more: Any) -> Perspective:
    return Perspective(
        **{"id": "torn", "role": "auditor", "weighting": {"equity": 1}, "dimensions": dimensions, **more}
    )


TORN = {
    "two options": seat({"impact_framework": "existential_risk", "temporal_horizon": "immediate"}),
    "testimony first, reviewed only": seat(
        {"evidence_hierarchy": "lived_experience"}, policy={"peer_reviewed_only": True}
    ),
    "testimony leads, reviewed only": seat({"evidence_integration": "experiential"}, policy="peer-reviewed"),
    "rules first, rules not admitted": seat(
        {"evidence_hierarchy": "official_record"}, policy={"source_kinds": ["letter", "interview"]}
    ),
    "one sentence, two sources": seat({"argument_depth_distribution": "broad_shallow"}, policy="corroborated"),
    "fairness first, weighed last": seat(
        {"equity_vs_efficiency": "equity_first"}, weighting={"equity": 0.1, "prosperity": 0.9}
    ),
}


@pytest.mark.parametrize("torn", TORN.values(), ids=TORN.keys())
def test_it_is_refused_by_name_with_both_declarations_and_the_remedy(torn: Perspective) -> None:
    (found,) = find_contradictions(torn)
    (breach,) = find_breaches(torn, ANY)
    assert breach.rule == "no contradiction"
    assert breach.what.startswith("torn: ")
    for declared in (found.left, found.right):
        assert declared in breach.what
        assert declared in breach.remedy
    whole = torn.model_copy(update={"id": "other", "dimensions": {}})
    assert find_seat_breaches([torn, whole], ANY)[0].what.startswith("torn: contradicts itself")


@pytest.mark.parametrize(
    "sound",
    [
        seat({"evidence_hierarchy": "lived_experience"}),
        seat({"evidence_hierarchy": "systematic_review"}, policy="peer-reviewed"),
        seat({"evidence_hierarchy": "official_record"}, policy={"source_kinds": ["letter", "rule"]}),
        seat({"evidence_hierarchy": "official_record"}, policy={"source_kinds": ["zettel"]}),
        seat({"argument_depth_distribution": "balanced"}, policy="corroborated"),
        seat({}, policy="corroborated"),
        seat({"equity_vs_efficiency": "equity_first"}, weighting={"equity": 0.5, "prosperity": 0.5}),
        seat({"equity_vs_efficiency": "equity_first"}, weighting={"prosperity": 1}),
        seat({"impact_framework": "existential_risk", "temporal_horizon": "electoral"}),
    ],
)
def test_what_can_both_hold_is_not_refused(sound: Perspective) -> None:
    assert find_contradictions(sound) == ()


@pytest.mark.parametrize("dimension", load_catalogue().values(), ids=lambda one: one.id)
def test_no_option_contradicts_itself_alone(dimension: Any) -> None:
    for option in dimension.options:
        assert find_contradictions(seat({dimension.id: option}, policy=EpistemicPolicy())) == ()


def test_every_conflict_of_full_severity_is_a_contradiction() -> None:
    full = [row for row in load_relations() if isinstance(row, Conflict) and row.severity == 1]
    assert full
    for row in full:
        torn = seat({choice.dimension: choice.option for choice in row.between})
        assert [found.reason for found in find_contradictions(torn)] == [row.reason]


def test_priorities_name_options_that_are_offered() -> None:
    for dimension, options in read_data("priorities.toml").items():
        for option, row in options.items():
            assert find_meaning(dimension, option)
            assert not set(row["above"]) & set(row["below"])
