"""What a debate is played with, and how one that was left is found again."""

from __future__ import annotations

from dataclasses import dataclass

from foam.debate.memory.recall import Recall
from foam.debate.rounds.job import DebateSpec
from foam.debate.transcript import Side
from foam.errors import InputError
from foam.home.desk import Desk, Work
from foam.home.seating import Seat, seat_table
from foam.job.job import find_spec
from foam.perspective.node import Perspective
from foam.record.graph import require_entry
from foam.values import short


@dataclass(frozen=True, slots=True)
class Stage:
    """What one debate is played with."""

    work: Work
    recall: Recall


def read_left(desk: Desk, run: str) -> DebateSpec:
    """The spec of a debate that was played before, be it to its end or not."""
    key = desk.find_run(run)
    spec = find_spec(require_entry(desk.reading, key), DebateSpec)
    if spec is None:
        raise InputError(f"run {short(key)} is no debate", hint="foam record list shows the runs and what they are")
    return spec


def is_of_library(desk: Desk, spec: DebateSpec) -> bool:
    """Whether a debate was played over the user's own library and not over its pack's sample."""
    with desk.open_corpus(desk.load_pack(spec.pack)) as sample:
        return sample.version != spec.corpus


def check_same(stage: Stage, spec: DebateSpec) -> None:
    """Refuse to go on with other models, evidence or memory than a debate was begun with."""
    now = stage.work.describe() | {"memory": stage.recall.version, "memory_engine": stage.recall.engine}
    changed = [name for name, value in now.items() if getattr(spec, name) != value]
    if changed:
        raise InputError(
            f"the debate cannot go on: what it was begun with has changed ({', '.join(changed)})",
            hint="begin another; what was said stays on record",
        )


def is_judged(work: Work) -> bool:
    """Whether a debate is decided without being asked: where models write the speeches and the decision."""
    return all(work.tools.models[role].decider.parameters.get("voice") == "written" for role in ("proposer", "judge"))


def find_seats(work: Work, pro: Seat | None, con: Seat | None) -> dict[Side, Perspective]:
    """As whom each side speaks. The bounded form has no voice of its own that a seat could change."""
    named: dict[Side, Seat | None] = {"pro": pro, "con": con}
    wanted = {side: seat for side, seat in named.items() if seat is not None}
    if wanted and work.tools.models["proposer"].decider.parameters.get("voice") != "written":
        raise InputError(
            "this model does not write its speeches, so that no seat can speak in them",
            hint="name a model that writes (--model), or leave the seats out",
        )
    return {side: seat_table(work.pack.perspectives, seats=(seat,))[0] for side, seat in wanted.items()}
