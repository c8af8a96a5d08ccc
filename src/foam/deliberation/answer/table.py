"""Who was seated, what each of them said, and how each sees the tree.

A seat's ledger is what it answers for: its option, the leaves that it accepts and disputes. Giving in changes the
ledger, and never makes a leaf true or false.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from statistics import fmean

from pydantic import Field

from foam.acts.argue import Argued
from foam.argument.rows import Amendment, Dispute, Ledger, Objection, Reply
from foam.argument.tree import Frame, Leaf
from foam.deliberation.naming import name_seats
from foam.deliberation.protocol import Held
from foam.perspective.diversity import Seating
from foam.perspective.node import Perspective
from foam.perspective.policy import Source, admits, count_independent
from foam.semantics.seats import Seat
from foam.stats.agreement import jaccard
from foam.values import Value

COLLAPSED = 0.8
"""Mean overlap of evidence from which seats of one option count as one voice."""


class Seated(Value):
    """A seat, and what it said."""

    perspective: Perspective
    argued: Argued | None = None
    """What it argued before it knew of the others; None where it did not speak."""
    ledger: Ledger = Ledger()
    """What it answers for in the end."""


class Pluralism(Value):
    """How different the seats' positions were: it shows when several said the same thing."""

    evidence: float
    """Mean share of sentences that two of them have in common, from 0 to 1."""
    options: int
    """How many options somebody holds."""

    @property
    def collapsed(self) -> bool:
        """Whether all hold one option with nearly the same evidence."""
        return self.options < 2 and self.evidence >= COLLAPSED


class Table(Value):
    """A table at which a question was deliberated."""

    protocol: Held
    protocol_reason: str
    speaking: str
    """Why those who speak do."""
    seats: tuple[Seated, ...]
    replies: tuple[Reply, ...] = ()
    seating: Seating
    pluralism: Pluralism | None = None
    """None where fewer than two spoke."""
    sources: dict[str, Source] = Field(default_factory=dict)
    """What is known of each document, by its number in the file."""

    def find_seat(self, name: str) -> Seated | None:
        return next((one for one in self.seats if one.perspective.id == name), None)

    def list_seats(self, frame: Frame, weights: Mapping[str, Mapping[str, float]] | None = None) -> tuple[Seat, ...]:
        """The seats as they look at a tree; perhaps with other weights, by seat."""
        given = weights or {}
        return tuple(self._seat(one, frame, given.get(one.perspective.id, {})) for one in self.seats)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """How each seat is called: seats that declare the same are called the same."""
        first = {one.perspective.declaration: one.perspective for one in reversed(self.seats)}
        names = name_seats(first.values())
        return {one.perspective.id: names[first[one.perspective.declaration].id] for one in self.seats}

    def _seat(self, seated: Seated, frame: Frame, weights: Mapping[str, float]) -> Seat:
        one = seated.perspective
        policy = one.policy
        admitted = frozenset(name for name, source in self.sources.items() if admits(policy, source))
        few = (leaf.id for leaf in frame.leaves if leaf.kind == "fact" and self._is_short(leaf, policy.min_sources))
        return Seat(
            perspective=one.id,
            name=self.names[one.id],
            weights={**one.weighting, **weights},
            ledger=seated.ledger,
            admits=None if len(admitted) == len(self.sources) else admitted,
            refused=frozenset(few),
        )

    def _is_short(self, leaf: Leaf, asked: int) -> bool:
        """Whether a fact has sentences, and of fewer independent sources than are asked for."""
        documents = {at.partition("#")[0] for at in leaf.at}
        return bool(documents) and count_independent([self.sources[n] for n in documents if n in self.sources]) < asked


def measure_pluralism(argued: Sequence[Argued]) -> Pluralism | None:
    """Compare the sentences and the options of every two positions."""
    if len(argued) < 2:
        return None
    cited = [{at for point in one.points for at in point.at} for one in argued]
    return Pluralism(
        evidence=fmean(jaccard(left, right) or 0.0 for left, right in combinations(cited, 2)),
        options=len({one.option for one in argued}),
    )


def make_ledger(argued: Argued, stock: tuple[Iterable[str], Iterable[Dispute]] = ((), ())) -> Ledger:
    """What a seat answers for once it has argued, and has taken stock of a tree that was made afterwards."""
    accepts, disputes = stock
    disputed = {one.leaf: one for one in (*argued.disputes, *disputes)}
    accepted = frozenset((*argued.accepts, *accepts)) - disputed.keys()
    return Ledger(option=argued.option, accepts=accepted, disputes=tuple(disputed.values()))


def give_in(ledger: Ledger, objection: Objection) -> Ledger:
    """The ledger once its seat has conceded an objection: the leaf stands for it as the objection says."""
    to = objection.if_it_holds
    if to in (None, "true"):
        return ledger.concede(objection.target)
    others = tuple(one for one in ledger.disputes if one.leaf != objection.target)
    given = Dispute(leaf=objection.target, to=to, why=objection.point, at=objection.at)
    return Ledger(option=ledger.option, accepts=ledger.accepts - {objection.target}, disputes=(*others, given))


def dispute_leaf(ledger: Ledger, amendment: Amendment) -> Ledger:
    """The ledger of whoever would have a leaf say something else: as it stands, the leaf is disputed."""
    if amendment.leaf in {one.leaf for one in ledger.disputes}:
        return ledger
    against = Dispute(leaf=amendment.leaf, to="contested", why=amendment.why, at=amendment.at)
    accepts = ledger.accepts - {amendment.leaf}
    return ledger.model_copy(update={"accepts": accepts, "disputes": (*ledger.disputes, against)})


def list_own(argued: Argued, frame: Frame) -> frozenset[str]:
    """The considerations that stem from a seat: for its option, from sentences that it cited."""
    cited = {(point.option, at) for point in argued.points for at in point.at}
    return frozenset(one.id for one in frame.considerations if any((one.option, at) in cited for at in one.at))


def choose_defender(objection: Objection, seats: Sequence[Seated], frame: Frame) -> Seated | None:
    """Who answers an objection: whoever brought the reason, accepts the leaf, or disputes what it says to be so; of
    several the least declaration."""
    others = [one for one in seats if one.argued and one.perspective.id != objection.by]
    relies = [one for one in others if _relies(one, objection, frame)]
    return min(relies, key=lambda one: one.perspective.declaration, default=None)


def _relies(seated: Seated, objection: Objection, frame: Frame) -> bool:
    own = list_own(seated.argued, frame) if seated.argued else frozenset()
    below = {name for one in frame.considerations if one.id in own for name in one.rests_on}
    disputed = {one.leaf for one in seated.ledger.disputes}
    if objection.if_it_holds == "true":
        return objection.target in disputed
    return objection.target in {*own, *below, *seated.ledger.accepts} - disputed
