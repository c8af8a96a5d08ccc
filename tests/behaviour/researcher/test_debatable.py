"""Whether answers cover a dispute: both metrics by hand, data sets from documents, annotators, systems side by side."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from tests.behaviour.cli import read_foam, run_foam

import foam

VIEWS = [
    {"point_of_view": "Uniforms reduce bullying.", "explanation": "Nobody is mocked for cheap clothes."},
    {"point_of_view": "Uniforms limit expression.", "explanation": "Clothes show who a pupil is."},
]
SET = [{"id": n, "question": f"Should uniforms be worn in year {n}?", "partial_answers": VIEWS} for n in (1, 2)]
FULL = " ".join(f"{view['point_of_view']} {view['explanation']}" for view in VIEWS)
GIVEN = {
    "full": FULL,
    "half": "Uniforms reduce bullying. Nobody is mocked.",
    "none": "People disagree about the herring; it is a disputed question.",
}


def write_lines(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "set.jsonl", SET)


def score(folder: Path, answer: str, views: Sequence[str], *words: object, home: Path) -> Any:
    """One answer by the model that counts words: of m words, one read n times has the chance n / (m + 1)."""
    partials = [{"point_of_view": view} for view in views]
    file = write_lines(folder / "answers.jsonl", [{"id": 1, "answer": answer, "partial_answers": partials}])
    return read_foam(home, "debatable", "score", file, "--model", "scripted", *words)


def test_diversity_is_the_sum_of_perplexities_after_please_restate(desk: foam.Home, tmp_path: Path) -> None:
    """Eight words and "Please restate": a word that was read twice has the chance 2/11, one read four times 4/11."""
    answer = "alpha alpha beta beta beta beta gamma delta"
    (row,) = score(tmp_path, answer, ["alpha", "beta"], "--metric", "pd", home=desk.folder)["scores"]
    assert row["pd"] == pytest.approx(11 / 2 + 11 / 4, rel=1e-4)
    assert row["pd_mean"] == pytest.approx(row["pd"] / 2)
    (longer,) = score(tmp_path, answer, ["alpha beta"], "--metric", "pd", home=desk.folder)["scores"]
    assert longer["pd"] == pytest.approx(math.sqrt(11 / 2 * 11 / 4), rel=1e-4)


def test_each_of_the_papers_five_prompts_is_read_before_a_view(desk: foam.Home, tmp_path: Path) -> None:
    """They have 2, 10, 8, 8 and no words: with an answer of two words each view was read once in so many."""
    found = [
        score(tmp_path, "alpha beta", ["alpha", "beta"], "--metric", "pd", "--prompt", n, home=desk.folder)
        for n in range(1, 6)
    ]
    by_hand = [2 * (2 + words + 1) for words in (2, 10, 8, 8, 0)]
    assert [one["scores"][0]["pd"] for one in found] == pytest.approx(by_hand, rel=1e-3)


def test_the_released_scripts_are_a_mode_of_their_own(desk: foam.Home, tmp_path: Path) -> None:
    """As released the log-probability is divided by the tokens of the context, too, and the mean is taken."""
    answer, asked = "alpha alpha beta beta beta beta gamma delta", ("--metric", "pd", "--mode")
    corrected, released = (
        score(tmp_path, answer, ["alpha", "beta"], *asked, mode, home=desk.folder)
        for mode in ("corrected", "as_released")
    )
    assert (corrected["measure"]["mode"], released["measure"]["mode"]) == ("corrected", "as_released")
    by_hand = fmean((9 / times) ** (1 / 8) for times in (2, 4))
    assert released["scores"][0]["pd"] == pytest.approx(by_hand, rel=1e-3)


def test_a_change_of_minus_two_over_three_views_makes_each_nearly_twice_as_likely(
    desk: foam.Home, tmp_path: Path
) -> None:
    """Equation 7: exp(2/3), which the paper gives as 1.95."""
    views, told = ["alpha", "beta", "gamma"], "alpha alpha alpha beta beta beta gamma gamma gamma"
    before = write_lines(tmp_path / "before.jsonl", [{"id": 1, "answer": f"{told} filler filler"}])
    data = write_lines(
        tmp_path / "set.jsonl", [{"id": 1, "question": "?", "partial_answers": [{"point_of_view": v} for v in views]}]
    )
    found = score(tmp_path, told, views, "--metric", "pd", "--data", data, "--against", before, home=desk.folder)
    (change,) = found["changes"]
    assert change["delta"] == pytest.approx(-2, abs=1e-3)
    assert round(change["likelier"], 2) == 1.95
    assert change["easier"] == pytest.approx((11 + 3) / (9 + 3))


def test_an_answer_that_says_its_question_is_disputed_is_aware(desk: foam.Home, tmp_path: Path) -> None:
    said = {
        "aware": "This is a disputed question, and people disagree about it.",
        "plain": "The bridge is open.",
        "": "",
    }
    rows = [
        {"id": name, "question": "Uniforms?", "answer": text, "partial_answers": VIEWS} for name, text in said.items()
    ]
    file = write_lines(tmp_path / "answers.jsonl", rows)
    found = read_foam(desk.folder, "debatable", "score", file, "--model", "scripted")
    assert {row["id"]: row["da"] for row in found["scores"]} == {"aware": 1, "plain": 0, "": 0}
    assert "empty" in found["scores"][-1]["note"]
    assert found["scores"][-1]["pd"] > found["scores"][0]["pd"]


@pytest.mark.long
def test_awareness_is_held_against_labelled_answers(desk: foam.Home, tmp_path: Path, dataset: Path) -> None:
    file = write_lines(tmp_path / "answers.jsonl", [{"id": 1, "answer": FULL}])
    words = ("debatable", "score", file, "--data", dataset, "--model", "scripted", "--metric", "da", "--agreement")
    agreed = read_foam(desk.folder, *words)["agreement"]
    assert agreed["examples"] == 60
    assert agreed["accuracy"] == pytest.approx(0.9)
    assert (round(agreed["f1"], 3), round(agreed["mcc"], 3), round(agreed["auroc"], 3)) == (0.889, 0.816, 0.992)


def test_what_was_scored_is_on_record_and_not_scored_again(home: foam.Home, tmp_path: Path, dataset: Path) -> None:
    file = write_lines(tmp_path / "answers.jsonl", [{"id": 1, "answer": FULL}])
    first = home.debatable.score(file, data=dataset, model="scripted", metrics=["pd"])
    again = home.debatable.score(file, data=dataset, model="scripted", metrics=["pd"])
    assert (again.ran.run, again.ran.digest) == (first.ran.run, first.ran.digest)
    assert home.replay(first.ran).ok


class Arranged:
    """Vectors in the plane at given angles; a text that is not arranged is off to itself."""

    name = "arranged"
    dimensions = 3

    def __init__(self, cosines: Mapping[str, float]) -> None:
        self._cosines = cosines

    def embed(self, texts: Sequence[str]) -> Any:
        return np.array(
            [
                [c, math.sqrt(1 - c * c), 0.0] if (c := self._cosines.get(text)) is not None else [0, 0, 1]
                for text in texts
            ],
            dtype=np.float32,
        )


@pytest.mark.parametrize(("cosine", "is_one"), [(0.79, True), (0.77, False)])
def test_questions_nearer_than_the_papers_threshold_are_one(
    home: foam.Home, tmp_path: Path, fakes: dict[str, Any], cosine: float, is_one: bool
) -> None:
    first, second = "Should bees be kept in towns?", "Should hives stand in cities?"
    questions, note = tmp_path / "questions.txt", tmp_path / "note.txt"
    questions.write_text(f"{first}\n{second}\n", "utf-8")
    note.write_text("The herring is a fish. It swims in the sea.", "utf-8")
    given = {**fakes, "embedder": Arranged({first: 1.0, second: cosine})}
    words = ("debatable", "build", questions, "--docs", note, "--out", tmp_path / "set.jsonl")
    dropped = {one["question"]: one["reason"] for one in read_foam(home.folder, *words, given=given)["dropped"]}
    assert (first in dropped.get(second, "")) is is_one, dropped


def fill_sheet(sheet: Path, out: Path, marks: Sequence[tuple[int, int]]) -> Path:
    with sheet.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row, (grounded, addresses) in zip(rows, marks, strict=True):
        row.update(grounded=str(grounded), addresses=str(addresses))
    with out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return out


def test_annotators_remove_what_two_find_wanting_and_kappa_is_fleiss(
    desk: foam.Home, tmp_path: Path, dataset: Path
) -> None:
    sheet = tmp_path / "sheet.csv"
    assert read_foam(desk.folder, "debatable", "annotate", dataset, "--out", sheet)["rows"] == 4
    marks = {"ann": [(1, 1)] * 4, "ben": [(0, 1), (1, 1), (0, 1), (1, 1)], "cleo": [(0, 1), (1, 1), (1, 1), (1, 0)]}
    sheets = [fill_sheet(sheet, tmp_path / f"{name}.csv", given) for name, given in marks.items()]
    found = read_foam(desk.folder, "debatable", "annotate", dataset, *sheets, "--out", tmp_path / "kept.jsonl")
    assert found["removed"] == [["1", 1]]
    kept = [json.loads(line) for line in (tmp_path / "kept.jsonl").read_text("utf-8").splitlines()]
    assert [len(one["partial_answers"]) for one in kept] == [1, 2]
    yes = [1, 3, 2, 3]  # of three people, item by item
    agreed = fmean((n * (n - 1) + (3 - n) * (2 - n)) / 6 for n in yes)
    share = sum(yes) / 12
    chance = share**2 + (1 - share) ** 2
    assert found["kappa"]["grounded"] == pytest.approx((agreed - chance) / (1 - chance))


@pytest.fixture
def figures(tmp_path: Path, dataset: Path, desk: foam.Home, fakes: dict[str, Any]) -> tuple[Path, Any]:
    files: list[str] = []
    for name, answer in GIVEN.items():
        file = write_lines(tmp_path / f"{name}.jsonl", [{"id": row["id"], "answer": answer} for row in SET])
        files += ["--answers", f"{name}={file}"]
    out = tmp_path / "figures.json"
    words = ("debatable", "evaluate", dataset, *files, "--model", "scripted", "--out", out)
    return out, read_foam(desk.folder, *words, given=fakes)


def test_systems_are_measured_by_both_metrics_and_each_missed_view_is_named(figures: tuple[Path, Any]) -> None:
    _, told = figures
    assert {one["system"] for one in told["standings"]} == {"full", "half", "none"}
    assert [one["pd"] for one in told["standings"]] == sorted(one["pd"] for one in told["standings"])
    missed = {row["system"]: [view["point_of_view"] for view in row["missing"]] for row in told["rows"]}
    assert missed["full"] == []
    assert missed["half"] == ["Uniforms limit expression."]
    assert len(missed["none"]) == 2


def test_a_reader_that_cannot_order_the_controls_ranks_nobody(figures: tuple[Path, Any]) -> None:
    _, told = figures
    controls = told["controls"]
    assert controls["plain"] < 0.9 * controls["comparisons"], "the shipped fake counts words"
    assert [one["pd_rank"] for one in told["standings"]] == [None] * 3
    assert told["weighted"] == {}


def test_how_the_two_metrics_go_together_is_one_figure(figures: tuple[Path, Any]) -> None:
    """Pearson's correlation of 1/P.D. with D.A. over the systems."""
    _, told = figures
    rows = [(1 / one["pd"], one["da"]) for one in told["standings"]]
    assert len({da for _, da in rows}) > 1
    assert told["pd_da"] == pytest.approx(np.corrcoef(np.array(rows).T)[0, 1])


def test_a_comparison_is_reported_listed_and_shown_from_the_record(
    figures: tuple[Path, Any], desk: foam.Home, tmp_path: Path, fakes: dict[str, Any]
) -> None:
    path, told = figures
    page = tmp_path / "report.html"
    run_foam(desk.folder, "debatable", "report", path, "--out", page)
    assert "<svg" in page.read_text("utf-8")
    assert "<script" not in page.read_text("utf-8")
    listed = read_foam(desk.folder, "debatable", "list", given=fakes)["comparisons"]
    assert told["run"] in [one["run"] for one in listed]
    shown = read_foam(desk.folder, "debatable", "show", told["run"], given=fakes)
    views = {view["partial"]["point_of_view"]: view["missed_by"] for view in shown["questions"][0]["views"]}
    assert views == {"Uniforms reduce bullying.": ["none"], "Uniforms limit expression.": ["half", "none"]}
    assert read_foam(desk.folder, "record", "replay", told["run"])["ok"]


def test_people_and_metrics_are_held_against_each_other(
    figures: tuple[Path, Any], desk: foam.Home, tmp_path: Path
) -> None:
    votes = tmp_path / "votes.csv"
    pairs = [("full", "half"), ("half", "none"), ("full", "none")]
    votes.write_text(
        "\n".join(["annotator,a,b,preferred", *(f"{who},{a},{b},a" for who in ("ann", "bob") for a, b in pairs)]),
        "utf-8",
    )
    people = read_foam(desk.folder, "debatable", "report", figures[0], "--preferences", votes)["people"]
    agreed = {one["metric"]: one for one in people["metrics"]}
    assert agreed["pd"] == {"metric": "pd", "spearman": 1.0, "kendall": 1.0}
    for rating in people["ratings"].values():
        assert rating["full"] > rating["half"] > rating["none"]


@pytest.mark.parametrize(
    ("row", "named"),
    [
        ({"id": 1, "answer": "x"}, "partial answers"),
        ({"id": 1}, "answer"),
    ],
)
def test_a_file_that_cannot_be_scored_is_refused(
    desk: foam.Home, tmp_path: Path, row: dict[str, Any], named: str
) -> None:
    file = write_lines(tmp_path / "answers.jsonl", [row])
    refused = read_foam(desk.folder, "debatable", "score", file, "--metric", "pd", "--model", "scripted", code=2)
    assert named in refused["error"]
