"""Debaters' files of many templates: tags, cites and breaks that no style announces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from docx.oxml.ns import qn
from tests.evidence.imports.test_docx import CITE, UNDERLINE, cards_of, marked
from tests.evidence.imports.verbatim import VerbatimFile

from foam.evidence.document import Document, Highlight, Underline

BOLD: dict[str, Any] = {"bold": ""}
BODY = "The harbour silts up by a metre a year, and dredging costs more than the harbour earns."


@pytest.fixture
def file() -> VerbatimFile:
    return VerbatimFile()


def tags_and_cites(found: list[Document]) -> list[tuple[str, str, bool]]:
    return [(one.card.tag, one.card.cite, one.card.analytic) for one in found if one.card]


def alias(file: VerbatimFile, style: str, names: str) -> None:
    """Give a style other aliases than the template's."""
    file.file.styles[style].element.find(qn("w:aliases")).set(qn("w:val"), names)


def test_words_between_tag_and_cite_are_the_undertag(file: VerbatimFile, tmp_path: Path) -> None:
    file.file.styles.add_style("Undertag", 1)
    file.tag("Dredging fails")
    file.paragraph("It is slow.", style="Undertag")
    file.paragraph(("And the spoil is toxic", BOLD))
    file.paragraph(("Osei 9", CITE), " (Ada, harbour master, “Silt,” The Pilot)")
    file.paragraph(BODY)
    (card,) = cards_of(file.save(tmp_path / "a.docx"))
    assert card.card
    assert (card.card.tag, card.card.undertag) == ("Dredging fails", "It is slow. And the spoil is toxic")
    assert (card.card.cite, card.citation.published, card.text) == ("Osei 9", "2009", BODY)


@pytest.mark.parametrize(
    ("runs", "spoken"),
    [
        ((("Osei 9", BOLD), " (Ada, harbour master)"), "Osei 9"),
        ((("Osei ’14", {"bold": "", "underline": "single"}), ", harbour master, The Pilot"), "Osei ’14"),
        (("Ada ", ("Osei", BOLD), ", harbour master, 3-7-", ("11", BOLD)), "Osei 11"),
        ((("Osei and Baro 2k7", BOLD),), "Osei and Baro 2k7"),
        ((("Osei et al. 4/10/14", BOLD), " [pilots]"), "Osei et al. 4/10/14"),
        (("Ada Osei, 2004, “Silt,” The Pilot, acc. 8-7-2004",), "Osei 2004"),
        ((("Osei 12", {"style": "AuthorYear"}), " of the harbour office"), "Osei 12"),
    ],
)
def test_cites_of_every_make(file: VerbatimFile, tmp_path: Path, runs: tuple[Any, ...], spoken: str) -> None:
    file.character("AuthorYear", "AuthorYear")
    file.tag("Dredging fails")
    file.paragraph(*runs)
    file.paragraph("The harbour ", ("silts up", UNDERLINE), " by a metre a year.")
    (card,) = cards_of(file.save(tmp_path / "a.docx"))
    assert tags_and_cites([card]) == [("Dredging fails", spoken, False)]
    assert card.citation.last_name == "Osei"
    assert marked(card, Underline) == ["silts up"]


def test_bold_lines_above_cites_are_tags_where_no_style_says_so(file: VerbatimFile, tmp_path: Path) -> None:
    file.paragraph(("Harbour DA", {"bold": "", "underline": "single"}))
    for tag, cite in (("Dredging fails", "Osei 9"), ("Silt is toxic", "Baro 12")):
        file.paragraph((tag, BOLD))
        file.paragraph((cite, BOLD), " (harbour master, The Pilot)")
        file.paragraph(BODY)
    found = cards_of(file.save(tmp_path / "a.docx"))
    assert tags_and_cites(found) == [("Dredging fails", "Osei 9", False), ("Silt is toxic", "Baro 12", False)]
    assert [one.card.block for one in found if one.card] == ["Harbour DA", "Harbour DA"]


def test_a_short_body_all_bold_and_underlined_before_the_next_tag_stays_a_body(
    file: VerbatimFile, tmp_path: Path
) -> None:
    for tag, cite in (("Dredging fails", "Osei 9"), ("Silt is toxic", "Baro 12")):
        file.tag(tag)
        file.paragraph((cite, CITE), ", harbour master")
        file.paragraph((f"{tag} in … every harbour of the north", {"bold": "", "underline": "single"}))
    found = cards_of(file.save(tmp_path / "a.docx"))
    assert tags_and_cites(found) == [("Dredging fails", "Osei 9", False), ("Silt is toxic", "Baro 12", False)]
    assert [marked(one, Underline) for one in found] == [[one.text] for one in found]


def test_a_letter_with_bold_headings_is_no_debaters_file(tmp_path: Path) -> None:
    file = VerbatimFile()
    file.paragraph(("Decision", BOLD))
    file.paragraph(("Date: 3 May 2021", BOLD), " Norhaven")
    file.paragraph("The claim was refused.")
    (document,) = cards_of(file.save(tmp_path / "letter.docx"))
    assert document.card is None


def test_templates_that_count_headings_otherwise_say_so_in_aliases(file: VerbatimFile, tmp_path: Path) -> None:
    alias(file, "Heading 2", "Block,BlockText")
    alias(file, "Heading 3", "Tag,Tags v 2,analytic text,Cite")
    alias(file, "Heading 4", "Big card,heading 2,Analytics Char")
    file.heading(2, "Harbours")
    file.heading(3, "Dredging fails")
    file.paragraph(("Osei 9", CITE), ", harbour master")
    file.paragraph(BODY)
    (card,) = cards_of(file.save(tmp_path / "a.docx"))
    assert card.card
    assert (card.card.tag, card.card.block, card.card.hat, card.card.analytic) == (
        "Dredging fails",
        "Harbours",
        "",
        False,
    )


@pytest.mark.parametrize("style", ["TagText", "Tag2", "H4 Tag", "tags"])
def test_tags_in_styles_of_their_own(file: VerbatimFile, tmp_path: Path, style: str) -> None:
    file.file.styles.add_style(style, 1)
    file.file.styles.add_style("Block Title", 1).base_style = file.file.styles["Heading 1"]
    file.paragraph("Harbours", style="Block Title")
    file.paragraph("Dredging fails", style=style)
    file.paragraph(("Osei 9", CITE), ", harbour master")
    file.paragraph(BODY)
    (card,) = cards_of(file.save(tmp_path / "a.docx"))
    assert card.card
    assert (card.card.tag, card.card.block, card.card.pocket) == ("Dredging fails", "Harbours", "")


def test_an_underline_style_that_inherited_the_name_cite_marks_no_cite(file: VerbatimFile, tmp_path: Path) -> None:
    file.character("Kept", "Underline", alias="Style Bold Underline,Cite", underline=True)
    file.tag("Dredging fails")
    file.paragraph(("Osei 9", CITE), ", harbour master")
    file.paragraph(("By 2012 the harbour silts up", {"style": "Kept", "highlight": "yellow"}), " by a metre.")
    file.paragraph(("In 2013 it closed", {"style": "Kept"}), ".")
    (card,) = cards_of(file.save(tmp_path / "a.docx"))
    assert marked(card, Highlight) == ["By 2012 the harbour silts up"]
    assert marked(card, Underline) == ["By 2012 the harbour silts up", "In 2013 it closed"]


def test_breaks_that_a_layout_left_are_rejoined_and_marks_stay(file: VerbatimFile, tmp_path: Path) -> None:
    file.tag("Dredging fails")
    file.paragraph(("Osei 9", CITE), ", harbour master")
    file.paragraph(
        "The harbour at Norhaven silts up by a metre\n", ("a year, and the commu-\nnity pays", UNDERLINE), "."
    )
    file.paragraph("It has done so since the mole was built in the bay of")
    file.paragraph(("northern winds", {"highlight": "cyan"}), " and strong tides. ")
    file.paragraph("AND")
    file.paragraph("later nothing was done.")
    file.paragraph("Costs:\na) sand\nb) stone")
    (card,) = cards_of(file.save(tmp_path / "a.docx"))
    assert card.text.split("\n") == [
        "The harbour at Norhaven silts up by a metre a year, and the community pays.",
        "It has done so since the mole was built in the bay of northern winds and strong tides.",
        "AND",
        "later nothing was done.",
        "Costs:",
        "a) sand",
        "b) stone",
    ]
    assert marked(card, Underline) == ["a year, and the community pays"]
    assert marked(card, Highlight) == ["northern winds"]


def test_a_cite_in_the_tags_style_is_a_cite(file: VerbatimFile, tmp_path: Path) -> None:
    file.tag("Dredging fails")
    file.paragraph(("Osei 09", CITE), style="Heading 4")
    file.paragraph(BODY)
    (card,) = cards_of(file.save(tmp_path / "a.docx"))
    assert tags_and_cites([card]) == [("Dredging fails", "Osei 09", False)]


def test_a_tag_with_a_cite_and_no_text_keeps_the_cite_and_is_no_card(file: VerbatimFile, tmp_path: Path) -> None:
    file.tag("Dredging fails")
    file.paragraph(("Osei 9", CITE), ", harbour master")
    file.tag("Silt is toxic")
    file.paragraph(("Baro 12", CITE), ", chemist")
    file.paragraph(BODY)
    broken, card = cards_of(file.save(tmp_path / "a.docx"))
    assert tags_and_cites([broken, card]) == [("Dredging fails", "Osei 9", True), ("Silt is toxic", "Baro 12", False)]
    assert (broken.text, broken.facets.kind) == ("Dredging fails", "analytic")


def test_a_cite_of_two_bold_and_underlined_lines_is_one_cite(file: VerbatimFile, tmp_path: Path) -> None:
    loud: dict[str, Any] = {"bold": "", "underline": "single", "size": 13}
    file.tag("Dredging fails")
    file.paragraph(("Osei 9", loud))
    file.paragraph(("(Ada, harbour master, “Silt,” The Pilot)", loud))
    file.paragraph("The harbour ", ("silts up", UNDERLINE), " by a metre a year.")
    (card,) = cards_of(file.save(tmp_path / "a.docx"))
    assert tags_and_cites([card]) == [("Dredging fails", "Osei 9", False)]
    assert "harbour master" in card.citation.raw
    assert marked(card, Underline) == ["silts up"]


def test_headings_tags_and_cites_that_only_bold_and_words_announce(file: VerbatimFile, tmp_path: Path) -> None:
    file.block("1NC Silt DA")
    file.tag("Dredging fails")
    file.paragraph(("Osei 9", CITE), ", harbour master")
    file.paragraph(BODY)
    file.paragraph(("The last storm was number 3", BOLD))
    file.paragraph("Baro, 12 – professor of tides (Ida, “Silt and storms,” The Pilot)")
    file.paragraph(BODY + " Storms add to it.")
    file.paragraph(("1NC CP", {"bold": "", "underline": "single"}))
    file.paragraph(("Port boards should build pumps.", BOLD))
    found = cards_of(file.save(tmp_path / "a.docx"))
    assert [(one.card.block, one.card.tag, one.card.cite) for one in found if one.card] == [
        ("1NC Silt DA", "Dredging fails", "Osei 9"),
        ("1NC Silt DA", "The last storm was number 3", "Baro 2012"),
        ("1NC CP", "", ""),
    ]
