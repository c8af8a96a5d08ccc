"""Performing an act: the table and the guards say whether, the fold says what follows. Pure; keeps nothing."""

from __future__ import annotations

from collections.abc import Iterator

from foam.appeal.acts import Act
from foam.appeal.guards import check_order
from foam.appeal.parties import Role
from foam.appeal.ruling import ALL_GUARDS
from foam.appeal.standing import Standing, advance
from foam.appeal.table import Transition, find_transition, load_table
from foam.errors import InputError


def perform(standing: Standing, act: Act) -> Standing:
    """The matter after the act; InputError says everything that stands against it, and what can be done instead."""
    against = list_refusals(standing, act)
    if against:
        raise InputError(f"{act.name} is refused: {'; '.join(against)}", hint=_instead(standing, act.by.role))
    return advance(standing, act, find_transition(act.name))


def list_refusals(standing: Standing, act: Act) -> tuple[str, ...]:
    """Everything that stands against an act, in words; nothing when it may be done."""
    row = find_transition(act.name)
    against = tuple(_by_table(standing, act, row))
    return against or tuple(filter(None, (ALL_GUARDS[guard](standing, act) for guard in row.guards)))


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


def _instead(standing: Standing, role: Role) -> str:
    names = [row.name for row in list_possible(standing, role)]
    return f"as {role} you may now: {', '.join(names)}" if names else f"at {standing.state} a {role} can do nothing"
