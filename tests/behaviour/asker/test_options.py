"""An open question is answered by options: each is deliberated, and all are compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.behaviour.homes import open_home
from tests.behaviour.papers import FILES, SmallFile

import foam

SUNDAYS = "The Ellmoor library should open on Sundays."
EVENINGS = "The Ellmoor library should close at six every evening."
MONDAYS = "The Ellmoor library should open on Mondays."


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, foam.Answer]:
    """The home, the run and the comparison of three options that the asker names."""
    folder = tmp_path_factory.mktemp("options") / "home"
    facts = foam.Facts.read(FILES / "library-sunday" / "options.toml")
    with open_home(folder, facts) as home:
        home.library.add(*SmallFile("library-sunday").papers)
        ran = home.deliberate(facts.question, library=True, options=[SUNDAYS, EVENINGS, MONDAYS])
        return folder, ran.run, ran.view


def read_options(answer: foam.Answer) -> dict[str, str]:
    """The options of the tree, by id."""
    assert answer.tree is not None
    return {one.id: one.text for one in answer.tree.root.options}


def test_the_options_that_are_named_are_compared(compared: tuple[Path, str, foam.Answer]) -> None:
    assert list(read_options(compared[2]).values()) == [SUNDAYS, EVENINGS, MONDAYS]


def test_the_reasons_stand_under_the_option_that_they_speak_for(compared: tuple[Path, str, foam.Answer]) -> None:
    _, _, answer = compared
    assert answer.tree is not None
    named = read_options(answer)
    reasons = {one.says: named[one.option] for one in answer.tree.frame.considerations}
    assert SUNDAYS in reasons.values()
    assert MONDAYS not in reasons.values()


def test_the_option_that_the_evidence_bears_out_is_held_and_one_without_a_reason_by_nobody(
    compared: tuple[Path, str, foam.Answer],
) -> None:
    _, _, answer = compared
    named = read_options(answer)
    assert answer.table is not None
    held = {named[one.ledger.option] for one in answer.table.seats if one.argued}
    assert SUNDAYS in held
    assert MONDAYS not in held
    assert answer.summary[0].startswith(("It depends on what counts more.", SUNDAYS))


def test_the_comparison_can_be_replayed(compared: tuple[Path, str, foam.Answer]) -> None:
    folder, run, _ = compared
    with open_home(folder, foam.Facts.read(FILES / "library-sunday" / "options.toml")) as home:
        assert home.replay(run).ok


def test_without_named_options_the_seats_propose_them(tmp_path: Path) -> None:
    facts = foam.Facts.read(FILES / "library-sunday" / "options.toml")
    with open_home(tmp_path, facts) as home:
        home.library.add(*SmallFile("library-sunday").papers)
        view = home.deliberate(facts.question, library=True).view
    assert set(read_options(view).values()) == {SUNDAYS, EVENINGS}
