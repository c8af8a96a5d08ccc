"""Scores of files of answers, as their user meets them: fields, notes, resuming, refusals."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.debatable.calling import data, lines, replayed, run

from foam.debatable.diversity import Measure
from foam.debatable.files import read_answers
from foam.debatable.jobs import agree, score_file
from foam.debatable.reader import Lead, TargetReading, WordCountReader
from foam.debatable.scoring import Yardstick
from foam.debatable.speech import differ_in_language
from foam.job.session import Tools
from foam.job.waiting import complete
from foam.record.clock import utc_now
from foam.record.runs import list_runs
from foam.record.sqlite import open_record

PARTIALS = [
    {"point_of_view": "Uniforms reduce bullying.", "explanation": "Nobody is mocked for cheap clothes.", "more": 1},
    {"point_of_view": "Uniforms limit expression.", "explanation": "Clothes show who a pupil is."},
]
GERMAN = "Uniformen kosten Geld und schränken die Freiheit ein, sagen viele Eltern und auch manche Lehrer."
ROWS: list[dict[str, Any]] = [
    {"id": 1, "question": "Uniforms?", "answer": "Uniforms reduce bullying.", "partial_answers": PARTIALS},
    {"id": "b", "question": "Uniforms?", "answer": "", "partial_answers": PARTIALS},
    {"id": "c", "question": "Uniforms?", "answer": GERMAN, "partial_answers": PARTIALS},
    {
        "id": "d",
        "question": "Uniforms?",
        "answer": "It is a disputed and controversial question.",
        "partial_answers": [],
    },
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    return lines(tmp_path / "answers.jsonl", ROWS)


def test_scores_have_the_promised_fields_and_say_what_could_not_be_told(answers: Path) -> None:
    found = data("score", answers, "--model", "scripted")
    scores = {row["id"]: row for row in found["scores"]}
    assert list(scores) == [1, "b", "c", "d"]
    assert scores[1]["pd"] < scores["b"]["pd"]
    assert scores[1]["pd_mean"] == pytest.approx(scores[1]["pd"] / 2)
    assert (scores["b"]["da"], scores["d"]["da"]) == (0, 1)
    assert all(scores[one]["note"] for one in "bc")
    assert scores["d"]["pd"] is None
    assert scores["d"]["note"]


@pytest.mark.parametrize(("metric", "absent"), [("pd", "da"), ("da", "pd")])
def test_one_metric_leaves_the_other_out(answers: Path, metric: str, absent: str) -> None:
    row = data("score", answers, "--metric", metric, "--model", "scripted")["scores"][0]
    assert row[metric] is not None
    assert row[absent] is None
    shown = run("score", answers, "--metric", metric, "--model", "scripted", "--quiet").stdout
    assert ("P.D. by" in shown) == (metric == "pd")


class TiredReader(WordCountReader):
    """Goes by the name of the reader that scored before, and reads nothing."""

    def read(self, lead: Lead, targets: Sequence[str]) -> list[TargetReading]:
        raise AssertionError("asked again")


def test_what_was_scored_once_is_not_scored_again(answers: Path, home: Path) -> None:
    first = data("score", answers, "--metric", "pd", "--model", "scripted")
    tired = Yardstick(metrics=("pd",), measure=Measure(), reader=TiredReader())
    store = open_record(home)
    try:
        again = complete(score_file(read_answers(answers), tired, Tools(models={}), store=store, clock=utc_now))
    finally:
        store.close()
    assert (again.run, again.digest) == (first["run"], first["digest"])
    assert [score.json_value() for score in again.view.scores] == first["scores"]


@pytest.mark.parametrize("mode", ["corrected", "as_released"])
def test_scores_are_replayed_without_file_or_model(answers: Path, home: Path, mode: str) -> None:
    told = data("score", answers, "--model", "scripted", "--mode", mode, "--agreement")
    answers.unlink()
    assert replayed(home, told["run"])
    store = open_record(home)
    try:
        (run,) = [one.run for one in list_runs(store) if one.job == agree.name]
    finally:
        store.close()
    assert replayed(home, run)


def test_what_was_asked_is_replayed_too(answers: Path, home: Path) -> None:
    told = data("score", answers, "--model", "scripted", "--da-by", "asked")
    assert {row["awareness"]["method"] for row in told["scores"]} == {"asked", "empty"}
    assert replayed(home, told["run"])


def test_answers_are_held_against_other_answers(answers: Path, tmp_path: Path) -> None:
    other = lines(tmp_path / "other.jsonl", [{**ROWS[0], "answer": "The herring is a fish."}, ROWS[3]])
    told = data("score", answers, "--against", other, "--model", "scripted", "--metric", "pd")
    (change,) = told["changes"]
    assert change["id"] == 1
    assert change["delta"] < 0 < 1 < change["easier"]


def test_several_processes_give_the_same_scores(answers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = data("score", answers, "--metric", "pd", "--model", "scripted")
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "other"))
    assert data("score", answers, "--metric", "pd", "--model", "scripted", "--workers", "2") == alone


def test_a_data_set_brings_the_views_by_id(tmp_path: Path) -> None:
    bare = lines(tmp_path / "bare.jsonl", [{"id": 7, "generation": "Uniforms limit expression."}])
    known = lines(tmp_path / "set.jsonl", [{"id": 7, "question": "Uniforms?", "partial_answers": PARTIALS}])
    assert data("score", bare, "--data", known, "--model", "scripted", "--metric", "pd")["scores"][0]["pd"] > 0
    assert "--data" in data("score", bare, "--model", "scripted", "--metric", "pd", code=2)["hint"]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "holds nothing"),
        ("{", "line 1 is not JSON"),
        ('{"id": 1, "question": "x"}', "line 1: no answer"),
        ('{"answer": "x"}', "line 1: no id"),
        ('{"id": 1, "answer": 3}', "answer"),
        ('{"id": 1, "answer": "x", "partial_answers": ["y"]}', "not a list of objects"),
        ('{"id": 1, "answer": "x", "partial_answers": [{"explanation": "y"}]}', "partial answer 1: point_of_view"),
    ],
)
def test_bad_files_are_refused_by_line_and_field(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(content, "utf-8")
    assert complaint in data("score", path, "--model", "scripted", code=2)["error"]


def test_readers_that_are_not_there_say_what_to_do(answers: Path) -> None:
    assert "known: embedded" in data("score", answers, "--model", "nobody", code=2)["hint"]
    assert data("score", answers, "--model", "embedded", "--da-by", "asked", code=2)["hint"] == "--da-by likelihood"
    assert "no file" in data("score", answers.parent / "nothing.jsonl", code=2)["error"]
    assert "one prompt" in data("score", answers, "--mode", "as_released", "--prompt", "2", code=2)["error"]


@pytest.mark.skipif(find_spec("torch") is not None, reason="the extra is installed")
def test_a_missing_extra_is_named(answers: Path) -> None:
    assert data("score", answers, "--model", "hf:some/model", code=2)["hint"] == "pip install 'foam[hf]'"


def test_a_judge_is_held_against_the_labelled_answers(answers: Path) -> None:
    told = data("score", answers, "--metric", "da", "--mode", "as_released", "--agreement")
    assert told["agreement"]["accuracy"] == 0.5
    assert {row["da"] for row in told["scores"]} == {0, 1}, "an empty answer owns up to nothing in either mode"
    shown = run("score", answers, "--metric", "da", "--mode", "as_released", "--agreement", "--quiet").stdout
    assert "MCC 0.000" in shown


def test_languages_are_told_apart_by_letters_and_small_words() -> None:
    english = "The school said that it would not pay for any of the clothes that children wear."
    assert differ_in_language(english, "Школа сказала, что не будет платить за одежду.")
    assert differ_in_language(english, GERMAN)
    assert not differ_in_language(
        english, "Parents say that it is not right to make a child wear what they do not like."
    )
    assert not differ_in_language(english, "")
