"""Trials: every planted fault with the right and the wrong challenge, and how often each came out as it should."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from bench.faults.planted import Fault, Miscalculated, MissingSlot
from bench.faults.planting import Bed, add_step, remove_slot
from foam.contest.challenge import Challenge, Ground
from foam.contest.job import Heard, hear_challenge
from foam.contest.kinds.left_out import LeftOut
from foam.contest.kinds.miscounted import Miscounted
from foam.contest.spec import ContestSpec
from foam.contest.subject import CaseFile
from foam.job.waiting import complete
from foam.model.port import Model
from foam.values import Value

UNFOUNDED = "I do not agree with this at all."


@dataclass(frozen=True)
class Trial:
    """One challenge to a case, and whether it is the right one."""

    fault: Fault
    right: bool
    file: CaseFile
    challenge: Challenge


class Rate(Value):
    """How the trials of one type came out."""

    type: str
    faults: int
    right_sustained: int
    wrong_rejected: int
    mistaken: tuple[str, ...] = ()
    """What came out otherwise, a line each."""


def hear(trial: Trial, bed: Bed, models: Mapping[str, Model]) -> Heard:
    """Hear one trial from admission to outcome."""
    tools = replace(bed.tools, models=models)
    spec = ContestSpec(**tools.describe(), of=trial.file.run, challenge=trial.challenge)
    return complete(hear_challenge(spec, trial.file, tools, store=bed.store, clock=bed.clock)).view


def ended_rightly(trial: Trial, heard: Heard) -> bool:
    """Whether the right challenge won, at least in part, or the wrong one lost."""
    won = heard.outcome.disposition in ("sustained", "partly sustained")
    return won if trial.right else heard.outcome.disposition == "rejected"


def rates(
    faults: Iterable[Fault],
    bed: Callable[[Fault], Bed],
    models: Mapping[str, Model],
    told: Callable[[], object] = lambda: None,
) -> tuple[Rate, ...]:
    """Hear every trial and count, by type of fault; `told` is called before each."""
    counted: dict[str, Rate] = {}
    for fault in faults:
        where = bed(fault)
        for trial in trials(fault, where):
            told()
            right = ended_rightly(trial, heard := hear(trial, where, models))
            counted[fault.type] = _count(counted.get(fault.type), trial, heard, right)
    return tuple(counted.values())


def _count(rate: Rate | None, trial: Trial, heard: Heard, right: bool) -> Rate:
    held = rate or Rate(type=trial.fault.type, faults=0, right_sustained=0, wrong_rejected=0)
    wrong = f"{'right' if trial.right else 'wrong'} challenge {heard.outcome.disposition}: {_name(trial)}"
    return held.model_copy(
        update={
            "faults": held.faults + trial.right,
            "right_sustained": held.right_sustained + (trial.right and right),
            "wrong_rejected": held.wrong_rejected + (not trial.right and right),
            "mistaken": held.mistaken if right else (*held.mistaken, wrong),
        }
    )


def _name(trial: Trial) -> str:
    part = trial.file.parts[trial.challenge.node]
    return f"{trial.fault.pack}: {part.text[:80]}"


def trials(fault: Fault, bed: Bed) -> Iterator[Trial]:
    """The right challenge to a fault, then the wrong one."""
    sound = bed.case(fault.speech)
    ground: Ground
    match fault:
        case Miscalculated():
            spoilt = add_step(bed, sound, fault.slot, fault.step, fault.value)
            node, ground, because = fault.slot, Miscounted(), f"The {fault.step} comes out otherwise."
            unfounded = f"{UNFOUNDED} {fault.step}"
        case MissingSlot():
            spoilt, node = remove_slot(bed, sound, fault.component)
            ground, because = LeftOut(component=fault.component), f"The {fault.component} is missing."
            unfounded = UNFOUNDED
        case _:
            assert_never(fault)
    yield Trial(fault, True, spoilt, Challenge(node=node, ground=ground, because=because))
    yield Trial(fault, False, sound, Challenge(node=node, ground=ground, because=unfounded))
