"""A long answer in parts: nothing is lost, links lead to where parts have gone, nothing stale or foreign is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import quote, unquote

import pytest
from starlette.testclient import TestClient
from tests.people.cheap import hash_cheaply
from tests.web.crowd import PASSWORD, Guest
from tests.web.serving import CORRECTED, LETTER, PATIENT, PORT, Desk, find_token, load

from foam.paper import Details, Heading, Link, Paper, Paragraph, Row, Table, inset
from foam.web.application import make_application
from foam.web.parts import ROWS, ROWS_A_PAGE, part_paper
from foam.web.rendered import Documents
from foam.web.security import Keys, Limits

FREELY = Limits(requests=(100_000, 1000.0), writes=(100_000, 1000.0))
SHORT = 1_500
"""Bytes from which on the tests' answer is shown in parts."""


@pytest.fixture
def short(desk: Desk) -> Iterator[TestClient]:
    """A browser without scripts before a server that takes the answer for a long one."""
    keys = Keys(port=PORT)
    with desk.open_home() as home:
        app = make_application(
            home, keys=keys, open_home=desk.open_home, limits=FREELY, documents=Documents(most_bytes=SHORT),
            patience=PATIENT,
        )  # fmt: skip
        with TestClient(app, base_url=f"http://127.0.0.1:{PORT}", headers={"accept": "text/html"}) as client:
            client.get("/", params={"token": keys.token})
            yield client


def list_ids(page: str) -> list[str]:
    """Ids of what stands in the document of a page."""
    return re.findall(r' id="([^"]+)"', page.partition("<main")[2])


def list_folds(page: str) -> list[str]:
    return list(dict.fromkeys(re.findall(r'<a href="(/runs/\w+/section/[^"#?]+)"', page)))


def test_a_long_answer_is_shorter_and_none_of_it_is_lost(short: TestClient, desk: Desk) -> None:
    page, whole = load(short, desk.path).text, load(short, f"{desk.path}/whole").text
    folds = list_folds(page)
    assert len(folds) > 1
    assert len(page) < len(whole)
    parts = [load(short, path).text for path in folds]
    shown = {name for one in (page, *parts) for name in list_ids(one)}
    assert {name for name in list_ids(whole) if name not in shown} == set()
    assert list_folds(whole) == []
    assert f'href="{desk.path}/whole"' in page


def test_every_link_of_a_page_and_of_its_parts_leads_somewhere(short: TestClient, desk: Desk) -> None:
    page = load(short, desk.path).text
    pages = {desk.path: page, **{path: load(short, path).text for path in list_folds(page)}}
    followed = 0
    for here, text in pages.items():
        for href in map(unescape, re.findall(r'<a href="([^"]*#[^"]+)"', text.partition("<main")[2])):
            path, _, name = href.partition("#")
            target = pages.get(path.partition("?")[0] or here)
            if target is not None:
                assert unquote(name) in list_ids(target), f"{here}: {href}"
                followed += 1
    assert followed > 5


def test_a_part_says_the_same_as_data_and_what_is_no_part_is_not_there(short: TestClient, desk: Desk) -> None:
    fold = list_folds(load(short, desk.path).text)[0]
    data = short.get(f"{fold}.json").json()
    assert data["run"] == desk.run
    assert data["blocks"]
    assert short.get(f"{desk.path}/section/nothing").status_code == 404
    assert short.get(fold, params={"page": 99}).status_code == 404


def test_a_short_answer_stays_whole(reader: TestClient, made: Desk) -> None:
    page = load(reader, made.path).text
    assert list_folds(page) == []
    assert f"{made.path}/whole" not in page


def test_a_challenge_is_on_the_page_at_once_and_a_version_reads_as_it_was_left(short: TestClient, desk: Desk) -> None:
    before = load(short, desk.path).text
    path = f"{desk.path}/challenge/{quote(desk.corrected)}"
    form = {
        "kind": "not_so",
        "because": "It was corrected.",
        "form_token": find_token(load(short, path).text),
    }
    letter = {"with_documents": ("letter.txt", CORRECTED.encode(), "text/plain")}
    sent = short.post(path, data=form, files=letter, follow_redirects=False)
    done = load(short, sent.headers["location"], seconds=120)
    run = str(done.url.path)
    assert run.startswith("/runs/")
    assert "It was corrected." not in before
    assert "It was corrected." in load(short, desk.path).text
    with desk.open_home() as home:
        version = home.dossier(run.rpartition("/")[2])
    shown = load(short, f"{run}/version").text
    told = [shown, *(load(short, fold).text for fold in list_folds(shown))]
    assert all(f'href="{run}' in one for one in told[1:])  # back to the version and not to what was challenged
    assert any(LETTER in unescape(one) for one in told)
    assert LETTER in version.render("text").replace("\n  ", " ")


def test_erased_words_are_in_no_page_that_was_kept(short: TestClient, desk: Desk) -> None:
    path = f"{desk.path}/challenge/{desk.leaf.id}"
    said = "Quillfeather says that this is beside the point."
    form = {"kind": "not_so", "because": said, "form_token": find_token(load(short, path).text), "at": desk.leaf.at[0]}
    made = short.post(path, data=form, follow_redirects=False).headers["location"]
    run = str(load(short, made, seconds=120).url.path)
    assert said in load(short, run).text
    assert said in load(short, desk.path).text
    with desk.open_home() as home:  # another process does it
        home.erase(challenge=run.rpartition("/")[2], because="asked to", by="clerk")
    assert said not in short.get(run).text
    assert said not in load(short, desk.path).text


def test_what_one_person_may_not_see_or_do_does_not_come_out_of_what_another_was_shown(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    hash_cheaply(monkeypatch)
    keys = Keys(port=PORT)
    with desk.open_home() as home:
        app = make_application(
            home, keys=keys, open_home=desk.open_home, limits=FREELY, people=True,
            documents=Documents(most_bytes=SHORT), patience=PATIENT,
        )  # fmt: skip
        with TestClient(app, base_url=f"http://127.0.0.1:{PORT}", headers={"accept": "text/html"}) as client:

            def admit(name: str, role: str) -> Guest:
                code = home.people.add(name, roles=[role]).code
                return Guest(client, keys, home.people.redeem(name, code, PASSWORD).session, name)

            clerk, reader, person = (
                admit("clerk", "records_clerk"), admit("rita", "reader"), admit("pat", "affected_person")
            )  # fmt: skip
            page = clerk.get(desk.path).text
            fold = list_folds(page)[0]
            part = clerk.get(fold).text
            assert "/challenge/" in page + part
            for path in (desk.path, fold, f"{desk.path}/whole"):
                seen = reader.get(path)
                assert seen.status_code == 200
                assert "/challenge/" not in seen.text
                assert clerk.form_token not in seen.text
                nowhere = person.get(path.replace(desk.path, "/runs/000000000000000000000000"))
                kept_from = person.get(path)
                assert kept_from.status_code == nowhere.status_code == 404
                assert desk.answer.question not in kept_from.text


def test_a_page_is_compressed_for_a_browser_that_takes_it_so(short: TestClient, desk: Desk) -> None:
    load(short, desk.path)
    first = short.get(desk.path)
    assert first.headers["content-encoding"] == "gzip"
    plain = short.get(desk.path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == first.text
    assert first.headers["cache-control"] == "no-store"


def test_a_page_that_takes_long_says_so_and_a_program_waits(desk: Desk) -> None:
    keys = Keys(port=PORT)
    with desk.open_home() as home:
        app = make_application(home, keys=keys, open_home=desk.open_home, limits=FREELY, patience=0.0)
        with TestClient(app, base_url=f"http://127.0.0.1:{PORT}", headers={"accept": "text/html"}) as client:
            client.get("/", params={"token": keys.token})
            waiting = client.get(desk.path)
            assert waiting.status_code == 202
            assert waiting.headers["refresh"] == "1"
            assert desk.answer.question not in waiting.text
            told = client.get(desk.path, headers={"accept": "application/json"})
            assert told.status_code == 200
            assert told.json()["question"] == desk.answer.question


def make_paper() -> Paper:
    rows = tuple(Row(cells=((f"cell {number}",),), id=f"row-{number}") for number in range(500))
    return Paper(
        title="A paper",
        blocks=(
            Heading(text="Rows", id="rows"),
            Table(head=(("A head",),), rows=rows),
            Paragraph(content=(Link(text="to the last row", to="row-499"),)),
            Details(summary="A fold", id="fold", blocks=(Paragraph(content="word " * 1000, id="inside"),)),
        ),
    )


def test_a_long_table_has_pages_and_links_lead_to_the_right_one() -> None:
    parted = part_paper(
        make_paper(), most=5_000, say_fold=str, say_table=str,
        measure=lambda block: len(inset(make_paper().model_copy(update={"blocks": (block,)}), hrefs={}, actions={})),
    )  # fmt: skip
    (table,) = (one for one in parted.parts.values() if one.table)
    assert table.pages == -(-500 // ROWS_A_PAGE)
    shown = next(one for one in parted.shown.blocks if isinstance(one, Table))
    assert len(shown.rows) == ROWS
    hrefs = parted.link_from_page("/here")
    assert hrefs["row-499"] == f"/here/section/{table.name}?page=3#row-499"
    assert "row-3" not in hrefs  # it stands on the page itself
    assert hrefs["inside"] == "/here/section/fold#inside"
    own = parted.link_from_part("/here", "/here/version", table, 3)
    assert own["row-499"] == "#row-499"
    assert own["rows"] == "/here/version#rows"


def test_documents_that_were_not_asked_for_longest_are_let_go(made: Desk) -> None:
    documents = Documents(kept=2)
    found = [made.answer.model_copy() for _ in range(3)]
    first = documents.find(found[0], "a", here="/runs/a", may_challenge=True)
    documents.find(found[1], "b", here="/runs/b", may_challenge=True)
    assert documents.find(found[0], "a", here="/runs/a", may_challenge=True) is first
    documents.find(found[2], "c", here="/runs/c", may_challenge=True)
    assert documents.find(found[0], "a", here="/runs/a", may_challenge=True) is first
    assert documents.find(found[1], "a", here="/runs/a", may_challenge=True) is not first  # another value, another page
