"""Seats argue, object and reply over the tree of an answer; each weighs it, and nobody counts twice."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.deliberation.files import (
    FLOODS,
    KEEP,
    LEAKS,
    MENDED,
    MILL,
    OLD,
    OPEN,
    SCHOOL,
    SELL,
    mill_seats,
    seat,
    sit,
)
from tests.deliberation.table import Table

from foam.acts.argue import Argued, Point
from foam.argument.rows import Dispute, Ledger, Objection
from foam.argument.tree import Frame
from foam.deliberation.answer.answer import DEPENDS, Answer
from foam.deliberation.answer.difference import suppose_leaves
from foam.deliberation.answer.table import give_in, make_ledger, measure_pluralism
from foam.deliberation.answer.turn import find_flaws, read_weights, turn_leaves
from foam.deliberation.jobs import list_options, read_question
from foam.errors import InputError, NotFound
from foam.job.job import replay_digests
from foam.model.facts import FactsModel
from foam.model.port import name_seat_model
from foam.paper import compose, render
from foam.perspective.node import Perspective
from foam.perspective.policy import find_policy


def deliberate(
    table: Table | None = None, seats: tuple[Perspective, ...] | None = None, *, question: str = "", **fields: Any
) -> Answer:
    table = table or sit()
    seated = mill_seats(table) if seats is None else seats
    return table.deliberate(table.spec(seated, question=question or MILL.question, **fields)).view


def read_reasons(answer: Answer) -> dict[str, str]:
    """The reasons that count, with the option of each."""
    assert answer.tree is not None
    tree = answer.tree
    idle = tree.record.list_idle(tree.frame.considerations)
    counting = (one for one in tree.frame.considerations if one.id not in idle)
    return {one.says: one.option for one in counting if all(tree.holds[name] for name in one.rests_on)}


@pytest.fixture(scope="module")
def mill() -> Answer:
    return deliberate()


def test_each_act_is_asked_once_a_seat_and_the_others_once(mill: Answer) -> None:
    acts = [(row.act, row.seat) for row in mill.acts]
    argued = {seat for act, seat in acts if act == "argue"}
    assert argued == {"guard", "warden", "teacher"}
    assert [act for act, seat in acts if not seat] == ["read", "frame", "evaluate", "tell"]
    assert len(acts) <= 4 + 2 * 3 + 3


@pytest.mark.parametrize(("count", "most"), [(4, 16), (5, 19)])
def test_four_seats_take_sixteen_requests_at_most_and_five_nineteen(count: int, most: int) -> None:
    seats = (
        *mill_seats(sit()),
        seat("miller", "miller", "I count what people risk and live by it.", welfare=0.6, fairness=0.4),
        seat("baker", "baker", "I guard what is old and bake.", reliability=0.5, fairness=0.5),
    )
    rows = deliberate(seats=seats[:count]).acts
    assert len([row for row in rows if row.act == "argue"]) == count
    assert not [row for row in rows if row.again]
    assert len(rows) <= most


def test_what_is_not_so_gives_no_reason_whoever_brings_it(mill: Answer) -> None:
    assert read_reasons(mill) == {LEAKS: "against", FLOODS: "against", OLD: "for", SCHOOL: "for"}


def test_where_seats_part_by_what_they_weigh_no_answer_is_claimed_and_each_is_told(mill: Answer) -> None:
    assert mill.option is None
    assert mill.lead.startswith(DEPENDS)
    assert mill.tree is not None
    assert mill.tree.by_seat is not None
    taken = {name: row.weighings[0].option for row in mill.tree.by_seat.rows for name in row.perspectives}
    assert taken == {"guard": "for", "warden": "against", "teacher": "for"}


def test_a_seat_that_sits_twice_changes_nothing(mill: Answer) -> None:
    guard = mill_seats(sit())[0]
    doubled = deliberate(seats=(*mill_seats(sit()), guard.model_copy(update={"id": "a-guard"})))
    assert (doubled.lead, doubled.option, doubled.told) == (mill.lead, mill.option, mill.told)
    assert read_reasons(doubled) == read_reasons(mill)
    assert len(doubled.acts) == len(mill.acts)


def test_all_seats_of_one_mind_settle_what_is_weighed() -> None:
    guard, _, teacher = mill_seats(sit())
    answer = deliberate(seats=(guard, teacher))
    assert (answer.option, answer.lead) == ("for", "The town should keep the mill.")


def test_an_objection_is_kept_with_its_reply_and_its_end(mill: Answer) -> None:
    assert mill.tree is not None
    assert mill.table is not None
    objected = {one.id: one for one in mill.tree.record.objections}
    assert objected
    assert {one.exchange for one in mill.tree.record.verdicts if one.exchange} == set(objected)
    assert {one.to for one in mill.table.replies} <= set(objected)
    page = render(compose(mill), "text")
    assert all(one.point.rstrip(".") in " ".join(page.split()) for one in objected.values())


def test_in_a_consultancy_one_seat_speaks_and_nobody_objects() -> None:
    answer = deliberate(protocol="consultancy", speaker="warden")
    assert [row.seat for row in answer.acts if row.act == "argue"] == ["warden"]
    assert not [row for row in answer.acts if row.act in ("object", "reply")]
    assert answer.table is not None
    assert [one.perspective.id for one in answer.table.seats if one.argued] == ["warden"]


def test_in_a_debate_two_seats_speak_and_all_weigh() -> None:
    answer = deliberate(protocol="debate")
    assert len([row for row in answer.acts if row.act == "argue"]) == 2
    assert answer.tree is not None
    assert answer.tree.by_seat is not None
    assert {name for row in answer.tree.by_seat.rows for name in row.perspectives} == {"guard", "warden", "teacher"}


def test_in_an_assembly_seats_mend_leaves_and_what_all_accept_takes_their_place() -> None:
    answer = deliberate(protocol="assembly")
    assert [row.act for row in answer.acts if row.act in ("object", "reply")] == []
    assert answer.tree is not None
    made = {(one.was, one.says): (one.is_accepted, one.is_taken) for one in answer.tree.record.amendments}
    assert made[MENDED, LEAKS] == (True, True)
    assert made[LEAKS, MENDED] == (False, False)
    assert MENDED not in {leaf.says for leaf in answer.tree.frame.leaves}
    taken = next(one for one in answer.tree.record.amendments if one.is_taken)
    assert answer.tree.standing_by_leaf[taken.leaf].stands == "true"
    assert answer.table is not None
    assert all(taken.leaf in one.ledger.accepts for one in answer.table.seats if one.argued)
    page = " ".join(render(compose(answer), "text").split())
    assert "took the place of" in page
    assert "which not everybody accepted" in page
    assert "Protocol: assembly" in page
    assert list(find_flaws(answer)) == []


def test_left_to_itself_a_table_sits_where_something_is_weighed_and_the_page_says_why() -> None:
    answer = deliberate(protocol="auto", protocol_reason="tier routine")
    assert answer.table is not None
    assert (answer.table.protocol, answer.table.protocol_reason) == (
        "deliberation",
        "tier routine; something is weighed",
    )
    assert "Protocol: deliberation (tier routine; something is weighed)." in render(compose(answer), "text")


def test_a_seat_may_speak_with_a_model_of_its_own() -> None:
    table = sit()
    own = FactsModel(MILL.model_copy(update={"question": MILL.question, "seats": {}}))
    table.models[name_seat_model("teacher")] = own
    answer = deliberate(table)
    assert {row.seat for row in answer.acts if row.act == "argue"} == {"guard", "warden", "teacher"}


def test_a_policy_that_admits_nothing_leaves_the_outcome_open_for_all() -> None:
    strict = tuple(one.model_copy(update={"policy": find_policy("official")}) for one in mill_seats(sit()))
    answer = deliberate(seats=strict)
    assert answer.option is None
    assert read_reasons(answer) == {}


def test_an_open_question_is_one_tree_with_the_options_that_seats_propose() -> None:
    answer = deliberate(sit(FactsModel(OPEN)), question=OPEN.question)
    assert answer.tree is not None
    assert {one.text for one in answer.tree.root.options} == {KEEP, SELL}
    held = {one.perspective.id: one.ledger.option for one in answer.table.seats} if answer.table else {}
    assert held["guard"] == held["teacher"] != held["warden"]


def test_options_that_are_named_are_those_that_are_compared() -> None:
    answer = deliberate(sit(FactsModel(OPEN)), question=OPEN.question, options=(KEEP, SELL))
    assert answer.tree is not None
    assert [one.text for one in answer.tree.root.options] == [KEEP, SELL]
    with pytest.raises(InputError, match="one option alone"):
        list_options(OPEN.question, (KEEP,))
    assert read_question(MILL.question).affirmed == "The town should keep the mill."


def test_it_replays_and_follows_from_its_own_rows(mill: Answer) -> None:
    table = sit()
    ran = table.deliberate(table.spec(mill_seats(table), question=MILL.question))
    assert asyncio.run(replay_digests(table.store, ran.run)) == {"answer": ran.view.digest}
    assert list(find_flaws(mill)) == []
    forged = mill.model_copy(update={"option": "for"})
    assert [part for part, _ in find_flaws(forged)] == ["answer"]


def test_another_weight_moves_the_seat_that_it_is_given_to(mill: Answer) -> None:
    weights = read_weights(mill, ["warden.reliability=0.9"])
    turned = turn_leaves(mill, {}, weights)
    assert turned.option == "for"
    difference = suppose_leaves(mill, {}, weights)
    assert [one.seat for one in difference.seats if one.before != one.after] == ["warden"]
    with pytest.raises(NotFound, match="there is no value 'speed'"):
        read_weights(mill, ["speed=0.4"])
    with pytest.raises(InputError, match="not a weight"):
        read_weights(mill, ["welfare=much"])


def test_the_page_says_what_the_table_made_of_it(mill: Answer) -> None:
    page = render(compose(mill), "text")
    for title in ("What each seat makes of it", "What the table changed", "What was objected", "Who argued what"):
        assert title in page


# What a seat answers for


def test_giving_in_changes_what_a_seat_answers_for_and_no_leaf() -> None:
    ledger = Ledger(option="for", accepts=frozenset({"dry"}))
    objection = Objection(id="o", by="warden", target="dry", point="It leaks.", if_it_holds="false")
    after = give_in(ledger, objection)
    assert after.accepts == frozenset()
    assert [(one.leaf, one.to) for one in after.disputes] == [("dry", "false")]
    back = give_in(after, objection.model_copy(update={"if_it_holds": "true"}))
    assert (back.accepts, back.disputes) == (frozenset({"dry"}), ())


def test_what_is_disputed_after_the_tree_is_known_is_accepted_no_more() -> None:
    argued = Argued(option="for", accepts=frozenset({"dry", "old"}))
    ledger = make_ledger(argued, (["new"], [Dispute(leaf="dry", to="false", why="It leaks.")]))
    assert ledger.accepts == {"old", "new"}


@pytest.mark.parametrize(
    ("at", "option", "collapsed"), [("01#s0", "for", True), ("02#s0", "for", False), ("01#s0", "against", False)]
)
def test_one_option_on_the_same_sentences_is_one_voice(at: str, option: str, collapsed: bool) -> None:
    one = Argued(option="for", points=(Point(id="p", says="It is old.", at=("01#s0",)),))
    other = Argued(option=option, points=(Point(id="q", says="It is old.", at=(at,)),))
    found = measure_pluralism([one, other])
    assert found is not None
    assert found.collapsed is collapsed
    assert measure_pluralism([one]) is None


def test_seats_without_a_voice_weigh_what_was_found() -> None:
    table = sit(FactsModel(MILL.model_copy(update={"writes": False})))
    answer = deliberate(table)
    assert not [row for row in answer.acts if row.act == "argue"]
    assert "Nobody argued" in render(compose(answer), "text")
    assert answer.tree is None or isinstance(answer.tree.frame, Frame)


def test_a_seat_is_called_by_its_role_however_often_it_sits() -> None:
    answer = deliberate(
        seats=(*mill_seats(sit()), seat("z", "guardian", "I guard what is old.", reliability=0.7, welfare=0.3))
    )
    assert answer.table is not None
    assert answer.table.names["guard"] == answer.table.names["z"] == "the guardian"


def test_the_mended_roof_is_contested_and_falls(mill: Answer) -> None:
    assert mill.tree is not None
    mended = next(one for one in mill.tree.frame.leaves if one.says == MENDED)
    assert mill.tree.standing_by_leaf[mended.id].counts_as is False
