"""For whom something is read and written, inside and after."""

from __future__ import annotations

import pytest

from foam.record.acting import HOUSE, Acting, act_for, find_acting, look_as_house


def test_who_acts_is_known_inside_and_the_one_before_again_after() -> None:
    assert find_acting() == HOUSE == Acting("", "")
    with act_for("ada"):
        assert find_acting() == Acting(reader="ada", writer="ada")
        with act_for("ben"):
            assert find_acting() == Acting("ben", "ben")
        assert find_acting() == Acting("ada", "ada")
        with look_as_house():
            assert find_acting() == Acting(reader="", writer="ada")
        assert find_acting() == Acting("ada", "ada")
        with act_for(""):
            assert find_acting() == HOUSE
    assert find_acting() == HOUSE


def test_an_error_ends_it_too() -> None:
    with pytest.raises(KeyError), act_for("ada"), look_as_house():
        raise KeyError
    assert find_acting() == HOUSE
