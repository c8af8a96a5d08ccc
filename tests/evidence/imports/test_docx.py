"""Word files: cards come back as they were cut, whatever the file did to hide it."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from tests.evidence.imports.verbatim import VerbatimFile, with_part

from foam.evidence.document import Document, Emphasis, Highlight, Markup, Underline
from foam.evidence.imports import Limits, Rejected, read

CITE: dict[str, Any] = {"style": "Style13ptBold"}
UNDERLINE: dict[str, Any] = {"style": "StyleUnderline"}


def cards_of(path: Path) -> list[Document]:
    found = list(read(path))
    assert not [one for one in found if isinstance(one, Rejected)]
    return [one for one in found if isinstance(one, Document)]


def marked(document: Document, type: type[Underline] | type[Emphasis] | type[Highlight]) -> list[str]:
    return [document.text[m.start : m.end] for m in document.markup if isinstance(m, type)]


@pytest.fixture
def file() -> VerbatimFile:
    return VerbatimFile()


def one_card(file: VerbatimFile, *runs: tuple[str, dict[str, Any]] | str) -> None:
    file.tag("Warming is real")
    file.paragraph(("Okafor 19", CITE), ", professor of climate law, 3-9-2019, “Heat,” https://example.org/heat")
    file.paragraph(*runs)


def test_a_card_has_tag_cite_body_and_where_it_stands(file: VerbatimFile, tmp_path: Path) -> None:
    file.pocket("Aff")
    file.hat("Advantages")
    file.block("Warming")
    one_card(file, "Seas ", ("rise by 3 mm a year", UNDERLINE), ". Nobody doubts it.")
    (card,) = cards_of(file.save(tmp_path / "warming.docx"))
    assert card.text == "Seas rise by 3 mm a year. Nobody doubts it."
    assert card.card is not None
    assert card.card.model_dump() == {
        "tag": "Warming is real",
        "undertag": "",
        "cite": "Okafor 19",
        "pocket": "Aff",
        "hat": "Advantages",
        "block": "Warming",
        "analytic": False,
    }
    assert (card.citation.author, card.citation.published, card.citation.title) == ("Okafor", "2019-03-09", "Heat")
    assert card.citation.author_qualifications == "professor of climate law"
    assert marked(card, Underline) == ["rise by 3 mm a year"]
    assert (card.facets.kind, card.facets.year) == ("card", 2019)


def test_the_round_test_of_every_quirk_at_once(file: VerbatimFile, tmp_path: Path) -> None:
    file.character("KeptWords", "Kept Words", based_on="Style Underline")
    file.character("Stressed", "Stressed", based_on="Emphasis")
    file.pocket("Neg")
    file.hat("Disadvantages")
    file.block("Politics")
    file.tag("The bill passes now")
    file.paragraph(("Whitlock 21", CITE))
    file.paragraph("[Jane Whitlock is a fellow at the Institute, 5-4-2021, “Votes,” https://example.org/v]")
    file.paragraph(
        "Both chambers ",
        ("agree on the bill", {"style": "KeptWords", "highlight": "yellow"}),
        (" and ", {"style": "KeptWords"}),
        ("leaders want it", {"style": "Stressed", "highlight": "cyan"}),
        (" soon.", {"highlight": "none", "bold": "false"}),
    )
    file.paragraph(("They never read the bill", {"bold": "", "size": 13}))
    file.paragraph("Extend our link; they conceded it.")
    file.tag("No one wins this way")
    file.hat("Counterplans")
    file.tag("States solve")
    file.paragraph(("Baro 18", CITE), ", 2018, Journal of Ballots")
    file.paragraph(
        ("States have done it", {"underline": "single", "shading": "FFFF00"}), " since 1990.¶Cities followed."
    )
    found = cards_of(file.save(tmp_path / "Neg file.docx"))
    politics, fake, analytic, states = found
    assert politics.text == "Both chambers agree on the bill and leaders want it soon."
    assert marked(politics, Underline) == ["agree on the bill and leaders want it"]
    assert marked(politics, Emphasis) == ["leaders want it"]
    highlights = [m for m in politics.markup if isinstance(m, Highlight)]
    assert [(h.colour, politics.text[h.start : h.end]) for h in highlights] == [
        ("yellow", "agree on the bill"),
        ("cyan", "leaders want it"),
    ]
    assert politics.citation.author == "Jane Whitlock"
    assert politics.citation.url == "https://example.org/v"
    assert fake.card
    assert fake.card.tag == "They never read the bill"
    assert fake.card.analytic
    assert fake.text == "Extend our link; they conceded it."
    assert analytic.card
    assert analytic.card.analytic
    assert analytic.text == analytic.card.tag == "No one wins this way"
    assert analytic.card.block == "Politics"
    assert states.card
    assert (states.card.pocket, states.card.hat, states.card.block) == ("Neg", "Counterplans", "")
    assert states.text == "States have done it since 1990.\nCities followed."
    assert [m.colour for m in states.markup if isinstance(m, Highlight)] == ["ffff00"]
    assert {card.facets.side for card in found} == {"neg"}


@pytest.mark.parametrize("off", ["0", "false", "off"])
def test_bold_switched_off_is_not_bold(file: VerbatimFile, tmp_path: Path, off: str) -> None:
    one_card(file, ("Not stressed", {"underline": "single", "bold": off}))
    (card,) = cards_of(file.save(tmp_path / "a.docx"))
    assert marked(card, Underline) == ["Not stressed"]
    assert marked(card, Emphasis) == []


def test_underline_switched_off_on_the_run_beats_the_style(file: VerbatimFile, tmp_path: Path) -> None:
    one_card(file, ("kept", UNDERLINE), (" shrunk", {"style": "StyleUnderline", "underline": "none"}))
    (card,) = cards_of(file.save(tmp_path / "a.docx"))
    assert marked(card, Underline) == ["kept"]


def test_white_shading_is_no_highlight(file: VerbatimFile, tmp_path: Path) -> None:
    one_card(file, ("plain", {"shading": "FFFFFF"}), (" auto", {"shading": "auto"}), (" read", {"shading": "00FF00"}))
    (card,) = cards_of(file.save(tmp_path / "a.docx"))
    assert marked(card, Highlight) == ["read"]


def test_headings_by_outline_level_and_by_styles_based_on_headings(file: VerbatimFile, tmp_path: Path) -> None:
    file.file.styles.add_style("My Tag", 1).base_style = file.file.styles["Heading 4"]
    file.paragraph("Styled tag", style="My Tag")
    file.paragraph(("Okafor 19", CITE), ", 2019")
    file.paragraph("Body one is here.")
    outlined = file.paragraph("Outlined tag")
    level = outlined._p.get_or_add_pPr().makeelement(
        "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}outlineLvl",
        {"{http://schemas.openxmlformats.org/wordprocessingml/2006/main}val": "3"},
    )
    outlined._p.get_or_add_pPr().append(level)
    file.paragraph(("Baro 20", CITE), ", 2020")
    file.paragraph("Body two is here.")
    found = cards_of(file.save(tmp_path / "a.docx"))
    assert [(c.card.tag, c.text) for c in found if c.card] == [
        ("Styled tag", "Body one is here."),
        ("Outlined tag", "Body two is here."),
    ]


@pytest.mark.parametrize("style", ["Analytic", "Analytics", "Undertag"])
def test_analytic_styles_are_documents_of_their_own(file: VerbatimFile, tmp_path: Path, style: str) -> None:
    one_card(file, "The body of the card.")
    file.file.styles.add_style(style, 1)
    file.paragraph("They dropped this in the 2AC.", style=style)
    card, analytic = cards_of(file.save(tmp_path / "a.docx"))
    assert card.text == "The body of the card."
    assert analytic.card
    assert analytic.card.analytic
    assert analytic.text == "They dropped this in the 2AC."


def test_tables_and_footnotes_are_kept(file: VerbatimFile, tmp_path: Path) -> None:
    file.tag("Costs fell")
    file.paragraph(("Baro 20", CITE), ", 2020")
    note = file.paragraph("Costs fell, as the table shows.")
    reference = note.add_run()._r
    reference.append(
        reference.makeelement(
            "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}footnoteReference",
            {"{http://schemas.openxmlformats.org/wordprocessingml/2006/main}id": "2"},
        )
    )
    table = file.file.add_table(rows=2, cols=2)
    for row, cells in enumerate([("Year", "Cost"), ("2020", "$3.50")]):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    path = with_part(
        file.save(tmp_path / "a.docx"),
        "word/footnotes.xml",
        '<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        '<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:t>----</w:t></w:r></w:p></w:footnote>'
        '<w:footnote w:id="2"><w:p><w:r><w:t>In 2020 dollars.</w:t></w:r></w:p></w:footnote></w:footnotes>',
    )
    (card,) = cards_of(path)
    assert card.text == "Costs fell, as the table shows.\nYear | Cost\n2020 | $3.50\nIn 2020 dollars."


def test_a_plain_word_file_is_one_document(tmp_path: Path) -> None:
    file = VerbatimFile()
    file.heading(1, "Decision on the appeal")
    file.paragraph("The claim was refused on 3 May.", " The reasons follow.")
    file.heading(2, "Reasons")
    file.paragraph("No record of income was filed.")
    file.file.core_properties.title = "Template of the office"
    (document,) = cards_of(file.save(tmp_path / "letter.docx"))
    assert document.card is None
    assert document.citation.title == "letter"
    assert [document.sentence(n) for n in range(len(document.ends))] == [
        "Decision on the appeal",
        "The claim was refused on 3 May.",
        "The reasons follow.",
        "Reasons",
        "No record of income was filed.",
    ]


def test_deleted_text_is_left_out_and_hidden_text_kept(file: VerbatimFile, tmp_path: Path) -> None:
    one_card(file, "MARKER")
    path = file.save(tmp_path / "a.docx")
    with zipfile.ZipFile(path) as archive:
        xml = archive.read("word/document.xml").decode()
    w = "<w:r><w:t xml:space='preserve'>{}</w:t></w:r>"
    swapped = xml.replace(
        "<w:r><w:rPr/><w:t>MARKER</w:t></w:r>",
        w.format("kept ")
        + "<w:del><w:r><w:delText>gone </w:delText></w:r></w:del>"
        + "<w:ins>"
        + w.format("put in ")
        + "</w:ins>"
        + "<w:r><w:rPr><w:vanish/></w:rPr><w:t>unread</w:t></w:r>",
    )
    assert swapped != xml
    (card,) = cards_of(with_part(path, "word/document.xml", swapped))
    assert card.text == "kept put in unread"


def reasons(path: Path, limits: Limits | None = None) -> list[str]:
    return [one.reason for one in read(path, limits=limits) if isinstance(one, Rejected)]


def test_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.docx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"\0" * (64 * 2**20))
    (reason,) = reasons(path)
    assert "zip bomb" in reason


def test_what_the_archive_says_of_its_size_is_not_trusted(tmp_path: Path) -> None:
    file = VerbatimFile()
    file.paragraph("word " * 200_000)
    (reason,) = reasons(file.save(tmp_path / "a.docx"), Limits(expanded_bytes=600_000, expansion=10**6))
    assert "expand" in reason


def test_entities_are_refused(tmp_path: Path) -> None:
    file = VerbatimFile()
    file.paragraph("text")
    bomb = '<!DOCTYPE a [<!ENTITY x "boom">]><w:document xmlns:w="w">&x;</w:document>'
    (reason,) = reasons(with_part(file.save(tmp_path / "a.docx"), "word/document.xml", bomb))
    assert "entities" in reason


TRANSITIONAL, STRICT = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("namespace", [TRANSITIONAL, STRICT])
def test_a_part_in_utf_16_loses_no_text(tmp_path: Path, encoding: str, namespace: str) -> None:
    file = VerbatimFile()
    file.paragraph("The täx fell €2 twice.")
    path = file.save(tmp_path / "a.docx")
    with zipfile.ZipFile(path) as archive:
        xml = archive.read("word/document.xml").decode().replace("UTF-8", "UTF-16").replace(TRANSITIONAL, namespace)
    (document,) = read(with_part(path, "word/document.xml", xml, encoding=encoding))
    assert isinstance(document, Document)
    assert document.text == "The täx fell €2 twice."


def test_entities_in_utf_16_are_refused_too(tmp_path: Path) -> None:
    file = VerbatimFile()
    file.paragraph("text")
    bomb = '<!DOCTYPE a [<!ENTITY x "boom">]><w:document xmlns:w="w">&x;</w:document>'
    path = with_part(file.save(tmp_path / "a.docx"), "word/document.xml", bomb, encoding="utf-16")
    (reason,) = reasons(path)
    assert "entities" in reason


@pytest.mark.parametrize("content", ["<w:document", "<a/>"])
def test_damaged_parts_are_refused(tmp_path: Path, content: str) -> None:
    file = VerbatimFile()
    file.paragraph("text")
    (reason,) = reasons(with_part(file.save(tmp_path / "a.docx"), "word/document.xml", content))
    assert reason.startswith("damaged")


def test_a_cut_file_is_refused(tmp_path: Path) -> None:
    file = VerbatimFile()
    file.paragraph("text")
    path = file.save(tmp_path / "a.docx")
    path.write_bytes(path.read_bytes()[:-200])
    assert len(reasons(path)) == 1


def test_an_empty_word_file_is_refused(tmp_path: Path) -> None:
    (reason,) = reasons(VerbatimFile().save(tmp_path / "a.docx"))
    assert "no text" in reason


def test_markings_lie_on_whole_words_of_the_normalised_text(file: VerbatimFile, tmp_path: Path) -> None:
    one_card(file, "“Cost­s”  ", (" rise — fast ", UNDERLINE), " ﬁnally", ("  now", UNDERLINE))
    (card,) = cards_of(file.save(tmp_path / "a.docx"))
    assert card.text == '"Costs" rise—fast finally now'
    spans: list[Markup] = list(card.markup)
    assert [card.text[m.start : m.end] for m in spans] == ["rise—fast", "now"]
