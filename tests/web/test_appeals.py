"""An appeal by pages alone: open it, contest it, decide it with grounds, read its letters, and see it as the person."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient
from tests.web.serving import Desk, find_token, load, open_pages

import foam
from foam.appeal.ruling import ALL_GUARDS
from foam.appeal.table import STATES, load_refusals, load_table
from foam.pack.profile import ClockName
from foam.web.catalogue import load_catalogue
from foam.web.matters import ELSEWHERE
from foam.web.routes.appeal_act import FIELDS, Given, place_in_zone
from foam.web.routes.appeals import Decision
from foam.web.security import Limits

EVIL = "<script>alert(1)</script>"
SLIP = "The pay was for September and October. The slip covers two months."
DECISION = {
    "profile": "generic", "person": f"Ada {EVIL}", "decider": "worker", "operator": "analyst",
    "action": "We lower your benefits.", "effective": "2026-04-01", "rules": "rule 1\nrule 2",
    "item_title": [f"Pay slip {EVIL}", "", ""], "item_content": ["The pay in October was 1,940 dollars.", "", ""],
    "reason": ["The pay in October was 1,940 dollars.", "", ""], "reason_cites": ["i1", "", ""],
    "how_to_contest": f"Call us. {EVIL}", "ai_role": "It listed arguments.", "help": "Call 555-0199.",
}  # fmt: skip
RULING = {
    "outcome": "reversed", "remedies": ["recalculate"], "ground": ["g1"], "finding": ["sustained"],
    "reason": ["The slip covers two months."], "reason_cites": ["g1 i1", "g1 #2"],
    "facts": "Two months were paid at once.",
}  # fmt: skip


def begin(client: TestClient, **changed: Any) -> str:
    """Open a matter by the form; gives its address."""
    form = {"form_token": find_token(client.get("/appeals/begin").text), **DECISION, **changed}
    opened = client.post("/appeals", data=form, follow_redirects=False)
    assert opened.status_code == 303, opened.text
    return str(opened.headers["location"])


def act(client: TestClient, matter: str, name: str, role: str, by: str, files: Any = None, **given: Any) -> Any:
    """Fill in the form of an act and send it."""
    page = client.get(f"{matter}/act/{name}")
    assert page.status_code == 200, page.text
    form = {"form_token": find_token(page.text), "role": role, "by": by, **given}
    return client.post(f"{matter}/act/{name}", data=form, files=files)


GROUND = {"ground_kind": ["factual_error", "", ""], "ground_says": [f"It was two months' pay. {EVIL}", "", ""]}


@pytest.fixture
def contested(client: TestClient) -> str:
    """A matter of which the notice is sent and in which a contest is filed."""
    matter = begin(client)
    assert act(client, matter, "issue_notice", "original_decider", "worker").status_code == 200
    filed = act(client, matter, "file", "affected_person", "ada", **GROUND)
    assert filed.status_code == 200, filed.text
    return matter


@pytest.fixture
def in_review(client: TestClient, desk: Desk) -> str:
    """A matter that waits for its decision; what takes days was done days ago."""
    form = {
        "profile": "generic", "person": f"Ada {EVIL}", "decider": "worker", "operator": "analyst",
        "items": [{"title": f"Pay slip {EVIL}", "content": SLIP}],
        "decision": {
            "action": "We lower your benefits.", "effective": "2026-04-01", "rules": ["rule 1"],
            "reasons": [{"says": "The pay was for September and October.", "cites": ["i1"]}],
            "how_to_contest": f"Call us. {EVIL}", "ai_role": "It listed arguments.",
        },
    }  # fmt: skip
    first = datetime.now(UTC) - timedelta(days=20)
    with desk.open_home() as home:
        matter = home.appeal.begin(form, at=first)
        steps: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
            ("issue_notice", "original_decider", "worker", {}),
            ("file", "affected_person", "ada", {"grounds": [{"kind": "factual_error", "says": f"Two months. {EVIL}"}]}),
            ("accept", "records_clerk", "clerk", {}),
            ("disclose_record", "records_clerk", "clerk", {"show": ["all"]}),
            ("open_evidence", "records_clerk", "clerk", {}),
        )
        for hour, (name, role, by, given) in enumerate(steps, start=1):
            home.appeal.step(matter, name, by=by, role=role, at=first + timedelta(hours=hour), **given)  # type: ignore[arg-type]
    path = f"/appeals/{matter.matter[3:27]}"
    assert act(client, path, "close_record", "records_clerk", "clerk").status_code == 200
    assert act(client, path, "assign", "supervisor", "boss", reviewer="judge-3").status_code == 200
    return path


def test_a_decision_is_opened_sent_and_contested_by_pages(client: TestClient, contested: str) -> None:
    page = client.get(contested)
    assert page.status_code == 200
    assert "Appeal filed" in page.text
    assert "Say if the appeal is taken up." in page.text
    assert "A fact is wrong" in page.text
    data = client.get(f"{contested}.json").json()
    assert [one["name"] for one in data["acts"]] == ["issue_notice", "file"]
    assert data["acts"][1]["by"] == {"id": "ada", "role": "affected_person", "nature": "person"}
    assert data["decision"]["rules"] == ["rule 1", "rule 2"]
    assert [one["title"] for one in data["items"]] == [f"Pay slip {EVIL}"]
    assert {one["kind"] for one in data["letters"]} == {"decision", "receipt"}
    assert "accept" in {one["act"] for one in data["next"]}


def test_the_desk_lists_what_is_late_first(client: TestClient, desk: Desk, contested: str) -> None:
    form = {**DECISION, "person": "Late Case"}
    kept = {name: form[name] for name in ("profile", "person", "decider")}
    decision = {"action": "No.", "effective": "2025-01-01", "rules": ["r"], "how_to_contest": "Call.",
                "reasons": [{"says": "So.", "cites": ["i1"]}]}  # fmt: skip
    at = datetime(2025, 1, 2, 12, tzinfo=UTC)
    with desk.open_home() as home:
        old = home.appeal.begin({**kept, "items": [{"title": "A"}], "decision": decision}, at=at)
        home.appeal.step(old, "issue_notice", by="worker", at=at)
        home.appeal.file(
            old, by="bo", role="affected_person", at=at + timedelta(days=1),
            grounds=[{"kind": "other", "says": "No."}],
        )  # fmt: skip
    rows = client.get("/appeals.json").json()["matters"]
    assert [one["person"] for one in rows] == ["Late Case", f"Ada {EVIL}"]
    assert rows[0]["overdue"]
    assert rows[1]["due"]["name"] in ("acknowledge_by", "decide_by", "record_by")
    page = client.get("/appeals").text
    assert page.index("Late Case") < page.index("Ada ")
    assert "Say if the appeal is taken up." in page
    assert 'href="/appeals"' in client.get("/").text


def test_a_person_decides_each_ground_with_reasons(client: TestClient, in_review: str) -> None:
    page = client.get(f"{in_review}/act/decide").text
    assert "Two months." in page
    assert "What do you find?" in page
    decided = act(client, in_review, "decide", "decision_maker", "judge-3", **RULING)
    assert decided.status_code == 200, decided.text
    assert decided.url.path == in_review
    data = client.get(f"{in_review}.json").json()
    (ground,) = data["grounds"]
    assert ground["found"]["finding"] == "sustained"
    assert ground["found"]["reasons"] == [{"words": "The slip covers two months.", "cites": ["i1", "#2"]}]
    assert "It is right" in decided.text
    assert act(client, in_review, "notify_decision", "records_clerk", "clerk").status_code == 200
    letter = load(client, f"{in_review}/letters/outcome")
    assert letter.status_code == 200
    assert "Reading grade" in letter.text
    told = client.get(f"{in_review}/letters/outcome.json").json()
    assert told["reading"]["grade"] < 8
    assert told["reasons"][0]["says"] == "The slip covers two months."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"by": "worker"}, "may not decide"),
        ({"by": "somebody"}, "“Decide” cannot be done"),
        ({"by": "Judge Three"}, "decide: by.id"),
        ({"reason": [""]}, "decide"),
        ({"reason_cites": ["g1 i9"]}, "not on file"),
        ({"reason_cites": []}, "cites nothing"),
        ({"finding": [""]}, "finding"),
        ({"outcome": ""}, "outcome"),
        ({"ground": ["g2"]}, "g"),
        ({"at": "soon"}, "not a day and hour"),
        ({"remedies": ["a pony"]}, "remedies"),
        ({"role": "supervisor"}, "it is for the decision maker, not for the supervisor"),
    ],
)
def test_what_may_not_be_done_is_refused_and_said(
    client: TestClient, in_review: str, change: dict[str, Any], said: str
) -> None:
    given = {"role": "decision_maker", "by": "judge-3", **RULING, **change}
    form = {"form_token": find_token(client.get(f"{in_review}/act/decide").text), **given}
    refused = client.post(f"{in_review}/act/decide", data=form)
    assert refused.status_code in (400, 422), refused.text
    assert said in html.unescape(refused.text)
    assert client.get(f"{in_review}.json").json()["state"] == "human_review"


def test_a_refusal_is_told_in_the_language_of_the_page(client: TestClient, in_review: str) -> None:
    given = {"role": "decision_maker", "by": "worker", **RULING}
    form = {"form_token": find_token(client.get(f"{in_review}/act/decide").text), **given}
    said = html.unescape(client.post(f"{in_review}/act/decide", data=form, headers={"Accept-Language": "de"}).text)
    assert "„Entscheiden“ geht nicht: " in said
    assert "Wer an der Sache schon mitgewirkt hat, darf sie nicht entscheiden." in said
    assert "decide" not in said.partition("<main")[2].partition("</main")[0].replace("/act/decide", "")
    assert set(ALL_GUARDS) <= set(load_refusals())


def test_what_a_reason_rests_on_is_ticked_and_told_by_its_name(client: TestClient, in_review: str) -> None:
    page = html.unescape(client.get(f"{in_review}/act/decide").text)
    assert 'type="checkbox" id="reason_cites-g1-i1" name="reason_cites" value="g1 i1"' in page
    assert f"Pay slip {EVIL}" in page
    assert act(client, in_review, "decide", "decision_maker", "judge-3", **RULING).status_code == 200
    told = html.unescape(client.get(in_review).text)
    assert f"rests on Pay slip {EVIL}; " in told


def test_an_act_that_cannot_come_next_has_no_form(client: TestClient, contested: str) -> None:
    for name in ("decide", "nonsense", "redact"):
        page = client.get(f"{contested}/act/{name}")
        assert page.status_code == 404
        assert "This cannot be done now." in page.text
        form = {"form_token": find_token(client.get("/appeals/begin").text), "role": "supervisor", "by": "boss"}
        assert client.post(f"{contested}/act/{name}", data=form).status_code == 404


def test_the_person_sees_their_case_in_plain_words(client: TestClient, contested: str) -> None:
    page = client.get(f"{contested}/person").text
    assert "The office has what you wrote." in page
    assert "Call 555-0199." in page
    steps = client.get(f"{contested}/person.json").json()["next"]
    assert {one["act"] for one in steps} >= {"withdraw"}
    assert "accept" not in {one["act"] for one in steps}
    form = client.get(f"{contested}/act/withdraw?role=affected_person").text
    assert re.search(r'<option value="affected_person" selected>', form)
    assert act(client, contested, "withdraw", "affected_person", "ada").status_code == 200
    assert "You took your appeal back." in client.get(f"{contested}/person").text


def test_papers_come_with_a_contest_and_are_shown_to_both_sides(client: TestClient) -> None:
    matter = begin(client)
    act(client, matter, "issue_notice", "original_decider", "worker")
    papers = [("documents", (f"slip {EVIL}.txt", b"For two months.", "text/plain"))]
    assert act(client, matter, "file", "affected_person", "ada", papers, **GROUND).status_code == 200
    act(client, matter, "accept", "records_clerk", "clerk")
    assert act(client, matter, "disclose_record", "records_clerk", "clerk", show=["i1", "i2"]).status_code == 200
    items = client.get(f"{matter}.json").json()["items"]
    assert [one["content"] for one in items][1] == "For two months."
    assert all(one["shown_to_both"] for one in items)
    assert act(client, matter, "open_evidence", "records_clerk", "clerk").status_code == 200
    soon = (datetime.now(UTC) + timedelta(days=12)).strftime("%Y-%m-%dT10:00")
    heard = act(client, matter, "set_hearing", "records_clerk", "clerk", hearing_at=soon, place="Room 4")
    assert heard.status_code == 200, heard.text
    assert "Room 4" in load(client, f"{matter}/letters/hearing").text


def test_a_letter_that_its_sources_do_not_show_is_not_given_out(client: TestClient) -> None:
    matter = begin(client, reason=["The pay in October was 9,999 dollars.", "", ""])
    refused = act(client, matter, "issue_notice", "original_decider", "worker")
    assert refused.status_code == 400
    assert "9,999" in refused.text
    assert f'href="{matter}/act/issue_notice"' in refused.text, "back to the form that was refused"
    page = load(client, f"{matter}/letters/decision").text
    assert "Do not send it yet" in page
    assert client.get(f"{matter}/letters/decision/as/html").status_code == 404, "there is no letter yet"
    assert client.get(f"{matter}/letters/nothing").status_code == 404
    sound = begin(client)
    act(client, sound, "issue_notice", "original_decider", "worker")
    file = client.get(f"{sound}/letters/decision/as/text")
    assert "attachment" in file.headers["content-disposition"]
    assert "We lower your benefits." in file.text
    assert client.get(f"{sound}/letters/decision/as/exe").status_code == 404


def test_script_on_file_is_text_everywhere(client: TestClient, in_review: str, contested: str) -> None:
    paths = ["/appeals", in_review, f"{in_review}/person", f"{in_review}/act/decide", f"{in_review}/letters/decision",
             contested, f"{contested}/person", f"{contested}/letters/receipt", f"{contested}/act/accept"]  # fmt: skip
    for path in paths:
        page = load(client, path)
        assert page.status_code == 200, path
        assert EVIL not in page.text, path
        assert "&lt;script&gt;alert(1)" in page.text, path
        assert page.text.count("<script") == 1, path


def test_a_matter_is_opened_from_a_file(client: TestClient, desk: Desk) -> None:
    with desk.open_home() as home:
        example = home.appeal.example()
    token = find_token(client.get("/appeals/begin").text)
    files = {"form": ("decision.toml", example.encode(), "text/plain")}
    opened = client.post("/appeals", data={"form_token": token}, files=files)
    assert opened.status_code == 200
    assert "Appeal of Ms Ada Example" in opened.text
    wrong = client.post("/appeals", data={"form_token": token}, files={"form": ("a.toml", b"\xff\xfe[", "text/plain")})
    assert wrong.status_code == 400
    empty = client.post("/appeals", data={"form_token": token, "profile": "generic"})
    assert empty.status_code == 400
    assert client.get("/appeals.json").json()["matters"][0]["person"] == "Ms Ada Example"


def test_a_matter_about_a_run_leads_to_it_and_back(client: TestClient, desk: Desk) -> None:
    matter = begin(client, run=desk.run)
    page = client.get(matter).text
    assert f'href="{desk.path}"' in page
    key = client.get(f"{matter}.json").json()["matter"]
    assert client.get(f"/runs/{key[3:27]}").url.path == matter
    form = {"form_token": find_token(client.get(f"/runs/{key[3:27]}/bundle").text)}
    made = client.post(f"/runs/{key[3:27]}/bundle", data=form)
    assert "Download it" in made.text
    assert f'value="{desk.run}"' in client.get("/appeals/begin", params={"run": desk.run[3:27]}).text


def test_every_word_of_the_procedure_has_plain_words() -> None:
    known = set(load_catalogue())
    wanted = {
        "states": STATES, "todo": STATES, "mine": STATES, "acts": load_table(),
        "roles": {*foam.terms.roles, *foam.terms.account_roles},
        "grounds": foam.terms.grounds, "findings": foam.terms.findings,
        "rulings": foam.terms.outcomes, "remedies": foam.terms.remedies, "letters": foam.terms.notices,
        "clocks": get_args(ClockName),
    }  # fmt: skip
    for part, names in wanted.items():
        assert {name.partition(".")[2] for name in known if name.startswith(f"{part}.")} == set(names), part


def test_the_form_of_every_act_asks_for_what_the_act_brings() -> None:
    needed = {
        "delivery": {"on"}, "filing": {"grounds"}, "evidence": {"documents"}, "disclosure": {"show"},
        "hearing": {"hearing_at", "place"}, "advice": {"run"}, "assignment": {"reviewer"}, "postponement": {"until"},
        "settlement": {"terms"}, "ruling": {"findings", "outcome"},
    }  # fmt: skip
    for row in load_table().values():
        if row.name in ELSEWHERE:
            continue
        fields = set(FIELDS.get(row.name, ()))
        assert needed.get(row.brings, set()) <= fields, row.name
        assert ("reasoned" in row.guards) == ("because" in fields), row.name
    assert set(FIELDS) <= set(load_table())


def test_a_time_is_taken_in_the_zone_of_the_matter() -> None:
    placed = place_in_zone("2026-07-01T10:00", "America/Chicago")
    assert placed is not None
    assert placed.astimezone(UTC).hour == 15
    assert place_in_zone("", "UTC") is None


ODD = ("\x00", "<b>", "0001-01-01T00:00", "9999-12-31T23:59", "x" * 200, "b2:")


@pytest.mark.parametrize("odd", ODD)
def test_no_odd_form_is_a_fault_of_ours(desk: Desk, odd: str) -> None:
    with open_pages(desk, Limits(writes=(1000, 1000.0))) as client:
        token = find_token(client.get("/appeals/begin").text)
        names = list(Given.__dataclass_fields__)
        roles = {"issue_notice": "original_decider", "deliver": "records_clerk", "file": "affected_person"}
        for step, role in roles.items():
            for odd_names in ([], names, ["by"], ["role"], ["at"], ["until"], ["on"], ["track"], ["remedies"]):
                matter = begin(client)
                if step != "issue_notice":
                    act(client, matter, "issue_notice", "original_decider", "worker")
                form = {"role": role, "by": "ada", **GROUND, **dict.fromkeys(odd_names, odd), "form_token": token}
                sent = client.post(f"{matter}/act/{step}", data=form)
                assert sent.status_code in (200, 400, 404, 422), (step, odd_names, sent.text)
                assert client.get(matter).status_code == 200
        fields = {"form_token": token, **dict.fromkeys(Decision.__dataclass_fields__, odd)}
        for change in ({}, {"profile": "generic"}, DECISION, {**DECISION, "effective": odd}, {**DECISION, "run": odd}):
            sent = client.post("/appeals", data={**fields, **change})
            assert sent.status_code in (200, 400, 404, 422), sent.text
        assert client.get(f"/appeals/{desk.run[3:27]}").status_code in (400, 404)
        assert client.get("/appeals").status_code == 200


@pytest.mark.parametrize("page", ["parts", "map", "what-if", "version", "challenge/frame"])
def test_what_only_an_answer_has_is_not_found_of_a_matter(client: TestClient, contested: str, page: str) -> None:
    answer = load(client, f"{contested.replace('/appeals/', '/runs/')}/{page}")
    assert answer.status_code == 404
