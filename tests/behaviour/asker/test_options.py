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
def compared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, foam.OptionsDossier]:
    """The home, the run and the comparison of three options that the asker names."""
    folder = tmp_path_factory.mktemp("options") / "home"
    facts = foam.Facts.read(FILES / "library-sunday" / "options.toml")
    with open_home(folder, facts) as home:
        home.library.add(*SmallFile("library-sunday").papers)
        ran = home.deliberate(facts.question, library=True, options=[SUNDAYS, EVENINGS, MONDAYS])
        assert isinstance(ran.view, foam.OptionsDossier)
        return folder, ran.run, ran.view


def test_the_options_that_are_named_are_compared(compared: tuple[Path, str, foam.OptionsDossier]) -> None:
    _, _, dossier = compared
    assert [one.text for one in dossier.options] == [SUNDAYS, EVENINGS, MONDAYS]


def test_the_option_that_the_evidence_bears_out_is_recommended_and_the_others_are_not(
    compared: tuple[Path, str, foam.OptionsDossier],
) -> None:
    _, _, dossier = compared
    assert dossier.summary[0] == SUNDAYS
    told = {one.text: one.outcome for one in dossier.options}
    assert told == {SUNDAYS: "affirmed", EVENINGS: "not shown", MONDAYS: "not shown"}


def test_each_option_has_a_dossier_of_its_own_that_can_be_replayed(
    compared: tuple[Path, str, foam.OptionsDossier],
) -> None:
    folder, run, dossier = compared
    with open_home(folder, foam.Facts.read(FILES / "library-sunday" / "options.toml")) as home:
        assert home.replay(run).ok
        for one, name in zip(dossier.options, dossier.runs, strict=True):
            own = home.dossier(name)
            assert isinstance(own, foam.Dossier)
            assert own.affirmed == one.text


def test_without_named_options_the_seats_propose_them(tmp_path: Path) -> None:
    facts = foam.Facts.read(FILES / "library-sunday" / "options.toml")
    with open_home(tmp_path, facts) as home:
        home.library.add(*SmallFile("library-sunday").papers)
        view = home.deliberate(facts.question, library=True).view
    assert isinstance(view, foam.OptionsDossier)
    assert {one.text for one in view.options} == {SUNDAYS, EVENINGS}
    assert view.summary[0] == SUNDAYS
