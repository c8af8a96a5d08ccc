"""The state table, exhaustively: what it forbids is refused, and it says what the domain says."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from tests.appeal.matters import PEOPLE, TO_REVIEW, find_refusing, matter, reached, right_act, walked

from foam.appeal.parties import ROLES
from foam.appeal.perform import find_refusals, list_possible, perform
from foam.appeal.profile import shipped_profiles
from foam.appeal.ruling import ALL_GUARDS
from foam.appeal.table import STATES, State, load_table
from foam.errors import ActRefused, InputError, NotFound

_DENIALS: frozenset[State] = frozenset({"rejected_untimely", "rejected_not_contestable", "decided", "defaulted"})
_DECIDERS = {"decision_maker", "supervisor"}


def test_every_state_can_be_reached_by_acts_that_keep_the_rules() -> None:
    explanation = set(reached("us_ecoa_explain"))
    assert set(reached()) == set(STATES)
    assert "decided" not in explanation
    assert "decision_notified" in explanation


@pytest.mark.parametrize("state", STATES)
def test_what_the_table_does_not_name_is_refused(state: State) -> None:
    """Every act by every role from this state: 12 roles by all acts, the right payload each time."""
    standing = reached()[state]
    refused = 0
    for name, role in product(load_table(), ROLES):
        row = load_table()[name]
        act = right_act(name, standing, role)
        if state in row.starts and role in row.roles:
            continue
        refused += 1
        with pytest.raises(InputError, match=re.escape(f"“{row.label}” cannot be done: ")):
            perform(standing, act)
    assert refused > len(ROLES) * len(load_table()) / 2


def test_an_act_that_brings_the_wrong_thing_is_refused() -> None:
    standing = reached()["contest_window_open"]
    wrong = right_act("file", standing).model_copy(update={"brought": right_act("accept", standing).brought})
    (said,) = find_refusals(standing, wrong).values()
    assert {"filing", "admission"} <= set(said.replace(",", "").split())


def test_an_act_dated_before_the_last_is_refused() -> None:
    standing = walked(matter(), "issue_notice")
    early = right_act("deliver", standing, at=matter().last)
    assert len(find_refusals(standing, early)) == 1
    assert not find_refusals(standing, right_act("deliver", standing, at=standing.last))


def test_the_refusal_says_what_can_be_done_instead() -> None:
    standing = matter()
    with pytest.raises(InputError) as caught:
        perform(standing, right_act("accept", standing, "original_decider"))
    assert isinstance(caught.value, ActRefused)
    assert caught.value.instead == ("issue_notice", "correct_decision")
    assert "as original decider you may now: issue_notice (Send the notice), " in caught.value.hint


def test_an_unknown_act_is_named() -> None:
    with pytest.raises(NotFound, match="'burn'"):
        perform(matter(), right_act("file", matter()).model_copy(update={"name": "burn"}))


def test_the_table_is_closed() -> None:
    """Its words are known: every guard has a meaning, every guard is used, and no state but the last ones is a trap."""
    used = {guard for row in load_table().values() for guard in row.guards}
    assert used == set(ALL_GUARDS)
    for state in STATES:
        leaving = [row for row in load_table().values() if state in row.starts and row.to != "same"]
        assert leaving, state


def test_decided_comes_only_from_human_review_after_the_record_closed() -> None:
    into: dict[str, set[State]] = {}
    for row in load_table().values():
        into.setdefault(row.to, set()).update(row.starts)
    assert into["decided"] == {"human_review"}
    assert into["human_review"] == {"record_closed"}
    assert into["record_closed"] == {"evidence_open", "deliberation"}


def test_whatever_can_go_against_the_person_needs_a_natural_person_who_is_independent() -> None:
    for row in load_table().values():
        if row.to in _DENIALS:
            assert {"natural_person", "independent"} <= set(row.guards), row.name
            assert set(row.roles) <= _DECIDERS, row.name


def test_overdue_leads_nowhere_but_to_a_supervisor() -> None:
    by_delay = [row for row in load_table().values() if "overdue" in row.guards]
    assert [row.to for row in by_delay] == ["escalated"]
    back = {row.name for row in load_table().values() if "escalated" in row.starts and row.to != "same"}
    assert back == {"take_up", "reopen", "withdraw", "confirm_withdrawal"}


def test_software_and_interpreters_can_do_nothing_on_their_own_account() -> None:
    for role in ("panelist_agent", "interpreter"):
        assert all(role not in row.roles for row in load_table().values())
    assert set(PEOPLE) == set(ROLES)


def test_an_interrupted_matter_goes_on_where_it_stood() -> None:
    waiting = walked(matter(), "issue_notice", "file", "accept", "disclose_record", "open_evidence")
    assert walked(waiting, "postpone", "resume").state == "evidence_open"
    assert walked(waiting, "stay", "lift_stay").state == "evidence_open"
    assert walked(waiting, "escalate", "take_up").state == "evidence_open"
    assert walked(waiting, "postpone", "escalate", "take_up").state == "evidence_open"


@pytest.mark.parametrize(("rest", "go_on"), [("postpone", "resume"), ("stay", "lift_stay"), ("escalate", "take_up")])
def test_who_objects_to_an_end_is_back_in_the_rest_that_it_came_in_however_often(rest: str, go_on: str) -> None:
    waiting = walked(matter(), *TO_REVIEW[:6])
    resting = walked(waiting, rest)
    again = walked(resting, "withdraw", "object", "withdraw", "object")
    assert (again.state, again.rests) == (resting.state, resting.rests)
    assert walked(again, go_on).state == waiting.state


def test_at_the_next_level_a_withdrawal_that_was_not_meant_loses_neither_level_nor_reviewer() -> None:
    up = walked(matter(), *TO_REVIEW, "decide", "notify_decision", "appeal")
    again = walked(up, "withdraw", "object", "withdraw", "object")
    for standing in (up, again):
        assert (standing.state, standing.held) == ("escalated", "decision_notified")
        assert (standing.escalated_by, standing.reviewer, standing.reviewed_before) == ("appeal", "judge", ("judge",))
        assert find_refusing(standing, right_act("take_up", standing)) == {"escalated_for_delay"}
    assert walked(again, "reopen").state == "reopened"


def test_a_stay_goes_on_after_an_end_that_was_objected_to() -> None:
    stayed = walked(matter(), *TO_REVIEW[:6], "stay")
    again = walked(stayed, "withdraw", "object")
    assert (again.stay, again.stayed_days) == (stayed.stay, 0), "its days count once, when it is lifted"


def test_possible_acts_follow_the_role() -> None:
    standing = reached()["human_review"]
    assert {row.name for row in list_possible(standing, "decision_maker")} == {"decide"}


def test_the_page_tells_the_size_of_the_table() -> None:
    page = (Path(__file__).parents[2] / "docs" / "procedure.md").read_text("utf-8")
    assert f"{len(STATES)} states, {len(load_table())} acts, {len(ROLES)} roles" in page
    assert all(f"`{id}`" in page for id in shipped_profiles())


def test_what_a_refusal_offers_instead_no_guard_stands_against() -> None:
    settled = walked(matter(), "issue_notice", "deliver", "file", "accept")
    with pytest.raises(ActRefused) as caught:
        perform(settled, right_act("settle", settled, "original_decider"))
    assert "offer" in caught.value.instead
    assert not {"settle", "explain"} & {*caught.value.instead}
