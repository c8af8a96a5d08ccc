"""A pack that states its rules answers its question with nobody asked, and shows why."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.behaviour.cli import read_foam, run_foam

import foam

QUESTION = "Should the denial of Rosa Delmar's application be reversed?"
YES = "Yes. The denial should be reversed and support paid from 3 March 2025."
LIBRARY = Path(__file__).parents[3] / "src" / "foam" / "domains" / "benefits-appeal" / "library"


KNOWN = foam.Facts.model_validate({"question": QUESTION, "sentences": [{"text": "It rained.", "side": "for"}]})
BOUNDED = {"models": foam.FactsModel(KNOWN)}
"""A model that does not write and knows nothing of it."""


def ask(home: Path, *options: object) -> str:
    return run_foam(home, "ask", QUESTION, "--pack", "benefits-appeal", *options, given=BOUNDED).stdout


def fill(home: Path, papers: Path, *, gone: str = "", pay: str = "", bonus: str = "") -> None:
    """A library of the case file, without a document, or with this regular pay on each stub, or pay with the bonus."""
    papers.mkdir()
    for path in LIBRARY.glob("*.md"):
        text = path.read_text()
        for own in ("310", "295", "305") if pay else ():
            text = text.replace(
                f"Regular pay for the week was {own} crowns", f"Regular pay for the week was {pay} crowns"
            )
        if bonus:
            text = text.replace("was 490 crowns", f"was {bonus} crowns")
        if path.name != gone:
            (papers / path.name).write_text(text)
    run_foam(home, "library", "add", papers)


def test_the_answer_and_the_sum_stand_on_the_first_screen(tmp_path: Path) -> None:
    lines = ask(tmp_path / "home").splitlines()
    assert YES in lines[:6]
    assert "= 1,049.20 (has to be at most 1,215)" in " ".join(" ".join(lines[:24]).split())
    assert "asked 0, reused 0" in lines[-2]


def test_four_stubs_of_490_are_over_the_limit(tmp_path: Path) -> None:
    fill(tmp_path / "home", tmp_path / "papers", pay="490")
    text = ask(tmp_path / "home", "--library")
    assert "No. The denial should stand." in text
    assert "= 1,685.60 (has to be at most 1,215)" in " ".join(text.split())


def test_without_a_stub_no_outcome_is_claimed_and_it_is_asked_for(tmp_path: Path) -> None:
    fill(tmp_path / "home", tmp_path / "papers", gone="04-pay-stub-21-february.md")
    text = ask(tmp_path / "home", "--library")
    assert "The file does not settle it." in text
    assert YES not in text
    assert "regular weekly pay on a pay stub: 3 of 4 found" in text.partition("What is open")[2]


@pytest.mark.parametrize("own", [False, True], ids=["the sample", "a library"])
def test_the_answer_is_replayed_to_the_byte(tmp_path: Path, own: bool) -> None:
    home = tmp_path / "home"
    if own:
        fill(home, tmp_path / "papers")
    asked = read_foam(
        home, "ask", QUESTION, "--pack", "benefits-appeal", *(["--library"] if own else []), given=BOUNDED
    )
    assert asked["lead"] == YES
    assert asked["digest"] in run_foam(home, "record", "replay", asked["run"], "--json").stdout


def test_a_critic_that_writes_is_asked_once_something_has_to_be_judged_and_the_page_says_what_it_objected(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    writing = {"models": foam.FactsModel(KNOWN.model_copy(update={"writes": True}))}
    fill(home, tmp_path / "papers", bonus="1,490")
    words = ("ask", QUESTION, "--pack", "benefits-appeal", "--library")
    asked = read_foam(home, *words, given=writing)
    assert [row["act"] for row in asked["acts"]][-3:] == ["object", "evaluate", "tell"]
    assert asked["lead"] == "The file does not settle it."
    page = " ".join(run_foam(home, *words, given=writing).stdout.split())
    assert "The critic objected to nothing" in page.partition("What was objected")[2]
    assert asked["digest"] in run_foam(home, "record", "replay", asked["run"], "--json").stdout
    bounded = " ".join(run_foam(home, *words, given=BOUNDED).stdout.split())
    assert "Nobody objected:" in bounded.partition("What was objected")[2]
