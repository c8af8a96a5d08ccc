"""Which of two sources is the later, and when a sentence corrects another."""

from __future__ import annotations

from pathlib import PurePath

import pytest

from foam.contest.brought import cite_by_head
from foam.contest.editions import compare_dates, is_correction, is_later_edition, says_otherwise
from foam.evidence.document import Citation, Document, Origin, make_document

TITLE = "Report on the harbour"
COST = "A second ferry on market days would add 300 crowns."


def paper(head: str, *, published: str = "", title: str = TITLE, said: str = COST) -> Document:
    origin = Origin(file="report.txt", format="text", importer="text-1")
    return make_document(
        f"{title}\n\n{head}\n\n{said}", origin=origin, citation=Citation(title=title, published=published)
    )


def test_the_date_of_a_paper_of_the_library_is_read_in_its_head() -> None:
    old, new = paper("12 March 2012"), paper("2 April 2012", said="A second ferry would add 900 crowns.")
    assert old.citation.published == ""
    assert (compare_dates(new, old), compare_dates(old, new)) == ("later", "earlier")
    assert is_later_edition(new, old)
    assert not is_later_edition(paper("2 April 2012", title="Another paper"), old)


def test_a_date_in_what_a_paper_says_is_not_its_own() -> None:
    telling = paper("", said="The law was passed on 23 March 1995 and has stood since.")
    assert compare_dates(paper("2 April 2012"), telling) == "unknown"


def test_a_paper_that_says_that_it_replaces_another_is_later_where_no_date_tells() -> None:
    old = paper("")
    assert is_later_edition(paper("Corrected; it replaces the first report"), old)
    assert not is_later_edition(paper("By the harbour master"), old)
    assert not is_later_edition(paper("Corrected on 1 March 2012"), paper("12 March 2012"))


@pytest.mark.parametrize(
    ("newer", "otherwise", "corrects"),
    [
        ("A second ferry on market days would add 900 crowns.", True, True),
        ("A second ferry on market days would add 900 crowns; the first report gave 300, which is wrong.", True, True),
        ("A second ferry on market days would add 300 crowns; it would need 2 hands.", False, False),
        ("A second ferry on market days would not add 300 crowns.", True, False),
        ("A second ferry on Sundays would cost the town 900 crowns.", False, False),
        (COST, False, False),
    ],
)
def test_a_sentence_is_read_clause_by_clause(newer: str, otherwise: bool, corrects: bool) -> None:
    assert (says_otherwise(newer, COST), is_correction(newer, COST)) == (otherwise, corrects)


def test_the_same_of_another_year_is_no_correction() -> None:
    assert not is_correction("In May 2007 the turnout was 44 per cent.", "In May 2011 the turnout was 29 per cent.")
    assert is_correction("In May 2011 the turnout was 44 per cent.", "In May 2011 the turnout was 29 per cent.")


def page(head: str, *, said: str = COST, file: str = "report.txt", brought: bool = False) -> Document:
    """A plain text as it is imported: called by its file's name, the lines of its head run together."""
    origin = Origin(file=file, format="text", importer="text-1")
    found = make_document(f"{head}\n{said}", origin=origin, citation=Citation(title=PurePath(file).stem))
    return cite_by_head(found) if brought else found


OFFICE = "Ferries and tolls of the outer isles Harbour Office of Sund Report to the council"


@pytest.mark.parametrize(
    "head",
    [
        f"{OFFICE}, corrected edition, 3 June 2024",
        f"{OFFICE}, 12 March 2024 Corrected edition, 3 June 2024: this edition replaces that of 12 March 2024",
        OFFICE + " Corrected edition",
    ],
)
def test_a_corrected_page_is_known_by_how_its_head_begins(head: str) -> None:
    cited = page(f"{OFFICE}, 12 March 2024")
    newer = page(head, said="A second ferry on market days would add 900 crowns.", file="new.txt", brought=True)
    assert is_later_edition(newer, cited)
    assert not is_later_edition(cited, newer)


def test_a_page_of_another_head_is_no_edition() -> None:
    cited = page(f"{OFFICE}, 12 March 2024")
    assert not is_later_edition(page("Letter of a skipper to the council, 3 June 2024", brought=True), cited)
    assert not is_later_edition(page("Ferries and trains, corrected, 3 June 2024", brought=True), cited)
