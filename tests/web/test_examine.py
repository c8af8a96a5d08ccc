"""Examining a file without scripts: send papers, say what each is, read what does not fit, challenge it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient
from tests.examination.observatory import TEXTS
from tests.web.serving import EVIL, Desk, find_token, load, make_fakes, open_pages

import foam

NAMES = [*TEXTS]


def send_papers(client: TestClient, **changed: str) -> Any:
    """Send the papers of the observatory; the page on which is asked what each is."""
    form = {"form_token": find_token(client.get("/examine").text)}
    papers = [("papers", (f"{name}.txt", text.encode())) for name, text in {**TEXTS, **changed}.items()]
    return client.post("/examine", data=form, files=papers)


def examine(client: TestClient, asked: Any, **fields: str) -> Any:
    """Say which paper is the decision and which the rules, and wait for what comes of it."""
    parts = {"refusal": "decision", "rules": "rules", "plea": "party"}
    form = {
        "form_token": find_token(asked.text),
        "kept": re.findall(r'name="kept" value="([^"]+)"', asked.text),
        "role": [parts.get(name, "document") for name in NAMES],
        **fields,
    }
    sent = client.post("/examine/file", data=form, follow_redirects=False)
    return load(client, sent.headers["location"]) if sent.status_code == 303 else sent


def find_reader(page: str) -> str:
    """The model that a page offers to read the papers as well."""
    _, first, *_ = re.findall(r'<option value="([^"]*)"', page.partition('name="model"')[2])
    return str(first)


def test_papers_are_sent_named_and_examined(client: TestClient) -> None:
    asked = send_papers(client)
    assert all(f"{name}.txt" in asked.text for name in NAMES)
    assert '<option value="document">' in asked.text, "what a paper is, is not guessed"
    page = examine(client, asked)
    assert page.url.path.startswith("/runs/"), page.text
    assert "but its own figures give 50" in page.text
    assert "Sure: code compared the words and figures" in page.text
    assert "Not examined:" in page.text
    assert "Which paper is the decision?" not in page.text
    data = client.get(f"{page.url.path}.json").json()
    assert [one["part"] for one in data["examined"]][:2] == ["decision", "rules"]


def test_a_finding_leads_to_a_challenge_a_deliberation_and_a_letter(client: TestClient) -> None:
    page = examine(client, send_papers(client), keep="yes")
    challenge = re.search(r'href="([^"]+/challenge/finding[^"]+)"', page.text)
    assert challenge
    assert load(client, challenge[1]).status_code == 200
    assert 'href="/ask?question=Should+the+decision+stand%3F&amp;read=library"' in page.text.replace("%20", "+")
    assert re.search(r'href="/appeals/begin\?run=\w+"', page.text)
    assert {Path(one["file"]).stem for one in client.get("/library.json").json()["newest"]} >= set(NAMES)


def test_what_cannot_be_is_refused_in_plain_words(client: TestClient) -> None:
    asked = send_papers(client)
    form = {"form_token": find_token(asked.text), "kept": re.findall(r'name="kept" value="([^"]+)"', asked.text)}
    for role, status in (["decision"] * len(NAMES), 400), (["king"] * len(NAMES), 400), (["rules"], 400):
        assert client.post("/examine/file", data={**form, "role": role}).status_code == status
    lost = {**form, "kept": ["nowhere/refusal.txt"] * len(NAMES), "role": ["document"] * len(NAMES)}
    assert client.post("/examine/file", data=lost).status_code == 404
    assert client.post("/examine", data=form, files=[("papers", ("", b""))]).status_code in (400, 422)


def test_a_model_reads_the_file_where_that_is_asked_for(client: TestClient) -> None:
    asked = send_papers(client)
    page = examine(client, asked, model=find_reader(asked.text))
    assert client.get(f"{page.url.path}.json").json()["reading"]["reader"]


def test_papers_of_one_name_have_each_its_own_role(client: TestClient) -> None:
    form = {"form_token": find_token(client.get("/examine").text)}
    papers = [("papers", ("note.txt", text.encode())) for text in (TEXTS["plea"], TEXTS["rules"])]
    asked = client.post("/examine", data=form, files=papers)
    kept = re.findall(r'name="kept" value="([^"]+)"', asked.text)
    said = {"form_token": find_token(asked.text), "kept": kept, "role": ["party", "independent"]}
    sent = client.post("/examine/file", data=said, follow_redirects=False)
    page = load(client, sent.headers["location"])
    roles = [one["author"]["role"] for one in client.get(f"{page.url.path}.json").json()["examined"]]
    assert roles == ["party", "independent"]


def test_papers_are_kept_where_the_model_cannot_write(desk: Desk) -> None:
    chooser = foam.ScriptedModel(lambda call: None, name="chooser")
    with open_pages(replace(desk, fakes=make_fakes(chooser))) as client:
        asked = send_papers(client)
        failed = examine(client, asked, model=find_reader(asked.text))
        assert "does not write" in failed.text
        (back,) = re.findall(r'href="(/examine\?kept=[^"]+)"', failed.text)
        again = client.get(back.replace("&amp;", "&"))
        assert all(f"{name}.txt" in again.text for name in NAMES)
        assert examine(client, again).url.path.startswith("/runs/")


def test_what_papers_say_is_shown_and_not_run(client: TestClient) -> None:
    refusal = f"{TEXTS['refusal']}\n\nThe stay of {EVIL} was 40 crowns and 10 crowns, 40 + 10 = 60 crowns."
    page = examine(client, send_papers(client, refusal=refusal))
    assert "<script>alert" not in page.text
