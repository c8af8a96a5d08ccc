"""The file that is examined: who wrote what, in which role, when; copies; roles that are corrected."""

from __future__ import annotations

from datetime import date

import pytest
from tests.examination.papers import make_file, read_sample

from foam.errors import InputError

LETTER = """
    Marsh Street Library
    3 March 2024

    Dear Mr Tull,

    Your card is blocked.

    Signed: Vera Koss, head of lending
"""
WITNESS = """
    From: Hugo Brandt
    Date: 2024-02-11

    I saw the bicycle fall at noon. I was present when the lorry turned.
"""


def test_authors_and_days_are_read_from_the_form_of_a_document() -> None:
    file = make_file({"letter": LETTER, "witness": WITNESS, "bare": "The gate was shut at nine in the evening."})
    letter, witness, bare = (one.author for one in file.documents)
    assert (letter.name, letter.signed, letter.dated) == ("Vera Koss", True, date(2024, 3, 3))
    assert (witness.name, witness.signed, witness.dated) == ("Hugo Brandt", False, date(2024, 2, 11))
    assert (bare.name, bare.signed, bare.dated) == ("", False, None)


@pytest.mark.parametrize(
    ("foot", "name", "signed"),
    [
        ("(signed) Ada Moor", "Ada Moor", True),
        ("Ada Moor\n(signed)", "Ada Moor", True),
        ("Ada Moor (signed)", "Ada Moor", True),
        ("Signed:\nAda Moor", "Ada Moor", True),
        ("Ada Moor, clerk", "Ada Moor", False),
        ("The gate stood open.", "", False),
    ],
)
def test_a_signature_is_read_where_it_stands(foot: str, name: str, *, signed: bool) -> None:
    (one,) = make_file({"note": f"A note\n\nThe gate was shut.\n\n{foot}"}).documents
    assert (one.author.name, one.author.signed) == (name, signed)


def test_nobody_gets_a_role_by_guess_but_the_decision_and_the_rules_are_the_authoritys() -> None:
    file = read_sample("allotment")
    assert file.decision is not None
    assert file.decision.name == "decision"
    assert {one.author.role for one in (file.decision, *file.rules)} == {"authority"}
    assert {one.author.role for one in file.documents if one.part == "document"} == {"unknown"}


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
