"""Quotations held against their source: what is altered, cut, or somebody else's; what is right is left alone."""

from __future__ import annotations

import pytest
from tests.examination.papers import make_file
from tests.examination.small import make_file as make_small_file

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
            'Rule 1 says: "A reader must return a book within fourteen days."',
            "without the words that limit it: “unless another reader has renewed it”",
        ),
        ('Rule 4 says that the lift "runs on Sundays".', "limit it: “only in the summer months”"),
        ('Rule 5 says: "Photographs are allowed in both halls."', "limit it: “but not with a flash”"),
        ('Rule 2 says: "The librarian may close the room on a holiday."', "This does not apply to the archive"),
        (
            'Rule 2 is clear: "The librarian may close the room on a holiday. This does apply to the archive."',
            "it leaves out “not”",
        ),
        ("Rule 3 reads as follows:\n\nReaders pay nine crowns for each day after the term.", "“nine” where the source"),
        ('Rule 3 says: "Nobody may bring food or drink into any part of the building."', "words that do not stand in"),
    ],
)
def test_what_is_altered_or_cut_is_found(letter: str, told: str) -> None:
    (text,) = find(letter)
    assert told in text


def test_words_of_another_document_are_found_under_their_own() -> None:
    (text,) = find('Rule 3 says: "The lamp above table six had been broken since the autumn."')
    assert "stand in “diary”" in text


def test_a_copy_of_the_quoting_letter_is_no_source() -> None:
    letter = 'Rule 3 says: "Readers pay five crowns for each day after the term." Please pay soon, or write to us.'
    file = make_file({"rules": RULES, "letter": letter, "copy": f"{letter} Copy."}, rules="rules")
    found = find_misquotations(file)
    assert [one.passages[1].document for one in found] == ["rules", "rules"]


LISTED = """# Rules of the union

12. A team has four rowers.

14. A rower may change clubs if the change was entered in the book of changes at least six weeks before the race.
"""


def test_a_rule_is_found_by_the_number_that_its_list_gives_it() -> None:
    """What is quoted may name another paper of the file; the rule that is named is its source."""
    quoted = '"if it was entered in the book of changes before the race"'
    papers = {
        "ruling": f"By rule 14 a change counts {quoted}. The book is kept here.",
        "rules": LISTED,
        "book": "Book of changes\n\n211, Tove Ek, 14 February 2026",
    }
    (found,) = find_misquotations(make_small_file(papers, decision="ruling", rules="rules"))
    assert "six weeks" in found.text
    assert [one.document for one in found.passages] == ["ruling", "Rules of the union"]


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("One study, by Holm and Lund, looked at moorings. The article stated its aim as ", False),
        ("A recent paper compared harbours. The study claims that it is ", False),
        ("The article in the Harbour Courier stated its aim as ", True),
    ],
)
def test_an_article_that_a_document_tells_of_is_none_of_the_file(told: str, found: bool) -> None:
    page = '# {}\n\nThe tide is strong here. {}"to count the boats that were lost for want of a chain".\n'
    plain = "# The Harbour Courier, article on lamps\n\nThe lamps of the harbour were lit with oil until the war.\n"
    file = make_small_file({"moorings": page.format("Moorings", told), "courier": plain})
    assert bool(find_misquotations(file)) is found


def test_a_kind_that_two_documents_share_does_not_name_the_other() -> None:
    head = "---\ntitle: {}\nkind: article\n---\n\n"
    page = 'The tide is strong here. The article stated its aim: "to count all the boats that were ever lost".\n'
    other = "The lamps of the harbour were lit with oil until the war.\n"
    documents = [
        read_markdown(head.format(name) + text, f"{name}.md") for name, text in (("Tides", page), ("Lamps", other))
    ]
    assert {one.facets.kind for one in documents} == {"article"}
    assert find_misquotations(make_case_file(documents)) == ()


ARTICLES = {
    "Harbour law in Norway": """
        The Pilots' Commission said in 1985 that a toll is "the price of a dredged channel and no tax on trade".
        The United States said that tolls are "a fundamentally flawed concept".""",
    "Harbour law in the United States": """
        The Pilots' Commission held that a toll is "the price of a deep channel and a tax on trade".
        Tolls may be taken by a state.""",
}


def test_articles_that_nobody_signed_do_not_speak_for_the_places_in_their_titles() -> None:
    assert find_misquotations(make_file(ARTICLES)) == ()


def test_a_signed_paper_is_still_held_to_what_it_quotes() -> None:
    quoting = 'Harbour law in the United States says that tolls may be taken "by no state".\n\nSigned: Jon Berg'
    found = find_misquotations(make_file({**ARTICLES, "Letter": quoting}))
    assert "Letter" in {one.passages[0].document for one in found}
