"""Where a matter stands: everything its acts add up to. Folds acts; asks no clock and checks no rule."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from pydantic import AwareDatetime

from foam.appeal.acts import (
    Act,
    Admission,
    Advice,
    Assignment,
    Correction,
    Delivery,
    Disclosure,
    Evidence,
    Filing,
    Ground,
    Hearing,
    Item,
    Opening,
    Postponement,
    Reason,
    Redaction,
    Ruling,
    Sent,
    Settlement,
    Words,
)
from foam.appeal.parties import BARRED, SIDES, Party, Side
from foam.appeal.table import State, Transition
from foam.pack.calendar import Calendar, check_calendar
from foam.pack.profile import Profile
from foam.values import Value

_ENDED: frozenset[State] = frozenset({"settled", "withdrawn"})
"""Where the contest goes on as it was if the person objects in time."""
_INTERRUPTIONS: frozenset[State] = frozenset[State]({"postponed", "stayed", "escalated", *_ENDED})
"""Where a matter rests and may go on."""
_FIRST_PHASE = ("issue_notice", "deliver", "file")


class Pause(Value):
    """An interruption that still lasts, or the last one that was planned."""

    start: date
    until: date | None = None


class Standing(Value):
    """A matter as it stands after its acts."""

    opening: Opening
    profile: Profile
    calendar: Calendar
    state: State = "draft_decision"
    rests: tuple[State, ...] = ()
    """Where it stood before each interruption that still lasts, the first one first."""
    escalated_by: str = ""
    """The act that brought it to the supervisor: `escalate` or `appeal`."""
    acts: int = 1
    """How many acts the file holds; the opening is number 0."""
    last: AwareDatetime
    dates: dict[str, date]
    """The local day of the last act of each name."""
    parties: tuple[Party, ...]
    items: tuple[Item, ...]
    shown: dict[str, dict[Side, date]]
    """Since when each side has had each item."""
    named_last_day: date | None = None
    """The last day to contest, as the notice named it."""
    filing: Filing | None = None
    admission: Admission | None = None
    hearing: Hearing | None = None
    heard: bool = False
    reviewer: str = ""
    reviewed_before: tuple[str, ...] = ()
    """Who decided before the matter went to the next level."""
    ruling: Ruling | None = None
    left_undone: Ruling | None = None
    """What was ordered and not carried out when the matter was opened again: it counts where that is taken back."""
    explained: tuple[Reason, ...] = ()
    """The reasons given in answer, where the law gives a right to an explanation."""
    postponed_days: int = 0
    """Days that the affected person asked for; they lengthen the time to decide."""
    postponement: Pause | None = None
    stayed_days: int = 0
    stay: Pause | None = None
    offer: Words | None = None
    """Terms that one side has put forward."""
    offered_side: Side | None = None
    paper_by: str = ""
    """Who put a signed paper on file by which the person ends the contest."""
    words: tuple[str, ...] = ()
    """Commitments of every text the file holds or held."""
    redacted: tuple[str, ...] = ()

    @property
    def held(self) -> State | None:
        """Where it goes on after an interruption."""
        return self.rests[-1] if self.rests else None

    @property
    def grounds(self) -> tuple[Ground, ...]:
        return self.filing.grounds if self.filing else ()

    @property
    def expedited(self) -> str:
        return self.admission.expedited if self.admission else ""

    def item(self, id: str) -> Item | None:
        return next((item for item in self.items if item.id == id), None)

    def shown_to_both(self, id: str) -> date | None:
        """Since when both sides have had the item; None while one has not."""
        since = self.shown.get(id, {})
        return max(since.values()) if len(since) == len(SIDES) else None

    def barred(self) -> frozenset[str]:
        """Ids of those who may not decide: both sides, who took the first decision, who ran the deliberation."""
        named = {self.opening.decider, self.opening.operator or ""}
        acted = {party.id for party in self.parties if party.role in BARRED}
        return frozenset((named | acted | set(self.reviewed_before)) - {""})


def open_standing(opening: Opening, at: datetime) -> Standing:
    """A matter at its beginning: a decision is drafted."""
    rules = opening.rules
    place = check_calendar(opening.zone or rules.zone, opening.country or rules.country, opening.subdivision)
    decider = Party(id=opening.decider, role="original_decider")
    operator = (Party(id=opening.operator, role="foam_operator"),) if opening.operator else ()
    return Standing(
        opening=opening,
        profile=rules,
        calendar=place,
        last=at,
        dates={"open": place.day(at)},
        parties=(decider, *operator),
        items=opening.items,
        shown={item.id: {"agency": place.day(at)} for item in opening.items},
        words=tuple(dict.fromkeys(list_commitments(opening.json_value()))),
    )


def advance(standing: Standing, act: Act, row: Transition) -> Standing:
    """The matter after an act that was allowed."""
    day = standing.calendar.day(act.at)
    moved = standing.model_copy(update=_common(standing, act, row, day))
    brought = moved.model_copy(update=_brought(moved, act, day))
    return brought.model_copy(update=_named(brought, act, day))


def list_commitments(value: Any) -> Iterator[str]:
    """Every commitment in a JSON value, in order."""
    match value:
        case {"commitment": str(found)}:
            yield found
        case dict():
            for member in value.values():
                yield from list_commitments(member)
        case list() | tuple():
            for member in value:
                yield from list_commitments(member)
        case _:
            return


def _common(standing: Standing, act: Act, row: Transition, day: date) -> dict[str, Any]:
    state = row.lands(standing.state, standing.held)
    words = (*standing.words, *list_commitments(act.json_value()))
    return {
        "state": state,
        "rests": _rests(standing, row, state),
        "acts": standing.acts + 1,
        "last": act.at,
        "dates": standing.dates | {act.name: day},
        "parties": tuple(dict.fromkeys((*standing.parties, act.by))),
        "words": tuple(dict.fromkeys(words)),
    }


def _rests(standing: Standing, row: Transition, state: State) -> tuple[State, ...]:
    """An end keeps the interruption that it came in: who objects is back in it, and what was held before stays held."""
    if row.to == "same":
        return standing.rests
    if row.to == "held":
        return standing.rests[:-1]
    if state not in _INTERRUPTIONS:
        return ()
    return (*standing.rests, standing.state) if state in _ENDED or not standing.rests else standing.rests


def _brought(standing: Standing, act: Act, day: date) -> dict[str, Any]:
    """What changes by what the act brought along."""
    match act.brought:
        case Sent(file_by=last):
            return {"named_last_day": last}
        case Correction(action=action):
            decision = standing.opening.decision.model_copy(update={"action": action})
            return {"opening": standing.opening.model_copy(update={"decision": decision})}
        case Delivery(on=on):
            return {"dates": standing.dates | {act.name: on}}
        case Filing() as filing:
            return {"filing": filing, **_with_items(standing, filing.items, act, day)}
        case Admission() as admission:
            return {"admission": admission}
        case Evidence(items=items) | Advice(items=items):
            return _with_items(standing, items, act, day)
        case Disclosure(items=ids):
            return {"shown": standing.shown | {id: _both(standing, id, day) for id in ids}}
        case Hearing() as hearing:
            return {"hearing": hearing, "heard": False}
        case Assignment(reviewer=reviewer):
            return {"reviewer": reviewer}
        case Ruling() as ruling:
            return {"ruling": ruling}
        case Postponement(until=until):
            asked = (until - day).days if act.by.side == "affected" else 0
            pause = Pause(start=day, until=until if asked else None)
            return {"postponement": pause, "postponed_days": standing.postponed_days + asked}
        case Settlement(terms=terms):
            return {"offer": terms, "offered_side": act.by.side, "paper_by": ""}
        case Redaction(commitments=removed):
            return {"redacted": tuple(dict.fromkeys((*standing.redacted, *removed)))}
        case _:
            return {}


def _named(standing: Standing, act: Act, day: date) -> dict[str, Any]:
    """What changes by the act itself."""
    match act.name:
        case "hold_hearing":
            return {"heard": True}
        case "explain":
            return {"explained": act.reasons}
        case "escalate":
            return {"escalated_by": act.name}
        case "appeal":
            return {"escalated_by": act.name, "reviewed_before": (*standing.reviewed_before, standing.reviewer)}
        case "resume":
            return _resumed(standing, day)
        case "bring_paper":
            return {"paper_by": act.by.id}
        case "settle" | "withdraw" | "confirm_settlement" | "confirm_withdrawal":
            return {"stay": standing.stay or Pause(start=day)}
        case "object":
            stay = {} if standing.state == "stayed" else _go_on(standing, day)
            return {"offer": None, "offered_side": None, "paper_by": "", **stay}
        case "stay":
            return {"stay": Pause(start=day)}
        case "lift_stay":
            return _go_on(standing, day)
        case "order_remedy":
            return {"ruling": standing.ruling or standing.left_undone}
        case "reopen":
            return _afresh(standing, day)
        case _:
            return {}


def _go_on(standing: Standing, day: date) -> dict[str, Any]:
    """The days of a stay lengthen the time to decide."""
    lasted = (day - standing.stay.start).days if standing.stay else 0
    return {"stay": None, "stayed_days": standing.stayed_days + lasted}


def _resumed(standing: Standing, day: date) -> dict[str, Any]:
    """Days that were asked for and not used are given back."""
    until = standing.postponement.until if standing.postponement else None
    unused = max(0, (until - day).days) if until else 0
    return {"postponement": None, "postponed_days": standing.postponed_days - unused}


def _afresh(standing: Standing, day: date) -> dict[str, Any]:
    """A matter opened again: the grounds and the record stay, all that follows is done anew, and time runs from now."""
    kept = {name: when for name, when in standing.dates.items() if name in _FIRST_PHASE}
    return {
        "dates": kept | {"reopen": day},
        "ruling": None,
        "left_undone": (standing.ruling or standing.left_undone) if "implement" not in standing.dates else None,
        "reviewer": "",
        "hearing": None,
        "heard": False,
        "postponed_days": 0,
        "stayed_days": 0,
        "stay": None,
        "escalated_by": "",
        "offer": None,
        "offered_side": None,
        "paper_by": "",
    }


def _with_items(standing: Standing, items: tuple[Item, ...], act: Act, day: date) -> dict[str, Any]:
    """New items are known to the side that brought them, and to nobody else yet."""
    side = act.by.side
    known: dict[Side, date] = {side: day} if side else {}
    return {"items": (*standing.items, *items), "shown": standing.shown | {item.id: known for item in items}}


def _both(standing: Standing, id: str, day: date) -> dict[Side, date]:
    since = standing.shown.get(id, {})
    return {side: since.get(side, day) for side in SIDES}
