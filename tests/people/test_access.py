"""Who sees which case and which run, by the facts alone."""

from __future__ import annotations

import pytest

from foam.people.access import CaseFacts, Sight, list_roles_in, make_sight
from foam.people.values import ACCOUNT_ROLES, Account, AccountRole, Place

CASE = CaseFacts(
    matter="m1", decider="worker", operator="analyst", reviewer="", barred=frozenset({"worker", "analyst", "ada"}),
    acted=frozenset({("ada", "affected_person"), ("clerk", "records_clerk")}), runs=("r1",),
)  # fmt: skip
NAMED = CASE.model_copy(update={"reviewer": "judge"})


def make_account(name: str, *roles: AccountRole) -> Account:
    return Account(name=name, roles=roles, made="", has_password=True)


def give(name: str, role: AccountRole, matter: str = "m1") -> Place:
    return Place(person=name, matter=matter, role=role, since="", by="clerk")


@pytest.mark.parametrize(
    ("account", "facts", "places", "held"),
    [
        (make_account("ada", "affected_person"), CASE, (), {"affected_person"}),
        (make_account("bob", "affected_person"), CASE, (), set()),
        (make_account("bob", "affected_person"), CASE, (give("bob", "affected_person"),), {"affected_person"}),
        (make_account("bob", "affected_person"), CASE, (give("bob", "affected_person", "m2"),), set()),
        (make_account("bob", "reader"), CASE, (give("bob", "affected_person"),), set()),
        (make_account("worker", "original_decider"), CASE, (), {"original_decider"}),
        (make_account("other", "original_decider"), CASE, (), set()),
        (make_account("analyst", "foam_operator"), CASE, (), {"foam_operator"}),
        (make_account("judge", "decision_maker"), CASE, (), {"decision_maker"}),
        (make_account("worker", "decision_maker"), CASE, (), set()),
        (make_account("judge", "decision_maker"), NAMED, (), {"decision_maker"}),
        (make_account("judge2", "decision_maker"), NAMED, (), set()),
        (make_account("any", "records_clerk", "auditor"), CASE, (), {"records_clerk", "auditor"}),
        (make_account("ada", "records_clerk"), CASE, (), set()),
        (make_account("ada", "records_clerk", "affected_person"), CASE, (), {"affected_person"}),
        (make_account("keeper", "administrator"), CASE, (), set()),
        (make_account("rita", "reader"), CASE, (), set()),
    ],
)
def test_roles_in_a_case(account: Account, facts: CaseFacts, places: tuple[Place, ...], held: set[str]) -> None:
    assert list_roles_in(account, facts, places) == held


def look(account: Account, *, owners: dict[str, frozenset[str]] | None = None) -> Sight:
    second = CASE.model_copy(update={"matter": "m2", "acted": frozenset({("ben", "affected_person")})})
    bases = {"r1": ("r1", "r0")}
    return make_sight(account, (CASE, second), (), owners or {}, bases)


def test_a_run_of_a_case_is_seen_by_those_who_take_part_and_what_was_made_of_a_shared_one_by_none_of_them() -> None:
    ada, clerk = look(make_account("ada", "affected_person")), look(make_account("clerk", "records_clerk"))
    reader = look(make_account("rita", "reader"))
    assert [one.sees_run(("r1", "r0")) for one in (ada, clerk, reader)] == [True, True, False]
    assert [one.sees_run(("r0",)) for one in (ada, clerk, reader)] == [True, True, False]
    assert [one.sees_run(("r9", "r1", "r0")) for one in (ada, clerk, reader)] == [False, True, False]


def test_a_run_of_no_case_is_the_houses_or_whose_it_is() -> None:
    owners = {"r7": frozenset({"ada"}), "r5": frozenset({"x"})}
    seen = {role: look(make_account("me", role), owners=owners) for role in ACCOUNT_ROLES}
    house = {role for role, one in seen.items() if one.sees_run(("r8",))}
    assert house == set(ACCOUNT_ROLES) - {"affected_person", "representative", "interpreter", "administrator"}
    assert {role for role, one in seen.items() if one.sees_run(("r7",))} == {"supervisor", "auditor"}
    ada = look(make_account("ada", "reader"), owners=owners)
    assert ada.sees_run(("r7",))
    assert ada.sees_run(("r6", "r7")), "what was made of one's own"
    assert not ada.sees_run(("r5",))
    assert not ada.sees_run(("r5", "r4"))
