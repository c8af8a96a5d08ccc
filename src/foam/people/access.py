"""Who may see which case and which run. Reads the facts of a case; the procedure says what may be done in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from foam.appeal.acts import Advice
from foam.appeal.chain import Matter
from foam.people.values import OFFICE, PERSON_SIDE, Account, Place
from foam.values import Value

Trace: TypeAlias = Callable[[str], tuple[str, ...]]
"""A run, what it was made from, and so on to the first answer."""
_EVERY_CASE: frozenset[str] = frozenset({"evidence_officer", "records_clerk", "supervisor", "auditor"})
"""Roles that see every case: they keep the files, the days and the queue."""
HOUSE: frozenset[str] = OFFICE | {"reader"}
"""Roles that read what belongs to no case and to nobody in particular."""
_EVERY_RUN: frozenset[str] = frozenset({"supervisor", "auditor"})
"""Roles that also read what somebody else asked, where it belongs to no case."""


class CaseFacts(Value):
    """What decides who may see a case."""

    matter: str
    decider: str
    operator: str
    reviewer: str
    """Who was named to decide; empty while nobody is."""
    barred: frozenset[str]
    """Who may not decide."""
    acted: frozenset[tuple[str, str]]
    """Ids and roles of those who acted."""
    runs: tuple[str, ...]
    """The runs that the case is about."""


def gather_facts(matter: Matter) -> CaseFacts:
    """What a case says about who takes part in it."""
    standing, opening = matter.standing, matter.standing.opening
    advice = (one.act.brought.run for one in matter.acts if isinstance(one.act.brought, Advice))
    return CaseFacts(
        matter=matter.key,
        decider=opening.decider,
        operator=opening.operator or "",
        reviewer=standing.reviewer,
        barred=standing.barred(),
        acted=frozenset((one.act.by.id, one.act.by.role) for one in matter.acts),
        runs=tuple(dict.fromkeys(run for run in (opening.run, *advice) if run)),
    )


def list_roles_in(account: Account, facts: CaseFacts, places: Iterable[Place]) -> frozenset[str]:
    """The roles in which somebody takes part in a case; with none of them they do not know of it.

    Whoever is on the side of the person is nothing else there.
    """
    given: set[str] = {one.role for one in places if one.person == account.name and one.matter == facts.matter}
    held = frozenset(role for role in account.roles if _holds(account.name, role, facts, given))
    taken = given | {role for name, role in facts.acted if name == account.name}
    return held & PERSON_SIDE if taken & PERSON_SIDE else held


def _holds(name: str, role: str, facts: CaseFacts, given: set[str]) -> bool:
    if role in _EVERY_CASE:
        return True
    if role in given or (name, role) in facts.acted:
        return True
    match role:
        case "original_decider":
            return name == facts.decider
        case "foam_operator":
            return name == facts.operator
        case "decision_maker":  # the queue is open to those who could decide, until one is named
            return name == facts.reviewer or (not facts.reviewer and name not in facts.barred)
        case _:
            return False


class Sight(Value):
    """What one person sees: cases by the roles they have in them, and the rules for runs."""

    name: str
    roles: tuple[str, ...]
    cases: dict[str, frozenset[str]]
    """By matter: every case in which they have a role."""
    about: dict[str, frozenset[str]]
    """By run: the cases, of anybody, that are about it."""
    owners: dict[str, frozenset[str]]
    """By run: who asked for it on the pages."""

    def roles_in(self, matter: str) -> frozenset[str]:
        return self.cases.get(matter, frozenset())

    def works_on(self, matter: str) -> bool:
        """Whether they see the whole file: those on the side of the person see what is shown to both."""
        return bool(self.roles_in(matter) - PERSON_SIDE)

    def cases_about(self, line: Iterable[str]) -> frozenset[str]:
        """The cases that a run belongs to; the line is the run, what it was made from, and so on."""
        return frozenset(matter for run in line for matter in self.about.get(run, ()))

    def sees_run(self, line: tuple[str, ...]) -> bool:
        """Whether they see a run: as their own, by a case that it belongs to, or as the house's.

        The line is the run, what it was made from, and so on to the first answer. What was made from a run that two
        cases share may belong to either of them, and is shown to those who see both.
        """
        if self.name in self.owners.get(line[0], ()):
            return True
        if direct := self.about.get(line[0]):
            return any(matter in self.cases for matter in direct)
        if cases := self.cases_about(line):
            return all(matter in self.cases for matter in cases)
        owners = frozenset(person for run in line for person in self.owners.get(run, ()))
        if self.name in owners:
            return True
        return bool((_EVERY_RUN if owners else HOUSE) & set(self.roles))


def make_sight(
    account: Account,
    facts: Iterable[CaseFacts],
    places: tuple[Place, ...],
    owners: Mapping[str, frozenset[str]],
    bases: Mapping[str, tuple[str, ...]],
    challenges: Mapping[str, frozenset[str]] | None = None,
) -> Sight:
    """What this person sees; `bases` tells of each run that a case names what it was made from, `challenges` of each
    run of a challenge which cases it concerns."""
    cases: dict[str, frozenset[str]] = {}
    about: dict[str, set[str]] = {}
    named = challenges or {}
    for one in facts:
        if roles := list_roles_in(account, one, places):
            cases[one.matter] = roles
        for run in one.runs:
            for member in bases.get(run, (run,)):
                about.setdefault(member, set()).add(one.matter)
    return Sight(
        name=account.name,
        roles=account.roles,
        cases=cases,
        about={run: frozenset(about.get(run, ())) | named.get(run, frozenset()) for run in {*about, *named}},
        owners=dict(owners),
    )
