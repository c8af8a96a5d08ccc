"""Lengths in words, ends of a stretch and the order of papers, as letters put them."""

from __future__ import annotations

import pytest
from tests.examination.small import make_file

from foam.examination.dates import find_date_faults

TOLD = {
    "She joined on August 17, 2021, so she has now been on your list for close to six years.": "1762 days",
    "She joined on August 17, 2021, so she has now been on your list for close to five years.": "",
    "She joined on August 17, 2021, so she has now been on your list for over four years.": "",
    "I have waited since 3 March 2026, that is nearly two months.": "103 days",
    "I have waited since 3 March 2026, that is nearly four months.": "",
    "The pipe burst on 31 May 2026, a fortnight ago.": "",
    "The pipe burst on 3 May 2026, a fortnight ago.": "42 days",
    "A fortnight ago, on 3 May 2026, the pipe burst.": "42 days",
    "We have been moored here for more than ten years, since 1 June 2018.": "2935 days",
    "We have been moored here for about eight years, since 1 June 2018.": "",
    "Since 1 June 2025 the berth has been empty, i.e. half a year.": "378 days",
    "He moved here on 1 June 2018 and has been ill for two years.": "",
    "Since 1 June 2018 she has not missed a day for three weeks.": "",
    "On 1 June 2018 he had been a member for ten years.": "",
    "The lease has run since 14 June 2025, for a year now.": "",
}


@pytest.mark.parametrize(("sentence", "right"), TOLD.items())
def test_lengths_in_words_leave_the_slack_that_they_say(sentence: str, right: str) -> None:
    letter = f"Harbour office\nJune 14, 2026\nDear board,\n{sentence} Yours"
    found = find_date_faults(make_file({"Letter": letter}))
    assert [right in one.text for one in found] == ([True] if right else [])


TERMS = """# Terms

| Term | First day | Last day |
|---|---|---|
| Spring | Monday 28 April 2025 | Friday 4 July 2025 |
| Summer | Monday 21 July 2025 | Friday 19 September 2025 |
| Autumn | Monday 6 October 2025 | Friday 12 December 2025 |
"""
ENDS = {
    "He is suspended for 20 school days, beginning on Monday 1 September 2025. He may come back on {}.": (
        "Monday 13 October 2025",
        "Monday 29 September 2025",
    ),
    "The ban lasts 5 school days from 15 September 2025 until {}.": ("19 September 2025", "17 September 2025"),
    "The pool is closed for ten working days starting on 3 March 2025. It reopens on {}.": (
        "17 March 2025",
        "13 March 2025",
    ),
    "You are barred for two weeks from 3 March 2025 to {}.": ("16 March 2025", "24 March 2025"),
    "The berth is shut for three months from 3 March 2025 until {}.": ("2 June 2025", "3 May 2025"),
    "From 3 March 2025 for 14 days, that is until {}, the slip is closed.": ("16 March 2025", "21 March 2025"),
}


@pytest.mark.parametrize(("sentence", "days"), ENDS.items())
def test_the_end_of_a_stretch(sentence: str, days: tuple[str, str]) -> None:
    right, wrong = days
    assert find_date_faults(make_file({"Terms": TERMS, "Notice": f"To all. {sentence.format(right)}"})) == ()
    (finding,) = find_date_faults(make_file({"Terms": TERMS, "Notice": f"To all. {sentence.format(wrong)}"}))
    assert finding.passages[0].document == "Notice"
    assert finding.kind == "date"


@pytest.mark.parametrize(
    ("name", "letter", "count"),
    [
        ("Memo", "To: the board. From: the clerk. Monday 5 May 2025. Ref 12\nI rang the yard on 8 May 2025.", 1),
        ("Memo", "To: the board. From: the clerk. Monday 5 May 2025. Ref 12\nI rang the yard on 2 May 2025.", 0),
        ("Gate log, week of May 5, 2025", "The gate was shut on 8 May 2025. Log closed on 9 May 2025.", 0),
        ("Diary of the warden", "Diary\n5 May 2025\nOn 8 May 2025 the plot was dug.", 0),
        ("Letter", "Harbour office\n5 May 2025\nOn 8 May 2025 the plot was dug.", 1),
    ],
)
def test_a_paper_that_is_kept_over_some_days_may_tell_of_them(name: str, letter: str, count: int) -> None:
    assert len(find_date_faults(make_file({name: letter}))) == count


def test_a_paper_about_a_reply_is_not_the_reply() -> None:
    texts = {
        "Plot 12 - late reply - my view": "Date: 5 June 2025\nThe reply hit the desk late. Send the notice.",
        "Notice": "Date: 8 June 2025\nYour reply was received on 26 May 2025.",
    }
    assert find_date_faults(make_file(texts)) == ()
