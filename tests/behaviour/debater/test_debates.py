"""A debate turn by turn: who speaks and how long, what each cites, what was dropped; transcripts from elsewhere."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from tests.behaviour.debater.desk import Desk
from tests.behaviour.papers import SmallFile
from tests.behaviour.parts import list_records

import foam

FILE = SmallFile("library-sunday")
LIMIT = 150
TRANSCRIPT = """Motion: The Ellmoor library should open on Sundays.

Moderator: Welcome to this debate.

Pro 1: Most visitors cannot come on a weekday. The reading room was full by noon on each trial Sunday.

Con 1: Opening on Sundays costs 38,000 crowns a year in wages.

Pro 2: The town has set aside 40,000 crowns a year for longer opening hours.
"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A debate in the free format over the papers of a small file, in which every speech is quotations."""
    facts = FILE.facts.model_copy(update={"writes": False})
    desk = Desk(tmp_path_factory.mktemp("hall"), model=foam.FactsModel(facts))
    desk.run("library", "add", *FILE.papers)
    outs = [
        word for ending in ("json", "txt", "csv", "xlsx", "html") for word in ("--out", desk.folder / f"d.{ending}")
    ]
    told = desk.ask("debate", FILE.facts.question, "--library", "--words", LIMIT, *outs)
    (desk.folder / "told.json").write_text(json.dumps(told), "utf-8")
    (desk.folder / "tape.txt").write_text(TRANSCRIPT, "utf-8")
    return desk


@pytest.fixture(scope="module")
def told(hall: Desk) -> Any:
    return json.loads((hall.folder / "told.json").read_text("utf-8"))


def read_flow(hall: Desk) -> str:
    """What the command prints; it is asked again, and nobody else is."""
    return " ".join(hall.run("debate", FILE.facts.question, "--library", "--words", LIMIT).split())


def test_the_sides_speak_in_turn_as_the_format_says(hall: Desk, told: Any) -> None:
    turns = told["debate"]["turns"]
    assert [(turn["speech"], turn["side"]) for turn in turns] == [
        *(("P1", "pro"), ("C1", "con"), ("P2", "pro"), ("C2", "con"), ("P3", "pro"), ("C3", "con"))
    ]


def test_no_speech_is_longer_than_its_time(told: Any) -> None:
    lengths = [len(turn["text"].split()) for turn in told["debate"]["turns"]]
    assert all(0 < length <= LIMIT * 1.03 for length in lengths), lengths


def test_a_speech_quotes_to_the_letter_what_is_in_the_library(told: Any) -> None:
    papers = " ".join(" ".join(path.read_text("utf-8").split()) for path in FILE.papers)
    quoted = [words for turn in told["debate"]["turns"] for words in re.findall(r"“([^”]{20,})[.]”", turn["text"])]
    assert len(quoted) > 2
    assert all(words in papers for words in quoted)


def test_each_side_cites_what_speaks_for_it(told: Any) -> None:
    sides = {"pro": "for", "con": "against"}
    known = {one.text: one.side for one in FILE.facts.sentences}
    for turn in told["debate"]["turns"]:
        own = [words for words in known if f"“{words}” (" in turn["text"]]
        assert all(known[words] == sides[turn["side"]] for words in own), turn["text"]


def test_what_the_other_side_left_is_dropped_on_the_flow(hall: Desk) -> None:
    shown = read_flow(hall)
    assert re.search(r"DROPPED[^:]*: Opening on Sundays costs 38,000 crowns a year in wages", shown)
    assert not re.search(r"DROPPED[^:]*: The reading room was half empty", shown), "it was answered"


def test_an_answer_that_comes_after_a_speech_without_one_is_late(hall: Desk, tmp_path: Path) -> None:
    desk = hall.copy(tmp_path)
    said = (
        "Motion: The Ellmoor library should open on Sundays.",
        "Pro 1: The town pays for longer hours.",
        "Con 1: The reading room was half empty on each trial Sunday.",
        "Pro 2: Two in three visitors cannot come on a weekday.",
        "Con 2: Cars parked in front of our doors.",
    )
    (desk.folder / "late.txt").write_text("\n\n".join(said), "utf-8")
    shown = " ".join(desk.run("debate", "next", desk.folder / "late.txt", "--side", "pro", "--library").split())
    assert re.search(r"answered late by \S+: The reading room was half empty on each trial Sunday", shown)


def test_the_flow_is_a_table_with_a_column_for_each_speech_that_made_a_point(hall: Desk) -> None:
    """The row of a point holds what answered it, under the speech that did."""
    rows = list(csv.DictReader((hall.folder / "d.csv").read_text("utf-8").splitlines()))
    (row,) = [row for row in rows if "half empty on each trial Sunday" in row["C1 (con)"]]
    assert "full by noon on each trial Sunday" in row["P2 (pro)"]
    assert not row["C1 (con)"].count("full by noon")
    book = openpyxl.load_workbook(hall.folder / "d.xlsx")
    cells = " ".join(str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row if cell.value)
    book.close()
    assert "Opening on Sundays costs 38,000 crowns a year in wages" in cells


def test_the_record_gives_the_debate_again_and_its_file_is_held_against_it(hall: Desk, told: Any) -> None:
    assert hall.ask("record", "replay", told["run"])["ok"]
    verified = hall.ask("verify", hall.folder / "d.html")
    assert (verified["ok"], verified["run"]) == (True, told["run"])
    changed = hall.folder / "changed.txt"
    changed.write_text((hall.folder / "d.txt").read_text("utf-8").replace("38,000", "8,000"), "utf-8")
    assert not hall.ask("verify", changed, code=1)["ok"]


def test_the_same_motion_and_seed_ask_nothing_anew(hall: Desk, told: Any) -> None:
    again = hall.ask("debate", FILE.facts.question, "--library", "--words", LIMIT)
    assert (again["digest"], again["asked"]) == (told["digest"], 0)


def test_a_motion_that_the_library_does_not_speak_of_brings_no_evidence(hall: Desk) -> None:
    shown = hall.run("debate", "Should whales vote in parliament?", "--library", "--words", LIMIT, code=None)
    assert not any(f"“{one.text}”" in shown for one in FILE.facts.sentences)


def test_minutes_become_words_at_the_readers_speed(hall: Desk, tmp_path: Path) -> None:
    desk = hall.copy(tmp_path)
    out = desk.folder / "slow.json"
    desk.run("debate", FILE.facts.question, "--library", "--wpm", 40, "--out", out)
    turns = json.loads(out.read_text("utf-8"))["turns"]
    assert all(len(turn["text"].split()) <= 1.2 * 40 * 1.03 for turn in turns)


def test_the_formats_have_the_speeches_that_debaters_know(hall: Desk) -> None:
    shown = hall.run("debate", "formats")
    for speech in ("1AC", "1NC", "2AC", "2NC", "1NR", "1AR", "2NR", "2AR", "NR", "AS", "NF"):
        assert re.search(rf"^\s+{speech}\s+(pro|con)", shown, re.MULTILINE), speech


def test_the_next_turn_of_a_transcript_answers_what_was_said(hall: Desk, tmp_path: Path) -> None:
    following = hall.copy(tmp_path).ask("debate", "next", hall.folder / "tape.txt", "--side", "con", "--library")
    assert following["turn"]["side"] == "con"
    assert "The reading room was half empty on each trial Sunday" in following["turn"]["text"]


def test_a_transcript_from_elsewhere_is_read_turn_by_turn_and_marked(hall: Desk, tmp_path: Path) -> None:
    judged = hall.copy(tmp_path).run("debate", "evaluate", hall.folder / "tape.txt", "--library")
    flat = " ".join(judged.split())
    assert "claims held against the library" in flat
    assert "The town has set aside 40,000 crowns" in flat
    assert "Welcome to this debate" not in flat
    for measure in ("InspireScore", "Debatrix"):
        assert measure in judged


@pytest.mark.parametrize("form", ["orchid", "own"])
def test_transcripts_come_in_other_shapes_too(hall: Desk, tmp_path: Path, form: str) -> None:
    rows = [("PRO", "P1", "Most visitors cannot come on a weekday."), ("CON", "C1", "Wages cost 38,000 crowns a year.")]
    path = tmp_path / "tape.json"
    if form == "orchid":
        debate = [{"stance": side, "debater": name, "utterance": text} for side, name, text in rows]
        path.write_text(json.dumps({"topic": "The library should open on Sundays.", "debate": debate}), "utf-8")
    else:
        path.write_bytes((hall.folder / "d.json").read_bytes())
    assert "InspireScore" in hall.copy(tmp_path / "desk").run("debate", "evaluate", path, "--library")


def test_a_memory_holds_what_was_said_and_is_searched(hall: Desk, tmp_path: Path) -> None:
    desk = hall.copy(tmp_path)
    built = " ".join(desk.run("memory", "build", desk.folder / "tape.txt").split())
    assert "1 debates, 3 utterances: 3 added" in built
    assert "moderator" in built.lower(), "what is left out is counted under its name"
    assert "costs 38,000 crowns" in desk.run("memory", "search", "wages crowns")
    assert "3 known" in desk.run("memory", "build", desk.folder / "tape.txt")
    told = desk.ask("debate", FILE.facts.question, "--library", "--words", LIMIT, "--memory")
    spoken = [turn["text"] for turn in told["debate"]["turns"]]
    assert not any("Most visitors cannot come on a weekday" in text for text in spoken), (
        "remembered words have no source"
    )
    assert "C1 con" in desk.run("memory", "show", told["run"], "2")


def test_beside_a_speech_stands_what_was_found_wrong_recalled_and_used(hall: Desk, tmp_path: Path) -> None:
    """The flaws of the other side with both sentences, the remembered words with their motion, and the schemes."""
    desk = hall.copy(tmp_path)
    desk.run("memory", "build", desk.folder / "tape.txt")
    cheap, dear = ("Opening on Sundays is cheap for the town.", "Opening on Sundays is expensive for the town.")
    said = ("Motion: The Ellmoor library should open on Sundays.", f"Pro 1: {cheap}", "Con 1: No.", f"Pro 2: {dear}")
    (desk.folder / "next.txt").write_text("\n\n".join(said), "utf-8")
    turn = desk.ask("debate", "next", desk.folder / "next.txt", "--side", "con", "--library", "--memory")["turn"]
    beside = list(list_records(turn))
    assert [cheap, dear] in [one.get("quotes") for one in beside]
    recalled = [one for one in beside if one.get("motion") == "The Ellmoor library should open on Sundays."]
    assert any("costs 38,000 crowns a year in wages" in str(one) for one in recalled)
    assert any(isinstance(one.get("schemes"), list) for one in beside)


def test_a_written_debate_says_of_each_turn_who_worded_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path, model=foam.FactsModel(FILE.facts))
    desk.run("library", "add", *FILE.papers)
    shown = desk.run("debate", FILE.facts.question, "--library", "--words", LIMIT, "--out", tmp_path / "w.json")
    assert "acts written" in shown
    turns = json.loads((tmp_path / "w.json").read_text("utf-8"))["turns"]
    assert {turn["voice"] for turn in turns} <= {"written", "bounded"}
    assert "written" in {turn["voice"] for turn in turns}
    pointed = {json.dumps(one) for one in list_records(turns) if {"document", "sentence"} <= one.keys()}
    assert pointed
    for one in map(json.loads, pointed):
        assert desk.ask("cite", f"d:{one['document']}#s{one['sentence']}")["sentence"]
