"""Matters for the tests: a decision, acts that are right where they stand, and a matter brought to every state."""

from __future__ import annotations

from collections import deque
from datetime import UTC, date, datetime, timedelta
from functools import cache

from foam.appeal.acts import (
    Act,
    Admission,
    Advice,
    Assignment,
    Brought,
    Correction,
    Delivery,
    Disclosure,
    Disposition,
    Evidence,
    Filing,
    FirstDecision,
    Ground,
    Hearing,
    Item,
    Mailing,
    Nothing,
    Opening,
    Postponement,
    Reason,
    Redaction,
    Ruling,
    Sent,
    Settlement,
    Words,
)
from foam.appeal.clocks import find_due_day, last_day_if_sent, was_filed_late
from foam.appeal.parties import Party, Role
from foam.appeal.perform import find_refusals, perform
from foam.appeal.profile import find_profile
from foam.appeal.ruling import ALL_GUARDS
from foam.appeal.standing import Standing, open_standing
from foam.appeal.table import State, load_table, table_digest
from foam.values import digest

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""A Monday."""


def words(text: str) -> Words:
    return Words(commitment=digest(text))


def reason(text: str, *cites: str) -> Reason:
    return Reason(words=words(text), cites=cites)


def opening(id: str = "generic", **changed: object) -> Opening:
    decision = FirstDecision(
        action=words("less money"),
        effective=date(2026, 4, 1),
        reasons=(reason("too much pay", "i1"),),
        rules=("rule 1",),
        ai_role="It listed arguments.",
        main_elements=(words("October pay"),),
        how_to_contest="Call us.",
        continuation="It can go on.",
    )
    item = Item(id="i1", title=words("pay slip"))
    made = Opening(
        profile=id,
        rules=find_profile(id),
        procedure=table_digest(),
        person=words("Ada"),
        decider="worker",
        operator="analyst",
        items=(item,),
        decision=decision,
    )
    return made.model_copy(update=changed)


def matter(id: str = "generic", **changed: object) -> Standing:
    return open_standing(opening(id, **changed), START)


PEOPLE: dict[Role, str] = {
    "affected_person": "ada",
    "representative": "rep",
    "original_decider": "worker",
    "evidence_officer": "officer",
    "foam_operator": "analyst",
    "decision_maker": "judge",
    "supervisor": "boss",
    "records_clerk": "clerk",
    "witness": "witness",
    "auditor": "auditor",
    "interpreter": "interpreter",
    "panelist_agent": "panelist",
}


def party(role: Role) -> Party:
    return Party(id=PEOPLE[role], role=role, nature="software" if role == "panelist_agent" else "person")


def right_act(name: str, standing: Standing, role: Role | None = None, *, at: datetime | None = None) -> Act:
    """The act as it should be done here, if it can be done at all."""
    row = load_table()[name]
    when = at or _when(name, standing)
    return Act(
        name=name,
        by=party(role or row.roles[0]),
        at=when,
        reasons=(reason(f"why {name}", "i1", "#0"),),
        brought=_brought(name, row.brings, standing, when),
    )


def _when(name: str, standing: Standing) -> datetime:
    later = standing.last + timedelta(hours=1)
    today = standing.calendar.day(later)
    match name:
        case "expire":
            last = find_due_day(standing, "file_by", today)
            return later if last is None else _noon(last + timedelta(days=1))
        case "escalate":
            return later + timedelta(days=200)
        case "hold_hearing" | "default" if standing.hearing is not None:
            return max(later, standing.hearing.at + timedelta(days=1))
        case "close" if standing.state in ("settled", "withdrawn"):
            return later + timedelta(days=standing.profile.objection_days + 7)
        case "close_record" | "decide":
            return later + timedelta(days=standing.profile.disclosure_days + 1)
        case _:
            return later


def _noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def _brought(name: str, kind: str, standing: Standing, at: datetime) -> Brought:
    new = Item(id=f"i{len(standing.items) + 1}", title=words(f"new {len(standing.items)}"))
    everything = tuple(item.id for item in standing.items)
    kinds: dict[str, Brought] = {
        "nothing": Nothing(),
        "sent": Sent(file_by=last_day_if_sent(standing, standing.calendar.day(at))),
        "correction": Correction(action=words("You were paid too much in November.")),
        "delivery": Delivery(on=standing.calendar.day(at)),
        "filing": Filing(grounds=(Ground(id="g1", kind="factual_error", statement=words("wrong")),), items=(new,)),
        "admission": Admission(good_cause=words("ill")),
        "evidence": Evidence(items=(new,)),
        "disclosure": Disclosure(items=everything),
        "hearing": Hearing(at=at + timedelta(days=80), place=words("room 4")),
        "advice": Advice(run="b2:1", items=(new.model_copy(update={"kind": "advice", "run": "b2:1"}),)),
        "assignment": Assignment(reviewer="judge"),
        "ruling": ruling(standing),
        "postponement": Postponement(until=standing.calendar.day(at) + timedelta(days=5)),
        "settlement": Settlement(terms=words("half")),
        "mailing": Mailing(letter="decision"),
        "redaction": Redaction(commitments=standing.words[-1:], because="it names a child"),
    }
    return kinds[kind]


def ruling(standing: Standing) -> Ruling:
    said = tuple(
        Disposition(ground=ground.id, finding="sustained", reasons=(reason("so it is", "i1"),))
        for ground in standing.grounds
    )
    return Ruling(outcome="reversed", dispositions=said, remedies=("recalculate",))


@cache
def reached(id: str = "generic") -> dict[State, Standing]:
    """One matter for every state that right acts lead to, found breadth first from a drafted decision."""
    start = matter(id)
    seen, waiting, found = {_sort(start)}, deque([start]), {start.state: start}
    while waiting:
        here = waiting.popleft()
        for name in load_table():
            act = right_act(name, here)
            if not find_refusals(here, act) and _sort(there := perform(here, act)) not in seen:
                seen.add(_sort(there))
                found.setdefault(there.state, there)
                waiting.append(there)
    return found


def _sort(standing: Standing) -> tuple[object, ...]:
    """Matters that differ so can go different ways."""
    ending = standing.offered_side, standing.paper_by
    return standing.state, was_filed_late(standing), standing.hearing is not None, *ending


def walked(standing: Standing, *names: str) -> Standing:
    """The matter after these acts, each done right."""
    for name in names:
        standing = perform(standing, right_act(name, standing))
    return standing


TO_REVIEW = (
    "issue_notice", "deliver", "file", "accept", "disclose_record", "open_evidence", "close_record", "assign",
)  # fmt: skip


def find_refusing(standing: Standing, act: Act) -> set[str]:
    """The guards that refuse the act; the state table lets it pass."""
    refusing = {name for name in load_table()[act.name].guards if ALL_GUARDS[name](standing, act)}
    assert len(find_refusals(standing, act)) == len(refusing)
    return refusing


def make_heard() -> Standing:
    """A matter that was contested in full, heard and decided, so that every letter can be written from it."""
    sent = walked(matter("generic"), "issue_notice")
    act = right_act("file", sent)
    filing = Filing(
        grounds=(Ground(id="g1", kind="model_error", target="claim-3", statement=words("wrong")),),
        hearing=True,
        continue_benefits=True,
    )
    filed = perform(sent, act.model_copy(update={"brought": filing}))
    heard = walked(filed, *TO_REVIEW[3:6], "set_hearing", "hold_hearing", "disclose", "close_record", "assign")
    return walked(heard, "decide", "notify_decision")


def make_explained() -> Standing:
    return walked(matter("aiact86"), "issue_notice", "file", "accept", "explain")


def make_ended() -> Standing:
    return walked(matter(), *TO_REVIEW[:3], "offer", "settle")


def make_due(notice: str) -> Standing:
    """A matter in which this letter is due."""
    return {"explanation": make_explained, "ending": make_ended}.get(notice, make_heard)()
