"""Sublation over a tree: what stands for all sides, what stands on a condition, and what stays open between them.

    core          leaves that stand, were examined, are accepted on each side and disputed by none
    conditional   what hangs on a leaf that is not settled, or on a priority
    dissent       each objection that was not met, or only in part; contested leaves

Nothing is lost: an objection that matters and was not met is in the dissent, or the run fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.argument.rows import Objection, Record
from foam.argument.tree import Root
from foam.errors import VerificationError
from foam.semantics.seats import BySeat, Seat, find_by_seat
from foam.semantics.ways import View
from foam.values import Value


class Hanging(Value):
    """Something that holds on a condition: a consideration, or an option of the question."""

    what: str
    leaves: tuple[str, ...] = ()
    if_false: tuple[str, ...] = ()
    """Leaves that have to be false."""
    priorities: str = ""


class Synthesis(Value):
    """What is kept of a deliberation over one root."""

    root: str
    core: tuple[str, ...]
    conditional: tuple[Hanging, ...]
    dissent: tuple[str, ...]
    """Objections, by id."""
    contested: tuple[str, ...]
    """Leaves."""


def synthesize(
    view: View, seats: Iterable[Seat], root: Root, record: Record, by_seat: BySeat | None = None
) -> Synthesis:
    """What is kept of the deliberation over a root, which may have been seen by each seat already."""
    seated = list(seats)
    by_seat = by_seat or find_by_seat(view, seated, root, record)
    leaves = view.frame.leaves_under(root.id)
    synthesis = Synthesis(
        root=root.id,
        core=tuple(leaf.id for leaf in leaves if _is_core(view, leaf.id, seated)),
        conditional=tuple(_find_conditional(view, by_seat)),
        dissent=tuple(one.id for one in record.objections if _is_kept(one, record)),
        contested=tuple(leaf.id for leaf in leaves if view.standings[leaf.id].stands == "contested"),
    )
    require_kept(record, synthesis)
    return synthesis


def _is_core(view: View, leaf: str, seats: Iterable[Seat]) -> bool:
    standing = view.standings[leaf]
    sides: dict[str, bool] = {}
    for seat in seats:
        if any(dispute.leaf == leaf for dispute in seat.ledger.disputes):
            return False
        sides[seat.ledger.option] = sides.get(seat.ledger.option, False) or leaf in seat.ledger.accepts
    return standing.stands == "true" and not standing.label and bool(sides) and all(sides.values())


def _find_conditional(view: View, by_seat: BySeat) -> Iterator[Hanging]:
    under = set(view.frame.find_under(by_seat.root))
    for one in view.frame.considerations:
        open_ = tuple(name for name in one.rests_on if view.standings[name].counts_as is None)
        if one.under in under and open_:
            yield Hanging(what=one.id, leaves=open_)
    found = (
        Hanging(what=condition.option, leaves=condition.if_true, if_false=condition.if_false)
        for row in by_seat.rows
        for condition in row.outcome.conditions
    )
    yield from dict.fromkeys(found)
    for options in by_seat.separated_by.values():
        for option, priorities in options.items():
            yield Hanging(what=option, priorities=str(priorities))


def _is_kept(objection: Objection, record: Record) -> bool:
    """Whether no verdict says that it was met, or that it does not matter."""
    verdicts = [one for one in record.verdicts if one.exchange == objection.id]
    return not verdicts or any(one.is_material and one.met in ("no", "partly") for one in verdicts)


def require_kept(record: Record, synthesis: Synthesis) -> None:
    """Fail if an objection that matters and was not met is in no dissent."""
    lost = [one.id for one in record.objections if _is_kept(one, record) and one.id not in synthesis.dissent]
    if lost:
        raise VerificationError(f"objection {lost[0]} is lost: it was not met, and the dissent does not list it")
