"""Grounds as somebody gives them."""

from __future__ import annotations

from typing import Any

from foam.contest.challenge import Ground
from foam.contest.read import read_ground
from foam.job.orders.contest import ChallengeOrder


def read(kind: str, **particulars: Any) -> Ground:
    """The ground of a challenge of a kind, with what it names."""
    return read_ground(ChallengeOrder.read("run", "part", kind=kind, because="Look.", **particulars))
