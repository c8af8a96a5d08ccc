"""Entries that were read are found again by the very bytes they were read from."""

from __future__ import annotations

from typing import Any

import pytest

from foam.errors import RecordDamaged
from foam.record.keys import MemoryKeys
from foam.record.sealed import Stored, Unsealed, seal


def _store(entry: Any) -> Stored:
    sealed = seal(entry)
    return Stored(sealed.body, sealed.seal, sealed.digest, 0)


def test_the_same_bytes_are_read_once_and_other_bytes_anew(make_entry: Any) -> None:
    unsealed, keys, entry = Unsealed(), MemoryKeys(), make_entry(1)
    first = unsealed.read(entry.key, _store(entry), keys)
    assert first == entry
    assert unsealed.read(entry.key, _store(entry), keys) is first
    with pytest.raises(RecordDamaged):
        unsealed.read(entry.key, _store(make_entry(2)), keys)


def test_the_entry_that_was_read_longest_ago_is_let_go(make_entry: Any) -> None:
    unsealed, keys = Unsealed(most=2), MemoryKeys()
    one, two, three = (make_entry(n) for n in (1, 2, 3))
    first, second = (unsealed.read(entry.key, _store(entry), keys) for entry in (one, two))
    assert unsealed.read(one.key, _store(one), keys) is first
    unsealed.read(three.key, _store(three), keys)
    assert unsealed.read(one.key, _store(one), keys) is first
    assert unsealed.read(two.key, _store(two), keys) is not second
