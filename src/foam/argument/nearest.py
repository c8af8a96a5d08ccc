"""The nearest value of each input that turns a comparison: "a day earlier would have been in time".

One input is varied at a time, the others as they are, by the last place that it is written with, or by a day. An input
that stands once in a comparison pushes it one way only, so the place where it turns is found by halving; one that
stands more than once is tried step by step. A convention (`Given`) is never varied: no file says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal

from foam.argument.working import Compare, Context, Day, Figure, Working, compute, list_inputs, map_inputs
from foam.values import Value

FARTHEST = 10**9
"""Steps up to which a figure is varied."""
_FARTHEST_DAYS = 3660
_TRIED_ONE_BY_ONE = 2000

_Varied = Figure | Day


class Turned(Value):
    """An input, and the nearest value with which the comparison turns out the other way."""

    input: _Varied
    value: Decimal | date


def find_nearest(working: Compare, context: Context | None = None) -> tuple[Turned, ...]:
    """For each input the nearest value that turns the comparison. Inputs that cannot turn it are left out."""
    context = context or Context()
    now = compute(working, context).value
    if not isinstance(now, bool):
        return ()
    sought = _seek_crossing(working, context) if working.op == "=" and not now else working
    inputs = [one for one in list_inputs(working) if isinstance(one, _Varied)]
    found = (_turn(sought, one, context, now=now, times=inputs.count(one)) for one in dict.fromkeys(inputs))
    return tuple(turned for turned in found if turned is not None and _is_turned(working, turned, context, now=now))


def _seek_crossing(working: Compare, context: Context) -> Compare:
    """Two sides can be equal only where the lesser one reaches the greater."""
    is_less = compute(working.model_copy(update={"op": "<"}), context).value
    return working.model_copy(update={"op": ">=" if is_less else "<="})


def _is_turned(working: Compare, turned: Turned, context: Context, *, now: bool) -> bool:
    return compute(replace_input(working, turned.input, turned.value), context).value is not now


def _turn(working: Compare, varied: _Varied, context: Context, *, now: bool, times: int) -> Turned | None:
    move = _make_move(varied)
    farthest = _FARTHEST_DAYS if isinstance(varied.value, date) else FARTHEST

    def turns(steps: int) -> bool | None:
        """Whether it turns; None where nothing can be computed so far away."""
        moved = move(steps)
        value = compute(replace_input(working, varied, moved), context).value if moved is not None else None
        return value != now if isinstance(value, bool) else None

    if times > 1:
        found = next((steps for n in range(1, _TRIED_ONE_BY_ONE + 1) for steps in (-n, n) if turns(steps)), None)
    else:
        ways = [steps for way in (-1, 1) if (steps := _halve(turns, way, farthest)) is not None]
        found = min(ways, key=abs, default=None)
    moved = move(found) if found is not None else None
    return Turned(input=varied, value=moved) if moved is not None else None


def _make_move(varied: _Varied) -> Callable[[int], Decimal | date | None]:
    """The input's value so many steps away; None beyond the calendar and beyond zero, where a sign would change."""
    value = varied.value
    if isinstance(value, date):

        def move_day(steps: int) -> date | None:
            try:
                return value + timedelta(days=steps)
            except OverflowError:
                return None

        return move_day

    tick = Decimal(1).scaleb(min(0, int(value.as_tuple().exponent)))

    def move_number(steps: int) -> Decimal | None:
        moved = value + steps * tick
        return moved if (moved >= 0) == (value >= 0) else None

    return move_number


def _halve(turns: Callable[[int], bool | None], way: int, farthest: int) -> int | None:
    """The first number of steps this way that turns it, found by doubling and then by halving."""
    low, high = 0, 1
    while turns(way * high) is False and high < farthest:
        low, high = high, min(2 * high, farthest)
    if turns(way * high) is None:  # too far: go back to the last that can be computed
        high = _find_first(low, high, lambda steps: turns(way * steps) is None) - 1
    return way * _find_first(low, high, lambda steps: turns(way * steps) is not False) if turns(way * high) else None


def _find_first(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """The first number above `low` for which it holds, where it holds for `high` and then for all between."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def replace_input(working: Working, varied: _Varied, value: Decimal | date) -> Working:
    """The working with another value in the input's place, wherever it stands."""
    return map_inputs(working, lambda one: one.model_copy(update={"value": value}) if one == varied else one)
