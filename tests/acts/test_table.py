"""The acts of seats: what they come to, what is wrong with them, and that nobody's name is in what is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from tests.acts.files import (
    AMENDMENT,
    CRITERIA,
    FILE,
    HOSTILE,
    LETTER,
    NOTE,
    POINTS,
    QUESTION,
    READ,
    SEAT,
    SIDES,
    VALUES,
    Reader,
    exchange,
    fill_evaluate,
    fill_frame,
    fill_object,
    make_file,
    objection,
    read_frame,
    read_labels,
    read_objections,
    read_weighed,
    reason,
    support,
)
from tests.acts.test_forms import FENCED, PROMPTS, places
from tests.job.sessions import NOON

from foam.acts.amend import Amended, make_amend
from foam.acts.argue import Argued, make_argue
from foam.acts.engine import Act, perform
from foam.acts.evaluate import make_evaluate
from foam.acts.frame import make_frame
from foam.acts.object import Objected, make_object
from foam.acts.person import describe_person, describe_policy
from foam.acts.reply import Replied, make_reply
from foam.argument.rows import Amendment, Dispute, Move, Objection, Record, Reply, Verdict
from foam.argument.tree import Frame, Option
from foam.job.clerk import Clerk
from foam.job.session import Session, Tools
from foam.model.cast import ROLES
from foam.model.port import Model
from foam.model.question import Write, Written
from foam.model.scripted import ScriptedModel
from foam.pack.loader import load_pack
from foam.perspective.node import Perspective
from foam.perspective.policy import POLICIES, EpistemicPolicy
from foam.record.memory import MemoryStore
from foam.record.runs import open_run
from foam.semantics.outcome import find_outcome
from foam.semantics.standing import find_standings
from foam.semantics.ways import View

FRAME = read_frame()
WEIGHED = read_weighed()
ANSWERS = FRAME.roots[0].options
FILED = FILE.file({"01": "rule"})

FILED = FILE.file({"01": "rule"})


def argue(frame: Frame | None = None, options: Sequence[Option] = ANSWERS, seat: Perspective = SEAT) -> Act[Argued]:
    return make_argue(PROMPTS, QUESTION, SIDES[0], FILE, READ, seat, options, VALUES, number=3, frame=frame)


def contest(seat: Perspective = SEAT, **fields: Any) -> Act[Objected]:
    given = {"seat": seat, "positions": "A: for.", "by": seat.id, "number": 3, **fields}
    return make_object(PROMPTS, QUESTION, SIDES[0], FILE, WEIGHED, (), **given)


RAISED = (
    Objection(id="objection-1-1", by="other", target="clear", point="The bakery.", at=("03#s2",)),
    Objection(id="objection-1-2", by="other", target="width", point="How wide?", question="EO1"),
)


def answer(frame: Frame = FRAME, raised: Sequence[Objection] = RAISED, seat: Perspective = SEAT) -> Act[Replied]:
    return make_reply(PROMPTS, QUESTION, SIDES[0], FILE, frame, seat, "for: It is narrow.", raised, by=seat.id)


def point(option: str, says: str, *at: str, value: str = "safety") -> dict[str, Any]:
    return {"option": option, "says": says, "value": value, "at": at}


def dispute(leaf: str, *at: str, to: str = "false", question: str = "none") -> dict[str, Any]:
    return {"leaf": leaf, "to": to, "why": "It is not so.", "at": at, "question": question}


def fill_argue(**fields: Any) -> dict[str, Any]:
    made = point("against", "It blocks a door.", "03#s2"), point("for", "It is narrow.", "02#s1", value="none")
    return {
        "why": "It turns on the door.",
        "option": "against",
        "points": made,
        "what_would_change_my_mind": "",
        **fields,
    }


def reply(to: str, move: Move = "rebut", *at: str) -> dict[str, Any]:
    return {"objection": to, "move": move, "text": "It is not so.", "at": at}


def read_all(question: Write) -> str:
    return "\n".join((question.shared, question.system, question.prompt))


CLONE = SEAT.model_copy(update={"id": "another-name"})


@pytest.mark.parametrize(
    "make", [lambda seat: argue(FRAME, seat=seat), lambda seat: contest(seat), lambda seat: answer(seat=seat)]
)
def test_seats_that_declare_the_same_are_asked_the_same_and_nobodys_id_is_told(make: Any) -> None:
    own, cloned = make(SEAT).question, make(CLONE).question
    assert own == cloned
    assert SEAT.id not in read_all(own)
    assert own != make(SEAT.model_copy(update={"description": "I sell fish."})).question
    assert all(f"\n{name} {one.text}\n" in own.shared for name, one in FILE.sentence_by_id.items())


def test_untrusted_text_of_seats_stands_only_between_marks() -> None:
    seat = SEAT.model_copy(update={"description": HOSTILE})
    raised = RAISED[0].model_copy(update={"point": HOSTILE})
    said = Dispute(leaf="clear", to="false", why=HOSTILE, at=("03#s2",))
    replied = Reply(to=raised.id, by="a", move="rebut", text=HOSTILE)
    options = tuple(one.model_copy(update={"text": HOSTILE}) for one in ANSWERS)
    points = (POINTS[0].model_copy(update={"says": HOSTILE}),)
    file = make_file((HOSTILE, HOSTILE), LETTER, NOTE)
    acts: tuple[Act[Any], ...] = (
        make_argue(PROMPTS, HOSTILE, HOSTILE, file, READ, seat, options, VALUES, number=1, frame=FRAME),
        make_object(PROMPTS, HOSTILE, HOSTILE, file, FRAME, (), seat=seat, positions=HOSTILE),
        make_reply(PROMPTS, HOSTILE, HOSTILE, file, FRAME, seat, HOSTILE, (raised,), by="x"),
        make_frame(PROMPTS, HOSTILE, (HOSTILE, HOSTILE), file, READ, points=points, options=(HOSTILE, HOSTILE)),
        evaluate(FRAME, objections=(raised,), replies=(replied,), disputes=(said,)),
    )
    for act in acts:
        assert HOSTILE in read_all(act.question)
        assert HOSTILE not in FENCED.sub("", read_all(act.question))


def test_a_perspective_is_told_with_its_weights_its_policy_and_what_it_declares() -> None:
    seat = SEAT.model_copy(update={"policy": POLICIES["corroborated"], "speaks_for": ("passers-by",)})
    told = describe_person(seat)
    assert told.startswith("You are: warden of the square\n")
    assert told.index("- safety: 0.7") < told.index("- livelihood: 0.3")
    for words in (
        "I keep every way free.",
        "passers-by",
        "at least 2 independent sources",
        "What part does evidence play? every claim follows from quoted evidence",
    ):
        assert words in told


@pytest.mark.parametrize(
    ("policy", "lines"),
    [
        (EpistemicPolicy(), 1),
        (EpistemicPolicy(source_kinds=("report",), trusted_domains=("gov",), min_year=2015), 3),
        (EpistemicPolicy(peer_reviewed_only=True, min_sources=2, uncertainty="quantified"), 3),
    ],
)
def test_everything_that_a_policy_asks_is_told(policy: EpistemicPolicy, lines: int) -> None:
    assert len([*describe_policy(policy)]) == lines


def test_a_seat_argues_before_there_is_a_tree() -> None:
    argued = argue().read(fill_argue()).value
    assert argued is not None
    assert (argued.option, argued.accepts, argued.disputes) == ("against", frozenset(), ())
    assert [(one.id, one.option, one.value, one.at) for one in argued.points] == [
        ("point-3-1", "against", "safety", ("03#s2",)),
        ("point-3-2", "for", "", ("02#s1",)),
    ]


def test_of_an_open_question_a_seat_proposes_an_answer_of_its_own() -> None:
    act = argue(options=())
    points = ({name: value for name, value in point("", "It is narrow.", "02#s1").items() if name != "option"},)
    argued = act.read(fill_argue(option="The stall should move to the well.", points=points)).value
    assert argued is not None
    assert argued.option == "The stall should move to the well."
    assert [one.option for one in argued.points] == [""]


def test_over_a_tree_a_seat_says_what_it_accepts_and_disputes_and_not_how_leaves_are_proposed() -> None:
    act = argue(FRAME)
    given = fill_argue(accepts=("width",), disputes=(dispute("clear", "03#s2"),), what_would_change_my_mind="A plan.")
    argued = act.read(given).value
    assert argued is not None
    assert (argued.accepts, argued.changes_my_mind) == (frozenset({"width"}), "A plan.")
    assert argued.disputes == (Dispute(leaf="clear", to="false", why="It is not so.", at=("03#s2",)),)
    assert read_labels(act.question, "disputes") == ("limit", "doors", "width", "clear")
    opened = FRAME.leaf_by_id["clear"].model_copy(update={"proposed": "open"})
    leaves = tuple(opened if one.id == "clear" else one for one in FRAME.leaves)
    assert argue(FRAME.model_copy(update={"leaves": leaves})).question == act.question


@pytest.mark.parametrize(
    ("accepts", "disputes", "at_fault"),
    [
        (("clear",), (dispute("clear", "03#s2"),), {("disputes", 1)}),
        ((), (dispute("clear"), dispute("width", question="EO1")), {("disputes", 1)}),
        ((), (dispute("clear", "03#s2"), dispute("clear", "03#s2", to="open")), {("disputes", 2)}),
    ],
)
def test_a_fault_of_a_dispute_is_found_at_its_row(
    accepts: tuple[str, ...], disputes: tuple[dict[str, Any], ...], at_fault: set[tuple[str, int]]
) -> None:
    assert places(argue(FRAME), fill_argue(accepts=accepts, disputes=disputes)) == at_fault
    stock = {**fill_object(), "accepts": accepts, "disputes": disputes}
    over = make_object(PROMPTS, QUESTION, SIDES[0], FILE, FRAME, (), seat=SEAT, takes_stock=True)
    assert places(over, stock) == at_fault


def test_a_seat_strikes_leaves_and_the_reasons_of_others_under_ids_of_its_own() -> None:
    act = contest(own=("reason2",))
    assert read_labels(act.question, "objections") == ("ground1", "ground2", "reason1")
    assert "A: for." in act.question.prompt
    objected = act.read(fill_object(objection("reason1", "03#s1"), objection("ground1", "03#s1", holds="open"))).value
    assert objected is not None
    assert [(one.id, one.by, one.if_it_holds) for one in objected.objections] == [
        ("objection-3-1", SEAT.id, None),
        ("objection-3-2", SEAT.id, "open"),
    ]


def test_a_seat_takes_stock_of_a_tree_that_it_has_not_seen() -> None:
    form = {**fill_object(), "accepts": ("ground2",), "disputes": (dispute("ground1", "03#s1", to="open"),)}
    objected = contest(takes_stock=True).read(form).value
    assert objected is not None
    assert objected.accepts == frozenset({"ground2"})
    assert [one.leaf for one in objected.disputes] == ["ground1"]


def amend(*rows: dict[str, Any], proposals: Sequence[Amendment] = (), frame: Frame = FRAME) -> Act[Amended]:
    return make_amend(
        PROMPTS,
        QUESTION,
        SIDES[0],
        FILE,
        frame,
        seat=SEAT,
        filed=FILED,
        positions="A: for.",
        by=SEAT.id,
        number=3,
        proposals=proposals,
        takes_stock=not proposals,
    )


def mend(leaf: str, says: str, *at: str) -> dict[str, Any]:
    return {"leaf": leaf, "says": says, "at": at, "why": "It was measured."}


def fill_amend(*rows: dict[str, Any], accepts: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"why": "It blocks a door.", "accepts": accepts, "disputes": (), "amendments": rows}


def test_a_seat_would_have_facts_say_something_else_and_neither_rules_nor_sums() -> None:
    act = amend()
    assert read_labels(act.question, "amendments") == ("width", "clear")
    amended = act.read(fill_amend(mend("clear", "It blocks a door.", "03#s2"), accepts=("width",))).value
    assert amended is not None
    (one,) = amended.amendments
    assert (one.id, one.was, one.says) == ("amendment-3-1", FRAME.leaf_by_id["clear"].says, "It blocks a door.")
    assert (one.is_accepted, one.is_taken) == (False, False)


@pytest.mark.parametrize(
    ("rows", "at_fault"),
    [
        ([mend("clear", "It blocks a door.")], 1),
        ([mend("clear", FRAME.leaf_by_id["clear"].says, "02#s2")], 1),
        ([mend("width", "It is 2.8 metres wide.", "02#s1", "03#s1")], 1),
        ([mend("clear", "It blocks a door.", "03#s2"), mend("clear", "It blocks the bakery.", "03#s2")], 2),
    ],
)
def test_a_fault_of_an_amendment_is_found_at_its_row(rows: list[dict[str, Any]], at_fault: int) -> None:
    assert places(amend(), fill_amend(*rows, accepts=("width",))) == {("amendments", at_fault)}


def test_of_proposals_nothing_else_is_asked_and_what_is_not_answered_is_not_accepted() -> None:
    other = AMENDMENT.model_copy(update={"id": "amendment-1-1"})
    act = amend(proposals=(AMENDMENT, other))
    assert [field.name for field in act.question.fields] == ["answers"]
    said: dict[str, Any] = {"proposal": AMENDMENT.id, "why": "", "accept": "yes"}
    amended = act.read({"answers": (said,)}).value
    assert amended is not None
    assert amended.accepts == {AMENDMENT.id}
    assert places(act, {"answers": (said, said)}) == {("answers", 2)}


@pytest.mark.parametrize(
    ("is_accepted", "take", "holds"), [(True, "yes", True), (True, "no", False), (False, "", False)]
)
def test_what_all_accept_takes_the_place_of_its_leaf_if_the_evaluator_says_so(
    is_accepted: bool, take: str, holds: bool
) -> None:
    put = AMENDMENT.model_copy(update={"is_accepted": is_accepted})
    act = evaluate(FRAME, amendments=(put,), disputes=(Dispute(leaf="clear", to="contested", at=("03#s2",)),))
    form = fill_evaluate(supports=(support("clear", "does not hold"),))
    assert ("amendments" in [field.name for field in act.question.fields]) == is_accepted
    if take:
        form["amendments"] = ({"amendment": put.id, "why": "The warden saw it.", "take": take},)
    record = act.read(form).value
    assert record is not None
    assert [one.is_taken for one in record.amendments] == [holds]
    frame = record.amend(FRAME)
    assert (frame.leaf_by_id["clear"].says == put.says) == holds
    assert (find_standings(frame, FILED, record)["clear"].stands == "true") == holds
    assert bool(record.disputes) != holds


def test_of_two_amendments_of_a_leaf_one_is_taken() -> None:
    two = (AMENDMENT, AMENDMENT.model_copy(update={"id": "amendment-1-1"}))
    rows = tuple({"amendment": one.id, "why": "", "take": "yes"} for one in two)
    form = {**fill_evaluate("clear"), "amendments": rows}
    assert places(evaluate(FRAME, amendments=two), form) == {("amendments", 2)}


def test_each_objection_is_answered_once() -> None:
    act = answer()
    form: dict[str, Any] = {
        "replies": (reply("objection-1-2", "concede"), reply("objection-1-1", "rebut", "02#s2")),
        "option_now": "for",
    }
    replied = act.read(form).value
    assert replied is not None
    assert replied.option == "for"
    assert [(one.to, one.by, one.move, one.at) for one in replied.replies] == [
        ("objection-1-2", SEAT.id, "concede", ()),
        ("objection-1-1", SEAT.id, "rebut", ("02#s2",)),
    ]
    twice = {**form, "replies": (reply("objection-1-1"), reply("objection-1-1", "concede"))}
    faults = act.read(twice).faults
    assert faults == ("replies: objection-1-1 is answered 2 times", "replies: objection-1-2 is not answered")
    rest = act.leave_out(act.question.fields, twice, faults)
    assert rest is not None
    kept = act.read(rest).value
    assert kept is not None
    assert [(one.to, one.move) for one in kept.replies] == [("objection-1-1", "rebut")]


def test_a_reply_to_what_strikes_a_reason_shows_the_reason() -> None:
    struck = Objection(id="objection-1-1", by="other", target="reason1", point="Narrow is not small.", at=("02#s1",))
    prompt = answer(WEIGHED, (struck,)).question.prompt
    assert "to reason1 “It is narrow.”: Narrow is not small." in prompt
    assert "the reason does not count" in prompt
    assert "other" not in prompt.partition("The objections:")[2]


def evaluate(frame: Frame, **rows: Any) -> Act[Record]:
    standings = find_standings(frame, FILED)
    return make_evaluate(PROMPTS, QUESTION, SIDES[0], FILE, frame, standings, filed=FILED, criteria=CRITERIA, **rows)


def test_a_disputed_leaf_needs_a_verdict_and_so_does_a_disputed_rule() -> None:
    said = tuple(Dispute(leaf=name, to="false", why="It is not so.", at=("03#s2",)) for name in ("clear", "doors"))
    calculated = Dispute(leaf="narrow", to="false", question="EO1")
    act = evaluate(FRAME, disputes=(*said, said[0], calculated))
    assert read_labels(act.question, "verdicts") == ("doors", "clear")
    assert act.question.prompt.count("clear is false: It is not so.; 03#s2") == 1
    verdict = {"leaf": "clear", "why": "", "now": "false", "at": ("03#s2",)}
    record = act.read(fill_evaluate("width", "narrow", "clear", verdicts=(verdict,))).value
    assert record is not None
    assert {*record.disputes} == {*said, calculated}
    assert len(record.disputes) == 3
    assert find_standings(FRAME, FILED, record)["clear"].stands == "false"


@pytest.mark.parametrize(
    ("moves", "met", "score", "falls"),
    [
        ((), "no", 8, True),
        ((), "partly", 8, False),
        ((), "yes", 8, False),
        ((), "no", 4, False),
        (("concede",), "yes", 8, True),
        (("concede",), "yes", 4, False),
        (("concede", "rebut"), "yes", 8, False),
    ],
)
def test_a_reason_falls_to_an_objection_that_matters_and_is_not_met_or_conceded(
    moves: tuple[Move, ...], met: str, score: float, falls: bool
) -> None:
    struck = Objection(id="objection-1-1", by="other", target="reason1", point="Narrow is not small.")
    replies = tuple(Reply(to=struck.id, by=f"seat-{move}", move=move, text=f"I {move}.") for move in moves)
    act = evaluate(WEIGHED, objections=(struck,), replies=replies)
    assert all(f"reply ({move}): I {move}." in act.question.prompt for move in moves)
    assert "seat-" not in act.question.prompt
    ended = fill_evaluate("ground1", "ground2", exchanges=(exchange(struck.id, met, score),))
    record = act.read(ended).value
    assert record is not None
    assert record.fallen == (frozenset({"reason1"}) if falls else frozenset())


def test_a_reason_on_which_evaluators_differ_does_not_fall() -> None:
    struck = Objection(id="objection-1-1", by="other", target="reason1")
    verdicts = tuple(
        Verdict(exchange=struck.id, target="reason1", scores={"weight": 9}, met=met) for met in ("no", "yes")
    )
    assert Record(objections=(struck,), verdicts=verdicts[:1]).fallen == {"reason1"}
    assert Record(objections=(struck,), verdicts=verdicts).fallen == frozenset()


def test_what_is_conceded_is_on_record_though_the_evaluator_left_it_out() -> None:
    (raised,) = read_objections(objection("clear", "03#s2"))
    act = evaluate(FRAME, objections=(raised,), replies=(Reply(to=raised.id, by="a", move="concede"),))
    record = act.read(fill_evaluate("clear", exchanges=())).value
    assert record is not None
    assert [(one.exchange, one.met) for one in record.verdicts] == [(raised.id, "conceded")]


def test_every_point_is_placed_or_left_out_with_why() -> None:
    act = make_frame(PROMPTS, QUESTION, SIDES, FILE, READ, points=POINTS)
    placed = ({"point": "point-2-1", "where": "in the tree", "why": ""},)
    frame = act.read(fill_frame(placed=placed)).value
    assert frame is not None
    assert [(one.point, one.where, one.why) for one in frame.placed] == [
        ("point-1-1", None, "not said why"),
        ("point-2-1", "in the tree", ""),
    ]
    assert "point-2-1 (against, safety): It blocks a door. 03#s2" in act.question.prompt


def test_an_open_question_is_weighed_between_the_answers_that_were_proposed() -> None:
    texts = ("It should stay.", "It should move to the well.", "It should close.")
    act = make_frame(PROMPTS, "Where should the stall stand?", SIDES, FILE, READ, options=texts)
    names = {one.name for one in act.question.fields}
    assert not names & {"root", "nodes", "if_true", "if_false", "placed"}
    rows = (
        {name: value for name, value in row.items() if name != "under"}
        for row in (reason("option-1", "It is narrow.", "02#s1"), reason("option-2", "It blocks a door.", "03#s2"))
    )
    form = fill_frame(leaves=(), steps=(), considerations=tuple(rows))
    frame = act.read({name: form[name] for name in names}).value
    assert frame is not None
    (root,) = frame.roots
    assert [(one.id, one.text) for one in root.options] == [(f"option-{n}", text) for n, text in enumerate(texts, 1)]
    assert [one.option for one in frame.considerations] == ["option-1", "option-2"]
    assert frame.node_by_id[root.id].op == "weigh"
    supports = tuple(support(name) for name in ("ground1", "ground2"))
    record = evaluate(frame).read({"supports": supports}).value
    view = View(frame, find_standings(frame, FILED, record))
    assert find_outcome(view, root).possible == tuple(one.id for one in root.options)


def test_the_scripted_reader_fills_the_acts_of_seats() -> None:
    reader = Reader(argues={"warden": "against"}, disputes={"warden": "clear"}, objects={"clear": "false"})
    over = make_object(PROMPTS, QUESTION, SIDES[0], FILE, FRAME, (), seat=SEAT, takes_stock=True)
    disputed = (Dispute(leaf="clear", to="false", at=("03#s2",)),)
    acts: tuple[Act[Any], ...] = (
        argue(),
        argue(FRAME),
        argue(options=()),
        over,
        answer(),
        make_frame(PROMPTS, QUESTION, SIDES, FILE, READ, points=POINTS),
        evaluate(FRAME, objections=RAISED, disputes=disputed),
    )
    for act in acts:
        reply = asyncio.run(ScriptedModel(reader, writes=True).answer(act.question, seed=1)).reply
        assert isinstance(reply, Written)
        assert act.read(reply.fields).faults == ()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "act",
    [argue(), argue(FRAME), argue(options=()), contest(takes_stock=True), answer(), evaluate(FRAME, objections=RAISED)],
)
def test_of_whatever_is_written_within_bounds_something_sound_is_kept(act: Act[Any], seed: int) -> None:
    models: dict[str, Model] = dict.fromkeys(ROLES, ScriptedModel(writes=True))
    store = MemoryStore()
    run = open_run(store, "test", {}, clock=lambda: NOON)
    clerk = Clerk(store, models, run=run, seed=seed, clock=lambda: NOON)
    session = Session(run=run, store=store, clerk=clerk, tools=Tools(models=models, pack=load_pack("street-lamps")))
    assert asyncio.run(perform(session, act)).value is not None
