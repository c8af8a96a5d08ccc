"""What every act of a speech is told of it: who speaks, on what, for what, and what the other side asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from foam.case.values import Answered, Plan
from foam.model.template import fence
from foam.perspective.node import Perspective

THEIR_PLAN = (
    "The plan that the other side read, which this speech answers (wherever “the plan” is said, it is this one):"
)
THEY_GAIN = "What they say is gained by it:"
OWN_COUNTERPLAN = (
    "Your counterplan, which the speech puts forward in place of what is asked for (nothing in the speech speaks "
    "against it):"
)


@dataclass(frozen=True, slots=True)
class Task:
    """What every act of a speech is told of it."""

    seat: Perspective
    question: str
    plan: str
    """What the speech stands for, as long as it has no counterplan."""
    theirs: str = ""
    """The plan that it answers."""
    gained: Sequence[str] = ()
    """What the other side says is gained by that."""
    counterplan: str = ""
    """What the speech puts forward in its place."""


def make_task(
    seat: Perspective, question: str, stands_for: str, answered: Answered | None, counterplan: Plan | None = None
) -> Task:
    """What the acts of a speech are told, of the other side's plan and of its own counterplan, too."""
    instead = counterplan.text if counterplan else ""
    if answered is None:
        return Task(seat, question, stands_for, counterplan=instead)
    return Task(seat, question, stands_for, answered.plan, answered.gained, instead)


def describe_task(task: Task) -> dict[str, str]:
    """The question and what the speech stands for: its counterplan, once that is written, and what the other side
    asks for."""
    stands_for = f"{OWN_COUNTERPLAN}\n{fence(task.counterplan)}" if task.counterplan else fence(task.plan)
    plan = "\n\n".join((stands_for, *_list_sides(task)))
    return {"question": fence(task.question), "plan": plan}


def describe_situation(answered: Answered | None) -> str:
    """What a seat is told of the plan that it speaks against, before it takes its position; nothing where none was
    read."""
    if answered is None:
        return ""
    gained = ("\n".join((THEY_GAIN, *map(fence, answered.gained))),) if answered.gained else ()
    return "\n\n".join((f"{THEIR_PLAN}\n{fence(answered.plan)}", *gained))


def _list_sides(task: Task) -> Iterator[str]:
    """Under names of their own: what the other side asks for and promises."""
    if task.theirs:
        yield f"{THEIR_PLAN}\n{fence(task.theirs)}"
    if task.gained:
        yield "\n".join((THEY_GAIN, *map(fence, task.gained)))
