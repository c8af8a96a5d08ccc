"""The many ways in which people put a rule, a report, a total or an order of days: faults are found, and only those."""

from __future__ import annotations

from datetime import date

import pytest
from tests.examination.papers import make_file, paper

from foam.examination.arithmetic import find_arithmetic
from foam.examination.authors import find_headed_day, read_author
from foam.examination.contradictions import find_contradictions
from foam.examination.dates import find_date_faults
from foam.examination.differences import is_turned
from foam.examination.finding import Finding, join_findings, make_finding
from foam.examination.missing import find_missing
from foam.examination.reports import find_misreports

RULES = """
    Berth Rules, rules 6 to 8

    Rule 6. Twenty points are given if a surveyor certifies that the mooring harms the boat. The survey must not be
    older than two years.

    Rule 7. If the crane is not mended in time, the fee is reduced by 15 per cent.

    Rule 8. The harbour master may bar a skipper for up to ten days if the skipper has been fined twice in the same
    season.
"""
SURVEYOR = """
    Ruth Vale, surveyor

    2 May 2025

    I have no doubt about the cause of the crack.
    More than four knots were reached in the inner harbour on three of the five days.
"""


def report(text: str) -> list[str]:
    """What is found in a letter that tells of rules and of a surveyor's report."""
    file = make_file({"Letter": f"Tom Hale\n\n{text}", "Berth Rules": RULES, "Survey": SURVEYOR}, rules="Berth Rules")
    return [one.text for one in find_misreports(file)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Under rule 8 of the Berth Rules the harbour master may bar a skipper for up to twenty days if the skipper "
         "has been fined twice in the same season.", "“twenty days”"),
        ("According to rule 6 twenty points are given whenever a surveyor certifies that the mooring harms the boat, "
         "whatever the age of the survey.", "does away with"),
        ("Rule 7 of the Berth Rules says that the fee is reduced by up to 15 per cent if the crane is not mended "
         "in time.", "“up to 15 per cent”"),
        ("Rule 8 of the Berth Rules allows the harbour master to bar a skipper for up to ten days.", "it leaves out"),
        ("The surveyor was not able to establish the cause of the crack.", "could not tell"),
        ("The surveyor measured more than four knots in the inner harbour on every one of the five days.",
         "“three of the five”"),
    ],
)  # fmt: skip
def test_a_report_is_recognised_in_the_form_people_give_it(text: str, told: str) -> None:
    assert any(told in found for found in report(text))


@pytest.mark.parametrize(
    "text",
    [
        "Under rule 7 the fee is reduced by 15 per cent if the crane is not mended in time.",
        "The surveyor measured more than four knots in the inner harbour on three of the five days.",
    ],
)
def test_a_faithful_report_is_left_alone(text: str) -> None:
    assert not report(text)


@pytest.mark.parametrize(("total", "found"), [("930.00", 1), ("910.00", 0)])
def test_a_total_of_the_list_in_the_sentence_before_is_worked_out_again(total: str, found: int) -> None:
    text = f"The fees were 310.00, 295.00 and 305.00 marks. That makes {total} marks in three weeks."
    assert len(find_arithmetic(make_file({"Letter": text}))) == found


@pytest.mark.parametrize(("share", "found"), [("80", 1), ("75", 0)])
def test_a_share_is_worked_out_however_much_is_said_of_the_part(share: str, found: int) -> None:
    text = f"Nine of the twelve votes cast were in favour, which is {share} per cent."
    assert len(find_arithmetic(make_file({"Letter": text}))) == found


@pytest.mark.parametrize(("day", "found"), [("2 May 2025", 1), ("8 May 2025", 0)])
def test_what_comes_after_cannot_bear_an_earlier_day(day: str, found: int) -> None:
    text = f"After the mate had reported the leak on 6 May 2025, I looked at it on {day}."
    assert len(find_date_faults(make_file({"Letter": text}))) == found


@pytest.mark.parametrize(("day", "found"), [("3 May 2025", 1), ("5 May 2025", 0)])
def test_what_comes_after_an_event_is_held_against_the_day_another_gives_it(day: str, found: int) -> None:
    letter = f"I examined the mate on {day}, after a falling crane had hit his left shoulder at the slip."
    log = "On 4 May 2025 the crane fell at the slip. It hit the mate's left shoulder."
    assert len(find_date_faults(make_file({"Letter": letter, "Log": log}))) == found


@pytest.mark.parametrize(("age", "found"), [("seven", 1), ("five", 0)])
def test_an_age_may_stand_in_the_next_sentence(age: str, found: int) -> None:
    text = f"20 April 2025\n\nJan Smit was born on 2 February 2020. He is now {age} years old."
    assert len(find_date_faults(make_file({"Letter": text}))) == found


def test_sums_in_different_states_entries_and_forms_do_not_contradict() -> None:
    rents = {"A": "The monthly rent is 620 marks.", "B": "Rent of 320 marks is outstanding."}
    slip = "Mill Works\n\nPay slip\n\nWorker: Tom Hale\n\nGross wage of {} marks for the worker."
    slips = {"May": slip.format("880.00"), "June": slip.format("915.00")}
    sheep = {"A": "The ferry sank with nine sheep aboard.", "B": "The ferry sank with twelve sheep aboard."}
    assert not find_contradictions(make_file(rents))
    assert not find_contradictions(make_file(slips))
    assert find_contradictions(make_file(sheep))


def test_a_heading_dates_a_paper_and_a_mark_under_a_name_signs_it() -> None:
    assert find_headed_day("Parish office, report of 25 February 2026") == date(2026, 2, 25)
    assert find_headed_day("Reply to your letter of 3 May 2025") is None
    author = read_author(paper("Note", "Memo of 11 March 2026 to Mr Hale.\n\nAll is well.\n\nAnn Lee, clerk\n(signed)"))
    assert (author.name, author.signed, author.dated) == ("Ann Lee", True, date(2026, 3, 11))


def test_a_paper_does_not_miss_itself_nor_the_rules_that_its_heading_names() -> None:
    file = make_file({"Memo": "Memo of 11 March 2026 to Mr Hale.\n\nAll is well.", "Rules": RULES}, rules="Rules")
    assert not find_missing(file)


def test_a_syllable_turns_a_word() -> None:
    assert is_turned("The report is incomplete.", "The report is complete.")
    assert not is_turned("The report is complete.", "The report was complete.")


def test_what_follows_from_a_fault_is_told_with_it() -> None:
    file = make_file({"A": "The rent is 20.", "B": "The rent is 30."})
    one, other = (document.say(0) for document in file.documents)
    fault = make_finding("arithmetic", "A is wrong.", advice="Mend it.", passages=[one])
    follows = make_finding("contradiction", "A and B differ.", advice="Ask.", passages=[other, one])
    apart: Finding = make_finding("missing", "C is missing.", advice="Ask.", passages=[other])
    joined = join_findings([follows, fault, apart])
    assert [found.text for found in joined] == ["A is wrong.", "C is missing."]
    assert joined[0].follows == ("A and B differ.",)
    assert joined[0].passages == (one, other)


def test_an_article_about_what_its_title_names_is_not_by_it() -> None:
    rest = "\n\n".join(f"In {year} it moved to another house and hired a clerk." for year in range(1900, 1990))
    first = "The High Commissioner for Harbours (HCH), also known as the Harbour Office, is an office of the town."
    title = "High Commissioner for Harbours"
    author = read_author(paper(title, f"{first}\n\n{rest}\n\n17 June 2011\n\nJames Mason"))
    assert (author.role, author.name, author.dated) == ("unknown", "", None)
    author = read_author(paper(title, f"The ferry is late.\n\n{rest}\n\n17 June 2011"))
    assert (author.role, author.dated) == ("authority", date(2011, 6, 17))
