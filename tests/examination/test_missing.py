"""What a file refers to and does not hold."""

from __future__ import annotations

import pytest
from tests.examination.papers import make_file

from foam.examination.missing import find_missing

RULES = "Section 1. Bins are put out on Monday.\n\nSection 2. A bin weighs at most 40 kilograms."


def find(papers: dict[str, str]) -> list[str]:
    return [finding.text for finding in find_missing(make_file(papers))]


@pytest.mark.parametrize(
    ("letter", "told"),
    [
        ("I enclose the receipt for the bin.", "“receipt for the bin”"),
        ("The weights are listed in Annex C.", "“Annex C”"),
        ("In her letter of 4 June 2021 the owner agreed.", "“letter of 4 June 2021”"),
        ("Section 9 of the rules was broken.", "section 9, which is not among the rules"),
        ("Who emptied the bin on Tuesday?", "Nobody in the file answers"),
        ("Please confirm the weight of the second bin.", "Nobody in the file answers"),
        ("Mr Tobias Wren told us that the bin was empty.", "no statement of Mr Tobias Wren"),
    ],
)
def test_what_is_not_there_is_named(letter: str, told: str) -> None:
    (text,) = find({"rules": RULES, "letter": letter})
    assert told in text


def test_articles_that_decide_nothing_hear_nobody() -> None:
    told = "In 1912 Mr Tobias Wren told the city that bins were not emptied. Mr Wren's told figures were doubted."
    assert find({"bins": told, "history": "Bins have been emptied since 1880."}) == []


def test_what_is_there_is_not_missed() -> None:
    papers = {
        "rules": RULES,
        "letter": "I enclose the receipt for the bin. The weights are listed in Annex C. In her letter of 4 June 2021 "
        "the owner agreed. Section 2 of the rules was broken. Who emptied the bin on Tuesday? Mr Tobias Wren told us "
        "that the bin was empty.",
        "receipt": "Receipt for one bin, 30 euros.",
        "annex": "Annex C\n\nThe first bin weighed 30 kilograms.",
        "owner": "4 June 2021\n\nI agree to the new bin.\n\nYours sincerely,\nElsa Roth",
        "wren": "Statement of Tobias Wren\n\nThe crew emptied the bin on Tuesday.\n\nSigned: Tobias Wren",
    }
    assert find(papers) == []


@pytest.mark.parametrize(
    "letter", ["Please tell Casper that the raffle needs a prize.", "Could you also say when the choir meets again?"]
)
def test_what_is_asked_beside_the_matter_is_left_alone(letter: str) -> None:
    assert not find({"rules": RULES, "letter": letter})


def test_articles_without_decision_or_rules_leave_nothing_unanswered() -> None:
    assert not find({"article": "How would you like the city to be run?", "other": "Cities are run by councils."})


@pytest.mark.parametrize(
    ("letter", "told"),
    [
        ("Seagull eggs are Schedule 2 goods and may not be sold.", False),
        ("The weir was added to Schedule II of the Rivers Act.", False),
        ("Bins of this kind are sold as Form 4 bins.", False),
        ("The weights are in the attached Schedule 2.", True),
        ("In this letter the weights of Schedule 2 are used.", True),
        ("Bins were weighed twice (Table 3).", True),
        ("Bins were weighed twice, see Table 3.", True),
    ],
)
def test_a_number_after_a_word_for_classes_names_an_annex_only_of_a_document_that_has_some(
    letter: str, told: bool
) -> None:
    found = find({"rules": RULES, "letter": letter})
    assert any("the file does not have it" in text for text in found) is told


def test_a_file_with_one_schedule_may_lack_another() -> None:
    papers = {"rules": RULES, "schedule-a": "Weights of bins.", "letter": "The bin is listed in Schedule B."}
    assert ["Schedule B" in text for text in find(papers)] == [True]
