"""What decides: found in both versions of a file, nothing where the papers are gone, and nothing by a party's word."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.examination.filing import FOLDER, VERSIONS, Version, load_file, write_version
from tests.examination.small import make_file

from foam.argument.motion import parse_motion
from foam.deliberation.examined import say_follows
from foam.evidence.document import Document
from foam.evidence.ingest import read_paths
from foam.examination.dates import find_date_faults
from foam.examination.deciding import find_deciding
from foam.examination.file import CaseFile, make_case_file
from foam.examination.finding import Finding
from foam.examination.upheld import agree_on_day
from foam.model.judge import Weighed
from foam.text.pointer import Pointer, parse_pointer

WANTED = {"reverse": "against", "uphold": "for"}
BY_CODE = (
    "benefits-mobility",
    "benefits-overpayment",
    "housing-arrears",
    "housing-noise",
    "housing-transfer",
    "other-dog-licence",
    "other-grant-repayment",
    "other-library-fine",
    "other-swimming-club",
    "other-visa-lecturer",
    "school-attendance",
    "school-conference",
    "school-hearing",
    "school-warnings",
)
"""The files whose deciding fact code alone can tell."""


def say_nothing(pairs: object) -> list[Weighed]:
    """A judge that finds that nothing bears on anything."""
    return [Weighed(supports=0.0, contradicts=0.0, neither=1.0, bears=0.0) for _ in pairs]  # type: ignore[attr-defined]


def file_version(name: str, version: Version, folder: Path, *, only_decision: bool = False) -> CaseFile:
    paths = write_version(load_file(FOLDER / f"{name}.toml"), version, folder)
    kept = paths[:2] if only_decision else paths
    documents = [one for one in read_paths(list(kept)) if isinstance(one, Document)]
    letter, *_ = [one for one in documents if Path(one.origin.file).name == paths[0].name]
    rules = [one for one in documents if Path(one.origin.file).name == paths[1].name]
    return make_case_file(documents, decision=letter, rules=rules)


def decide(file: CaseFile) -> tuple[Finding, ...]:
    return find_deciding(file, weigh_pairs=say_nothing)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", BY_CODE)
def test_the_deciding_fact_is_found_by_code(name: str, version: Version, tmp_path: Path) -> None:
    found = decide(file_version(name, version, tmp_path))
    assert {one.bearing for one in found} == {WANTED[load_file(FOLDER / f"{name}.toml").outcome[version].verdict]}
    assert all(one.pointers for one in found)


def test_without_the_papers_nothing_decides(tmp_path: Path) -> None:
    assert decide(file_version("school-conference", "a", tmp_path, only_decision=True)) == ()


def test_a_finding_says_what_follows_in_the_words_of_the_motion() -> None:
    undo = parse_motion("Should the refusal be reversed?")
    assert say_follows("against", undo) == undo.affirmed
    assert say_follows("for", undo) == undo.denied
    keep = parse_motion("Should the refusal be upheld?")
    assert say_follows("against", keep) == keep.denied
    other = parse_motion("Should the town build a bridge?")
    assert say_follows("for", other) == "By this, the decision should stand."


def test_a_pointer_to_a_finding_is_printed_as_one() -> None:
    pointer = Pointer(document="a" * 64, sentence=2, computed=True, examined=True)
    assert str(pointer).startswith("finding:")
    assert parse_pointer(str(pointer)) == pointer


@pytest.mark.parametrize(("came", "bearing"), [("14 May 2026", "against"), ("2 June 2026", "for")])
def test_an_act_that_is_called_late_is_held_against_the_register(came: str, bearing: str, tmp_path: Path) -> None:
    texts = {
        "1.txt": "Parking Office\n\nDecision\n\n3 June 2026\n\nDear Ms Adeyemi,\n\nYour application for a permit is "
        "refused.\n\nThe application was not made in time. Under rule 6 a renewal must be received by the office "
        "within 20 days of the day on which the old permit ended. Your old permit ended on 30 April 2026.\n\n"
        "Signed: R. Holt, Parking Officer\n",
        "2.txt": "Parking Rules\n\nRule 6. A renewal must be received by the office within 20 days of the day on which "
        "the old permit ended.\n",
        "3.txt": f"Mail room\n\nRegister of incoming mail\n\nThe office received the completed form on {came}.\n\n"
        "Signed: P. Lindqvist, mail room clerk\n",
        "4.txt": "Ngozi Adeyemi\n\n5 June 2026\n\nI brought the form in person, well within the time.\n\nSigned: Ngozi "
        "Adeyemi\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    documents = [one for one in read_paths(sorted(tmp_path.iterdir())) if isinstance(one, Document)]
    file = make_case_file(documents, decision=documents[0], rules=documents[1:2])
    assert [one.author.role for one in file.documents][-1] == "party"
    assert {one.bearing for one in decide(file)} == {bearing}


@pytest.mark.parametrize(
    ("text", "claim", "agree"),
    [
        ("Tue May 26: envelope put into the box by a neighbour", "Your notice was received on May 26, 2026.", True),
        ("Your notice was not received on May 26, 2026.", "Your notice was received on May 26, 2026.", False),
        ("Tue May 27: envelope put into the box", "Your notice was received on May 26, 2026.", False),
    ],
)
def test_what_tells_of_the_same_day_is_no_denial(text: str, claim: str, *, agree: bool) -> None:
    assert agree_on_day(text, claim) == agree


@pytest.mark.parametrize(
    ("second", "rules", "decides"),
    [
        ("2. The lock was not on the list.", "The opinion of the engineer is decisive.", False),
        ("", "The opinion of the engineer is decisive.", True),
        ("", "Claims are made in writing.", False),
    ],
)
def test_a_contradicted_reason_decides_where_it_is_the_only_one_and_its_author_decides(
    second: str, rules: str, decides: bool
) -> None:
    """The judge finds the first reason contradicted; the decision may stand by the other."""
    letter = f"We decline the claim.\n\n{'1. ' if second else ''}The frame could not be identified by the dealer.\n\n"
    dealer = "Report of Ada Moor, engineer\n\nThe frame can be identified by the dealer.\n\nSigned: Ada Moor"
    texts = {"letter": f"{letter}{second}", "rules": rules, "dealer": dealer}
    file = make_file(texts, decision="letter", rules="rules")

    def weigh(pairs: Sequence[tuple[str, str]]) -> list[Weighed]:
        denied = Weighed(supports=0.0, contradicts=0.95, neither=0.05, bears=0.95)
        (nothing,) = say_nothing([()])
        return [denied if "can be identified" in text and "frame" in claim else nothing for text, claim in pairs]

    assert bool(find_deciding(file, weigh_pairs=weigh)) == decides


LATE = {
    "letter": "Decision\n\n20 February 2026\n\nDear Ms Solberg,\n\nYour application for the heating grant is "
    "refused.\n\nThe last day was 31 January 2026, so it came late.\n\nIda Keller, caseworker\n",
    "office": "Grants Office\n\n20 February 2026\n\nYour application for the heating grant reached us on {came}.\n\n"
    "Signed: Ida Keller, caseworker\n",
}
WEEKEND = "Where the last day falls on a Saturday or a Sunday, the application is in time on the next working day."


def file_late(came: str, beside: str, last: str = "31 January 2026") -> CaseFile:
    rules = (
        f"Rules\n\nSection 3. The application for the grant must reach the office by {last}. {beside}\n\n"
        "Section 4. An appeal may be made late for good cause.\n"
    )
    letter = LATE["letter"].replace("31 January 2026", last)
    texts = {"letter": letter, "rules": rules, "office": LATE["office"].format(came=came)}
    return make_file(texts, decision="letter", rules="rules", roles={"office": "independent"})


@pytest.mark.parametrize(
    ("came", "last", "beside", "bearing"),
    [
        ("2 February 2026", "31 January 2026", WEEKEND, "against"),
        ("3 February 2026", "31 January 2026", WEEKEND, None),
        ("16 February 2026", "31 January 2026", WEEKEND, "for"),
        ("2 February 2026", "31 January 2026", "", None),
        ("3 February 2026", "31 January 2026", "", "for"),
        ("16 February 2026", "30 January 2026", "The office may extend it for good cause.", None),
        ("29 January 2026", "30 January 2026", "The office may extend it for good cause.", "against"),
        ("16 February 2026", "30 January 2026", "The day is not extended.", "for"),
        ("2 February 2026", "30 January 2026", "If it falls on a public holiday, the next working day counts.", None),
        ("2 February 2026", "30 January 2026", "", "for"),
    ],
)
def test_a_last_day_decides_only_with_the_sentences_beside_it(
    came: str, last: str, beside: str, bearing: str | None
) -> None:
    """31 January 2026 is a Saturday; holidays and good cause are not for code to tell."""
    file = file_late(came, beside, last)
    assert {one.bearing for one in decide(file)} == ({bearing} if bearing else set())
    told = [one.text for one in find_date_faults(file) if "calls this late" in one.text]
    assert bool(told) == (bearing != "for"), "who reads the report is told what is wrong, or what to ask"


def test_one_reason_of_several_that_fails_does_not_reverse_the_decision() -> None:
    file = file_late("2 February 2026", WEEKEND)
    assert file.decision is not None
    listed = LATE["letter"].replace("The last day", "1. The house has no boiler.\n\n2. The last day")
    rules = file.rules[0].document.text
    texts = {"letter": listed, "rules": rules, "office": LATE["office"].format(came="2 February 2026")}
    assert decide(make_file(texts, decision="letter", rules="rules", roles={"office": "independent"})) == ()
