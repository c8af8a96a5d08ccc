"""Answers that a person gives to a challenge, instead of the checks. Recorded under the person's name.

concede, retract   the part is taken back             sustained
swap               other evidence takes its place     sustained
qualify            it holds in some cases             partly sustained
rebut              evidence answers the challenge     rejected
"""

from __future__ import annotations

from collections.abc import Collection

from foam.contest.outcome import Disposition
from foam.errors import InputError
from foam.job.orders.contest import GivenMove
from foam.record.entry import Decider, Draft, EntryInput, ValueInput
from foam.values import CleanLine, CleanText, Value
from foam_quotes.text.pointer import Pointer

DISPOSED: dict[GivenMove, Disposition] = {
    "concede": "sustained",
    "retract": "sustained",
    "swap": "sustained",
    "qualify": "partly sustained",
    "rebut": "rejected",
}
"""What becomes of a challenge that is answered so."""
WITHOUT_CARDS: tuple[GivenMove, ...] = ("concede", "retract", "qualify", "rebut")
"""The moves where no card is there to be given other evidence."""
_WITH_EVIDENCE = ("rebut", "swap")


class Given(Value):
    """What a person answers."""

    move: GivenMove
    by: CleanLine
    because: CleanText
    evidence: tuple[Pointer, ...] = ()


def draft_answer(challenge: str, given: Given) -> Draft:
    """The entry by which a person's answer enters the record."""
    return Draft(
        kind="answer",
        inputs=(EntryInput(role="challenge", key=challenge), ValueInput(role="answer", value=given.json_value())),
        decider=Decider(type="person", id=given.by, version="1"),
    )


def check_given(given: Given | None, moves: Collection[GivenMove] = tuple(DISPOSED)) -> None:
    """Refuse an answer without author or reason, one whose move does not fit, or that lacks what its move needs."""
    if given is None:
        return
    if not (given.by.strip() and given.because.strip()):
        raise InputError("an answer has an author and a reason", hint='give --by NAME and --because "…"')
    if given.move not in moves:
        raise InputError(f"{given.move} does not fit here", hint=f"answer with {', '.join(moves)}")
    if "swap" in moves and given.move in _WITH_EVIDENCE and not given.evidence:
        raise InputError(f"to {given.move} takes evidence", hint="name a sentence: --evidence d:3f9a2c#s4")
