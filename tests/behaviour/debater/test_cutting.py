"""Cutting a card: the passage stands in the article to the letter, and what is read says what the article says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.debater.desk import Desk
from tests.behaviour.debater.wordfile import read_lines

ARTICLE = """Quiet engines on the Sound of Merrow
By Tilda Voss, harbour engineer
14 March 2023

The town of Merrow bought two electric ferries in 2021. It had run diesel ferries for sixty years.

Electric ferries cut the soot on the quay by nine tenths. The council measured soot every day for a year, and unless \
the wind came from the mainland the gauges stayed clean. Residents said that they could open their windows again.

The timetable was kept on 361 days. Batteries did not lower the price of a ticket.
"""
CLAIM = "Electric ferries cut soot in the harbour."


@pytest.fixture(scope="module")
def cutter(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = Desk(tmp_path_factory.mktemp("cutter"))
    (desk.folder / "article.txt").write_text(ARTICLE, "utf-8")
    return desk


@pytest.fixture(scope="module")
def card(cutter: Desk) -> Any:
    words = ("--out", cutter.folder / "card.docx", "--add", "--accessed", "2024-01-05")
    return cutter.ask("cut", cutter.folder / "article.txt", "--for", CLAIM, *words)


def list_words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def test_what_is_read_is_words_of_the_article_in_their_order(cutter: Desk, card: Any) -> None:
    left = iter(list_words(ARTICLE))
    assert card["words"] > 5
    assert all(word in left for word in list_words(card["read"])), "a word is not the article's, or not in its place"


def test_the_passage_stands_in_the_article_without_a_gap(cutter: Desk, card: Any) -> None:
    _, _, body = read_lines(cutter.folder / "card.docx")
    assert " ".join(body.text.split()) in " ".join(ARTICLE.split())


def test_the_passage_is_whole_sentences_of_the_article(cutter: Desk, card: Any) -> None:
    _, _, body = read_lines(cutter.folder / "card.docx")
    passage = " ".join(body.text.split())
    sentences = re.findall(r"[A-Z][^.]*\.", " ".join(ARTICLE.split()))
    kept = [sentence for sentence in sentences if sentence in passage]
    assert passage == " ".join(kept)


def test_a_condition_is_read_with_what_it_limits(card: Any) -> None:
    assert "unless the wind came from the mainland the gauges stayed clean" in card["read"]


def test_a_figure_is_read_with_what_it_counts(card: Any) -> None:
    assert "cut the soot on the quay by nine tenths" in card["read"]


def test_the_tag_is_in_the_words_of_the_article(card: Any) -> None:
    assert card["tag"].rstrip(".") in ARTICLE
    assert len(card["tag"].split()) <= 25


def test_the_citation_has_what_the_article_gives_and_names_what_it_lacks(card: Any) -> None:
    assert card["cite"] == "Voss 2023"
    assert {"publication", "url"} <= set(card["missing"])
    assert not {"author", "date", "title"} & set(card["missing"])
    assert "harbour engineer" in json.dumps(card)


def test_the_card_is_in_the_library_and_comes_in_again_from_its_word_file(cutter: Desk, card: Any, empty: Desk) -> None:
    (found,) = cutter.ask("search", "--cards", "soot quay")["cards"]
    assert found["tag"] == card["tag"]
    empty.run("library", "add", cutter.folder / "card.docx")
    (again,) = empty.ask("search", "--cards", "soot quay")["cards"]
    assert (again["tag"], again["cite"]) == (found["tag"], found["cite"])
    held = {desk: desk.run("quote", "check", cutter.folder / "card.docx") for desk in (cutter, empty)}
    assert all("1 exact" in shown for shown in held.values())


def test_a_claim_that_the_article_denies_gets_what_it_says_instead_and_a_warning(cutter: Desk) -> None:
    words = ("cut", cutter.folder / "article.txt", "--for", "Electric ferries lower the price of a ticket.")
    card = cutter.ask(*words)
    assert card["tag"] == "Batteries did not lower the price of a ticket."
    assert any("read them before you do" in note for note in card["notes"])
    assert card["others"]


def test_a_limit_that_no_faithful_reading_keeps_is_refused_with_what_it_takes(cutter: Desk) -> None:
    shown = cutter.run("cut", cutter.folder / "article.txt", "--for", CLAIM, "--words", "5", code=2)
    least = int(re.findall(r"--words (\d+)", shown)[-1])
    assert least > 5
    card = cutter.ask("cut", cutter.folder / "article.txt", "--for", CLAIM, "--words", least)
    assert card["words"] == least


def test_a_passage_is_cut_from_the_sentences_that_are_named(cutter: Desk, tmp_path: Path) -> None:
    import foam

    with foam.open(tmp_path / "home", models=foam.ScriptedModel(), embedder=foam.HashingEmbedder()) as home:
        cut = home.cut(cutter.folder / "article.txt", claim=CLAIM, sentences=[5, 6])
        cut.save(tmp_path / "named.docx")
    _, _, body = read_lines(tmp_path / "named.docx")
    assert body.text.startswith("Electric ferries cut the soot")
    assert body.text.endswith("the gauges stayed clean.")
