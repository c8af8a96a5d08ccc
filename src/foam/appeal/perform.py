"""Performing an act: the table and the guards say whether, the fold says what follows. Pure; keeps nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from foam.appeal.acts import Act
from foam.appeal.guards import check_order
from foam.appeal.parties import Party, Role
from foam.appeal.ruling import ALL_GUARDS
from foam.appeal.standing import Standing, advance
from foam.appeal.table import Transition, find_transition, load_table, spell
from foam.errors import ActRefused

_ON_WHAT_IS_BROUGHT = frozenset({"last_day_not_shorter", "timely_or_good_cause", "whole_record"})
"""Guards that cannot tell before something is brought, of an act that brings anything."""


def perform(standing: Standing, act: Act) -> Standing:
    """The matter after the act; InputError says everything that stands against it, and what can be done instead."""
    row, against = find_transition(act.name), find_refusals(standing, act)
    if not against:
        return advance(standing, act, row)
    role = act.by.role
    open_now = [one for one in list_possible(standing, role) if not find_obstacle(standing, one, act.by, act.at)[1]]
    who, could = spell(role), ", ".join(f"{one.name} ({one.label})" for one in open_now)
    raise ActRefused(
        act.name,
        f"“{row.label}” cannot be done: {'; '.join(against.values())}",
        against=against,
        instead=[one.name for one in open_now],
        hint=f"as {who} you may now: {could}" if could else f"at “{spell(standing.state)}” the {who} can do nothing",
    )


def find_refusals(standing: Standing, act: Act) -> dict[str, str]:
    """Everything that stands against an act, in words, by the guard that says so; nothing when it may be done."""
    row = find_transition(act.name)
    told = ((guard, ALL_GUARDS[guard](standing, act)) for guard in row.guards)
    return dict(_by_table(standing, act, row)) or {guard: why for guard, why in told if why}


def find_obstacle(standing: Standing, row: Transition, by: Party, at: datetime) -> tuple[str, str]:
    """The guard that stands against an act of somebody now, whatever they bring and say, and why; empty if none."""
    brings = row.brings != "nothing"
    guards = (one for one in row.guards if one != "reasoned" and not (brings and one in _ON_WHAT_IS_BROUGHT))
    trial = Act(name=row.name, by=by, at=at)
    told = ((one, ALL_GUARDS[one](standing, trial)) for one in guards)
    return next((one for one in told if one[1]), ("", ""))


def list_possible(standing: Standing, role: Role | None = None) -> tuple[Transition, ...]:
    """The acts the table has from here, for this role or for any; guards may still stand against one.

    Mail is noted by the program that sends it, so it is nobody's next step.
    """
    rows = (row for row in load_table().values() if row.brings != "mailing")
    return tuple(row for row in rows if standing.state in row.starts and (role is None or role in row.roles))


def _by_table(standing: Standing, act: Act, row: Transition) -> Iterator[tuple[str, str]]:
    if standing.state not in row.starts:
        starts = " or ".join(f"“{spell(one)}”" for one in row.starts)
        yield "state", f"the case stands at “{spell(standing.state)}”, and this comes after {starts}"
    if act.by.role not in row.roles:
        yield "role", f"it is for the {' or the '.join(map(spell, row.roles))}, not for the {spell(act.by.role)}"
    if act.brought.type != row.brings:
        yield "brings", f"it brings {row.brings}, not {act.brought.type}"
    if late := check_order(standing, act):
        yield "order", late
