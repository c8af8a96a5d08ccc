"""The jobs of this floor that can be replayed, by name: each from the record alone. Computes nothing itself."""

from __future__ import annotations

from collections.abc import Callable

from foam.judging.arms.make import JOB as ARM
from foam.judging.arms.make import recorded_made
from foam.judging.debates.job import JOB as EVALUATION
from foam.judging.debates.job import recorded_evaluation
from foam.judging.jury.scoring import JOB as JUDGE
from foam.judging.jury.scoring import recorded_scores
from foam.judging.tournament.session import JOB as TOURNAMENT
from foam.judging.tournament.session import recorded_outcome
from foam.record.entry import Entry
from foam.record.store import Store
from foam.values import Value

REPLAYS: dict[str, Callable[[Store, Entry], Value]] = {
    ARM: recorded_made,
    EVALUATION: recorded_evaluation,
    JUDGE: recorded_scores,
    TOURNAMENT: recorded_outcome,
}
