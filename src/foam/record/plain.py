"""What may be recorded: plain JSON that reads back as it was written. Knows nothing of entries.

A lone surrogate, a number that is not finite, an integer beyond Python's printing limit, a key that is not text or
an object of some class would not survive the way through bytes, so they are refused before anything is stored.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain
from typing import Any

from foam.errors import InputError

MAX_DEPTH = 150
MAX_INTEGER = 10**4000
"""Python neither prints nor reads integers of more than 4,300 digits."""


def require_plain(value: Any, where: str) -> None:
    """Raise InputError unless the value is plain JSON; the error names the place."""
    found = next(_flaws(value, where, MAX_DEPTH), None)
    if found is not None:
        raise InputError(f"cannot record {found}", hint="give text, finite numbers, booleans, null, lists and objects")


def _flaws(value: Any, where: str, depth: int) -> Iterator[str]:
    match value:
        case None | bool():
            return iter(())
        case str():
            return _text_flaws(value, where)
        case int() | float():
            return _number_flaws(value, where)
        case list() | tuple() | dict():
            return _nested_flaws(value, where, depth)
        case _:
            return iter([f"{where}: a {type(value).__name__} is not JSON"])


def _nested_flaws(value: list[Any] | tuple[Any, ...] | dict[Any, Any], where: str, depth: int) -> Iterator[str]:
    if depth == 0:
        return iter([f"{where}: nested deeper than {MAX_DEPTH} levels"])
    if isinstance(value, dict):
        return chain.from_iterable(_member_flaws(k, v, where, depth) for k, v in value.items())
    return chain.from_iterable(_flaws(item, f"{where}[{i}]", depth - 1) for i, item in enumerate(value))


def _member_flaws(key: Any, value: Any, where: str, depth: int) -> Iterator[str]:
    if not isinstance(key, str):
        yield f"{where}: the key {key!r} is not text"
    else:
        yield from _text_flaws(key, f"a key of {where}")
        yield from _flaws(value, f"{where}.{key}", depth - 1)


def _text_flaws(text: str, where: str) -> Iterator[str]:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        yield f"{where}: a lone surrogate at character {error.start}"


def _number_flaws(number: float, where: str) -> Iterator[str]:
    if isinstance(number, float):
        if not math.isfinite(number):
            yield f"{where}: {number} is not a finite number"
    elif abs(number) >= MAX_INTEGER:
        yield f"{where}: an integer of more than 4,000 digits"
