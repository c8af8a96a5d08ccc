"""Plants faults: sets them into a written case. A trial then costs what its challenge costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from foam.contest.job import load_file
from foam.contest.subject import CaseFile
from foam.job.job import job, run
from foam.job.session import Session, Tools
from foam.job.spec import Spec
from foam.job.waiting import complete
from foam.pack.pack import Pack
from foam.record.clock import Clock
from foam.record.store import Store


@dataclass(frozen=True)
class Bed:
    """Where faults are planted: what jobs are run with, and a record."""

    tools: Tools
    store: Store
    clock: Clock
    case: Callable[[str], CaseFile]
    """A written case of a speech, to be spoilt."""

    @property
    def pack(self) -> Pack:
        assert self.tools.pack is not None
        return self.tools.pack


class SpoiltSpec(Spec):
    """A written case with one thing wrong: a slot of this component taken out, or one step of a sum changed."""

    of: str
    without: str = ""
    slot: str = ""
    step: str = ""
    figure: str = ""


@job("spoilt case", spec=SpoiltSpec, digests=lambda file: {"case": file.case.digest})
async def spoil(spec: SpoiltSpec, session: Session) -> CaseFile:
    """Put a fault into a written case."""
    file = await load_file(session.store, spec.of)
    assert isinstance(file, CaseFile)
    spoilt = _remove_slot(file, spec.without) if spec.without else _add_step(file, spec.slot, spec.step, spec.figure)
    return replace(spoilt, run=session.run)


def remove_slot(bed: Bed, file: CaseFile, component: str) -> tuple[CaseFile, str]:
    """The case without its first slot of this component, and the syllogism that now lacks it."""
    group = next(slot for slot in file.case.slots if slot.component == component).group
    spec = SpoiltSpec(**bed.tools.describe(), of=file.run, without=component)
    return complete(run(spoil, spec, bed.tools, store=bed.store, clock=bed.clock)).view, group


def add_step(bed: Bed, file: CaseFile, slot: str, step: str, figure: str) -> CaseFile:
    """The case with one step of a calculation stated otherwise."""
    spec = SpoiltSpec(**bed.tools.describe(), of=file.run, slot=slot, step=step, figure=figure)
    return complete(run(spoil, spec, bed.tools, store=bed.store, clock=bed.clock)).view


def _remove_slot(file: CaseFile, component: str) -> CaseFile:
    gone = next(slot for slot in file.case.slots if slot.component == component)
    kept = tuple(slot for slot in file.case.slots if slot is not gone)
    return replace(file, case=file.case.model_copy(update={"slots": kept}))


def _add_step(file: CaseFile, slot: str, step: str, figure: str) -> CaseFile:
    held = file.slots[slot]
    assert held.calculated
    steps = tuple(
        one.model_copy(update={"value": figure}) if one.name == step else one for one in held.calculated.steps
    )
    stated = held.calculated.model_copy(update={"steps": steps})
    spoilt = held.model_copy(update={"calculated": stated, "analytic": stated.text})
    slots = tuple(spoilt if one.id == slot else one for one in file.case.slots)
    return replace(file, case=file.case.model_copy(update={"slots": slots}))
