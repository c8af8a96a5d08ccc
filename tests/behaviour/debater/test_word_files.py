"""A debater's Word file comes in card by card, and goes out again as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.behaviour.debater.desk import Desk
from tests.behaviour.debater.ferries import AFFIRMATIVE, BATTERIES, COSTS, PLAN, TOURISTS, Card, write_affirmative
from tests.behaviour.debater.wordfile import Line, WordFile, read_lines

CARDS = (*AFFIRMATIVE, BATTERIES, *COSTS, *TOURISTS)


def list_cards(path: Path) -> dict[str, tuple[tuple[str, ...], Line, Line]]:
    """By tag: the headings above a card, its cite and its text."""
    found = {}
    headings: dict[str, str] = {}
    lines = read_lines(path)
    for line, cite, text in zip(lines, lines[1:], lines[2:], strict=False):
        if line.style in ("Heading1", "Heading2", "Heading3"):
            headings = {style: title for style, title in headings.items() if style < line.style}
            headings[line.style] = line.text
        if line.style == "Heading4" and text.style == cite.style == "Normal":
            found[line.text] = (tuple(headings.values()), cite, text)
    return found


def test_each_file_says_how_many_cards_and_analytics_it_gave(empty: Desk) -> None:
    told = empty.run("library", "add", write_affirmative(empty.folder))
    assert "10 cards, 1 analytics, 0 uncited, 0 broken" in told


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.cite)
def test_a_card_is_found_by_its_tag_with_its_cite_and_place(filed: Desk, card: Card) -> None:
    tag, cite = card.tag, card.cite
    (found,) = [one for one in filed.ask("search", "--cards", tag)["cards"] if one["tag"] == tag]
    side, file = ("neg", "South") if card in (*COSTS, *TOURISTS) else ("aff", "North")
    assert (found["cite"], found["side"]) == (cite, side)
    assert found["file"].startswith(f"{file}-Ferries-")


def test_a_line_of_a_search_names_tag_author_year_file_and_block(filed: Desk) -> None:
    line = filed.run("search", "--cards", "bankrupts", "--quiet")
    assert "The plan bankrupts the councils | Ibsen 21 | South-Ferries-Neg-Open-R1.docx › Costs DA" in line


def test_what_is_exported_has_the_same_cards_marks_cites_and_places(filed: Desk, tmp_path: Path) -> None:
    out = tmp_path / "out.docx"
    filed.run("library", "export", out)
    originals = [filed.folder / f"{name}-R1.docx" for name in ("North-Ferries-Aff-Open", "South-Ferries-Neg-Open")]
    given = {tag: card for path in originals for tag, card in list_cards(path).items()}
    assert len(given) == len(CARDS)
    assert list_cards(out) == given


def test_the_template_reads_the_styles_of_an_exported_file(filed: Desk, tmp_path: Path) -> None:
    out = tmp_path / "out.docx"
    filed.run("library", "export", out)
    _, cite, text = list_cards(out)["Harbour soot causes mass deaths on the islands"]
    assert cite.cited == "Ferreira 22"
    assert text.read == "Soot from harbours killed four thousand islanders last winter"
    assert text.kept == f"{text.read} as the council was told that day"
    assert text.stressed == "that day"


def test_cards_that_went_out_come_in_at_the_same_addresses(filed: Desk, empty: Desk) -> None:
    out = empty.folder / "out.docx"
    filed.run("library", "export", out)
    empty.run("library", "add", out)
    before, after = (
        {one["title"]: one["id"] for one in desk.ask("library", "list")["documents"]} for desk in (filed, empty)
    )
    assert after == before
    again = empty.folder / "again.docx"
    empty.run("library", "export", again)
    assert read_lines(again) == read_lines(out)


def test_a_card_keeps_its_address_whatever_comes_and_goes(desk: Desk) -> None:
    found = desk.ask("search", "soot killed islanders")["results"][0]
    (desk.folder / "note.txt").write_text("A note on tides. The moon pulls the water.", "utf-8")
    desk.run("library", "add", desk.folder / "note.txt")
    desk.run("library", "remove", found["pointer"].split("#")[0], "--hide")
    assert found["pointer"] not in {one["pointer"] for one in desk.ask("search", "soot killed islanders")["results"]}
    assert desk.ask("cite", found["pointer"])["sentence"] == found["text"]


def test_what_is_sent_to_the_other_team_has_cards_and_no_analytics(filed: Desk, tmp_path: Path) -> None:
    whole, sent = tmp_path / "whole.docx", tmp_path / "sent.docx"
    filed.run("library", "export", whole)
    filed.run("library", "export", sent, "--send")
    assert PLAN in {line.text.removeprefix("Plan: ") for line in read_lines(whole)}
    assert PLAN not in {line.text.removeprefix("Plan: ") for line in read_lines(sent)}
    assert list_cards(sent) == list_cards(whole)


def test_a_file_for_the_caselist_has_headings_cites_and_the_ends_of_each_text(filed: Desk, tmp_path: Path) -> None:
    cites, wiki = tmp_path / "out.cites.txt", tmp_path / "out.wiki.txt"
    filed.run("library", "export", cites)
    filed.run("library", "export", wiki)
    for path in (cites, wiki):
        lines = path.read_text("utf-8").splitlines()
        assert {"# 1NC", "### Costs DA", "#### The plan bankrupts the councils"} <= {line.strip() for line in lines}
    whole = "The auditor signed each book. Two signatures are hard to read."
    assert whole in wiki.read_text("utf-8")
    ends = " ".join(cites.read_text("utf-8").split())
    assert "closed its only hospital within a week AND matron kept the keys." in ends


def test_a_card_to_mend_is_named_with_what_is_wrong(empty: Desk) -> None:
    file = WordFile()
    file.head(3, "Costs DA")
    file.head(4, "Ferries cost too much")
    file.write(("Ferries with batteries cost each island a fortune every single year.", "read"))
    file.card("Ferries are dear", "Holm 22", "auditor, 2022, “Report 22”, Journal", ("A ferry is dear to run.", "read"))
    told = empty.run("library", "add", file.save(empty.folder / "mend.docx"))
    assert "1 cards" in told
    assert "1 uncited" in told
    shown = empty.run("library", "doctor")
    assert "Ferries cost too much" in shown
    assert "no cite" in shown
    assert "Ferries are dear" not in shown


def test_pocket_hat_and_block_stand_over_a_card_as_in_the_file(empty: Desk) -> None:
    file = WordFile()
    for level, title in ((1, "Off case"), (2, "Disadvantages"), (3, "Costs")):
        file.head(level, title)
    file.card("Ferries are dear", "Holm 22", "auditor, 2022, “Report 22”, Journal", ("A ferry is dear to run.", "read"))
    file.head(1, "On case")
    file.card("Ferries are late", "Ibsen 21", "auditor, 2021, “Report 21”, Journal", ("A ferry is late.", "read"))
    empty.run("library", "add", file.save(empty.folder / "places.docx"))
    out = empty.folder / "out.docx"
    empty.run("library", "export", out)
    places = {tag: headings for tag, (headings, _, _) in list_cards(out).items()}
    assert places == {"Ferries are dear": ("Off case", "Disadvantages", "Costs"), "Ferries are late": ("On case",)}
