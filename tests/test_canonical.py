"""Canonical JSON: RFC 8785, as the reference package writes it, and refused where it would not read back."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import NamedTuple

import numpy as np
import pytest
import rfc8785
from hypothesis import example, given
from hypothesis import strategies as st

from foam.canonical import write_canonical
from foam.errors import InputError

SAFE = 2**53 - 1
VALID_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
FLOATS = st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: not 2**53 <= abs(x) < 1e21)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-SAFE, SAFE) | FLOATS | VALID_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(VALID_TEXT, inner, max_size=4),
    max_leaves=12,
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.integers(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
@example({"\U00010000": 1, "\uffff": 2, "a": 3})
@example([1.0, -0.0, 1e-5, 9.99e-6, 1e-6, 1e-7, 1e21, 1.5e300, 5e-324, 0.1, 123456.789, 2.0**52 + 0.5])
def test_it_is_what_the_reference_package_writes(value: object) -> None:
    assert write_canonical(value) == rfc8785.dumps(value)  # type: ignore[arg-type]


@given(JSON)
def test_it_reads_back_and_is_a_fixed_point(value: object) -> None:
    data = write_canonical(value)
    read = json.loads(data)
    assert read == value
    assert write_canonical(read) == data


@given(ANYTHING)
def test_what_it_takes_reads_back_and_what_it_refuses_is_an_input_error(value: object) -> None:
    try:
        data = write_canonical(value)
    except InputError:
        return
    assert data == rfc8785.dumps(value)  # type: ignore[arg-type]
    assert write_canonical(json.loads(data)) == data


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=1e-8, max_value=1e-3))
def test_small_floats_are_written_as_ecmascript_writes_them(number: float) -> None:
    assert write_canonical(number) == rfc8785.dumps(number)


def test_every_character_is_written_as_the_reference_package_writes_it() -> None:
    every = "".join(chr(point) for point in range(0x110000) if not 0xD800 <= point < 0xE000)
    assert write_canonical(every) == rfc8785.dumps(every)


def test_the_example_of_the_rfc() -> None:
    given_ = {
        "numbers": [333333333.33333329, 1e30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
        "literals": [None, True, False],
    }
    assert write_canonical(given_).decode() == (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )


class _Word(StrEnum):
    YES = "yes"


class _Pair(NamedTuple):
    a: int
    b: float


def test_subclasses_are_written_as_their_base() -> None:
    assert write_canonical([_Word.YES, _Pair(1, 2.0), np.float64(0.5)]) == b'["yes",[1,2],0.5]'


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (float("nan"), r"value\.x\[0\]: nan is not a finite number"),
        (float("inf"), r"value\.x\[0\]: inf is not a finite number"),
        (2**53, r"value\.x\[0\]: an integer of 2\^53 or more"),
        (-(2**53), r"value\.x\[0\]: an integer of 2\^53 or more"),
        (1e17, r"value\.x\[0\]: a whole number of 2\^53 or more"),
        ("\ud83d", r"value\.x\[0\]: a lone surrogate at character 0"),
        ({"\udcff": 1}, r"a key of value\.x\[0\]: a lone surrogate"),
        ({1: 1}, r"value\.x\[0\]: the key 1 is not text"),
        (b"x", r"value\.x\[0\]: a bytes is not JSON"),
    ],
)
def test_what_it_cannot_hold_is_refused_by_its_place(bad: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        write_canonical({"x": [bad]})
    with pytest.raises(InputError, match=said):  # also where a float sends the value through the reference package
        write_canonical({"x": [bad], "small": 1e-9})


def test_endless_nesting_is_refused() -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(InputError, match="nested deeper"):
        write_canonical(endless)
