"""The rows of a deliberation's record: one acceptance, dispute, objection, support or verdict each.

Each row is a value of its own, so that a later version can carry over the rows that name nothing which changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Literal, Self, TypeAlias, TypeVar, get_args

from pydantic import Field, model_validator

from foam.argument.tree import Consideration, Frame, Leaf, Stands
from foam.argument.working import SentenceId
from foam.values import Names, Value

ObjectionType = Literal["logical_gap", "missing_evidence", "value_conflict", "scope_overreach"]
OBJECTION_TYPES: tuple[ObjectionType, ...] = get_args(ObjectionType)

MATERIAL = 5
"""The mean score, of 10, from which an objection is material."""


Move: TypeAlias = Literal["rebut", "qualify", "revise", "concede"]


class Dispute(Value):
    """A seat holds that a leaf stands otherwise."""

    leaf: str
    to: Stands
    why: str = ""
    at: tuple[SentenceId, ...] = ()
    question: str = ""
    """The id of the critical question that it presses; empty where its sentences alone speak."""


class Ledger(Value):
    """What a seat answers for: its option, the leaves it accepts, those it disputes. A concession changes it, and it
    alone."""

    option: str = ""
    accepts: Names = frozenset()
    disputes: tuple[Dispute, ...] = ()

    @model_validator(mode="after")
    def _one_view_of_each(self) -> Self:
        disputed = [dispute.leaf for dispute in self.disputes]
        if len(set(disputed)) != len(disputed):
            raise ValueError("a leaf is disputed twice")
        if both := self.accepts.intersection(disputed):
            raise ValueError(f"{min(both)!r} is both accepted and disputed")
        return self

    def concede(self, leaf: str, *, option: str | None = None) -> Ledger:
        """The ledger once the seat gives up its dispute of a leaf, and perhaps changes its option."""
        return Ledger(
            option=self.option if option is None else option,
            accepts=self.accepts | {leaf},
            disputes=tuple(dispute for dispute in self.disputes if dispute.leaf != leaf),
        )


class Objection(Value):
    """An objection, and how its target stands if it holds."""

    id: str
    by: str
    """The perspective that makes it, or the critic."""
    target: str
    """A leaf or a consideration."""
    type: ObjectionType = "logical_gap"
    point: str = ""
    at: tuple[SentenceId, ...] = ()
    question: str = ""
    """The id of the critical question that it presses; empty where its sentences alone speak."""
    if_it_holds: Stands | None = None
    """None of a consideration, which then does not count."""


class Reply(Value):
    """What a seat answers to an objection."""

    to: str
    """The objection."""
    by: str
    """The perspective that answers."""
    move: Move
    text: str = ""
    at: tuple[SentenceId, ...] = ()


class Amendment(Value):
    """Other words or sentences that a seat proposes for a leaf, or puts in the place of its reason, and what became of
    them."""

    id: str
    by: str
    """The perspective that proposes it."""
    leaf: str
    """The leaf, or the reason."""
    was: str
    """What it said."""
    says: str
    at: tuple[SentenceId, ...]
    why: str = ""
    is_accepted: bool = False
    """Whether all others who speak accept it, or it is of whoever brought the reason. Only then is the evaluator
    asked."""
    is_taken: bool = False
    """Whether the evaluator put it in its place."""


class Verdict(Value):
    """How an exchange ended, or how a leaf that no exchange touched stands, by one evaluator."""

    exchange: str | None = None
    target: str
    why: str = ""
    at: tuple[SentenceId, ...] = ()
    scores: dict[str, int] = Field(default_factory=dict)
    """By criterion of the pack, 0 to 10."""
    met: Literal["yes", "partly", "no", "conceded"] | None = None
    now: Stands | None = None

    @property
    def is_material(self) -> bool:
        """Whether the objection matters at all."""
        return bool(self.scores) and sum(self.scores.values()) >= MATERIAL * len(self.scores)


class Support(Value):
    """What somebody says of the sentences of a leaf."""

    leaf: str
    by: str
    says: Literal["establish", "in_part", "contradict", "beside_the_point"]
    of: Names
    """The sentences that were shown; when the leaf has others, this lapses."""
    why: str = ""


class Speaks(Value):
    """For which answer a reason speaks, as somebody says who did not bring it."""

    reason: str
    by: str
    option: str = ""
    """Empty where it speaks for none."""
    why: str = ""


class Record(Value):
    """All rows of a deliberation that change how leaves stand."""

    objections: tuple[Objection, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    """Those that were open when the evaluator spoke, of whichever seat."""
    verdicts: tuple[Verdict, ...] = ()
    supports: tuple[Support, ...] = ()
    speaks: tuple[Speaks, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    struck: Names = frozenset()
    """Sentences and documents that are no longer in the file."""
    judged_with: dict[str, Stands] = Field(default_factory=dict)
    """By application: how its fact stood when it was judged."""

    @cached_property
    def objection_by_id(self) -> Mapping[str, Objection]:
        return {one.id: one for one in self.objections}

    @cached_property
    def fallen(self) -> Names:
        """What an objection made not count, if it is a consideration: it mattered and was not met, as every evaluator
        says who spoke of it."""
        ends: dict[str, set[bool]] = {}
        for one in self.verdicts:
            if one.exchange:
                ends.setdefault(one.exchange, set()).add(one.is_material and one.met in ("no", "conceded"))
        lost = (self.objection_by_id[name] for name, said in ends.items() if name in self.objection_by_id and all(said))
        return frozenset(one.target for one in lost if one.if_it_holds in (None, "false"))

    def list_idle(self, reasons: Iterable[Consideration]) -> frozenset[str]:
        """The considerations that do not count: they fell, or nobody but who brought them says that they speak for
        their option."""
        said: dict[str, set[str]] = {}
        for one in self.speaks:
            said.setdefault(one.reason, set()).add(one.option)
        return frozenset(one.id for one in reasons if one.id in self.fallen or said.get(one.id) != {one.option})

    def amend(self, frame: Frame) -> Frame:
        """The tree with every amendment that was taken; what spoke against a leaf still does, if it is not named."""
        taken = {one.leaf: one for one in self.amendments if one.is_taken}
        put = {name: {"says": one.says, "at": one.at} for name, one in taken.items()}
        return frame.model_copy(
            update={
                "leaves": tuple(_amend(leaf, taken.get(leaf.id)) for leaf in frame.leaves),
                "considerations": tuple(one.model_copy(update=put.get(one.id, {})) for one in frame.considerations),
            }
        )

    def merged(self) -> Record:
        """The record with one of each of its rows: what a cloned seat says again adds nothing."""
        return self.model_copy(
            update={
                "disputes": _merge({(one.leaf, one.to, frozenset(one.at)): one for one in reversed(self.disputes)}),
                "supports": _merge({(one.leaf, one.says, one.by, one.of): one for one in reversed(self.supports)}),
            }
        )


def _amend(leaf: Leaf, amendment: Amendment | None) -> Leaf:
    if amendment is None:
        return leaf
    against = tuple(at for at in leaf.against if at not in amendment.at)
    return leaf.model_copy(update={"says": amendment.says, "at": amendment.at, "against": against})


Row = TypeVar("Row")


def _merge(rows: Mapping[object, Row]) -> tuple[Row, ...]:
    return tuple(reversed(list(rows.values())))


def list_shown(leaf: Leaf) -> frozenset[SentenceId]:
    """The sentences that whoever speaks of a leaf's sentences is shown."""
    return frozenset((*leaf.at, *leaf.against))
