"""Days, lengths, ages, terms and order that cannot be right are found; those that can are left alone."""

from __future__ import annotations

import pytest
from tests.examination.small import GARDEN_RULES, make_file

from foam.examination.dates import find_date_faults

WRONG = {
    "The boat was moored on 31 June 2024.": "no 31 June",
    "The bill is due on 2024-02-30.": "no 2024-02-30",
    "He came on 29 February 2023.": "no 29 February 2023",
    "The meeting was held on Monday, 4 March 2025.": "is a Tuesday",
    "We met on Friday 14 March 2025 at noon.": "",
    "The plot was bare for the six weeks between 1 and 20 March 2025.": "lie 19 days",
    "From 3 March to 17 March 2025, a period of 21 days, nobody came.": "lie 14 days",
    "He wrote on 3 March 2025 and 14 days later, on 20 March 2025, wrote again.": "lie 17 days",
    "The plot was bare for the 19 days between 1 and 20 March 2025.": "",
    "From 3 to 17 March 2025, two weeks, nobody came.": "",
    "About six weeks between 1 and 20 March 2025 were wet.": "",
    "On 3 March 2025 he wrote, and a month later nobody had come.": "",
    "She was away for five days between 1 and 20 March 2025.": "",
    "She was away for 30 days between 1 and 20 March 2025.": "lie 19 days",
    "Between 1 and 20 March 2025, 5 days were wet.": "",
    "From Monday 3 March to Friday 28 March 2025, a period of six weeks, nobody came.": "lie 25 days",
    "From Monday 3 March to Friday 28 March 2025, a period of four weeks, nobody came.": "",
    "He came on 4 March 2025, on a Sunday, and dug.": "is a Tuesday",
    "The form was due on 3 March 2025 and came on 20 March 2025, seven days late.": "it was 17 days",
    "The form was due on 3 March 2025. It came on 20 March 2025, 17 days late.": "",
}


@pytest.mark.parametrize(("sentence", "said"), WRONG.items())
def test_what_a_sentence_alone_gives_away(sentence: str, said: str) -> None:
    found = find_date_faults(make_file({"Note": f"The winter was long. {sentence}"}))
    assert [(said in one.text, one.kind) for one in found] == ([(True, "date")] if said else [])


def test_a_day_of_the_week_without_a_year_takes_that_of_the_letter() -> None:
    letter = "Garden board\n18 March 2025\nThe plot was seen on Monday, {} March. It was bare."
    assert "is a Tuesday" in find_date_faults(make_file({"Letter": letter.format(4)}))[0].text
    assert find_date_faults(make_file({"Letter": letter.format(3)})) == ()


@pytest.mark.parametrize(
    ("letter", "count"),
    [
        ("Date: 3 May 2025\nThank you for your letter of 12 May 2025. We have read it.", 1),
        ("Date: 3 May 2025\nThank you for your letter of 12 April 2025. We have read it.", 0),
        ("Date: 3 May 2025\nOn 9 May 2025 the warden inspected the plot. It was bare.", 1),
        ("Date: 3 May 2025\nOn 9 May 2025 the warden will inspect the plot. It was bare.", 0),
        ("Date: 3 May 2025\nThe hearing is fixed for 9 May 2025. You were warned.", 0),
        ("Date: 3 May 2025\nYou must pay by 9 May 2025. You were warned on 2 May 2025.", 0),
        ("Log\n3 May 2025: the warden called.\n9 May 2025: the warden came.\n12 May 2025: the plot was cleared.", 0),
    ],
)
def test_nobody_tells_what_has_not_happened_yet(letter: str, count: int) -> None:
    assert len(find_date_faults(make_file({"Letter": letter}))) == count


LATER = "On 30 March 1996 the court refused the plea of a fisher."


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The queen signed and promulgated the bill on 23 March 1995. It bans nets.", 0),
        ("The net law, signed by the queen on 23 March 1995, bans nets.", 0),
        ("The treaty was drafted in Ham and signed by nine states on 23 March 1995.", 0),
        ("Signed into law on 23 March 1995, the act bans nets.", 0),
        ("Issued on 23 March 1995, the decree bans nets.", 0),
        ("Drawn up on 23 March 1995 by the warden of the nets.", 1),
        ("Report on the nets, drawn up on 23 March 1995.", 1),
        ("Ada Lorne, signed 23 March 1995", 1),
        ("Read and signed in Ham, 23 March 1995", 1),
    ],
)
def test_the_day_of_a_law_is_no_day_of_the_article_that_tells_of_it(text: str, count: int) -> None:
    found = find_date_faults(make_file({"Nets": f"{text}\n\n{LATER}"}))
    assert sum("which was later" in one.text for one in found) == count


def test_a_paper_does_not_come_before_it_is_written() -> None:
    texts = {
        "Application": "Mira Oss\n10 March 2025\nI apply for plot 12.",
        "Reply": "Date: 20 March 2025\nYour application, received on {} March 2025, was read.",
    }
    early = texts | {"Reply": texts["Reply"].format(4)}
    (finding,) = find_date_faults(make_file(early))
    assert "has the application received on 4 March 2025, but it bears a later day, 10 March 2025" in finding.text
    assert [one.document for one in finding.passages] == ["Reply", "Application"]
    assert find_date_faults(make_file(texts | {"Reply": texts["Reply"].format(11)})) == ()


def test_a_decision_does_not_rest_on_a_later_hearing() -> None:
    def make(day: str) -> dict[str, str]:
        return {
            "Decision": "Date: 10 March 2025\nAfter the hearing the board decided that the plot is withdrawn.",
            "Minutes of the hearing": f"Date: {day} March 2025\nThe holder spoke for ten minutes.",
        }

    (finding,) = find_date_faults(make_file(make("14"), decision="Decision"))
    assert "rests on the hearing, which was later, on 14 March 2025" in finding.text
    assert find_date_faults(make_file(make("7"), decision="Decision")) == ()


@pytest.mark.parametrize(("age", "right"), [("15", "14"), ("14", "")])
def test_an_age_is_held_against_the_day_of_birth(age: str, right: str) -> None:
    texts = {
        "Record": "Pupil: Jonas Ferl, born on 5 June 2010.",
        "Letter": f"Date: 3 March 2025\nJonas Ferl is {age} years old and new here.",
        "Other": "Date: 3 March 2025\nPupils aged 16 may leave at noon. Ada Quist is 17 years old.",
    }
    found = find_date_faults(make_file(texts))
    assert [f"it is {right}." in one.text for one in found] == ([True] if right else [])


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("You may object within 14 days of this letter, that is by 20 March 2025.", "end on 24 March 2025"),
        ("You may object within 14 days of this letter, that is by 24 March 2025.", ""),
        ("You may object within 10 working days of this letter, that is by 24 March 2025.", ""),
        ("You may object within 10 working days of this letter, that is by 20 March 2025.", "end on 24 March 2025"),
        ("You may object within one month of this letter, by 10 April 2025.", ""),
    ],
)
def test_the_last_day_that_a_letter_gives_is_reckoned_again(sentence: str, said: str) -> None:
    found = find_date_faults(make_file({"Letter": f"Date: 10 March 2025\n{sentence}"}))
    assert [said in one.text for one in found] == ([True] if said else [])


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        (
            "You received the decision on 3 March 2025 and your objection of 15 March 2025 is out of time.",
            "within 14 days",
        ),
        ("You received the decision on 3 March 2025 and your objection of 19 March 2025 is out of time.", ""),
        ("You received the decision on 3 March 2025 and your objection of 25 March 2025 was made in time.", "17 March"),
        ("You received the decision on 3 March 2025 and your objection of 15 March 2025 was made in time.", ""),
    ],
)
def test_what_is_called_late_or_in_time_is_reckoned_again(sentence: str, said: str) -> None:
    file = make_file({"Rules": GARDEN_RULES, "Reply": f"Date: 2 April 2025\n{sentence}"}, rules="Rules")
    found = find_date_faults(file)
    assert [said in one.text for one in found] == ([True] if said else [])
    assert not said or [one.document for one in found[0].passages] == ["Reply", "Rules"]


@pytest.mark.parametrize(("done", "late"), [("3 April 2025", True), ("12 March 2025", False)])
def test_an_act_after_the_last_day_is_found(done: str, late: bool) -> None:
    texts = {
        "Rules": "Rule 1: The owner must repair a leaking roof within 14 days of a written report.",
        "Report": "Date: 3 March 2025\nA written report about the roof was made on 3 March 2025.",
        "Log": f"The owner had the leaking roof repaired on {done}.",
    }
    found = find_date_faults(make_file(texts, rules="Rules"))
    assert [one.passages[0].document for one in found] == (["Log"] if late else [])


@pytest.mark.parametrize(("day", "old"), [("1 September 2024", True), ("1 February 2025", False)])
def test_evidence_older_than_a_rule_allows_is_found(day: str, old: bool) -> None:
    texts = {
        "Rules": "Rule 8: A medical certificate must not be older than three months.",
        "Medical certificate": f"Date: {day}\nShe cannot dig.",
        "Decision": "Date: 10 March 2025\nThe plot is withdrawn.",
    }
    found = find_date_faults(make_file(texts, rules="Rules", decision="Decision"))
    assert ["older than 3 months" in one.text for one in found] == ([True] if old else [])


RIGHTS = "Rule 1. The plot is let for a year. Rule 2. A holder may appeal to the board within six weeks of the letter."


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("You may appeal within three weeks.", "gives 3 weeks for this, “Rules” gives 6 weeks"),
        ("Your appeal must reach us by 1 April 2025.", "it is not before 29 April 2025"),
        ("You may appeal within 42 days.", ""),
        ("Your appeal must reach us by 29 April 2025.", ""),
        ("You must pay the fee within three weeks.", ""),
    ],
)
def test_a_term_that_the_decision_gives_its_reader_is_that_of_the_rules(told: str, said: str) -> None:
    letter = f"Garden board\n18 March 2025\nDear Ms Orr,\nWe refuse your request. {told}"
    found = find_date_faults(make_file({"Rules": RIGHTS, "Letter": letter}, decision="Letter", rules="Rules"))
    assert [said in one.text for one in found] == ([True] if said else [])


PAPER_RULES = (
    "Regulations\n\nSection 4. A paper handed in after the deadline loses 0.3 points of its grade for each day.\n\n"
    "Section 9. An appeal against a grade must be received by the office within 14 days after the grade was announced."
)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Your appeal of 9 May 2025 was received after the period of 14 days, since the grade was announced on "
         "28 April 2025.", ["9 May 2025 is within 14 days of 28 April 2025"]),
        ("Your appeal of 19 May 2025 was received after the period of 14 days, since the grade was announced on "
         "28 April 2025.", []),
        ("Your paper was handed in on 7 March 2025, after the deadline of 3 March 2025.", []),
        ("Your paper came on 7 March 2025, and the grade was given on 9 March 2025. By section 4, \"A paper handed in "
         "after the deadline loses 0.3 points of its grade for each day.\"", []),
    ],
)  # fmt: skip
def test_a_term_is_held_against_the_act_it_is_set_for(said: str, expected: list[str]) -> None:
    letter = f"Decision\n\n12 June 2025\n\nYour appeal is rejected.\n\n{said}\n\nIda Keller, head of office\n"
    file = make_file({"letter": letter, "rules": PAPER_RULES}, decision="letter", rules="rules")
    told = [one.text for one in find_date_faults(file)]
    assert [any(part in one for one in told) for part in expected] == [True] * len(expected)
    assert len(told) == len(expected), told
