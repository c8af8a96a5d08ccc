"""When a judge is firm that a text speaks against a claim: read both ways, of the same matter, in other words."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from foam.home.stances import rate_firmly
from foam.model.judge import Weighed
from foam.model.silent import SilentJudge

CLAIM = "Electric ferries are cheap for island councils"
DENIAL = "For most island councils the electric ferries are anything but cheap."


class Told(SilentJudge):
    """Gives what it was told of the text beside the claim and of the claim beside the text; remembers both."""

    def __init__(self, there: float = 0.9, back: float = 0.9) -> None:
        self._there, self._back = there, back
        self.asked: list[tuple[str, str]] = []

    def weigh(self, pairs: Sequence[tuple[str, str]]) -> list[Weighed]:
        self.asked += pairs
        shares = [self._back if text == CLAIM else self._there for text, _ in pairs]
        return [Weighed(supports=0.0, contradicts=one, neither=1 - one, bears=1.0) for one in shares]


def test_a_text_speaks_against_a_claim_if_that_is_read_both_ways() -> None:
    assert rate_firmly(Told())(CLAIM, [DENIAL]) == pytest.approx([0.9])


@pytest.mark.parametrize("judge", [Told(there=0.3), Told(back=0.4)], ids=["there", "back"])
def test_one_way_alone_is_nothing(judge: Told) -> None:
    assert rate_firmly(judge)(CLAIM, [DENIAL]) == [0.0]


def test_what_is_not_likely_there_is_not_read_back() -> None:
    judge = Told(there=0.3)
    rate_firmly(judge)(CLAIM, [DENIAL])
    assert judge.asked == [(DENIAL, CLAIM)]


@pytest.mark.parametrize(
    "text",
    ["The harbour was dredged in March.", "He said that electric ferries are cheap for island councils."],
    ids=["other matter", "the claim itself"],
)
def test_what_cannot_speak_against_it_is_not_read(text: str) -> None:
    judge = Told()
    assert rate_firmly(judge)(CLAIM, [text]) == [0.0]
    assert not judge.asked
