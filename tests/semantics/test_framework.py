"""Arguments, attacks and supports: what is refused, and what marked arguments do."""

from __future__ import annotations

import pytest
from pydantic import ValidationError
from tests.semantics.extensions import label_grounded

from foam.errors import InputError, NotFound
from foam.semantics.framework import Argument, Attack, Framework, Support


def test_an_attack_on_nobody_is_refused_and_the_nearest_is_named() -> None:
    with pytest.raises(NotFound, match="'clam'") as error:
        Framework(arguments=(Argument(id="claim"),), attacks=(Attack(attacker="claim", target="clam"),))
    assert "claim?" in error.value.hint


def test_a_support_by_nobody_is_refused() -> None:
    with pytest.raises(NotFound, match="'b'"):
        Framework(arguments=(Argument(id="a"),), supports=(Support(supporter="b", target="a"),))


@pytest.mark.parametrize(
    "again",
    [
        {"arguments": (Argument(id="a"), Argument(id="a", base=0.1))},
        {"arguments": (Argument(id="a"),), "attacks": (Attack(attacker="a", target="a"),) * 2},
        {"arguments": (Argument(id="a"),), "supports": (Support(supporter="a", target="a"),) * 2},
    ],
)
def test_repeats_are_refused(again: dict[str, object]) -> None:
    with pytest.raises(InputError, match="2 times"):
        Framework(**again)


@pytest.mark.parametrize("base", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_base_score_lies_between_0_and_1(base: float) -> None:
    with pytest.raises(ValidationError):
        Argument(id="a", base=base)


def test_an_argument_whose_evidence_failed_stands_nowhere_and_strikes_nothing() -> None:
    arguments = (Argument(id="claim"), Argument(id="bogus", verified=False), Argument(id="taken-back", withdrawn=True))
    attacks = tuple(Attack(attacker=name, target="claim") for name in ("bogus", "taken-back"))
    labels = label_grounded(Framework(arguments=arguments, attacks=attacks))
    assert labels.accepted == ("claim",)
    assert labels.absent == ("bogus", "taken-back")


def test_an_attack_found_not_to_hold_is_kept_and_does_nothing() -> None:
    arguments = (Argument(id="claim"), Argument(id="quibble"))
    framework = Framework(arguments=arguments, attacks=(Attack(attacker="quibble", target="claim", holds=False),))
    assert framework.live_attacks == ()
    assert label_grounded(framework).accepted == ("claim", "quibble")


def test_values_are_listed_once_each() -> None:
    argument = Argument(id="a", promotes=("safety", "equity", "safety"))
    assert argument.promotes == ("equity", "safety")
    assert Framework(arguments=(argument, Argument(id="b", promotes=("equity",)))).values == ("equity", "safety")
