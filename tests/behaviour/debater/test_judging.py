"""Cases scored under a rubric, blind, and a tournament of them with its controls, ties and table."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.debater.desk import Desk

import foam

ROWS = (
    ("Hale", "Night buses", "Night buses help people who work late.", "Half of the cleaners walk home after midnight."),
    ("Orlo", "Night trains", "Trains carry nurses home at dawn.", "Every platform is crowded before five."),
    ("Quist", "Park lamps", "Lamps in parks let runners see the path.", "A lamp shows a root before a foot finds it."),
    ("Ruud", "Sunday markets", "Markets bring farmers to the square.", "Farmers sold all their eggs by noon."),
)
PLANTED = {"Ruud": "Farmers sold not one of their eggs by noon."}
"""What the case quotes instead of what its source says."""


@pytest.fixture(scope="session")
def entered(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Four cases with their sources, the last of which turns its quotation; and a tournament, not yet run."""
    known = [{"text": text, "side": "for"} for *_, text in ROWS]
    facts = foam.Facts.model_validate({"question": "Should towns run night buses?", "sentences": known})
    desk = Desk(tmp_path_factory.mktemp("entered"), model=foam.FactsModel(facts))
    (desk.folder / "papers").mkdir()
    for name, title, claim, text in ROWS:
        fields = f"---\nauthor: Ada {name}\npublished: 2021\n---\n"
        (desk.folder / "papers" / f"{name}.md").write_text(f"{fields}{text}\n", "utf-8")
        quoted = PLANTED.get(name, text)
        page = f"# {title}\n\n{claim}\n\n> {quoted}\n> — {name} 2021\n"
        (desk.folder / f"{name}.md").write_text(page, "utf-8")
    enter(desk, "T", seed=7)
    return desk


@pytest.fixture(scope="session")
def played(entered: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    desk = entered.copy(tmp_path_factory.mktemp("played"))
    (desk.folder / "ran.json").write_text(json.dumps(desk.ask("tournament", "run", desk.folder / "T")), "utf-8")
    desk.run("tournament", "report", desk.folder / "T")
    return desk


def enter(desk: Desk, name: str, *, seed: int) -> Path:
    folder = desk.folder / name
    desk.run("tournament", "new", folder, "--seed", seed, "--sources", desk.folder / "papers")
    cases = [desk.folder / f"{author}.md" for author, *_ in ROWS]
    desk.run("tournament", "add", folder, *cases[:2], "--source", "human", "--approach", "policy")
    desk.run("tournament", "add", folder, *cases[2:], "--source", "machine", "--approach", "kritik")
    return folder


def read_ran(desk: Desk) -> Any:
    return json.loads((desk.folder / "ran.json").read_text("utf-8"))


def read_table(desk: Desk, folder: Path) -> list[str]:
    """The rows of the standings, as they are printed."""
    lines = desk.run("tournament", "report", folder).splitlines()
    return [" ".join(line.split()) for line in lines if "Case_0" in line]


def test_a_case_is_scored_by_dimension_and_what_the_jury_declined_is_no_number(entered: Desk) -> None:
    shown = entered.run("judge", entered.folder / "Hale.md", "--sources", entered.folder / "papers")
    assert "Evidence quality" in shown
    assert "100.0 of 100 over evidence quality alone" in shown
    (line,) = [line for line in shown.splitlines() if line.lstrip().startswith("Innovation")]
    assert "declined" in line


def test_a_case_that_turns_its_source_is_scored_below_those_that_do_not(entered: Desk) -> None:
    cases = [entered.folder / f"{name}.md" for name, *_ in ROWS]
    judged = entered.ask("judge", *cases, "--sources", entered.folder / "papers")["cases"]
    scores = {Path(one["case"]).stem: one["overall"] for one in judged}
    assert scores["Ruud"] < min(scores[name] for name in ("Hale", "Orlo", "Quist"))


def test_every_report_shows_how_the_controls_came_out(entered: Desk) -> None:
    shown = entered.run("judge", entered.folder / "Hale.md", "--sources", entered.folder / "papers")
    assert "control: gibberish" in shown
    assert "control: parrot" in shown


def test_a_jury_that_believes_gibberish_ranks_nobody(entered: Desk) -> None:
    """The scripted model scores by chance alone."""
    cases = [entered.folder / f"{name}.md" for name, *_ in ROWS]
    words = ("judge", *cases, "--juror", "scripted", "--sources", entered.folder / "papers", "--seed")
    shown = [entered.run(*words, seed, code=None, models=foam.ScriptedModel()) for seed in range(1, 7)]
    fooled = [one for one in shown if "no ranking is shown" in " ".join(one.split()).lower()]
    assert fooled
    assert not any("of 100" in one for one in fooled)


def test_a_rubric_whose_weights_are_no_whole_is_refused(entered: Desk, tmp_path: Path) -> None:
    (tmp_path / "rubric.toml").write_text('[dimensions.only]\ntitle = "Only"\nweight = 0.5\n', "utf-8")
    shown = entered.run("judge", entered.folder / "Hale.md", "--rubric", tmp_path / "rubric.toml", code=2)
    assert "error: " in shown


def test_judges_read_neither_names_nor_origins(played: Desk) -> None:
    read = {path.stem: path.read_text("utf-8") for path in (played.folder / "T" / "blind").iterdir()}
    assert sorted(read) == [f"Case_{number:03d}" for number in range(1, 5)]
    for telling in ("human", "machine", "kritik", ".md", str(played.folder)):
        assert not any(telling in text for text in read.values()), telling


def test_the_key_is_sealed_and_a_touched_one_is_refused(played: Desk, tmp_path: Path) -> None:
    desk = played.copy(tmp_path)
    key = desk.folder / "T" / "key.json"
    key.write_text(key.read_text("utf-8").replace("human", "robot"), "utf-8")
    assert "error: " in desk.run("tournament", "report", desk.folder / "T", code=None)


def test_the_case_that_turns_its_source_comes_last(played: Desk) -> None:
    table = read_table(played, played.folder / "T")
    assert len(table) == 4
    assert table[-1].endswith(" 0%")
    blind = (played.folder / "T" / "blind").iterdir()
    (turned,) = [path.stem for path in blind if PLANTED["Ruud"] in path.read_text("utf-8")]
    assert turned in table[-1]


def test_every_case_plays_and_one_alone_is_never_beaten_twice(played: Desk) -> None:
    table = [row.split() for row in read_table(played, played.folder / "T")]
    records = {row[1]: tuple(map(int, row[3].split("-"))) for row in table}
    assert all(won + lost >= 2 for won, lost in records.values()), "Swiss rounds: everybody plays"
    assert sum(won for won, _ in records.values()) == sum(lost for _, lost in records.values())
    assert records[table[0][1]][1] < records[table[-1][1]][1]


def test_the_same_seed_gives_the_same_table_and_a_second_run_asks_nothing(played: Desk, tmp_path: Path) -> None:
    desk = played.copy(tmp_path)
    again = desk.ask("tournament", "run", desk.folder / "T")
    ran = read_ran(played)
    assert (again["places"], again["asked"]) == (ran["places"], 0)
    other = enter(desk, "U", seed=7)
    assert desk.ask("tournament", "run", other)["places"] == ran["places"]
    assert read_table(desk, other) == read_table(played, played.folder / "T")


def test_the_record_gives_the_tournament_again(played: Desk) -> None:
    assert played.ask("record", "replay", read_ran(played)["run"])["ok"]


def test_the_report_names_sources_controls_and_threats(played: Desk) -> None:
    report = (played.folder / "T" / "report" / "report.md").read_text("utf-8")
    for words in ("human", "machine", "gibberish", "Threats to validity"):
        assert words in report
    assert (played.folder / "T" / "report" / "bracket.svg").read_text("utf-8").lstrip().startswith("<")


def test_a_persons_ballot_is_blind_until_it_is_cast(played: Desk, tmp_path: Path) -> None:
    desk = played.copy(tmp_path)
    shown = desk.run("tournament", "pairing", desk.folder / "T", 1)
    assert not any(telling in shown for telling in ("human", "machine", "Case_0"))
    cast = desk.run(
        "tournament", "ballot", desk.folder / "T", 1, "--better", "first", "--by", "ada", "--because", "Clear."
    )
    assert "human" in cast or "machine" in cast
    assert "1" in desk.run("tournament", "people", desk.folder / "T")


def test_a_name_in_an_entry_is_a_leak_and_seals_nothing(entered: Desk, tmp_path: Path) -> None:
    desk = entered.copy(tmp_path)
    case = desk.folder / "leak.md"
    shutil.copy(desk.folder / "Hale.md", case)
    case.write_text(f"{case.read_text('utf-8')}\nWe of Emory East say so.\n", "utf-8")
    desk.run("tournament", "add", desk.folder / "T", case, "--source", "human", "--hide", "Emory East")
    assert "Emory East" in desk.run("tournament", "run", desk.folder / "T", code=1)
    assert not (desk.folder / "T" / "key.json").exists()
