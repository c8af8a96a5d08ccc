"""Forms drawn from orders, and what people come for: each field is on its page, each task two clicks from a start."""

from __future__ import annotations

import html
import re
from typing import Any, Literal

import pytest
from starlette.testclient import TestClient
from tests.web.serving import Desk, find_token, load

import foam
from foam.web.forms import PLACE, OrderForm
from foam.web.visitors import DOORS

PAGES: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("/ask", foam.orders.DeliberationOrder, ()),
    ("/cases/new", foam.orders.CaseOrder, ()),
    ("/debate", foam.orders.DebateOrder, ("pro", "con")),
)
_COMMAND = re.compile(r"\bfoam [a-z]|(?<![\w-])--[a-z]")


class OrderWithMore(foam.orders.DeliberationOrder):
    mood: Literal["calm", "heated"] = "calm"
    """How they speak."""


def read_words(page: str) -> str:
    """What somebody reads on a page."""
    return html.unescape(re.sub(r"<[^>]+>", " ", page.partition("<main")[2].partition("</main>")[0]))


@pytest.mark.parametrize(("path", "order", "without"), PAGES)
def test_every_field_of_an_order_is_on_its_page_with_its_help(
    reader: TestClient, path: str, order: Any, without: tuple[str, ...]
) -> None:
    page = load(reader, path).text
    for field in order.list_fields():
        name = PLACE if field.name in ("pack", "library") else field.name
        assert (f'name="{name}"' in page) == (name not in without), name


def test_a_field_that_is_declared_is_drawn_and_read() -> None:
    drawn = {one.name: one for _, fields in OrderForm(OrderWithMore).groups for one in fields}
    assert (drawn["mood"].kind, drawn["mood"].help, drawn["mood"].values) == ("choice", "How they speak.", ("calm",))
    assert [value for value, _ in drawn["mood"].choices] == ["calm", "heated"]
    assert OrderWithMore.read_texts({"mood": ["heated"]}).mood == "heated"


def test_what_is_wrong_stands_beside_its_field(client: TestClient) -> None:
    form = {"form_token": find_token(client.get("/").text), "read": "policy-debate", "words": "none", "resolution": "A"}
    refused = client.post("/cases", data=form)
    assert refused.status_code == 400
    assert 'id="words-wrong"' in refused.text
    assert 'aria-describedby="words-wrong' in refused.text
    assert client.post("/cases", data={**form, "words": "", "model": "of-somebody-else"}).status_code == 400
    assert client.post("/ask", data={**form, "read": "/etc", "question": "Should it?"}).status_code == 400


@pytest.mark.parametrize("person", DOORS)
def test_whoever_says_what_they_come_for_finds_it_in_the_menu(client: TestClient, person: str) -> None:
    token = find_token(client.get("/start").text)
    chosen = client.post("/", data={"form_token": token, "person": person})
    menu = chosen.text.partition("<nav")[2].partition("</nav>")[0]
    assert re.findall(r'href="(/[a-z/]+)"', menu) == [*DOORS[person], "/start", "/settings", "/help"]
    assert f'href="{DOORS[person][-1]}"' in client.get("/runs").text


@pytest.mark.parametrize(
    "path",
    [
        "/", "/start", "/ask", "/cases", "/cases/new", "/debate", "/examine", "/library", "/cards", "/appeals", "/runs",
        "/tournaments", "/oversight", "/debatable", "/files", "/verify", "/settings", "/nowhere", "/cuts/none",
    ],
)  # fmt: skip
def test_no_page_speaks_of_the_command_line(reader: TestClient, path: str) -> None:
    assert _COMMAND.findall(read_words(load(reader, path).text)) == []


def test_help_is_served_and_its_links_lead_on(reader: TestClient) -> None:
    page = reader.get("/help")
    assert page.status_code == 200
    links = set(re.findall(r'href="(/help/[^"#]+)', page.text))
    assert len(links) > 30
    assert {one for one in links if reader.get(one).status_code != 200} == set()
    assert reader.get("/help/..%2f..%2fetc/passwd").status_code == 404
    assert reader.get("/help/figures/web-map.png").headers["content-type"] == "image/png"


def test_a_challenge_is_held_and_answered_by_forms_of_their_orders(client: TestClient, desk: Desk) -> None:
    path = f"{desk.path}/challenge/{desk.leaf.id}"
    form = load(client, path).text
    for name in ("because", "with_documents", "by", "hold"):
        assert f'name="{name}"' in form, name
    assert 'name="model"' not in form, "who challenges does not choose who hears it"
    said = {
        "form_token": find_token(form),
        "kind": "not_so",
        "because": "Read it.",
        "hold": "on",
        "at": desk.leaf.at[0],
    }
    sent = client.post(path, data=said, follow_redirects=False)
    run = load(client, sent.headers["location"]).url.path
    shown = load(client, f"{run}/answer").text
    assert 'name="move"' in shown
    assert 'name="evidence"' not in shown, "only a challenge to a case takes other evidence"
    answer = {"form_token": find_token(shown), "because": "It stands in the report."}
    refused = client.post(f"{run}/answer", data=answer)
    assert refused.status_code == 400
    assert 'id="move-wrong"' in refused.text
    assert "It stands in the report.</textarea>" in refused.text
    sent = client.post(f"{run}/answer", data={**answer, "move": "rebut", "by": "Bo"}, follow_redirects=False)
    heard = load(client, sent.headers["location"])
    assert client.get(f"{heard.url.path}.json").json()["outcome"]["disposition"] == "rejected"
