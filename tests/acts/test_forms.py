"""The forms of the acts: what they come to, and what is wrong with them, each fault at its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import pytest
from tests.acts.files import (
    CRITERIA,
    FILE,
    LETTER,
    MAKERS,
    QUESTION,
    READ,
    RULES,
    SIDES,
    exchange,
    fill_evaluate,
    fill_fit,
    fill_frame,
    fill_object,
    fill_read,
    graft,
    leaf,
    make_file,
    node,
    objection,
    read_frame,
    read_labels,
    read_objections,
    reason,
    step,
    tell,
)
from tests.fencing import HOSTILE

from foam.acts.engine import Act
from foam.acts.evaluate import make_evaluate
from foam.acts.fit import Fit, make_fit
from foam.acts.frame import QUESTION as WEIGHED
from foam.acts.frame import make_frame
from foam.acts.object import make_object
from foam.acts.read import make_read
from foam.acts.steps import OPS
from foam.acts.tell import make_tell
from foam.argument.reading import Finding, Missing, Read, merge_reads
from foam.argument.rows import Objection, Record
from foam.argument.tree import Frame
from foam.argument.working import compute
from foam.job.mending import find_places
from foam.model.form import LabelField, ListField
from foam.model.question import Write
from foam.pack.loader import load_pack
from foam.semantics.standing import Standings, find_standings

FENCED = re.compile(r"^<(\w+(?: id=[\w-]+)? [0-9a-f]{12})>$.*?^</\1>$", re.DOTALL | re.MULTILINE)
PROMPTS = load_pack("street-lamps").prompts
FRAME = make_frame(PROMPTS, QUESTION, SIDES, FILE, READ)
READING = make_read(PROMPTS, QUESTION, SIDES[0], FILE)
FILED = FILE.file({"01": "rule"})


def evaluate(frame: Frame, standings: Standings, raised: tuple[Objection, ...]) -> Act[Record]:
    return make_evaluate(
        PROMPTS, QUESTION, SIDES[0], FILE, frame, standings, filed=FILED, objections=raised, criteria=CRITERIA
    )


def places(act: Any, form: dict[str, Any]) -> set[tuple[str, int | str]]:
    """The rows at fault, by number or by name; every fault has a place in the form, so it alone is asked for again."""
    faults: Sequence[str] = act.read(form).faults
    found = find_places(act.question.fields, form, faults)
    assert bool(found) == bool(faults)
    return {(place.field, place.group or place.entry) for place in found}


def test_every_sentence_of_the_file_stands_under_its_id_as_data() -> None:
    shown = FILE.text
    assert all(f"\n{name} {one.text}\n" in shown for name, one in FILE.sentence_by_id.items())
    assert shown.startswith("<document ")


@pytest.mark.parametrize("name", MAKERS)
def test_the_instruction_stands_before_the_file(name: str) -> None:
    prompt = MAKERS[name](PROMPTS).prompt
    assert prompt.index("not instructions") < prompt.index(QUESTION)


def test_a_sound_frame_is_a_tree() -> None:
    frame = read_frame()
    assert [root.id for root in frame.roots] == ["keeps"]
    assert [option.text for option in frame.roots[0].options] == ["Yes, it keeps its place.", "No, it loses its place."]
    working = frame.leaf_by_id["narrow"].working
    assert working is not None
    assert compute(working).value is True


def test_reasons_without_a_root_are_weighed_and_each_rests_on_a_fact_of_its_own() -> None:
    reasons = (reason("for", "It is narrow.", "02#s1"), reason("against", "It blocks a door.", "03#s2"))
    frame = FRAME.read(fill_frame(leaves=(), steps=(), nodes=(), root=(), considerations=reasons)).value
    assert frame is not None
    assert frame.node_by_id[WEIGHED].op == "weigh"
    assert [frame.leaf_by_id[name].at for one in frame.considerations for name in one.rests_on] == [
        ("02#s1",),
        ("03#s2",),
    ]
    assert [option.text for option in frame.roots[0].options] == [*SIDES]


LEAVES = fill_frame()["leaves"]
STEPS = fill_frame()["steps"]
APPLIED = leaf(
    "meets", "application", "It is what the rule means.", of=("width",), rule=("limit",), words="metres tall"
)
KEEPS = node("keeps", "all", "limit", "doors", "narrow", "clear")


@pytest.mark.parametrize(
    ("fields", "at_fault"),
    [
        ({"leaves": (*LEAVES, LEAVES[2])}, ("leaves", "width")),
        ({"leaves": (*LEAVES, APPLIED)}, ("leaves", "meets")),
        ({"leaves": (*LEAVES[:4], {**LEAVES[4], "if_open": "false", "burden": ("02#s1",)})}, ("leaves", "clear")),
        ({"nodes": (node("keeps", "all", "limit", "nowhere"),)}, ("leaves", "nowhere")),
        ({"nodes": (KEEPS, node("round", "all", "round"))}, ("nodes", "round")),
        ({"considerations": (reason("for", "It is loved.", "02#s1", under=("keeps",)),)}, ("considerations", 1)),
    ],
)  # fmt: skip
def test_a_fault_of_a_frame_is_found_at_its_row(fields: dict[str, Any], at_fault: tuple[str, int | str]) -> None:
    assert at_fault in places(FRAME, fill_frame(**fields))


def test_a_root_that_no_leaf_moves_is_refused() -> None:
    fixed = node("keeps", "any", "narrow", "other"), node("other", "all", "limit", unless=("narrow", "limit"))
    assert FRAME.read(fill_frame(nodes=fixed)).faults == ()
    never = node("keeps", "all", "narrow", unless=("narrow",))
    assert FRAME.read(fill_frame(nodes=(never,))).faults == ("nodes (keeps): no leaf moves it",)


OWN, MOST, FITS = STEPS
NIL = step("narrow", "nil", "convention", value="0")


@pytest.mark.parametrize(
    ("steps", "faults"),
    [
        ((step("narrow", "own", "figure", value="9", at=("02#s1",)), MOST, FITS), ["own: 9 does not stand in 02#s1"]),
        ((step("narrow", "own", "figure", value="2.8"), MOST, FITS), ["own: no sentence is named in which it stands"]),
        ((step("narrow", "own", "figure", value="wide", at=("02#s1",)), MOST, FITS), ["own: 'wide' is no number"]),
        ((step("narrow", "own", "day", value="soon", at=("02#s1",)), MOST, FITS), ["own: 'soon' is no day"]),
        ((OWN, MOST, step("narrow", "fits", "<=", "own")), ["fits: <= takes 2 steps", "most: no later step uses it"]),
        ((OWN, MOST, step("narrow", "fits", "<=", "own", "most", "own")), ["fits: <= takes 2 steps"]),
        ((OWN, FITS, MOST), ["fits: there is no step 'most' before it", "fits: no later step uses it"]),
        ((OWN, step("narrow", "idle", "sum", "own"), MOST, FITS), ["idle: no later step uses it"]),
        ((OWN, OWN, MOST, FITS), ["own: the name was given before"]),
        ((OWN, step("narrow", "most", "round_up", "own", value="0"), FITS), ["most: Input should be greater than 0"]),
        ((OWN, step("narrow", "most", "leaf", "width"), FITS), ["there is no working of 'width'"]),
        ((OWN, step("narrow", "fits", "div", "own")), ["fits: div takes at least 2 steps"]),
        ((OWN, NIL, step("narrow", "fits", "div", "own", "nil")), ["it divides by zero"]),
        ((), ["a calculation has a working"]),
    ],
)  # fmt: skip
def test_each_fault_of_a_working_is_told_of_the_whole_working(steps: Sequence[Any], faults: list[str]) -> None:
    found = FRAME.read(fill_frame(steps=steps)).faults
    assert found == tuple(f"steps (narrow): {fault}" for fault in faults)
    (place,) = find_places(FRAME.question.fields, fill_frame(steps=steps), found)
    assert (place.group, place.list_entries(fill_frame(steps=steps))) == ("narrow", tuple(range(1, len(steps) + 1)))


def test_steps_of_what_is_no_calculation_are_at_fault_themselves() -> None:
    form = fill_frame(steps=(*STEPS, step("nobody", "own", "figure", value="3", at=("01#s1",))))
    assert FRAME.read(form).faults == ("steps (nobody): there is no such calculation among the leaves",)


def test_a_calculation_rests_on_the_leaves_of_its_sentences_and_where_there_is_none_on_the_sentence() -> None:
    assert read_frame().leaf_by_id["narrow"].reads == ("width", "limit")
    bare = tuple(one for one in LEAVES if one["name"] not in [("limit",), ("width",)])
    frame = read_frame(leaves=bare, nodes=(node("keeps", "all", "doors", "narrow", "clear"),))
    assert frame.leaf_by_id["narrow"].reads == ("sentence_02_1", "sentence_01_1")
    added = [frame.leaf_by_id[name] for name in frame.leaf_by_id["narrow"].reads]
    assert [(one.kind, one.says, one.at) for one in added] == [
        ("fact", LETTER[1], ("02#s1",)),
        ("rule", RULES[1], ("01#s1",)),
    ]


@pytest.mark.parametrize(("op", "value", "comes_to"), [("round_half_up", "0.5", "3"), ("round_down", "10", "0")])
def test_a_step_rounds_to_the_unit_that_it_names(op: str, value: str, comes_to: str) -> None:
    frame = read_frame(steps=(OWN, step("narrow", "fits", op, "own", value=value)))
    working = frame.leaf_by_id["narrow"].working
    assert working is not None
    assert compute(working).value == Decimal(comes_to)


def test_every_op_is_told_where_it_is_chosen() -> None:
    (steps,) = (one for one in FRAME.question.fields if one.name == "steps")
    assert isinstance(steps, ListField)
    (op,) = (one for one in steps.fields if one.name == "op")
    assert isinstance(op, LabelField)
    assert all(f"{name}: {one.does}" in op.about for name, one in OPS.items())
    assert op.labels == tuple(OPS)


def test_a_slot_of_an_answer_names_a_calculation_under_the_root() -> None:
    assert read_frame(if_true="Yes, {narrow}.").roots[0].options[0].text == "Yes, {narrow}."
    for text in ("Yes, {width}.", "Yes, {nowhere}."):
        faults = FRAME.read(fill_frame(if_true=text)).faults
        assert faults == ("if_true: a slot names no calculation under the root",)


def test_a_figure_that_stands_in_no_named_sentence_is_found_in_a_reading() -> None:
    finding = {"name": ("wide",), "kind": "figure", "at": ("02#s1",), "says": "It is wide."}
    steps = (step("wide", "own", "figure", value="2.8", at=("02#s1",)),)
    assert READING.read(fill_read(findings=(finding,), steps=steps)).faults == ()
    false = (step("wide", "own", "figure", value="3.8", at=("02#s1",)),)
    faults = READING.read(fill_read(findings=(finding,), steps=false)).faults
    assert faults == ("steps (wide): own: 3.8 does not stand in 02#s1",)


def test_two_sentences_that_cannot_both_be_so_are_a_finding() -> None:
    read = READING.read(fill_read(conflicts=({"at": ("02#s2", "03#s2"), "says": "a door"},))).value
    assert read is not None
    assert [(one.kind, one.at) for one in read.findings] == [("conflict", ("02#s2", "03#s2"))]


def test_the_parts_of_a_file_are_read_apart_and_then_joined() -> None:
    part = FILE.keep(("01#s1", "01#s2"))
    first = make_read(PROMPTS, QUESTION, SIDES[0], part, whole=FILE)
    assert [f"\n{one.about}\n" in first.question.prompt for one in FILE.documents] == [True] * 3
    reads = (READ, Read(findings=(Finding(id="door", says="A door is blocked.", kind="fact", at=("03#s2",)),)))
    before = merge_reads(reads)
    assert (before.decides, before.rules) == ("both", frozenset({"01"}))
    assert before.sentences == frozenset({"03#s2"})
    join = make_read(PROMPTS, QUESTION, SIDES[0], FILE, whole=FILE, before=before)
    assert "part2_door (fact): A door is blocked. 03#s2" in join.question.prompt
    form = fill_read(missing=({"what": "when it was measured", "who_has_it": "", "touches": ""},))
    read = join.read({name: value for name, value in form.items() if name != "sources"}).value
    assert read is not None
    assert (read.sources, read.missing) == (READ.sources, (Missing(what="when it was measured"),))


STATED = read_frame(nodes=(node("keeps", "all", "limit", "doors", "fits"), node("fits", "any", "narrow", "clear")))
GRAFTING = make_fit(PROMPTS, QUESTION, SIDES[0], FILE, STATED)
OPEN = graft("open", "The square is open.", "03#s1")
OTHER = graft("other", "It is narrow by another measure.", "03#s1", under="fits", if_not="narrow")


def test_what_is_grafted_stands_in_the_tree() -> None:
    fit = GRAFTING.read(fill_fit(OPEN, OTHER)).value
    assert fit is not None
    grown = fit.grow(STATED)
    assert grown.node_by_id["keeps"].of == ("limit", "doors", "fits", "open")
    assert grown.node_by_id["fits"].of == ("narrow", "clear", "other_if_not_narrow")
    assert grown.node_by_id["other_if_not_narrow"].unless == ("narrow",)


def test_a_graft_that_nobody_bears_out_falls_away() -> None:
    fit = GRAFTING.read(fill_fit(OPEN, OTHER)).value
    assert fit is not None
    standings = find_standings(fit.grow(STATED), FILED)
    opened = {**standings, "open": standings["open"].model_copy(update={"stands": "open"})}
    assert [leaf.id for one in fit.prune(opened).grafts for leaf in one.leaves] == ["other"]


@pytest.mark.parametrize(
    ("form", "at_fault"),
    [
        (fill_fit(OPEN, {**OPEN, "name": ("clear",)}), {("grafts", 2)}),
        (fill_fit(OPEN, OPEN), {("grafts", 2)}),
        (fill_fit(OTHER, {**OTHER, "if_not": "none"}), {("grafts", 2)}),
        (fill_fit({**OPEN, "if_not": "narrow"}), {("grafts", 1)}),
        (fill_fit(tree="does not fit"), {("why", 0), ("at", 0)}),
        (fill_fit(tree="does not fit", why="It is about the bakery."), {("at", 0)}),
    ],
)
def test_a_fault_of_a_graft_is_found_at_its_row(form: dict[str, Any], at_fault: set[tuple[str, int]]) -> None:
    assert places(GRAFTING, form) == at_fault


def test_a_tree_is_declined_with_a_reason_and_a_sentence() -> None:
    why = {"tree": "does not fit", "why": "It is about the bakery.", "at": ("03#s2",)}
    assert GRAFTING.read(fill_fit(OPEN, **why)).value == Fit(declined=why["why"], at=why["at"])


def test_a_leaf_is_judged_once_and_a_verdict_names_its_sentences() -> None:
    leaves = (*LEAVES[:4], {**LEAVES[4], "against": ("03#s2",)})
    frame = read_frame(leaves=leaves)
    act = make_evaluate(PROMPTS, QUESTION, SIDES[0], FILE, frame, find_standings(frame, FILED), filed=FILED)
    assert read_labels(act.question, "verdicts") == ("clear",)
    bare = {"leaf": "clear", "why": "", "now": "false", "at": ()}
    assert places(act, fill_evaluate("width", "width", verdicts=(bare,))) == {("supports", 2), ("verdicts", 1)}
    record = act.read(fill_evaluate("clear", verdicts=({**bare, "at": ("03#s2",)},))).value
    assert record is not None
    assert find_standings(frame, FILED, record)["clear"].stands == "false"


def test_rules_are_shown_to_the_evaluator_and_not_judged() -> None:
    frame = read_frame()
    act = make_evaluate(PROMPTS, QUESTION, SIDES[0], FILE, frame, find_standings(frame, FILED), filed=FILED)
    assert read_labels(act.question, "supports") == ("width", "narrow", "clear")
    assert "limit (rule)" in act.question.prompt


OBJECTING = make_object(PROMPTS, QUESTION, SIDES[0], FILE, read_frame(), ("clear",))


def test_an_objection_names_a_sentence_or_a_critical_question() -> None:
    asking, bare = objection("clear", question="EO1"), objection("width")
    objected = OBJECTING.read(fill_object(objection("clear", "03#s2"), asking)).value
    assert objected is not None
    assert [(one.target, one.at, one.question) for one in objected.objections] == [
        ("clear", ("03#s2",), ""),
        ("clear", (), "EO1"),
    ]
    assert places(OBJECTING, fill_object(asking, bare)) == {("objections", 2)}


def test_an_objection_strikes_a_leaf_of_the_tree_and_a_rule_like_another() -> None:
    rows = next(one for one in OBJECTING.question.fields if isinstance(one, ListField))
    assert isinstance(rows.fields[0], LabelField)
    assert rows.fields[0].labels == ("limit", "doors", "width", "narrow", "clear")


@pytest.mark.parametrize(
    ("score", "met", "stands"),
    [(8, "no", "false"), (8, "partly", "contested"), (8, "yes", "true"), (5, "no", "false"), (4, "no", "true")],
)
def test_an_objection_moves_its_leaf_if_it_is_material_and_not_met(score: float, met: str, stands: str) -> None:
    frame, raised = read_frame(), read_objections(objection("clear", "03#s2"))
    standings = find_standings(frame, FILED)
    act = make_evaluate(
        PROMPTS, QUESTION, SIDES[0], FILE, frame, standings, filed=FILED, objections=raised, criteria=CRITERIA
    )
    ended = exchange("objection-1", met, score, "03#s2")
    record = act.read(fill_evaluate("width", "narrow", "clear", exchanges=(ended,))).value
    assert record is not None
    assert find_standings(frame, FILED, record)["clear"].stands == stands


def test_who_objects_is_not_shown_and_an_objection_is_judged_once() -> None:
    frame, raised = read_frame(), read_objections(objection("clear", "03#s2"), objection("width", "03#s1"))
    assert [one.by for one in raised] == ["critic", "critic"]
    standings = find_standings(frame, FILED)
    act = make_evaluate(
        PROMPTS, QUESTION, SIDES[0], FILE, frame, standings, filed=FILED, objections=raised, criteria=CRITERIA
    )
    assert (
        "objection-1 (missing_evidence) to clear “The stall stands clear of every door.”: It is not so.; 03#s2"
        in act.question.prompt
    )
    assert "critic:" not in act.question.prompt
    twice = fill_evaluate("clear", exchanges=(exchange("objection-1"), exchange("objection-1", "yes")))
    assert places(act, twice) == {("exchanges", 2)}


def test_an_objection_to_a_calculation_leaves_its_result_and_says_so() -> None:
    frame, raised = read_frame(), read_objections(objection("narrow", "03#s1"))
    act = make_evaluate(
        PROMPTS,
        QUESTION,
        SIDES[0],
        FILE,
        frame,
        find_standings(frame, FILED),
        filed=FILED,
        objections=raised,
        criteria=CRITERIA,
    )
    record = act.read(fill_evaluate("width", "narrow", "clear", exchanges=(exchange("objection-1"),))).value
    assert record is not None
    standing = find_standings(frame, FILED, record)["narrow"]
    assert (standing.stands, standing.counts_as, standing.questioned) == ("true", True, True)


TELLING = make_tell(PROMPTS, QUESTION, "Yes.", FILE, read_frame(), find_standings(read_frame(), FILED))


def test_the_evaluator_sees_both_sides_of_a_count() -> None:
    nodes = (node("counted", "more", "narrow", "clear", over=("limit",)), node("keeps", "all", "counted", "doors"))
    frame = read_frame(nodes=nodes)
    act = make_evaluate(PROMPTS, QUESTION, SIDES[0], FILE, frame, find_standings(frame, FILED), filed=FILED)
    assert "counted (more of narrow clear over limit; unless nothing)" in act.question.prompt


def test_a_slot_is_filled_with_what_code_worked_out() -> None:
    told = TELLING.read({"sentences": (tell("It is narrow enough: {narrow}.", "narrow"),)}).value
    assert told is not None
    assert told[0].text == "It is narrow enough: 2.8 (has to be at most 3)."


@pytest.mark.parametrize(
    "lie",
    [
        "The stall is 2.5 metres wide.",
        "It was measured on 5 June 2024.",
        "Ottoline Brask measured the stall.",
        "It comes to {width_of_the_door}.",
        "The warden wrote “every stall is welcome here”.",
    ],
)
def test_a_lie_of_form_in_a_telling_is_refused(lie: str) -> None:
    honest = tell("The stall is 2.8 metres wide.", "width")
    assert TELLING.read({"sentences": (honest,)}).faults == ()
    assert places(TELLING, {"sentences": (honest, tell(lie, "width"))}) == {("sentences", 2)}


def test_a_node_is_told_like_a_leaf_with_all_that_stands_under_it() -> None:
    assert TELLING.read({"sentences": (tell("At 2.8 metres it fits.", "keeps"),)}).faults == ()
    assert places(TELLING, {"sentences": (tell("At 2.5 metres it fits.", "keeps"),)}) == {("sentences", 1)}


def test_a_name_may_be_taken_from_what_a_cited_part_says_and_a_figure_may_not() -> None:
    frame = read_frame(leaves=(*LEAVES[:4], {**LEAVES[4], "says": "Ottoline Brask saw 9 doors clear."}))
    act = make_tell(PROMPTS, QUESTION, "Yes.", FILE, frame, find_standings(frame, FILED))
    assert act.read({"sentences": (tell("Ottoline Brask saw the doors.", "clear"),)}).faults == ()
    (fault,) = act.read({"sentences": (tell("There were 9 doors.", "clear"),)}).faults
    assert "“9”" in fault


def test_a_figure_of_another_leaf_counts_only_where_that_is_named() -> None:
    said = "At most 3 metres are allowed."
    assert TELLING.read({"sentences": (tell(said, "limit"),)}).faults == ()
    assert places(TELLING, {"sentences": (tell(said, "clear"),)}) == {("sentences", 1)}


def test_what_does_not_follow_is_not_told() -> None:
    frame = read_frame()
    yes, no = (one.text for one in frame.roots[0].options)
    act = make_tell(PROMPTS, QUESTION, yes, FILE, frame, find_standings(frame, FILED))
    assert places(act, {"sentences": (tell(f"So: {no.lower()}", "keeps"),)}) == {("sentences", 1)}
    assert act.read({"sentences": (tell(f"So: {yes.lower()}", "keeps"),)}).faults == ()


@pytest.mark.parametrize("act", ["read", "frame", "fit", "object", "evaluate", "tell"])
def test_untrusted_text_stands_only_between_marks(act: str) -> None:
    file = make_file((HOSTILE, HOSTILE), LETTER)
    read = Read(findings=(Finding(id="odd", says=HOSTILE, kind="fact", at=("01#s1",)),))
    frame = read_frame(leaves=({**fill_frame()["leaves"][0], "says": HOSTILE}, *fill_frame()["leaves"][1:]))
    standings, raised = find_standings(frame, FILED), read_objections(objection("clear", "03#s2", point=HOSTILE))
    questions: dict[str, Callable[[], Write]] = {
        "read": lambda: make_read(PROMPTS, HOSTILE, SIDES[0], file, whole=file, before=read).question,
        "frame": lambda: make_frame(PROMPTS, HOSTILE, (HOSTILE, HOSTILE), file, read).question,
        "fit": lambda: make_fit(PROMPTS, HOSTILE, SIDES[0], file, frame).question,
        "object": lambda: make_object(PROMPTS, HOSTILE, SIDES[0], file, frame, ()).question,
        "evaluate": lambda: (
            make_evaluate(PROMPTS, HOSTILE, SIDES[0], file, frame, standings, filed=FILED, objections=raised).question
        ),
        "tell": lambda: make_tell(PROMPTS, HOSTILE, HOSTILE, file, frame, standings).question,
    }
    prompt = questions[act]().prompt
    assert HOSTILE in prompt
    assert HOSTILE not in FENCED.sub("", prompt)
