"""Pages of written cases, without scripts: the list, the outline, cards that lead to their sources, the check, Word."""

from __future__ import annotations

import html
import io
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.case.writing import agreeable
from tests.people.cheap import hash_cheaply
from tests.web.crowd import open_crowd
from tests.web.serving import Desk, find_token, load, make_fakes, open_pages

import foam
from foam.web.rendered import Kept
from foam.web.routes.cases import find_check

RESOLUTION = "Should cities make public transport free <script>alert(1)</script>?"
OTHER = "Should cities make public transport free?"


@pytest.fixture(scope="module")
def written(made: Desk, tmp_path_factory: pytest.TempPathFactory) -> tuple[Desk, str, str]:
    """A home with two cases: one whose every card serves, and one of which little is bound; their runs."""
    folder = tmp_path_factory.mktemp("cases") / "home"
    shutil.copytree(made.folder, folder)
    desk = Desk(folder, made.run, made.answer, make_fakes(foam.ScriptedModel(agreeable)))
    with desk.open_home() as home:
        full = home.case(RESOLUTION, pack="policy-debate").run
    poor = Desk(folder, made.run, made.answer, make_fakes())
    with poor.open_home() as home:
        empty = home.case(OTHER, pack="policy-debate").run
    return desk, full, empty


@pytest.fixture(scope="module")
def pages(written: tuple[Desk, str, str]) -> Iterator[TestClient]:
    with open_pages(written[0]) as client:
        yield client


def path_of(run: str) -> str:
    return f"/cases/{run[3:27]}"


def test_the_list_leads_to_every_case(pages: TestClient, written: tuple[Desk, str, str]) -> None:
    _, full, empty = written
    data = load(pages, "/cases.json").json()
    assert [one["run"] for one in data["cases"]] == [empty, full], "the newest first"
    page = load(pages, "/cases").text
    assert path_of(full) in page
    assert path_of(empty) in page
    assert "<script>alert" not in page
    assert 'href="/cases"' in load(pages, "/start").text


def test_the_outline_has_every_part_and_its_citations_open_their_source(
    pages: TestClient, written: tuple[Desk, str, str]
) -> None:
    desk, full, _ = written
    with desk.open_home() as home:
        case = home.case.show(full)
    data = load(pages, f"{path_of(full)}.json").json()
    assert [one["id"] for group in data["outline"] for one in group["parts"]] == [one.id for one in case.slots]
    page = load(pages, path_of(full)).text
    assert "<script>alert" not in page
    carded = [slot for slot in case.slots if slot.card]
    assert len(carded) > 5
    for slot in carded:
        assert slot.card is not None
        assert f'id="{slot.id}"' in page
        assert f'href="#{slot.id}"' in page
        assert html.escape(slot.card.tag, quote=False).replace("'", "&#39;")[:40] in page.replace("&#x27;", "&#39;")
    first = carded[0].card
    assert first is not None
    source = f"/runs/{full[3:27]}/source/{first.document[:16]}/{first.sentences[0]}"
    assert page.count(f'href="{source}#marked"') >= 2, "from the outline and from the card"
    found = load(pages, source).text
    marked = re.search(r'<mark id="marked"[^>]*>(.*?)</mark>', found, re.DOTALL)
    assert marked is not None
    assert first.body[:20] in html.unescape(found) or html.unescape(re.sub("<[^>]+>", "", marked[1])).strip()


def test_the_check_tells_a_case_that_holds_from_one_that_does_not(
    pages: TestClient, written: tuple[Desk, str, str]
) -> None:
    _, full, empty = written
    good, bad = (load(pages, f"{path_of(run)}.json").json() for run in (full, empty))
    assert good["check"]["ok"] is True
    assert good["check"]["exact"] == good["check"]["citations"] > 0
    assert good["unbound"] == []
    assert "All of it is borne out" in load(pages, path_of(full)).text
    assert bad["check"]["ok"] is False
    assert bad["check"]["failures"]
    assert bad["issued"] is False
    page = load(pages, path_of(empty)).text
    assert "Not borne out" in page
    failing = {one["slot"] for one in bad["check"]["failures"]}
    assert any(one["fails"] for group in bad["outline"] for one in group["parts"] if one["id"] in failing)


def test_what_is_not_bound_is_named(pages: TestClient, written: tuple[Desk, str, str]) -> None:
    bad = load(pages, f"{path_of(written[2])}.json").json()
    empty = [one["id"] for group in bad["outline"] for one in group["parts"] if one["filled"] == "nothing"]
    assert [one["slot"] for one in bad["unbound"]] == empty
    assert empty
    page = load(pages, path_of(written[2])).text
    assert "nothing stands here yet" in page
    assert "[EVIDENCE NEEDED]" in page


@pytest.mark.parametrize("send", [False, True])
def test_the_word_file_is_the_case(pages: TestClient, written: tuple[Desk, str, str], send: bool) -> None:
    docx = pytest.importorskip("docx", reason="MISSING EXTRA: pip install 'foam[docx]'")
    answer = pages.get(f"{path_of(written[1])}/as/docx", params={"send": send})
    assert answer.status_code == 200
    assert answer.headers["content-type"].endswith("wordprocessingml.document")
    assert "attachment" in answer.headers["content-disposition"]
    text = "\n".join(one.text for one in docx.Document(io.BytesIO(answer.content)).paragraphs)
    with written[0].open_home() as home:
        case = home.case.show(written[1])
    assert case.cards[0].tag in text
    assert ("Plan text" in text) is not send, "what is sent has the cards alone"


def test_a_run_leads_to_its_case_and_its_twin_to_the_twin(pages: TestClient, written: tuple[Desk, str, str]) -> None:
    run = f"/runs/{written[1][3:27]}"
    assert pages.get(run, follow_redirects=False).headers["location"] == path_of(written[1])
    twin = pages.get(f"{run}.json", follow_redirects=False)
    assert twin.headers["location"] == f"{path_of(written[1])}.json"


def test_what_is_no_case_is_not_found_here(pages: TestClient, made: Desk) -> None:
    assert load(pages, f"/cases/{made.run[3:27]}").status_code == 404
    assert pages.get("/cases/ffff").status_code == 404
    assert pages.get(f"/cases/{made.run[3:27]}/as/docx").status_code == 404


def test_a_check_is_done_again_when_the_library_is_another(
    written: tuple[Desk, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(written[0].folder, tmp_path / "home")
    with foam.open(tmp_path / "home", **written[0].fakes) as home:
        case, checks = home.case.show(written[1]), Kept[dict[str, object]](8)
        first = find_check(home, checks, written[1], case)
        assert find_check(home, checks, written[1], case) is first
        (tmp_path / "note.txt").write_text("A new document. It says something else.")
        home.library.add(tmp_path / "note.txt")
        assert find_check(home, checks, written[1], case) is not first


def test_a_part_is_challenged_from_its_case_which_then_lists_it(written: tuple[Desk, str, str], tmp_path: Path) -> None:
    desk, full, _ = written
    shutil.copytree(desk.folder, tmp_path / "home")
    with open_pages(Desk(tmp_path / "home", desk.run, desk.answer, desk.fakes)) as client:
        found = re.search(rf'href="(/runs/{full[3:27]}/challenge/harms-scope)"', load(client, path_of(full)).text)
        assert found is not None
        form = load(client, found[1]).text
        kind = re.search(r'name="kind"[^>]*value="(\w+)"|<option value="(\w+)"', form)
        assert kind is not None
        given = {"form_token": find_token(form), "kind": kind[1] or kind[2], "because": "It says something else."}
        sent = client.post(found[1], data=given, follow_redirects=False)
        assert sent.status_code == 303, sent.text
        load(client, sent.headers["location"])
        assert "It says something else." in load(client, path_of(full)).text


def test_who_may_not_see_a_case_does_not_learn_of_it(
    written: tuple[Desk, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, full, _ = written
    hash_cheaply(monkeypatch)
    shutil.copytree(desk.folder, tmp_path / "home")
    with open_crowd(Desk(tmp_path / "home", desk.run, desk.answer, desk.fakes)) as crowd:
        reader, person = crowd.admit("rita", "reader"), crowd.admit("ada", "affected_person")
        assert reader.get(path_of(full)).status_code == 200
        assert len(reader.get("/cases.json").json()["cases"]) == 2
        assert person.get("/cases.json").json()["cases"] == []
        hidden, missing = person.get(path_of(full)), person.get("/cases/0123456789abcdef01234567")
        assert (hidden.status_code, missing.status_code) == (404, 404)
        assert person.get(f"{path_of(full)}/as/docx").status_code == 404
        crowd.home.people.own_run("ada", full)
        assert person.get(path_of(full)).status_code == 200
        first = crowd.home.case.show(full).cards[0]
        source = f"/runs/{full[3:27]}/source"
        assert person.get(f"{source}/{first.document[:16]}/{first.sentences[0]}").status_code == 200
        assert person.get(f"{source}/{'0' * 16}/0").status_code == 404
