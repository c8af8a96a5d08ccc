"""FOAM's advice in an appeal: labelled, shown to both sides, and never the only ground of a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.appeal import CLERK, GROUNDS, RULING, at, begin, take
from tests.behaviour.conftest import Held
from tests.behaviour.homes import open_home
from tests.behaviour.office.conftest import Office
from tests.behaviour.parts import find_part

import foam

ADVICE = "The refusal of the heating grant should be reversed."


@pytest.fixture
def advised(hold: Callable[[str], Held], tmp_path: Path) -> Iterator[Office]:
    """A deliberation was held on the case, and a person was named to decide."""
    held = hold("heating-grant")
    folder = held.copy(tmp_path / "home")
    with open_home(folder, held.file.facts) as home:
        matter = begin(home)
        take(home, matter, "issue_notice")
        take(home, matter, "file", hearing=False)
        take(home, matter, "accept", "disclose_record", "open_evidence")
        home.appeal.step(matter, "deliberate", by="analyst-2", run=held.run, at=at("05-05T10:00"))
        home.appeal.step(matter, "disclose", **CLERK, show=["all"], at=at("05-05T11:00"))
        take(home, matter, "close_record", "assign")
        yield Office(folder, home, matter)


def find_advice(office: Office) -> list[str]:
    """The items that the deliberation brought."""
    return [one.id for one in office.home.appeal.status(office.matter).items][3:]


def decide(office: Office, cites: list[str]) -> foam.MatterStatus:
    reasons = [{"says": ADVICE, "cites": cites}]
    findings = [{"ground": name, "finding": "sustained", "reasons": reasons} for name in ("g1", "g2")]
    return office.home.appeal.decide(office.matter, **{**RULING, "findings": findings, "at": at("05-17T12:00")})


def test_advice_is_an_item_that_says_what_it_is(advised: Office) -> None:
    words = advised.home.appeal.timeline(advised.matter, words=True).words.values()
    assert "Advice: Should the refusal of the heating grant be reversed?" in words


def test_advice_alone_decides_nothing(advised: Office) -> None:
    with pytest.raises(foam.InputError, match="advice alone"):
        decide(advised, find_advice(advised))
    assert advised.home.appeal.status(advised.matter).state == "human_review"
    assert decide(advised, ["i2", *find_advice(advised)]).state == "decided"


def test_the_letter_says_that_a_computer_advised_and_a_person_decided(advised: Office) -> None:
    decide(advised, ["i2", *find_advice(advised)])
    letter = " ".join(str(advised.home.appeal.notice(advised.matter, "outcome")).replace("| ", "").split())
    assert "A person decided this: judge-3." in letter
    assert "A computer gave advice. It was advice only, and you have seen it." in letter


def test_a_ground_may_aim_at_a_part_of_the_dossier_that_is_there(hold: Callable[[str], Held], tmp_path: Path) -> None:
    held = hold("heating-grant")
    with open_home(held.copy(tmp_path / "home"), held.file.facts) as home:
        matter = begin(home, run=held.run)
        take(home, matter, "issue_notice")
        part = find_part(held.document, "The bonus of 420 crowns is paid once a year")
        aimed: dict[str, Any] = {**GROUNDS[0], "target": part}
        with pytest.raises(foam.NotFound):
            take(home, matter, "file", grounds=[{**aimed, "target": "no-such-part"}])
        filed = take(home, matter, "file", grounds=[aimed])
        assert [one.target for one in filed.grounds] == [part]
