"""What code refuses of a written text, and what it lets pass because it is true."""

from __future__ import annotations

import pytest

from foam.deliberation.written.judged import find_unsupported
from foam.deliberation.written.tell import Tellable, check_told
from foam.text.faithful import find_unfaithful

POLL = (
    "Asked what they thought about 74% of the boats being moored in Sund, 50% said that the number should be reduced, "
    "41% said that the boats should be removed."
)
RATE = "Of the 290,814 fish landed in Sund from 1972 to 2001, 1.7% were caught by visitors, who were 4% of the fishers."


@pytest.mark.parametrize(
    ("cited", "said"),
    [
        (POLL, "Half of those asked wanted their number reduced, which is not removal."),
        (POLL, "Of those asked, 50% wanted the number reduced and 41% wanted the boats removed."),
        (POLL, "The wish of the harbour office is not met, since 41% said that the boats should be removed."),
        (
            "How often boats sink in winter has not been counted, and years of counting would be needed to say.",
            "Nobody has shown what the rule asks for: how often boats sink in winter has not been counted.",
        ),
        (RATE, "Visitors caught 1.7% of the fish landed in Sund from 1972 to 2001, below their 4% of the fishers."),
    ],
)
def test_what_is_true_is_not_taken_for_denied(cited: str, said: str) -> None:
    assert find_unsupported([cited], said) == ""


def test_what_is_denied_is_named_with_the_sentence_that_denies_it() -> None:
    denied = "Nobody wanted the boats removed."
    found = find_unsupported([RATE, POLL], denied)
    assert denied in found
    assert POLL in found


def test_the_opposite_is_denied_even_where_all_figures_agree() -> None:
    said = "The council rejected the plan by nine votes to two."
    assert find_unsupported(["The council approved the plan by nine votes to two."], said)


def test_shares_of_one_sentence_may_be_put_together() -> None:
    assert not find_unfaithful("Nine in ten wanted fewer of them or none.", cited=[POLL])
    assert not find_unfaithful("Together 91% wanted fewer or none.", cited=[POLL])
    assert find_unfaithful("Seven in ten wanted fewer of them or none.", cited=[POLL])
    assert find_unfaithful("Nine in ten wanted fewer of them.", cited=[RATE])


def test_a_place_in_a_row_is_no_share() -> None:
    assert not find_unfaithful("A third, weaker reason is that the boats leak.", cited=["The boats leak."])
    assert find_unfaithful("A third of the boats leak.", cited=["The boats leak."])


TOLD = (
    Tellable("outcome", ("recommendation",), "9 objections were raised and 9 found material: 8 were answered."),
    Tellable("p1", ("position-a",), "the skipper answers: There should be fewer boats."),
    Tellable("p2", ("position-b",), "the diver answers: Some boats should leave."),
    Tellable("p3", ("position-c",), "the warden answers: The harbour should hold fewer boats."),
    Tellable("r1", ("claim-a",), f"A reason against that stands: Visitors catch little.\nIt rests on: “{RATE}” (Sund)"),
)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("All three seats ask for fewer boats; they differ on whether any should remain.", ["p1", "p2", "p3"]),
        ("Nine objections were raised and all were found material; eight were answered.", ["outcome"]),
        ("Against it stands that visitors caught 1.7% of the fish landed, below their 4% of the fishers.", ["r1"]),
    ],
)
def test_a_true_telling_stays(text: str, ids: list[str]) -> None:
    assert check_told("Should the boats leave?", text, ids, TOLD, seats=3) == ""


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("All twelve seats ask for fewer boats.", ["p1", "p2", "p3"]),
        ("Against it stands that visitors caught 7.1% of the fish landed.", ["r1"]),
    ],
)
def test_a_false_telling_is_left_out(text: str, ids: list[str]) -> None:
    assert check_told("Should the boats leave?", text, ids, TOLD, seats=3)
