"""Where a matter stands on a day: its state, its deadlines, and who may do what next."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from foam.appeal.chain import Matter
from foam.appeal.clocks import Clock, list_clocks
from foam.appeal.parties import Party, Role
from foam.appeal.perform import find_obstacle, list_possible
from foam.appeal.standing import Standing
from foam.appeal.table import State, Transition, spell
from foam.pack.profile import GroundKind
from foam.text.wrap import wrap
from foam.values import Value, short


class NextAct(Value):
    """An act that the table has from here, and who may do it."""

    act: str
    roles: tuple[Role, ...]
    against: str = ""
    """Why nobody may do it now, whatever they bring; another time they may."""
    guard: str = ""
    """What says so."""


class GroundOnFile(Value):
    """A ground that was put forward, without its words."""

    id: str
    kind: GroundKind
    target: str


class ItemOnFile(Value):
    """An item, and since when both sides have had it."""

    id: str
    shown_to_both: date | None


class MatterStatus(Value):
    """Where a matter stands."""

    matter: str
    opened: date
    acts: int
    """How many acts were done since it was opened."""
    state: State
    held: State | None
    """Where it goes on after an interruption."""
    profile: str
    clocks: tuple[Clock, ...]
    overdue: tuple[str, ...]
    """The deadlines that the agency has missed."""
    next: tuple[NextAct, ...]
    grounds: tuple[GroundOnFile, ...]
    items: tuple[ItemOnFile, ...]
    cautions: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The state, what is due, and who may do what next."""
        until = ", if the person objects in time" if self.state in ("settled", "withdrawn") else ""
        acts = [one for one in self.next if one.act != "redact"]
        lines = [f"goes on at: {spell(self.held)}{until}"] if self.held else []
        lines += map(_describe_clock, self.clocks)
        lines += [f"next: {one.act} ({', '.join(one.roles)})" for one in acts if not one.against]
        lines += [f"not now: {one.act}: {one.against}" for one in acts if one.against]
        told = (wrap(line, indent="  ") for line in lines)
        return "\n".join([f"{spell(self.state)} ({self.profile})", *told])

    @property
    def line(self) -> str:
        """The matter in one line of a list."""
        line = f"{short(self.matter)}  {self.opened.isoformat()}  {self.profile}  {spell(self.state)}"
        return f"{line}  OVERDUE: {', '.join(map(spell, self.overdue))}" if self.overdue else line

    def __str__(self) -> str:
        return f"matter {short(self.matter)}: {self.text}"


def describe_matter(matter: Matter, now: datetime) -> MatterStatus:
    """Where the matter stands at this time."""
    standing = matter.standing
    clocks = list_clocks(standing, standing.calendar.day(now))
    return MatterStatus(
        matter=matter.key,
        opened=standing.calendar.day(matter.opened_at),
        acts=len(matter.acts),
        state=standing.state,
        held=standing.held,
        profile=standing.profile.id,
        clocks=clocks,
        overdue=tuple(clock.name for clock in clocks if clock.overdue),
        next=tuple(_describe_act(standing, row, now) for row in list_possible(standing)),
        grounds=tuple(GroundOnFile(id=one.id, kind=one.kind, target=one.target) for one in standing.grounds),
        items=tuple(ItemOnFile(id=one.id, shown_to_both=standing.shown_to_both(one.id)) for one in standing.items),
        cautions=tuple(_list_cautions(matter)),
    )


def _describe_act(standing: Standing, row: Transition, now: datetime) -> NextAct:
    """An act with those who may do it now; where nobody may, with all who could and what stands against it."""
    named = {"decision_maker": standing.reviewer}
    tried = {
        role: find_obstacle(standing, row, Party(id=named.get(role) or "somebody", role=role), now)
        for role in row.roles
    }
    if free := tuple(role for role, (_, why) in tried.items() if not why):
        return NextAct(act=row.name, roles=free)
    guard, why = next(iter(tried.values()))
    return NextAct(act=row.name, roles=row.roles, against=why, guard=guard)


def _describe_clock(clock: Clock) -> str:
    """One deadline in a line."""
    name = spell(clock.name)
    if clock.met is not None:
        return f"{name} {clock.due.isoformat()}: done {clock.met.isoformat()}{', late' if clock.late else ''}"
    if clock.overdue:
        return f"{name} {clock.due.isoformat()}: OVERDUE, a supervisor has to be told"
    return f"{name} {clock.due.isoformat()}: open, owed by the {clock.owed_by} side"


def _list_cautions(matter: Matter) -> Iterable[str]:
    profile, decision = matter.standing.profile, matter.standing.opening.decision
    if profile.applies_from is not None and decision.effective < profile.applies_from:
        yield f"{profile.id} applies from {profile.applies_from.isoformat()} on; the decision takes effect before"
