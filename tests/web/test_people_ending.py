"""Nobody's case is ended without them: tries to end one alone are refused over HTTP, and an end can be objected to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.people.cheap import hash_cheaply
from tests.web.crowd import Town, open_town, path_of
from tests.web.serving import Desk

import foam

PEOPLE = (
    ("ada", "affected_person"), ("ben", "affected_person"), ("worker", "original_decider"),
    ("other", "original_decider"), ("clerk", "records_clerk"), ("boss", "supervisor"), ("judge", "decision_maker"),
)  # fmt: skip
GROUND: dict[str, Any] = {"ground_kind": ["factual_error"], "ground_says": ["It was two months' pay."]}
PAPER = [("documents", ("signed.txt", b"I take my contest back. Signed: Ada", "text/plain"))]
WHY = {"because": "The paper says so.", "cites": "i2"}


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
    assert act(town, "worker", "settle", "original_decider") == 400
    assert act(town, "worker", "settle", "affected_person", by="ada") in (400, 404)
    assert find_state(town) == "contest_filed"
    path = path_of(town.first)
    assert "Half is paid." in town.guests["ada"].get(f"{path}/act/settle").text
    assert act(town, "ada", "settle", "affected_person") == 303
    assert find_state(town) == "settled"
    assert act(town, "clerk", "close", "records_clerk") == 400
    letter = town.guests["ada"].get(f"{path}/letters/ending.json").json()["text"]
    assert "Half is paid." in letter
    assert "Tell us by" in letter
    assert act(town, "ada", "object", "affected_person") == 303
    assert find_state(town) == "contest_filed"


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
