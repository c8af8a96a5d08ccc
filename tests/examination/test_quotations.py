"""Quotations held against the other papers: what is altered is found; what is right is left alone."""

from __future__ import annotations

import pytest
from tests.examination.papers import make_file

from foam.evidence.imports.markdown import read_markdown
from foam.examination.file import make_case_file
from foam.examination.quotations import find_misquotations

RULES = """
    Rules of the Reading Room

    Rule 1. A reader must return a book within fourteen days, unless another reader has renewed it.

    Rule 2. The librarian may close the room on a holiday. This does not apply to the archive.

    Rule 3. Readers pay two crowns for each day after the term.

    Rule 4. The lift runs on Sundays only in the summer months.

    Rule 5. Photographs are allowed in both halls, but not with a flash.

    Rule 6. The archive is open to everybody, only a short walk away.

    Rule 7. Visitors may borrow atlases, globes and charts, including but not limited to the sea charts.
"""
DIARY = """
    Diary of the librarian

    The lamp above table six had been broken since the autumn. Nobody asked me to repair it.
"""


def find(letter: str) -> list[str]:
    """The texts of the findings on a letter that quotes the rules or the diary."""
    file = make_file({"rules": RULES, "diary": DIARY, "letter": letter}, decision="letter", rules="rules")
    found = find_misquotations(file)
    assert all(finding.kind == "quotation" and finding.passages for finding in found)
    return [finding.text for finding in found]


@pytest.mark.parametrize(
    "letter",
    [
        'Rule 3 says: "Readers pay two crowns for each day after the term."',
        'Rule 1 says that "a reader must return a book within fourteen days, unless another reader has renewed it".',
        'Rule 2 says: "The librarian may close the room on a holiday." This does not apply to the archive, though.',
        'Rule 4 says that "the lift runs on Sundays only in the summer months".',
        'Rule 4 says that "the lift runs on Sundays", though in the summer months only.',
        'Rule 6 says: "The archive is open to everybody."',
        'Rule 7 says: "Visitors may borrow atlases, globes and charts, including."',
        'You called it "a matter of great concern to everyone".',
        'My sister said "I will never go there again in my life".',
    ],
)
def test_what_is_right_or_nobodys_is_left_alone(letter: str) -> None:
    assert find(letter) == []


@pytest.mark.parametrize(
    ("letter", "told"),
    [
        ('Rule 3 says: "Readers pay five crowns for each day after the term."', "“five” where the source says “two”"),
        ('Rule 2 says: "The librarian must close the room on a holiday."', "“must” where the source says “may”"),
        (
            'Rule 2 is clear: "The librarian may close the room on a holiday. This does apply to the archive."',
            "it leaves out “not”",
        ),
        ("My sister wrote: 'Readers pay five crowns for each day after the term.'", "“five” where the source"),
    ],
)
def test_what_is_altered_is_found(letter: str, told: str) -> None:
    (text,) = find(letter)
    assert told in text


def test_a_copy_of_the_quoting_letter_is_no_source() -> None:
    letter = 'Rule 3 says: "Readers pay five crowns for each day after the term." Please pay soon, or write to us.'
    file = make_file({"rules": RULES, "letter": letter, "copy": f"{letter} Copy."}, rules="rules")
    found = find_misquotations(file)
    assert [one.passages[1].document for one in found] == ["rules", "rules"]


def test_a_kind_that_two_documents_share_does_not_name_the_other() -> None:
    head = "---\ntitle: {}\nkind: article\n---\n\n"
    page = 'The tide is strong here. The article stated its aim: "to count all the boats that were ever lost".\n'
    other = "The lamps of the harbour were lit with oil until the war.\n"
    documents = [
        read_markdown(head.format(name) + text, f"{name}.md") for name, text in (("Tides", page), ("Lamps", other))
    ]
    assert {one.facets.kind for one in documents} == {"article"}
    assert find_misquotations(make_case_file(documents)) == ()
