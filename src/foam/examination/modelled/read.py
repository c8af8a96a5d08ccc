"""Everything that a model that writes is asked about a file, after code has looked at it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence

from foam.errors import InputError
from foam.examination.file import CaseFile
from foam.examination.finding import Finding
from foam.examination.modelled.decide import decide_by_model
from foam.examination.modelled.find import READING, find_by_model
from foam.examination.modelled.forms import EVALUATOR, WRITER
from foam.examination.modelled.result import ModelReading, Read
from foam.job.estimates import is_writer
from foam.job.session import Session
from foam.model.port import Model
from foam.record.entry import Decider, Entry


async def read_by_model(session: Session, file: CaseFile, known: Sequence[Finding]) -> tuple[Read, ...]:
    """What else is wrong in the file, and what decides."""
    return tuple(await asyncio.gather(find_by_model(session, file, known), decide_by_model(session, file)))


def join_readings(read: Sequence[Read]) -> ModelReading:
    """All that was asked, as one."""
    first, *others = (one.reading for one in read)
    for other in others:
        first = first.join(other)
    return first


def list_readings(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries among these that keep what became of what a model wrote about a file."""
    return tuple(entry for entry in entries if entry.draft.kind == READING)


def find_silent(deciders: Mapping[str, Decider]) -> str:
    """The name of a model among those that are asked that does not write; empty if each does."""
    asked = (deciders[role] for role in (WRITER, EVALUATOR))
    return next((one.id for one in asked if not is_writer(one)), "")


def require_writers(models: Mapping[str, Model]) -> None:
    """Refuse models that only choose among what code drafts: findings are written."""
    if silent := find_silent({name: model.decider for name, model in models.items()}):
        raise InputError(
            f"the model {silent!r} does not write, so that it can find nothing in words",
            hint="name an endpoint's model, or leave --model out: code and the judge examine the file by themselves",
        )
