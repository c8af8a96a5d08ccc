"""Who writes a speech, and for what."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from foam.case.chain import Declarations
from foam.case.plan import Position
from foam.case.structure import TYPES
from foam.case.task import Task, make_task
from foam.case.values import Answered, Case, Plan, Slot, describe_plan
from foam.evidence.corpus import Passage
from foam.job.session import Session
from foam.perspective.node import Perspective
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.words import split_letters


@dataclass(frozen=True, slots=True)
class Author:
    """Who writes, and for what."""

    session: Session
    seat: Perspective
    plan: str
    """The plan that the parts speak of: its own, or the one that the speech answers."""
    resolution: str
    stands_for: str = ""
    """What the speech stands for, where that is not the plan that its parts speak of."""
    answered: Answered | None = None
    counterplan: Plan | None = None
    has_read: frozenset[str] = frozenset()
    """Documents that its side has read in the speeches before."""

    @property
    def task(self) -> Task:
        return make_task(self.seat, self.resolution, self.stands_for or self.plan, self.answered, self.counterplan)

    @property
    def known(self) -> tuple[str, ...]:
        """What its words may name without a source: the question, and what either side asks for."""
        return (self.resolution, self.plan, self.stands_for)

    @property
    def speaks(self) -> bool:
        """Whether its model writes whole acts."""
        return self.session.speaks("proposer")


def make_author(session: Session, seat: Perspective, case: Case) -> Author:
    """Who writes for a case, as far as it is made."""
    return Author(
        session,
        seat,
        case.judged_plan,
        case.resolution,
        stands_for=case.plan,
        answered=case.answered,
        counterplan=case.counterplan,
    )


@dataclass(frozen=True, slots=True)
class Writing:
    """What all parts of a speech are written with."""

    session: Session
    seat: Perspective
    position: Position
    resolution: str
    heard: Mapping[str, str] = field(default_factory=dict)
    """What was said before, by the id of the argument."""
    whole: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """All that was said in the argument of which something is a part, with what was read for it, by the id of the
    part."""
    theirs: frozenset[Pointer] = frozenset()
    """Sentences that the other side has read: they are not offered."""
    their_words: frozenset[str] = frozenset()
    """Sentences that the other side has read from files of its own, folded: the library may hold the same words."""
    has_read: frozenset[str] = frozenset()
    """Documents that this side has read in the speeches before: others are preferred."""
    grounds: tuple[Passage, ...] = ()
    """What the position rests on: it is on file, however far the search puts it."""
    counterplan: Plan | None = None
    """What is put forward in place of the resolution."""
    answered: Answered | None = None
    """The plan that the other side read, where the speech answers one."""

    @property
    def plan(self) -> str:
        """The plan that the slots speak of, as evaluators are shown it."""
        return describe_plan(self.position.text, self.answered, self.counterplan.text if self.counterplan else "")

    @property
    def author(self) -> Author:
        return Author(
            self.session,
            self.seat,
            self.plan,
            self.resolution,
            stands_for=self.position.text,
            answered=self.answered,
            counterplan=self.counterplan,
            has_read=self.has_read,
        )


def allows_analytic(slot: Slot, declared: Declarations) -> bool:
    """Whether a slot may stand without evidence."""
    if slot.syllogism in declared:
        return slot.component in declared[slot.syllogism].analytic
    return slot.syllogism in TYPES and slot.component in TYPES[slot.syllogism].ANALYTIC


def fold_sentence(text: str) -> str:
    """A sentence as it is compared with others: its words alone, in small letters."""
    return " ".join(split_letters(text.casefold()))


def find_same_words(passages: Iterable[Passage], folded: Collection[str]) -> frozenset[Pointer]:
    """Those of these sentences whose words are among the folded ones."""
    return frozenset(one.pointer for one in passages if fold_sentence(one.text) in folded) if folded else frozenset()
