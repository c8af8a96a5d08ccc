"""The tree as each seat sees it: by its ledger, by what its policy admits, by its weights.

Who comes to another outcome by their own ledger is the dissent, with the leaves that separate them; so is who holds an
option that their own ledger does not give. Perspectives are named and never counted: a cloned seat changes nothing.
Where something is weighed, each seat's option is computed by priorities, and beside it the plain sums of weights, in
which each value counts once an option.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from pydantic import Field

from foam.argument.rows import Ledger, Record
from foam.argument.tree import Consideration, Leaf, Root
from foam.semantics.audience import Audience
from foam.semantics.outcome import Outcome, find_outcome
from foam.semantics.priorities import Condition, separate
from foam.semantics.standing import LeafStanding
from foam.semantics.ways import View, Ways, choose_option, list_possible
from foam.values import Names, Value, digest

_MOST_SEPARATING = 3


class Seat(Value):
    """Who sits at the table."""

    perspective: str
    name: str = ""
    """How it is called; seats that declare the same are called the same."""
    weights: dict[str, float]
    ledger: Ledger = Ledger()
    admits: Names | None = None
    """The documents that its policy admits; None admits all."""
    refused: Names = frozenset()
    """Facts whose sources together do not suffice for its policy."""

    @property
    def audience(self) -> Audience:
        return Audience(id=self.perspective, weights=self.weights)


class Nudge(Value):
    """The least other weight of one value with which a seat comes to another option."""

    option: str
    value: str
    now: float
    than: str
    """The value that it would have to weigh more than; less than, where that weighs less now."""
    past: float
    """What that weighs."""


class LeafTurn(Value):
    """A leaf that leads a seat to another option if it is so, or is not."""

    leaf: str
    holds: bool
    option: str | None
    """None where nothing follows then."""


class Weighing(Value):
    """What a seat makes of a weigh node, by priorities and by sums."""

    node: str
    option: str | None
    """By priorities; None where they leave it undecided."""
    sums: dict[str, float] = Field(default_factory=dict)
    """The weights of the values that speak for each option, each value once."""
    nudges: tuple[Nudge, ...] = ()
    """Where the question itself is weighed: by other option, what leads to it."""
    turns: tuple[LeafTurn, ...] = ()
    """Where it is: the leaves that would change what follows."""

    @property
    def by_sum(self) -> str | None:
        """The option of the highest sum; None where two share it."""
        highest = max(self.sums.values(), default=0.0)
        best = [option for option, total in self.sums.items() if total == highest]
        return best[0] if len(best) == 1 else None

    @property
    def is_close(self) -> bool:
        """Whether the two ways of weighing differ."""
        return self.option != self.by_sum


class SeatRow(Value):
    """What follows for one or several perspectives that come to the same."""

    perspectives: tuple[str, ...]
    outcome: Outcome
    """By the record, with their weights."""
    own: Outcome
    """By their own ledger and policy."""
    weighings: tuple[Weighing, ...] = ()
    separating: tuple[str, ...] = ()
    """The leaves on which their own outcome parts from that of the record."""
    option: str = ""
    """What they hold."""
    kept: tuple[str, ...] = ()
    """Their objections that were judged met, or not material, while they still differ."""

    @property
    def is_against_own_ledger(self) -> bool:
        """Whether they hold another option than their own ledger gives."""
        return bool(self.option) and self.own.option not in (None, self.option)

    @property
    def dissents(self) -> bool:
        return self.own.possible != self.outcome.possible or self.is_against_own_ledger


class BySeat(Value):
    """A root as all seats see it."""

    root: str
    rows: tuple[SeatRow, ...]
    separated_by: dict[str, dict[str, Condition]] = Field(default_factory=dict)
    """By weigh node on which seats differ, and option: the priorities that separate those who take it."""

    @property
    def agreed(self) -> Outcome | None:
        """The outcome by the record, where it is the same for all; it is then printed once."""
        possible = {row.outcome.possible for row in self.rows}
        return self.rows[0].outcome if len(possible) == 1 else None

    @property
    def dissent(self) -> tuple[SeatRow, ...]:
        return tuple(row for row in self.rows if row.dissents)


def find_by_seat(view: View, seats: Iterable[Seat], root: Root, record: Record | None = None) -> BySeat:
    """The root by each seat: the view is that of the record, without an audience."""
    alike: dict[str, tuple[SeatRow, list[str]]] = {}
    different = _list_different(seats)
    voices: dict[str, list[Seat]] = {}
    for seat in different:
        voices.setdefault(seat.model_copy(update={"perspective": ""}).digest, []).append(seat)
    for voice in voices.values():
        names = [seat.perspective for seat in voice]
        row = _judge(view, voice[0], root, record or Record(), names)
        alike.setdefault(row.digest, (row, []))[1].extend(names)
    rows = (row.model_copy(update={"perspectives": tuple(sorted(set(names)))}) for row, names in alike.values())
    return BySeat(
        root=root.id,
        rows=tuple(sorted(rows, key=lambda row: row.perspectives)),
        separated_by=_separate(view, different, root),
    )


def find_agreed(view: View, seats: Iterable[Seat], root: Root) -> Outcome | None:
    """The outcome by the record, where it is the same for all seats: what `find_by_seat` says of it, and no more."""
    audiences = {digest(seat.weights): seat.audience for seat in _list_different(seats)}
    outcomes = [find_outcome(replace(view, audience=one), root) for one in audiences.values()]
    return outcomes[0] if len({one.possible for one in outcomes}) == 1 else None


def _list_different(seats: Iterable[Seat]) -> list[Seat]:
    """One of each, in an order that no seat's place decides."""
    return list(
        {seat.digest: seat for seat in sorted(seats, key=lambda seat: (seat.perspective, seat.digest))}.values()
    )


def _judge(view: View, seat: Seat, root: Root, record: Record, names: Sequence[str]) -> SeatRow:
    """What follows for a seat, and for those who are one voice with it; `names` are all of them."""
    weighing = replace(view, audience=seat.audience)
    outcome = find_outcome(weighing, root)
    own_view = view_as(view, seat)
    is_alike = (own_view.standings, own_view.gone) == (view.standings, view.gone)
    own = outcome if is_alike else find_outcome(own_view, root)
    row = SeatRow(
        perspectives=(),
        outcome=outcome,
        own=own,
        weighings=tuple(_weigh(_view_by_policy(weighing, seat), root)),
        separating=_find_separating(weighing, own_view, root) if own.possible != outcome.possible else (),
        option=seat.ledger.option,
    )
    differs = row.dissents or seat.ledger.option not in ("", outcome.option)
    kept = tuple(sorted(_list_met(record, names))) if differs else ()
    return row.model_copy(update={"kept": kept})


def view_as(view: View, seat: Seat) -> View:
    """The tree by the seat's own ledger and policy."""
    disputed = {dispute.leaf: dispute.to for dispute in seat.ledger.disputes}
    standings = dict(view.standings)
    for leaf in view.frame.leaves:
        now = standings[leaf.id]
        if leaf.id in disputed and leaf.kind != "calculation":
            to = disputed[leaf.id]
            counts_as = {"true": True, "false": False}.get(to)
            standings[leaf.id] = LeafStanding(leaf=leaf.id, stands=to, counts_as=counts_as)
        elif leaf.id in seat.ledger.accepts and now.stands == "contested" and leaf.proposed in ("true", "false"):
            standings[leaf.id] = LeafStanding(leaf=leaf.id, stands=leaf.proposed, counts_as=leaf.proposed == "true")
    return _view_by_policy(replace(view, standings=standings, audience=seat.audience), seat)


def view_by_policies(view: View, seats: Sequence[Seat]) -> View:
    """The tree without what no seat's policy admits: it counts for nobody."""
    if not seats:
        return view
    refused = frozenset.intersection(*(_list_refused(view, seat) for seat in seats))
    gone = frozenset.intersection(*(_list_shut_out(view, seat.admits) for seat in seats))
    return _refuse(view, refused, gone)


def _view_by_policy(view: View, seat: Seat) -> View:
    return _refuse(view, _list_refused(view, seat), _list_shut_out(view, seat.admits))


def _refuse(view: View, leaves: frozenset[str], gone: frozenset[str]) -> View:
    """The tree with these leaves open, and without these documents."""
    shut = {name: LeafStanding(leaf=name, stands="open", counts_as=None, label="not_admitted") for name in leaves}
    return replace(view, standings={**view.standings, **shut}, gone=view.gone | gone)


def _list_refused(view: View, seat: Seat) -> frozenset[str]:
    """The leaves that the seat's policy leaves open."""
    return seat.refused | {leaf.id for leaf in view.frame.leaves if not _is_admitted(leaf, seat.admits)}


def _is_admitted(leaf: Leaf, admits: frozenset[str] | None) -> bool:
    """Whether some sentence that a leaf stands on is of an admitted source. What speaks against it counts as before: a
    stricter policy never adds support."""
    return admits is None or not leaf.at or any(at.partition("#")[0] in admits for at in leaf.at)


def _list_shut_out(view: View, admits: frozenset[str] | None) -> frozenset[str]:
    """The documents of the tree that are not admitted: no working may read them."""
    if admits is None:
        return frozenset()
    return frozenset(at.partition("#")[0] for at in view.frame.sentences) - admits


def _find_separating(record: View, own: View, root: Root) -> tuple[str, ...]:
    """The fewest of the leaves that stand otherwise for a seat which give its outcome; all of them where none do."""
    wanted = find_outcome(own, root).possible
    differ = [name for name in record.standings if record.standings[name].counts_as != own.standings[name].counts_as]
    for size in range(1, min(_MOST_SEPARATING, len(differ)) + 1):
        for chosen in combinations(differ, size):
            mixed = {**record.standings, **{name: own.standings[name] for name in chosen}}
            if find_outcome(View(own.frame, mixed, record.gone, own.audience), root).possible == wanted:
                return chosen
    return tuple(differ)


def _list_met(record: Record, perspectives: Collection[str]) -> Iterator[str]:
    """The objections of these perspectives that were judged met or not material."""
    for objection in record.objections:
        verdicts = [one for one in record.verdicts if one.exchange == objection.id]
        if objection.by in perspectives and any(one.met == "yes" or not one.is_material for one in verdicts):
            yield objection.id


def _weigh(view: View, root: Root) -> Iterator[Weighing]:
    """Each weigh node under a root, as the view's audience weighs it now."""
    ways = Ways(view, root)
    for name in ways.under:
        if name in view.frame.node_by_id and view.frame.node_by_id[name].op == "weigh":
            reasons = _list_counting(view, name)
            option = choose_option(reasons, view.audience)
            is_asked = view.audience is not None and name == root.id
            yield Weighing(
                node=name,
                option=option,
                sums=_sum_weights(reasons, view.audience),
                nudges=tuple(_find_nudges(reasons, view.audience, option)) if is_asked and view.audience else (),
                turns=tuple(_find_turns(view, root, option)) if is_asked else (),
            )


def _find_nudges(reasons: Sequence[Consideration], audience: Audience, now: str | None) -> Iterator[Nudge]:
    """For each other option the smallest change of one weight that leads to it: past the weight of another value, since
    only their order decides."""
    values = sorted({one.value for one in reasons if one.value})
    weights = {value: audience.weights.get(value, 0.0) for value in values}
    levels = sorted({0.0, *audience.weights.values()})
    step = min((high - low for low, high in pairwise(levels)), default=1.0) / 2
    tried = [
        (abs(past - weight), Nudge(option="", value=value, now=weight, than=than, past=past), past + way * step)
        for value, weight in weights.items()
        for than, past in weights.items()
        for way in (1, -1)
        if than != value and (past - weight) * way >= 0 and past + way * step >= 0
    ]
    tried.sort(key=lambda one: (one[0], one[1].value, one[1].than, one[2]))
    seen = {now}
    for _, one, to in tried:
        moved = Audience(id=one.value, weights={**audience.weights, one.value: to})
        if (option := choose_option(reasons, moved)) not in (None, *seen):
            seen.add(option)
            yield one.model_copy(update={"option": option})


def _find_turns(view: View, root: Root, now: str | None) -> Iterator[LeafTurn]:
    """What each leaf does if it turns out otherwise than it counts; what is open counts for nothing. To turn a rule
    round is logic, and no more."""
    frame = view.frame
    leaves = [leaf.id for leaf in frame.leaves_under(root.id) if leaf.kind != "rule"]
    counts = {name: view.standings[name].counts_as is True for name in leaves}
    idle = {name: False for name in leaves if view.standings[name].counts_as is None}
    worked = [leaf.id for leaf in frame.leaves if leaf.working]
    rows = [
        {**idle, **{other: False for other in worked if way and name in frame.list_below(other)}, name: not way}
        for name, way in counts.items()
    ]
    for name, options in zip(leaves, list_possible(view, root, rows), strict=True):
        option = next(iter(options)) if len(options) == 1 else None
        if option != now:
            yield LeafTurn(leaf=name, holds=not counts[name], option=option)


def _list_counting(view: View, node: str) -> list[Consideration]:
    """The considerations whose leaves stand."""
    standings = view.standings
    reasons = view.frame.considerations_under[node]
    return [one for one in reasons if all(standings[name].counts_as is True for name in one.rests_on)]


def _sum_weights(reasons: Sequence[Consideration], audience: Audience | None) -> dict[str, float]:
    """By option: the weights of the values that speak for it. A second reason of the same value adds nothing."""
    values: dict[str, set[str]] = {}
    for one in reasons:
        values.setdefault(one.option, set()).update([one.value] if one.value else [])
    weights = audience.weights if audience else {}
    return {option: round(sum(weights.get(value, 0.0) for value in values[option]), 9) for option in sorted(values)}


def _separate(view: View, seats: Sequence[Seat], root: Root) -> dict[str, dict[str, Condition]]:
    """For each weigh node on which the seats take different options: what separates those who take each."""
    audiences = list({seat.perspective: seat.audience for seat in seats}.values())
    found: dict[str, dict[str, Condition]] = {}
    for name in view.frame.find_under(root.id):
        if name not in view.frame.node_by_id or view.frame.node_by_id[name].op != "weigh":
            continue
        reasons = _list_counting(view, name)
        chosen = [choose_option(reasons, audience) for audience in audiences]
        if len(set(chosen)) < 2:
            continue
        found[name] = {option: separate(reasons, audiences, option) for option in sorted(filter(None, {*chosen}))}
    return found
