"""Perspectrum: an answer with all perspectives beats one side, which beats another topic. Fifty claims: the bench."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.perspectrum import ContestedClaim, contested_claims

from foam.debatable.diversity import Measure, Mode, perspective_diversity
from foam.debatable.readers.embedded import EmbeddedReader
from foam.errors import NotFound

pytestmark = pytest.mark.data


def test_claims_have_two_sides_and_two_wordings(shared_data: Path, tmp_path: Path) -> None:
    claims = contested_claims(shared_data / "perspectrum")
    assert len(claims) == 180
    one = claims[0]
    assert len(one.partial_answers) == len(one.points_of_view) == len(one.perspectives) >= 4
    assert all(partial.explanation for claim in claims for partial in claim.partial_answers)
    both = f"{one.answer('support')} {one.answer('undermine')}"
    assert sorted(both.split()) == sorted(one.answer().split())
    assert one.answer(wording=1) != one.answer()
    with pytest.raises(NotFound):
        contested_claims(tmp_path)


@pytest.fixture(scope="module")
def small(shared_data: Path) -> list[ContestedClaim]:
    """Three claims with four short perspectives each."""
    found = [c for c in contested_claims(shared_data / "perspectrum") if len(c.perspectives) == 4]
    return sorted(found, key=lambda claim: (len(claim.answer()), claim.id))[:3]


@pytest.mark.embedded
def test_a_handful_of_claims_is_ordered(small: list[ContestedClaim], embedded: EmbeddedReader) -> None:
    for claim, other in zip(small, small[1:] + small[:1], strict=True):
        texts = (claim.answer(), claim.answer("support"), other.answer())
        scores = [perspective_diversity(text, claim.partial_answers, embedded).pd for text in texts]
        assert scores == sorted(scores), claim.claim


@pytest.mark.embedded
def test_padding_pays_only_as_released(small: list[ContestedClaim], embedded: EmbeddedReader) -> None:
    claim, noise = small[:2]

    def gained(mode: Mode) -> float:
        bare, padded = (
            perspective_diversity(text, claim.partial_answers, embedded, Measure(mode=mode)).pd
            for text in (claim.answer("support"), f"{claim.answer('support')} {noise.answer()}")
        )
        return bare / padded

    assert gained("as_released") > 1.2
    assert gained("corrected") < gained("as_released")
