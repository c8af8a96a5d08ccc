"""Which of two sources is the later, and when a sentence corrects another."""

from __future__ import annotations

import pytest

from foam.contest.editions import is_correction, is_earlier, is_later_edition
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
    assert (is_earlier(old, new), is_earlier(new, old)) == (True, False)
    assert is_later_edition(new, old)
    assert not is_later_edition(paper("2 April 2012", title="Another paper"), old)


def test_the_title_of_a_paper_of_the_library_is_read_in_its_head() -> None:
    named_by_file = paper("").model_copy(update={"citation": Citation(title="report")})
    assert is_later_edition(paper("By the harbour master"), named_by_file, is_brought=True)
    unlike = make_document(f"Another paper\n\n{COST}", origin=named_by_file.origin, citation=Citation())
    assert not is_later_edition(paper("By the harbour master"), unlike, is_brought=True)


def test_a_date_in_what_a_paper_says_is_not_its_own() -> None:
    telling = paper("", said="The law was passed on 23 March 1995 and has stood since.")
    assert not is_later_edition(paper("2 April 2012"), telling)


def test_where_no_date_tells_a_paper_that_is_brought_is_the_later() -> None:
    old = paper("")
    assert is_later_edition(paper("By the harbour master"), old, is_brought=True)
    assert not is_later_edition(paper("By the harbour master"), old)
    assert not is_later_edition(paper("1 March 2012"), paper("12 March 2012"), is_brought=True)


def test_of_the_days_in_a_head_the_latest_is_its_own() -> None:
    newer = paper("Corrected edition of the report of 12 March 2012, 2 April 2012")
    assert is_later_edition(newer, paper("20 March 2012"))


@pytest.mark.parametrize(
    ("newer", "corrects"),
    [
        ("A second ferry on market days would add 900 crowns.", True),
        ("A second ferry on market days would add 900 crowns; the first report gave 300, which is wrong.", True),
        ("A second ferry on market days would add 300 crowns; it would need 2 hands.", False),
        ("A second ferry on market days would not add 300 crowns.", False),
        ("A second ferry on Sundays would cost the town 900 crowns.", False),
        (COST, False),
    ],
)
def test_a_sentence_is_read_clause_by_clause(newer: str, corrects: bool) -> None:
    assert is_correction(newer, COST) is corrects


def test_the_same_of_another_year_is_no_correction() -> None:
    assert not is_correction("In May 2007 the turnout was 44 per cent.", "In May 2011 the turnout was 29 per cent.")
    assert is_correction("In May 2011 the turnout was 44 per cent.", "In May 2011 the turnout was 29 per cent.")
