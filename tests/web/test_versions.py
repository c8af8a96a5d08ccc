"""The map of an answer, and versions side by side."""

from __future__ import annotations

import html
import re
from itertools import pairwise

import pytest
from starlette.testclient import TestClient
from tests.web.serving import CORRECTED, EVIL, LETTER, QUESTION, Desk, load

import foam
from foam.web.routes.argument_map import Mapped, draw_map, map_tree


def list_map(desk: Desk) -> list[Mapped]:
    assert desk.answer.tree is not None
    return list(map_tree(desk.answer.tree, desk.answer.question).list_all())


def test_the_map_shows_every_part_of_the_tree_twice(reader: TestClient, made: Desk) -> None:
    page = load(reader, f"{made.path}/map").text
    picture, _, outline = page.partition('id="outline"')
    assert made.answer.tree is not None
    frame = made.answer.tree.frame
    parts = [one.id for one in (*frame.nodes, *frame.considerations, *frame.leaves)]
    assert sorted(parts) == sorted(one.id for one in list_map(made) if one.is_challengeable)
    for name in parts:
        assert picture.count(f'<a href="#outline-{name}">') == 1
        assert outline.count(f'id="outline-{name}"') == 1
        assert f'{made.path}/challenge/{name}"' in outline
    for leaf in frame.leaves:
        assert leaf.says in html.unescape(outline)
    assert "style=" not in page


def test_what_something_rests_on_stands_below_it(reader: TestClient, made: Desk) -> None:
    top = reader.get(f"{made.path}/map.json").json()["map"]
    assert made.answer.tree is not None
    frame = made.answer.tree.frame
    assert top["id"] == made.question
    below = {one["id"]: one for one in top["below"]}
    for reason in frame.considerations:
        assert [one["id"] for one in below[reason.id]["below"]] == list(reason.rests_on)
        assert below[reason.id]["attacks"] == (reason.option == "against")
    gone = {one.text for one in list_map(made) if one.is_gone and one.kind == "fact"}
    assert gone == {"The reading room was half empty on each trial Sunday."}


def list_places(picture: str) -> list[tuple[float, float, float]]:
    """Left edge, top and bottom of every box."""
    found = re.findall(r'class="box \w+" x="([\d.]+)" y="([\d.]+)" width="\d+" height="([\d.]+)"', picture)
    return [(float(x), float(y), float(y) + float(height)) for x, y, height in found]


def test_no_box_covers_another_and_each_stands_beside_what_it_hangs_under(made: Desk) -> None:
    top, *_ = list_map(made)
    places = list_places(draw_map("Map", top))
    for left in {x for x, _, _ in places}:
        column = sorted((above, below) for x, above, below in places if x == left)
        assert all(above[1] < below[0] for above, below in pairwise(column))
    assert min(above for _, above, _ in places) == places[0][1]


def test_script_in_an_argument_is_text() -> None:
    picture = draw_map(EVIL, Mapped(id="leaf", kind="fact", by=EVIL, text=EVIL, standing="open"))
    assert "<script" not in picture
    assert "&lt;script&gt;" in picture


@pytest.fixture
def version(desk: Desk) -> str:
    """A version that a challenge left, and that reads otherwise."""
    with desk.open_home() as home:
        letter = desk.folder.parent / "letter.txt"
        letter.write_text(CORRECTED, "utf-8")
        because = f"It was corrected. {EVIL}"
        heard = home.contest(desk.run, desk.corrected, kind="not_so", because=because, with_documents=[letter])
        again = home.contest(heard.run, desk.leaf.id, kind="not_so", because="It does not hold.", at=desk.leaf.at)
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
    assert data["difference"] == told.json_value()
    assert LETTER in [one["says"] for one in data["difference"]["leaves"]]


def test_a_version_shows_what_was_brought_in_its_source(client: TestClient, desk: Desk, version: str) -> None:
    here = f"/runs/{version[3:27]}"
    assert LETTER in html.unescape(load(client, f"{here}/version").text)
    with desk.open_home() as home:
        after = home.dossier(version)
    (brought,) = [one for one in after.file.sentence_by_id.values() if one.text == LETTER]
    path = f"{here}/source/{brought.pointer.document[:16]}/{brought.pointer.sentence}"
    assert LETTER in load(client, path).text


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
    assert "Parts that stand otherwise" in across


def test_what_is_no_answer_is_not_compared(client: TestClient, desk: Desk) -> None:
    with desk.open_home() as home:
        case = home.case("Should cities make public transport free?", pack="policy-debate")
    refused = load(client, f"{desk.path}/compare/{case.run[3:27]}")
    assert refused.status_code == 400
    assert "cannot be compared" in refused.text
