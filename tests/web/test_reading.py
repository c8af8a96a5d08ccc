"""Every page at its address, with its JSON twin; the dossier with its reasons unfolded and its sources a step away."""

from __future__ import annotations

import json
import re
from typing import Literal

import pytest
from starlette.testclient import TestClient
from tests.deliberation.test_options import compare, table
from tests.web.serving import QUESTION, Desk, load

import foam
from foam.paper import Details, Heading, compose, inset
from foam.web.addresses import run_path
from foam.web.rendering import link_parts
from foam.web.unfolding import unfold


def list_paths(desk: Desk) -> list[str]:
    here, claim = desk.path, desk.dossier.claims[0].id
    cited = next(node for node in desk.dossier.nodes if node.kind == "evidence" and not node.pointer.computed)
    source = f"{here}/source/{cited.pointer.document[:16]}/{cited.pointer.sentence}"
    return [
        "/",
        "/runs",
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
        f"{here}/challenge/{claim}",
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
    assert "multipart/form-data" in paths["/runs/{run}/challenge/{node}"]["post"]["requestBody"]["content"]


def test_the_dossier_reads_as_its_document_does(reader: TestClient, made: Desk) -> None:
    page = load(reader, made.path).text
    assert QUESTION.replace("'", "&#39;") in page
    for heading in ("Facts nobody disputes", "Reasons for", "Reasons against", "Open"):
        assert f">{heading}<" in page
    data = reader.get(f"{made.path}.json").json()
    assert data["run"] == made.run
    assert {name: data[name] for name in data if name != "run"} == json.loads(json.dumps(made.dossier.json_value()))


def test_a_reason_unfolds_where_it_is_named(made: Desk) -> None:
    paper = compose(made.dossier)
    laid = unfold(paper, other_claims="Other claims")
    named: dict[str, list[str]] = {}
    section = ""
    for block in laid.blocks:
        if isinstance(block, Heading):
            section = block.id
        if isinstance(block, Details):
            named.setdefault(section, []).append(block.id)
    assert made.dossier.reasons_for
    assert tuple(named.get("for", ())) == made.dossier.reasons_for
    assert tuple(named.get("against", ())) == made.dossier.reasons_against


def test_nothing_of_the_document_is_lost_and_every_link_leads_somewhere(reader: TestClient, made: Desk) -> None:
    page = load(reader, made.path).text
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert targets <= set(ids)
    for claim in made.dossier.claims:
        assert claim.id in ids


def test_every_citation_leads_to_its_sentence_marked_in_its_document(reader: TestClient, made: Desk) -> None:
    page, document = load(reader, made.path).text, made.dossier.render("html")
    nodes = (node for node in made.dossier.nodes if node.kind == "evidence" and not node.pointer.computed)
    cited = [node for node in nodes if f'id="{node.id}"' in document or f'href="#{node.id}"' in document]
    assert len(cited) > 5
    for node in cited:
        path = f"{made.path}/source/{node.pointer.document[:16]}/{node.pointer.sentence}"
        assert f'href="{path}#marked"' in page
        data = reader.get(f"{path}.json").json()
        (marked,) = [one for one in data["sentences"] if one["number"] == node.pointer.sentence]
        assert marked["text"] == node.text
        assert re.search(r'<mark id="marked"[^>]*><span class="unseen">[^<]*</span>', reader.get(path).text)


def test_every_part_that_is_listed_can_be_challenged(reader: TestClient, made: Desk) -> None:
    groups = reader.get(f"{made.path}/parts.json").json()["parts"]
    assert [group["kind"] for group in groups][:2] == ["claim", "evidence"]
    listed = {part["node"] for group in groups for part in group["parts"]}
    assert {claim.id for claim in made.dossier.claims} | {"frame"} <= listed
    for group in groups:
        form = load(reader, f"{made.path}/challenge/{group['parts'][0]['node']}")
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
    assert load(reader, f"{made.path}/source/{made.dossier.nodes[0].id}/x").status_code == 422


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
    assert file.text == made.dossier.render(form)


def test_weights_are_weighed_anew_without_a_model(reader: TestClient, made: Desk) -> None:
    calls = len(made.fakes["models"].calls)
    path = f"{made.path}/what-if"
    same = reader.get(f"{path}.json").json()
    assert not same["is_other"]
    assert same["summary"] == list(made.dossier.summary)
    seat = next(seat for seat, held in same["weights"].items() if held.get("integrity"))
    lifted = {f"w.{seat}.{value}": "1" if value == "integrity" else "0" for value in same["weights"][seat]}
    other = reader.get(f"{path}.json", params=lifted).json()
    assert other["weights"][seat]["integrity"] == 1
    assert other["after"]["leanings"] != same["after"]["leanings"]
    assert "What would change this?" in reader.get(path, params=lifted).text
    assert len(made.fakes["models"].calls) == calls


@pytest.mark.parametrize("weight", ["2", "-1", "much", "nan"])
def test_a_weight_that_is_none_is_refused(reader: TestClient, made: Desk, weight: str) -> None:
    seat = made.dossier.sublation.audiences[0]
    name = f"w.{seat.id}.{next(iter(seat.weights))}"
    refused = reader.get(f"{made.path}/what-if", params={name: weight})
    assert refused.status_code == 400
    assert "not a number between 0 and 1" in refused.text


def test_what_was_erased_is_shown_no_more(client: TestClient, desk: Desk) -> None:
    assert load(client, desk.path).status_code == 200
    with foam.open(desk.folder, **desk.fakes) as elsewhere:
        heard = elsewhere.contest(
            desk.run, desk.dossier.claims[0].id, kind="structural", because="Ada says it is late."
        )
        path = f"/runs/{heard.run[3:27]}"
        assert "Ada says it is late." in load(client, path).text
        elsewhere.erase(challenge=heard.run, because="Ada asked for it")
    page = load(client, path)
    assert "Ada says it is late." not in page.text
    assert page.status_code != 200


def test_the_runs_of_an_open_question_lead_to_the_pages_of_its_options() -> None:
    dossier = compare(table()).view
    hrefs, _ = link_parts(dossier, run_path(dossier.runs[0]))
    page = inset(compose(dossier), hrefs=hrefs, actions={})
    for option in dossier.options:
        assert page.count(f'href="{run_path(option.run)}"') == 2, "in the table, and with the option itself"
