"""One's own papers: taken in once, searched, cited; and what a quotation of them is worth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held

WAGES = "Opening on Sundays costs 38,000 crowns a year in wages."


def test_a_paper_is_taken_in_once(sunday: Held, tmp_path: Path) -> None:
    home = sunday.copy(tmp_path / "home")
    again = read_foam(home, "library", "add", *sunday.file.papers)
    assert (again["documents"], again["known_files"]) == (0, len(sunday.file.papers))
    listed = read_foam(home, "library", "list")["documents"]
    assert sorted(Path(one["file"]).name for one in listed) == [path.name for path in sunday.file.papers]


def test_a_paper_is_kept_as_it_was_when_its_file_changes(sunday: Held, tmp_path: Path) -> None:
    home, note = sunday.copy(tmp_path / "home"), tmp_path / "note.txt"
    note.write_text("The kiosk sells tea.")
    run_foam(home, "library", "add", note)
    pointer = read_foam(home, "search", "what does the kiosk sell")["results"][0]["pointer"]
    note.write_text("The kiosk sells coffee.")
    assert read_foam(home, "cite", pointer)["sentence"] == "The kiosk sells tea."


def test_a_search_finds_the_sentence_and_says_where_it_stands(sunday: Held) -> None:
    (first, *_) = read_foam(sunday.folder, "search", "what does opening cost in wages")["results"]
    assert first["text"] == WAGES
    cited = read_foam(sunday.folder, "cite", first["pointer"])
    assert cited["sentence"] == WAGES
    assert cited["origin"]["file"] == str(sunday.file.find_papers(WAGES)[0])


def test_a_pointer_into_nothing_is_refused(sunday: Held) -> None:
    assert "no document '00000000'" in run_foam(sunday.folder, "cite", "d:00000000#s1", code=2).stderr


def test_a_paper_that_is_removed_is_found_no_more(sunday: Held, tmp_path: Path) -> None:
    home = tmp_path / "home"
    run_foam(home, "library", "add", *sunday.file.papers)
    document = read_foam(home, "search", "wages")["results"][0]["pointer"].partition("#")[0]
    run_foam(home, "library", "remove", document.removeprefix("d:"))
    assert WAGES not in [one["text"] for one in read_foam(home, "search", "wages")["results"]]


@pytest.mark.parametrize(
    ("quote", "source", "verdict"),
    [
        (WAGES, "", "exact"),
        ("Opening on Sundays costs 36,000 crowns a year in wages.", "3-staff", "altered"),
        ("Late homework fell at the school by a third while the trial was going on.", "2-school", "paraphrase"),
        (WAGES, "4-treasurer", "misattributed"),
        ("The moon is made of green cheese and mice.", "3-staff", "fabricated"),
    ],
)
def test_a_quotation_gets_one_of_five_verdicts(
    sunday: Held, tmp_path: Path, quote: str, source: str, verdict: str
) -> None:
    path = tmp_path / "quotes.json"
    path.write_text(json.dumps([{"quote": quote, **({"source": source} if source else {})}]))
    matches = verdict == "exact"
    (found,) = read_foam(sunday.folder, "quote", "check", path, code=0 if matches else 1)["citations"]
    assert found["verdict"] == verdict
    assert found["match"] == matches


def test_an_altered_quotation_is_shown_with_its_difference(sunday: Held, tmp_path: Path) -> None:
    path = tmp_path / "letter.md"
    path.write_text('The staff write: "Opening on Sundays costs 36,000 crowns a year in wages." (3-staff)\n')
    told = run_foam(sunday.folder, "quote", "check", path, code=1).stdout
    assert "altered [number]" in told
    assert "[-38,000-]{+36,000+}" in told


def test_a_quotation_with_a_not_put_in_does_not_match(sunday: Held, tmp_path: Path) -> None:
    path = tmp_path / "quotes.json"
    path.write_text(json.dumps([{"quote": WAGES.replace("costs", "does not cost"), "source": "3-staff"}]))
    (found,) = read_foam(sunday.folder, "quote", "check", path, code=1)["citations"]
    assert not found["match"]
    assert "negation" in found["flags"]


def test_quotations_are_held_against_files_without_a_library(tmp_path: Path, sunday: Held) -> None:
    path = tmp_path / "quotes.json"
    path.write_text(json.dumps([{"quote": WAGES}]))
    told = read_foam(tmp_path / "home", "quote", "check", path, "--against", sunday.file.find_papers(WAGES)[0])
    assert told["citations"][0]["verdict"] == "exact"
