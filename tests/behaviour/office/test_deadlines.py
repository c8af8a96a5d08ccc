"""Days that count: whose deadline moves, what a notice may name, and what a postponement changes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.appeal import CLERK, FORM, GROUNDS, RULES, at, begin, take
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.homes import open_home
from tests.behaviour.office.conftest import Office

import foam

After = Callable[[str], Office]
PERSON: dict[str, Any] = {"by": "ruth", "role": "affected_person"}


def due(status: foam.MatterStatus) -> dict[str, date]:
    return {clock.name: clock.due for clock in status.clocks}


def test_a_persons_last_day_on_a_holiday_moves_to_the_next_business_day(office_after: After) -> None:
    """Fourteen days after 17 April end on 1 May, which is a holiday there."""
    office = office_after("issue_notice")
    assert due(office.home.appeal.status(office.matter)) == {"file_by": date(2025, 5, 2)}


def test_an_agencys_day_does_not_move(office_after: After) -> None:
    """Thirty days after 2 May end on a Sunday."""
    office = office_after("file")
    assert due(office.home.appeal.status(office.matter))["decide_by"] == date(2025, 6, 1)


def test_business_days_leave_out_weekend_and_holidays(office_after: After) -> None:
    """Five business days after Sunday, 18 May."""
    office = office_after("notify_decision")
    assert due(office.home.appeal.status(office.matter))["implement_by"] == date(2025, 5, 23)


@pytest.mark.parametrize(("time", "late"), [("2025-05-02T21:59:30+00:00", False), ("2025-05-02T22:00:00+00:00", True)])
def test_the_last_local_minute_counts(office_after: After, time: str, late: bool) -> None:
    """Midnight at the office is 22:00 UTC in summer."""
    office = office_after("issue_notice")
    filed = office.home.appeal.file(office.matter, **PERSON, grounds=GROUNDS, at=time)
    assert {clock.name: clock.late for clock in filed.clocks}["file_by"] is late


def test_a_late_contest_is_heard_on_good_cause_and_only_a_person_turns_it_down(office_after: After) -> None:
    office = office_after("issue_notice")
    appeal = office.home.appeal
    appeal.file(office.matter, **PERSON, grounds=GROUNDS, late_because="I was ill.", at=at("05-05T09:00"))
    with pytest.raises(foam.InputError):
        appeal.step(office.matter, "accept", **CLERK, at=at("05-05T10:00"))
    why = [{"says": "It came late.", "cites": ["#2"]}]
    with pytest.raises(foam.InputError, match="natural person"):
        appeal.step(
            office.matter, "reject_untimely", by="program", role="supervisor", software=True, reasons=why,
            at=at("05-05T10:00"),
        )  # fmt: skip
    accepted = appeal.step(office.matter, "accept", **CLERK, good_cause="She was ill.", at=at("05-05T11:00"))
    assert accepted.state == "accepted"


def test_a_contest_in_time_is_not_turned_down_as_late(office_after: After) -> None:
    office = office_after("file")
    why = [{"says": "It came late.", "cites": ["#2"]}]
    with pytest.raises(foam.InputError):
        office.home.appeal.step(
            office.matter, "reject_untimely", by="boss", role="supervisor", reasons=why, at=at("05-05T09:00")
        )


def test_the_time_to_contest_is_not_over_before_its_last_day(office_after: After) -> None:
    office = office_after("issue_notice")
    with pytest.raises(foam.InputError):
        office.home.appeal.step(office.matter, "expire", **CLERK, at=at("05-02T20:00"))
    over = office.home.appeal.step(office.matter, "expire", **CLERK, at=at("05-03T09:00"))
    assert over.state == "expired_no_contest"


def test_a_notice_may_give_more_days_and_not_fewer(tmp_path: Path) -> None:
    with open_home(tmp_path / "home") as home:
        matter = begin(home)
        with pytest.raises(foam.InputError):
            take(home, matter, "issue_notice", until=date(2025, 5, 1))
        sent = take(home, matter, "issue_notice", until=date(2025, 5, 20))
        assert due(sent)["file_by"] == date(2025, 5, 20)
        assert "The last day is 20 May 2025." in str(home.appeal.notice(matter, "decision"))


def test_receipt_is_presumed_until_a_later_one_is_proved(tmp_path: Path) -> None:
    """The general profile presumes five days, and gives thirty from then on."""
    with open_home(tmp_path / "home") as home:
        matter = begin(home, profile="generic", rules=None)
        sent = take(home, matter, "issue_notice")
        assert due(sent)["file_by"] == date(2025, 5, 22)
        got = home.appeal.step(matter, "deliver", **PERSON, on=date(2025, 4, 28), at=at("04-29T10:00"))
        assert due(got)["file_by"] == date(2025, 5, 28)


@pytest.mark.parametrize(
    ("by", "role", "decide_by"),
    [("ruth", "affected_person", date(2025, 6, 9)), ("caseworker-17", "original_decider", date(2025, 6, 1))],
)
def test_only_what_the_person_asked_to_postpone_gives_the_agency_more_time(
    office_after: After, by: str, role: Any, decide_by: date
) -> None:
    office = office_after("open_evidence")
    waits = office.home.appeal.step(
        office.matter, "postpone", by=by, role=role, until=date(2025, 5, 11), at=at("05-03T12:00")
    )
    assert waits.state == "postponed"
    assert due(waits)["decide_by"] == decide_by


def test_unused_days_of_a_postponement_are_given_back(office_after: After) -> None:
    office = office_after("open_evidence")
    step = office.home.appeal.step
    step(office.matter, "postpone", **PERSON, until=date(2025, 5, 11), at=at("05-03T12:00"))
    on = step(office.matter, "resume", **PERSON, at=at("05-06T12:00"))
    assert on.state == "evidence_open"
    assert due(on)["decide_by"] == date(2025, 6, 4), "three days were used"


def test_a_postponement_beyond_the_profiles_days_is_refused(office_after: After) -> None:
    office = office_after("open_evidence")
    with pytest.raises(foam.InputError):
        office.home.appeal.step(office.matter, "postpone", **PERSON, until=date(2025, 5, 14), at=at("05-03T12:00"))


def test_a_hearing_is_set_with_the_notice_that_the_rules_ask_for(office_after: After) -> None:
    office = office_after("open_evidence")
    hearing = {**CLERK, "place": "Room 4", "at": at("05-03T12:00")}
    with pytest.raises(foam.InputError):
        office.home.appeal.step(office.matter, "set_hearing", hearing_at=at("05-09T10:00"), **hearing)
    office.home.appeal.step(office.matter, "set_hearing", hearing_at=at("05-10T10:00"), **hearing)


def test_a_hearing_that_was_asked_for_is_held_before_the_record_closes(office_after: After) -> None:
    office = office_after("set_hearing")
    with pytest.raises(foam.InputError, match="hearing"):
        office.home.appeal.step(office.matter, "close_record", **CLERK, at=at("05-20T12:00"))


def test_the_record_closes_only_when_both_sides_had_all_of_it_for_the_days_of_the_rules(office_after: After) -> None:
    office = office_after("disclose")
    with pytest.raises(foam.InputError):
        office.home.appeal.step(office.matter, "close_record", **CLERK, at=at("05-14T12:00"))
    assert (
        office.home.appeal.step(office.matter, "close_record", **CLERK, at=at("05-15T12:00")).state == "record_closed"
    )


def test_the_rules_that_held_when_it_began_hold(tmp_path: Path) -> None:
    rules = tmp_path / "office.toml"
    rules.write_text(RULES.read_text("utf-8"), "utf-8")
    home = tmp_path / "home"
    words = ("appeal", "begin", FORM, "--rules", rules, "--at", at("04-17T10:00"))
    matter = read_foam(home, *words)["matter"]
    rules.write_text(RULES.read_text("utf-8").replace("days = 14", "days = 90"), "utf-8")
    told = read_foam(home, "appeal", "step", matter, "issue_notice", "--as", "caseworker-17", "--at", at("04-17T11:00"))
    assert [clock["due"] for clock in told["clocks"]] == ["2025-05-02"]


def test_profiles_name_their_law_and_what_was_written_from_memory(tmp_path: Path) -> None:
    listed = read_foam(tmp_path, "appeal", "profiles")["profiles"]
    assert {one["id"] for one in listed} == set(foam.terms.profiles)
    assert {"gdpr22", "aiact86", "us_medicaid", "us_snap", "us_ssa", "us_ecoa_explain", "generic"} <= {
        one["id"] for one in listed
    }
    assert all(one["law"] for one in listed)
    assert [one["id"] for one in listed if one["right"] == "explanation"] == ["aiact86", "us_ecoa_explain"]
    assert "from memory, to be checked: " in run_foam(tmp_path, "appeal", "profiles", "us_medicaid").stdout
