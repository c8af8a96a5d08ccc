"""Which sentences stand in the middle of a quotation, and what says whose words they are."""

from __future__ import annotations

import pytest

from foam.text.quoted import describe_quotation, find_quotation

OPENS = 'Mira Solt, who sells bells, told the council: "The old bronze is worn.'
MIDDLE = "No other town keeps such a thing."
CLOSES = 'It has to be cast again." [REF]'


@pytest.mark.parametrize("curly", [False, True])
def test_what_stands_in_a_quotation_is_told_by_the_sentence_that_opens_it(curly: bool) -> None:
    paragraph = ["The hearing was long.", OPENS, MIDDLE, CLOSES, "Nobody asked her."]
    if curly:
        paragraph = [one.replace(': "', ": “").replace('"', "”") for one in paragraph]
    found = [find_quotation(paragraph, at) for at in range(len(paragraph))]
    assert [one and one.sentence for one in found] == [None, None, paragraph[1], paragraph[1], None]
    assert describe_quotation(found[2]) == f"stands in a quotation, which begins: “{paragraph[1]}”"


def test_who_speaks_may_be_told_after_the_quotation_or_before_it() -> None:
    ending = ['"The old bronze is worn.', MIDDLE, 'It has to go," said Mira Solt of the foundry.']
    assert [find_quotation(ending, at) for at in (0, 1, 2)] == [("ends", ending[2]), ("ends", ending[2]), None]
    told = ["Mira Solt spoke last.", '"The old bronze is worn.', 'It has to go."']
    assert [find_quotation(told, at) for at in (0, 1, 2)] == [None, ("follows on", told[0]), ("follows on", told[0])]


@pytest.mark.parametrize(
    "paragraph",
    [
        ['She called it "worn out" twice.', MIDDLE, 'The "Ada" was the last.'],
        ['She said: "The bronze is worn.', MIDDLE, 'The ferry "Ada" lay still.'],
        ['She said: "The bronze is worn.', MIDDLE, "Nobody asked her."],
        ['The pipe is 5" wide.', MIDDLE, 'The other has 7" and more.'],
    ],
)
def test_words_in_marks_and_marks_that_were_lost_make_no_quotation(paragraph: list[str]) -> None:
    assert not any(find_quotation(paragraph, at) for at in range(len(paragraph)))
