"""Canonical JSON (RFC 8785): one byte string for one JSON value, the same in every language.

Keys are sorted by UTF-16 code units, numbers are written as ECMAScript writes them, there is no white space. What has
no such form, or would not read back as it was written, is refused with an error that names the place: a lone
surrogate, a number that is not finite, a whole number of 2^53 or more, a key that is not text, an object of some class.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain
from typing import Any

import rfc8785
from pydantic_core import to_json

from foam.errors import InputError

_MAX_DEPTH = 150
FIRST_UNSAFE_INTEGER = 2**53
"""From here on not every integer has a double of its own, so other languages would read another number."""

_FIRST_EXPONENT = 1e21
"""Whole floats from here on are written with an exponent, and so are read back as floats."""
_SMALLEST_PLAIN = 1e-5
"""`to_json` writes floats below this with an exponent where ECMAScript does not yet."""


def write_canonical(value: object) -> bytes:
    """Write a JSON value as RFC 8785 says. Raises InputError for what it cannot hold.

    The `rfc8785` package is pure Python. So keys and numbers are put in order here and pydantic writes the bytes, in a
    quarter of the time; only a value with a very small or very large float goes through the package. A test compares
    the two on arbitrary JSON.
    """
    exponents: list[float] = []
    try:
        arranged = _arrange(value, exponents)
        return rfc8785.dumps(arranged) if exponents else to_json(arranged)
    except (ValueError, TypeError, RecursionError) as error:
        require_plain(value, "value")
        raise InputError(f"this is not plain JSON: {error}", hint=_HINT) from error


def require_plain(value: Any, where: str) -> None:
    """Raise InputError unless the value is plain JSON; the error names the place."""
    found = next(_find_flaws(value, where, _MAX_DEPTH), None)
    if found is not None:
        raise InputError(f"this is not plain JSON: {found}", hint=_HINT)


_HINT = "give text, finite numbers below 2^53, booleans, null, lists and objects"


def _arrange(value: Any, exponents: list[float]) -> Any:
    """The same value with sorted keys and whole floats as integers; floats that need an exponent are noted."""
    kind = type(value)
    if kind is str or value is None or kind is bool:
        return value
    if kind is dict:
        # join() refuses keys that are not text; among ASCII keys, code points and UTF-16 units sort alike.
        names = sorted(value) if "".join(value).isascii() else sorted(value, key=_utf16)
        return {name: item if type(item := value[name]) is str else _arrange(item, exponents) for name in names}
    if kind is list or kind is tuple:
        return [item if type(item) is str else _arrange(item, exponents) for item in value]
    if kind is int:
        if -FIRST_UNSAFE_INTEGER < value < FIRST_UNSAFE_INTEGER:
            return value
        raise ValueError(f"{value} is beyond 2^53")
    if kind is float:
        return _arrange_float(value, exponents)
    match value:  # a subclass: an enumeration, a numpy float, a named tuple
        case str():
            return str.__str__(value)
        case int():
            return _arrange(int(value), exponents)
        case float():
            return _arrange(float(value), exponents)
        case dict():
            return _arrange(dict(value), exponents)
        case list() | tuple():
            return _arrange(list(value), exponents)
    raise TypeError(f"a {kind.__name__} is not JSON")


def _arrange_float(number: float, exponents: list[float]) -> float:
    if not _reads_back(number):
        raise ValueError(f"{number} cannot be written")
    if -FIRST_UNSAFE_INTEGER < number < FIRST_UNSAFE_INTEGER:
        if number.is_integer():
            return int(number)
        if abs(number) >= _SMALLEST_PLAIN:
            return number
    exponents.append(number)
    return number


def _reads_back(number: float) -> bool:
    """Finite, and not written as the digits of an integer that would then be refused."""
    return math.isfinite(number) and not FIRST_UNSAFE_INTEGER <= abs(number) < _FIRST_EXPONENT


def _utf16(name: str) -> bytes:
    return name.encode("utf-16-be")


def _find_flaws(value: Any, where: str, depth: int) -> Iterator[str]:
    match value:
        case None | bool():
            return iter(())
        case str():
            return _find_text_flaws(value, where)
        case int() | float():
            return _find_number_flaws(value, where)
        case list() | tuple() | dict():
            return _find_nested_flaws(value, where, depth)
        case _:
            return iter([f"{where}: a {type(value).__name__} is not JSON"])


def _find_nested_flaws(value: list[Any] | tuple[Any, ...] | dict[Any, Any], where: str, depth: int) -> Iterator[str]:
    if depth == 0:
        return iter([f"{where}: nested deeper than {_MAX_DEPTH} levels"])
    if isinstance(value, dict):
        return chain.from_iterable(_find_member_flaws(k, v, where, depth) for k, v in value.items())
    return chain.from_iterable(_find_flaws(item, f"{where}[{i}]", depth - 1) for i, item in enumerate(value))


def _find_member_flaws(key: Any, value: Any, where: str, depth: int) -> Iterator[str]:
    if not isinstance(key, str):
        yield f"{where}: the key {key!r} is not text"
    else:
        yield from _find_text_flaws(key, f"a key of {where}")
        yield from _find_flaws(value, f"{where}.{key}", depth - 1)


def _find_text_flaws(text: str, where: str) -> Iterator[str]:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        yield f"{where}: a lone surrogate at character {error.start}"


def _find_number_flaws(number: float, where: str) -> Iterator[str]:
    if isinstance(number, float):
        if not math.isfinite(number):
            yield f"{where}: {number} is not a finite number"
        elif not _reads_back(number):
            yield f"{where}: a whole number of 2^53 or more"
    elif abs(number) >= FIRST_UNSAFE_INTEGER:
        yield f"{where}: an integer of 2^53 or more"
