"""Seats that declare the same are one voice where a critic is appointed, too."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.laws.laws import clone

from foam.deliberation.examine import choose_critics
from foam.perspective.node import Perspective

WEIGHTINGS = st.dictionaries(st.sampled_from("abcde"), st.sampled_from((0.1, 0.3, 0.5, 0.9)), min_size=2)


@given(st.lists(WEIGHTINGS, min_size=4, max_size=4), st.integers(min_value=1, max_value=3))
def test_copies_of_a_backer_do_not_change_who_is_appointed(weightings: list[dict[str, float]], count: int) -> None:
    seats = [Perspective(id=f"seat-{n}", role="auditor", weighting=one) for n, one in enumerate(weightings)]
    copies = [*clone(seats[0], count)]
    backers = ("seat-0", "seat-1")
    before = _appoint(seats, backers)
    assert _appoint([*seats, *copies], (*backers, *(one.id for one in copies))) == before


def _appoint(seats: list[Perspective], backers: tuple[str, ...]) -> set[str]:
    """The declarations of the critics of a claim that nobody opposes."""
    claim: Any = SimpleNamespace(direction="affirmed", backers=backers, brought_by=backers, voice="bounded")
    drafts: Any = [SimpleNamespace(seat=one.id, position=SimpleNamespace(direction="affirmed")) for one in seats]
    return {one.declaration for one in choose_critics(claim, seats, drafts).seats}
