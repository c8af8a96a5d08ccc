"""What became of a claim in the next draft of a proposal."""

from __future__ import annotations

import pytest

from foam.case.position.proposal import Criticism, DraftedClaim, Objected, WrittenProposal, tell_changes
from foam.evidence.corpus import Passage
from foam.text.pointer import Pointer

QUAY, FARES, NIGHT = "The quay is too short for two boats.", "Fares fell by a tenth.", "No boat leaves at night."


def make_claim(text: str, place: int, sentence: int) -> DraftedClaim:
    ground = Passage(pointer=Pointer(document="d", sentence=sentence), text=text, cite="")
    return DraftedClaim(text=text, grounds=(ground,), warrant="because it does", qualifier="probably", place=place)


def make_proposal(*claims: tuple[str, int]) -> WrittenProposal:
    made = tuple(make_claim(text, place, sentence) for place, (text, sentence) in enumerate(claims))
    return WrittenProposal(stance="affirm_whole", answer="Yes.", why="It helps.", claims=made, entry="b2:1")


def tell(part: str, before: WrittenProposal, after: WrittenProposal) -> str:
    objected = Objected(part=part, text="It does not follow.")
    criticism = Criticism(
        score=5, reasons="", told="", texts=(objected.text,), objections=(objected,),
        entry="b2:2",
    )  # fmt: skip
    return tell_changes([(before, criticism)], after)[0].objections[0].after


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (((QUAY, 1), (NIGHT, 9), ("Fares fell by a tenth in one summer.", 2)), "Fares fell by a tenth in one summer."),
        (((FARES, 2), (QUAY, 1)), "the claim stays as it was"),
        (((QUAY, 1), (NIGHT, 9)), "the claim was given up"),
        (((QUAY, 1),), "the claim was given up"),
        (((QUAY, 1), ("Passengers paid less for a while.", 2)), "Passengers paid less for a while."),
    ],
)
def test_a_claim_is_followed_by_what_it_rests_on_and_says(after: tuple[tuple[str, int], ...], told: str) -> None:
    said = tell("claim 2", make_proposal((QUAY, 1), (FARES, 2)), make_proposal(*after))
    assert said == told or said == f"the claim now says: {told}"
