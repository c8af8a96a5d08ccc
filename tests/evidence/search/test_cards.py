"""Cards by tag, author, year, file, block, side and team: the newest first, copies counted and shown once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.evidence.samples import AT

from foam.errors import InputError
from foam.evidence.doctor import diagnose
from foam.evidence.document import Card, Citation, Document, Facets, Origin, Underline, make_document
from foam.evidence.library import Library
from foam.evidence.search.cards import CardIndex, parse_card_query

SILT = "The harbour silts up by a metre a year, and dredging costs more than the harbour earns."


def card(
    tag: str,
    text: str,
    *,
    author: str = "Ada Osei",
    published: str = "2012",
    file: str = "in/Norhaven-OB-Aff-Cup.docx",
    block: str = "",
    side: str = "",
    team: str = "",
    analytic: bool = False,
    marked: bool = False,
) -> Document:
    more = {"team": team} if team else {}
    raw = f"{author} {published}".strip()
    return make_document(
        text,
        origin=Origin(file=file, format="docx", importer="test-1", row=0),
        citation=Citation(author=author, published=published, raw=raw),
        markup=(Underline(start=0, end=3),) if marked else (),
        card=Card(tag=tag, cite=raw, block=block, hat="Case", analytic=analytic),
        facets=Facets.model_validate({"kind": "analytic" if analytic else "card", "side": side, "more": more}),
    )


CARDS = (
    card("Dredging fails", SILT, published="2009-03", block="Harbours", side="aff", team="Norhaven OB"),
    card("Silt is toxic", "Samples of the silt hold lead and tin.", author="Per Baro; Ina Lund", published="2019"),
    card("Trade needs harbours", "Nine tenths of trade goes by sea.", file="in/neg trade.docx", side="neg"),
    card("Pilots strike", "The pilots walked out in May.", author="", published="", file="in/pilots.docx"),
    card("They dropped it", "They dropped it.", author="", published="", analytic=True),
)


@pytest.fixture
def library() -> Iterator[Library]:
    with Library.in_memory() as opened:
        opened.add(CARDS, what="cards", at=AT)
        yield opened


def find(library: Library, words: str = "", *where: str, limit: int = 20, file: Path | None = None) -> list[str]:
    with closing(CardIndex(file)) as index:
        index.follow(library)
        return [one.tag for one in index.find(library, parse_card_query(words, where), limit=limit)]


@pytest.mark.parametrize(
    ("words", "where", "tags"),
    [
        ("", (), ["Silt is toxic", "Trade needs harbours", "Dredging fails", "Pilots strike"]),
        ("dredge", (), ["Dredging fails"]),
        ("osei", (), ["Trade needs harbours", "Dredging fails"]),
        ("", ("author=lund",), ["Silt is toxic"]),
        ("", ("tag=harbour",), ["Trade needs harbours"]),
        ("", ("block=harbours",), ["Dredging fails"]),
        ("", ("block=case", "year>=2019"), ["Silt is toxic"]),
        ("", ("side=neg",), ["Trade needs harbours"]),
        ("", ("team=norhaven",), ["Dredging fails"]),
        ("", ("file=pilots",), ["Pilots strike"]),
        ("", ("year>=2012",), ["Silt is toxic", "Trade needs harbours"]),
        ("", ("year<=2009", "year>=1990"), ["Dredging fails"]),
        ("", ("year=2012",), ["Trade needs harbours"]),
        ("dropped", (), []),
        ('osei" OR tag:silt', (), []),
    ],
)
def test_every_field_finds_and_the_newest_comes_first(
    library: Library, words: str, where: tuple[str, ...], tags: list[str]
) -> None:
    assert find(library, words, *where) == tags


def test_a_line_has_tag_short_cite_file_and_block(library: Library) -> None:
    with closing(CardIndex(None)) as index:
        index.follow(library)
        (line,) = index.find(library, parse_card_query("dredging"))
    assert (line.tag, line.cite, line.file, line.block) == (
        "Dredging fails",
        "Osei 09",
        "Norhaven-OB-Aff-Cup.docx",
        "Harbours",
    )


def test_copies_are_one_line_which_is_the_newest(tmp_path: Path) -> None:
    with Library.in_memory() as library:
        for number, text in enumerate((SILT * 3, SILT * 3, SILT * 3 + " So it goes.")):
            rows = [card("Dredging fails", text, file=f"{number}.docx", published=f"201{number}")]
            library.add(rows, what=str(number), at=AT)
        with closing(CardIndex(tmp_path / "cards.db")) as index:
            index.follow(library)
            (line,) = index.find(library, parse_card_query("dredging"))
            assert line.year == 2012


def test_the_index_follows_what_is_added_and_removed(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "index" / "cards.db"
    assert find(library, "dredging", file=file) == ["Dredging fails"]
    library.remove([CARDS[0].id], at=AT)
    library.add([card("Dredging works", "It was tried in spring and it worked.")], what="more", at=AT)
    assert find(library, "dredging", file=file) == ["Dredging works"]
    with closing(CardIndex(file)) as index:
        assert index.version == library.version
        assert list(index.compare(library)) == []
        index._db.execute("UPDATE card SET tag = 'Changed' WHERE tag = 'Silt is toxic'")
        assert list(index.compare(library)) == ["2 cards are not those of the library"]


def test_the_limit_holds(library: Library) -> None:
    assert len(find(library, limit=2)) == 2


@pytest.mark.parametrize("term", ["colour=red", "side", "year>2012", "tag=…"])
def test_a_condition_that_is_none_is_refused(term: str) -> None:
    with pytest.raises(InputError):
        parse_card_query("", [term])


def test_the_doctor_counts_kinds_and_names_what_to_mend() -> None:
    with Library.in_memory() as library:
        uncited = card("Ships are large", "Ships grow.", author="", published="", analytic=True, marked=True)
        broken = card("Ships sink", "Ships sink", analytic=True)
        library.add([*CARDS, uncited, broken], what="cards", at=AT)
        found = diagnose(library, limit=2)
        whole = diagnose(library, limit=9)
    counted = {one.file: (one.cards, one.analytics, one.uncited, one.broken) for one in found.files}
    assert counted["in/Norhaven-OB-Aff-Cup.docx"] == (2, 1, 1, 1)
    assert (len(found.ailments), found.total) == (2, 3)
    assert {one.tag: one.faults for one in whole.ailments} == {
        "Pilots strike": ("the cite names nobody", "the cite has no year"),
        "Ships are large": ("marked text has no cite",),
        "Ships sink": ("there is a cite and no text",),
    }


@pytest.mark.parametrize(
    ("words", "where", "tags"),
    [
        (
            "harbours dredging trade",
            (),
            ["Trade needs harbours", "Dredging fails"],
        ),  # two of three each
        ("harbours trade silt", (), ["Trade needs harbours"]),  # one of three is too little
        ("trade needs harbours silt", (), ["Trade needs harbours"]),
        ("silt harbours", (), ["Silt is toxic", "Trade needs harbours", "Dredging fails"]),
        ("harbours dredging trade", ("side=aff",), ["Dredging fails"]),
        ("harbours dredging trade", ("year>=2010",), ["Trade needs harbours"]),
        ("florp wibble quux", (), []),
        ("florp", (), []),
        ("", ("tag=florp",), []),
    ],
)
def test_where_no_card_has_all_words_those_with_most_of_them_come_first(
    library: Library, words: str, where: tuple[str, ...], tags: list[str]
) -> None:
    query = parse_card_query(words, where)
    with closing(CardIndex(None)) as index:
        index.follow(library)
        assert index.find(library, query) == ()
        assert [one.tag for one in index.find_nearest(library, query)] == tags


def test_a_card_with_more_of_the_words_stands_before_a_newer_one() -> None:
    more = card("Dredging harbours costs the trade", "It costs much.", published="2001")
    with Library.in_memory() as library, closing(CardIndex(None)) as index:
        library.add([*CARDS, more], what="cards", at=AT)
        index.follow(library)
        found = index.find_nearest(library, parse_card_query("dredging harbours trade florp"))
    assert [one.year for one in found] == [2001, 2012, 2009]


def test_among_documents_only_those_asked_for_are_found_in_their_order(library: Library) -> None:
    toxic, trade, pilots = CARDS[1].id, CARDS[2].id, CARDS[3].id
    with closing(CardIndex(None)) as index:
        index.follow(library)

        def among(documents: list[str], words: str = "", *where: str) -> list[str]:
            return [*index.find_among(library, parse_card_query(words, where), documents)]

        assert among([pilots, toxic, "0" * 64, pilots]) == [pilots, toxic]
        assert among([pilots, trade, toxic], "", "year>=2012") == [trade, toxic]
        assert among([pilots, trade], "harbours") == [trade]
        assert among([]) == []


def test_cards_are_found_by_tag_and_headings_as_they_first_stand_now(library: Library) -> None:
    again = card("Dredging fails, too", SILT, file="in/another.docx", block="Rivers")
    library.add([again], what="again", at=AT)
    asked: list[tuple[str, tuple[str, ...]]] = []

    def admit(tag: str, headings: tuple[str, ...]) -> bool:
        asked.append((tag, headings))
        return tag != "Silt is toxic"

    found = [*library.find_cards(admit)]
    assert found == [CARDS[0], CARDS[2], CARDS[3]]  # without the analytic and what was not admitted
    assert asked[:2] == [("Dredging fails", ("Harbours", "Case")), ("Silt is toxic", ("Case",))]
    library.remove([CARDS[0].id], at=AT)
    library.add([again], what="again", at=AT)
    assert again in [*library.find_cards(admit)]
