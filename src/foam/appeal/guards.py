"""Guards: what must hold before an act takes effect. Each says, in one line, why not; an empty line lets it pass.

The table names the guards of each act; here stands what they mean. They see the matter and the act, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta

from foam.appeal.acts import (
    Act,
    Admission,
    Advice,
    Assignment,
    Delivery,
    Disclosure,
    Evidence,
    Filing,
    Hearing,
    Item,
    Postponement,
    Reason,
    Redaction,
    Sent,
)
from foam.appeal.clocks import (
    find_due_day,
    find_objection_day,
    is_remedy_owed,
    last_day_if_sent,
    list_overdue,
    was_filed_late,
)
from foam.appeal.parties import OUTSIDE_OFFICE
from foam.appeal.standing import Standing
from foam.appeal.table import spell
from foam.pack.profile import NoticeField

Guard = Callable[[Standing, Act], str]


def check_order(standing: Standing, act: Act) -> str:
    return "it is dated before the last act on file" if act.at < standing.last else ""


def check_cites(standing: Standing, reasons: Iterable[Reason]) -> str:
    """Every reason cites at least one thing on file, and nothing that is not there."""
    known = {item.id for item in standing.items} | {f"#{n}" for n in range(standing.acts)}
    for number, reason in enumerate(reasons, 1):
        if not reason.cites:
            return f"reason {number} cites nothing on file"
        if missing := [cite for cite in reason.cites if cite not in known]:
            return f"reason {number} cites {', '.join(missing)}, which is not on file"
    return ""


def _reasoned(standing: Standing, act: Act) -> str:
    return check_cites(standing, act.reasons) if act.reasons else "it needs a reason that cites something on file"


def _natural_person(standing: Standing, act: Act) -> str:
    return "" if act.by.nature == "person" else f"only a natural person may do this, and {act.by.id} is {act.by.nature}"


def _independent(standing: Standing, act: Act) -> str:
    return _may_decide(standing, act.by.id)


def _reviewer_independent(standing: Standing, act: Act) -> str:
    return _may_decide(standing, act.brought.reviewer) if isinstance(act.brought, Assignment) else ""


def _may_decide(standing: Standing, id: str) -> str:
    barred = id in standing.barred()
    return f"{id} took part in the matter otherwise and may not decide it" if barred else ""


def _notice_complete(standing: Standing, act: Act) -> str:
    advised: tuple[NoticeField, ...] = ("ai_role",) if standing.opening.run else ()
    wanted = dict.fromkeys((*standing.profile.notice, *advised))
    missing = [field for field in wanted if not _told(standing, field)]
    if missing:
        return f"the notice lacks {', '.join(f'{spell(one)} ({one})' for one in missing)}"
    most = standing.profile.most_reasons
    count = len(standing.opening.decision.reasons)
    return f"{count} reasons are more than the {most} that help" if most and count > most else ""


def _last_day_not_shorter(standing: Standing, act: Act) -> str:
    named = act.brought.file_by if isinstance(act.brought, Sent) else None
    least = last_day_if_sent(standing, standing.calendar.day(act.at))
    if least is None or (named is not None and named >= least):
        return ""
    return f"the notice has to give time until {least.isoformat()} at least"


def _told(standing: Standing, field: NoticeField) -> bool:
    if field == "evidence":
        return bool(standing.items)
    return bool(getattr(standing.opening.decision, field))


def _ai_role_told(standing: Standing, act: Act) -> str:
    wanted: tuple[NoticeField, ...] = ("ai_role", "main_elements")
    missing = [f for f in wanted if f in standing.profile.notice and not _told(standing, f)]
    return f"the explanation lacks {', '.join(f'{spell(one)} ({one})' for one in missing)}" if missing else ""


def _right_to_review(standing: Standing, act: Act) -> str:
    wanted = standing.profile.right == "review"
    return "" if wanted else f"{standing.profile.title} gives a right to an explanation only"


def _right_to_explanation(standing: Standing, act: Act) -> str:
    wanted = standing.profile.right == "explanation"
    return "" if wanted else f"{standing.profile.title} asks for a decision by a person, not for an explanation alone"


def _received_after_sent(standing: Standing, act: Act) -> str:
    if not isinstance(act.brought, Delivery):
        return ""
    within = standing.dates["issue_notice"] <= act.brought.on <= standing.calendar.day(act.at)
    return "" if within else "it can only have been received between its sending and today"


def _window_over(standing: Standing, act: Act) -> str:
    today = standing.calendar.day(act.at)
    last = find_due_day(standing, "file_by", today)
    if last is None:
        return f"{standing.profile.title} sets no last day for a contest"
    return f"a contest may be filed until {last.isoformat()}" if today <= last else ""


def _grounds_fit_profile(standing: Standing, act: Act) -> str:
    if not isinstance(act.brought, Filing):
        return ""
    ids = [ground.id for ground in act.brought.grounds]
    if len(set(ids)) != len(ids):
        return "two grounds share an id"
    foreign = [g.kind for g in act.brought.grounds if g.kind not in standing.profile.grounds]
    return f"{standing.profile.title} knows no ground {', '.join(foreign)}" if foreign else ""


def _expedited_fits_profile(standing: Standing, act: Act) -> str:
    track = act.brought.expedited if isinstance(act.brought, Filing | Admission) else ""
    if not track or track in standing.profile.expedited:
        return ""
    there = ", ".join(standing.profile.expedited) or "none"
    return f"{standing.profile.title} has no fast track {track!r}; there is {there}"


def _new_items(standing: Standing, act: Act) -> str:
    items: tuple[Item, ...] = act.brought.items if isinstance(act.brought, Filing | Evidence | Advice) else ()
    expected = [f"i{len(standing.items) + n}" for n in range(1, len(items) + 1)]
    if [item.id for item in items] != expected:
        return f"new items are numbered on: {', '.join(expected)}"
    advice = isinstance(act.brought, Advice)
    wrong = [item.id for item in items if (item.kind == "advice") != advice]
    return f"{', '.join(wrong)}: only a deliberation brings advice, and it brings nothing else" if wrong else ""


def _filed_late(standing: Standing, act: Act) -> str:
    return "" if was_filed_late(standing) else "the contest was filed in time"


def _timely_or_good_cause(standing: Standing, act: Act) -> str:
    excused = isinstance(act.brought, Admission) and act.brought.good_cause is not None
    return "the contest came late: on what good cause is it heard?" if was_filed_late(standing) and not excused else ""


def _known_items(standing: Standing, act: Act) -> str:
    ids = act.brought.items if isinstance(act.brought, Disclosure) else ()
    missing = [id for id in ids if standing.item(id) is None]
    return f"{', '.join(missing)} is not on file" if missing else ""


def _whole_record(standing: Standing, act: Act) -> str:
    """Both sides have everything; before the record closes they must have had it for the profile's days."""
    now_shown = set(act.brought.items) if isinstance(act.brought, Disclosure) else set()
    left = [i.id for i in standing.items if standing.shown_to_both(i.id) is None and i.id not in now_shown]
    if left:
        return f"not every item is shown to both sides: {', '.join(left)}"
    recent = [] if isinstance(act.brought, Disclosure) else list_unseen(standing, act, [i.id for i in standing.items])
    days = standing.profile.disclosure_days
    return f"both sides have not had {', '.join(recent)} for {days} days" if recent else ""


def list_unseen(standing: Standing, act: Act, ids: Iterable[str]) -> list[str]:
    """Those items that both sides have not had for the profile's days when the act is done, nor when the person did
    without these days."""
    latest = standing.calendar.day(act.at) - timedelta(days=standing.profile.disclosure_days)
    latest = max(latest, standing.dates.get("waive_days", latest))
    return [id for id in ids if (since := standing.shown_to_both(id)) is None or since > latest]


def _own_side(standing: Standing, act: Act) -> str:
    """Nobody who works on the matter for the office speaks for the person in it."""
    opening = standing.opening
    office = {one.id for one in standing.parties if one.role not in OUTSIDE_OFFICE}
    if act.by.side != "affected" or act.by.id not in office | {opening.decider, opening.operator, standing.reviewer}:
        return ""
    return f"{act.by.id} works on the matter for the office and cannot speak for the person"


def _other_side_offered(standing: Standing, act: Act) -> str:
    if standing.offer is None:
        return "nobody has put terms forward"
    own = standing.offered_side == act.by.side
    return f"the terms come from the side of {act.by.id}: the other side has to agree" if own else ""


def _office_offered(standing: Standing, act: Act) -> str:
    return "" if standing.offered_side == "agency" else "the office has put no terms forward"


def _second_official(standing: Standing, act: Act) -> str:
    """The person's signed paper is on file, and whoever confirms it neither brought it nor took the first decision."""
    if not standing.paper_by:
        return "no signed paper of the person is on file"
    if act.by.id in (standing.paper_by, standing.opening.decider):
        return f"a second official has to confirm it, and {act.by.id} brought the paper or took the first decision"
    return ""


def _time_to_object(standing: Standing, act: Act) -> str:
    last = find_objection_day(standing)
    over = last is None or standing.calendar.day(act.at) > last
    return "the days to object are over: ask a supervisor to open it again" if over else ""


def _time_to_object_over(standing: Standing, act: Act) -> str:
    last = find_objection_day(standing) if standing.state in ("settled", "withdrawn") else None
    waits = last is not None and standing.calendar.day(act.at) <= last
    return f"the person can object until {last.isoformat()}" if last and waits else ""


def _hearing_notice_long_enough(standing: Standing, act: Act) -> str:
    if not isinstance(act.brought, Hearing):
        return ""
    ahead = (standing.calendar.day(act.brought.at) - standing.calendar.day(act.at)).days
    wanted = standing.profile.hearing_notice_days
    if ahead < 0:
        return "the hearing lies in the past"
    is_short = ahead < wanted and not act.brought.waived
    return f"the hearing is {ahead} days ahead, and {wanted} are due" if is_short else ""


def _hearing_was_set(standing: Standing, act: Act) -> str:
    if standing.hearing is None:
        return "no hearing was set"
    return "the hearing is still to come" if act.at < standing.hearing.at else ""


def _hearing_missed(standing: Standing, act: Act) -> str:
    if standing.heard:
        return "the hearing was held"
    if standing.hearing is None:
        return "no hearing was set"
    day = standing.calendar.day
    return "" if day(act.at) > day(standing.hearing.at) else "the day of the hearing is not over"


def _hearing_held_if_asked(standing: Standing, act: Act) -> str:
    asked = standing.filing is not None and standing.filing.hearing and standing.profile.hearing == "on_request"
    return "a hearing was asked for and not held" if asked and not standing.heard else ""


def _remedy_ordered(standing: Standing, act: Act) -> str:
    return "" if is_remedy_owed(standing) else "the decision orders no remedy"


def _nothing_left_to_do(standing: Standing, act: Act) -> str:
    waits = standing.state in ("decision_notified", "withdrawn") and "implement" not in standing.dates
    left = waits and is_remedy_owed(standing)
    return "the remedy is not carried out" if left else ""


def _overdue(standing: Standing, act: Act) -> str:
    return "" if list_overdue(standing, standing.calendar.day(act.at)) else "nothing that the agency owes is overdue"


def _escalated_for_delay(standing: Standing, act: Act) -> str:
    appealed = standing.escalated_by != "escalate"
    return "it was appealed, not delayed: it has to be opened again" if appealed else ""


def _extension_allowed(standing: Standing, act: Act) -> str:
    if standing.profile.extension is None:
        return f"{standing.profile.title} knows no extension"
    if "extend" in standing.dates:
        return "the time was extended once already"
    today = standing.calendar.day(act.at)
    last = find_due_day(standing, "decide_by", today)
    return "" if last is not None and today <= last else "the time to decide is over"


def _postponement_left(standing: Standing, act: Act) -> str:
    if not isinstance(act.brought, Postponement):
        return ""
    days = (act.brought.until - standing.calendar.day(act.at)).days
    if days <= 0:
        return "it has to last until a later day"
    left = standing.profile.postponement_days - (standing.postponed_days if act.by.side == "affected" else 0)
    return f"{days} days are asked for and {max(0, left)} are left" if days > left else ""


def _known_words(standing: Standing, act: Act) -> str:
    wanted = act.brought.commitments if isinstance(act.brought, Redaction) else ()
    known = set(standing.words) - set(standing.redacted)
    missing = [commitment for commitment in wanted if commitment not in known]
    return f"the file holds no words {', '.join(missing)}" if missing else ""


GUARDS: dict[str, Guard] = {
    "ai_role_told": _ai_role_told,
    "escalated_for_delay": _escalated_for_delay,
    "expedited_fits_profile": _expedited_fits_profile,
    "extension_allowed": _extension_allowed,
    "filed_late": _filed_late,
    "grounds_fit_profile": _grounds_fit_profile,
    "hearing_held_if_asked": _hearing_held_if_asked,
    "hearing_missed": _hearing_missed,
    "hearing_notice_long_enough": _hearing_notice_long_enough,
    "hearing_was_set": _hearing_was_set,
    "independent": _independent,
    "known_items": _known_items,
    "known_words": _known_words,
    "last_day_not_shorter": _last_day_not_shorter,
    "natural_person": _natural_person,
    "new_items": _new_items,
    "nothing_left_to_do": _nothing_left_to_do,
    "notice_complete": _notice_complete,
    "office_offered": _office_offered,
    "other_side_offered": _other_side_offered,
    "overdue": _overdue,
    "own_side": _own_side,
    "postponement_left": _postponement_left,
    "reasoned": _reasoned,
    "received_after_sent": _received_after_sent,
    "remedy_ordered": _remedy_ordered,
    "reviewer_independent": _reviewer_independent,
    "right_to_explanation": _right_to_explanation,
    "right_to_review": _right_to_review,
    "second_official": _second_official,
    "time_to_object": _time_to_object,
    "time_to_object_over": _time_to_object_over,
    "timely_or_good_cause": _timely_or_good_cause,
    "whole_record": _whole_record,
    "window_over": _window_over,
}
