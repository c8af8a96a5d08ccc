"""Frozen values and digests."""

from __future__ import annotations

import hashlib
from functools import cached_property

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.argument.rows import Support
from foam.values import Value, digest, short


@given(st.dictionaries(st.text(), st.integers(-(2**50), 2**50)))
def test_the_order_of_keys_does_not_matter(mapping: dict[str, int]) -> None:
    assert digest(mapping) == digest(dict(reversed(mapping.items())))


def test_a_digest_is_tagged_and_known() -> None:
    assert digest({"b": 1, "a": [True, None, "ü"]}) == (
        "b2:" + hashlib.blake2b('{"a":[true,null,"ü"],"b":1}'.encode(), digest_size=32).hexdigest()
    )
    assert len(short(digest(1))) == 15


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


def test_names_without_an_order_are_written_in_one() -> None:
    sentences = [f"{n:02}#s0" for n in range(12)]
    support = Support(leaf="four", by="code", says="establish", of=frozenset(reversed(sentences)))
    assert support.json_value()["of"] == sentences


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
