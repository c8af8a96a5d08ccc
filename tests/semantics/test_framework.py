"""Arguments and attacks: what is refused."""

from __future__ import annotations

import pytest

from foam.errors import InputError, NotFound
from foam.semantics.framework import Argument, Attack, Framework


def test_an_attack_on_nobody_is_refused_and_the_nearest_is_named() -> None:
    with pytest.raises(NotFound, match="'clam'") as error:
        Framework(arguments=(Argument(id="claim"),), attacks=(Attack(attacker="claim", target="clam"),))
    assert "claim?" in error.value.hint


@pytest.mark.parametrize(
    "again",
    [
        {"arguments": (Argument(id="a"), Argument(id="a"))},
        {"arguments": (Argument(id="a"),), "attacks": (Attack(attacker="a", target="a"),) * 2},
    ],
)
def test_repeats_are_refused(again: dict[str, object]) -> None:
    with pytest.raises(InputError, match="2 times"):
        Framework(**again)


def test_values_are_listed_once_each() -> None:
    argument = Argument(id="a", promotes=("safety", "equity", "safety"))
    assert argument.promotes == ("equity", "safety")
    assert Framework(arguments=(argument, Argument(id="b", promotes=("equity",)))).values == ("equity", "safety")
