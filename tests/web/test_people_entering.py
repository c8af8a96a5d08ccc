"""Logging in and out by pages: cookies, forms, fixation, waits, expiry, recovery, tokens, and who listens where."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.people.cheap import hash_cheaply
from tests.web.crowd import PASSWORD, Crowd, Guest, open_crowd
from tests.web.serving import Desk, find_token, make_fakes

import foam
from foam.cli.main import foam as command_line
from foam.examination.days import show_day
from foam.people.entering import FREE_TRIES, IDLE, LONGEST
from foam.record.sqlite import FILE_NAME
from foam.web.doorway import find_way_back
from foam.web.security import Keys, Limits
from foam.web.server import check_host, require_people
from foam.web.visitors import DOORS

OTHER = "eight blue bottles"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    hash_cheaply(monkeypatch)


@pytest.fixture
def empty(made: Desk, tmp_path: Path) -> Desk:
    """A home in which nothing was asked yet."""
    return Desk(tmp_path / "home", made.run, made.answer, make_fakes())


@pytest.fixture
def crowd(empty: Desk) -> Iterator[Crowd]:
    with open_crowd(empty) as found:
        yield found


def read_cookie(crowd: Crowd, answer: Any) -> str:
    """The value of the cookie that an answer sets."""
    found = re.match(rf"{crowd.keys.cookie}=([^;]*);", answer.headers["set-cookie"])
    assert found is not None
    return found[1]


def log_in(crowd: Crowd, name: str, password: str, **fields: str) -> tuple[Guest, Any]:
    """Come in by the form, as a browser does; the guest holds the cookie it was given last."""
    guest = crowd.open_stranger()
    page = guest.get("/login")
    guest.cookie = read_cookie(crowd, page)
    form = {"form_token": find_token(page.text), "name": name, "password": password, **fields}
    answer = guest.post("/login", form)
    if answer.status_code == 303:
        guest.cookie = read_cookie(crowd, answer)
    return guest, answer


def test_somebody_logs_in_by_the_form_and_out_again(crowd: Crowd) -> None:
    crowd.admit("rita", "reader")
    guest, answer = log_in(crowd, " Rita ", PASSWORD, next="/library?q=lamp")
    assert answer.headers["location"] == "/library?q=lamp"
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "SameSite=lax" in answer.headers["set-cookie"]
    assert "Secure" not in answer.headers["set-cookie"]
    page = guest.get("/runs")
    assert page.status_code == 200
    assert "Log out" in page.text
    assert guest.get("/login").headers["location"] == "/"
    out = guest.post("/logout", {"form_token": find_token(page.text)})
    assert out.headers["location"] == "/login"
    assert "Max-Age=0" in out.headers["set-cookie"]
    assert guest.get("/runs").headers["location"] == "/login?next=%2Fruns", "the old cookie opens nothing"


def test_whoever_logs_in_gets_a_cookie_that_nobody_else_has_seen(crowd: Crowd) -> None:
    crowd.admit("rita", "reader")
    planted = Guest(crowd.client, crowd.keys, "a-value-that-somebody-else-knows")
    answer = planted.post("/login", {"name": "rita", "password": PASSWORD})
    assert answer.status_code == 303
    assert read_cookie(crowd, answer) != planted.cookie
    assert planted.get("/runs").status_code == 303
    first = crowd.guests["rita"]
    again = first.post("/account/password", {"old": PASSWORD, "password": OTHER})
    assert read_cookie(crowd, again) != first.cookie
    assert first.get("/runs").status_code == 303


def test_a_form_without_its_token_is_refused_before_and_after_the_door(crowd: Crowd) -> None:
    rita = crowd.admit("rita", "reader")
    other = crowd.admit("bo", "reader")
    stranger, _ = log_in(crowd, "rita", "wrong words, all of them")
    good = {"name": "rita", "password": PASSWORD}
    for wrong in ("", "guess", rita.form_token, crowd.keys.form):
        assert stranger.post("/login", {**good, "form_token": wrong}).status_code == 403
    for path in ("/logout", "/account/password", "/account/tokens", "/verify"):
        for wrong in ("", "guess", other.form_token, stranger.form_token):
            refused = rita.post(path, {"form_token": wrong})
            assert refused.status_code == 403
            assert "This form is out of date" in refused.text
    assert rita.get("/runs").status_code == 200


def test_another_site_cannot_send_a_form(crowd: Crowd) -> None:
    rita = crowd.admit("rita", "reader")
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
        assert rita.post("/logout", headers=headers).status_code == 403
        assert crowd.open_stranger().post("/login", headers=headers).status_code == 403
    assert rita.get("/runs").status_code == 200


def test_an_unknown_name_and_a_wrong_password_look_the_same(crowd: Crowd) -> None:
    crowd.admit("rita", "reader")
    crowd.home.people.add("new", roles=["reader"])
    pages = []
    for name in ("rita", "nobody-here", "new", "", "x" * 64):
        _, answer = log_in(crowd, name or " ", "not the password at all")
        assert answer.status_code == 401
        pages.append(re.sub(r'value="[0-9a-f]+"', "", answer.text))
    assert len(set(pages)) == 1
    assert "Name and password do not fit." in pages[0]


def test_who_keeps_failing_waits_known_or_not_and_the_wait_ends(crowd: Crowd) -> None:
    crowd.admit("rita", "reader")
    shown = {}
    for name in ("rita", "nobody-here"):
        for _ in range(FREE_TRIES):
            _, answer = log_in(crowd, name, "not the password at all")
        assert answer.status_code == 429
        _, locked = log_in(crowd, name, PASSWORD)
        assert locked.status_code == 429
        shown[name] = re.sub(r'value="[0-9a-f]+"', "", locked.text)
    assert shown["rita"] == shown["nobody-here"]
    assert "That went wrong too often. Try again in 1 min." in shown["rita"]
    crowd.clock.ahead += timedelta(minutes=1)
    assert log_in(crowd, "rita", PASSWORD)[1].status_code == 303


def test_tries_are_counted_by_address_too(empty: Desk) -> None:
    with open_crowd(empty, Limits(failures=(3, 0.001))) as crowd:
        crowd.admit("rita", "reader")
        codes = [log_in(crowd, f"name-{number}", "guess")[1].status_code for number in range(5)]
        assert codes == [401, 401, 401, 429, 429]
        assert crowd.guests["rita"].get("/runs").status_code == 200, "who is in stays in"


def test_a_session_ends_when_nobody_uses_it_and_at_the_end_of_the_day(crowd: Crowd) -> None:
    rita = crowd.admit("rita", "reader")
    crowd.clock.ahead += IDLE - timedelta(seconds=10)
    assert rita.get("/runs").status_code == 200
    crowd.clock.ahead += IDLE + timedelta(seconds=1)
    gone = rita.get("/runs")
    assert gone.headers["location"] == "/login?next=%2Fruns"
    assert rita.post("/verify").status_code == 401
    again = crowd.come_again("rita")
    for _ in range(int(LONGEST / timedelta(minutes=20))):
        assert again.get("/openapi.json").status_code == 200
        crowd.clock.ahead += timedelta(minutes=20)
    crowd.clock.ahead += timedelta(seconds=1)
    assert again.get("/openapi.json").status_code == 401


def test_a_code_of_the_administrator_sets_a_password(crowd: Crowd) -> None:
    root = crowd.admit("keeper", "administrator")
    made = root.post("/people", {"name": "Rita", "roles": ["reader", "auditor"]})
    assert made.status_code == 200
    code = re.search(r'class="secret">([a-z2-7-]+)<', made.text)
    assert code is not None
    assert code[1] not in root.get("/people/rita").text
    stranger = crowd.open_stranger()
    stranger.cookie = read_cookie(crowd, stranger.get("/recover"))
    short = stranger.post("/recover", {"name": "rita", "code": code[1], "password": "short"})
    assert short.status_code == 400
    wrong = stranger.post("/recover", {"name": "rita", "code": "aaaa-bbbb", "password": PASSWORD})
    assert wrong.status_code == 401
    came = stranger.post("/recover", {"name": "rita", "code": code[1], "password": PASSWORD})
    assert came.status_code == 303
    rita = Guest(crowd.client, crowd.keys, read_cookie(crowd, came), "rita")
    assert rita.get("/account.json").json()["roles"] == ["auditor", "reader"]
    assert stranger.post("/recover", {"name": "rita", "code": code[1], "password": OTHER}).status_code == 401

    again = root.post("/people/rita/code", headers={"accept": "application/json"}).json()
    assert stranger.post("/recover", {"name": "rita", "code": again["code"], "password": OTHER}).status_code == 303
    assert rita.get("/runs").status_code == 303, "the code ended the old session"


def test_an_administrator_changes_roles_logs_out_and_closes_accounts(crowd: Crowd) -> None:
    root, rita = crowd.admit("keeper", "administrator"), crowd.admit("rita", "reader")
    secret = crowd.home.people.add_token("rita", title="t", scopes=["read"]).secret
    assert root.post("/people/rita/roles", {"roles": ["auditor"]}).status_code == 303
    assert rita.get("/runs").status_code == 303, "whoever gets other roles logs in again"
    rita = crowd.come_again("rita")
    assert rita.get("/appeals").status_code == 200
    assert root.post("/people/rita/lock").status_code == 303
    assert rita.get("/appeals").status_code == 303
    program = crowd.open_stranger()
    assert program.get("/runs.json", headers={"authorization": f"Bearer {secret}"}).status_code == 401
    rita = crowd.come_again("rita")
    assert root.post("/people/rita/remove").headers["location"] == "/people"
    assert rita.get("/appeals").status_code == 303
    assert log_in(crowd, "rita", PASSWORD)[1].status_code == 401
    did = [(one.who, one.did, one.what) for one in reversed(crowd.home.people.audit(who="keeper"))]
    assert did == [("keeper", f"POST /people/{{person}}/{what}", "rita") for what in ("roles", "lock", "remove")]
    assert root.post("/people/keeper/roles", {"roles": ["reader"]}).status_code == 303
    assert root.get("/people").status_code == 303


def test_tokens_are_shown_once_act_in_their_scopes_and_are_taken_back(crowd: Crowd) -> None:
    clerk = crowd.admit("clerk", "records_clerk")
    made = clerk.post("/account/tokens", {"title": "Night <b>job", "scopes": ["read"], "days": "5"})
    assert made.status_code == 200
    secret = re.search(r'class="secret">(foam_[^<]+)<', made.text)
    assert secret is not None
    account = clerk.get("/account").text
    assert "Night &lt;b&gt;job" in account
    assert secret[1] not in account
    program, known = crowd.open_stranger(), {"authorization": f"Bearer {secret[1]}", "accept": "application/json"}
    assert program.get("/runs", headers=known).json() == {"runs": [], "more": False}
    refused = program.post("/ask", {"read": "street-lamps"}, headers=known)
    assert refused.status_code == 403
    assert refused.json()["error"] == "This key may not do that."
    assert program.get("/account", headers=known).status_code == 403, "no program looks after accounts of its own"
    assert program.post("/account/tokens", {"scopes": ["read"]}, headers=known).status_code == 403
    assert program.get("/people", headers=known).status_code == 403
    other = crowd.admit("rita", "reader")
    name = secret[1].split("_")[1]
    assert other.post(f"/account/tokens/{name}/remove").status_code == 404
    assert clerk.post(f"/account/tokens/{name}/remove").status_code == 303
    assert program.get("/runs", headers=known).status_code == 401
    assert clerk.post("/account/tokens", {"scopes": ["everything"]}).status_code == 400


def test_a_token_never_does_more_than_its_person(crowd: Crowd) -> None:
    crowd.admit("rita", "reader")
    secret = crowd.home.people.add_token("rita", title="t", scopes=foam.terms.scopes).secret
    program, known = crowd.open_stranger(), {"authorization": f"Bearer {secret}"}
    assert program.get("/runs.json", headers=known).status_code == 200
    assert program.post("/ask", {"read": "street-lamps"}, headers=known).status_code == 403
    assert program.get("/people.json", headers=known).status_code == 403


def test_guessing_tokens_is_slowed_down(empty: Desk) -> None:
    with open_crowd(empty, Limits(failures=(3, 0.001))) as crowd:
        guess = {"authorization": "Bearer foam_1_2"}
        codes = [crowd.open_stranger().get("/runs.json", headers=guess).status_code for _ in range(5)]
    assert codes == [401, 401, 401, 429, 429]


def test_each_begins_where_they_have_something_to_do(crowd: Crowd) -> None:
    wanted = {"records_clerk": None, "affected_person": "/appeals", "administrator": "/people", "reader": "/runs"}
    for role, path in wanted.items():
        answer = crowd.admit(role.replace("_", "-"), role).get("/")
        assert answer.headers.get("location") == path
        assert answer.status_code == (303 if path else 200)


def test_behind_a_proxy_cookies_travel_by_tls_alone(empty: Desk) -> None:
    with open_crowd(empty, Limits(failures=(2, 0.001)), "https://cases.example.org") as crowd:
        crowd.admit("rita", "reader")
        guest, answer = log_in(crowd, "rita", PASSWORD)
        assert answer.headers["set-cookie"].startswith("__Host-foam=")
        assert "; Secure" in answer.headers["set-cookie"]
        assert "max-age" in answer.headers["strict-transport-security"]
        assert guest.get("/runs").status_code == 200
        assert guest.get("/runs", headers={"host": "127.0.0.1:8642"}).status_code == 421
        own = {"origin": "https://cases.example.org", "sec-fetch-site": "same-origin"}
        assert guest.post("/verify", headers=own).status_code == 422
        assert guest.post("/verify", headers={"origin": "http://cases.example.org"}).status_code == 403
        codes = []
        for last in ("5.6.7.8", "5.6.7.8", "5.6.7.8", "9.9.9.9"):
            bad = {"authorization": "Bearer foam_1_2", "x-forwarded-for": f"1.1.1.1, {last}"}
            codes.append(crowd.open_stranger().get("/runs.json", headers=bad).status_code)
        assert codes == [401, 401, 429, 401], "whoever the proxy names is counted by themselves"


@pytest.mark.parametrize(
    ("given", "leads"),
    [
        ("/runs?x=1", "/runs?x=1"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example", "/"),
        ("/a\r\nSet-Cookie: x=1", "/"),
        ("", "/"),
    ],
)
def test_the_way_back_leads_nowhere_else(crowd: Crowd, given: str, leads: str) -> None:
    assert find_way_back(given) == leads
    crowd.admit("rita", "reader")
    assert log_in(crowd, "rita", PASSWORD, next=given)[1].headers["location"] == leads


def test_without_people_other_machines_are_refused_and_with_people_without_tls() -> None:
    with pytest.raises(foam.InputError, match="these pages have no accounts") as refused:
        check_host("0.0.0.0")
    assert "--people" in refused.value.hint
    with pytest.raises(foam.InputError, match="passwords would travel") as refused:
        check_host("0.0.0.0", people=True)
    assert "--behind-proxy" in refused.value.hint
    with pytest.raises(foam.InputError, match="people log in"):
        check_host("127.0.0.1", behind_proxy="https://cases.example.org")
    for address in ("http://cases.example.org", "cases.example.org", "https://a.example/b", "https://me@a.example"):
        with pytest.raises(foam.InputError, match="not the address of a site"):
            check_host("0.0.0.0", people=True, behind_proxy=address)
    check_host("0.0.0.0", people=True, behind_proxy="https://cases.example.org")
    check_host("127.0.0.1", people=True)


def test_pages_that_nobody_could_log_in_to_are_not_served(empty: Desk) -> None:
    with empty.open_home() as home:
        with pytest.raises(foam.InputError, match="nobody has an account"):
            require_people(home)
        home.people.add("keeper", roles=["administrator"])
        require_people(home)


def test_keys_tie_a_form_to_one_cookie() -> None:
    keys = Keys(port=1)
    assert keys.derive_form("a") != keys.derive_form("b")
    assert keys.derive_form("a") != Keys(port=1).derive_form("a")


def test_accounts_are_looked_after_at_the_command_line(tmp_path: Path) -> None:
    def run(*words: str) -> Any:
        done = CliRunner().invoke(command_line, ["people", *words, "--json"], env={"FOAM_HOME": str(tmp_path)})
        return json.loads(done.stdout)

    made = run("add", "ada", "--role", "affected_person", "--role", "reader")
    assert re.fullmatch(r"[a-z2-7]{4}(-[a-z2-7]{4}){3}", made["code"])
    assert run("add", "Ada!", "--role", "reader")["exit"] == 2
    assert run("add", "bo", "--role", "owner")["exit"] == 2
    assert run("reset", "ada")["code"] != made["code"]
    assert [one["name"] for one in run("list")["people"]] == ["ada"]
    assert run("places") == {"places": []}
    assert run("audit") == {"audit": []}
    assert run("grant", "ada", "b2:0", "--role", "affected_person")["exit"] == 2
    assert run("remove", "ada") == {"removed": "ada"}
    assert run("reset", "ada")["exit"] == 2


def test_the_command_serves_people(tmp_path: Path) -> None:
    environ = {**os.environ, "FOAM_HOME": str(tmp_path / "home"), "PYTHONUNBUFFERED": "1"}
    foam_command = [sys.executable, "-m", "foam.cli"]
    serve = [*foam_command, "serve", "--people", "--port", "0", "--json", "--quiet"]
    nobody = subprocess.run(serve, env=environ, capture_output=True, text=True, check=False)
    assert nobody.returncode == 2
    assert "nobody has an account" in nobody.stderr
    add = [*foam_command, "people", "add", "keeper", "--role", "administrator"]
    subprocess.run(add, env=environ, check=True, capture_output=True)
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True, env=environ) as process:
        try:
            assert process.stdout is not None
            lines = ""
            while not lines.rstrip().endswith("}"):
                lines += process.stdout.readline()
            address = json.loads(lines)["address"]
            assert "token" not in address
            with urllib.request.urlopen(address, timeout=30) as answer:
                assert answer.url.endswith("/login")
                assert b"Your password" in answer.read()
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=30)


def test_an_invitation_is_a_letter_with_address_name_and_a_code_of_two_weeks(crowd: Crowd) -> None:
    root = crowd.admit("keeper", "administrator")
    (crowd.desk.folder / "config.toml").write_text('[office]\nname = "Food Aid Office"\naddress = "4 Mill Lane"\n')
    page = root.post("/people", {"name": "mara", "roles": ["affected_person"]}).text
    code = re.search(r'class="secret">([a-z2-7-]+)<', page)
    assert code is not None
    last = show_day((crowd.clock() + timedelta(days=13)).date())
    letter = page.partition('class="document letter"')[2]
    for said in ("Food Aid Office", "4 Mill Lane", f"{crowd.keys.origin}/recover", "mara", code[1], last):
        assert said in letter
    until = re.search(r'name="until" value="([^"]+)"', page)
    assert until is not None
    given = {"name": "mara", "code": code[1], "until": until[1]}
    assert root.post("/people/invitation", {**given, "form": "docx"}).content.startswith(b"PK")
    assert root.post("/people/invitation", {**given, "form": "exe"}).status_code in (400, 422)
    crowd.clock.ahead = timedelta(days=13)
    stranger = crowd.open_stranger()
    stranger.cookie = read_cookie(crowd, stranger.get("/recover"))
    came = stranger.post("/recover", {"name": "mara", "code": code[1], "password": PASSWORD})
    assert came.status_code == 303


@pytest.mark.parametrize("role", ["reader", "auditor", "affected_person", "records_clerk"])
def test_whatever_somebody_may_use_is_two_clicks_away(crowd: Crowd, role: str) -> None:
    guest = crowd.admit("rita", role)
    assert 'href="/start"' in guest.get("/runs").text
    begun = guest.get("/start").text
    doors = {door for doors in DOORS.values() for door in doors}
    assert {door for door in doors if f'href="{door}"' in begun} == {
        door for door in doors if guest.get(door).status_code == 200
    }


def test_what_is_wrong_with_the_record_is_said_at_the_door(crowd: Crowd) -> None:
    crowd.admit("rita", "reader")
    with closing(sqlite3.connect(crowd.desk.folder / FILE_NAME)) as db:
        db.execute("DROP TABLE people_token")
    answer = crowd.open_stranger().get("/runs", headers={"authorization": "Bearer foam-not-a-key"})
    assert answer.status_code == 500
    assert "is damaged" in answer.text
    assert "content-security-policy" in answer.headers
