"""A person has a seat: the run waits for them, a page shows the form, what they say is checked and kept as theirs."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.web.serving import FACTS, QUESTION, Desk, load, open_pages
from tests.web.test_flows import send

import foam
from foam.job.awaited import AwaitedQuestion
from foam.model.cast import ROLES
from foam.model.form import ScoreField
from foam.model.person import PersonModel
from foam.model.question import Score, Written

FACTS_MODEL = foam.FactsModel(FACTS)
SEAT = "auditor"


def seat_person(desk: Desk, **settings: Any) -> Desk:
    """The home, in which a person speaks for a seat."""
    models = {**dict.fromkeys(ROLES, FACTS_MODEL), "person": PersonModel()}
    return replace(desk, fakes={**desk.fakes, "models": models, "seats": {SEAT: "person"}, **settings})


@pytest.fixture
def seated(desk: Desk) -> Desk:
    return seat_person(desk)


@pytest.fixture
def pages(seated: Desk) -> Iterator[TestClient]:
    with open_pages(seated) as client:
        yield client


def fill(asked: AwaitedQuestion) -> dict[str, Any]:
    """What somebody who knows the file says."""
    reply = asyncio.run(FACTS_MODEL.answer(asked.question, seed=1)).reply
    assert isinstance(reply, Written)
    return dict(reply.fields)


def flatten(filled: Mapping[str, Any], prefix: str = "f") -> Iterator[tuple[str, Any]]:
    """The fields as a browser sends them."""
    for name, value in filled.items():
        if isinstance(value, tuple) and value and isinstance(value[0], Mapping):
            for place, row in enumerate(value):
                yield from flatten(row, f"{prefix}.{name}.{place}")
        elif value not in ("", (), None):
            yield f"{prefix}.{name}", list(value) if isinstance(value, tuple) else str(value)


def ask(client: TestClient) -> str:
    """Ask, and come to the form; its address."""
    form = {"read": "library", "question": QUESTION}
    shown = send(client, "/ask", form)
    assert shown.url.path.endswith("/awaited")
    return str(shown.url.path)


def test_the_run_waits_for_a_person_and_ends_once_they_answered(pages: TestClient, seated: Desk) -> None:
    path, told = ask(pages), set[str]()
    while True:
        data = pages.get(f"{path}.json").json()
        asked = AwaitedQuestion.model_validate({name: data[name] for name in ("key", "act", "question")})
        told.add(asked.act)
        form = {"question": asked.key, "by": "Ada", **dict(flatten(fill(asked)))}
        shown = send(pages, path, form, page=path)
        if not shown.url.path.endswith("/awaited"):
            break
        assert asked.key not in shown.text
    assert {"argue", "object"} <= told
    run = path.removesuffix("/awaited")
    with seated.open_home() as home:
        key = home.find_run(run.removeprefix("/runs/"))
        answer = home.dossier.show(key).dossier
        rows = [row for row in answer.acts if row.seat == SEAT]
        assert {row.by for row in rows} == {"person"}
        entries = [home.record.show(row.entry).entry for row in rows]
        assert {one.draft.decider.type for one in entries} == {"person"}
        assert {one.answer["method"] for one in entries} == {"by Ada"}
        assert home.list_awaited(key) == ()
    assert pages.get(path, follow_redirects=False).headers["location"] == run
    assert load(pages, run).status_code == 200


def test_what_is_wrong_is_told_beside_the_field_and_nothing_is_kept(pages: TestClient) -> None:
    path = ask(pages)
    data = pages.get(f"{path}.json").json()
    rows = {"f.points.0.says": "It is quiet.", "f.why": "Rest <b>matters</b>."}
    shown = send(pages, path, {"question": data["key"], **rows}, page=path)
    assert shown.status_code == 422
    for name in ("f.option", "f.points.0.option", "f.points.0.at"):
        assert f'id="{name}-wrong"' in shown.text
    assert 'id="f.why-wrong"' not in shown.text
    assert "Please fill this in." in shown.text
    assert "were asked for" not in shown.text
    assert "Rest &lt;b&gt;matters&lt;/b&gt;." in shown.text
    assert pages.get(f"{path}.json").json()["key"] == data["key"]


def test_more_rows_are_shown_on_request_and_keep_what_was_filled(pages: TestClient) -> None:
    path = ask(pages)
    key = pages.get(f"{path}.json").json()["key"]
    count = len(re.findall(r'name="f\.points\.\d+\.says"', pages.get(path).text))
    shown = send(pages, path, {"question": key, "more": "points", "f.points.0.says": "It is quiet."}, page=path).text
    assert len(re.findall(r'name="f\.points\.\d+\.says"', shown)) > count
    assert "It is quiet." in shown
    assert "-wrong" not in shown


def test_untrusted_text_stays_text_and_no_mark_is_shown(pages: TestClient) -> None:
    page = pages.get(ask(pages)).text
    assert "<script>alert(1)" not in page
    assert "&lt;document " not in page
    assert "&lt;/data " not in page


def test_who_is_not_asked_cannot_answer(pages: TestClient) -> None:
    assert send(pages, path := ask(pages), {"question": "b2:0"}, page=path).status_code == 404


def test_a_run_that_waits_says_so_and_leads_to_the_form(pages: TestClient) -> None:
    path = ask(pages)
    assert f'href="{path}"' in load(pages, path.removesuffix("/awaited")).text


def test_an_evaluator_may_be_a_person(desk: Desk) -> None:
    models = {**dict.fromkeys(ROLES, FACTS_MODEL), "judge": PersonModel()}
    with foam.open(desk.folder, **{**desk.fakes, "models": models}) as home:
        with pytest.raises(foam.Awaited, match="a person has yet to answer") as raised:
            home.ask(QUESTION, library=True, pack="neutral-table")
        run = raised.value.run
        (asked,) = home.list_awaited(run)
        assert asked.act == "evaluate"
        home.answer_awaited(run, asked.key, fill(asked), by="")
        ran = home.resume(run)
        assert (ran.run, ran.asked) == (run, 1), "the telling alone"
        note = desk.folder / "note.txt"
        note.write_text("The mill is old.\n", "utf-8")
        home.library.add(note)
        with pytest.raises(foam.FoamError, match="have changed since"):
            home.resume(run)


def test_questions_of_every_kind_are_fields() -> None:
    scored = Score(template="x", template_digest="", prompt="How far?", statement="", text="It is old.", low=0, high=5)
    asked = AwaitedQuestion(key="k", act="a", question=scored)
    assert [type(one) for one in asked.fields] == [ScoreField]
    assert {at: one.told for at, one in asked.find_faults({"score": None}).items()} == {"f.score": "score has no score"}
    assert asked.find_faults({"score": 3.0}) == {}


def test_a_challenge_that_a_person_weighs_waits_on_its_page_and_goes_on(desk: Desk) -> None:
    models = {**dict.fromkeys(ROLES, FACTS_MODEL), "judge": PersonModel()}
    weighed = replace(desk, fakes={**desk.fakes, "models": models})
    said: Any = {"kind": "not_so", "because": "It does not hold.", "by": "Bo", "at": list(desk.leaf.at)}
    with open_pages(weighed) as client:
        shown = send(client, f"{desk.path}/challenge/{desk.leaf.id}", said)
        assert shown.url.path.endswith("/awaited")
        path = shown.url.path
    with open_pages(weighed) as client:
        data = client.get(f"{path}.json").json()
        asked = AwaitedQuestion.model_validate({name: data[name] for name in ("key", "act", "question")})
        assert asked.act == "evaluate"
        form = {"question": asked.key, "by": "Ada", **dict(flatten(fill(asked)))}
        shown = send(client, path, form, page=path)
        assert shown.url.path == path.removesuffix("/awaited")
        assert "It does not hold." in shown.text
