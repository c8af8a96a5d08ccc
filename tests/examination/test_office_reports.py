"""Who is said to say what, as notes and minutes put it; and what looks like a fault and is none."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.examination.small import make_file

from foam.examination.missing import find_missing
from foam.examination.parts import is_outcome
from foam.examination.reports import find_misreports
from foam.examination.sayings import find_sayings
from foam.examination.wording import is_heading
from foam.model.judge import Weighed

LETTER = "Mara Lind, harbour master\n\nThe boat came in on Monday. It was tied up with two ropes. I saw no damage."
INTERVIEW = (
    "INTERVIEW with C. Tull (CT) and J. Pell (JP)\n\nJP: When did you sell the boat?\n\nCT: In the spring of 2023."
)


@pytest.mark.parametrize(
    "note",
    [
        "The harbour master has deposed that the boat sank.",
        "(ii) The harbour master has deposed that the boat sank.",
        "Boat: the harbour master conceded that the boat sank.",
        "According to Ms Lind's letter the boat sank at its berth.",
        "According to Mara Lind the boat sank at its berth.",
        "Ms Lind's letter. The clerk read from it. She writes that the boat sank.",
        "Ms Lind maintains that the boat sank.",
        "The harbour master's letter was read. It says that the boat sank.",
    ],
)
def test_the_source_of_a_report_is_resolved(note: str) -> None:
    file = make_file({"Letter of the harbour master": LETTER, "Minutes of the meeting": f"MINUTES\n\n{note}"})
    sayings = [one for one in find_sayings(file) if "sank" in one.words]
    assert [[source.name for source in one.sources] for one in sayings] == [["Letter of the harbour master"]]


def test_first_letters_name_whoever_the_record_says() -> None:
    texts = {"Record of 3 May": INTERVIEW, "Summary": "Boat: in interview CT conceded that he sold it this spring."}
    (saying,) = (one for one in find_sayings(make_file(texts)) if "sold" in one.words)
    assert [one.name for one in saying.sources] == ["Record of 3 May"]


def _weigh_nothing(pairs: Sequence[tuple[str, str]]) -> Sequence[Weighed]:
    return [Weighed(supports=0.0, contradicts=0.0, neither=1.0, bears=0.0) for _ in pairs]


@pytest.mark.parametrize(
    ("said", "held", "count"),
    [
        ("the crew missed the first two weeks of the season", "The crew missed one day of the season.", 1),
        ("the crew missed two weeks of the season", "The crew missed 14 days of the season.", 0),
        ("the crew missed about two weeks of the season", "The crew missed 13 days of the season.", 0),
        ("the crew kept the old boat until this spring", "The crew gave up the old boat in the spring of 2023.", 1),
        ("the crew kept the old boat until last spring", "The crew gave up the old boat in the spring of 2024.", 0),
    ],
)
def test_lengths_and_seasons_of_the_source_are_held_against_the_report(said: str, held: str, count: int) -> None:
    texts = {
        "Letter of the coach": f"Ann Orr, coach\n\n{held} It rained.",
        "Memo": f"Date: 5 May 2025\nThe coach writes that {said}.",
    }
    assert len(find_misreports(make_file(texts), weigh_pairs=_weigh_nothing)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("JP: When did you sell the old boat?\n\nCT: In the spring, after the storm.", 0),
        ("Q: When did you sell the old boat?\n\nA: In the spring.", 0),
        ("When did you sell the old boat?\n\nPlease be quick.", 1),
        ("Please reply on the enclosed form by Friday.", 0),
        ("Complete and return the attached form.", 0),
        ("The enclosed survey report shows the damage.", 1),
    ],
)
def test_what_is_answered_or_goes_with_the_letter_is_not_missing(text: str, count: int) -> None:
    rules = "Section 1. Every boat has a number."
    file = make_file({"Paper": text, "rules": rules, "Other": "The sea was calm. It rained."}, rules="rules")
    assert len(find_missing(file)) == count


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Your application is therefore disallowed.", True),
        ("The claim is hereby rejected.", True),
        ("You do not qualify to join the club.", True),
        ("Your name has been removed from the list.", True),
        ("I therefore refuse the application.", True),
        ("Your application is refused because you did not pay.", False),
        ("You did not pay the fee for May.", False),
        ("The berth was removed by the storm.", False),
    ],
)
def test_an_outcome_is_no_reason(text: str, expected: bool) -> None:
    assert is_outcome(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("TS9 CLAIM TO JOIN A SAILING CLUB", True),
        ("FORM RSA 1—RETURN OF A BOAT", True),
        ("Harbour Office, North Quay", True),
        ("Notice of Removal", True),
        ("The boat sank.", False),
        ("I saw the boat", False),
    ],
)
def test_headings_state_nothing(text: str, expected: bool) -> None:
    assert is_heading(text) is expected
