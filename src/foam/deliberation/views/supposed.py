"""What if, as people read it: arguments by their words and seats by their names, each id in parentheses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from foam.deliberation.supposed import NamedFlips, NamedRobustness, Supposed
from foam.deliberation.views.words import PLACES, TOO_LITTLE
from foam.deliberation.weighing import Leaning
from foam.paper import Block, Bullets, Paper, Paragraph, compose
from foam.semantics.robustness import Robustness
from foam.semantics.whatif import Change, FlipEvaluation, RemoveArgument, RestoreArgument, ReweightValue

UNATTACKED = "not attacked by anyone"
GONE = "taken back or not verified"
STATUSES = {
    "objective": "stands under every ordering",
    "subjective": "stands under some orderings",
    "indefensible": "stands under none",
}


@compose.register
def compose_supposed(found: Supposed) -> Paper:
    """What would move, and what would follow."""
    return Paper(title="What if", blocks=tuple(_show_supposed(found)))


@compose.register
def compose_flips(found: NamedFlips) -> Paper:
    """What would overturn a claim."""
    return Paper(title="What would overturn it", blocks=tuple(_show_flips(found)))


@compose.register
def compose_robustness(found: NamedRobustness) -> Paper:
    """What stands whatever the order of the values."""
    several = "s" if found.orderings != 1 else ""
    orders = f"{found.orderings} ordering{several} of the values in play: {', '.join(found.values) or 'none'}"
    return Paper(title="What is robust", blocks=(Paragraph(content=orders), *_show_statuses(found)))


def _show_statuses(found: NamedRobustness) -> Iterator[Block]:
    """The arguments by how they fare; of those that stand under some orderings, under which share of them."""
    for status in (*STATUSES.values(), UNATTACKED, GONE):
        held = [one for one in found.arguments if _say_status(one) == status]
        if held:
            yield Paragraph(content=f"{status[:1].upper()}{status[1:]}:")
            yield Bullets(items=tuple(f"{name(one.argument, found.names)}{_say_share(one)}" for one in held))


def _say_share(row: Robustness) -> str:
    return f": {row.share:.0%} of them" if row.status == "subjective" else ""


def name(argument: str, names: Mapping[str, str]) -> str:
    """An argument by its first words, with its id behind."""
    return f"{names[argument]} ({argument})" if argument in names else argument


def _say_status(row: Robustness) -> str:
    """How an argument fares; what nobody attacks and yet never stands was taken back, or its words were not found."""
    if row.attacked:
        return STATUSES[row.status]
    return UNATTACKED if row.share else GONE


def _show_supposed(found: Supposed) -> Iterator[Block]:
    yield Paragraph(content=f"If {' and '.join(say_change(one, found.names, found.seats) for one in found.changes)}:")
    for one in found.stays:
        strengths = f"{one.strength_before:.2f} -> {one.strength:.2f}"
        yield Paragraph(content=f"{name(one.claim, found.names)} makes the same point and stays ({strengths}).")
    if not found.replaced and not found.moved:
        leans = [one.outcome for one in found.leanings] != [one.outcome for one in found.leanings_before]
        yield Paragraph(
            content="No reason would move, but a seat would lean otherwise." if leans else "Nothing would move."
        )
    if found.replaced:
        yield Paragraph(content="Claims that move:")
        yield Bullets(
            items=tuple(
                f"{name(one.claim, found.names)}: {PLACES[one.before]} -> {PLACES[one.after]} "
                f"({one.strength_before:.2f} -> {one.strength_after:.2f})"
                for one in found.replaced
            )
        )
    if found.moved:
        yield Paragraph(content="For whom:")
        yield Bullets(
            items=tuple(
                f"{name(one.argument, found.names)} for {found.seats.get(one.audience, one.audience)}: "
                f"{one.before} -> {one.after}"
                for one in found.moved
            )
        )
    same = found.outcome == found.outcome_before
    yield Paragraph(
        content=f"Outcome: still {found.outcome}" if same else f"Outcome: {found.outcome_before} -> {found.outcome}"
    )
    yield Paragraph(content="Leanings:")
    pairs = zip(found.leanings_before, found.leanings, strict=True)
    yield Bullets(items=tuple(_say_leaning(before, now, found.seats) for before, now in pairs))


def _say_leaning(before: Leaning, now: Leaning, seats: Mapping[str, str]) -> str:
    who = seats.get(now.seat, now.seat)
    if before == now:
        return f"{who}: still {_say_sums(now)}"
    return f"{who}: {_say_sums(before)} -> {_say_sums(now)}"


def _say_sums(leaning: Leaning) -> str:
    little = f", {TOO_LITTLE}" if leaning.tips else ""
    return f"{leaning.outcome} ({leaning.affirmed:.3f} for, {leaning.denied:.3f} against{little})"


def _show_flips(found: NamedFlips) -> Iterator[Block]:
    state = "accepted by all" if found.accepted else "not accepted by all"
    claim = name(found.claim, found.names)
    if not found.flips:
        tried = f"nothing up to {found.tried_up_to} changes overturns that ({found.tried} tried)"
        yield Paragraph(content=f"{claim} is {state}; {tried}.")
        return
    certain = "" if found.smallest else " (a smaller set may exist: the search was cut short)"
    yield Paragraph(content=f"{claim} is {state}. Any one of these would overturn that{certain}:")
    yield Bullets(
        items=tuple(
            f"if {' and '.join(say_change(one, found.names, found.seats) for one in changes)}"
            for changes in found.flips
        )
    )


def say_change(change: Change, names: Mapping[str, str], seats: Mapping[str, str]) -> str:
    """A change as a clause after *if*."""
    match change:
        case RemoveArgument(argument=argument):
            return f"{name(argument, names)} had not been said"
        case RestoreArgument(argument=argument):
            return f"{name(argument, names)} had not been taken back"
        case FlipEvaluation(attacker=attacker, target=target):
            return f"{name(attacker, names)} were judged otherwise against {name(target, names)}"
        case ReweightValue(audience=audience, value=value, weight=weight):
            return f"{seats.get(audience, audience)} gave {value} the weight {weight:g}"
        case _:
            assert_never(change)
