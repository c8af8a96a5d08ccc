"""Who sits at a table: seats by name, from a file or from the store, and what is changed of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from foam.errors import InputError, NotFound
from foam.home.desk import Desk
from foam.pack.seats import SeatStore
from foam.perspective.near import suggest_near
from foam.perspective.node import (
    Perspective,
    find_empty_lists,
    parse_perspective,
    require_seat,
    reweight,
)
from foam.perspective.policy import find_policy

Seat = str | Path | Perspective


def list_kept_seats(desk: Desk) -> tuple[Perspective, ...]:
    """The perspectives that were kept in the store."""
    return tuple(one.perspective for one in SeatStore(desk.folder).read_all())


def seat_table(
    known: Sequence[Perspective],
    *,
    seats: Iterable[Seat] = (),
    add: Iterable[Seat] = (),
    reweight: Iterable[str] = (),
    policy: str | None = None,
    kept: Sequence[Perspective] = (),
) -> tuple[Perspective, ...]:
    """The seats named, or all that are known; then whatever was to be changed of them.

    Those that were `kept` in the store can be named, too.
    """
    named = [*known, *kept]
    table = [_find_seat(named, seat) for seat in seats] or list(known)
    table += [_find_seat(named, seat) for seat in add]
    for change in reweight:
        table = _reweight_table(table, change)
    if policy:
        table = [seat.model_copy(update={"policy": find_policy(policy)}) for seat in table]
    return tuple(table)


def check_seat_models(models: Mapping[str, str], table: Sequence[Perspective]) -> None:
    """Refuse a model for a seat that is not at the table: a slip there would go unnoticed."""
    names = [seat.id for seat in table]
    for seat in models:
        if seat not in names:
            raise NotFound(f"no seat {seat!r} at this table", hint=suggest_near(seat, names))


def read_perspective(path: Path) -> Perspective:
    """A perspective from a TOML file."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for name in find_empty_lists(data):
            hint = "leave the line out to name none, or name some"
            raise InputError(f"{path}: {name} is an empty list, or holds an empty name", hint=hint)
        return parse_perspective(data)
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {error}", hint="see docs/perspective.md for the form of the file") from error


def _find_seat(known: Sequence[Perspective], wanted: Seat) -> Perspective:
    if isinstance(wanted, Perspective):
        return wanted
    if isinstance(wanted, Path):
        return read_perspective(wanted)
    return require_seat(known, wanted)


def _reweight_table(table: list[Perspective], change: str) -> list[Perspective]:
    """The seats with one weight changed: "equity=0.4" for all of them, "treasurer.equity=0.4" for one."""
    name, _, weight = change.partition("=")
    seat, _, value = name.rpartition(".")
    try:
        weights = {value: float(weight)}
    except ValueError:
        raise InputError(f"not a weight: {change!r}", hint="write equity=0.4 or treasurer.equity=0.4") from None
    chosen = _find_seat(table, seat).id if seat else ""
    return [reweight(one, weights) if chosen in ("", one.id) else one for one in table]
