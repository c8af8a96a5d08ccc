"""Experiments and comparisons as pages: curves with their tables, a leaderboard, views one step from their words."""

from __future__ import annotations

import html
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.debatable.calling import lines
from tests.web.serving import EVIL, Desk, load, make_fakes, open_pages
from tests.web.test_cards import ARTICLE

import foam

VIEWS = (
    "Uniforms reduce bullying among pupils.",
    f"Uniforms limit how pupils express who they are {EVIL}.",
)


def measure(folder: Path, made: Desk) -> tuple[Desk, str, str]:
    """A home with an experiment and a comparison, and their runs."""
    shutil.copytree(made.folder, folder)
    fakes = make_fakes() | {"embedder": foam.HashingEmbedder(512)}
    desk = Desk(folder, made.run, made.answer, fakes)
    root = folder.parent
    case = {"affirmed": "It is so", "denied": "It is not so", "sentences": ["It is so."]}
    rows = [{"id": str(n), **case, "truth": "affirmed" if n % 3 else "denied"} for n in range(40)]
    (root / "gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    with desk.open_home() as home:
        played = home.oversee.run(root / "gold.jsonl", root / "out", senders="machinery", judge="logit")
        home.library.add(ARTICLE, workers=1)
        document = home.library.list(limit=1).documents[0].id
        pointers = [{"document": document, "sentence": 2}, {"document": "0" * 64, "sentence": 1}]
        stands: tuple[list[dict[str, Any]], ...] = (pointers, [])
        views = [
            {"point_of_view": one, "explanation": f"Said of: {one}", "pointers": where}
            for one, where in zip(VIEWS, stands, strict=True)
        ]
        about = "Should schools ask for uniforms"
        asked = [{"id": n, "question": f"{about} ({n})?", "partial_answers": views} for n in (1, 2)]
        dataset = lines(root / "set.jsonl", asked)
        given = [lines(root / f"{n}.jsonl", [{"id": i, "answer": VIEWS[n]} for i in (1, 2)]) for n in range(2)]
        named = [f"plain={given[0]}", f"<script>alert(1)</script>={given[1]}"]
        ran = home.debatable.evaluate(dataset, answers=named, model="scripted")
    return desk, played.run, ran.run


@pytest.fixture(scope="module")
def measured(made: Desk, tmp_path_factory: pytest.TempPathFactory) -> tuple[Desk, str, str]:
    return measure(tmp_path_factory.mktemp("measured") / "home", made)


@pytest.fixture(scope="module")
def pages(measured: tuple[Desk, str, str]) -> Iterator[TestClient]:
    with open_pages(measured[0]) as client:
        yield client


def test_an_experiment_shows_curves_with_their_numbers(pages: TestClient, measured: tuple[Desk, str, str]) -> None:
    here = f"/oversight/{measured[1][3:27]}"
    assert f'href="{here}"' in load(pages, "/oversight").text
    assert [one["run"] for one in pages.get("/oversight.json").json()["experiments"]] == [measured[1]]
    assert load(pages, f"/runs/{measured[1][3:27]}").url.path == here
    page = load(pages, here).text
    data = pages.get(f"{here}.json").json()
    assert page.count("<svg") >= 2
    assert page.count("<table") >= 2
    assert {one["protocol"] for one in data["judges"]} == {"consultancy", "debate"}
    for one in data["judges"]:
        assert f"{one['judge']}: {one['protocol']}" in page
        assert f"[{one['accuracy']['low']:.3f}, {one['accuracy']['high']:.3f}]" in page
    assert all(warning in html.unescape(page) for warning in data["warnings"])


def test_a_comparison_shows_the_board_and_leads_to_missing_views(
    pages: TestClient, measured: tuple[Desk, str, str]
) -> None:
    here = f"/debatable/{measured[2][3:27]}"
    assert f'href="{here}"' in load(pages, "/debatable").text
    assert load(pages, f"/runs/{measured[2][3:27]}").url.path == here
    page = load(pages, here).text
    data = pages.get(f"{here}.json").json()
    assert "<script>alert" not in page
    assert {one["system"] for one in data["board"]} == {"plain", "<script>alert(1)</script>"}
    assert [one["pd_rank"] for one in data["board"]] == [None, None]
    assert "it cannot rank, so no ranking is shown" in page
    assert [one["href"] for one in data["questions"]] == [f"{here}/questions/1", f"{here}/questions/2"]
    assert all(f'href="{one["href"]}"' in page for one in data["questions"])


def test_every_view_unfolds_to_its_partial_answer(pages: TestClient, measured: tuple[Desk, str, str]) -> None:
    here = f"/debatable/{measured[2][3:27]}/questions/1"
    page = load(pages, here).text
    data = pages.get(f"{here}.json").json()
    assert "<script>alert" not in page
    assert [one["partial"]["point_of_view"] for one in data["views"]] == list(VIEWS)
    for view in data["views"]:
        assert html.escape(view["partial"]["explanation"], quote=False).split("&")[0] in page
        assert set(view["covered_by"]) | set(view["missed_by"]) == {"plain", "<script>alert(1)</script>"}
    held, gone = data["views"][0]["sources"]
    assert gone["href"] == ""
    assert f'href="{held["href"]}"' in page
    assert "<mark" in load(pages, held["href"]).text
    assert f'href="{here.removesuffix("1")}2"' in page


def test_what_is_not_there_is_told(pages: TestClient, measured: tuple[Desk, str, str]) -> None:
    desk, experiment, comparison = measured
    own = desk.run[3:27]
    assert pages.get(f"/debatable/{comparison[3:27]}/questions/99").status_code == 404
    assert pages.get(f"/oversight/{own}").status_code == 404
    assert pages.get(f"/debatable/{own}").status_code == 404
    assert pages.get(f"/debatable/{experiment[3:27]}").status_code == 404
