"""Clocks, over dates, holidays and time zones: against slow oracles, and against what they must never do."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import get_args
from zoneinfo import ZoneInfo, available_timezones

import holidays
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.appeal.matters import TO_REVIEW, find_refusing, matter, opening, reached, right_act, walked

from foam.appeal.acts import Admission, Delivery, Postponement, Sent
from foam.appeal.clocks import (
    RESTING,
    benefits_continue,
    find_due_day,
    last_day_if_sent,
    list_clocks,
    list_overdue,
    was_filed_late,
)
from foam.appeal.parties import Role
from foam.appeal.perform import find_refusals, perform
from foam.appeal.profile import find_owing, shipped_profiles
from foam.appeal.standing import Standing, open_standing
from foam.appeal.table import STATES, State, load_table
from foam.errors import InputError, SettingError
from foam.pack.calendar import Calendar, check_calendar
from foam.pack.profile import ClockName
from foam.text.days import add_months

DAYS = st.dates(date(2015, 1, 1), date(2040, 12, 31))
TIMES = st.integers(1_577_836_800, 2_051_222_400).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
"""The years 2020 to 2034."""
PLACES = st.sampled_from([("", ""), ("US", ""), ("US", "CA"), ("DE", "BE"), ("FR", ""), ("GB", "SCT"), ("JP", "")])
ZONES = st.sampled_from(sorted(available_timezones() - {"Factory", "localtime"}))
REVIEWS = sorted(id for id, one in shipped_profiles().items() if one.right == "review")


@given(DAYS, st.integers(0, 40), PLACES)
def test_business_days_are_counted_one_by_one(day: date, count: int, place: tuple[str, str]) -> None:
    calendar = Calendar(country=place[0], subdivision=place[1])
    end = calendar.after_business_days(day, count)
    off = holidays.country_holidays(place[0], subdiv=place[1] or None) if place[0] else {}
    between = (day + timedelta(days=n) for n in range(1, (end - day).days + 1))
    working = [one for one in between if one.weekday() < 5 and one not in off]
    assert len(working) == count
    assert not count or working[-1] == end


@given(DAYS, PLACES)
def test_the_next_business_day_is_the_first_that_is_one(day: date, place: tuple[str, str]) -> None:
    calendar = Calendar(country=place[0], subdivision=place[1])
    found = calendar.next_business_day(day)
    assert found >= day
    assert calendar.is_business_day(found)
    assert not any(calendar.is_business_day(day + timedelta(days=n)) for n in range((found - day).days))


@given(DAYS, st.integers(0, 30))
def test_months_are_counted_one_by_one(day: date, count: int) -> None:
    first = day.replace(day=1)
    for _ in range(count):
        first = (first + timedelta(days=32)).replace(day=1)
    in_month = (first + timedelta(days=n) for n in range(31))
    assert add_months(day, count) == max(d for d in in_month if d.month == first.month and d.day <= day.day)


def test_known_holidays() -> None:
    us = check_calendar("America/New_York", "US")
    assert not us.is_business_day(date(2026, 7, 3))  # the fourth falls on a Saturday
    assert not us.is_business_day(date(2026, 6, 19))
    assert us.is_business_day(date(2026, 7, 6))
    berlin = check_calendar("Europe/Berlin", "DE", "BE")
    assert not berlin.is_business_day(date(2027, 3, 8))
    assert check_calendar("Europe/Berlin", "DE", "BY").is_business_day(date(2027, 3, 8))


@given(
    TIMES,
    ZONES,
    st.sampled_from(["us_snap", "us_medicaid", "us_ssa", "generic"]),
)
@settings(max_examples=60)
def test_a_contest_on_the_last_local_minute_is_in_time_and_a_minute_later_is_not(
    at: datetime, zone: str, id: str
) -> None:
    sent = walked(_opened(id, at, zone), "issue_notice")
    last = find_due_day(sent, "file_by", sent.calendar.day(sent.last))
    assert last is not None
    assert sent.calendar.is_business_day(last)
    midnight = datetime.combine(last + timedelta(days=1), time(), ZoneInfo(zone)).astimezone(UTC)
    before = perform(sent, right_act("file", sent, at=midnight - timedelta(minutes=1)))
    after = perform(sent, right_act("file", sent, at=midnight + timedelta(minutes=1)))
    # where a zone skips a whole day at that midnight, the minute after lies two days on: late all the same
    assert not was_filed_late(before)
    assert was_filed_late(after)


def _opened(id: str, at: datetime, zone: str) -> Standing:
    return open_standing(opening(id, zone=zone), at)


@given(TIMES, st.integers(0, 40))
@settings(max_examples=40)
def test_receipt_is_presumed_and_a_later_proved_one_counts(at: datetime, delay: int) -> None:
    sent = walked(_opened("us_ssa", at, "America/New_York"), "issue_notice")
    sent_on = sent.dates["issue_notice"]
    came = Delivery(on=sent_on + timedelta(days=delay))
    act = right_act("deliver", sent, at=sent.last + timedelta(days=41)).model_copy(update={"brought": came})
    got = perform(sent, act)
    last = find_due_day(got, "file_by", sent_on)
    expected = sent_on + timedelta(days=60 + max(5, delay))
    assert last == got.calendar.next_business_day(expected)


def _evidence(id: str = "us_snap") -> Standing:
    return walked(matter(id), *TO_REVIEW[:6])


@given(st.integers(1, 30), st.sampled_from(["affected_person", "original_decider"]), st.integers(0, 40))
@settings(max_examples=60)
def test_only_the_persons_postponement_gives_the_agency_time(days: int, who: Role, resumed_after: int) -> None:
    start = _evidence()
    day = start.calendar.day(start.last)
    before = find_due_day(start, "decide_by", day)
    act = right_act("postpone", start, who, at=start.last)
    put_off = perform(start, act.model_copy(update={"brought": Postponement(until=day + timedelta(days=days))}))
    on = perform(put_off, right_act("resume", put_off, at=start.last + timedelta(days=resumed_after)))
    assert before is not None
    lengthened = min(days, resumed_after) if who == "affected_person" else 0
    assert find_due_day(on, "decide_by", day) == before + timedelta(days=lengthened)
    assert on.state == start.state


def test_postponements_add_up_to_the_most_the_profile_allows() -> None:
    start = _evidence()
    twenty = right_act("postpone", start, at=start.last).model_copy(
        update={"brought": Postponement(until=start.calendar.day(start.last) + timedelta(days=20))}
    )
    put_off = perform(start, twenty)
    on = perform(put_off, right_act("resume", put_off, at=start.last + timedelta(days=20)))
    more = right_act("postpone", on, at=on.last).model_copy(
        update={"brought": Postponement(until=on.calendar.day(on.last) + timedelta(days=11))}
    )
    assert find_refusing(on, more) == {"postponement_left"}
    assert next(iter(find_refusals(on, more).values())).startswith("11 days ")


@given(st.integers(0, 300))
@settings(max_examples=30)
def test_a_stay_gives_exactly_its_days(days: int) -> None:
    start = _evidence()
    day = start.calendar.day(start.last)
    stayed = perform(start, right_act("stay", start, at=start.last))
    assert not list_overdue(stayed, day + timedelta(days=days))
    on = perform(stayed, right_act("lift_stay", stayed, at=start.last + timedelta(days=days)))
    before = find_due_day(start, "decide_by", day)
    assert before is not None
    assert find_due_day(on, "decide_by", day) == before + timedelta(days=days)


@pytest.mark.parametrize(("track", "days"), [("eligibility", 7), ("services", 3)])
def test_a_fast_track_counts_business_days_from_the_filing(track: str, days: int) -> None:
    filed = walked(matter("us_medicaid"), "issue_notice", "file")
    act = right_act("accept", filed).model_copy(update={"brought": Admission(expedited=track)})
    fast = perform(filed, act)
    expected = fast.calendar.after_business_days(fast.dates["file"], days)
    assert find_due_day(fast, "decide_by", fast.dates["file"]) == expected


def test_an_extension_is_given_once_in_time_and_with_reasons() -> None:
    accepted = walked(matter("gdpr22"), "issue_notice", "file", "accept")
    filed = accepted.dates["file"]
    assert find_due_day(accepted, "decide_by", filed) == accepted.calendar.next_business_day(add_months(filed, 1))
    longer = walked(accepted, "extend")
    assert find_due_day(longer, "decide_by", filed) == longer.calendar.next_business_day(
        add_months(add_months(filed, 1), 2)
    )
    assert find_refusing(longer, right_act("extend", longer)) == {"extension_allowed"}
    too_late = right_act("extend", accepted, at=accepted.last + timedelta(days=60))
    assert find_refusing(accepted, too_late) == {"extension_allowed"}


def test_benefits_go_on_only_when_asked_for_in_time() -> None:
    sent = walked(matter("us_snap"), "issue_notice")
    for days, goes_on in ((9, True), (30, False)):
        act = right_act("file", sent, at=sent.last + timedelta(days=days))
        asked = act.brought.model_copy(update={"continue_benefits": True})
        assert benefits_continue(perform(sent, act.model_copy(update={"brought": asked}))) is goes_on


@given(st.sampled_from(REVIEWS), st.sampled_from(STATES), st.integers(0, 3000))
@settings(max_examples=60, deadline=None)
def test_time_alone_never_denies(id: str, state: State, days: int) -> None:
    """However late it is, a program can only end a window that nobody used, or call the supervisor."""
    standing = reached(id).get(state, reached()[state])
    at = standing.last + timedelta(days=days)
    for name, row in load_table().items():
        act = right_act(name, standing, row.roles[0], at=at)
        program = act.model_copy(update={"by": act.by.model_copy(update={"nature": "software"})})
        if row.to != "same" and not find_refusals(standing, program):
            landed = perform(standing, program).state
            assert landed not in {"rejected_untimely", "rejected_not_contestable", "decided", "defaulted", "withdrawn"}
            assert landed != "expired_no_contest" or standing.filing is None


def test_what_is_overdue_can_be_escalated_wherever_it_is_owed() -> None:
    for state, standing in reached().items():
        at = standing.last + timedelta(days=400)
        late = list_overdue(standing, standing.calendar.day(at))
        if state in RESTING:
            assert not late
        elif late and state != "escalated":
            assert not find_refusals(standing, right_act("escalate", standing, "records_clerk", at=at)), state


def test_clocks_come_in_the_order_of_their_days_and_say_who_owes_them() -> None:
    standing = _evidence("generic")
    found = list_clocks(standing, standing.calendar.day(standing.last))
    assert [c.due for c in found] == sorted(c.due for c in found)
    assert {c.name: c.owed_by for c in found}["file_by"] == "affected"
    assert {c.name for c in found if c.met} == {
        "file_by", "benefits_continue_if_filed_by", "acknowledge_by", "record_by",
    }  # fmt: skip


def test_unknown_places_are_refused() -> None:
    with pytest.raises(SettingError, match="Mars/Olympus"):
        check_calendar("Mars/Olympus")
    with pytest.raises(SettingError, match="XX"):
        check_calendar("UTC", "XX")
    with pytest.raises(InputError):
        Calendar().day(datetime(2026, 1, 1))  # noqa: DTZ001


def test_every_deadline_can_begin_and_be_met() -> None:
    """No profile counts from what never comes, or waits for what nobody can do."""
    moments = {moment for row in load_table().values() for moment in row.moments}
    met = {name for row in load_table().values() for name in row.meets}
    for one in shipped_profiles().values():
        assert {term.after for term in one.term.values()} <= moments, one.id
        assert set(one.term) <= met, one.id


def test_time_runs_anew_when_a_matter_is_opened_again() -> None:
    decided = walked(matter(), *TO_REVIEW, "decide", "notify_decision", "appeal")
    later = right_act("reopen", decided, at=decided.last + timedelta(days=300))
    again = perform(decided, later)
    today = again.calendar.day(later.at)
    found = {clock.name: clock for clock in list_clocks(again, today)}
    assert not any(clock.overdue for clock in found.values())
    assert found["decide_by"].due == today + timedelta(days=60)
    assert found["record_by"].due == again.calendar.after_business_days(today, 10)
    assert not found["file_by"].late
    assert found["acknowledge_by"].met == today


def test_the_last_day_that_the_notice_names_binds() -> None:
    """A longer one stands; a shorter one is refused; what is worked out later can only lengthen it."""
    drafted = matter("us_snap")
    act = right_act("issue_notice", drafted)
    least = last_day_if_sent(drafted, drafted.calendar.day(act.at))
    assert least is not None
    longer = perform(drafted, act.model_copy(update={"brought": Sent(file_by=least + timedelta(days=7))}))
    assert find_due_day(longer, "file_by", least) == least + timedelta(days=7)
    for shorter in (None, least - timedelta(days=1)):
        refused = act.model_copy(update={"brought": Sent(file_by=shorter)})
        assert find_refusing(drafted, refused) == {"last_day_not_shorter"}
        assert least.isoformat() in next(iter(find_refusals(drafted, refused).values()))
    exact = perform(drafted, act)
    elsewhere = exact.model_copy(update={"calendar": Calendar(zone="America/New_York")})  # a calendar without holidays
    assert find_due_day(elsewhere, "file_by", least) == least


def test_the_agency_owes_every_day_but_those_to_contest() -> None:
    person = {"file_by", "benefits_continue_if_filed_by", "appeal_by"}
    assert {name for name in get_args(ClockName) if find_owing(name) == "affected"} == person
