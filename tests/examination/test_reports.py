"""Reports of another document in one's own words, held against it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.examination.papers import make_file

from foam.examination.reports import find_misreports
from foam.model.judge import Weighed

POLICY = """
    Section 1. The tenant must give notice in writing before leaving.

    Section 2. The deposit is returned within thirty days, provided that the keys have been handed in.

    Section 3. Pets may be kept in a flat on the ground floor.

    Section 5. If a defect is not mended in time, the tenant may reduce the rent.

    Section 4. The yard
    (a) Cars may stand in the yard for an hour.
    (b) Bicycles may stand in the yard for ten days.
"""
SURVEY = """
    Report of Lotte Brink, surveyor
    4 May 2023

    I measured the damp in the cellar on 2 May 2023. Half of the north wall was wet. The roof was sound.
    Mr Udo Lenz held the lamp.

    Signed: Lotte Brink
"""


def weigh_none(pairs: Sequence[tuple[str, str]]) -> list[Weighed]:
    """A judge that never sees anything."""
    return [Weighed(supports=0, contradicts=0, neither=1, bears=0) for _ in pairs]


def find(letter: str) -> list[str]:
    file = make_file({"policy": POLICY, "survey": SURVEY, "letter": letter}, decision="letter", rules="policy")
    return [finding.text for finding in find_misreports(file, weigh_pairs=weigh_none)]


@pytest.mark.parametrize(
    "letter",
    [
        "Section 1 says that the tenant must give notice in writing before leaving.",
        "Under section 2, the deposit is returned within thirty days if the keys have been handed in.",
        "The surveyor reported that half of the north wall was wet.",
        "Ms Brink found that the roof was sound on 2 May 2023.",
        "She said that all of the walls were wet.",
        "Section 2 says that the deposit is returned. I wrote that it took ninety days with the keys handed in.",
        "Section 4(a) says that cars may stand in the yard for sixty minutes.",
        "The survey does not mention the kitchen.",
    ],
)
def test_what_the_source_says_is_left_alone(letter: str) -> None:
    assert find(letter) == []


@pytest.mark.parametrize(
    ("letter", "told"),
    [
        ("Under section 1, the tenant may give notice in writing before leaving.", "“may”, the source “must”"),
        (
            "Section 2 says that the deposit is returned within ninety days if keys are handed in.",
            "the source “thirty days”",
        ),
        ("According to section 2, the deposit is returned within thirty days.", "leaves out “provided that the keys"),
        ("The surveyor reported that all of the north wall was wet.", "it says “all”, the source “Half”"),
        (
            "The survey says that the roof was sound. It also says that all of the north wall was wet.",
            "“all”, the source",
        ),
        ("Section 5 says that the tenant may reduce the rent.", "it leaves out “If a defect is not mended in time”"),
        ("The survey says that Mr Olaf Rask held the lamp.", "it says “Mr Olaf Rask”, the source “Mr Udo Lenz”"),
        ("The letter of the surveyor does not mention the cellar.", "does not say this, but it does"),
        ("Section 4(b) says that a bicycle may stand in the yard for two weeks.", "“two weeks”, the source “ten days”"),
        ("Lotte Brink wrote that she measured the damp in the cellar on 9 May 2023.", "the source “2 May 2023”"),
    ],
)
def test_what_is_told_otherwise_is_found(letter: str, told: str) -> None:
    (text,) = find(letter)
    assert told in text


def test_the_judge_is_asked_where_no_word_gives_it_away() -> None:
    asked: list[tuple[str, str]] = []

    def weigh(pairs: Sequence[tuple[str, str]]) -> list[Weighed]:
        asked.extend(pairs)
        return [Weighed(supports=0.1, contradicts=0.8, neither=0.1, bears=0.9) for _ in pairs]

    letter = "The surveyor confirmed that the roof leaked badly."
    file = make_file({"survey": SURVEY, "letter": letter})
    (finding,) = find_misreports(file, weigh_pairs=weigh)
    assert ("The roof was sound.", "The roof leaked badly.") in asked
    assert (finding.established, finding.sure) == ("judge", 0.8)
    assert [passage.speaker for passage in finding.passages] == ["letter", "Lotte Brink (independent), 4 May 2023"]


@pytest.mark.parametrize(
    ("who", "reports"),
    [
        ("Although surveyors", False),
        ("Some surveyors", False),
        ("Many of the surveyors", False),
        ("The surveyors", True),
        ("A survey", True),
    ],
)
def test_people_of_a_kind_are_no_document(who: str, *, reports: bool) -> None:
    def weigh(pairs: Sequence[tuple[str, str]]) -> list[Weighed]:
        return [Weighed(supports=0.1, contradicts=0.8, neither=0.1, bears=0.9) for _ in pairs]

    survey = SURVEY.replace("Report of Lotte Brink, surveyor", "Survey of the house").replace("Signed: Lotte Brink", "")
    file = make_file({"survey": survey, "letter": f"{who} argue that the roof leaked badly, it did not."})
    assert bool(find_misreports(file, weigh_pairs=weigh)) is reports


BYLAWS = """
    By-law 8. Boats are kept clean.

    By-law 9. The office may take a berth back if the boat was left at sea on two nights within a period of four weeks.

    By-law 10. Where a boat is longer than nine metres and at least two fenders have been hung out, it may be moored.

    By-law 11. The office may exclude a holder whose conduct seriously and repeatedly harms the port.
"""


@pytest.mark.parametrize(
    ("letter", "told"),
    [
        (
            "By-law 9 allows the office to take a berth back if the boat was left at sea on two nights.",
            "within a period of four weeks",
        ),
        (
            "By-law 10 says that boats longer than nine metres may moor.",
            "at least two fenders have been hung out",
        ),
        (
            "Under by-law 11 the office may exclude a holder whose conduct harms the port.",
            "seriously and repeatedly",
        ),
        (
            "Under by-law 11 the office may exclude a holder whose conduct seriously and repeatedly harms the port.",
            "",
        ),
    ],
)
def test_a_rule_is_told_with_all_that_narrows_it(letter: str, told: str) -> None:
    file = make_file({"bylaws": BYLAWS, "letter": letter}, decision="letter", rules="bylaws")
    found = [finding.text for finding in find_misreports(file, weigh_pairs=weigh_none)]
    assert [f"leaves out “{told}”" in one for one in found] == ([True] if told else [])


def test_rules_that_are_named_without_a_number_are_held_against_their_words() -> None:
    file = make_file({"Terms of hire": "1. A boat is let if the hirer has sailed for at least 40 hours.\n\n2. Fees.",
                      "letter": "The terms of hire require that the hirer has sailed for at least 60 hours."},
                     decision="letter", rules="Terms of hire")  # fmt: skip
    (finding,) = find_misreports(file, weigh_pairs=weigh_none)
    assert "it says “60 hours”, the source “40 hours”" in finding.text


def test_a_numbered_rule_that_is_said_to_be_silent_names_no_other_paper() -> None:
    """`Rule 9` is not the ruling, though their words are of one root."""
    papers = {
        "ruling": "Ruling on the race\n\nThe vest of the rower was another club's.",
        "policy": POLICY,
        "letter": "Rule 9 does not say anything about the vest of a rower.",
    }
    file = make_file(papers, decision="ruling", rules="policy")
    assert find_misreports(file, weigh_pairs=weigh_none) == ()


WELLS = """
    Report of Lotte Brink, surveyor
    4 May 2023

    Between 2021 and 2025 we tested 31 wells beside salted roads. In 9 of the 31 wells chloride exceeded the limit.
    In a comparison group of 20 wells far from any road, none exceeded the limit. No well was closed.

    Signed: Lotte Brink
"""


@pytest.mark.parametrize(
    ("letter", "is_wrong"),
    [
        ("The surveyor reported that in 9 of the 31 wells that were tested the chloride was above the limit.", False),
        ("The surveyor reported that in some of the 31 wells there was too much chloride.", False),
        ("The surveyor reported that several wells were closed.", True),
    ],
)
def test_a_report_is_not_held_against_what_the_source_says_of_another_group(letter: str, *, is_wrong: bool) -> None:
    def weigh(pairs: Sequence[tuple[str, str]]) -> list[Weighed]:
        against = ["none exceeded" in line or "No well" in line for line, _ in pairs]
        return [
            Weighed(supports=0.1, contradicts=0.9 if one else 0.1, neither=0.0, bears=0.9 if one else 0.5)
            for one in against
        ]

    file = make_file({"survey": WELLS, "letter": letter})
    assert bool(find_misreports(file, weigh_pairs=weigh)) is is_wrong


def test_the_year_of_a_report_may_stand_in_another_sentence_of_its_source() -> None:
    survey = (
        "Survey of the lending sheds\n\nIn 2025 members borrowed tools 9,600 times. "
        "Of these loans 1,440 ended late, and 312 tools were never returned.\n"
    )
    letter = "Note\n\nThe survey of the lending sheds reports that {} tools were never returned in 2025.\n"

    def weigh(pairs: Sequence[tuple[str, str]]) -> list[Weighed]:
        return [Weighed(supports=0.1, contradicts=0.9, neither=0.0, bears=0.9) for _ in pairs]

    def is_wrong(figure: str) -> bool:
        return bool(find_misreports(make_file({"survey": survey, "letter": letter.format(figure)}), weigh_pairs=weigh))

    assert not is_wrong("312")
    assert is_wrong("512")
