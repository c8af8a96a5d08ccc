"""What a contest is asked with, and the names of its jobs."""

from __future__ import annotations

from foam.contest.challenge import Challenge
from foam.contest.given import Given
from foam.job.spec import Spec

CONTEST = "contest"
"""Name of the job that hears challenges to answers and cases."""
CONTEST_FILE = "contest file"
"""Name of the job that hears challenges to an examined file."""
REVISION_OF = "revision of"
"""Role of the input by which a new version names the one it revises."""


class ContestSpec(Spec):
    """A challenge to a version, and a person's answer where one was given."""

    of: str
    challenge: Challenge
    answer: Given | None = None
    hold: bool = False
    """Only admit and record it: it is to be answered later."""
