"""What a pack permits: belief refused by default, and every breach named with its remedy."""

from __future__ import annotations

import pytest

from foam.perspective.catalogue import Dimension, load_catalogue
from foam.perspective.governance import Limits, find_breaches, find_seat_breaches
from foam.perspective.node import Perspective


def seat(name: str = "s", **more: object) -> Perspective:
    return Perspective(**{"id": name, "role": "auditor", "weighting": {"equity": 1}, **more})


BELIEFS = [d for d in load_catalogue().values() if d.category == "belief_paradigm"]


@pytest.mark.parametrize("dimension", BELIEFS, ids=lambda d: d.id)
def test_every_belief_dimension_is_refused_unless_allowed(dimension: Dimension) -> None:
    believer = seat(dimensions={dimension.id: next(iter(dimension.options))})
    (breach,) = find_breaches(believer, Limits())
    assert breach.rule == "no belief paradigm"
    assert find_breaches(believer, Limits(belief_paradigm=True)) == ()


def test_other_dimensions_pass_unless_the_pack_lists_its_own() -> None:
    careful = seat(dimensions={"risk_calculus": "precautionary"})
    assert find_breaches(careful, Limits()) == ()
    assert find_breaches(careful, Limits(dimensions=("risk_calculus",))) == ()
    (breach,) = find_breaches(careful, Limits(dimensions=("impact_framework",)))
    assert breach.what.startswith("s: risk_calculus ")


def test_listing_a_belief_dimension_does_not_allow_it() -> None:
    believer = seat(dimensions={"human_nature": "cooperative"})
    assert find_breaches(believer, Limits(dimensions=("human_nature",)))[0].rule == "no belief paradigm"


def test_roles_and_values_of_the_pack() -> None:
    limits = Limits(roles=("auditor", "applicant"), values=("equity", "accuracy"))
    assert find_breaches(seat(), limits) == ()
    (breach,) = find_breaches(seat(role="auditer"), limits)
    assert "auditor" in breach.remedy
    (breach,) = find_breaches(seat(weighting={"equality": 1}), limits)
    assert "equity" in breach.remedy


def test_coherence_below_the_limit_names_the_seat_and_what_clashes() -> None:
    torn = seat(dimensions={"impact_framework": "structural_violence", "equity_vs_efficiency": "efficiency_first"})
    assert find_breaches(torn, Limits(min_coherence=0.36)) == ()
    (breach,) = find_breaches(torn, Limits(min_coherence=0.45))
    assert breach.what.startswith("s: ")
    assert "0.36" in breach.what
    assert "0.45" in breach.what
    assert breach.remedy.index("impact_framework=structural_violence") < breach.remedy.index(
        "equity_vs_efficiency=efficiency_first"
    )


@pytest.mark.parametrize(
    ("seats", "match"),
    [
        ([], "0 seats; a deliberation needs 2"),
        ([seat()], "1 seat; a deliberation needs 2"),
        ([seat(), seat()], "1 seat; a deliberation needs 2"),
        ([seat("a"), seat("b"), seat("b")], "'b' is seated 2 times"),
        ([seat("a"), seat("b", dimensions={"human_nature": "fallen"})], "b: human_nature: beliefs"),
    ],
)
def test_seats_that_cannot_be_seated(seats: list[Perspective], match: str) -> None:
    found = find_seat_breaches(seats, Limits())
    assert found[0].what.startswith(match)
    assert found[0].remedy


def test_seats_that_can() -> None:
    seats = (seat("a"), seat("b"))
    assert find_seat_breaches(seats, Limits()) == ()
    assert find_seat_breaches(seats, Limits(min_seats=3))[0].rule == "enough seats"
