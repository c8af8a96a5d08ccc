"""The file that is examined: who wrote what, in which role, when; copies; roles that are corrected."""

from __future__ import annotations

from datetime import date

import pytest
from tests.examination.papers import make_file, read_sample

from foam.errors import InputError

LETTER = """
    Marsh Street Library
    Lending Office
    3 March 2024

    Dear Mr Tull,

    Your card is blocked.

    Yours sincerely,
    Vera Koss
    Head of lending
"""
WITNESS = """
    Statement of Hugo Brandt, bystander
    Date: 2024-02-11

    I saw the bicycle fall at noon. I was present when the lorry turned.

    Signed: Hugo Brandt
"""


def test_authors_are_read_from_the_documents_own_text() -> None:
    file = make_file({"letter": LETTER, "witness": WITNESS, "bare": "The gate was shut at nine in the evening."})
    letter, witness, bare = (one.author for one in file.documents)
    assert (letter.name, letter.role, letter.signed, letter.dated) == ("Vera Koss", "authority", True, date(2024, 3, 3))
    assert (witness.name, witness.role, witness.knowledge) == ("Hugo Brandt", "independent", "first-hand")
    assert witness.dated == date(2024, 2, 11)
    assert (bare.name, bare.role, bare.signed, bare.dated) == ("", "unknown", False, None)


def test_hearsay_is_told_from_what_was_seen() -> None:
    (one,) = make_file(
        {"note": "I was told that the gate was open. According to the porter it was never locked."}
    ).documents
    assert one.author.knowledge == "reported"


def test_to_whom_a_letter_goes_does_not_make_its_author_an_authority() -> None:
    (one,) = make_file(
        {"letter": "To the Licensing Board\n\nI object to the licence.\n\nYours faithfully,\nAda Moor\n"}
    ).documents
    assert (one.author.name, one.author.role) == ("Ada Moor", "unknown")


def test_the_decision_and_the_rules_are_the_authoritys() -> None:
    file = read_sample("allotment")
    assert file.decision is not None
    assert file.decision.name == "decision"
    assert {one.author.role for one in (file.decision, *file.rules)} == {"authority"}


def test_a_role_is_corrected_by_the_name_of_the_document_or_the_author() -> None:
    papers = {"letter": LETTER, "witness": WITNESS}
    by_file = make_file(papers, roles={"witness.txt": "party"})
    by_name = make_file(papers, roles={"hugo brandt": "party"})
    assert [one.author.role for one in by_file.documents] == [one.author.role for one in by_name.documents]
    assert by_file.documents[1].author.role == "party"
    with pytest.raises(InputError, match="nobody"):
        make_file(papers, roles={"nobody": "party"})


def test_copies_belong_together_and_nothing_is_filed_twice() -> None:
    copied = LETTER.replace("Your card is blocked.", "Your  card is blocked!")
    file = make_file({"letter": LETTER, "copy": copied, "same": LETTER, "witness": WITNESS})
    assert [one.name for one in file.documents] == ["letter", "copy", "witness"]
    assert [one.name for one in file.list_others(file.documents[0])] == ["witness"]


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Attendance of pupil 12\n\n| Week | Days |\n| 1 | 5 |\n| 2 | 4 |\n| 3 | 5 |\n", "unknown"),
        ("NORTH LINE COACHES - DRIVER INCIDENT REPORT\n\nA bottle was thrown.\n\nW. Petty\n(signed)\n", "unknown"),
        ("Register of complaints, Licensing Office\n\n3 May 2024: a complaint about noise.\n", "authority"),
        ("Noise log kept by the tenant\n\n3 May 2024: music until two.\n", "party"),
        ("The tenant's log\n\n3 May 2024: music until two.\n", "party"),
        ("Letter of the tenant\n\nThe music went on until two.\n", "party"),
    ],
)
def test_whom_a_register_or_a_table_is_about_did_not_write_it(text: str, role: str) -> None:
    (one,) = make_file({"paper": text}).documents
    assert one.author.role == role


def test_an_employer_is_no_party_by_guess() -> None:
    head, foot = "Brandt Bakery Ltd, Harwick\n9 February 2026\nTo: Grants Office", "Tomas Brandt, manager"
    letter = f"{head}\n\nWe paid her 1,480 crowns in November.\n\n{foot}"
    (one,) = make_file({"employer letter": letter}).documents
    assert (one.author.name, one.author.role) == ("Tomas Brandt", "unknown")
