"""Canonical JSON and digests."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.values import Value, canonical, digest, short

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_canonical_json_reads_back_and_is_a_fixed_point(value: object) -> None:
    data = canonical(value)
    assert canonical(value, wordy=True) == data
    read = json.loads(data.decode("utf-8", "surrogatepass"))
    assert read == value
    assert canonical(read) == data


@given(st.text(max_size=20), st.text(alphabet=st.characters(max_codepoint=0x2FF), max_size=20))
def test_wordy_or_not_the_bytes_are_the_same(some: str, latin: str) -> None:
    long = (some + latin) * 20 + "x" * 100
    assert canonical({long: [long, some]}, wordy=True) == canonical({long: [long, some]})


def test_every_character_is_written_as_json_writes_it() -> None:
    whole = "".join(chr(point) for point in range(0x110000))
    without = "".join(char for char in whole if not 0xD800 <= ord(char) < 0xE000)
    for text in (whole, without):
        expected = json.dumps(text, ensure_ascii=False).encode("utf-8", "surrogatepass")
        assert canonical(text) == canonical(text, wordy=True) == expected


@given(st.dictionaries(st.text(), st.integers()))
def test_the_order_of_keys_does_not_matter(mapping: dict[str, int]) -> None:
    assert digest(mapping) == digest(dict(reversed(mapping.items())))


def test_a_digest_is_tagged_and_known() -> None:
    assert digest({"b": 1, "a": [True, None, "ü"]}) == (
        "b2:" + hashlib.blake2b('{"a":[true,null,"ü"],"b":1}'.encode(), digest_size=32).hexdigest()
    )
    assert len(short(digest(1))) == 15


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_numbers_that_json_cannot_hold_are_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical({"x": bad})


def test_values_are_frozen_and_closed() -> None:
    class Point(Value):
        x: int

    point = Point(x=1)
    with pytest.raises(ValueError, match="frozen"):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(ValueError, match="Extra inputs"):
        Point.model_validate({"x": 1, "y": 2})
    assert point == Point(x=1)
    assert point.digest == Point(x=1).digest


class _Keyed(Value):
    name: str

    @cached_property
    def key(self) -> str:
        return self.digest


def test_a_copy_works_out_its_key_anew() -> None:
    old = _Keyed(name="old")
    old_key = old.key
    new = old.model_copy(update={"name": "new"})
    assert new.key == _Keyed(name="new").key != old_key
