"""The cascade: each stage sees what the one before left over, and the last one puts the finalists in order."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.model.embedded.fakes import BagOfWords, LightSenses

from foam.model.embedded.relevance import FINALISTS, FIRST_CUT, Cascade, find_best

STATEMENT = "Free buses carry more people."
NEAR = [f"Free buses carry people of town {word}." for word in ("ash", "birch", "cedar")]
FAR = [f"Stone {number} lies in a wall." for number in range(3 * FIRST_CUT)]


def test_what_shares_words_stands_before_what_does_not() -> None:
    odds = LightSenses().cascade(likelihood=False).odds(STATEMENT, [*FAR[:5], *NEAR])
    assert odds[5:].min() > odds[:5].max()


def test_the_cut_keeps_what_is_near_however_much_is_offered() -> None:
    offered = [*FAR, *NEAR]
    odds = LightSenses().cascade(likelihood=False).odds(STATEMENT, offered)
    assert set(find_best(odds, 3)) == {len(FAR), len(FAR) + 1, len(FAR) + 2}


def test_static_vectors_are_only_made_when_there_is_too_much() -> None:
    made = []

    def static() -> BagOfWords:
        made.append(1)
        return BagOfWords()

    cascade = Cascade(static, BagOfWords())
    cascade.odds(STATEMENT, FAR[:FIRST_CUT])
    assert not made
    cascade.odds(STATEMENT, FAR[: FIRST_CUT + 1])
    assert made == [1]


def test_influence_puts_the_finalists_in_order() -> None:
    senses = LightSenses(influences={NEAR[2]: 5.0, NEAR[0]: 1.0})
    odds = senses.cascade(likelihood=True).odds(STATEMENT, NEAR)
    assert find_best(odds, 3) == [2, 0, 1]


def test_influence_is_asked_of_the_finalists_alone_in_the_order_they_were_offered() -> None:
    senses = LightSenses()
    senses.cascade(likelihood=True).odds(STATEMENT, [NEAR[2], *FAR[:20], NEAR[0]])
    (asked,) = senses.influence_asked
    assert len(asked) == FINALISTS
    assert (asked[0], asked[-1]) == (NEAR[2], NEAR[0])


@given(st.lists(st.floats(-3, 3), min_size=4, max_size=4))
def test_the_first_stands_as_high_as_the_best_did_before(influences: list[float]) -> None:
    offered = [*NEAR, FAR[0]]
    before = LightSenses().cascade(likelihood=False).odds(STATEMENT, offered)
    senses = LightSenses(influences=dict(zip(offered, influences, strict=True)))
    after = senses.cascade(likelihood=True).odds(STATEMENT, offered)
    np.testing.assert_allclose(after.max(), before.max())


def test_without_any_influence_the_earlier_stages_decide() -> None:
    offered = [FAR[0], *NEAR]
    before = LightSenses().cascade(likelihood=False).odds(STATEMENT, offered)
    np.testing.assert_allclose(LightSenses().cascade(likelihood=True).odds(STATEMENT, offered), before)


def test_one_text_or_none_needs_no_last_stage() -> None:
    senses = LightSenses()
    assert senses.cascade(likelihood=True).odds(STATEMENT, NEAR[:1]).shape == (1,)
    assert senses.cascade(likelihood=True).odds(STATEMENT, []).shape == (0,)
    assert not senses.influence_asked
