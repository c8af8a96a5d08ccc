"""A person who is erased goes by every form of the name; what may be another's is named with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

import foam
from foam.errors import InputError
from foam.evidence.search.fake import HashingEmbedder
from foam.home.name_forms import list_name_forms
from foam.model.scripted import ScriptedModel
from foam.model.silent import SilentJudge

FIRSTS = ("Odo", "Wilma", "Jean-Paul", "Ruth", "Ilse")
SURNAMES = (
    "Thistlewood",
    "O'Farrell",
    "Quendelin",
    "Oggersby",
    "Wumpelmann",
    "Grompel",
    "Vombat",
    "Krähwinkel",
    "Yarrow",
    "Zuber",
)
PEOPLE = [(first, last) for first in FIRSTS for last in SURNAMES]


def write_letters(folder: Path, first: str, last: str) -> dict[str, str]:
    """A letter for each form, and the form."""
    sure = (
        f"{first} {last}",
        f"{last}, {first}",
        f"{first[0]}. {last}",
        f"{first.upper()} {last.upper()}",
        "Pipistrel",
    )
    alone = (last, f"{first[0]}.{last[0]}.", first)
    for at, form in enumerate((*sure, *alone)):
        (folder / f"letter-{at}.txt").write_text(f"The hens of {form} wake the street number {at}.", "utf-8")
    return {f"letter-{at}.txt": form for at, form in enumerate((*sure, *alone))}


@pytest.mark.parametrize(("first", "last"), PEOPLE[::7])
def test_no_form_is_left_unless_it_is_named(tmp_path: Path, first: str, last: str) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    written = write_letters(papers, first, last)
    with foam.open(
        tmp_path / "home", models=ScriptedModel(), embedder=HashingEmbedder(), judge=SilentJudge(), environ={}
    ) as home:
        home.library.add(papers)
        done = home.erase(person=f"{first} {last}", aliases=["Pipistrel"], because="asked for")
        assert len(done.documents) == 5
        assert not done.left
        left = [one.file for one in home.library.list().documents]
    named = {one.split(": ")[0] for one in done.doubtful}
    held = b"".join(path.read_bytes() for path in (tmp_path / "home").rglob("*") if path.is_file())
    for file, form in list(written.items())[:5]:
        assert file not in left
        assert form.encode() not in held
    assert named == {first, last, f"{first[0]}{last[0]}"}
    assert all(": document d:" in one for one in done.doubtful)


def test_every_form_of_fifty_people_is_sure_or_doubtful() -> None:
    for first, last in PEOPLE:
        forms = list_name_forms(f"{first} {last}")
        turned = list_name_forms(f"{last}, {first}")
        assert {f"{first} {last}", f"{last} {first}", f"{first[0]} {last}"} <= {*forms.sure}
        assert {f"{last} {first}", f"{first[0]} {last}"} <= {*turned.sure}
        assert {*forms.find_doubtful([f"{last}'s hens", f"by {first[0]}. {last[0]}.", last.upper()])} == {
            last,
            f"{first[0]}{last[0]}",
        }
        assert not [*forms.find_doubtful([last.lower(), "It is so."])]


def test_an_alias_needs_a_person_and_three_letters(tmp_path: Path) -> None:
    with foam.open(tmp_path, models=ScriptedModel(), judge=SilentJudge(), environ={}) as home:
        with pytest.raises(InputError, match="without a person"):
            home.erase(aliases=["Pip"], document="d:12345678", because="asked for")
        with pytest.raises(InputError, match="too short"):
            home.erase(person="Odo Thistlewood", aliases=["OT"], because="asked for")


def test_initials_before_an_ordinary_word_are_not_surely_a_name() -> None:
    forms = list_name_forms("Anna Long")
    assert "A Long" in forms.doubtful
    assert "A Long" not in forms.sure
    assert "Anna Long" in forms.sure
