"""Who sees which case, said to a database that holds back what people may not see (`record.by_case`)."""

from __future__ import annotations

from collections.abc import Iterable

from foam.appeal.chain import Matter
from foam.home.desk import Desk
from foam.people.access import CaseFacts, Trace, gather_facts, list_roles_in


def admit_to(desk: Desk, matter: Matter, trace: Trace) -> Matter:
    """Say anew who sees this case, in which something was done; the case itself is handed back."""
    if desk.access.by_case:
        admit_all(desk, (gather_facts(matter),), trace)
    return matter


def admit_all(desk: Desk, cases: Iterable[CaseFacts], trace: Trace) -> None:
    """Say anew who sees these cases."""
    if not desk.access.by_case:
        return
    accounts, places = desk.people.list_accounts(), desk.people.list_places()
    for facts in cases:
        people = [one.name for one in accounts if list_roles_in(one, facts, places)]
        runs = [member for run in facts.runs for member in trace(run)]
        desk.people.keep_sight(facts.matter, people=people, runs=runs)
