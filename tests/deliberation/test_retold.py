"""What tellers are given: what each reason weighs for whom, and after a challenge what was told before."""

from __future__ import annotations

import asyncio
import re

from tests.deliberation.sitting import PACK, sit_plainly

from foam.contest.job import load_file
from foam.contest.subject import DossierFile
from foam.deliberation.naming import name_seats
from foam.deliberation.points import Conflict
from foam.deliberation.tellable import list_tellable
from foam.deliberation.written.retold import describe_before, mark_changed
from foam.deliberation.written.tell import Tellable, Telling, ToldSentence
from foam.deliberation.written.told_forms import telling_act
from foam.model.question import Option
from foam.pack.loader import load_pack


def _load() -> DossierFile:
    sitting = sit_plainly()
    file = asyncio.run(load_file(sitting.table.store, sitting.ran.run))
    assert isinstance(file, DossierFile)
    return file


def test_a_reason_is_told_with_what_it_weighs_for_each_seat() -> None:
    mediation = _load().mediation
    names = name_seats(mediation.seats)
    told = {node: one.text for one in list_tellable(mediation) for node in one.nodes if one.id.startswith("r")}
    rows = [row for row in mediation.synthesis.weights if row.claim in told]
    assert rows
    for row in rows:
        _, weights, *_ = told[row.claim].splitlines()
        assert row.value in weights
        assert (f"{row.weight:.3f} for {names[row.seat]}" in weights) is bool(row.weight)


def test_a_reason_stands_for_no_seat_for_which_it_weighs_nothing() -> None:
    mediation = _load().mediation
    seat, claim = next((row.seat, row.claim) for row in mediation.synthesis.weights if row.weight)
    weights = tuple(
        row.model_copy(update={"weight": 0.0, "share": 0.0}) if (row.seat, row.claim) == (seat, claim) else row
        for row in mediation.synthesis.weights
    )
    idle = mediation.model_copy(update={"synthesis": mediation.synthesis.model_copy(update={"weights": weights})})
    name = name_seats(mediation.seats)[seat]
    before, after = (
        next(one.text for one in list_tellable(version) if claim in one.nodes).splitlines()
        for version in (mediation, idle)
    )
    assert name in re.findall(r"stands for (.*?) \(", before[0])[0]
    assert name not in re.findall(r"stands for (.*?) \(", after[0])[0]
    assert f"it weighs nothing for {name} (the value has no place among theirs)" in after[1]


def test_what_is_contested_as_before_is_not_told_no_more() -> None:
    mediation = _load().mediation
    left, right, other = [claim.ground for claim in mediation.claims][:3]
    conflicts = tuple(Conflict(left=left, right=one, entries=()) for one in (right, other))
    was = list_tellable(mediation.model_copy(update={"conflicts": conflicts}))
    now = list_tellable(mediation.model_copy(update={"conflicts": conflicts[::-1]}))
    told = next(one for one in was if one.id == "x1")
    sentences = (ToldSentence(text="Two sentences of the file disagree.", nodes=told.nodes),)
    shown = describe_before([Telling(reader="person", sentences=sentences, entry="e")], was, mark_changed(was, now))
    assert "- Two sentences of the file disagree. [x2]\n" in shown
    assert "told no more" not in shown
    assert all(one.nodes for one in was)


def test_what_was_told_before_is_shown_with_what_changed() -> None:
    before = (
        Tellable("r1", ("claim-a",), "The dam leaks."),
        Tellable("r2", ("claim-b",), "The quay is old."),
        Tellable("o1", ("objection-c",), "It strikes r2."),
        Tellable("r3", ("claim-d",), "The pier is cheap."),
    )
    now = (
        Tellable("r1", ("claim-b",), "The quay is old."),
        Tellable("r2", ("claim-a",), "The dam leaks in spring."),
        Tellable("o1", ("objection-c",), "It strikes r1."),
        Tellable("r3", ("claim-e",), "The lock is shut."),
    )
    sentences = (
        ToldSentence(text="A leak.", nodes=("claim-a",)),
        ToldSentence(text="An old quay, objected to.", nodes=("claim-b", "objection-c")),
        ToldSentence(text="A cheap pier.", nodes=("claim-d",)),
    )
    told = [Telling(reader="person", sentences=sentences, entry="")]
    assert describe_before(told, before, mark_changed(before, now)).splitlines() == [
        "Told to person:",
        "- A leak. [r2] (what it tells has changed)",
        "- An old quay, objected to. [r1, o1]",
        "- A cheap pier. [told no more] (what it tells has changed)",
        "What changed:",
        "- r2 read before: The dam leaks.",
        "- r3 is new.",
        "- No longer told: The pier is cheap.",
    ]
    assert describe_before([], before, now) == ""


def test_a_first_telling_says_that_it_is_one() -> None:
    options = (Option(id="r1", text="The dam leaks."),)
    act = telling_act(load_pack(PACK).prompts, question="Why?", readers={"person": "anybody"}, options=options)
    assert "told for the first time" in act.prompt
