"""What a contest is asked with, the names of its jobs, and how a challenge and its answer enter the record."""

from __future__ import annotations

from foam.contest.challenge import Challenge
from foam.contest.given import Given, draft_answer
from foam.job.session import Session
from foam.job.spec import Spec
from foam.record.clock import stamp
from foam.record.entry import Decider, Draft, Entry, EntryInput, ValueInput

CONTEST = "contest"
"""Name of the job that hears challenges."""
REVISION_OF = "revision of"
"""Role of the input by which a new version names the one it revises."""


class ContestSpec(Spec):
    """A challenge to a version, and a person's answer where one was given."""

    of: str
    challenge: Challenge
    answer: Given | None = None
    hold: bool = False
    """Only admit and record it: it is to be answered later."""


def draft_challenge(of: str, challenge: Challenge) -> Draft:
    """The entry by which a person's challenge to a run enters the record."""
    return Draft(
        kind="challenge",
        inputs=(EntryInput(role="of", key=of), ValueInput(role="challenge", value=challenge.json_value())),
        decider=Decider(type="person", id=challenge.challenger, version="1"),
    )


def keep_challenge(session: Session, of: str, challenge: Challenge, given: Given | None) -> None:
    """Put the challenge into the record of this run, and the answer where a person gave one."""
    answer = {"node": challenge.node, "kind": challenge.ground.kind}
    at = stamp(session.clock)
    draft = session.seal_draft(draft_challenge(of, challenge))
    kept = session.store.append(Entry(draft=draft, answer=answer, at=at), run=session.run)
    if given:
        said = Entry(draft=session.seal_draft(draft_answer(kept.key, given)), answer={"move": given.move}, at=at)
        session.store.append(said, run=session.run)
