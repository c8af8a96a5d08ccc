"""Drafting a pack from a folder of documents: it loads at once, and says where each entry comes from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import foam
from foam.cli.main import foam as command_line
from foam.errors import InputError
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import ScriptedModel
from foam.pack.faults import find_faults
from foam.pack.loader import load_pack

HARBOUR = {
    "decision.md": "# Decision of the Harbour Office\n\nHarbour Office of Lund Bay\n\n3 May 2024\n\n"
    "The application for a berth is refused. The fee was not worked out in time.\n\nAda Brook, officer\n",
    "code.md": "# Harbour Code\n\n"
    "Section 4: The berth fee is the average of the three most recent mooring charges multiplied by 2.\n\n"
    "Section 5: A berth must be given only if the boat is at most 12 metres long.\n\n"
    "Section 6: The office must hear the applicant before it decides.\n",
    "objection.md": "# Objection\n\nI object, because my boat is my livelihood and I was never heard by the office.\n\n"
    "Tom Rill, applicant\n",
    **{
        f"charge-{day}.md": f"# Receipt\n\n{day} March 2024\n\nThe mooring charge for the night was {amount} crowns.\n"
        for day, amount in ((1, 40), (2, 50), (3, 60))
    },
}


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    folder = tmp_path / "harbour"
    folder.mkdir()
    for name, text in HARBOUR.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def test_a_drafted_pack_loads_at_once(harbour: Path, tmp_path: Path) -> None:
    with foam.open(tmp_path / "home") as home:
        made = home.pack.new(harbour, out=tmp_path / "made", question="Should the berth be given?")
        with pytest.raises(InputError, match="no document is named as the decision"):
            home.pack.new(harbour, out=tmp_path / "other")
    pack = load_pack(tmp_path / "made")
    assert made.report.ok
    assert not find_faults(tmp_path / "made")
    assert (pack.sample_question, pack.notice) == ("Should the berth be given?", "")
    assert len(pack.perspectives) >= 2
    assert len(pack.documents()) == len(HARBOUR)


def test_a_drafted_pack_can_be_deliberated(harbour: Path, tmp_path: Path) -> None:
    fakes: dict[str, Any] = {"embedder": HashingEmbedder(), "stance": lambda claim, texts: [0.0] * len(texts)}
    with foam.open(tmp_path / "home", models=ScriptedModel(), **fakes) as home:
        home.pack.new(harbour, out=tmp_path / "made", decision=harbour / "decision.md")
        ran = home.deliberate(pack=str(tmp_path / "made"))
    assert ran.view.question == "Should the decision of the Harbour Office of Lund Bay be reversed?"
    assert ran.view.notice == ""


def test_what_is_said_comes_before_what_is_read(harbour: Path, tmp_path: Path) -> None:
    with foam.open(tmp_path / "home") as home:
        found = home.pack.survey(harbour, decision=harbour / "decision.md", rules=[harbour / "code.md"])
        made = home.pack.new(
            harbour,
            out=tmp_path / "made",
            question="Should the berth be given?",
            affected=["Tom Rill", "the fishers"],
            decides="the mayor",
            stakes=["quiet nights"],
        )
    assert found.affected == ("Tom Rill",)
    assert found.rules == ("Harbour Code",)
    assert [seat.id for seat in made.draft.seats] == ["tom-rill", "the-fishers", "the-mayor", "examiner"]
    assert made.draft.values[-1].text == "Quiet nights."
    text = (tmp_path / "made" / "pack.toml").read_text("utf-8")
    assert "# Named as affected." in text


def test_documents_may_stay_where_they_are(harbour: Path, tmp_path: Path) -> None:
    with foam.open(tmp_path / "home") as home:
        home.pack.new(harbour, out=tmp_path / "made", decision=harbour / "decision.md", refer=True)
    assert load_pack(tmp_path / "made").documents() == ()
    said = (tmp_path / "made" / "pack.toml").read_text("utf-8").replace("#", " ")
    assert "were not copied" in " ".join(said.split())  # a comment is wrapped where the path is long


def test_nothing_is_overwritten(harbour: Path, tmp_path: Path) -> None:
    with foam.open(tmp_path / "home") as home:
        with pytest.raises(InputError):
            home.pack.new(harbour, out=harbour)
        with pytest.raises(InputError):
            home.pack.new(harbour, out=harbour / "pack")


def test_the_command_says_what_was_drafted_and_what_to_do(harbour: Path, tmp_path: Path) -> None:
    ran = CliRunner().invoke(
        command_line,
        ["pack", "new", str(harbour), "--decision", str(harbour / "decision.md"), "--out", str(tmp_path / "made")],
        env={"FOAM_HOME": str(tmp_path / "home")},
    )
    assert ran.exit_code == 0
    assert "seats: tom-rill, harbour-office-of-lund-bay, examiner" in ran.output
    assert "foam deliberate --pack" in ran.output
