"""A debate that was left before its end, as far as it got: read off the record, nobody is asked."""

from __future__ import annotations

from collections.abc import Iterator

from foam.debate.floor import SPOKEN
from foam.debate.points import track_points
from foam.debate.rounds.job import DebateSpec
from foam.debate.transcript import SIDES
from foam.debate.values import Debate, SpeechTurn
from foam.job.job import require_whole
from foam.record.entry import Entry, EntryInput
from foam.record.graph import entries_of
from foam.record.store import Store


def read_so_far(store: Store, run: str, spec: DebateSpec) -> Debate:
    """The debate with the turns that were spoken; what waits for an answer is not dropped yet."""
    require_whole(store, run)
    turns = tuple(reversed([*_follow_turns(store, run)]))
    return Debate(
        motion=spec.transcript.motion,
        format=spec.format.name,
        titles={slot.name: slot.title for slot in spec.format.speeches if slot.title},
        positions={side: spec.transcript.position(side) for side in SIDES},
        debaters={"pro": str(spec.pro), "con": str(spec.con)},
        seats={side: seat.id for side, seat in spec.seats.items()},
        without=spec.without,
        turns=turns,
        flow=track_points(turns),
    )


def _follow_turns(store: Store, run: str) -> Iterator[SpeechTurn]:
    """The last turn that was recorded, and each on which the one after it rests."""
    spoken: dict[str, Entry] = {one.key: one for one in entries_of(store, run) if one.draft.kind == SPOKEN}
    entry = next(reversed(spoken.values()), None)
    while entry is not None:
        yield SpeechTurn.model_validate(entry.answer)
        before = (one.key for one in entry.draft.inputs if isinstance(one, EntryInput))
        entry = next((spoken[key] for key in before if key in spoken), None)
