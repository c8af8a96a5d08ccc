"""Addresses, search, counter-evidence and answer files of a debater's library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.behaviour.debater.desk import Desk
from tests.behaviour.debater.ferries import BATTERIES, COSTS, SMOKE, TOURISTS, add_card
from tests.behaviour.debater.wordfile import WordFile

NEGATIVE = {card.cite for card in (*COSTS, *TOURISTS)}
SOOT = "Soot from harbours killed four thousand islanders last winter as the council was told that day."


@pytest.fixture(scope="module")
def pointer(filed: Desk) -> str:
    return str(filed.ask("search", "soot killed islanders")["results"][0]["pointer"])


def test_an_address_shows_its_sentence_marked_in_its_context(filed: Desk, pointer: str) -> None:
    cited = filed.ask("cite", pointer)
    assert (cited["sentence"], cited["before"]) == (SOOT, [])
    assert cited["after"][0] == "Parish registers gave ages and trades."
    marked = [line for line in filed.run("cite", pointer).splitlines() if line.startswith(">")]
    assert len(marked) == 1
    assert marked[0].endswith(SOOT[-20:]) or SOOT[:20] in marked[0]


def test_a_short_address_is_enough_and_one_that_leads_nowhere_says_so(filed: Desk, pointer: str) -> None:
    document, _, sentence = pointer.partition("#")
    assert filed.ask("cite", f"{document[:12]}#{sentence}")["sentence"] == SOOT
    assert "error: " in filed.run("cite", f"{document[:12]}#s99", code=2)


def test_a_document_is_shown_sentence_by_sentence(filed: Desk, pointer: str) -> None:
    shown = " ".join(filed.run("library", "show", pointer.partition("#")[0]).split())
    for sentence in (SOOT, "Parish registers gave ages and trades.", "Two parishes lost their books to a fire."):
        assert sentence in shown


@pytest.mark.parametrize(
    ("where", "cites"),
    [
        ("author=ibsen", {"Ibsen 21"}),
        ("block=costs", {"Holm 22", "Ibsen 21", "Jarvela 20", "Gupte 16"}),
        ("side=neg", NEGATIVE),
        ("year>=2022", {"Ferreira 22", "Holm 22", "Kallas 22"}),
        ("year<=2016", {"Gupte 16"}),
        ("team=south", NEGATIVE),
    ],
)
def test_cards_are_narrowed_by_what_debaters_know_them_by(filed: Desk, where: str, cites: set[str]) -> None:
    found = filed.ask("search", "--cards", "--where", where)["cards"]
    assert {one["cite"] for one in found if one["cite"]} == cites


def test_the_newest_cards_come_first(filed: Desk) -> None:
    years = [one["year"] for one in filed.ask("search", "--cards", "ferries")["cards"] if one["year"]]
    assert len(years) > 2
    assert years == sorted(years, reverse=True)


def test_one_card_in_two_files_is_one_line_that_counts_them(empty: Desk) -> None:
    for name in ("North-Ferries-Aff-Open-R1", "East-Ferries-Aff-Open-R2"):
        file = WordFile()
        file.head(3, f"Batteries of {name}")
        add_card(file, BATTERIES)
        empty.run("library", "add", file.save(empty.folder / f"{name}.docx"))
    (card,) = empty.ask("search", "--cards", "batteries burn")["cards"]
    assert card["read_by"] == 2
    assert "read by 2 files" in empty.run("search", "--cards", "batteries burn")


def deny_costs(claim: str, texts: list[str]) -> list[float]:
    """A judge of two texts: what speaks of forty years of income denies that ferries are cheap, nothing else does."""
    return [0.9 if "forty years of its income" in text and "cheap" in claim else 0.0 for text in texts]


def test_evidence_against_a_claim_is_what_contradicts_it(filed: Desk) -> None:
    claim = "Electric ferries are cheap for an island council"
    against = json.dumps(filed.ask("search", "--against", claim, stance=deny_costs))
    assert "forty years of its income" in against
    assert not any(card.read in against for card in SMOKE)
    cards = filed.ask("search", "--cards", "--against", claim, stance=deny_costs)["cards"]
    assert [one["cite"] for one in cards] == ["Ibsen 21"]
    assert "forty years of its income" in cards[0]["says"]


def test_an_answer_file_lists_what_the_library_holds_against_a_position(filed: Desk, tmp_path: Path) -> None:
    shown = filed.run("blocks", "Costs DA", "--out", tmp_path / "costs.docx")
    assert BATTERIES.tag in shown
    assert (tmp_path / "costs.docx").stat().st_size > 1000
    assert not any(card.tag in shown for card in (*SMOKE, *COSTS))


def test_an_older_version_of_the_library_is_searched_as_it_was(desk: Desk) -> None:
    (desk.folder / "note.txt").write_text("A puffin nests beside the electric ferry pier.", "utf-8")
    told = desk.ask("library", "add", desk.folder / "note.txt")
    newest = {one["text"] for one in desk.ask("search", "puffin nests")["results"]}
    older = {one["text"] for one in desk.ask("search", "puffin nests", "--version", told["version"] - 1)["results"]}
    assert [text for text in newest - older if "puffin" in text] == ["A puffin nests beside the electric ferry pier."]


def test_a_document_that_is_removed_is_gone_and_its_address_says_so(desk: Desk, pointer: str) -> None:
    desk.run("library", "remove", pointer.partition("#")[0])
    assert "was erased" in desk.run("cite", pointer, code=2)
    assert SOOT not in {one["text"] for one in desk.ask("search", "soot killed islanders")["results"]}
    held = [path for path in desk.home.rglob("*") if path.is_file() and SOOT[:40].encode() in path.read_bytes()]
    assert held == []


def test_a_changed_row_is_named(desk: Desk, pointer: str) -> None:
    desk.run("library", "verify")
    data = desk.home / "foam.db"
    content = data.read_bytes()
    assert SOOT[:30].encode() in content
    data.write_bytes(content.replace(SOOT[:30].encode(), SOOT[:30].replace("four", "nine").encode()))
    assert pointer[2:10] in desk.run("library", "verify", code=1)
