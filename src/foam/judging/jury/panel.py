"""Juries: several judges, each with a model, a lens and a seed, and how they are asked.

Every answer goes through the juror's clerk, so it is on the record and asked once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, TypeVar

from pydantic import Field

from foam.errors import SettingError
from foam.job.clerk import Clerk
from foam.job.session import Session
from foam.job.standins import RecordedModel
from foam.judging.jury.kept import Void, known_voids
from foam.judging.jury.questions import Labels
from foam.model.lanes import InLanes, Lanes
from foam.model.port import Model
from foam.model.question import Question
from foam.model.template import Prompts
from foam.pack.rubric import Rubric
from foam.record.entry import Decider, Entry, Input
from foam.values import Value

Pooling: TypeAlias = Literal["mean", "median", "trimmed"]
Given = TypeVar("Given", bound=Value)


class Juror(Value):
    """One judge: which model, looking how, with which seed."""

    name: str
    model: str
    family: str = ""
    lens: str = ""
    """Whose eyes it judges with, in a few words."""
    seed: int = 0


class Jury(Value):
    """Who judges, and how their judgements become one."""

    jurors: tuple[Juror, ...] = Field(min_length=1)
    pooling: Pooling = "mean"
    quorum: float = Field(default=0.5, ge=0, le=1)
    """A case counts as scored when more than this share of the jurors scored it."""
    labels: tuple[Labels, ...] = ("blind",)


@dataclass(frozen=True, slots=True)
class Seat:
    """A juror with the clerk that asks its model."""

    juror: Juror
    clerk: Clerk


@dataclass(frozen=True, slots=True)
class Bench:
    """A jury in session: its seats, what it is asked with, and how much is under way at once."""

    jury: Jury
    seats: tuple[Seat, ...]
    rubric: Rubric
    prompts: Prompts
    lanes: Lanes
    voided: Mapping[tuple[str, str], Void] = field(default_factory=dict)
    """What is void already, by juror and matter: it is not asked again."""


def convene(jury: Jury, session: Session, rubric: Rubric) -> Bench:
    """The jury in session, at most so many questions with its models at once.

    As many again are made ready or put on record meanwhile, so that no model waits for that.
    """
    names = [juror.name for juror in jury.jurors]
    if len(set(names)) < len(names):
        raise SettingError("two jurors have one name", hint="give each juror a name, model, lens or seed of its own")
    concurrency = session.tools.concurrency
    asked = Lanes(concurrency)
    seats = tuple(
        Seat(juror, session.make_clerk(_cast(InLanes(session.models[juror.model], asked)), seed=juror.seed))
        for juror in jury.jurors
    )
    return Bench(jury, seats, rubric, session.prompts, Lanes(2 * concurrency), known_voids(session.store, session.run))


def _cast(judge: Model) -> dict[str, Model]:
    """Who wrote the cases is unknown here, so the proposer is nobody's family."""
    unknown = RecordedModel(Decider(type="person", id="authors of the cases", version="1"))
    return {"judge": judge, "proposer": unknown}


async def ask(bench: Bench, seat: Seat, kind: str, question: Callable[[], Question], *inputs: Input) -> Entry:
    """Ask a juror, as soon as there is room; until then the question is not even made."""

    async def put() -> Entry:
        return await seat.clerk.ask(kind, question(), *inputs)

    return await bench.lanes.run(put)


def part_voids(found: Iterable[Given | Void]) -> tuple[tuple[Given, ...], tuple[Void, ...]]:
    """What was given, and what is void."""
    held = tuple(found)
    return tuple(one for one in held if not isinstance(one, Void)), tuple(one for one in held if isinstance(one, Void))
