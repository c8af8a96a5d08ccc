"""Access by case: who sees which appeal and which answer, who may act as what, and what the audit says of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.people.cheap import hash_cheaply
from tests.web.crowd import Guest, Town, open_crowd, open_town, path_of, wait_for
from tests.web.serving import Desk

import foam

JSON = {"accept": "application/json"}
GROUNDS = [{"kind": "factual_error", "says": "It was two months' pay."}]
FILING = {"ground_kind": ["factual_error", "", ""], "ground_says": ["It was two months' pay.", "", ""]}
SECRET = "A note that only the office has seen."


PEOPLE = (
    ("ada", "affected_person"), ("ben", "affected_person"), ("rep", "representative"),
    ("worker", "original_decider"), ("other", "original_decider"), ("clerk", "records_clerk"),
    ("boss", "supervisor"), ("judge", "decision_maker"), ("judge2", "decision_maker"),
    ("analyst", "foam_operator"), ("books", "auditor"), ("rita", "reader"), ("keeper", "administrator"),
)  # fmt: skip


@pytest.fixture
def town(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    """People, two cases, and an answer that the first case is about."""
    hash_cheaply(monkeypatch)
    with open_town(desk, PEOPLE, deciders=("worker", "other"), run=desk.run, operator="analyst") as town:
        yield town


def list_cases(guest: Guest) -> list[str]:
    return sorted(one["person"] for one in guest.get("/appeals.json").json()["matters"])


def test_each_sees_the_cases_in_which_they_take_part(town: Town) -> None:
    seen = {name: list_cases(town.guests[name]) for name in town.guests if name not in ("rita", "keeper")}
    assert seen == {
        "ada": ["Ada"], "ben": ["Ben"], "rep": [], "worker": ["Ada"], "other": ["Ben"], "analyst": ["Ada"],
        "clerk": ["Ada", "Ben"], "boss": ["Ada", "Ben"], "books": ["Ada", "Ben"],
        "judge": ["Ada", "Ben"], "judge2": ["Ada", "Ben"],
    }  # fmt: skip


CASE_PAGES = ("/person", "/person.json", "/letters/decision", "/letters/decision/as/html", "/act/file")
OFFICE_PAGES = ("", ".json")


def test_another_persons_case_is_not_there(town: Town) -> None:
    own, others = path_of(town.first), path_of(town.second)
    ada = town.guests["ada"]
    for page in CASE_PAGES:
        assert ada.get(f"{own}{page}").status_code == 200, page
        hidden, unknown = ada.get(f"{others}{page}"), ada.get(f"/appeals/0000000000{page}")
        assert hidden.status_code == unknown.status_code == 404, page
        assert hidden.text == unknown.text, "what is hidden reads as what is not there"
    assert ada.post(f"{others}/act/file", {"by": "ada", "role": "affected_person", **FILING}).status_code == 404
    for page in OFFICE_PAGES:
        assert ada.get(f"{own}{page}").status_code == 403, "the whole file is for the office"
    worker = town.guests["worker"]
    assert worker.get(own).status_code == 200
    assert worker.get(others).status_code == 404


def test_an_answer_goes_with_the_case_that_is_about_it(town: Town, desk: Desk) -> None:
    pages = ("", ".json", "/map", "/what-if", "/parts", "/compare", "/as/md", "/bundle", "/version")
    allowed = {"ada", "worker", "clerk", "boss", "judge", "judge2", "books", "analyst"}
    for name in ("ada", "ben", "rep", "worker", "other", "clerk", "boss", "judge", "books", "analyst", "rita"):
        answer = town.guests[name].get(f"{desk.path}.json")
        assert answer.status_code == (200 if name in allowed else 404), name
    for page in pages:
        assert town.guests["ada"].get(f"{desk.path}{page}", headers=JSON).status_code == 200, page
        assert town.guests["ben"].get(f"{desk.path}{page}", headers=JSON).status_code == 404, page
    assert [one["run"] for one in town.guests["ada"].get("/runs.json").json()["runs"]] == [desk.run]
    assert town.guests["ben"].get("/runs.json").json()["runs"] == []
    for guest in (town.guests["ada"], town.guests["ben"]):
        assert guest.get(f"/runs/{town.first[3:27]}").status_code == 404, "a case's file is no answer"
        assert guest.get(f"/runs/{town.first[3:27]}/bundle").status_code == 404


def test_what_belongs_to_no_case_is_the_houses(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    hash_cheaply(monkeypatch)
    with open_crowd(desk) as crowd:
        rita, ada = crowd.admit("rita", "reader"), crowd.admit("ada", "affected_person")
        assert rita.get(f"{desk.path}.json").status_code == 200
        assert ada.get(f"{desk.path}.json").status_code == 404
        assert crowd.home.people.audit() == (), "nothing personal was read"


def test_what_somebody_asks_is_theirs(town: Town) -> None:
    clerk, judge = town.guests["clerk"], town.guests["judge"]
    begun = clerk.post("/ask", {"read": "street-lamps", "question": "Should lamps be dimmed at night?"})
    work = begun.headers["location"]
    assert judge.get(work).status_code == 404
    assert judge.get(f"{work}/events").status_code == 404
    assert judge.post(f"{work}/cancel").status_code == 404
    assert judge.get("/index.json").json()["under_way"] == []
    found = wait_for(clerk, work)
    assert clerk.get(f"{found}.json").status_code == 200
    assert judge.get(f"{found}.json").status_code == 404
    assert town.guests["rita"].get(f"{found}.json").status_code == 404
    assert town.guests["boss"].get(f"{found}.json").status_code == 200
    titles = [one["title"] for one in clerk.get("/runs.json").json()["runs"]]
    assert "Should lamps be dimmed at night?" in titles
    assert "Should lamps be dimmed at night?" not in [one["title"] for one in judge.get("/runs.json").json()["runs"]]
    line = town.home.people.audit(who="boss")[0]
    assert (line.did, line.allowed) == ("GET /runs/{run}.json", True)


def test_a_run_that_somebody_does_not_see_cannot_be_drawn_into_a_case_of_theirs(town: Town, desk: Desk) -> None:
    other = town.guests["other"]
    form = {
        "profile": "generic", "person": "Zoe", "decider": "other", "action": "No.", "effective": "2026-04-01",
        "reason": ["So."], "reason_cites": ["i1"], "item_title": ["A"], "item_content": ["So."], "rules": "r",
    }  # fmt: skip
    assert other.post("/appeals", {**form, "run": desk.run}).status_code == 404
    house = town.home.ask("Should lamps be dimmed at night?", pack="street-lamps").run
    for named in ([house, desk.run], [desk.run, house]):
        assert other.post(f"/appeals?run={named[0]}", {**form, "run": named[1]}).status_code == 404
        assert other.post("/appeals", {**form, "run": named}).status_code == 404
    assert other.get(f"/appeals/begin?run={desk.run[3:15]}").status_code == 404
    values = f'profile = "generic"\nperson = "Zoe"\ndecider = "other"\nrun = "{desk.run}"\n'
    sent = {"form": ("form.toml", values.encode())}
    assert other.post("/appeals", files=sent).status_code == 404
    foreign = other.post("/appeals", {**form, "decider": "worker"})
    assert foreign.status_code == 400
    assert "your own decision only" in foreign.text
    opened = other.post("/appeals", form)
    assert opened.status_code == 303, opened.text
    assert other.get(opened.headers["location"]).status_code == 200
    assert other.post(f"{path_of(town.second)}/act/deliberate", {"run": desk.run, "by": "other"}).status_code == 404


def test_people_act_as_themselves_in_a_role_that_is_theirs_and_now(town: Town) -> None:
    ada, path = town.guests["ada"], path_of(town.first)
    page = ada.get(f"{path}/act/file").text
    assert "It goes on file as done by ada." in page
    assert 'name="at"' not in page
    assert '<input type="hidden" name="role" value="affected_person">' in page
    assert "representative" not in page
    assert ada.post(f"{path}/act/file", {"by": "worker", "role": "affected_person", **FILING}).status_code == 400
    assert ada.post(f"{path}/act/file", {"by": "ada", "role": "representative", **FILING}).status_code == 400
    dated = {"by": "ada", "role": "affected_person", "at": "2026-01-01T10:00", **FILING}
    refused = ada.post(f"{path}/act/file", dated)
    assert refused.status_code == 400
    assert "Only the clerk or the supervisor" in refused.text
    assert ada.get(f"{path}/act/accept").status_code == 404, "that step is for the office"
    filed = ada.post(f"{path}/act/file", {"by": "ada", "role": "affected_person", **FILING})
    assert filed.headers["location"] == f"{path}/person"
    clerk = town.guests["clerk"]
    data = clerk.get(f"{path}.json").json()
    assert data["acts"][-1]["by"] == {"id": "ada", "role": "affected_person", "nature": "person"}
    assert {role for one in data["next"] for role in one["roles"]} == {"records_clerk"}
    assert clerk.post(f"{path}/act/accept", {"by": "clerk", "role": "records_clerk"}).headers["location"] == path
    assert town.guests["books"].get(f"{path}/act/disclose_record").status_code == 404


def test_the_person_sees_what_is_shown_to_both_and_no_more(town: Town, tmp_path: Path) -> None:
    ada, path, home = town.guests["ada"], path_of(town.first), town.home
    home.appeal.step(town.first, "file", by="ada", role="affected_person", grounds=GROUNDS)
    home.appeal.step(town.first, "accept", by="clerk", role="records_clerk")
    told = ada.get(f"{path}/person.json")
    assert told.json()["items"] == []
    assert "Pay slip" not in told.text
    home.appeal.step(town.first, "disclose_record", by="clerk", role="records_clerk", show=["all"])
    home.appeal.step(town.first, "open_evidence", by="clerk", role="records_clerk")
    note = tmp_path / "note.txt"
    note.write_text(SECRET)
    home.appeal.step(town.first, "submit", by="worker", role="original_decider", with_documents=[note])
    assert SECRET in town.guests["clerk"].get(f"{path}.json").text
    for page in ("/person", "/person.json", "/act/submit", "/act/submit.json"):
        shown = ada.get(f"{path}{page}")
        assert shown.status_code == 200
        assert SECRET not in shown.text, page
    assert [one["title"] for one in ada.get(f"{path}/person.json").json()["items"]] == ["Pay slip of Ada"]


def test_a_case_is_for_the_one_who_decides_it_once_somebody_is_named(town: Town) -> None:
    home = town.home
    for name, role, by, given in (
        ("file", "affected_person", "ada", {"grounds": GROUNDS}),
        ("accept", "records_clerk", "clerk", {}),
        ("disclose_record", "records_clerk", "clerk", {"show": ["all"]}),
    ):
        town.home.appeal.step(town.first, name, by=by, role=role, **given)  # type: ignore[arg-type]
    home.people.change_roles("worker", ["original_decider", "decision_maker"])
    worker = town.come_again("worker")
    assert list_cases(worker) == ["Ada", "Ben"], "who took part may not decide it, and sees it as who took part"
    assert {role for one in worker.get(f"{path_of(town.first)}.json").json()["next"] for role in one["roles"]} == {
        "original_decider"
    }


def test_a_reviewer_sees_the_queue_until_another_is_named(desk: Desk, town: Town) -> None:
    first = datetime.now(UTC) - timedelta(days=19)
    steps: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
        ("file", "affected_person", "ben", {"grounds": GROUNDS}),
        ("accept", "records_clerk", "clerk", {}),
        ("disclose_record", "records_clerk", "clerk", {"show": ["all"]}),
        ("open_evidence", "records_clerk", "clerk", {}),
    )
    for hour, (name, role, by, given) in enumerate(steps):
        town.home.appeal.step(town.second, name, by=by, role=role, at=first + timedelta(hours=hour), **given)  # type: ignore[arg-type]
    path, boss = path_of(town.second), town.guests["boss"]
    assert town.guests["clerk"].post(f"{path}/act/close_record", {"by": "clerk", "role": "records_clerk"}).is_redirect
    assert boss.post(f"{path}/act/assign", {"by": "boss", "role": "supervisor", "reviewer": "judge"}).is_redirect
    judge, judge2 = town.guests["judge"], town.guests["judge2"]
    assert judge.get(path).status_code == 200
    assert judge2.get(path).status_code == 404
    assert list_cases(judge2) == ["Ada"]
    ruling = {
        "by": "judge", "role": "decision_maker", "outcome": "reversed", "remedies": ["recalculate"], "ground": ["g1"],
        "finding": ["sustained"], "reason": ["The pay was for September and October."], "reason_cites": ["g1 i1"],
    }  # fmt: skip
    assert judge2.post(f"{path}/act/decide", {**ruling, "by": "judge2"}).status_code == 404
    assert boss.post(f"{path}/act/decide", {**ruling, "by": "boss"}).status_code == 404
    decided = judge.post(f"{path}/act/decide", ruling)
    assert decided.status_code == 303, decided.text
    assert town.guests["ben"].get(f"{path}/person.json").json()["state"] == "decided"


def test_a_token_that_reads_takes_no_step(town: Town) -> None:
    path, program = path_of(town.first), town.open_stranger()
    for scopes, status in ((["read", "challenge"], 403), (["decide"], 303)):
        secret = town.home.people.add_token("ada", title="t", scopes=scopes).secret
        form = {"by": "ada", "role": "affected_person", **FILING}
        answer = program.post(f"{path}/act/file", form, headers={"authorization": f"Bearer {secret}"})
        assert answer.status_code == status, answer.text
    line = town.home.people.audit(who="ada")[0]
    assert line.token
    assert line.did == "POST /appeals/{matter}/act/{act}"


def test_the_clerk_says_who_takes_part(town: Town) -> None:
    clerk, rep, path = town.guests["clerk"], town.guests["rep"], path_of(town.first)
    assert rep.get(f"{path}/person").status_code == 404
    wrong = clerk.post(f"{path}/people", {"name": "ben", "role": "representative"})
    assert wrong.status_code == 400
    assert clerk.post(f"{path}/people", {"name": "rep", "role": "supervisor"}).status_code == 400
    assert clerk.post(f"{path}/people", {"name": "rep", "role": "representative"}).status_code == 303
    assert rep.get(f"{path}/person").status_code == 200
    assert rep.get(f"{path_of(town.second)}/person").status_code == 404
    places = {(one["person"], one["by"]) for one in clerk.get(f"{path}/people.json").json()["places"]}
    assert places == {("ada", "home"), ("rep", "clerk")}
    assert "rep" in clerk.get(f"{path}/people").text
    assert clerk.post(f"{path}/people/remove", {"name": "rep", "role": "representative"}).status_code == 303
    assert rep.get(f"{path}/person").status_code == 404
    assert clerk.post(f"{path}/people/remove", {"name": "rep", "role": "representative"}).status_code == 404


def test_whoever_is_the_person_of_a_case_works_on_it_in_no_other_role(town: Town) -> None:
    town.home.people.change_roles("clerk", ["records_clerk", "affected_person"])
    town.home.people.grant("clerk", town.second, role="affected_person")
    clerk = town.come_again("clerk")
    assert clerk.get(path_of(town.second)).status_code == 404
    assert clerk.get(f"{path_of(town.second)}/person").status_code == 200
    assert clerk.get(f"{path_of(town.second)}/people").status_code == 404
    assert clerk.get(path_of(town.first)).status_code == 200


def test_every_look_at_a_personal_file_is_on_the_audit(town: Town, desk: Desk) -> None:
    ada, judge, root = town.guests["ada"], town.guests["judge"], town.guests["keeper"]
    first, second = path_of(town.first), path_of(town.second)
    ada.get(f"{first}/person")
    ada.get(f"{second}/person")
    judge.get(f"{first}.json")
    judge.get("/appeals")
    ada.get(f"{desk.path}.json")
    ada.get(f"{desk.path}/bundle")
    judge.get("/library")
    found = root.get("/audit.json").json()["lines"]
    assert [(one["who"], one["did"], one["what"], one["allowed"]) for one in reversed(found)] == [
        ("ada", "GET /appeals/{matter}/person", town.first, True),
        ("ada", "GET /appeals/{matter}/person", town.second, False),
        ("judge", "GET /appeals/{matter}.json", town.first, True),
        ("judge", "GET /appeals", "desk", True),
        ("ada", "GET /runs/{run}.json", desk.run, True),
        ("ada", "GET /runs/{run}/bundle", desk.run, True),
    ]
    assert all(one["at"] for one in found)
    page = root.get("/audit")
    assert "not shown" in page.text
    assert "judge" in page.text
    only = root.get("/audit.json?who=judge").json()["lines"]
    assert {one["who"] for one in only} == {"judge"}
    assert root.get(f"/audit.json?what={town.second}").json()["lines"][0]["who"] == "ada"
    for name in town.guests:
        if name != "keeper":
            assert town.guests[name].get("/audit.json").status_code == 403


def test_what_is_not_on_the_audit_is_not_shown(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise foam.InputError("the disk is full")

    monkeypatch.setattr(type(town.home._desk.people), "add_reading", fail)
    answer = town.guests["ada"].get(f"{path_of(town.first)}/person")
    assert answer.status_code == 400
    assert "We lower your benefits" not in answer.text


def test_the_audit_is_read_page_by_page(town: Town) -> None:
    for number in range(205):
        town.home.people.note_reading(who="ada", did="GET /x", what=f"b2:{number:064}")
    newest = town.guests["keeper"].get("/audit.json").json()
    assert len(newest["lines"]) == 200
    older = town.guests["keeper"].get(f"/audit.json?before={newest['older']}").json()
    assert [one["what"][-1] for one in older["lines"]] == ["4", "3", "2", "1", "0"]
    assert older["older"] is None
    assert f"before={newest['older']}" in town.guests["keeper"].get("/audit").text


def test_a_source_is_read_where_the_answer_cites_it_and_no_other(town: Town, desk: Desk, tmp_path: Path) -> None:
    paper = tmp_path / "paper.txt"
    paper.write_text("Nobody cites this paper.\n", "utf-8")
    town.home.library.add(paper)
    cited = f"{desk.path}/source/{desk.cited.document[:16]}/{desk.cited.sentence}"
    names = {one.pointer.document for one in desk.answer.file.sentence_by_id.values()}
    uncited = [one for one in town.home.library.list().documents if one.id not in names]
    assert uncited
    assert town.guests["ada"].get(f"{cited}.json").status_code == 200
    assert town.guests["ada"].get(f"{desk.path}/source/{desk.cited.document[:3]}/0.json").status_code == 404
    for one in uncited:
        assert town.guests["ada"].get(f"{desk.path}/source/{one.id[:16]}/0.json").status_code == 404
        assert town.guests["clerk"].get(f"{desk.path}/source/{one.id[:16]}/0.json").status_code == 200


def test_a_person_challenges_the_answer_of_their_case_and_others_of_it_see_that(town: Town, desk: Desk) -> None:
    ada = town.guests["ada"]
    node = desk.leaf.id
    form = {"kind": "not_so", "because": "A letter says otherwise.", "by": "somebody else", "at": desk.leaf.at[0]}
    begun = ada.post(f"{desk.path}/challenge/{node}", form)
    assert begun.status_code == 303, begun.text
    heard = wait_for(ada, begun.headers["location"])
    assert town.home.record.spec(heard.rpartition("/")[2])["challenge"]["challenger"] == "ada"
    assert town.guests["worker"].get(f"{heard}.json").status_code == 200
    assert town.guests["ben"].get(f"{heard}.json").status_code == 404
    assert town.guests["rita"].get(f"{heard}.json").status_code == 404
    town.home.people.grant("ben", town.open_case("Ben again", "other", run=desk.run), role="affected_person")
    ben = town.guests["ben"]
    assert ben.get(f"{desk.path}.json").status_code == 200, "an answer that two cases share is seen from both"
    assert ben.get(f"{heard}.json").status_code == 404, "and what one of them said against it is not"
    assert "A letter says otherwise." in ada.get(desk.path).text
    assert "A letter says otherwise." not in ben.get(desk.path).text


def test_what_an_address_says_is_shown_as_text(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    hash_cheaply(monkeypatch)
    with open_crowd(desk) as crowd:
        root = crowd.admit("keeper", "administrator")
        for path in ("/audit?who=<script>", "/audit?what=<script>", "/people/<script>", "/login?next=/<script>"):
            assert "<script>" not in root.get(path).text.replace("<script src", "")
        stranger = crowd.open_stranger()
        assert '"/<script>' not in stranger.get("/login?next=/<script>").text
