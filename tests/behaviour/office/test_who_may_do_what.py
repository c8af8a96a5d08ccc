"""Guards: a person who had no part decides, on reasons that cite what both sides have; each role does its own acts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.appeal import CLERK, FILE, GROUNDS, RULING, at, begin, do, take
from tests.behaviour.homes import open_home
from tests.behaviour.office.conftest import Office

import foam

After = Callable[[str], Office]
PEOPLE = {
    "affected_person": "ruth",
    "representative": "helper",
    "original_decider": "caseworker-17",
    "evidence_officer": "officer",
    "foam_operator": "analyst-2",
    "decision_maker": "judge-3",
    "supervisor": "boss",
    "records_clerk": "clerk",
    "witness": "laundry",
    "auditor": "auditor",
    "interpreter": "interpreter",
    "panelist_agent": "panelist",
}


def require_refused(office: Office, call: Callable[[], object]) -> str:
    """The call is refused and nothing of it is on file; gives what was said."""
    before = office.home.appeal.status(office.matter)
    with pytest.raises(foam.InputError) as refused:
        call()
    assert office.home.appeal.status(office.matter) == before
    return refused.value.what


@pytest.mark.parametrize(
    "who",
    [
        {"by": "caseworker-17"},
        {"by": "analyst-2"},
        {"by": "ruth"},
        {"by": "somebody-else"},
        {"software": True},
        {"role": "supervisor"},
    ],
    ids=["first decider", "who ran the table", "the person", "not named", "a program", "another role"],
)
def test_only_the_named_person_who_had_no_part_decides(office_after: After, who: dict[str, Any]) -> None:
    office = office_after("assign")
    ruling = {**RULING, "at": at("05-17T12:00")}
    require_refused(office, lambda: office.home.appeal.decide(office.matter, **{**ruling, **who}))
    assert office.home.appeal.decide(office.matter, **ruling).state == "decided"


@pytest.mark.parametrize("who", ["caseworker-17", "analyst-2", "ruth"])
def test_who_took_part_is_not_named_to_decide(office_after: After, who: str) -> None:
    office = office_after("close_record")
    given: dict[str, Any] = {"by": "boss", "role": "supervisor", "reviewer": who, "at": at("05-16T13:00")}
    said = require_refused(office, lambda: office.home.appeal.step(office.matter, "assign", **given))
    assert who in said


def test_after_an_appeal_another_person_decides(tmp_path: Path) -> None:
    with open_home(tmp_path / "home") as home:
        matter, step = begin(home), home.appeal.step
        take(home, matter, "issue_notice")
        take(home, matter, "file", hearing=False)
        take(home, matter, "accept", "disclose_record", "open_evidence", "close_record", "assign", "decide")
        take(home, matter, "notify_decision")
        why = [{"says": "The bonus was counted again.", "cites": ["i1"]}]
        step(matter, "appeal", by="ruth", role="affected_person", reasons=why, at=at("05-20T09:00"))
        step(matter, "reopen", by="boss", role="supervisor", reasons=why, at=at("05-21T09:00"))
        step(matter, "disclose_record", **CLERK, show=["all"], at=at("05-21T10:00"))
        step(matter, "open_evidence", **CLERK, at=at("05-21T11:00"))
        step(matter, "close_record", **CLERK, at=at("05-21T12:00"))
        assign: dict[str, Any] = {"by": "boss", "role": "supervisor", "at": at("05-22T10:00")}
        office = Office(tmp_path, home, matter)
        require_refused(office, lambda: step(matter, "assign", **assign, reviewer="judge-3"))
        assert step(matter, "assign", **assign, reviewer="judge-4").state == "human_review"


@pytest.mark.parametrize("who", ["caseworker-17", "analyst-2", "ruth"])
def test_who_took_part_turns_no_contest_down(office_after: After, who: str) -> None:
    office = office_after("file")
    why = [{"says": "It cannot be contested.", "cites": ["#2"]}]
    given: dict[str, Any] = {"role": "decision_maker", "reasons": why, "at": at("05-05T10:00")}
    act = partial(office.home.appeal.step, office.matter, "reject_not_contestable", **given)
    require_refused(office, partial(act, by=who))
    assert act(by="judge-3").state == "rejected_not_contestable"


REASON = RULING["findings"][0]["reasons"][0]


def change_finding(**changed: Any) -> dict[str, Any]:
    """The ruling with its first finding changed."""
    first, second = RULING["findings"]
    return {"findings": [{**first, **changed}, second]}


@pytest.mark.parametrize(
    "changed",
    [
        {"findings": []},
        {"findings": RULING["findings"][:1]},
        change_finding(reasons=[]),
        change_finding(reasons=[{**REASON, "cites": []}]),
        change_finding(reasons=[{**REASON, "cites": ["i99"]}]),
        change_finding(reasons=[{**REASON, "says": "The pay for March is 1,790 crowns."}]),
        {"outcome": "upheld"},
        {"remedies": [], "outcome": "modified"},
        {"action": "You get the heating grant of 170 crowns a month."},
    ],
    ids=[
        "no findings", "a ground unanswered", "no reason", "cites nothing", "cites what is not on file",
        "a figure that no source has", "upheld with a remedy", "modified without one", "an amount that no source has",
    ],
)  # fmt: skip
def test_an_outcome_without_its_reasons_is_refused(office_after: After, changed: dict[str, Any]) -> None:
    office = office_after("assign")
    ruling = {**RULING, "at": at("05-17T12:00")}
    require_refused(office, lambda: office.home.appeal.decide(office.matter, **{**ruling, **changed}))


def test_a_decision_rests_on_nothing_that_one_side_has_not_seen(office_after: After) -> None:
    """A paper that comes after the last disclosure keeps the record open, so that nobody decides on it."""
    office = office_after("disclose")
    step = office.home.appeal.step
    step(
        office.matter, "submit", by="caseworker-17", role="original_decider",
        with_documents=[FILE / "papers" / "5-caseworker.txt"], at=at("05-12T14:00"),
    )  # fmt: skip
    require_refused(office, lambda: step(office.matter, "close_record", **CLERK, at=at("05-30T12:00")))
    step(office.matter, "disclose", **CLERK, show=["i5"], at=at("05-30T13:00"))
    assert step(office.matter, "close_record", **CLERK, at=at("06-03T12:00")).state == "record_closed"


def test_a_notice_lacks_nothing_that_the_rules_ask_for(tmp_path: Path) -> None:
    with open_home(tmp_path / "home") as home:
        form = dict(home.appeal.read_form(FILE / "decision.toml"))
        matter = home.appeal.begin(
            {**form, "decision": {**form["decision"], "how_to_contest": ""}}, at=at("04-17T10:00")
        )
        with pytest.raises(foam.InputError, match="how_to_contest"):
            take(home, matter.matter, "issue_notice")


ACTS: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("begin", "issue_notice", {}, "original_decider"),
    ("issue_notice", "file", {"grounds": GROUNDS}, "affected_person representative"),
    ("file", "accept", {}, "records_clerk evidence_officer supervisor decision_maker"),
    ("file", "withdraw", {}, "affected_person representative"),
    ("accept", "disclose_record", {"show": ["all"]}, "records_clerk evidence_officer original_decider"),
    ("close_record", "assign", {"reviewer": "judge-3"}, "supervisor records_clerk"),
    ("assign", "decide", RULING, "decision_maker"),
    ("decide", "notify_decision", {}, "records_clerk decision_maker"),
)


@pytest.mark.parametrize(("stage", "act", "given", "allowed"), ACTS, ids=[row[1] for row in ACTS])
def test_each_act_is_done_in_its_roles_alone(
    office_after: After, stage: str, act: str, given: dict[str, Any], allowed: str
) -> None:
    office = office_after(stage)
    assert set(PEOPLE) == set(foam.terms.roles)
    (row,) = (one for one in office.home.appeal.status(office.matter).next if one.act == act)
    assert set(row.roles) == set(allowed.split())
    brought = {**given, "at": at("05-17T13:00")}
    if act in ("issue_notice", "file"):
        brought["at"] = at("04-17T12:00")

    def act_as(role: str) -> foam.MatterStatus:
        return do(office.home, office.matter, act, **{"by": PEOPLE[role], **brought, "role": role})

    for role in sorted(set(PEOPLE) - set(allowed.split())):
        require_refused(office, partial(act_as, role))
    before = office.home.appeal.status(office.matter).acts
    assert act_as(allowed.split()[0]).acts == before + 1, "with the right role nothing stands against it"


def test_an_act_out_of_its_turn_is_refused_and_the_refusal_says_what_can_be_done(office_after: After) -> None:
    office = office_after("file")
    with pytest.raises(foam.InputError) as refused:
        office.home.appeal.step(office.matter, "close_record", **CLERK, at=at("05-05T10:00"))
    assert "accept" in str(refused.value.hint)


def test_nothing_is_dated_before_the_last_act_or_in_the_future(office_after: After) -> None:
    office = office_after("file")
    for time in ("2025-05-01T10:00:00+02:00", "2999-01-01T00:00:00+00:00", "2025-05-05T10:00:00", "tomorrow"):
        require_refused(office, partial(office.home.appeal.step, office.matter, "accept", **CLERK, at=time))


def test_only_parties_of_the_file_are_natural_persons_who_withdraw(tmp_path: Path) -> None:
    with open_home(tmp_path / "home") as home:
        matter = begin(home)
        take(home, matter, "issue_notice", "file")
        office = Office(tmp_path, home, matter)
        given: dict[str, Any] = {"by": "ruth", "role": "affected_person", "software": True, "at": at("05-05T10:00")}
        require_refused(office, lambda: home.appeal.step(matter, "withdraw", **given))
