"""A study plays what its plan says, once, marks it, and draws the paper's tables; killed at any moment it goes on."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest
from click.testing import CliRunner, Result

from foam.cli.main import foam
from foam.debate.transcript import Transcript, Utterance
from foam.errors import InputError
from foam.evidence.search.fake import HashingEmbedder
from foam.judging.study.folder import StudyRow
from foam.judging.study.plan import StudyPlan, begin_at, list_cells, read_plan
from foam.judging.study.tables import compose_study
from foam.model.scripted import ScriptedModel
from foam.model.silent import SilentJudge
from foam.paper import render

PLAN = """
name = "parts"
motions = ["Cities should make public transport free.", "Schools should start later in the morning."]
models = ["scripted"]
sides = ["con"]
words = 80
as_printed = true

[[arm]]
name = "R-Debater"

[[arm]]
name = "without logic"
without = "logic"

[[arm]]
name = "LLM"
debater = "plain"
"""


STUDY = """
import sys
from pathlib import Path

import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import ScriptedModel
from foam.model.silent import SilentJudge

with foam.open(models=ScriptedModel(), embedder=HashingEmbedder(), judge=SilentJudge()) as home:
    home.debate.study(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def run(home: Path, *arguments: object) -> Result:
    given = {"models": ScriptedModel(), "embedder": HashingEmbedder(), "judge": SilentJudge()}
    return CliRunner().invoke(foam, ["debate", "study", *map(str, arguments)], env={"FOAM_HOME": str(home)}, obj=given)


def told(home: Path, *arguments: object) -> Any:
    result = run(home, *arguments, "--json", "--quiet")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """A small study with what its command told."""
    folder = tmp_path_factory.mktemp("study")
    (folder / "plan.toml").write_text(PLAN, "utf-8")
    return folder, told(folder / "home", folder / "plan.toml")


def test_every_cell_has_a_row_for_a_data_frame(played: tuple[Path, Any]) -> None:
    folder, found = played
    with (folder / "plan" / "rows.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(found["rows"]) == found["played"] == 6
    assert {row["arm"] for row in rows} == {"R-Debater", "without logic", "LLM"}
    assert all(row["fact"] and row["printed score"] and row["debate"] != row["evaluation"] for row in rows)
    kept = [json.loads(line) for line in (folder / "plan" / "rows.jsonl").read_text("utf-8").splitlines()]
    assert [row["debate"] for row in kept] == [row["debate"] for row in rows]


def test_the_tables_have_the_form_of_the_papers(played: tuple[Path, Any]) -> None:
    shown = (played[0] / "plan" / "tables.md").read_text("utf-8")
    head = "| model | method | subjective | logic | fact | InspireScore | n |"
    assert shown.count(head) == 4, "tables 1 and 5, by our marks and as printed"
    first, fifth = (shown.partition(f"Table {n}:")[2].partition("Table ")[0] for n in (1, 5))
    assert ("LLM" in first, "without logic" in first) == (True, False)
    assert ("LLM" in fifth, "without logic" in fifth) == (False, True)
    assert "2 of 2 speeches without a part are those with it" in shown, "this model writes no speech"
    assert "Table 6" in shown
    assert "Nobody voted" in shown


def test_started_again_it_plays_nothing_and_another_plan_is_refused(played: tuple[Path, Any]) -> None:
    folder, first = played
    again = told(folder / "home", folder / "plan.toml")
    assert (again["played"], again["rows"]) == (0, first["rows"])
    other = folder / "other.toml"
    other.write_text(PLAN.replace("words = 80", "words = 90"), "utf-8")
    result = run(folder / "home", other, "--out", folder / "plan")
    assert result.exit_code == 2
    assert "another registered plan (words differs)" in result.output


def test_people_vote_on_a_blind_sheet_and_their_choice_is_the_table(played: tuple[Path, Any], tmp_path: Path) -> None:
    root = copytree(played[0], tmp_path / "voted")
    folder = root / "plan"
    key = json.loads((folder / "key.json").read_text("utf-8"))
    with (folder / "sheet.csv").open(newline="", encoding="utf-8") as file:
        sheet = list(csv.DictReader(file))
    assert len(sheet) == 6
    assert not any("plain" in str(row) or "R-Debater" in str(row) for row in sheet)
    letters = {item: letter for item, arms in key.items() for letter, arm in arms.items() if arm == "LLM"}
    lines = ["item,letter,voter", *(f"{item},{letter},ann" for item, letter in letters.items())]
    (folder / "choices.csv").write_text("\n".join(lines), "utf-8")
    told(root / "home", root / "plan.toml")
    shown = (folder / "tables.md").read_text("utf-8")
    assert "2 ballots of people" in shown
    assert "| LLM | 100.0" in shown
    (folder / "choices.csv").write_text("item,letter\nnowhere,A\n", "utf-8")
    result = run(root / "home", root / "plan.toml")
    assert "row 1: nowhere has no speech 'A'" in result.output


@pytest.mark.parametrize(
    ("change", "told_so"),
    [
        (("motions = [", "motion = ["), "motion"),
        (('name = "LLM"', 'name = "R-Debater"'), "two of its arms have one name"),
        (('debater = "plain"', 'debater = "human"'), "arm.2.debater"),
        (("[[arm]]", "[[arm"), "no TOML"),
    ],
)
def test_a_plan_that_cannot_be_played_says_why(tmp_path: Path, change: tuple[str, str], told_so: str) -> None:
    (tmp_path / "plan.toml").write_text(PLAN.replace(*change), "utf-8")
    with pytest.raises(InputError, match=told_so):
        read_plan(tmp_path / "plan.toml")


def plan(**more: Any) -> StudyPlan:
    arms = [{"name": "R-Debater"}, {"name": "four roles", "debater": "four-roles"}]
    return StudyPlan.model_validate({"name": "p", "motions": ["A.", "B."], "arms": arms, **more})


def test_a_study_crosses_what_its_plan_names_run_by_run() -> None:
    cells = list(list_cells(plan(task="debate", formats=["ld", "pf"], models=["a", "b"], runs=3)))
    assert len(cells) == len({cell.id for cell in cells}) == 3 * 2 * 2 * 2 * 2 * 2
    assert len({cell.item for cell in cells}) == len(cells) / 2
    assert [cell.run for cell in cells] == sorted(cell.run for cell in cells)


def test_a_debate_is_gone_on_with_from_the_stage_that_the_plan_names() -> None:
    said = tuple(Utterance(speaker="P", side="pro", text=text) for text in ("One.", "Two.", "Three."))
    heard = {"t.json": Transcript(motion="M.", utterances=said)}
    for task, start, left in (("next", None, 3), ("debate", None, 0), ("next", 2, 2), ("debate", 1, 1)):
        made = plan(transcripts=["t.json"], motions=[], task=task, start=start)
        assert len(begin_at(made, heard, next(list_cells(made))).utterances) == left


def row(made: StudyPlan, number: int, **marks: float) -> StudyRow:
    told = {"motion": "M", "speaker": "s", "judge": "j", "debate": "d", "evaluation": "e", "text": "t"}
    return StudyRow.model_validate(
        {"cell": list(list_cells(made))[number], "marks": marks, "words": 1, "asked": 1, **told}
    )


def test_points_of_debatrix_make_the_second_table_and_what_is_withheld_is_told() -> None:
    made = plan(task="debate", sides=["pro"])
    ours, theirs = row(made, 0, S=2, L=1, A=2, O=2), row(made, 1, S=0, L=1, A=0, O=0)
    other = row(made, 2, S=1, L=1, A=2, O=1)
    untold = row(made, 3).model_copy(update={"withheld": "Not marked: the judge does not tell."})
    shown = render(compose_study(made, [ours, theirs, other, untold], cells=4), "md").replace("\\", "")
    assert "Table 2" in shown
    assert "| R-Debater | 1.500 [1.000, 2.000] | 1.000 [1.000, 1.000] |" in shown
    assert "| four roles | 0.000 | 1.000 | 0.000 | 0.000 | 1 |" in shown
    assert "1 cells have no mark. Not marked: the judge does not tell." in shown
    assert "Table 1" not in shown, "nobody was marked so"


@pytest.mark.long
def test_sixty_scripted_debates_killed_and_resumed_end_as_if_they_had_not_been(tmp_path: Path) -> None:
    motions = ["Cities should make public transport free.", "Schools should start later in the morning."]
    motions += ["Zoos should be closed.", "Voting should be compulsory.", "Museums should be free."]
    more = f'task = "debate"\nformats = ["ld"]\nruns = 3\nquestions = 0\nmotions = {json.dumps(motions)}\n'
    text = PLAN.replace('sides = ["con"]', 'sides = ["pro", "con"]').replace("words = 80", "words = 40")
    lines = [line for line in text.splitlines() if not line.startswith("motions")]
    arms = "\n".join(lines).replace('[[arm]]\nname = "without logic"\nwithout = "logic"\n', "")
    (tmp_path / "plan.toml").write_text(more + arms, "utf-8")
    whole = told(tmp_path / "whole", tmp_path / "plan.toml", "--out", tmp_path / "one")
    assert whole["played"] == 60
    command = [sys.executable, "-c", STUDY, str(tmp_path / "plan.toml"), str(tmp_path / "two")]
    rng = Random(7)
    for count in (4, 17, 40):
        killed = subprocess.Popen(command, env={**os.environ, "FOAM_HOME": str(tmp_path / "broken")})
        while killed.poll() is None and len([*(tmp_path / "two" / "rows").glob("*.json")]) < count:
            time.sleep(0.1)
        time.sleep(rng.uniform(0, 1.5))
        killed.send_signal(signal.SIGKILL)
        killed.wait()
    left = told(tmp_path / "broken", tmp_path / "plan.toml", "--out", tmp_path / "two")
    assert 0 < left["played"] <= 20
    assert left["rows"] == whole["rows"]
    assert (tmp_path / "one" / "tables.md").read_text() == (tmp_path / "two" / "tables.md").read_text()
    assert "Table 2" in (tmp_path / "two" / "tables.md").read_text()
