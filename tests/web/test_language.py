"""The pages in another language: by the browser's wish, by a choice that stays, and with the right `lang`."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient
from tests.web.serving import Desk, load, open_stranger
from tests.web.test_flows import send

from foam.web.catalogue import say
from foam.web.routes.language import COOKIE, clean_path
from foam.web.site import say_day

GERMAN = {"accept-language": "de-CH,de;q=0.9,en;q=0.5"}
PAGES = (
    "/", "/runs", "/library", "/cards", "/debate", "/verify", "/appeals", "/appeals/begin", "/tournaments",
    "/oversight", "/debatable", "/settings", "/language",
)  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_every_page_speaks_german(reader: TestClient, path: str) -> None:
    german = reader.get(path, headers=GERMAN).text
    assert '<html lang="de">' in german
    assert ">Bibliothek</a>" in german
    english = load(reader, path).text
    assert '<html lang="en">' in english
    assert ">Library</a>" in english
    headings = [re.search(r"<h1>(.*?)</h1>", page) for page in (german, english)]
    assert all(headings)
    assert headings[0][1] != headings[1][1]  # type: ignore[index]


def test_a_choice_stays_and_comes_before_the_browser_s_wish(client: TestClient) -> None:
    assert 'href="/language?back=%2Fcards"' in client.get("/cards").text
    chosen = send(client, "/language", {"language": "de", "back": "/cards"}, page="/language?back=/cards")
    assert chosen.url.path == "/cards"
    assert '<html lang="de">' in chosen.text
    assert '<html lang="de">' in client.get("/", headers={"accept-language": "en"}).text
    again = send(client, "/language", {"language": "en"}, page="/language")
    assert '<html lang="en">' in again.text
    assert '<html lang="en">' in client.get("/", headers=GERMAN).text


def test_the_choice_is_kept_in_a_cookie_that_scripts_cannot_read(client: TestClient) -> None:
    token = re.search(r'name="form_token" value="([0-9a-f]+)"', client.get("/language").text)
    assert token is not None
    form = {"form_token": token[1], "language": "de", "back": "//evil.example/x"}
    sent = client.post("/language", data=form, follow_redirects=False)
    assert sent.headers["location"] == "/evil.example/x"
    cookie = sent.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=de;")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert client.post("/language", data={**form, "language": "xx"}).status_code == 404


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("/runs", "/runs"), ("//evil.example", "/evil.example"), ("https://evil.example/", "/https:/evil.example/"),
        ("\\\\evil.example", "/evil.example"), ("/a\r\nSet-Cookie: x=1", "/a%0D%0ASet-Cookie:%20x%3D1"), ("", "/"),
        ("javascript:alert(1)", "/javascript:alert%281%29"),
    ],
)  # fmt: skip
def test_the_way_back_leads_nowhere_else(given: str, kept: str) -> None:
    assert clean_path(given).replace("//", "/") == kept
    assert not clean_path(given).startswith("//")


def test_who_is_refused_is_told_so_in_their_language(desk: Desk) -> None:
    with open_stranger(desk) as (client, _):
        refused = client.get("/", headers=GERMAN)
    assert refused.status_code == 403
    assert "Diese Seiten sind für die Person" in refused.text


def test_what_a_run_wrote_keeps_its_language_beside_a_german_frame(reader: TestClient, made: Desk) -> None:
    load(reader, made.path)
    german = reader.get(made.path, headers=GERMAN).text
    assert '<div class="document" lang="en">' in german
    assert "Was würde das ändern?" in german
    assert "In der Quelle ansehen" in german
    english = load(reader, made.path).text
    assert "See it in its source" in english
    assert "In der Quelle ansehen" not in english


def test_data_follow_the_language_too(reader: TestClient, made: Desk) -> None:
    def list_kinds(**headers: str) -> set[str]:
        rows = reader.get("/runs.json", headers=headers).json()["runs"]
        return {one["what"] for one in rows if one["run"] == made.run}

    assert list_kinds() == {say("jobs.deliberate")}
    assert reader.get("/nothing.json", headers=GERMAN).json()["error"] == "Diese Seite gibt es nicht."


def test_days_are_said_as_people_say_them() -> None:
    assert say_day("2026-03-01") == "1 March 2026"
