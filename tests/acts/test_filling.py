"""The model that knows the facts fills the acts of a table by the types of their fields."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TypeVar

import pytest
from tests.acts.files import CRITERIA, make_file
from tests.acts.test_forms import PROMPTS

from foam.acts.amend import Amended, make_amend
from foam.acts.argue import Argued, make_argue
from foam.acts.engine import Act
from foam.acts.evaluate import make_evaluate
from foam.acts.frame import make_frame
from foam.acts.object import Objected, make_object
from foam.acts.reply import make_reply
from foam.argument.reading import Read
from foam.argument.rows import Amendment, Objection, Record
from foam.argument.tree import Frame, Option
from foam.model.facts import Facts, FactsModel, KnownSentence
from foam.model.question import Written
from foam.perspective.node import Perspective
from foam.semantics.standing import find_standings

LEAKS, MENDED, OLD = "The roof of the mill leaks.", "The roof of the mill was mended.", "The mill is the oldest house."
KEEP, SELL = "The mill should be kept.", "The mill should be sold."
FACTS = Facts(
    question="Should the mill be kept?",
    seats={"I live beside it": "against", "I guard what is old": "for"},
    sentences=(
        KnownSentence(text=LEAKS, side="against", value="safety", contradicts=(MENDED,)),
        KnownSentence(text=MENDED, side="for", value="heritage", is_so=False),
        KnownSentence(text=OLD, side="for", value="heritage"),
    ),
)
OPEN = Facts(
    question="What should become of the mill?",
    seats={"I live beside it": SELL, "I guard what is old": KEEP},
    sentences=(
        KnownSentence(text=LEAKS, value="safety", options={SELL: "for", KEEP: "against"}),
        KnownSentence(text=OLD, value="heritage", options={KEEP: "for"}),
    ),
)
VALUES = ("safety", "heritage")
FILE = make_file(("About the mill.", LEAKS, OLD), ("The mason's note.", MENDED))
FILED = FILE.file({})
SIDES = ("The mill should be kept.", "The mill should not be kept.")
ANSWERS = tuple(Option(id=name, text=text) for name, text in zip(("for", "against"), SIDES, strict=True))
NEIGHBOUR = Perspective(id="n", role="neighbour", description="I live beside it.", weighting={"safety": 1.0})
KEEPER = Perspective(id="k", role="keeper", description="I guard what is old.", weighting={"heritage": 1.0})
Made = TypeVar("Made")


def fill(act: Act[Made], facts: Facts = FACTS) -> Made:
    reply = asyncio.run(FactsModel(facts).answer(act.question, seed=1)).reply
    assert isinstance(reply, Written)
    value, faults = act.read(reply.fields)
    assert faults == ()
    assert value is not None
    return value


def argue(seat: Perspective, frame: Frame | None = None) -> Argued:
    options = frame.roots[0].options if frame else ANSWERS
    return fill(
        make_argue(PROMPTS, FACTS.question, SIDES[0], FILE, Read(), seat, options, VALUES, number=1, frame=frame)
    )


def frame_it() -> Frame:
    points = tuple(point for seat in (NEIGHBOUR, KEEPER) for point in argue(seat).points)
    ids = tuple(one.model_copy(update={"id": f"point-{n}"}) for n, one in enumerate(points))
    return fill(make_frame(PROMPTS, FACTS.question, SIDES, FILE, Read(), points=ids, values=VALUES))


def contest(seat: Perspective) -> Objected:
    frame = frame_it()
    return fill(
        make_object(
            PROMPTS, FACTS.question, SIDES[0], FILE, frame, (), seat=seat, by=seat.id, number=1, takes_stock=True
        )
    )


@pytest.mark.parametrize(
    ("seat", "option", "says"),
    [(NEIGHBOUR, "against", {LEAKS: "safety"}), (KEEPER, "for", {OLD: "heritage", MENDED: "heritage"})],
)
def test_a_seat_argues_its_own_side_from_sentences_with_their_values(
    seat: Perspective, option: str, says: dict[str, str]
) -> None:
    argued = argue(seat)
    assert argued.option == option
    assert {one.says: one.value for one in argued.points} == says
    assert {one.option for one in argued.points} == {option}
    assert all(FILE.sentence_by_id[at].text == one.says for one in argued.points for at in one.at)


def test_the_tree_holds_every_point_with_its_value() -> None:
    frame = frame_it()
    assert {(one.says, one.option, one.value) for one in frame.considerations} == {
        (LEAKS, "against", "safety"),
        (MENDED, "for", "heritage"),
        (OLD, "for", "heritage"),
    }
    assert {one.where for one in frame.placed} == {"in the tree"}


def find_ground(frame: Frame, says: str) -> str:
    return next(leaf.id for leaf in frame.leaves if leaf.says == says)


def test_over_a_tree_a_seat_disputes_what_its_sentences_contradict_and_accepts_the_rest() -> None:
    frame = frame_it()
    argued = argue(NEIGHBOUR, frame)
    assert argued.accepts == {find_ground(frame, LEAKS), find_ground(frame, OLD)}
    assert [(one.leaf, one.to, one.at) for one in argued.disputes] == [
        (find_ground(frame, MENDED), "false", ("01#s1",))
    ]
    assert [one.leaf for one in argue(KEEPER, frame).disputes] == [find_ground(frame, LEAKS)]


def test_a_seat_objects_to_what_its_sentences_contradict_and_not_to_what_it_holds() -> None:
    objected = contest(NEIGHBOUR)
    (raised,) = objected.objections
    assert (raised.target, raised.point, raised.at) == (find_ground(frame_it(), MENDED), LEAKS, ("01#s1",))
    assert (raised.if_it_holds, raised.question) == ("false", "")
    assert [one.leaf for one in objected.disputes] == [raised.target]
    (vain,) = contest(KEEPER).objections
    assert (vain.target, vain.point) == (find_ground(frame_it(), LEAKS), MENDED)


def test_a_seat_puts_what_its_sentences_say_in_place_of_what_they_contradict_and_accepts_what_is_so() -> None:
    frame = frame_it()

    def amend(seat: Perspective, *proposals: Amendment) -> Amended:
        make = partial(make_amend, PROMPTS, FACTS.question, SIDES[0], FILE, frame, seat=seat, filed=FILED, positions="")
        return fill(make(by=seat.id, number=1, proposals=proposals, takes_stock=not proposals))

    (fair,), (unfair,) = amend(NEIGHBOUR).amendments, amend(KEEPER).amendments
    assert (fair.was, fair.says, fair.at) == (MENDED, LEAKS, ("01#s1",))
    assert (unfair.was, unfair.says, unfair.at) == (LEAKS, MENDED, ("02#s1",))
    assert amend(KEEPER, fair, unfair.model_copy(update={"id": "amendment-2-1"})).accepts == {fair.id}


def test_an_objection_is_rebutted_where_its_target_is_so_and_decides_where_it_is_not() -> None:
    frame = frame_it()
    fair = contest(NEIGHBOUR).objections[0]
    unfair = contest(KEEPER).objections[0].model_copy(update={"id": "objection-2-1"})
    act = make_reply(PROMPTS, FACTS.question, SIDES[0], FILE, frame, KEEPER, "for", (fair, unfair), by="k")
    replied = fill(act)
    assert [(one.to, one.move) for one in replied.replies] == [(fair.id, "concede"), (unfair.id, "rebut")]
    assert replied.replies[1].at == ("01#s1",)
    assert replied.option == "for"
    record = judge(frame, (fair, unfair))
    assert [(one.exchange, one.met, one.is_material) for one in record.verdicts if one.exchange] == [
        (fair.id, "no", True),
        (unfair.id, "yes", True),
    ]
    standings = find_standings(frame, FILED, record)
    assert (standings[fair.target].stands, standings[unfair.target].stands) == ("false", "true")


def judge(frame: Frame, raised: tuple[Objection, ...]) -> Record:
    standings = find_standings(frame, FILED)
    disputes = argue(NEIGHBOUR, frame).disputes
    return fill(
        make_evaluate(
            PROMPTS,
            FACTS.question,
            SIDES[0],
            FILE,
            frame,
            standings,
            filed=FILED,
            objections=raised,
            disputes=disputes,
            criteria=CRITERIA,
        )
    )


def test_a_disputed_leaf_stands_as_the_facts_say() -> None:
    frame = frame_it()
    record = judge(frame, ())
    assert find_standings(frame, FILED, record)[find_ground(frame, MENDED)].stands == "false"


def test_an_open_question_is_framed_by_the_answers_that_seats_propose() -> None:
    acts = (
        make_argue(PROMPTS, OPEN.question, OPEN.question, FILE, Read(), seat, (), VALUES, number=1)
        for seat in (NEIGHBOUR, KEEPER)
    )
    neighbour, keeper = (fill(act, OPEN) for act in acts)
    assert [(one.option, [point.says for point in one.points]) for one in (neighbour, keeper)] == [
        (SELL, [LEAKS]),
        (KEEP, [OLD]),
    ]
    texts = (KEEP, SELL)
    frame = fill(
        make_frame(PROMPTS, OPEN.question, (OPEN.question, ""), FILE, Read(), options=texts, values=VALUES), OPEN
    )
    assert [(one.says, one.option, one.value) for one in frame.considerations] == [
        (LEAKS, "option-2", "safety"),
        (OLD, "option-1", "heritage"),
    ]
    options = frame.roots[0].options
    act = make_argue(PROMPTS, OPEN.question, OPEN.question, FILE, Read(), KEEPER, options, VALUES, number=1)
    assert fill(act, OPEN).option == "option-1"
