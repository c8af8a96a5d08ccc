"""Settings as a page: models are tested within a time limit, no key is shown, changes keep the rest of the file."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.serving import Desk, open_pages
from tests.web.test_flows import send

import foam
from foam.home.models import wait_at_most
from foam.web.routes import settings

SECRET = "sk-never-shown-0123456789"
FILE = """# mine
seed = 7

[models.slow]
base_url = "http://someone:walnut@127.0.0.1:{port}/v1"
model = "<script>alert(1)</script>"
api_key = "{secret}"

[models.bare]
base_url = "http://127.0.0.1:{port}/v1"
model = "b"
"""


@pytest.fixture
def port() -> Iterator[int]:
    """A port on which somebody listens and never answers."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        yield silent.getsockname()[1]


@pytest.fixture
def pages(desk: Desk, port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The pages over a home whose settings name models, with none given from outside."""
    monkeypatch.setattr(settings, "PATIENCE", 0.8)
    (desk.folder / "config.toml").write_text(FILE.format(port=port, secret=SECRET), "utf-8")
    fakes: dict[str, Any] = {**desk.fakes, "models": None, "environ": {"FOAM_TOKEN_BUDGET": "5"}}
    with open_pages(replace(desk, fakes=fakes)) as client:
        yield client


def test_no_key_is_ever_shown(pages: TestClient) -> None:
    page, data = pages.get("/settings").text, pages.get("/settings.json")
    for shown in (page, data.text):
        assert SECRET not in shown
        assert "walnut" not in shown
        assert "someone" not in shown
    assert "<script>alert" not in page
    keys = {one["name"]: one["key"] for one in data.json()["models"]}
    assert keys["embedded"] is None
    assert keys["slow"]["is_set"]
    assert keys["slow"]["is_in_file"]
    assert keys["bare"] == {"variable": "FOAM_MODELS__BARE__API_KEY", "is_set": False, "is_in_file": False}
    assert "FOAM_MODELS__BARE__API_KEY" in page


def test_settings_are_written_and_the_rest_of_the_file_stays(pages: TestClient, desk: Desk, port: int) -> None:
    form = {"model": "bare", "token_budget": "5", "money_budget": "2.5"}
    saved = send(pages, "/settings", form, page="/settings")
    assert "It was saved" in saved.text
    text = (desk.folder / "config.toml").read_text("utf-8")
    before = FILE.format(port=port, secret=SECRET)
    assert [line for line in text.splitlines() if line not in before.splitlines()] == [
        'model = "bare"', "money_budget = 2.5",
    ]  # fmt: skip
    assert all(line in text for line in before.splitlines())
    data = pages.get("/settings.json").json()
    assert (data["model"], data["money_budget"], data["token_budget"]) == ("bare", 2.5, 5)
    assert data["elsewhere"] == {"token_budget": "FOAM_TOKEN_BUDGET"}
    assert "That comes before the file" in pages.get("/settings").text


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"model": "none"}, 404),
        ({"model": "bare", "token_budget": "-1"}, 422),
        ({"model": "bare", "money_budget": "nan"}, 422),
        ({"model": "bare", "money_budget": "inf"}, 422),
        ({}, 422),
    ],
)
def test_what_would_not_hold_is_refused(
    pages: TestClient, desk: Desk, port: int, form: dict[str, str], status: int
) -> None:
    assert send(pages, "/settings", form, page="/settings").status_code == status
    assert (desk.folder / "config.toml").read_text("utf-8") == FILE.format(port=port, secret=SECRET)


def test_a_model_that_never_answers_keeps_nobody_waiting(pages: TestClient) -> None:
    begun = time.monotonic()
    told = send(pages, "/settings/test", {"model": "bare"}, page="/settings")
    assert time.monotonic() - begun < 10
    assert "It does not answer" in told.text
    (found,) = [one["tested"] for one in pages.get("/settings.json").json()["models"] if one["name"] == "bare"]
    assert not found["ok"]
    assert found["seconds"] < 8
    assert send(pages, "/settings/test", {"model": "none"}, page="/settings").status_code == 404


def test_a_model_that_answers_says_how_long_it_took(client: TestClient) -> None:
    told = send(client, "/settings/test", {"model": "embedded"}, page="/settings")
    assert "It answers" in told.text
    (found,) = [one["tested"] for one in client.get("/settings.json").json()["models"]]
    assert found["ok"]
    assert found["seconds"] >= 0


def test_work_that_hangs_is_left_to_itself() -> None:
    begun = time.monotonic()
    with pytest.raises(foam.FoamError, match="no answer within"):
        wait_at_most(lambda: time.sleep(30) or "", 0.1)  # type: ignore[func-returns-value]
    assert time.monotonic() - begun < 5
    with pytest.raises(foam.FoamError, match="the model failed: ZeroDivisionError"):
        wait_at_most(lambda: str(1 / 0), 5)


def test_the_file_is_for_its_owner_alone(pages: TestClient, desk: Desk) -> None:
    send(pages, "/settings", {"model": "bare"}, page="/settings")
    assert (Path(desk.folder) / "config.toml").stat().st_mode & 0o077 == 0
