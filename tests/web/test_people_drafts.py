"""A decision that is being written: kept, seen by nobody else, and looked at as a letter before it goes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.people.cheap import hash_cheaply
from tests.web.crowd import Town, open_town, path_of
from tests.web.serving import Desk

import foam

PEOPLE = (
    ("ada", "affected_person"), ("ben", "affected_person"), ("worker", "original_decider"), ("clerk", "records_clerk"),
    ("boss", "supervisor"), ("judge", "decision_maker"), ("other", "decision_maker"), ("auditor", "auditor"),
)  # fmt: skip
SLIP = "The pay was for September and October. Pay on the slip: 1,940 dollars."
EMPLOYER = "Pay on the slip: 1,490 dollars."
WRITTEN: dict[str, Any] = {
    "outcome": "reversed", "remedies": ["recalculate"], "ground": ["g1"], "finding": ["sustained"],
    "reason": ["The pay on the slip was 1,940 dollars."], "reason_cites": ["g1 i1"], "action": "Nothing is lowered.",
    "signed": "Eva Lind, head of appeals",
}  # fmt: skip


@pytest.fixture
def town(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    """Ada's case waits for the decision of judge."""
    hash_cheaply(monkeypatch)
    items = [{"title": "Pay slip", "content": SLIP}, {"title": "Letter of the employer", "content": EMPLOYER}]
    with open_town(desk, PEOPLE, deciders=("worker", "worker"), items=items) as town:
        first = datetime.now(UTC) - timedelta(days=19)
        for hour, (name, role, by, given) in enumerate(
            (
                ("file", "affected_person", "ada", {"grounds": [{"kind": "factual_error", "says": "Two months."}]}),
                ("accept", "records_clerk", "clerk", {}),
                ("disclose_record", "records_clerk", "clerk", {"show": ["all"]}),
                ("open_evidence", "records_clerk", "clerk", {}),
            )
        ):
            town.home.appeal.step(town.first, name, by=by, role=role, at=first + timedelta(hours=hour), **given)  # type: ignore[arg-type]
        town.home.appeal.step(town.first, "close_record", by="clerk", role="records_clerk")
        town.home.appeal.step(town.first, "assign", by="boss", role="supervisor", reviewer="judge")
        yield town


def write(town: Town, who: str = "judge", **changed: Any) -> Any:
    form = {"by": who, "role": "decision_maker", "then": "draft", **WRITTEN, **changed}
    return town.guests[who].post(f"{path_of(town.first)}/act/decide", form)


def read(town: Town, who: str = "judge") -> Any:
    return town.guests[who].get(f"{path_of(town.first)}/draft")


def test_a_draft_is_a_letter_with_its_remarks_below_and_no_decision(town: Town) -> None:
    kept = write(town)
    assert (kept.status_code, kept.headers["location"]) == (303, f"{path_of(town.first)}/draft")
    page = read(town).text
    order = ("You were right.", "Eva Lind, head of appeals", "Before it is sent", "Reading grade")
    places = [page.index(said) for said in order]
    assert places == sorted(places), "the letter of the person comes first"
    assert town.home.appeal.status(town.first).state == "human_review"
    assert "Nothing is lowered." not in str(town.home.appeal.timeline(town.first, words=True).words)


def test_a_paper_that_says_otherwise_is_told_before_the_letter_goes(town: Town) -> None:
    write(town)
    page = read(town).text
    assert "Another paper says otherwise:" in page
    assert "“1,940” against “1,490”" in page
    write(town, reason=["The pay was for September and October."])
    page = read(town).text
    assert "Another paper says otherwise:" not in page
    assert "was not examined" in page


def test_a_draft_can_be_changed_until_it_is_decided_and_is_gone_then(town: Town) -> None:
    write(town)
    form = town.guests["judge"].get(f"{path_of(town.first)}/act/decide").text
    for said in ("The pay on the slip was 1,940 dollars.", "Nothing is lowered.", "Eva Lind, head of appeals"):
        assert said in form
    write(town, action="Nothing is lowered, and nothing is due.")
    assert "Nothing is lowered, and nothing is due." in read(town).text
    decided = write(town, then="", action="Nothing is lowered, and nothing is due.")
    assert decided.status_code == 303
    assert town.home.appeal.status(town.first).state == "decided"
    assert read(town).status_code == 404
    assert not list(town.desk.folder.glob("words/*.draft"))


def test_nobody_else_sees_a_draft_or_writes_one(town: Town) -> None:
    write(town)
    for who in ("ada", "ben", "worker", "clerk", "boss", "other", "auditor"):
        assert read(town, who).status_code in (403, 404), who
        assert write(town, who).status_code in (400, 403, 404), who
        for path in (path_of(town.first), f"{path_of(town.first)}.json", f"{path_of(town.first)}/person"):
            assert "Nothing is lowered." not in town.guests[who].get(path).text, who
    assert town.home.appeal.draft(town.first, by="other") == {}
    (file,) = town.desk.folder.glob("words/*.draft")
    assert b"Nothing is lowered." not in file.read_bytes(), "it lies under the key of the personal file"


def test_a_draft_that_is_not_whole_is_kept_and_what_is_wrong_is_told(town: Town) -> None:
    assert write(town, outcome="", reason=[""]).status_code == 303
    page = read(town).text
    assert "It cannot be shown as a letter yet:" in page
    assert "Nothing is lowered." in town.guests["judge"].get(f"{path_of(town.first)}/act/decide").text
    write(town, outcome="upheld")
    page = read(town).text
    assert "an upheld decision orders no remedy" in page
    assert ">Decide</button>" not in page


def test_neither_a_crash_nor_a_refusal_loses_what_was_written(town: Town) -> None:
    refused = write(town, then="", reason=["The pay on the slip was 9,999 dollars."])
    assert refused.status_code == 400
    with town.desk.open_home() as after:  # as a server does that was killed and started anew
        assert after.appeal.draft(town.first, by="judge")["reason"] == ["The pay on the slip was 9,999 dollars."]


def test_a_reviewer_who_is_replaced_leaves_no_draft_to_the_next(town: Town) -> None:
    write(town)
    why = [{"says": "ill", "cites": ["i1"]}]
    town.home.appeal.step(town.first, "reassign", by="boss", role="supervisor", reviewer="other", reasons=why)
    assert read(town, "other").status_code == 404
    with pytest.raises(foam.InputError, match="named to decide"):
        town.home.appeal.keep_draft(town.first, by="judge", values={})
    assert town.home.appeal.draft(town.first, by="judge") == {}
