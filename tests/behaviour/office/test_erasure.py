"""Erasure: a person's words are in no byte of the home, or it is named where they still are; the record verifies."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.behaviour.appeal import FILE, GROUNDS, ORDER, PERSON, RULING, begin, take
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held
from tests.behaviour.homes import open_home
from tests.behaviour.papers import SmallFile

SENTENCES = (
    "420 crowns were the yearly bonus",
    "The bonus of 420 crowns is paid once a year",
    "Without the bonus the pay for March is 1,890 crowns",
    "best guide to the income of the household",
)
WORDS = (PERSON, *SENTENCES, *(one["says"] for one in GROUNDS), RULING["action"], "Caseworker 17 did not dispute it")
ASKED = ("--because", "request 12 of May", "--rule", "records law, section 4", "--by", "clerk-2", "--yes")


def find_words(places: Iterable[Path], words: Iterable[str] = WORDS) -> set[str]:
    """Those of the words that stand in a byte of a file."""
    files = [path for place in places for path in (place.rglob("*") if place.is_dir() else [place]) if path.is_file()]
    content = b"\0".join(path.read_bytes() for path in files)
    assert content
    return {one for one in words if one.encode() in content}


@dataclass(frozen=True)
class PersonalCase:
    """A home with a personal file: papers, a deliberation and an appeal in it."""

    folder: Path
    person: str
    run: str
    matter: str


@pytest.fixture(scope="session")
def personal(tmp_path_factory: pytest.TempPathFactory) -> PersonalCase:
    file, folder = SmallFile("heating-grant"), tmp_path_factory.mktemp("personal") / "home"
    person = read_foam(folder, "person", "open", PERSON, "--kind", "appeal")["person"]
    run_foam(folder, "person", "add", person, *file.papers)
    with open_home(folder, file.facts, person=person) as home:
        ran = home.deliberate(file.facts.question, library=True)
        matter = begin(home, run=ran.run)
        take(home, matter, *ORDER[1:-4])
    return PersonalCase(folder, person, ran.run, matter)


@pytest.fixture
def case(personal: PersonalCase, tmp_path: Path) -> PersonalCase:
    """A copy, to erase in."""
    folder = tmp_path / "home"
    shutil.copytree(personal.folder, folder)
    return PersonalCase(folder, personal.person, personal.run, personal.matter)


def test_all_of_a_personal_file_can_be_handed_out(case: PersonalCase, tmp_path: Path) -> None:
    out = tmp_path / "all.json"
    run_foam(case.folder, "person", "export", case.person, out)
    assert find_words([out]) == set(WORDS)
    assert PERSON in run_foam(case.folder, "appeal", "notice", case.matter, "decision").stdout


def test_no_word_of_it_lies_in_the_open(case: PersonalCase) -> None:
    assert find_words([case.folder]) == set()


def test_what_was_erased_is_gone_and_the_record_verifies_and_says_so(case: PersonalCase, tmp_path: Path) -> None:
    folder, copy = case.folder, tmp_path / "before.foam"
    head = read_foam(folder, "record", "head")["head"]
    (key,) = (path.read_bytes() for path in (folder / "vault").iterdir() if path.suffix == ".key")
    run_foam(folder, "backup", copy)
    assert read_foam(folder, "person", "erase", case.person, *ASKED)["ok"]
    assert find_words([folder]) == set()
    assert all(key not in path.read_bytes() for path in folder.rglob("*") if path.is_file())
    told = read_foam(folder, "record", "verify", "--head", head)
    assert told["ok"]
    for said in (case.person, "clerk-2", "records law, section 4", "request 12 of May"):
        assert said in str(told["notes"])
    for words in (("dossier", "show", case.run), ("appeal", "timeline", case.matter), ("record", "show", case.run)):
        assert "records law, section 4" in read_foam(folder, *words, code=2)["error"]
    run_foam(folder, "bundle", "export", case.matter, tmp_path / "no.zip", code=2)
    run_foam(tmp_path / "restored", "restore", copy)
    shown = run_foam(tmp_path / "restored", "dossier", "show", case.run, code=None).output
    assert not [one for one in WORDS if one in shown], "a copy made before holds nothing that can be read"
    assert find_words([tmp_path / "restored"]) == set()


def test_a_record_on_hold_is_not_erased(case: PersonalCase) -> None:
    run_foam(case.folder, "person", "hold", case.person, "--because", "lawsuit 9", "--by", "counsel")
    assert "held" in read_foam(case.folder, "person", "erase", case.person, *ASKED, code=2)["error"]
    (case.folder / "config.toml").write_text("[retention]\nappeal = 0\n", "utf-8")
    assert read_foam(case.folder, "person", "retain")["erased"] == []
    assert read_foam(case.folder, "person", "show", case.person)["hold"]["by"] == "counsel"
    assert PERSON in run_foam(case.folder, "appeal", "notice", case.matter, "decision").stdout
    run_foam(case.folder, "person", "release", case.person, "--because", "it ended")
    assert read_foam(case.folder, "person", "erase", case.person, *ASKED)["ok"]


def test_what_is_due_is_erased_under_the_rule_it_names(case: PersonalCase) -> None:
    assert read_foam(case.folder, "person", "retain")["erased"] == [], "kinds that are not named are kept"
    (case.folder / "config.toml").write_text("[retention]\nappeal = 0\n", "utf-8")
    planned = read_foam(case.folder, "person", "retain", "--plan")["erased"]
    assert [one["person"] for one in planned] == [case.person]
    assert PERSON in run_foam(case.folder, "appeal", "notice", case.matter, "decision").stdout, "a plan erases nothing"
    (done,) = read_foam(case.folder, "person", "retain")["erased"]
    assert "appeal" in done["rule"]


def test_a_reason_that_names_the_person_is_refused(case: PersonalCase) -> None:
    words = ("--because", f"{PERSON} asked for it", "--rule", "law", "--yes")
    run_foam(case.folder, "person", "erase", case.person, *words, code=2)
    assert PERSON in run_foam(case.folder, "appeal", "notice", case.matter, "decision").stdout


def test_where_words_also_stand_in_the_open_is_named(case: PersonalCase, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text(f"The neighbours of {PERSON} wrote to the office in June.", "utf-8")
    run_foam(case.folder, "library", "add", letter)
    told = read_foam(case.folder, "person", "erase", case.person, *ASKED, code=1)
    assert "foam.db" in str(told)
    assert find_words([case.folder]) == {PERSON}
    run_foam(case.folder, "erase", "--person", PERSON, "--because", "request 12 of May", "--yes")
    assert find_words([case.folder]) == set()


def test_words_in_the_open_are_taken_out_and_everything_still_verifies(
    hold: Callable[[str], Held], tmp_path: Path
) -> None:
    held = hold("heating-grant")
    folder = held.copy(tmp_path / "home")
    assert PERSON in find_words([folder])
    head = read_foam(folder, "record", "head")["head"]
    words = ("erase", "--person", PERSON, "--because", "request 12 of May")
    run_foam(folder, *words, "--plan")
    assert PERSON in find_words([folder]), "a plan changes nothing"
    run_foam(folder, *words, "--yes")
    assert PERSON not in find_words([folder])
    told = read_foam(folder, "record", "verify", "--head", head)
    assert told["ok"]
    assert "request 12 of May" in str(told["notes"])
    assert read_foam(folder, "library", "verify")["damaged"] == []


def test_a_document_is_taken_out_of_the_library_for_good(hold: Callable[[str], Held], tmp_path: Path) -> None:
    folder = hold("heating-grant").copy(tmp_path / "home")
    letter = tmp_path / "letter.txt"
    letter.write_text("The stove of the Hollins was swept in autumn by a man from Brookend.", "utf-8")
    run_foam(folder, "library", "add", letter)
    swept = "swept in autumn by a man from Brookend"
    assert find_words([folder], [swept])
    documents = read_foam(folder, "library", "list")["documents"]
    (document,) = (one["id"] for one in documents if "letter" in str(one))
    run_foam(folder, "erase", "--document", document, "--because", "request 13", "--yes")
    assert not find_words([folder], [swept])
    assert read_foam(folder, "record", "verify")["ok"]


def test_only_what_was_named_is_erased(case: PersonalCase, tmp_path: Path) -> None:
    with open_home(case.folder) as home:
        other = home.appeal.begin(FILE / "decision.toml", at="2025-06-01T10:00:00+02:00").matter
    read_foam(case.folder, "person", "erase", case.person, *ASKED)
    assert read_foam(case.folder, "appeal", "timeline", other)["state"] == "draft_decision"
