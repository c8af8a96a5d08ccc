"""Answer files: a library's cards against a position, by kind of answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

import foam
from foam.argument.answers import find_answer, is_named, list_names
from foam.cli.main import foam as command
from foam.errors import InputError
from foam.evidence.blocks.answers import OTHER, is_answer
from foam.evidence.document import Card, Citation, Document, Origin, make_document
from foam.evidence.exports.verbatim import render_cards
from foam.model.judge import Weighed
from foam.model.silent import SilentJudge

ORIGIN = Origin(file="x.docx", format="docx", importer="docx-3")


def card(tag: str, year: int, *, pocket: str = "", block: str = "") -> Document:
    text = f"The harbour office writes of it in {year}: {tag.lower()} in every port of the coast. It counted the boats."
    cite = f"Osei {year}"
    return make_document(
        text, origin=ORIGIN, citation=Citation(raw=cite), card=Card(tag=tag, cite=cite, pocket=pocket, block=block)
    )


CARDS = (
    card("The port bill stands before the house", 2013, pocket="1NC", block="Politics DA"),
    card("Winners win", 2011, pocket="2AC", block="Politics"),
    card("The bill won't pass", 2012, pocket="2AC", block="PTX"),
    card("It is non-unique: votes are spent", 2014, pocket="2AC", block="PTX"),
    card("No impact to delay", 2010, pocket="2AC", block="AT: Politics"),
    card("Ministers like it", 2009, pocket="2AC", block="AT: Politics"),
    card("Pumps are cheaper", 2014, pocket="2AC", block="States CP"),
    card("The port bill is off the house's table, say the pumps", 2014, pocket="2AC", block="States CP"),
    card("We lose politics on the counterplan too", 2014, pocket="2AC", block="States CP"),
    card("More reasons for the disadvantage", 2014, pocket="2NC", block="2NC Politics"),
)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    file = tmp_path / "Harbours.docx"
    file.write_bytes(render_cards("Harbours", CARDS))
    with foam.open(tmp_path / "home", embedder=foam.HashingEmbedder()) as opened:
        opened.library.add(file, index=False)
    return tmp_path / "home"


def test_debaters_own_blocks_are_sorted_by_kind_and_newest_first(home: Path) -> None:
    with foam.open(home, embedder=foam.HashingEmbedder()) as opened:
        found = opened.blocks("Politics DA", judge=False)
    assert [(one.kind, one.document.card.tag) for one in found.answers if one.document.card] == [
        ("Non-unique", "It is non-unique: votes are spent"),
        ("Non-unique", "The bill won't pass"),
        ("Link turn", "Winners win"),
        ("No impact", "No impact to delay"),
        (OTHER, "Ministers like it"),
    ]
    assert found.claims == ("The port bill stands before the house", "More reasons for the disadvantage")


def test_the_file_has_a_block_for_each_kind(home: Path, tmp_path: Path) -> None:
    with foam.open(home, embedder=foam.HashingEmbedder()) as opened:
        file = opened.blocks("Politics DA", judge=False).file()
    assert {(one.card.pocket, one.card.block) for one in file.cards if one.card} == {
        ("AT: Politics DA", kind) for kind in ("Non-unique", "Link turn", "No impact", OTHER)
    }
    assert "### Link turn\n\n#### Winners win" in file.save(tmp_path / "at.wiki.txt").read_text(encoding="utf-8")


class AgainstPumps(SilentJudge):
    """Whatever names pumps contradicts what it is held against, and supports its denial."""

    def weigh(self, pairs: Sequence[tuple[str, str]]) -> list[Weighed]:
        shares = [0.9 if any("pumps" in text.lower() for text in pair) else 0.0 for pair in pairs]
        return [Weighed(supports=0.0, contradicts=one, neither=1 - one, bears=1.0) for one in shares]


def test_the_judge_adds_what_speaks_against_the_claims_and_of_the_same_matter(home: Path) -> None:
    with foam.open(home, embedder=foam.HashingEmbedder(), judge=AgainstPumps()) as opened:
        found = opened.blocks("Politics DA", limit=100)
    judged = [one for one in found.answers if one.judged is not None]
    assert [one.document.card.tag for one in judged if one.document.card] == [
        "The port bill is off the house's table, say the pumps"
    ]
    assert judged[0].claim in found.claims


def test_a_name_that_no_file_argues_for_is_no_claim_to_search_against(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {"embedder": foam.HashingEmbedder(), "stance": lambda claim, texts: [1.0 for _ in texts]}
    monkeypatch.setenv("FOAM_HOME", str(home))
    shown = CliRunner().invoke(command, ["blocks", "States CP"], obj=given)
    assert "by the judge" not in shown.stdout
    assert "Pumps are cheaper" in shown.stdout
    assert "no file of the library argues this position" in shown.stderr


def test_a_cite_without_a_year_is_shown_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "Harbours.docx"
    dated = card("The bill won't pass", 2012, pocket="2AC", block="Politics")
    undated = dated.model_copy(update={"citation": Citation(author="Ada Osei", raw="Osei 9/12 Ada Osei, captain")})
    own = dated.card.model_copy(update={"cite": "Osei 9/12"}) if dated.card else None
    file.write_bytes(render_cards("Harbours", [undated.model_copy(update={"card": own})]))
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    given = {"embedder": foam.HashingEmbedder()}
    assert CliRunner().invoke(command, ["library", "add", str(file)], obj=given).exit_code == 0
    for arguments in (["blocks", "Politics DA", "--no-judge"], ["search", "--cards", "pass"]):
        assert "| Osei 9/12 |" in CliRunner().invoke(command, arguments, obj=given).stdout


@pytest.mark.parametrize(
    ("position", "heading", "named"),
    [
        ("Executive Order CP", "2AC XO CP", True),
        ("XO CP", "2AC Executive CP", True),
        ("Port Question Doctrine DA", "PQD DA: 2AC", True),
        ("PQD DA", "Port Question Doctrine", True),
        ("PQD DA", "Ports quarrel", False),
        ("Topicality", "2AC T", True),
        ("Topicality", "2AC Phantom Ports T/", False),
        ("Topicality", "L/T", False),
    ],
)
def test_a_heading_names_a_position_by_short_forms_and_initials(position: str, heading: str, named: bool) -> None:
    assert is_named(position, heading) is named


def test_one_line_a_card_and_an_exit_code_when_there_is_none(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(home))
    given = {"embedder": foam.HashingEmbedder()}
    shown = CliRunner().invoke(command, ["blocks", "Politics DA", "--no-judge"], obj=given)
    assert "Link turn\n  Winners win | Osei 11 | Harbours.docx › Politics  d:" in shown.stdout
    nothing = CliRunner().invoke(command, ["blocks", "Astronomy DA", "--no-judge"], obj=given)
    assert (nothing.exit_code, nothing.stdout) == (1, "nothing in the library answers 'Astronomy DA'\n")


def test_a_position_has_a_name(home: Path) -> None:
    with foam.open(home) as opened, pytest.raises(InputError, match="has a name"):
        opened.blocks("--")


def test_positions_are_known_by_their_short_forms() -> None:
    assert list_names("Politics DA") == (("politics", "ptx", "agenda"),)
    assert list_names("Cap K") == (("capitalism", "cap"), ("kritik", "k", "critique"))
    assert list_names("DA") == (("da",),)


def test_the_name_of_a_counterplan_is_no_kind_of_answer_to_it(home: Path) -> None:
    with foam.open(home, embedder=foam.HashingEmbedder()) as opened:
        found = opened.blocks("States CP", judge=False)
    kinds = {one.document.card.tag: one.kind for one in found.answers if one.document.card}
    assert kinds["Pumps are cheaper"] == OTHER
    assert find_answer("It links to the net benefit") == "Links to the net benefit"
    assert find_answer("Later ministers roll back the CP") == "Solvency deficit"


def test_kinds_of_answers_are_told_by_the_tag_before_the_heading() -> None:
    assert find_answer("No link: nobody sees it", "2AC Impact D") == "No link"
    assert find_answer("It rains", "2AC Impact D") == "No impact"
    assert find_answer("It rains") == ""


def test_an_advantage_is_answered_by_the_negative() -> None:
    assert is_answer("Boats stay", ("Trade", "1NC"), "")
    assert not is_answer("Boats turn back", ("Trade", "2AC"), "")
    assert not is_answer("Boats stay", ("Trade DA", "1NC"), "disadvantage")
