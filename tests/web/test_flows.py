"""Without scripts: ask and watch, challenge with a document, add documents, stop and go on."""

from __future__ import annotations

import html
import json
import re
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient
from tests.evidence.exports.test_round_trip import CARDS
from tests.web.serving import CORRECTED, EVIL, FILE, SAID, Desk, find_token, load

import foam
from foam.web.routes.what_if import list_seats


def send(client: TestClient, path: str, form: dict[str, str], files: Any = None, *, page: str = "/") -> Any:
    """Fill in a form of a page, send it, and wait for what comes of it."""
    form = {"form_token": find_token(load(client, page).text), **form}
    sent = client.post(path, data=form, files=files, follow_redirects=False)
    if sent.status_code != 303:
        return sent
    return load(client, sent.headers["location"])


def test_ask_watch_and_read(client: TestClient) -> None:
    form = {"form_token": find_token(client.get("/").text), "read": "street-lamps", "question": ""}
    begun = client.post("/ask", data=form, follow_redirects=False)
    work = begun.headers["location"]
    again = client.post("/ask", data=form, follow_redirects=False)
    assert again.headers["location"] == work
    page = load(client, work)
    assert page.url.path.startswith("/runs/")
    assert "The town of Brenn" in page.text
    assert page.url.path in client.get("/").text


def test_the_first_event_comes_at_once_and_the_last_says_where_the_answer_is(client: TestClient) -> None:
    form = {"form_token": find_token(client.get("/").text), "read": "street-lamps", "question": ""}
    work = client.post("/ask", data=form, follow_redirects=False).headers["location"]
    with client.stream("GET", f"{work}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        events = [json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: ")]
    assert events[0]["seconds"] <= 1
    assert [one["done"] for one in events] == sorted(one["done"] for one in events)
    assert events[-1]["state"] == "done"
    assert events[-1]["done"] > 3
    assert client.get(events[-1]["href"]).status_code in (200, 202)


def test_a_question_is_needed_where_there_is_no_sample(client: TestClient) -> None:
    refused = send(client, "/ask", {"read": "library", "question": "  "})
    assert refused.status_code == 400
    assert "There is no question" in refused.text
    assert 'id="question-wrong"' in refused.text
    refused = send(client, "/ask", {"read": "library", "question": "Should it?", "seed": "many"})
    assert refused.status_code == 400
    assert 'id="seed-wrong"' in refused.text
    assert "Should it?</textarea>" in refused.text


def test_a_run_that_was_stopped_goes_on_when_asked_again(desk: Desk, client: TestClient) -> None:
    form = {"form_token": find_token(client.get("/").text), "read": "mountain-hut", "question": ""}
    work = client.post("/ask", data=form, follow_redirects=False).headers["location"]
    until = time.monotonic() + 30
    while not client.get(f"{work}.json", follow_redirects=False).json()["done"]:
        assert time.monotonic() < until
        time.sleep(0.01)
    client.post(f"{work}/cancel", data=form)
    stopped = load(client, work)
    assert "It was stopped." in stopped.text
    (unfinished,) = [one for one in client.get("/runs.json").json()["runs"] if not one["closed"]]
    cut = client.get(unfinished["href"]).text
    assert "This was cut off" in cut
    found = re.search(r'href="(/ask\?[^"]+)"', cut)
    assert found is not None
    filled = client.get(html.unescape(found[1])).text
    assert unfinished["title"] in html.unescape(filled)
    form |= {"question": unfinished["title"]}
    done = load(client, client.post("/ask", data=form, follow_redirects=False).headers["location"])
    assert done.url.path == unfinished["href"]
    with desk.open_home() as home:
        assert home.replay(unfinished["run"]).ok


def test_challenge_with_a_document_and_see_the_redline(client: TestClient, desk: Desk) -> None:
    page = f"{desk.path}/challenge/{quote(desk.corrected)}"
    shown = load(client, page).text
    assert "What is wrong with it?" in shown
    assert "It is not so" in shown
    form = {"kind": "not_so", "because": f"A letter says otherwise. {EVIL}", "by": "Ada"}
    letter = {"with_documents": (f"letter {EVIL}.txt", CORRECTED.encode(), "text/plain")}
    seen = send(client, f"{page}/preview", form, letter, page=page)
    assert seen.status_code == 200, seen.text
    assert "What it could change" in seen.text
    assert "<script>alert" not in seen.text
    assert "&lt;script&gt;alert(1)" in seen.text
    runs = len(client.get("/runs.json").json()["runs"])
    kept = html.unescape(re.search(r'name="kept" value="([^"]+)"', seen.text)[1])  # type: ignore[index]
    heard = send(client, page, {**form, "kept": kept}, page=page)
    assert heard.status_code == 200
    assert len(client.get("/runs.json").json()["runs"]) == runs + 1
    assert "What changed" in heard.text
    assert "<script>alert" not in heard.text
    data = client.get(f"{heard.url.path}.json").json()
    assert data["challenge"]["challenger"] == "Ada"
    assert data["challenge"]["brought"]
    version = load(client, f"{heard.url.path}/version")
    assert version.status_code == 200
    assert heard.url.path in load(client, desk.path).text


def test_a_sentence_of_the_file_is_named_by_choosing(client: TestClient, desk: Desk) -> None:
    page = f"{desk.path}/challenge/{desk.leaf.id}"
    (at,) = desk.leaf.at
    box = rf'<input type="checkbox" [^>]*name="at" value="{at}"><label [^>]*>{re.escape(SAID)}'
    assert re.search(box, load(client, page).text)
    form = {"kind": "not_so", "because": "Read it again.", "at": at}
    seen = send(client, f"{page}/preview", form, page=page)
    assert f'<input type="hidden" name="at" value="{at}">' in seen.text
    heard = send(client, page, form, page=page)
    assert client.get(f"{heard.url.path}.json").json()["challenge"]["ground"]["at"] == [at]


def test_a_seat_s_weight_is_challenged_by_choosing(client: TestClient, desk: Desk) -> None:
    seat = list_seats(desk.answer)[0]
    page = f"{desk.path}/challenge/{desk.question}"
    value = next(iter(seat["weights"]))
    form = {
        "kind": "weighs_otherwise",
        "because": "It counts more.",
        "weight_seat": seat["id"],
        "weight_value": value,
        "weight": "0.9",
    }
    seen = send(client, f"{page}/preview", form, page=page)
    assert seen.status_code == 200, seen.text
    kept = dict(re.findall(r'type="hidden" name="([a-z_]+)" value="([^"]*)"', seen.text))
    assert {name: kept[name] for name in form} == form
    heard = send(client, page, form, page=page)
    made = client.get(f"{heard.url.path}.json").json()["challenge"]["ground"]
    assert (made["seat"], made["value"], made["weight"]) == (seat["id"], value, 0.9)


def test_a_brought_file_is_found_by_its_own_name_alone(client: TestClient, desk: Desk) -> None:
    page = f"{desk.path}/challenge/{desk.leaf.id}"
    form = {"kind": "not_so", "because": "Look there."}
    for kept in ("../../etc/passwd", "x/passwd", "/etc/passwd", "..%2f", "a" * 300 + "/b"):
        refused = send(client, page, {**form, "kept": kept}, page=page)
        assert refused.status_code == 404
        assert "The file you brought is gone" in refused.text


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "nonsense"}, "Please choose from the list."),
        ({"because": ""}, 'id="because-wrong"'),
        ({"because": "x" * 5000}, 'id="because-wrong"'),
        ({}, "nothing is named"),
    ],
)
def test_a_challenge_that_says_nothing_is_refused(
    client: TestClient, desk: Desk, change: dict[str, str], said: str
) -> None:
    page = f"{desk.path}/challenge/{desk.leaf.id}"
    refused = send(client, f"{page}/preview", {"kind": "not_so", "because": "Why.", **change}, page=page)
    assert refused.status_code in (400, 422)
    assert said in html.unescape(refused.text)


def test_documents_are_added_found_and_shown(client: TestClient) -> None:
    name = "report <b>.txt"
    files = [
        ("documents", (name, f"The bridge was closed in 1998. {EVIL} It opened again in 2001.".encode(), "text/plain")),
        ("documents", ("picture.png", b"\x89PNG\r\n\x1a\n", "image/png")),
    ]
    added = send(client, "/library", {}, files, page="/library")
    assert "New documents: 1." in added.text
    assert "These could not be read" in added.text
    assert "picture.png" in added.text
    for page in ("/library", "/library?q=bridge closed"):
        assert "<b>.txt" not in load(client, page).text
    assert client.get("/library.json").json()["newest"][0]["file"] == name
    found = client.get("/library.json", params={"q": "bridge closed"}).json()
    assert (found["documents"], found["newest"]) == (len(FILE.papers) + 2, [])
    shown = client.get(found["found"][0]["href"])
    assert '<mark id="marked"' in shown.text
    assert "<script>alert" not in shown.text
    assert send(client, "/library", {}, [("documents", ("", b"", "text/plain"))], page="/library").status_code in (
        400,
        422,
    )


def test_a_short_answer_has_a_page_and_files(client: TestClient) -> None:
    sample = "Should the town of Brenn switch off its street lamps between midnight and five?"
    done = send(client, "/ask", {"read": "street-lamps", "way": "ask", "question": sample})
    assert done.url.path.startswith("/runs/")
    data = client.get(f"{done.url.path}.json").json()
    assert data["question"] in done.text
    assert data["lead"] in html.unescape(done.text)
    assert all(row["act"] in done.text for row in data["acts"])
    assert data["lead"] in client.get(f"{done.url.path}/as/text").text.replace("\n", " ")


def test_script_in_a_question_is_text(client: TestClient) -> None:
    page = client.get("/ask", params={"question": EVIL, "read": EVIL})
    assert "<script>alert" not in page.text
    assert EVIL in html.unescape(page.text)
    done = send(client, "/ask", {"read": "street-lamps", "question": f"Should the lamps be dimmed {EVIL}?"})
    assert "<script>alert" not in done.text
    assert "<script>alert" not in client.get("/").text
    assert "<img src=x" not in client.get("/cards", params={"q": EVIL}).text


def test_cards_are_found_by_field_and_stand_under_their_headings(
    client: TestClient, desk: Desk, tmp_path: Path
) -> None:
    assert "No card was found" in client.get("/cards").text
    file = tmp_path / "Harbours.docx"
    foam.CardFile(title="Harbours", cards=CARDS).save(file)
    with desk.open_home() as home:
        home.library.add(file, workers=1)
    for asked in ({"q": "dredging dear"}, {"author": "osei", "since": "2010", "until": "2012", "block": "cost"}):
        (found,) = client.get("/cards.json", params=asked).json()["cards"]
        assert found["tag"] == "Dredging is dear"
        assert found["heads"] == ["Neg", "Case", "Cost"]
        page = client.get("/cards", params=asked).text
        assert "Neg › Case › Cost" in page
        assert client.get(f"/library/{found['document'][:16]}").status_code == 200
    assert client.get("/cards", params={"since": "soon"}).status_code == 400
