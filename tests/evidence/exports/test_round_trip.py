"""Cards out and in again: text, marks, cite and place to the character; and what caselists are given."""

from __future__ import annotations

import io
from itertools import product
from pathlib import Path

import pytest
from docx import Document as WordFile
from tests.evidence.exports.differences import find_differences

from foam.evidence.document import (
    Card,
    Citation,
    Document,
    Emphasis,
    Highlight,
    Markup,
    Origin,
    Underline,
    make_document,
)
from foam.evidence.exports.cardfile import CardFile
from foam.evidence.exports.caselist import render_cites, render_open_source
from foam.evidence.exports.verbatim import render_cards
from foam.evidence.imports import read
from foam.evidence.imports.cite import parse_citation, shorten_cite
from foam.paper.verbatim import list_headings

ORIGIN = Origin(file="Harbours.docx", format="docx", importer="docx-3")
TEXT = (
    "Quays that flood are closed on nine days a year. Pumps would keep them open\nand cost less than the closures do. "
    "Nobody counts the boats that turn back."
)
MARKS: tuple[Markup, ...] = (
    Underline(start=0, end=24),
    Emphasis(start=6, end=16),
    Highlight(start=0, end=5, colour="cyan"),
    Highlight(start=17, end=24, colour="a1b2c3"),
    Underline(start=49, end=100),
    Highlight(start=49, end=54, colour="yellow"),
)


def card(tag: str, spoken: str, raw: str, *, text: str = TEXT, **place: str) -> Document:
    return make_document(
        text,
        origin=ORIGIN,
        citation=parse_citation(raw, spoken=spoken),
        markup=MARKS if text == TEXT else (),
        card=Card(tag=tag, cite=shorten_cite(spoken), **place),
    )


CARDS = (
    card(
        "Floods close the quays", "Osei 14", 'Ama Osei, harbour engineer, 2014, "Quays", Port Review, http://p.example'
    ),
    card(
        "Pumps pay", "Lindqvist ’09", "Lindqvist ’09 – professor at Umeå (Karin, Pumps and tides, p. 3)", block="Pumps"
    ),
    card(
        "Boats turn back",
        "Rao and Ede 9",
        "Maya Rao and Tom Ede, 2009, Turning back, Ports",
        hat="Trade",
        block="Boats",
    ),
    card("Dredging fails", "Osei 2011", "Osei 2011", pocket="Neg", undertag="It is the best study there is."),
    card("Dredging is dear", "Osei 2011", "Osei 2011", pocket="Neg", hat="Case", block="Cost"),
    card("It is slow", "Osei 2011", "Osei 2011", pocket="Neg", hat="Case"),
    make_document(
        "They drop the pumps.", origin=ORIGIN, card=Card(tag="They drop the pumps.", pocket="Neg", analytic=True)
    ),
    make_document(
        "Pumps run on wind.\nThat is free.",
        origin=ORIGIN,
        card=Card(tag="Turn", pocket="Neg", block="Wind", analytic=True),
    ),
)


def read_again(tmp_path: Path, documents: tuple[Document, ...], *, send: bool = False) -> list[Document]:
    path = tmp_path / "Harbours.docx"
    path.write_bytes(render_cards("Harbours", documents, send=send))
    return [one for one in read(path) if isinstance(one, Document)]


def test_cards_come_back_to_the_character(tmp_path: Path) -> None:
    found = read_again(tmp_path, CARDS)
    assert len(found) == len(CARDS)
    assert [list(find_differences(old, new)) for old, new in zip(CARDS, found, strict=True)] == [[] for _ in CARDS]


def own(tag: str, text: str, block: str) -> Document:
    return make_document(text or tag, origin=ORIGIN, card=Card(tag=tag, block=block, analytic=True))


KINDS = {
    "tag alone": lambda n, block: own(f"We drop number {n}.", "", block),
    "under a tag": lambda n, block: own(f"Turn {n}", f"Pumps run on wind, for the {n} time.", block),
    "without a tag": lambda n, block: own("", f"They dropped it, for the {n} time.", block),
    "card": lambda n, block: card(
        f"Floods close quay {n}", "Osei 2011", "Osei 2011", text=f"Quay {n} floods.", block=block
    ),
}


@pytest.mark.parametrize("kinds", list(product(KINDS, repeat=3)), ids=" then ".join)
def test_own_words_and_cards_keep_apart_in_any_order(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    said = [
        card("Boats", "Osei 2011", "Osei 2011", block="Off"),
        *(KINDS[kind](n, "Off") for n, kind in enumerate(kinds)),
    ]
    found = read_again(tmp_path, tuple(said))
    assert [(one.card.tag, one.text) for one in found if one.card] == [
        (one.card.tag, one.text) for one in said if one.card
    ]
    assert {one.card.block for one in found if one.card} == {"Off"}


def test_a_changed_mark_is_found(tmp_path: Path) -> None:
    less = CARDS[0].model_copy(update={"markup": MARKS[1:]})
    assert list(find_differences(CARDS[0], less)) == ["marks"]
    assert "tag" in find_differences(CARDS[0], CARDS[1])


def test_lines_that_look_like_a_layouts_stay_broken(tmp_path: Path) -> None:
    """A break inside a sentence was set by whoever cut the card, or the importer would have taken it out."""
    text = "The harbour office has written to the owners of AND\nboats that were turned back since the spring."
    one = card("They wrote", "Osei 14", "Osei 14", text=text)
    assert read_again(tmp_path, (one, one))[0].text == text


def test_what_is_sent_has_no_analytics_and_no_undertag(tmp_path: Path) -> None:
    found = read_again(tmp_path, CARDS, send=True)
    assert [one.card.tag for one in found if one.card] == [one.card.tag for one in CARDS[:6] if one.card]
    assert not any(one.card.undertag for one in found if one.card)


def test_the_file_names_no_program_and_has_a_title() -> None:
    properties = WordFile(io.BytesIO(render_cards("Harbours", CARDS))).core_properties
    assert (properties.title, properties.author, properties.last_modified_by, properties.comments) == (
        "Harbours", "", "", "",
    )  # fmt: skip


def test_the_same_cards_give_the_same_bytes() -> None:
    assert render_cards("Harbours", CARDS) == render_cards("Harbours", CARDS)


def test_a_heading_is_said_again_where_those_under_it_end() -> None:
    assert list(list_headings(("A", "B", "C"), ("A", "B", "D"))) == [("block", "D")]
    assert list(list_headings(("A", "B", "C"), ("A", "", "D"))) == [("pocket", "A"), ("block", "D")]
    assert list(list_headings(("A", "B", "C"), ("A", "B", ""))) == [("hat", "B")]
    assert not list(list_headings(("A", "", ""), ("A", "", "")))


def test_cites_give_tag_cite_and_the_first_and_last_words() -> None:
    shown = render_cites(CARDS)
    assert "### Pumps\n\n#### Pumps pay\n\nLindqvist '09" in shown
    assert "Quays that flood are closed on nine days a year. Pumps would\nAND\nless than the closures do." in shown
    assert "They drop the pumps" not in shown


def test_open_source_has_the_whole_text_and_analytics_unless_it_is_sent() -> None:
    assert TEXT in render_open_source(CARDS)
    assert "#### They drop the pumps." in render_open_source(CARDS)
    assert "They drop" not in render_open_source(CARDS, send=True)


@pytest.mark.parametrize("ending", CardFile.endings())
def test_odd_cards_can_be_saved_in_every_format(tmp_path: Path, ending: str) -> None:
    odd = "odd \x0b \u202e 👩‍👧 ¶ =1+1 <b> $x$ עברית"
    bare = make_document(odd, origin=ORIGIN, card=Card())
    named = make_document(odd, origin=ORIGIN, citation=Citation(author="Osei"), card=Card(tag=odd, cite="Osei"))
    article = make_document(odd, origin=ORIGIN, citation=Citation(title="Quays"))
    file = CardFile(title=odd, cards=(bare, named, article, *CARDS))
    assert file.save(tmp_path / f"cards{ending}").stat().st_size
    assert file.save(tmp_path / f"sent{ending}", send=True).stat().st_size
