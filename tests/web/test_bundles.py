"""A run as a signed file, and checking one: what holds, what does not, and what is no bundle at all."""

from __future__ import annotations

import html
import shutil
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient
from tests.web.serving import Desk, find_token, load

import foam
from foam.bundle.finding import Check
from foam.web.catalogue import load_catalogue
from foam.web.security import MOST_BYTES

EVIL = "<img src=x onerror=alert(1)>"


def make_bundle(client: TestClient, path: str) -> bytes:
    """The bundle of a run, by its page."""
    page = load(client, f"{path}/bundle")
    made = client.post(
        f"{path}/bundle", data={"form_token": find_token(page.text)}, headers={"accept": "application/json"}
    )
    assert made.status_code == 200, made.text
    file = client.get(made.json()["href"])
    assert file.headers["content-type"] == "application/zip"
    assert "attachment" in file.headers["content-disposition"]
    assert len(file.content) == made.json()["bytes"]
    return file.content


def check(client: TestClient, content: bytes, name: str = "file.zip", accept: str = "text/html", **form: str) -> Any:
    form = {"form_token": find_token(client.get("/verify").text), **form}
    files = {"bundle": (name, content, "application/zip")}
    return client.post("/verify", data=form, files=files, headers={"accept": accept})


@pytest.fixture
def bundle(client: TestClient, desk: Desk) -> bytes:
    return make_bundle(client, desk.path)


def test_a_bundle_is_made_taken_along_and_checked(client: TestClient, desk: Desk, bundle: bytes) -> None:
    assert f"{desk.path}/bundle" in load(client, desk.path).text
    page = check(client, bundle)
    assert page.status_code == 200
    assert "It is whole, and signed by a key you trust." in page.text
    assert "Does not hold." not in page.text
    data = check(client, bundle, accept="application/json").json()
    assert data["verdict"] == "whole"
    assert data["run"] == desk.run
    assert {one["state"] for one in data["checks"]} == {"holds"}
    with desk.open_home() as home:
        assert home.bundle.key().keyid == data["signer"]["keyid"]


def test_a_changed_bundle_is_told_check_by_check(client: TestClient, bundle: bytes) -> None:
    place = bundle.index(b"Ellmoor")
    changed = bundle[:place] + b"Ellmoir" + bundle[place + 7 :]
    page = check(client, changed)
    assert "It is damaged. Do not rely on it." in page.text
    data = check(client, changed, accept="application/json").json()
    states = {one["check"]: one["state"] for one in data["checks"]}
    assert states["file"] == "fails"
    assert states["signature"] == "in_doubt"
    (broken,) = [one for one in data["checks"] if one["check"] == "file"]
    assert "its content is not what was signed" in broken["faults"][0]
    cut = check(client, bundle[: len(bundle) // 2], accept="application/json").json()
    assert [one["check"] for one in cut["checks"] if one["state"] == "fails"] == ["container"]


def test_a_signer_nobody_knows_is_named_as_that(client: TestClient, desk: Desk, bundle: bytes) -> None:
    shutil.rmtree(desk.folder / "keys")
    page = check(client, bundle)
    assert "you do not know who signed it" in page.text


def test_the_mark_of_a_letter_must_be_there(client: TestClient, bundle: bytes) -> None:
    page = check(client, bundle, mark="0123456789ab")
    assert "It is damaged." in page.text
    assert "is gone" in page.text


@pytest.mark.parametrize(
    ("name", "content"),
    [("letter.pdf", b"%PDF-1.7"), (f"{EVIL}.txt", b"A text."), ("empty.zip", b"")],
)
def test_what_is_no_bundle_is_refused(client: TestClient, name: str, content: bytes) -> None:
    refused = check(client, content, name)
    assert refused.status_code == 400
    assert "is not a bundle" in refused.text
    assert EVIL not in refused.text


def test_other_zips_and_missing_files_are_told_plainly(client: TestClient) -> None:
    other = check(client, b"PK\x03\x04 of a Word file, " + EVIL.encode(), f"{EVIL}.docx")
    assert "It is damaged." in other.text
    assert EVIL not in other.text
    assert "&lt;img src=x" in other.text
    form = {"form_token": find_token(client.get("/verify").text)}
    assert "Look at: bundle" in client.post("/verify", data=form).text


def test_a_bundle_that_is_too_large_is_refused(client: TestClient) -> None:
    headers = {"content-length": str(MOST_BYTES + 1), "content-type": "multipart/form-data; boundary=x"}
    refused = client.post("/verify", content=b"x", headers=headers)
    assert refused.status_code == 413
    assert "32 MB is the most" in refused.text


def test_a_key_with_a_passphrase_is_asked_for(client: TestClient, desk: Desk) -> None:
    with desk.open_home() as home:
        home.bundle.protect("passphrase", new_passphrase="open sesame")
    form = {"form_token": find_token(client.get(f"{desk.path}/bundle").text)}
    assert client.post(f"{desk.path}/bundle", data=form).status_code == 400
    wrong = client.post(f"{desk.path}/bundle", data={**form, "passphrase": "guess"})
    assert wrong.status_code == 400
    assert "guess" not in wrong.text
    made = client.post(f"{desk.path}/bundle", data={**form, "passphrase": "open sesame"})
    assert "Download it" in made.text


def test_bundles_lie_under_no_other_name(client: TestClient, desk: Desk, bundle: bytes) -> None:
    for made in ("a%5c..", "x", "foam.db"):
        gone = client.get(f"{desk.path}/bundle/{made}")
        assert gone.status_code == 404
    assert "That bundle is gone." in html.unescape(client.get(f"{desk.path}/bundle/x").text)


def test_every_check_has_plain_words() -> None:
    told = {name.removeprefix("checks.") for name in load_catalogue() if name.startswith("checks.")}
    assert told == set(get_args(Check))


def test_the_home_verifies_what_the_page_made(desk: Desk, bundle: bytes, tmp_path: Any) -> None:
    path = tmp_path / "file.zip"
    path.write_bytes(bundle)
    with foam.open(desk.folder, **desk.fakes) as home:
        assert home.bundle.verify(path).ok
