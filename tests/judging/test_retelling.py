"""Claims that code finds in the library: a sentence told shorter, and one that cannot refute what nearly says it."""

from __future__ import annotations

import pytest

from foam.judging.debates.retelling import retells, says_nearly_the_same

BOARDING = "When fares were dropped, boarding times at busy stops fell by a fifth because passengers used all doors."
TRIPS = "In the Orlo experiment only 7 percent of the additional bus trips replaced a car trip."
SEEKERS = "Job seekers without a car applied for jobs in a wider area and found work eleven days sooner on average."


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Boarding times at busy stops fell by a fifth because passengers used all doors.", BOARDING),
        ("Job seekers without a car found work eleven days sooner on average.", SEEKERS),
        ("In Orlo only 7 percent of the additional bus trips replaced a car trip.", TRIPS),
    ],
)
def test_a_sentence_told_shorter_is_retold(claim: str, sentence: str) -> None:
    assert retells(claim, sentence)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("In Orlo 7 percent of the additional bus trips replaced a car trip.", TRIPS),
        ("Free buses reduce emissions in large towns.", "Some claim that free buses reduce emissions in large towns."),
        ("Car traffic in Orlo did change by any amount.", "Car traffic in Orlo did not change by any amount."),
        ("Boarding times at busy stops fell by a third because passengers used all doors.", BOARDING),
        ("Passengers used all doors at stops.", BOARDING),
        ("A car replaced the additional bus trips of the experiment in Orlo.", TRIPS),
        ("Fares were dropped.", "Fares were dropped."),
    ],
)  # fmt: skip
def test_what_is_turned_reordered_or_half_a_thought_is_not_retold(claim: str, sentence: str) -> None:
    assert not retells(claim, sentence)


def test_a_sentence_that_nearly_says_a_claim_has_its_figures_and_denies_what_it_denies() -> None:
    claim = "Two years after abolition nitrogen dioxide was 4 percent lower than in matched cities."
    assert says_nearly_the_same(
        claim, "Two years after abolition, concentrations were 4 percent lower than in the matched cities."
    )
    assert not says_nearly_the_same(claim, "Two years after abolition it was 9 percent lower than in matched cities.")
    assert not says_nearly_the_same(claim, "After abolition it was not 4 percent lower than in matched cities.")
    assert not says_nearly_the_same(claim, "We looked at 4 cities.")
