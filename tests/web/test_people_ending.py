"""Nobody's case is ended without them: tries to end one alone are refused over HTTP, and an end can be objected to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.people.cheap import hash_cheaply
from tests.web.crowd import Town, open_town, path_of, wait_for
from tests.web.serving import Desk

import foam

PEOPLE = (
    ("ada", "affected_person"), ("ben", "affected_person"), ("worker", "original_decider"),
    ("other", "original_decider"), ("clerk", "records_clerk"), ("boss", "supervisor"), ("judge", "decision_maker"),
)  # fmt: skip
GROUND: dict[str, Any] = {"ground_kind": ["factual_error"], "ground_says": ["It was two months' pay."]}
PAPER = [("documents", ("signed.txt", b"I take my contest back. Signed: Ada", "text/plain"))]
WHY: dict[str, Any] = {"because": "The paper says so.", "cites": ["i2"]}


@pytest.fixture
def town(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    hash_cheaply(monkeypatch)
    with open_town(desk, PEOPLE, deciders=("worker", "other")) as town:
        act(town, "ada", "file", "affected_person", **GROUND)
        yield town


def act(town: Town, who: str, name: str, role: str, *, by: str = "", **given: Any) -> int:
    """The status of the answer to a step."""
    files = given.pop("files", None)
    form = {"by": by or who, "role": role, **given}
    return int(town.guests[who].post(f"{path_of(town.first)}/act/{name}", form, files=files).status_code)


def find_state(town: Town) -> str:
    return str(town.guests["clerk"].get(f"{path_of(town.first)}.json").json()["state"])


@pytest.mark.parametrize("who", ["worker", "clerk", "boss", "ben"])
@pytest.mark.parametrize("name", ["withdraw", "settle", "offer"])
@pytest.mark.parametrize("role", ["affected_person", "representative"])
def test_a_case_is_not_ended_in_the_name_of_the_person(town: Town, who: str, name: str, role: str) -> None:
    for by in ("ada", who):
        assert act(town, who, name, role, by=by, terms="Nothing is due.") in (400, 404)
    assert find_state(town) == "contest_filed"


def test_the_first_decider_does_not_settle_alone(town: Town) -> None:
    assert act(town, "worker", "offer", "original_decider", terms="Half is paid.") == 303
    assert act(town, "worker", "settle", "original_decider") == 404, "it is for the other side"
    assert act(town, "worker", "settle", "affected_person", by="ada") in (400, 404)
    assert find_state(town) == "contest_filed"
    path = path_of(town.first)
    assert "Half is paid." in town.guests["ada"].get(f"{path}/act/settle").text
    assert act(town, "ada", "settle", "affected_person", terms="Half is paid.") == 303
    assert find_state(town) == "settled"
    assert act(town, "clerk", "close", "records_clerk") == 400
    letter = town.guests["ada"].get(f"{path}/letters/ending.json").json()["text"]
    assert "Half is paid." in letter
    assert "Tell us by" in letter
    assert act(town, "ada", "object", "affected_person") == 303
    assert find_state(town) == "contest_filed"


def test_consent_is_to_the_terms_that_were_read(town: Town) -> None:
    for terms in ("Half is paid.", "A tenth is paid."):
        assert act(town, "worker", "offer", "original_decider", terms=terms) == 303
    for read in ("", "Half is paid."):
        assert act(town, "ada", "settle", "affected_person", terms=read) == 400
    assert find_state(town) == "contest_filed"
    assert act(town, "ada", "settle", "affected_person", terms="A tenth is paid.") == 303
    assert find_state(town) == "settled"


def test_a_paper_needs_a_second_official(town: Town) -> None:
    assert act(town, "clerk", "confirm_withdrawal", "records_clerk", **WHY) == 400
    assert act(town, "worker", "bring_paper", "original_decider", files=PAPER) == 303
    assert act(town, "worker", "confirm_withdrawal", "records_clerk", **WHY) == 404
    assert act(town, "clerk", "confirm_withdrawal", "records_clerk", **WHY) == 303
    assert find_state(town) == "withdrawn"
    assert act(town, "ada", "object", "affected_person") == 303
    assert act(town, "clerk", "confirm_withdrawal", "records_clerk", **WHY) == 400, "the paper is spent"
    assert act(town, "clerk", "bring_paper", "records_clerk", files=PAPER) == 303
    assert act(town, "clerk", "confirm_withdrawal", "records_clerk", **WHY) == 400
    assert act(town, "boss", "confirm_withdrawal", "supervisor", **WHY) == 303


def test_the_command_line_does_not_speak_for_somebody_with_an_account(town: Town) -> None:
    with pytest.raises(foam.InputError, match="own account"):
        town.home.appeal.step(town.first, "withdraw", by="ada", role="affected_person")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("run.exe", b"MZ"),
        ("run.sh", b"#!/bin/sh"),
        ("paper.txt", b"#!/bin/sh"),
        ("paper.pdf", b"MZ"),
        ("p.txt", b"\xff"),
    ],
)
def test_a_program_is_not_put_on_file(town: Town, name: str, content: bytes) -> None:
    sent = [("documents", (name, content, "text/plain"))]
    assert act(town, "clerk", "bring_paper", "records_clerk", files=sent) == 400
    assert len(town.guests["clerk"].get(f"{path_of(town.first)}.json").json()["items"]) == 1


def test_a_paper_is_opened_as_it_was_handed_in_by_those_who_may_see_it(town: Town) -> None:
    sent = [("documents", ("signed.pdf", b"%PDF-1.7 signed", "application/pdf"))]
    assert act(town, "clerk", "bring_paper", "records_clerk", files=sent) == 303
    path = path_of(town.first)
    page = town.guests["clerk"].get(path).text
    assert f'href="{path}/papers/i2"' in page
    assert "base64" not in page
    opened = town.guests["clerk"].get(f"{path}/papers/i2")
    assert (opened.content, opened.headers["content-type"]) == (b"%PDF-1.7 signed", "application/pdf")
    assert "attachment" in opened.headers["content-disposition"]
    for who in ("ada", "ben", "other"):
        assert town.guests[who].get(f"{path}/papers/i2").status_code == 404, who


def test_a_person_gets_the_letter_without_what_is_for_the_office(town: Town) -> None:
    letter = f"{path_of(town.first)}/letters/receipt"
    assert "Reading grade" not in town.guests["ada"].get(letter).text
    assert "Reading grade" in town.guests["clerk"].get(letter).text
    word = town.guests["ada"].get(f"{letter}/as/docx")
    assert word.status_code == 200
    assert word.content.startswith(b"PK")


def challenge(town: Town, desk: Desk, by: str) -> str:
    """A challenge that waits for an answer; gives the path of its page."""
    said: dict[str, Any] = {"kind": "not_so", "because": "The register says otherwise.", "by": by, "hold": True}
    held = town.home.contest.open(desk.run, desk.leaf.id, at=[desk.leaf.at[0]], **said)
    return f"/runs/{held.run[3:27]}"


@pytest.fixture
def shared(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    """Two cases that rest on the same answer."""
    hash_cheaply(monkeypatch)
    with open_town(desk, PEOPLE, deciders=("worker", "other"), run=desk.run) as town:
        town.second = town.open_case("Ben again", "other", run=desk.run)
        town.home.people.grant("ben", town.second, role="affected_person")
        act(town, "ada", "file", "affected_person", **GROUND)
        assert act(town, "clerk", "accept", "records_clerk") == 303
        assert act(town, "clerk", "disclose_record", "records_clerk", show=["i1"]) == 303
        assert act(town, "clerk", "open_evidence", "records_clerk") == 303
        yield town


def close_record(town: Town) -> str:
    form = {"by": "clerk", "role": "records_clerk"}
    return str(town.guests["clerk"].post(f"{path_of(town.first)}/act/close_record", form).text)


def test_nothing_is_closed_past_a_challenge_that_waits(shared: Town, desk: Desk) -> None:
    page = challenge(shared, desk, "ada")
    assert "is not answered" in close_record(shared)
    ada, judge, own = shared.guests["ada"], shared.guests["judge"], path_of(shared.first)
    for guest, address in ((ada, f"{own}/person"), (judge, own)):
        shown = guest.get(address).text
        assert "The register says otherwise." in shown
        assert "Not answered yet" in shown
        assert guest.get(page).status_code == 200
    (told,) = judge.get(f"{own}.json").json()["challenges"]
    assert (told["by"], told["is_answered"]) == ("ada", False)
    said = {"move": "concede", "because": "The register does say so."}
    for who in ("ada", "ben", "worker", "clerk"):
        assert shared.guests[who].post(f"{page}/answer", said).status_code in (403, 404), who
    assert "The register says otherwise." in judge.get(f"{page}/answer").text
    found = wait_for(judge, judge.post(f"{page}/answer", said).headers["location"])
    assert judge.get(found).status_code == ada.get(found).status_code == 200
    assert "The register does say so." in ada.get(f"{own}/person").text
    assert "is not answered" not in close_record(shared)


def test_a_challenge_is_of_the_case_of_who_made_it(shared: Town, desk: Desk) -> None:
    """Though another case rests on the same answer: its own people see it, those of the other do not."""
    page = challenge(shared, desk, "ada")
    ben, second = shared.guests["ben"], path_of(shared.second)
    assert shared.guests["ada"].get(page).status_code == 200
    assert ben.get(page).status_code == 404
    assert "The register says otherwise." not in ben.get(f"{second}/person").text
    assert shared.guests["other"].get(page).status_code == 404
    assert shared.home.appeal.challenges(shared.second) == ()


def test_who_took_the_decision_or_made_the_challenge_does_not_answer_it(shared: Town, desk: Desk) -> None:
    page = challenge(shared, desk, "ada")
    shared.admit("lena", "representative")
    shared.home.people.grant("lena", shared.first, role="representative")
    for name in ("ada", "worker", "other", "lena"):
        with pytest.raises(foam.InputError, match="cannot answer it"):
            shared.home.contest.answer(page.removeprefix("/runs/"), move="rebut", because="No.", by=name)


def test_what_falls_in_one_case_names_the_others_that_rest_on_it(shared: Town, desk: Desk) -> None:
    """To those who see them, and to nobody else."""
    page = challenge(shared, desk, "ada")
    judge, other = shared.guests["judge"], path_of(shared.second)
    assert shared.home.appeal.resting_on(page.removeprefix("/runs/")) == (), "it waits"
    begun = judge.post(f"{page}/answer", {"move": "concede", "because": "So it is."})
    found = wait_for(judge, begun.headers["location"])
    assert shared.home.appeal.resting_on(found.removeprefix("/runs/")) == (shared.second,)
    assert other in judge.get(found).text
    assert other not in shared.guests["ada"].get(found).text
