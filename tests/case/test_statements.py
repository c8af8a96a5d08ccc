"""A text of several sentences is held against what it cites sentence by sentence."""

from __future__ import annotations

import pytest

from foam.case.position.denial import find_denial, find_unsupported
from foam.case.position.faults import Stated, find_faults, split_statements
from foam.evidence.corpus import Passage
from foam.text.pointer import Pointer

CITED = (
    "The kiln at Orvel burns beech wood and fires 400 tiles in a batch.",
    "Each batch takes eleven hours, and the kiln cools for two days afterwards.",
    "Since the new chimney was built, neighbours no longer complain about the smoke.",
)
SAID = (
    "The kiln is fired with beech wood.",
    "A batch takes eleven hours.",
    "Neighbours do not complain about smoke any more.",
)


def _find(text: str, cited: tuple[str, ...] = CITED) -> list[str]:
    passages = tuple(
        Passage(pointer=Pointer(document="0" * 64, sentence=place), text=one, cite="")
        for place, one in enumerate(cited)
    )
    stated = Stated(name="claim 1", text=text, cited=passages, asserted=True)
    return find_faults([stated], known=[], offered=passages, deny=find_unsupported)


def test_three_sentences_that_are_borne_out_pass() -> None:
    assert _find(" ".join(SAID)) == []


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize(
    ("other", "why"),
    [
        ("The senate postponed the vote on pensions until spring.", "the sentences it cites do not speak of it"),
        (
            "The kiln does not burn beech wood.",
            f"the sentences it cites say otherwise: “The kiln does not burn beech wood.” against “{CITED[0]}”",
        ),
    ],
)
def test_one_that_is_not_borne_out_is_found_wherever_it_stands(place: int, other: str, why: str) -> None:
    said = [*SAID[:place], other, *SAID[place + 1 :]]
    assert _find(" ".join(said)) == [f"claim 1: “{other}”: {why}"]


def test_a_negation_elsewhere_in_the_evidence_does_not_hide_a_denial() -> None:
    evidence = "No complaints were heard. The kiln burns beech wood and fires 400 tiles in a batch."
    assert find_denial(evidence, "The kiln does not burn beech wood.")
    assert not find_denial(evidence, "The kiln burns beech wood.")


def test_a_sentence_that_leans_on_another_is_read_with_it() -> None:
    assert split_statements("The pier closed in May. It stayed shut all year. Boats moored at the mill. So be it.") == (
        "The pier closed in May. It stayed shut all year.",
        "Boats moored at the mill. So be it.",
    )
    assert len(split_statements(" ".join(f"Boat {n} lies at the pier." for n in range(40)))) == 8
    assert split_statements("No full stop") == ("No full stop",)
