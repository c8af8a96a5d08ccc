"""The head of a plain text: its lines stay lines, name the paper, and are offered to nobody as evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam.evidence.corpus import ListedCorpus, make_passages, name_source
from foam.evidence.document import Citation, Document, Origin, make_document
from foam.evidence.heads import count_head
from foam.evidence.imports import read
from foam.evidence.library_corpus import make_sample_corpus
from foam.evidence.search.fake import HashingEmbedder

BODY = "The orchard has 212 trees in nine rows. Forty of the trees are older than a hundred years."


def bring(folder: Path, head: str, body: str = BODY) -> Document:
    file = folder / "3-orchard_paper.txt"
    file.write_text(f"{head}\n\n{body}\n", encoding="utf-8")
    (found,) = read(file)
    assert isinstance(found, Document)
    return found


@pytest.mark.parametrize(
    ("head", "author", "what", "published"),
    [
        (
            "The old orchard: what it costs\nReport of the Parks Office of Lindow, by Edda Quist, forester\n4 May 2025",
            "Edda Quist",
            "forester, Report of the Parks Office of Lindow",
            "2025-05-04",
        ),
        (
            "Who wants the orchard? A walk\nLindow Herald, by Ib Storm\n2025-05-09",
            "Ib Storm",
            "Lindow Herald",
            "2025-05-09",
        ),
        ("Note on the soil\nDr Tova Brenn\nLindow, 6 May 2025", "Dr Tova Brenn", "", "2025-05-06"),
        (
            "Letter on the orchard\nTova Brenn, Mill Lane 12, for the tenants\n6 May 2025",
            "Tova Brenn",
            "Mill Lane 12, for the tenants",
            "2025-05-06",
        ),
        (
            "Counting the trees\nby Edda Quist, forester of the town\n6 May 2025",
            "Edda Quist",
            "forester of the town",
            "2025-05-06",
        ),
        (
            "Letter to the council on frost\nEdda Quist, dairy farmer, Upper Lindow\n6 May 2025",
            "Edda Quist",
            "dairy farmer, Upper Lindow",
            "2025-05-06",
        ),
        ("Fruit and frost in old trees\nBeekeepers' Association of Lindow\n6 May 2025", "", "", "2025-05-06"),
        ("Who wants the orchard?\nBy Tova Brenn\nMay 2025", "Tova Brenn", "", "2025-05"),
        ("Who wants the orchard?\nDr Tova Brenn\n2025", "Dr Tova Brenn", "", "2025"),
        ("Who wants the orchard, as corrected in June 2025\nDr Tova Brenn\nMay 2025", "Dr Tova Brenn", "", ""),
        ("Counting the trees\nUpper Lindow, near the river\n6 May 2025", "", "", "2025-05-06"),
        ("Rules of the orchard\nAdopted by the members\n1 May 1999, amended on 2 June 2004", "", "", ""),
        ("Report of the gardener\n6 May 2025", "", "", "2025-05-06"),
        ("Counting the trees again, corrected on 9 May 2025\nBy Edda Quist\n6 May 2025", "Edda Quist", "", ""),
        ("Counting the trees\nBy Edda Quist\n06/05/2025", "Edda Quist", "", ""),
        ("Letter on the orchard\nTown Council\n6 May 2025", "", "", "2025-05-06"),
        ("Counting the trees\nMilton Keynes\n6 May 2025", "", "", "2025-05-06"),
    ],
)
def test_a_head_names_its_paper_as_far_as_it_says_so_plainly(
    tmp_path: Path, head: str, author: str, what: str, published: str
) -> None:
    document = bring(tmp_path, head)
    assert document.text.split("\n") == [*head.split("\n"), BODY]
    cited = document.citation
    assert (cited.title, cited.author, cited.author_qualifications, cited.published) == (
        head.split("\n")[0],
        author,
        what,
        published,
    )
    assert document.sentence(count_head(document)) == "The orchard has 212 trees in nine rows."


@pytest.mark.parametrize(
    "first",
    [
        "The trees stand in the evening\nAnd nobody is on the wall\nThe apples are red in the grasses",
        "Trees by row\nFirst row 24 trees\nSecond row 31 trees",
        "The orchard was planted on the slope above the town in the year\nin which the mill burnt down by the canal\n"
        "and was left to itself",
        "The orchard is old.\nIt was planted on 6 May 1910",
        "- By Edda Quist\n- 6 May 2025",
        "| Row | Day |\n| 1 | 6 May 2025 |",
    ],
)
def test_what_is_no_head_is_left_as_it_was(tmp_path: Path, first: str) -> None:
    document = bring(tmp_path, first)
    assert document.citation == Citation(title="3-orchard_paper")
    assert count_head(document) == 0
    assert len(make_passages(document)) == len(document.ends)


def test_a_text_that_is_nothing_but_a_few_lines_has_no_head(tmp_path: Path) -> None:
    assert count_head(bring(tmp_path, "Counting the trees\nBy Edda Quist\n6 May 2025", body="")) == 0


@pytest.mark.parametrize("first", ["Lindow Orchard Society", "Edda Quist", "From: Edda Quist, forester", "6 May 2025"])
def test_a_letterhead_or_a_sender_is_no_title(tmp_path: Path, first: str) -> None:
    document = bring(tmp_path, f"{first}\nThe Committee\n7 May 2025")
    assert document.citation.title == name_source(document) == "3-orchard_paper"
    assert count_head(document) == 3


def test_lines_of_a_head_are_offered_by_no_corpus(tmp_path: Path) -> None:
    head = "The old orchard and what its 212 trees cost\nBy Edda Quist, forester of the town of Lindow\n4 May 2025"
    document = bring(tmp_path, head)
    said = ["The orchard has 212 trees in nine rows.", "Forty of the trees are older than a hundred years."]
    for corpus in (ListedCorpus.of([document]), make_sample_corpus([document], HashingEmbedder())):
        found = corpus.find("what do the 212 trees of the old orchard of Lindow cost", limit=9)
        assert sorted(one.text for one in found) == sorted(said)
        assert {one.cite for one in found} == {"Quist 2025"}
        assert not corpus.unverified(found)


def test_a_line_with_a_figure_that_nobody_signs_may_still_be_cited(tmp_path: Path) -> None:
    document = bring(tmp_path, "Counting the trees\nBy Edda Quist\nFelled last year: 14 of the trees\n6 May 2025")
    assert "Felled last year: 14 of the trees" in [one.text for one in make_passages(document)]
    assert document.citation.author == "Edda Quist"


def test_a_paper_that_names_nobody_is_cited_by_title_and_year(tmp_path: Path) -> None:
    assert name_source(bring(tmp_path, "Report of the gardener\n6 May 2025")) == "Report of the gardener 2025"


def test_documents_imported_before_heads_were_read_stay_as_they_are() -> None:
    origin = Origin(file="a.txt", format="text", importer="text-1")
    text = f"Counting the trees\nBy Edda Quist\n6 May 2025\n{BODY}"
    old = make_document(text, origin=origin, citation=Citation(title="a"))
    assert count_head(old) == 0
    assert [one.text for one in make_passages(old)][:3] == ["Counting the trees", "By Edda Quist", "6 May 2025"]


def test_a_label_before_the_title_is_no_part_of_it(tmp_path: Path) -> None:
    paper = bring(tmp_path, "Title: Letter on the orchard\nAuthor: Tova Brenn\nDate: 6 May 2025")
    found = paper.citation
    assert (found.title, found.author, found.published) == ("Letter on the orchard", "Tova Brenn", "2025-05-06")
    assert count_head(paper) == 3


def test_a_line_with_a_label_names_the_author_whatever_the_name_looks_like(tmp_path: Path) -> None:
    paper = bring(
        tmp_path, "Lindow Orchard Rules, Part Two\nBy: the old gardeners of the walled garden\nDate: 6 May 2025"
    )
    found = paper.citation
    assert (found.title, found.author, found.published) == (
        "Lindow Orchard Rules, Part Two",
        "the old gardeners of the walled garden",
        "2025-05-06",
    )


def test_for_whom_somebody_writes_is_no_part_of_their_name(tmp_path: Path) -> None:
    paper = bring(tmp_path, "Letter from the eastern orchard\nWritten by Benno Quist for 46 members\nDate: 6 May 2025")
    assert (paper.citation.author, paper.citation.author_qualifications) == ("Benno Quist", "for 46 members")
    assert count_head(paper) == 3


def bring_as(folder: Path, name: str, text: str) -> Document:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    (found,) = read(file)
    assert isinstance(found, Document)
    return found


@pytest.mark.parametrize(
    ("line", "author", "what", "published"),
    [
        ("Parks Office of Lindow, 4 May 2025", "Parks Office of Lindow", "", "2025-05-04"),
        ("Parks Office, Town of Lindow, 4 May 2025", "Parks Office", "Town of Lindow", "2025-05-04"),
        ("Lindow Orchard Society, 2024", "Lindow Orchard Society", "", "2024"),
        ("Edda Quist, forester, May 2025", "Edda Quist", "forester", "2025-05"),
        ("By Edda Quist", "Edda Quist", "", ""),
    ],
)
def test_the_line_below_a_title_says_who_wrote_a_paper(
    tmp_path: Path, line: str, author: str, what: str, published: str
) -> None:
    papers = (
        bring_as(tmp_path, "a.md", f"# Counting the trees\n{line}\n\n{BODY}\n"),
        bring_as(tmp_path, "b.md", f"# Counting the trees\n\n{line}\n\n{BODY}\n"),
        bring_as(
            tmp_path, "c.html", f"<html><body><h1>Counting the trees</h1><p>{line}</p><p>{BODY}</p></body></html>"
        ),
        bring_as(tmp_path, "d.txt", f"Counting the trees\n{line}\n\n{BODY}\n"),
    )
    for paper in papers:
        cite = paper.citation
        assert (cite.title, cite.author, cite.author_qualifications, cite.published) == (
            "Counting the trees",
            author,
            what,
            published,
        )
        assert make_passages(paper)[0].text.startswith("The orchard has 212 trees")


@pytest.mark.parametrize("line", ["There are 212 trees in the orchard.", "Trees, 212 of them"])
def test_a_line_below_a_title_that_nobody_signs_stays_evidence(tmp_path: Path, line: str) -> None:
    paper = bring_as(tmp_path, "a.md", f"# Counting the trees in spring\n\n{line}\n\n{BODY}\n")
    assert not paper.citation.author
    assert make_passages(paper)[0].text == line


def test_front_matter_goes_before_the_line_below_the_title(tmp_path: Path) -> None:
    text = f"---\nauthor: Tova Brenn\n---\n# Counting the trees\n\nParks Office of Lindow, 4 May 2025\n\n{BODY}\n"
    assert bring_as(tmp_path, "a.md", text).citation.author == "Tova Brenn"
