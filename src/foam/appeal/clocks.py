"""Clocks: which deadline falls on which day, whether it was met, and what is overdue. Pure: today is an argument.

A deadline that passes denies nobody anything. The agency's escalate; the person's end the time to file, after which a
contest may still be heard on good cause.
"""

from __future__ import annotations

from datetime import date, timedelta

from foam.appeal.parties import Side
from foam.appeal.profile import add_length, does_roll, find_owing
from foam.appeal.standing import Standing
from foam.appeal.table import State, load_table
from foam.pack.profile import ClockName, Moment
from foam.values import Value

RESTING: frozenset[State] = frozenset(
    {
        "draft_decision",
        "expired_no_contest",
        "rejected_untimely",
        "rejected_not_contestable",
        "implemented",
        "closed",
        "withdrawn",
        "defaulted",
        "settled",
        "stayed",
    }
)
"""Where nobody owes the next step: no clock runs."""


class Clock(Value):
    """One deadline of a matter."""

    name: ClockName
    due: date
    owed_by: Side
    met: date | None = None
    overdue: bool = False
    """The agency owes it, the day is past and it is not done."""

    @property
    def late(self) -> bool:
        """Done, but after its day."""
        return self.met is not None and self.met > self.due


def list_clocks(standing: Standing, today: date) -> tuple[Clock, ...]:
    """Every deadline that has begun to run, by its day."""
    running = [_clock(standing, name, today) for name in standing.profile.term]
    return tuple(sorted((c for c in running if c is not None), key=lambda c: (c.due, c.name)))


def list_overdue(standing: Standing, today: date) -> tuple[Clock, ...]:
    """What the agency owes and has not done in time."""
    return tuple(clock for clock in list_clocks(standing, today) if clock.overdue)


def find_due_day(standing: Standing, name: ClockName, today: date) -> date | None:
    """The last day of a deadline; None while it does not run or the profile has none."""
    term = standing.profile.term.get(name)
    start = None if term is None else _find_moment(standing, term.after)
    if term is None or start is None:
        return None
    length = standing.profile.expedited.get(standing.expedited) if name == "decide_by" else None
    day = add_length(length or term, start, standing.calendar)
    if name == "decide_by":
        day = _lengthened(standing, day, today)
    last = standing.calendar.next_business_day(day) if does_roll(standing.profile, name) else day
    return max(last, standing.named_last_day or last) if name == "file_by" else last


def _find_moment(standing: Standing, name: Moment) -> date | None:
    """The day from which a deadline counts; None before it has come."""
    days = [
        standing.dates[row.name] for row in load_table().values() if name in row.moments and row.name in standing.dates
    ]
    latest = max(days, default=None)
    return _receipt(standing, latest) if name == "receipt" else latest


def last_day_if_sent(standing: Standing, today: date) -> date | None:
    """The last day to contest of a notice that is sent today; None where the profile sets none."""
    sent = standing.model_copy(update={"dates": standing.dates | {"issue_notice": today}})
    return find_due_day(sent, "file_by", today)


def find_objection_day(standing: Standing) -> date | None:
    """The last day on which the person can object to an end by agreement or withdrawal; None without such an end."""
    ended = _find_moment(standing, "ending")
    if ended is None:
        return None
    return standing.calendar.next_business_day(ended + timedelta(days=standing.profile.objection_days))


def was_filed_late(standing: Standing) -> bool:
    """Whether the contest came after its last day."""
    filed = standing.dates.get("file")
    last = None if filed is None else find_due_day(standing, "file_by", filed)
    return filed is not None and last is not None and filed > last


def benefits_continue(standing: Standing) -> bool:
    """Whether the person asked in time that what they had goes on meanwhile."""
    if standing.filing is None or not standing.filing.continue_benefits:
        return False
    filed = standing.dates["file"]
    last = find_due_day(standing, "benefits_continue_if_filed_by", filed)
    return last is not None and filed <= last


def _receipt(standing: Standing, came: date | None) -> date | None:
    """The presumed day, or the proved one when it is later: what is doubtful goes in the person's favour."""
    sent = _find_moment(standing, "notice")
    if sent is None:
        return None
    presumed = sent + timedelta(days=standing.profile.presumed_receipt_days)
    return presumed if came is None else max(presumed, came)


def _lengthened(standing: Standing, day: date, today: date) -> date:
    if "extend" in standing.dates and standing.profile.extension is not None:
        day = add_length(standing.profile.extension, day, standing.calendar)
    lasting = (today - standing.stay.start).days if standing.stay else 0
    return day + timedelta(days=standing.postponed_days + standing.stayed_days + max(0, lasting))


def _clock(standing: Standing, name: ClockName, today: date) -> Clock | None:
    last = find_due_day(standing, name, today)
    if last is None or (name == "implement_by" and not is_remedy_owed(standing)):
        return None
    done = (
        standing.dates[row.name] for row in load_table().values() if name in row.meets and row.name in standing.dates
    )
    met = min(done, default=None)
    owed_by = find_owing(name)
    late = met is None and today > last and owed_by == "agency" and standing.state not in RESTING
    return Clock(name=name, due=last, owed_by=owed_by, met=met, overdue=late)


def is_remedy_owed(standing: Standing) -> bool:
    """Whether the ruling that counts orders anything to be done: an earlier one where what came after is taken back."""
    ruling = standing.ruling or (standing.left_undone if standing.state == "withdrawn" else None)
    return ruling is not None and any(remedy != "none" for remedy in ruling.remedies)
