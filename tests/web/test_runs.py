"""Every page at its address, with its JSON twin; the answer with its sources a step away."""

from __future__ import annotations

import json
import re
from typing import Literal
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient
from tests.web.serving import QUESTION, Desk, load

import foam
from foam.web.routes.what_if import list_seats


def list_paths(desk: Desk) -> list[str]:
    here = desk.path
    source = f"{here}/source/{desk.cited.document[:16]}/{desk.cited.sentence}"
    return [
        "/",
        "/runs",
        "/examine",
        "/library",
        "/cards",
        here,
        "/appeals",
        "/appeals/begin",
        "/verify",
        f"{here}/what-if",
        f"{here}/parts",
        f"{here}/map",
        f"{here}/compare",
        f"{here}/compare/{desk.run[3:27]}",
        f"{here}/bundle",
        f"{here}/challenge/{desk.leaf.id}",
        f"{here}/challenge/{desk.question}",
        source,
    ]


def test_every_page_has_a_title_landmarks_and_a_json_twin(reader: TestClient, made: Desk) -> None:
    for path in list_paths(made):
        page = load(reader, path)
        assert page.status_code == 200, path
        assert len(re.findall(r"<h1[ >]", page.text)) == 1, path
        assert '<main id="main"' in page.text
        assert '<html lang="en">' in page.text
        twin = reader.get("/index.json" if path == "/" else f"{path}.json")
        assert twin.headers["content-type"] == "application/json", path
        assert twin.json() == reader.get(path, headers={"accept": "application/json"}).json(), path


def test_openapi_names_every_page_and_its_twin(reader: TestClient) -> None:
    paths = reader.get("/openapi.json").json()["paths"]
    for path in (
        "/runs",
        "/runs/{run}",
        "/runs/{run}/what-if",
        "/examine",
        "/library",
        "/cards",
        "/progress/{work}",
        "/runs/{run}/map",
        "/runs/{run}/compare/{other}",
        "/runs/{run}/bundle",
        "/verify",
        "/appeals",
        "/appeals/{matter}",
        "/appeals/{matter}/act/{act}",
        "/appeals/{matter}/letters/{kind}",
    ):
        assert "text/html" in paths[path]["get"]["responses"]["200"]["content"]
        assert "application/json" in paths[f"{path}.json"]["get"]["responses"]["200"]["content"]
    for path, field in (
        ("/runs/{run}/challenge/{node}", "because"), ("/ask", "question"), ("/cases", "resolution"),
        ("/debate", "side"),
    ):  # fmt: skip
        form = paths[path]["post"]["requestBody"]["content"]["multipart/form-data"]
        assert field in form["schema"]["properties"]


def test_script_in_a_paper_is_text_on_every_page(reader: TestClient, made: Desk) -> None:
    shown = 0
    for path in (*list_paths(made), f"{made.path}/as/html"):
        page = load(reader, path).text
        assert "<script>alert" not in page, path
        assert "<img src=x" not in page, path
        shown += "&lt;script&gt;alert(1)" in page
    assert shown > 5


def test_the_answer_reads_as_its_document_does(reader: TestClient, made: Desk) -> None:
    page = load(reader, made.path).text
    assert QUESTION.replace("'", "&#39;") in page
    assert made.answer.lead in page
    sections = re.findall(r'<a href="#(section-[^"]+)">', page)
    assert len(sections) > 3
    assert all(f'<h2 id="{one}">' in page for one in sections)
    data = reader.get(f"{made.path}.json").json()
    assert data["run"] == made.run
    assert {name: data[name] for name in data if name != "run"} == json.loads(json.dumps(made.answer.json_value()))


def test_nothing_of_the_document_is_lost_and_every_link_leads_somewhere(reader: TestClient, made: Desk) -> None:
    page = load(reader, made.path).text
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert targets <= set(ids)
    assert made.answer.tree is not None
    for leaf in made.answer.tree.frame.leaves:
        assert leaf.id in ids


def test_every_citation_leads_to_its_sentence_marked_in_its_document(reader: TestClient, made: Desk) -> None:
    page, tree = load(reader, made.path).text, made.answer.tree
    assert tree is not None
    cited = [made.answer.file.sentence_by_id[at] for leaf in tree.frame.leaves for at in leaf.at]
    assert len(cited) > 5
    for one in cited:
        path = f"{made.path}/source/{one.pointer.document[:16]}/{one.pointer.sentence}"
        assert f'href="{path}#marked"' in page
        data = reader.get(f"{path}.json").json()
        (marked,) = [found for found in data["sentences"] if found["number"] == one.pointer.sentence]
        assert marked["text"] == one.text
        assert re.search(r'<mark id="marked"[^>]*><span class="unseen">[^<]*</span>', reader.get(path).text)


def test_every_part_that_is_listed_can_be_challenged(reader: TestClient, made: Desk) -> None:
    groups = reader.get(f"{made.path}/parts.json").json()["parts"]
    assert {group["kind"] for group in groups} >= {"frame", "consideration", "fact", "evidence", "perspective"}
    listed = {part["node"] for group in groups for part in group["parts"]}
    assert made.answer.tree is not None
    assert {leaf.id for leaf in made.answer.tree.frame.leaves} | {made.question} <= listed
    for group in groups:
        form = load(reader, f"{made.path}/challenge/{quote(group['parts'][0]['node'])}")
        assert "What is wrong with it?" in form.text


def test_a_case_is_read_and_its_parts_are_listed(client: TestClient, desk: Desk) -> None:
    with desk.open_home() as home:
        case = home.case("Should cities make public transport free?", pack="policy-debate")
    path = f"/runs/{case.run[3:27]}"
    page = load(client, path)
    assert page.status_code == 200
    assert page.url.path == f"/cases/{case.run[3:27]}", "a case has a page of its own"
    assert f"{path}/parts" in page.text
    (group, *_) = client.get(f"{path}/parts.json").json()["parts"]
    form = load(client, f"{path}/challenge/{group['parts'][0]['node']}")
    assert form.status_code == 200, form.text


def test_what_does_not_exist_is_said_plainly(reader: TestClient, made: Desk) -> None:
    for path in ("/nothing", "/runs/ffff", "/progress/none", "/library/ffff", f"{made.path}/challenge/none",
                 f"{made.path}/source/ffff/0", f"{made.path}/as/exe"):  # fmt: skip
        page = load(reader, path)
        assert page.status_code == 404, path
        assert "That did not work" in page.text
        assert reader.get(path, headers={"accept": "application/json"}).json()["error"]
        assert "Traceback" not in page.text
    assert load(reader, f"{made.path}/source/{made.cited.document[:16]}/x").status_code == 422


FORMS: list[tuple[Literal["html", "md", "text"], str]] = [
    ("html", "text/html"),
    ("md", "text/markdown"),
    ("text", "text/plain"),
]


@pytest.mark.parametrize(("form", "kind"), FORMS)
def test_the_document_can_be_taken_along(
    reader: TestClient, made: Desk, form: Literal["html", "md", "text"], kind: str
) -> None:
    file = reader.get(f"{made.path}/as/{form}")
    assert file.headers["content-type"].startswith(kind)
    assert "attachment" in file.headers["content-disposition"]
    assert file.text == made.answer.render(form)


def test_what_would_follow_is_worked_out_without_a_model(reader: TestClient, made: Desk) -> None:
    path, leaf = f"{made.path}/what-if", made.leaf.id
    same = reader.get(f"{path}.json").json()
    assert not same["is_other"]
    assert same["lead_after"] == made.answer.lead
    asked = {f"l.{leaf}": "false", "l.nothing": "true", "l.": "x"}
    other = reader.get(f"{path}.json", params=asked).json()
    assert other["supposed"] == {leaf: False}
    (moved,) = [one for one in other["leaves"] if one["before"]["stands"] != one["after"]["stands"]]
    assert (moved["leaf"], moved["after"]["stands"]) == (leaf, "false")
    page = reader.get(path, params=asked).text
    assert re.search(rf'<select id="l.{leaf}".*<option value="false" selected>', page)


@pytest.mark.parametrize("weight", ["2", "-1", "much", "nan"])
def test_a_weight_that_is_none_is_refused(reader: TestClient, made: Desk, weight: str) -> None:
    seat = list_seats(made.answer)[0]
    name = f"w.{seat['id']}.{next(iter(seat['weights']))}"
    refused = reader.get(f"{made.path}/what-if", params={name: weight})
    assert refused.status_code == 400
    assert "not a number between 0 and 1" in refused.text


def test_values_are_weighed_anew(reader: TestClient, made: Desk) -> None:
    seat = list_seats(made.answer)[0]
    value = next(iter(seat["weights"]))
    weight = 0.0 if seat["weights"][value] else 1.0
    other = reader.get(f"{made.path}/what-if.json", params={f"w.{seat['id']}.{value}": f"{weight:g}"}).json()
    assert other["weights"][seat["id"]][value] == weight
    lifted = {f"w.{one['id']}.welfare": "0.9" for one in list_seats(made.answer)}
    assert reader.get(f"{made.path}/what-if.json", params=lifted).json()["lead_after"] != made.answer.lead


def test_what_was_erased_is_shown_no_more(client: TestClient, desk: Desk) -> None:
    assert load(client, desk.path).status_code == 200
    with foam.open(desk.folder, **desk.fakes) as elsewhere:
        because = "Ada says it is late."
        heard = elsewhere.contest(desk.run, desk.leaf.id, kind="not_so", because=because, at=desk.leaf.at)
        path = f"/runs/{heard.run[3:27]}"
        assert "Ada says it is late." in load(client, path).text
        elsewhere.erase(challenge=heard.run, because="Ada asked for it")
    page = load(client, path)
    assert "Ada says it is late." not in page.text
    assert page.status_code != 200
