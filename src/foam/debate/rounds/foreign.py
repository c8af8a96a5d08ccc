"""A transcript from elsewhere as turns whose points answer each other; what the judge found of them is recorded."""

from __future__ import annotations

from functools import partial
from typing import Any

from foam.debate.bearing import read_aside, read_bearings
from foam.debate.floor import read_turns
from foam.debate.rounds.pairing import Pairing, add_pairs, pair_points
from foam.debate.transcript import Transcript
from foam.debate.values import SpeechTurn
from foam.errors import NotRecorded
from foam.job.session import Session
from foam.record.entry import ValueInput


async def read_foreign_turns(
    session: Session, transcript: Transcript
) -> tuple[tuple[SpeechTurn, ...], tuple[str, ...]]:
    """The turns, and the entry that says which of their points answer which."""
    turns = read_turns(transcript)
    if len(transcript.sides) < 2:
        return turns, ()

    def pair() -> dict[str, Any]:
        return pair_points(turns, partial(read_bearings, session.judge)).json_value()

    said = [[turn.number, turn.side, *(point.words for point in turn.points)] for turn in turns]
    try:
        entry = await session.clerk.compute_elsewhere(
            "points paired",
            partial(read_aside, pair),
            ValueInput(role="said", value=said),
            rule=session.judge.name,
        )
    except NotRecorded:  # a debate from before points were paired
        return turns, ()
    return add_pairs(turns, Pairing.model_validate(entry.answer)), (entry.key,)
