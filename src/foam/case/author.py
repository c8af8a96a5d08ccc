"""Who writes a speech, for what, and what its writer knows of the round."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from foam.case.plan import Position
from foam.case.task import OWN_COUNTERPLAN, describe_sides
from foam.case.values import Answered, Case, Plan, describe_plan
from foam.evidence.corpus import Passage
from foam.job.session import Session
from foam.model.template import fence
from foam.perspective.node import Perspective
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.words import split_letters


@dataclass(frozen=True, slots=True)
class Author:
    """Who writes, and for what."""

    session: Session
    seat: Perspective
    stands_for: str
    """What the speech stands for, as long as it has no counterplan."""
    resolution: str
    answered: Answered | None = None
    """The plan that the other side read, where the speech answers one."""
    counterplan: Plan | None = None
    """What is put forward in place of the resolution."""
    has_read: frozenset[str] = frozenset()
    """Documents that its side has read in the speeches before: others are preferred."""

    @property
    def plan(self) -> str:
        """The plan that the parts speak of, as evaluators are shown it: its own, or the one that the speech answers."""
        return describe_plan(self.stands_for, self.answered, self.counterplan.text if self.counterplan else "")

    @property
    def task(self) -> dict[str, str]:
        """What every act of the speech is told: the question, what the speech stands for (its counterplan, once that is
        written), and what the other side asks for."""
        instead = self.counterplan
        own = f"{OWN_COUNTERPLAN}\n{fence(instead.text)}" if instead else fence(self.stands_for)
        return {"question": fence(self.resolution), "plan": "\n\n".join((own, *describe_sides(self.answered)))}

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
    return Author(session, seat, case.plan, case.resolution, case.answered, case.counterplan)


@dataclass(frozen=True, slots=True)
class Writing:
    """What all parts of a speech are written with."""

    author: Author
    position: Position
    heard: Mapping[str, str] = field(default_factory=dict)
    """What was said before, by the id of the argument."""
    whole: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """All that was said in the argument of which something is a part, with what was read for it, by the id of the
    part."""
    theirs: frozenset[Pointer] = frozenset()
    """Sentences that the other side has read: they are not offered."""
    their_words: frozenset[str] = frozenset()
    """Sentences that the other side has read from files of its own, folded: the library may hold the same words."""
    grounds: tuple[Passage, ...] = ()
    """What the position rests on: it is on file, however far the search puts it."""

    @property
    def session(self) -> Session:
        return self.author.session


def fold_sentence(text: str) -> str:
    """A sentence as it is compared with others: its words alone, in small letters."""
    return " ".join(split_letters(text.casefold()))


def find_same_words(passages: Iterable[Passage], folded: Collection[str]) -> frozenset[Pointer]:
    """Those of these sentences whose words are among the folded ones."""
    return frozenset(one.pointer for one in passages if fold_sentence(one.text) in folded) if folded else frozenset()
