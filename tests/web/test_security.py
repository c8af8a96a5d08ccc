"""Who may use the pages: only who has the printed address, from a page of ours, in bounds."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.serving import PORT, Desk, find_token, load, open_pages, open_stranger

import foam
from foam.web.security import HEADERS, MOST_BYTES, Bucket, Keys, Limits
from foam.web.server import check_host, take_port
from foam.web.site import name_upload

OWN = f"http://127.0.0.1:{PORT}"
UNCOUNTED = Limits(requests=(100_000, 1000.0), writes=(100_000, 1000.0), failures=(100_000, 1000.0))


@pytest.fixture
def stranger(desk: Desk) -> Iterator[tuple[TestClient, Keys]]:
    with open_stranger(desk) as found:
        yield found


@pytest.fixture(scope="module")
def outsider(made: Desk) -> Iterator[tuple[TestClient, Keys]]:
    """A browser that never comes in, as often as it likes."""
    with open_stranger(made, UNCOUNTED) as found:
        yield found


@pytest.fixture(scope="module")
def refused(made: Desk) -> Iterator[TestClient]:
    """A browser that has come in, none of whose forms is taken."""
    with open_pages(made, UNCOUNTED) as client:
        yield client


PAGES = (
    "/",
    "/index.json",
    "/runs",
    "/examine",
    "/library",
    "/cards",
    "/openapi.json",
    "/progress/abc",
    "/runs/b2/what-if",
    "/runs/b2/map",
    "/runs/b2/compare",
    "/runs/b2/compare/b3",
    "/runs/b2/bundle",
    "/runs/b2/bundle/made",
    "/verify",
    "/runs/b2/flow",
    "/runs/b2/flow/as/csv",
    "/library/x/cut",
    "/cuts/x",
    "/cards/x",
    "/cards/as/docx",
    "/debate",
    "/debate/b2",
    "/appeals",
    "/appeals.json",
    "/appeals/begin",
    "/appeals/b2",
    "/appeals/b2/person",
    "/appeals/b2/act/decide",
    "/appeals/b2/letters/decision",
    "/appeals/b2/letters/decision/as/html",
    "/tournaments",
    "/tournaments.json",
    "/tournaments/b2",
    "/tournaments/b2/report",
    "/tournaments/b2/people",
    "/tournaments/b2/ballots/1",
    "/tournaments/b2/ballots/1.json",
    "/tournaments/b2/ballots/1/open",
    "/oversight",
    "/oversight.json",
    "/oversight/b2",
    "/debatable",
    "/debatable.json",
    "/debatable/b2",
    "/debatable/b2/questions/1",
    "/settings",
    "/settings.json",
    "/language",
)


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_shown_without_the_token(outsider: tuple[TestClient, Keys], path: str) -> None:
    client, keys = outsider
    refused = client.get(path)
    assert refused.status_code == 403
    assert "Open the address that was told" in refused.text
    assert keys.form not in refused.text
    assert client.get(path, params={"token": "guess"}).status_code == 403
    assert client.get(path, headers={"cookie": f"{keys.cookie}=guess"}).status_code == 403
    assert client.get(path, headers={"authorization": "Bearer guess"}).status_code == 403


def test_the_token_is_exchanged_for_a_cookie_that_scripts_and_other_sites_cannot_use(
    stranger: tuple[TestClient, Keys],
) -> None:
    client, keys = stranger
    entered = client.get("/runs", params={"token": keys.token, "q": "1"})
    assert entered.status_code == 200
    assert entered.headers["refresh"] == "0; url=/runs?q=1"
    cookie = entered.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert keys.token not in cookie
    assert client.get("/runs").status_code == 200


def test_the_way_in_leads_nowhere_else(stranger: tuple[TestClient, Keys]) -> None:
    client, keys = stranger
    entered = client.get(f"{OWN}//evil.example/x", params={"token": keys.token})
    assert entered.headers["refresh"] == "0; url=/evil.example/x"
    broken = client.get("/a%0d%0aSet-Cookie:%20x=1", params={"token": keys.token})
    assert "x=1" not in broken.headers["set-cookie"]


def test_a_program_may_ask_with_the_token_alone(stranger: tuple[TestClient, Keys]) -> None:
    client, keys = stranger
    known = {"authorization": f"Bearer {keys.token}", "accept": "application/json"}
    assert client.get("/", headers=known).json()["runs"]


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", f"127.0.0.1:{PORT + 1}", ""])
def test_another_host_is_refused(reader: TestClient, host: str) -> None:
    refused = reader.get("/", headers={"host": host})
    assert refused.status_code == 421
    assert "Use the address that was told" in refused.text


CROSS = [
    {"origin": "http://evil.example"},
    {"origin": f"http://127.0.0.1:{PORT + 1}"},
    {"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"},
    {"sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors"},
]


@pytest.mark.parametrize("headers", CROSS)
def test_another_site_reads_nothing(reader: TestClient, headers: dict[str, str]) -> None:
    assert reader.get("/index.json", headers=headers).status_code == 403


WRITES = [*CROSS, {"origin": "null"}, {"sec-fetch-site": "same-site"}, {"origin": "null", "sec-fetch-site": "none"}]


@pytest.mark.parametrize("headers", WRITES)
def test_another_site_writes_nothing(refused: TestClient, headers: dict[str, str]) -> None:
    form = {"form_token": find_token(refused.get("/").text), "question": "Should it?", "read": "street-lamps"}
    answer = refused.post("/ask", data=form, headers=headers, follow_redirects=False)
    assert answer.status_code == 403
    assert "Another page asked for this" in answer.text


def test_a_form_of_ours_is_taken_where_the_browser_hides_its_origin(client: TestClient) -> None:
    form = {"form_token": find_token(client.get("/").text), "read": "street-lamps"}
    headers = {"origin": "null", "sec-fetch-site": "same-origin"}
    taken = client.post("/ask", data=form, headers=headers, follow_redirects=False)
    assert taken.status_code == 303
    assert load(client, taken.headers["location"]).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/ask",
        "/examine",
        "/examine/file",
        "/library",
        "/progress/x/cancel",
        "/runs/x/challenge/y",
        "/runs/x/challenge/y/preview",
        "/library/x/cut",
        "/cuts/x",
        "/debate",
        "/debate/x",
        "/runs/x/bundle",
        "/verify",
        "/appeals",
        "/appeals/x/act/decide",
        "/tournaments/x/ballots/1",
        "/settings",
        "/settings/test",
        "/language",
    ],
)
@pytest.mark.parametrize("token", ["", "guess"])
def test_a_form_without_its_token_is_refused(refused: TestClient, path: str, token: str) -> None:
    form = {
        "form_token": token,
        "question": "Q?",
        "read": "street-lamps",
        "kind": "frame",
        "because": "b",
        "claim": "c",
    }
    answer = refused.post(path, data=form, files={"documents": ("a.txt", b"A text.")})
    assert answer.status_code == 403
    assert "This form is out of date" in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../security.py",
        "/static/..%2fsecurity.py",
        "/static/%2e%2e/catalogue.toml",
        "/static//etc/passwd",
        "/library/..%2f..%2fetc%2fpasswd",
        "/runs/..%2f..%2f/as/html",
        "/runs/%00",
    ],
)
def test_paths_lead_out_of_nothing(reader: TestClient, path: str) -> None:
    found = reader.get(path)
    assert found.status_code in (400, 404)
    assert "root:" not in found.text
    assert "import" not in found.text


def test_too_much_at_once_is_refused(client: TestClient) -> None:
    headers = {"content-length": str(MOST_BYTES + 1), "content-type": "application/x-www-form-urlencoded"}
    assert client.post("/library", content=b"x", headers=headers).status_code == 413
    assert client.post("/ask", content=iter([b"a=1"])).status_code == 411
    assert client.delete("/runs").status_code == 405


def test_requests_are_counted() -> None:
    now = [0.0]
    bucket = Bucket(2, 0.5, clock=lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    assert bucket.wait == 2
    now[0] = 2.0
    assert [bucket.take(), bucket.take()] == [True, False]


def test_a_flood_is_refused(desk: Desk) -> None:
    with open_pages(desk, Limits(requests=(5, 0.001))) as client:
        answers = [client.get("/runs") for _ in range(6)]
    assert [one.status_code for one in answers] == [200, 200, 200, 200, 429, 429]
    assert "That was too much at once" in answers[-1].text


def test_forms_are_counted_by_themselves(desk: Desk) -> None:
    with open_pages(desk, Limits(writes=(2, 0.001))) as client:
        sent = [client.post("/ask", data={"form_token": "guess"}).status_code for _ in range(3)]
        assert sent == [403, 403, 429]
        assert client.get("/runs").status_code == 200


def test_guessing_is_slowed_down(stranger: tuple[TestClient, Keys]) -> None:
    client, _ = stranger
    answers = [client.get("/", params={"token": str(guess)}) for guess in range(30)]
    assert answers[0].status_code == 403
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) >= 1


@pytest.mark.parametrize("path", ["/", "/nothing", "/static/site.js", "/openapi.json"])
def test_every_answer_keeps_a_browser_in_its_bounds(reader: TestClient, path: str) -> None:
    headers = reader.get(path).headers
    for name, value in HEADERS.items():
        assert name in headers
        assert headers[name] == value or name == "Cache-Control"
    policy = headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "http" not in policy


def test_no_page_has_script_or_style_of_its_own_or_loads_from_elsewhere(reader: TestClient, made: Desk) -> None:
    own = ("what-if", "challenge/frame", "map", "bundle", "compare", "parts")
    shared = (
        "/",
        "/runs",
        "/examine",
        "/library",
        "/cards",
        "/debate",
        "/verify",
        "/appeals",
        "/appeals/begin",
        "/tournaments",
        "/oversight",
        "/debatable",
        "/settings",
        "/language",
        made.path,
    )
    for path in (*shared, *(f"{made.path}/{name}" for name in own)):
        page = load(reader, path).text
        assert "<style" not in page
        assert " style=" not in page
        assert " onclick" not in page
        assert page.count("<script") == 1
        assert 'src="http' not in page
        assert 'href="http' not in page


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org"])
def test_only_this_machine_is_served(host: str) -> None:
    with pytest.raises(foam.InputError, match="can be reached from other machines"):
        check_host(host)


def test_the_socket_is_on_this_machine_alone() -> None:
    with take_port(0) as taken:
        host, port = taken.getsockname()
        assert host == "127.0.0.1"
        with pytest.raises(foam.InputError, match="cannot be taken"):
            take_port(port)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("/abs/audit.pdf", "audit.pdf"),
        ("...", "file"),
        ("", "file"),
        ("a" * 300 + ".txt", "a" * 100 + ".txt"),
        ("ü" * 300, "ü" * 50),
        (".bashrc", "bashrc"),
        ("a" * 99 + " b", "a" * 99),
    ],
)
def test_a_file_keeps_its_name_and_nothing_of_a_path(given: str, kept: str) -> None:
    assert name_upload(given) == kept
    assert Path(name_upload(given)).name == name_upload(name_upload(given)) == kept


PARAMETERS = (
    "run", "node", "document", "sentence", "work", "form", "other", "made", "matter", "act", "kind", "cut", "card",
    "number", "part", "file", "item", "page",
)  # fmt: skip
ODD = ("x", "0", "-1", "b2:", "%", "%00", "%ff", "..", "a" * 3000, "' OR 1=1 --", "<script>", "ünï", "１２", "1e9", "*")


@pytest.mark.parametrize("odd", ODD)
def test_no_odd_address_is_a_fault_of_ours(reader: TestClient, made: Desk, odd: str) -> None:
    paths = [path for path, one in reader.get("/openapi.json").json()["paths"].items() if "get" in one]
    assert len(paths) > 15
    assert {name for path in paths for name in re.findall(r"{(\w+)}", path)} <= set(PARAMETERS)
    told = f"?q={odd}&since={odd}&sentence={odd}&w.auditor.integrity={odd}&read={odd}&question={odd}"
    addresses = {_fill(path, run, odd) for path in paths for run in (odd, made.run[3:27])}
    for address in sorted(addresses):
        for query in ("", told):
            found = reader.get(f"{address}{query.replace('%', '%25')}", follow_redirects=False)
            assert found.status_code in (200, 202, 303, 400, 404, 422), (address, query, found.text)


def _fill(path: str, run: str, odd: str) -> str:
    """An address with a run in it, and something odd wherever else it can be filled."""
    for name in PARAMETERS:
        path = path.replace(f"{{{name}}}", (run if name == "run" else odd).replace("%", "%25").replace("#", "%23"))
    return path


def test_a_port_is_taken_as_tcp_so_that_small_answers_do_not_wait() -> None:
    """An event loop sends at once only through a socket that says it is TCP; else each answer takes 40 ms more."""
    with take_port(0) as taken:
        assert taken.proto == socket.IPPROTO_TCP
