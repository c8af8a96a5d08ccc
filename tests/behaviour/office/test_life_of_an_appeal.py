"""The life of an appeal: from the notice to the remedy, by the command line and by public calls."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.appeal import CLERK, EMPLOYER, FILE, FORM, GROUNDS, ORDER, RULES, at, begin, take
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.homes import open_home
from tests.behaviour.office.conftest import Office

import foam

After = Callable[[str], Office]


def test_the_whole_way_at_the_command_line(tmp_path: Path) -> None:
    home = tmp_path / "home"

    def act(*words: object, day: str, code: int = 0) -> Any:
        return read_foam(home, "appeal", *words, "--at", at(day), code=code)

    clerk = ("--as", "clerk", "--role", "records_clerk")
    matter = act("begin", FORM, "--rules", RULES, day="04-17T10:00")["matter"]
    assert act("step", matter, "issue_notice", "--as", "caseworker-17", day="04-17T11:00")["state"] == "notice_issued"
    filed = act(
        "file", matter, "--as", "ruth", "--role", "affected_person", "--hearing", "--with", EMPLOYER,
        "--ground", "factual_error", "The bonus of 420 crowns comes once a year.", day="05-02T18:00",
    )  # fmt: skip
    assert [one["kind"] for one in filed["grounds"]] == ["factual_error"]
    assert [one["id"] for one in filed["items"]] == ["i1", "i2", "i3"], "what came with the contest is on file"
    act("step", matter, "accept", *clerk, day="05-03T09:00")
    act("step", matter, "disclose_record", *clerk, "--show", "all", day="05-03T10:00")
    act("step", matter, "open_evidence", *clerk, day="05-03T11:00")
    hearing = ("--hearing-at", at("05-12T10:00"), "--place", "Room 4")
    act("step", matter, "set_hearing", *clerk, *hearing, day="05-03T12:00")
    act("step", matter, "hold_hearing", "--as", "judge-3", "--with", FILE / "minutes.txt", day="05-12T12:00")
    act("step", matter, "disclose", *clerk, "--show", "i4", day="05-12T13:00")
    act("step", matter, "close_record", *clerk, day="05-16T12:00")
    act("step", matter, "assign", "--as", "boss", "--role", "supervisor", "--reviewer", "judge-3", day="05-16T13:00")
    decided = act(
        "decide", matter, "--as", "judge-3", "--outcome", "reversed", "--remedy", "recalculate",
        "--action", "You get the heating grant of 160 crowns a month.", "--from", "2025-05-01",
        "--ground", "g1", "sustained", "The bonus of 420 crowns is paid once a year.", "i3", day="05-17T12:00",
    )  # fmt: skip
    assert decided["state"] == "decided"
    act("step", matter, "notify_decision", *clerk, day="05-18T12:00")
    act("step", matter, "order_remedy", *clerk, day="05-18T13:00")
    paid = ("--because", "The grant of 160 crowns is paid.", "--cite", "i2")
    act("step", matter, "implement", "--as", "caseworker-17", *paid, day="05-19T12:00")
    closed = act("step", matter, "close", *clerk, day="05-20T12:00")
    assert (closed["state"], closed["overdue"]) == ("closed", [])

    shown = read_foam(home, "appeal", "timeline", matter)
    assert tuple(one["name"] for one in shown["acts"]) == ORDER[1:]
    assert shown["acts"][10]["by"]["id"] == "judge-3"
    assert [(one["matter"], one["state"]) for one in read_foam(home, "appeal", "matters")["matters"]] == [
        (matter, "closed")
    ]
    letter = run_foam(home, "appeal", "notice", matter, "outcome").stdout
    assert "You get the heating grant of 160 crowns a month." in letter
    assert "A person decided this: judge-3." in letter
    bundle = tmp_path / "file.zip"
    run_foam(home, "bundle", "export", matter, bundle)
    assert read_foam(home, "bundle", "verify", bundle)["verdict"] == "whole"
    assert read_foam(home, "record", "verify")["ok"]


def test_the_example_form_opens_a_matter(tmp_path: Path) -> None:
    form = tmp_path / "decision.toml"
    form.write_text(run_foam(tmp_path / "home", "appeal", "begin", "--example").stdout, "utf-8")
    begun = read_foam(tmp_path / "home", "appeal", "begin", form)
    assert begun["state"] == "draft_decision"
    assert [one["act"] for one in begun["next"] if one["act"] != "redact"] == ["issue_notice", "correct_decision"]


def test_a_status_prints_where_it_stands_and_what_comes_next(office_after: After) -> None:
    office = office_after("accept")
    shown = str(office.home.appeal.status(office.matter))
    assert "accepted" in shown
    assert "decide by 2025-06-01" in shown
    assert "disclose_record (records_clerk, evidence_officer, original_decider)" in shown


def test_steps_can_be_awaited(tmp_path: Path) -> None:
    import asyncio

    async def work() -> str:
        with open_home(tmp_path / "home") as home:
            begun = await home.appeal.begin.aio(FORM, at=at("04-17T10:00"))
            noticed = await home.appeal.step.aio(begun, "issue_notice", by="caseworker-17", at=at("04-17T11:00"))
            return noticed.state

    assert asyncio.run(work()) == "notice_issued"


@pytest.mark.parametrize(
    ("stage", "act", "given", "state"),
    [
        ("file", "withdraw", {"by": "ruth", "role": "affected_person"}, "withdrawn"),
        ("accept", "stay", {"by": "boss", "reasons": [{"says": "A court decides first.", "cites": ["#0"]}]}, "stayed"),
        (
            "notify_decision",
            "appeal",
            {"by": "ruth", "role": "affected_person", "reasons": [{"says": "It is not enough.", "cites": ["i2"]}]},
            "escalated",
        ),
    ],
)
def test_a_matter_can_end_or_pause_otherwise(
    office_after: After, stage: str, act: str, given: dict[str, Any], state: str
) -> None:
    office = office_after(stage)
    assert office.home.appeal.step(office.matter, act, at=at("05-30T10:00"), **given).state == state


def test_a_settlement_needs_both_sides(office_after: After) -> None:
    office = office_after("accept")
    appeal = office.home.appeal
    worker: dict[str, Any] = {"by": "caseworker-17", "role": "original_decider"}
    appeal.step(office.matter, "offer", terms="The grant is paid.", at=at("05-30T10:00"), **worker)
    for alone in (worker, {**worker, "role": "affected_person"}):
        with pytest.raises(foam.InputError):
            appeal.step(office.matter, "settle", at=at("05-30T11:00"), **alone)
    ruth: dict[str, Any] = {"by": "ruth", "role": "affected_person"}
    with pytest.raises(foam.InputError, match="others now"):
        appeal.step(office.matter, "settle", at=at("05-30T12:00"), terms="The grant is doubled.", **ruth)
    assert appeal.status(office.matter).state == "accepted"
    agreed = appeal.step(office.matter, "settle", by="ruth", role="affected_person", at=at("05-30T12:00"))
    assert agreed.state == "settled"


def test_a_right_to_an_explanation_is_answered_by_one(tmp_path: Path) -> None:
    with open_home(tmp_path / "home") as home:
        matter = begin(home, profile="aiact86", rules=None)
        take(home, matter, "issue_notice")
        home.appeal.file(matter, by="ruth", role="affected_person", grounds=GROUNDS[:1], at=at("04-20T10:00"))
        take(home, matter, "accept", "disclose_record")
        told = [{"says": "Your pay for March 2025 was 2,310 crowns.", "cites": ["i1"]}]
        with pytest.raises(foam.InputError):
            home.appeal.step(matter, "open_evidence", **CLERK, at=at("05-04T10:00"))
        explained = home.appeal.step(matter, "explain", by="caseworker-17", reasons=told, at=at("05-04T11:00"))
        assert explained.state == "decision_notified"
        letter = str(home.appeal.notice(matter, "explanation"))
    assert "Your pay for March 2025 was 2,310 crowns." in letter
    assert "It decided nothing." in letter, "what part a computer had"


def test_what_the_agency_owes_and_misses_goes_to_a_supervisor_and_denies_nothing(office_after: After) -> None:
    office = office_after("accept")
    (late,) = read_foam(office.folder, "appeal", "overdue", "--escalate")["overdue"]
    assert (late["name"], late["due"], late["escalated"]) == ("decide_by", "2025-06-01", True)
    status = office.home.appeal.status(office.matter)
    assert status.state == "escalated"
    assert not read_foam(office.folder, "appeal", "overdue", "--escalate")["overdue"][0]["escalated"], "told once"
    taken = read_foam(
        office.folder, "appeal", "step", office.matter, "take_up", "--as", "boss",
        "--because", "It was left lying.", "--cite", "#3",
    )  # fmt: skip
    assert taken["state"] == "accepted", "it goes on where it stood"
