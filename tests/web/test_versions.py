"""The argument map, and versions side by side."""

from __future__ import annotations

import html
import re
from itertools import pairwise

import pytest
from starlette.testclient import TestClient
from tests.web.serving import QUESTION, Desk, load

import foam
from foam.deliberation.views.mapping import Mapped
from foam.web.drawing import draw_map

EVIL = '<script>alert(1)</script>"'


def test_the_map_shows_every_claim_objection_and_reply_twice(reader: TestClient, made: Desk) -> None:
    page = load(reader, f"{made.path}/map").text
    picture, _, outline = page.partition('id="outline"')
    kinds = ("claim", "objection", "response")
    shown = [node.id for node in made.dossier.nodes if node.kind in kinds]
    assert len(shown) == foam.map_arguments(made.dossier).count()
    for name in shown:
        assert picture.count(f'<a href="#outline-{name}">') == 1
        assert outline.count(f'id="outline-{name}"') == 1
    for claim in made.dossier.claims:
        assert claim.text in html.unescape(outline)
        assert f'{made.path}/challenge/{claim.id}"' in outline
    assert "style=" not in page


def test_an_objection_stands_under_its_claim_and_a_reply_under_its_objection(reader: TestClient, made: Desk) -> None:
    data = reader.get(f"{made.path}/map.json").json()
    claims = {one["id"]: one for side in data["sides"].values() for one in side}
    assert set(claims) == {claim.id for claim in made.dossier.claims}
    found = 0
    for node in made.dossier.nodes:
        if node.kind == "objection":
            (objection,) = [one for one in claims[node.claim]["answers"] if one["id"] == node.id]
            assert objection["standing"]
            assert [one["id"] for one in objection["answers"]] == ([node.response] if node.response else [])
            found += 1
    assert found > 5


def list_places(picture: str) -> list[tuple[float, float, float]]:
    """Left edge, top and bottom of every box."""
    found = re.findall(r'class="box \w+" x="([\d.]+)" y="([\d.]+)" width="\d+" height="([\d.]+)"', picture)
    return [(float(x), float(y), float(y) + float(height)) for x, y, height in found]


def test_no_box_covers_another_and_answers_stand_beside_what_they_answer(made: Desk) -> None:
    for claims in foam.map_arguments(made.dossier).sides.values():
        places = list_places(draw_map("Map", claims))
        for left in {x for x, _, _ in places}:
            column = sorted((top, bottom) for x, top, bottom in places if x == left)
            assert all(above[1] < below[0] for above, below in pairwise(column))
        for claim in claims:
            tops = [top for _, top, _ in list_places(draw_map("Map", [claim]))]
            assert min(tops) == tops[0]


def test_script_in_an_argument_is_text() -> None:
    claim = Mapped(id="claim-1", kind="claim", by=EVIL, text=EVIL, standing=EVIL)
    picture = draw_map(EVIL, [claim])
    assert "<script" not in picture
    assert "&lt;script&gt;" in picture


@pytest.fixture
def version(desk: Desk) -> str:
    """A version that a challenge left, and that reads otherwise."""
    claim = next(one for one in desk.dossier.claims if one.grounds and one.place == "core" and one.brought_by)
    with desk.open_home() as home:
        heard = home.contest(desk.run, claim.id, kind="context", because=f"The next sentence says otherwise. {EVIL}")
        again = home.contest(heard.run, claim.id, kind="warrant", because="It does not follow.")
    assert heard.run != again.run
    return str(heard.run)


def test_a_version_leads_to_what_it_was_made_from_and_what_changed(
    client: TestClient, desk: Desk, version: str
) -> None:
    here = f"/runs/{version[3:27]}"
    for path in (here, f"{here}/version"):
        page = load(client, path).text
        assert f'href="{desk.path}"' in page
        assert f'href="{desk.path}/compare/{version[3:27]}"' in page
    compared = load(client, f"{desk.path}/compare/{version[3:27]}").text
    assert "Word by word" in compared
    assert "<ins>" in compared
    assert "<script>alert" not in compared
    data = client.get(f"{desk.path}/compare/{version[3:27]}.json").json()
    with desk.open_home() as home:
        heard = home.contest.show(version).view
        assert isinstance(heard, foam.Heard)
        assert [one["part"] for one in data["redline"]] == [one.part for one in heard.redline]
        told = home.compare(desk.run, version)
    assert isinstance(told, foam.DossierComparison)
    assert [one["claim"] for one in data["claims"]] == [one.claim for one in told.claims]
    assert data["same_claims"] == told.same_claims


def test_what_can_be_compared_is_listed(client: TestClient, desk: Desk, version: str) -> None:
    told = client.get(f"{desk.path}/compare.json").json()
    assert version in [one["run"] for one in told["versions"]]
    assert told["title"] == QUESTION
    own = client.get(f"/runs/{version[3:27]}/compare.json").json()
    assert [one["run"] for one in own["bases"]] == [desk.run]
    (later,) = own["versions"]
    page = load(client, f"/runs/{version[3:27]}/compare/{later['run'][3:27]}").text
    assert "Word by word" in page
    across = load(client, f"{desk.path}/compare/{later['run'][3:27]}").text
    assert "not made from the other by a single challenge" in across
    assert "Reasons that stand" in across


def test_what_is_no_dossier_is_not_compared(client: TestClient, desk: Desk) -> None:
    with desk.open_home() as home:
        answer = home.ask("Should it be reversed?", pack="benefits-appeal")
    refused = load(client, f"{desk.path}/compare/{answer.run[3:27]}")
    assert refused.status_code == 400
    assert "cannot be compared" in refused.text
