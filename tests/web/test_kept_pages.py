"""Pages that are kept rendered: nothing stale or foreign is shown, they are compressed, and say when they take long."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient
from tests.people.cheap import hash_cheaply
from tests.web.crowd import PASSWORD, Guest
from tests.web.serving import CORRECTED, LETTER, PATIENT, PORT, Desk, find_token, load

from foam.web.application import make_application
from foam.web.rendered import Documents
from foam.web.security import Keys, Limits

FREELY = Limits(requests=(100_000, 1000.0), writes=(100_000, 1000.0))


@pytest.fixture
def pages(desk: Desk) -> Iterator[TestClient]:
    """A browser without scripts."""
    keys = Keys(port=PORT)
    with desk.open_home() as home:
        app = make_application(
            home, keys=keys, open_home=desk.open_home, limits=FREELY,
            patience=PATIENT,
        )  # fmt: skip
        with TestClient(app, base_url=f"http://127.0.0.1:{PORT}", headers={"accept": "text/html"}) as client:
            client.get("/", params={"token": keys.token})
            yield client


def test_a_challenge_is_on_the_page_at_once_and_a_version_reads_as_it_was_left(pages: TestClient, desk: Desk) -> None:
    before = load(pages, desk.path).text
    path = f"{desk.path}/challenge/{quote(desk.corrected)}"
    form = {
        "kind": "not_so",
        "because": "It was corrected.",
        "form_token": find_token(load(pages, path).text),
    }
    letter = {"with_documents": ("letter.txt", CORRECTED.encode(), "text/plain")}
    sent = pages.post(path, data=form, files=letter, follow_redirects=False)
    done = load(pages, sent.headers["location"], seconds=120)
    run = str(done.url.path)
    assert run.startswith("/runs/")
    assert "It was corrected." not in before
    assert "It was corrected." in load(pages, desk.path).text
    with desk.open_home() as home:
        version = home.dossier(run.rpartition("/")[2])
    shown = load(pages, f"{run}/version").text
    assert LETTER in unescape(shown)
    assert LETTER in version.render("text").replace("\n  ", " ")


def test_erased_words_are_in_no_page_that_was_kept(pages: TestClient, desk: Desk) -> None:
    path = f"{desk.path}/challenge/{desk.leaf.id}"
    said = "Quillfeather says that this is beside the point."
    form = {"kind": "not_so", "because": said, "form_token": find_token(load(pages, path).text), "at": desk.leaf.at[0]}
    made = pages.post(path, data=form, follow_redirects=False).headers["location"]
    run = str(load(pages, made, seconds=120).url.path)
    assert said in load(pages, run).text
    assert said in load(pages, desk.path).text
    with desk.open_home() as home:  # another process does it
        home.erase(challenge=run.rpartition("/")[2], because="asked to", by="clerk")
    assert said not in pages.get(run).text
    assert said not in load(pages, desk.path).text


def test_what_one_person_may_not_see_or_do_does_not_come_out_of_what_another_was_shown(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    hash_cheaply(monkeypatch)
    keys = Keys(port=PORT)
    with desk.open_home() as home:
        app = make_application(
            home, keys=keys, open_home=desk.open_home, limits=FREELY, people=True,
            patience=PATIENT,
        )  # fmt: skip
        with TestClient(app, base_url=f"http://127.0.0.1:{PORT}", headers={"accept": "text/html"}) as client:

            def admit(name: str, role: str) -> Guest:
                code = home.people.add(name, roles=[role]).code
                return Guest(client, keys, home.people.redeem(name, code, PASSWORD).session, name)

            clerk, reader, person = (
                admit("clerk", "records_clerk"), admit("rita", "reader"), admit("pat", "affected_person")
            )  # fmt: skip
            page = clerk.get(desk.path).text
            assert "/challenge/" in page
            for path in (desk.path, f"{desk.path}/map"):
                seen = reader.get(path)
                assert seen.status_code == 200
                assert "/challenge/" not in seen.text
                assert clerk.form_token not in seen.text
                nowhere = person.get(path.replace(desk.path, "/runs/000000000000000000000000"))
                kept_from = person.get(path)
                assert kept_from.status_code == nowhere.status_code == 404
                assert desk.answer.question not in kept_from.text


def test_a_page_is_compressed_for_a_browser_that_takes_it_so(pages: TestClient, desk: Desk) -> None:
    load(pages, desk.path)
    first = pages.get(desk.path)
    assert first.headers["content-encoding"] == "gzip"
    plain = pages.get(desk.path, headers={"accept-encoding": "identity"})
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


def test_documents_that_were_not_asked_for_longest_are_let_go(made: Desk) -> None:
    documents = Documents(kept=2)
    found = [made.answer.model_copy() for _ in range(3)]
    first = documents.find(found[0], "a", here="/runs/a", may_challenge=True)
    documents.find(found[1], "b", here="/runs/b", may_challenge=True)
    assert documents.find(found[0], "a", here="/runs/a", may_challenge=True) is first
    documents.find(found[2], "c", here="/runs/c", may_challenge=True)
    assert documents.find(found[0], "a", here="/runs/a", may_challenge=True) is first
    assert documents.find(found[1], "a", here="/runs/a", may_challenge=True) is not first  # another value, another page
