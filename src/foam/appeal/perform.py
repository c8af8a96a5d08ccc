"""Performing an act: the table and the guards say whether, the fold says what follows. Pure; keeps nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from foam.appeal.acts import Act
from foam.appeal.guards import check_order
from foam.appeal.parties import Party, Role
from foam.appeal.ruling import ALL_GUARDS
from foam.appeal.standing import Standing, advance
from foam.appeal.table import Transition, find_transition, load_table
from foam.errors import InputError

_ON_WHAT_IS_BROUGHT = frozenset({"last_day_not_shorter", "timely_or_good_cause", "whole_record"})
"""Guards that cannot tell before something is brought, of an act that brings anything."""


def perform(standing: Standing, act: Act) -> Standing:
    """The matter after the act; InputError says everything that stands against it, and what can be done instead."""
    against = list_refusals(standing, act)
    if against:
        raise InputError(f"{act.name} is refused: {'; '.join(against)}", hint=_instead(standing, act.by, act.at))
    return advance(standing, act, find_transition(act.name))


def list_refusals(standing: Standing, act: Act) -> tuple[str, ...]:
    """Everything that stands against an act, in words; nothing when it may be done."""
    row = find_transition(act.name)
    against = tuple(_by_table(standing, act, row))
    return against or tuple(filter(None, (ALL_GUARDS[guard](standing, act) for guard in row.guards)))


def find_obstacle(standing: Standing, row: Transition, by: Party, at: datetime) -> str:
    """Why somebody may not take an act at this time, whatever they bring and say; empty where they may."""
    brings = row.brings != "nothing"
    guards = (one for one in row.guards if one != "reasoned" and not (brings and one in _ON_WHAT_IS_BROUGHT))
    trial = Act(name=row.name, by=by, at=at)
    return next(filter(None, (ALL_GUARDS[one](standing, trial) for one in guards)), "")


def list_possible(standing: Standing, role: Role | None = None) -> tuple[Transition, ...]:
    """The acts the table has from here, for this role or for any; guards may still stand against one.

    Mail is noted by the program that sends it, so it is nobody's next step.
    """
    rows = (row for row in load_table().values() if row.brings != "mailing")
    return tuple(row for row in rows if standing.state in row.starts and (role is None or role in row.roles))


def _by_table(standing: Standing, act: Act, row: Transition) -> Iterator[str]:
    if standing.state not in row.starts:
        yield f"the matter stands at {standing.state}, and {act.name} comes after {' or '.join(row.starts)}"
    if act.by.role not in row.roles:
        yield f"it is for {' or '.join(row.roles)}, not for {act.by.role}"
    if act.brought.type != row.brings:
        yield f"it brings {row.brings}, not {act.brought.type}"
    if late := check_order(standing, act):
        yield late


def _instead(standing: Standing, by: Party, at: datetime) -> str:
    open_now = [one.name for one in list_possible(standing, by.role) if not find_obstacle(standing, one, by, at)]
    if open_now:
        return f"as {by.role} you may now: {', '.join(open_now)}"
    return f"at {standing.state} a {by.role} can do nothing"
