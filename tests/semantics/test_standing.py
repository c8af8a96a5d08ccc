"""How a leaf stands: each sentence about it, held by a row or a small tree."""

from __future__ import annotations

from typing import Any

import pytest

from foam.argument.casefile import CaseFile, FiledDocument
from foam.argument.rows import Dispute, Ledger, Objection, Record, Support, Verdict, list_shown
from foam.argument.tree import Frame, Leaf, Node, Option, Root, Stands, Term
from foam.argument.working import Compare, Figure
from foam.errors import VerificationError
from foam.semantics.outcome import find_outcome
from foam.semantics.seats import Seat, find_by_seat, view_as
from foam.semantics.standing import LeafStanding, find_standings
from foam.semantics.synthesis import Hanging, Synthesis, require_kept, synthesize
from foam.semantics.ways import View

FILE = CaseFile(
    documents={
        "01": FiledDocument(
            role="rule", sentences=("Late requests are refused, and the applicant shows the day.", "Two.")
        ),
        "02": FiledDocument(role="record", sentences=("It came on day 7.", "Somebody saw it.", "It weighs 12.")),
        "03": FiledDocument(role="party", sentences=("It did not come.",)),
    }
)
SEVEN = Compare.model_validate({"left": {"type": "figure", "value": "7", "at": ["02#s0"]}, "op": "<=",
                                "right": {"type": "figure", "value": "2", "at": ["01#s1"]}})  # fmt: skip
LEAVES: dict[str, dict[str, Any]] = {
    "rule": {"kind": "rule", "at": ["01#s0"]},
    "fact": {"kind": "fact", "at": ["02#s0", "02#s1"]},
    "sum": {"kind": "calculation", "working": SEVEN},
    "meets": {"kind": "application", "of": "fact", "term": Term(rule="rule", words="Late requests")},
}


def build(op: str = "all", **changes: dict[str, Any]) -> Frame:
    """A root of four leaves, one of each kind, with some of their fields changed."""
    leaves = [Leaf.model_validate({"id": name, **fields, **changes.get(name, {})}) for name, fields in LEAVES.items()]
    return Frame.model_validate(
        {
            "roots": [Root(id="top", asks="?", options=(Option(id="yes", text="Yes."), Option(id="no", text="No.")))],
            "nodes": [Node.model_validate({"id": "top", "op": op, "of": list(LEAVES)})],
            "leaves": leaves,
        }
    )


def say(leaf: str, says: str = "establish", by: str = "evaluator", frame: Frame | None = None) -> Support:
    shown = list_shown((frame or build()).leaf_by_id[leaf])
    return Support.model_validate({"leaf": leaf, "by": by, "says": says, "of": shown})


def stand(frame: Frame, **rows: Any) -> dict[str, LeafStanding]:
    supports = [say("fact", frame=frame), say("meets", frame=frame)]
    return find_standings(frame, FILE, Record.model_validate({"supports": supports, **rows}))


BOTH = ("fact", "meets")
SCORED = {"relevance": 7, "support": 5}
OBJECTION = Objection(id="o", by="other", target="fact", if_it_holds="false")


# How a leaf begins


@pytest.mark.parametrize(
    ("leaf", "changes", "stands"),
    [
        ("rule", {}, "true"),
        ("rule", {"at": ["02#s1"]}, "true"),
        ("rule", {"at": ["02#s1"], "against": ["03#s0"]}, "contested"),
        ("rule", {"at": []}, "open"),
        ("fact", {}, "true"),
        ("fact", {"against": ["03#s0"]}, "contested"),
        ("fact", {"at": [], "against": ["03#s0"]}, "open"),
        ("fact", {"at": []}, "open"),
        ("sum", {}, "false"),
        ("sum", {"proposed": "true"}, "false"),
        ("meets", {}, "true"),
        ("meets", {"proposed": "contested"}, "contested"),
        ("meets", {"proposed": "false"}, "false"),
    ],
)
def test_how_a_leaf_begins(leaf: str, changes: dict[str, Any], stands: Stands) -> None:
    assert find_standings(build("all", **{leaf: changes}), FILE)[leaf].stands == stands


def test_a_dispute_contests_a_fact_and_an_application_and_neither_a_rule_nor_a_sum() -> None:
    disputes = [Dispute(leaf=name, to="false") for name in LEAVES]
    found = {name: one.stands for name, one in stand(build(), disputes=disputes).items()}
    assert found == {"rule": "true", "fact": "contested", "sum": "open", "meets": "contested"}
    undisputed = stand(build(), disputes=[Dispute(leaf="sum", to="true")])
    assert undisputed["sum"].stands == "false"


# Support


@pytest.mark.parametrize("leaf", BOTH)
@pytest.mark.parametrize(
    ("says", "stands", "label"),
    [
        (["establish"], "true", ""),
        (["in_part"], "contested", "undecided"),
        (["contradict"], "contested", "undecided"),
        (["beside_the_point"], "open", ""),
        (["establish", "contradict"], "contested", "undecided"),
        ([], "open", "unexamined"),
    ],
)
def test_a_leaf_counts_only_with_support(leaf: str, says: list[str], stands: Stands, label: str) -> None:
    other = say(next(name for name in BOTH if name != leaf))
    found = stand(build(), supports=[other, *(say(leaf, one, by=f"{n}") for n, one in enumerate(says))])[leaf]
    assert (found.stands, found.label) == (stands, label)


def test_what_is_contradicted_is_false_by_a_verdict() -> None:
    supports = [say("fact", "contradict"), say("meets")]
    verdicts = [Verdict(target="fact", at=("03#s0",), now="false")]
    assert stand(build(), supports=supports, verdicts=verdicts)["fact"].stands == "false"


def test_its_author_s_word_is_no_support() -> None:
    frame = build(fact={"author": "seat"})
    assert stand(frame, supports=[say("fact", by="seat", frame=frame)])["fact"].label == "unexamined"


def test_support_lapses_when_the_sentences_of_a_leaf_change() -> None:
    before = [say("fact"), say("meets")]
    assert stand(build(fact={"at": ["02#s0"]}), supports=before)["fact"].label == "unexamined"
    assert stand(build(), supports=before, struck=["02#s1"])["fact"].label == "unexamined"


def test_a_rule_and_a_sum_need_no_support_and_a_sum_keeps_the_question() -> None:
    found = stand(build(), supports=[say("fact"), say("sum", "beside_the_point")])
    assert found["rule"].stands == "true"
    assert (found["sum"].stands, found["sum"].questioned) == ("false", True)


def test_a_leaf_under_no_root_needs_none() -> None:
    frame = build()
    frame = frame.model_copy(update={"leaves": (*frame.leaves, Leaf(id="aside", kind="fact", at=("02#s2",)))})
    assert stand(frame)["aside"].stands == "true"


# Verdicts


@pytest.mark.parametrize(
    ("met", "scores", "stands"),
    [
        ("no", SCORED, "false"),
        ("no", {"relevance": 4, "support": 5}, "true"),
        ("no", {}, "true"),
        ("yes", SCORED, "true"),
        ("partly", SCORED, "contested"),
        ("conceded", SCORED, "true"),
    ],
)
def test_an_exchange_over_a_fact(met: str, scores: dict[str, int], stands: Stands) -> None:
    verdict = Verdict.model_validate({"exchange": "o", "target": "fact", "scores": scores, "met": met})
    disputes = [Dispute(leaf="fact", to="false")]
    found = stand(build(), disputes=disputes, objections=[OBJECTION], verdicts=[verdict])
    assert found["fact"].stands == stands


@pytest.mark.parametrize("holds", ["false", "open", "contested"])
def test_a_concession_makes_an_application_false_and_leaves_a_fact_as_it_was(holds: Stands) -> None:
    on_fact = OBJECTION.model_copy(update={"if_it_holds": holds})
    on_meets = Objection(id="p", by="other", target="meets", if_it_holds="false")
    verdicts = [
        Verdict(exchange=one.id, target=one.target, scores=SCORED, met="conceded") for one in (on_fact, on_meets)
    ]
    found = stand(build(), objections=[on_fact, on_meets], verdicts=verdicts)
    assert (found["fact"].stands, found["meets"].stands) == ("true", "false")


def test_a_concession_changes_the_ledger_of_the_seat() -> None:
    ledger = Ledger(option="no", disputes=(Dispute(leaf="fact", to="false"), Dispute(leaf="meets", to="false")))
    assert ledger.concede("fact", option="yes") == Ledger(
        option="yes", accepts=frozenset({"fact"}), disputes=(Dispute(leaf="meets", to="false"),)
    )


def test_what_the_file_contests_takes_the_verdict_only_with_sentences() -> None:
    frame = build(fact={"against": ["03#s0"]})
    for at, stands in ((("02#s0",), "true"), ((), "contested")):
        verdicts = [Verdict(target="fact", at=at, now="true")]
        assert stand(frame, verdicts=verdicts)["fact"].stands == stands


def test_two_verdicts_that_differ_leave_a_leaf_contested() -> None:
    frame = build(fact={"against": ["03#s0"]})
    verdicts = [Verdict.model_validate({"target": "fact", "at": ["02#s0"], "now": now}) for now in ("true", "false")]
    assert stand(frame, verdicts=verdicts)["fact"].stands == "contested"
    split = [Verdict(exchange="o", target="meets", scores=SCORED, met=met) for met in ("yes", "no")]
    objection = OBJECTION.model_copy(update={"target": "meets"})
    assert stand(build(), objections=[objection], verdicts=split)["meets"].stands == "contested"


def test_no_verdict_touches_a_sum() -> None:
    objection = Objection(id="o", by="other", target="sum", if_it_holds="true")
    verdicts = [Verdict(exchange="o", target="sum", scores=SCORED, met="no", at=("02#s0",), now="true")]
    assert stand(build(), objections=[objection], verdicts=verdicts)["sum"].stands == "false"


@pytest.mark.parametrize(("met", "questioned"), [("no", True), ("partly", True), ("yes", False)])
def test_a_sum_is_questioned_as_long_as_an_objection_to_it_is_not_met(met: str, questioned: bool) -> None:
    objection = Objection(id="o", by="other", target="sum", if_it_holds="true")
    verdict = Verdict.model_validate({"exchange": "o", "target": "sum", "scores": SCORED, "met": met})
    assert stand(build(), objections=[objection], verdicts=[verdict])["sum"].questioned is questioned


def test_an_application_falls_with_its_rule() -> None:
    found = stand(build(), verdicts=[Verdict(target="rule", at=("01#s1",), now="false")])
    assert (found["rule"].stands, found["meets"].stands) == ("false", "false")


def test_an_application_whose_fact_changed_is_open_until_asked_again() -> None:
    frame = build(fact={"against": ["03#s0"]})
    verdicts = [Verdict(target="fact", at=("03#s0",), now="false")]
    assert stand(frame, verdicts=verdicts, judged_with={"meets": "true"})["meets"].stands == "open"
    assert stand(frame, verdicts=verdicts, judged_with={"meets": "false"})["meets"].stands == "true"


# The burden

BURDEN = {"if_open": "false", "burden": "01#s0"}


@pytest.mark.parametrize(
    ("leaf", "rows", "counts_as", "label"),
    [
        ({"at": []}, {}, False, "not_shown"),
        (
            {"against": ["03#s0"]},
            {"verdicts": [Verdict(target="fact", at=("02#s0",), now="contested")]},
            False,
            "not_shown",
        ),
        ({"against": ["03#s0"]}, {}, None, "undecided"),
        ({}, {"supports": [say("meets")]}, None, "unexamined"),
        ({}, {}, True, ""),
        ({"at": [], "burden": "02#s0"}, {}, None, ""),
    ],
)
def test_the_burden(leaf: dict[str, Any], rows: dict[str, Any], counts_as: bool | None, label: str) -> None:
    found = stand(build(fact={**BURDEN, **leaf}), **rows)["fact"]
    assert (found.counts_as, found.label) == (counts_as, label)
    assert found.stands != "false", "not shown is never printed as false"


def test_a_burdened_leaf_is_no_condition() -> None:
    frame = build("any", fact={**BURDEN, "at": []}, meets={"proposed": "false"}, rule={"at": []})
    view = View(frame, stand(frame))
    outcome = find_outcome(view, frame.roots[0])
    assert all("fact" not in (*one.if_true, *one.if_false) for one in outcome.conditions)
    assert outcome.hangs_on == ("rule",)


def test_before_the_evaluator_has_spoken_no_burden_applies() -> None:
    assert find_standings(build(fact={**BURDEN, "at": []}), FILE)["fact"].counts_as is None


# Seats


def root_of(frame: Frame) -> Root:
    return frame.roots[0]


def test_a_source_that_a_policy_does_not_admit_is_open_for_the_seat_and_takes_no_burden() -> None:
    frame = build("any", fact={**BURDEN, "against": ["03#s0"]}, rule={"at": []})
    view = View(frame, stand(frame, verdicts=[Verdict(target="fact", at=("03#s0",), now="false")]))
    strict = Seat(perspective="strict", weights={"care": 1}, admits=frozenset({"01"}))
    seen = view_as(view, strict)
    assert (seen.standings["fact"].counts_as, seen.standings["fact"].label) == (None, "not_admitted")
    assert "02" in seen.gone
    base, own = find_outcome(view, root_of(frame)), find_outcome(seen, root_of(frame))
    assert set(base.possible) <= set(own.possible)


def test_what_speaks_against_counts_whatever_a_policy_admits() -> None:
    frame = build(fact={"against": ["03#s0"]})
    seen = view_as(
        View(frame, stand(frame)), Seat(perspective="a", weights={"care": 1}, admits=frozenset({"01", "02"}))
    )
    assert seen.standings["fact"].stands == "contested"


def test_a_seat_dissents_by_its_ledger_or_against_it_and_says_on_which_leaves() -> None:
    frame = build(sum={"kind": "fact", "working": None, "at": ["02#s2"]})
    supports = [say(name, frame=frame) for name in ("fact", "meets", "sum")]
    view = View(frame, find_standings(frame, FILE, Record.model_validate({"supports": supports})))
    disputes = (Dispute(leaf="sum", to="false"),)
    seats = [
        Seat(perspective="denies", weights={"care": 1}, ledger=Ledger(option="no", disputes=disputes)),
        Seat(perspective="wishes", weights={"care": 1}, ledger=Ledger(option="no")),
        Seat(perspective="agrees", weights={"care": 1}, ledger=Ledger(option="yes")),
    ]
    by_seat = find_by_seat(view, seats, root_of(frame))
    dissent = {row.perspectives: (row.own.option, row.separating, row.is_against_own_ledger) for row in by_seat.dissent}
    assert dissent == {("denies",): ("no", ("sum",), False), ("wishes",): ("yes", (), True)}
    assert by_seat.agreed is not None


def test_equal_rows_are_one_and_a_cloned_seat_changes_nothing() -> None:
    frame = build()
    view = View(frame, stand(frame))
    one = Seat(perspective="one", weights={"care": 1}, ledger=Ledger(option="no"))
    other = one.model_copy(update={"perspective": "other"})
    (row,) = find_by_seat(view, [one, other], root_of(frame)).rows
    assert row.perspectives == ("one", "other")
    assert find_by_seat(view, [one, other, one, one], root_of(frame)) == find_by_seat(
        view, [other, one], root_of(frame)
    )


def test_rows_equal_in_target_standing_and_sentences_are_one() -> None:
    disputes = (Dispute(leaf="fact", to="false", why="a"), Dispute(leaf="fact", to="false", why="b"))
    record = Record(disputes=(*disputes, Dispute(leaf="fact", to="open")), supports=(say("fact"), say("fact")))
    merged = record.merged()
    assert (merged.disputes, merged.supports) == ((disputes[0], Dispute(leaf="fact", to="open")), (say("fact"),))


def test_a_ledger_accepts_or_disputes() -> None:
    with pytest.raises(ValueError, match="both"):
        Ledger(accepts=frozenset({"fact"}), disputes=(Dispute(leaf="fact", to="false"),))


# What is kept


def test_core_conditional_and_dissent() -> None:
    frame = build(fact={"against": ["03#s0"]}, sum={"kind": "fact", "working": None, "at": []})
    accepts = frozenset({"rule", "meets"})
    seats = [
        Seat(perspective="a", weights={"care": 1}, ledger=Ledger(option="yes", accepts=accepts)),
        Seat(perspective="b", weights={"care": 1}, ledger=Ledger(option="no", accepts=frozenset({"rule"}))),
    ]
    objection = Objection(id="late", by="b", target="meets", if_it_holds="true")
    answered = Objection(id="met", by="b", target="meets", if_it_holds="false")
    verdicts = [
        Verdict(exchange="late", target="meets", scores=SCORED, met="no"),
        Verdict(exchange="met", target="meets", scores=SCORED, met="yes"),
    ]
    rows = {"objections": [objection, answered], "verdicts": verdicts}
    record = Record.model_validate({"supports": [say("fact", frame=frame), say("meets", frame=frame)], **rows})
    kept = synthesize(View(frame, stand(frame, **rows)), seats, root_of(frame), record)
    assert kept.core == ("rule",)  # `meets` stands, and one side alone accepts it
    assert (kept.dissent, kept.contested) == (("late",), ("fact",))
    assert Hanging(what="no", if_false=("sum",)) in kept.conditional


def test_a_run_that_loses_a_material_objection_fails() -> None:
    record = Record(
        objections=(OBJECTION,), verdicts=(Verdict(exchange="o", target="fact", scores=SCORED, met="partly"),)
    )
    lost = Synthesis(root="top", core=(), conditional=(), dissent=(), contested=())
    with pytest.raises(VerificationError, match="o "):
        require_kept(record, lost)


def test_a_figure_with_a_fact_that_is_not_true_opens_its_sum() -> None:
    frame = build(fact={"against": ["03#s0"]})
    assert stand(frame)["sum"].stands == "open"
    other = {"left": Figure.model_validate({"value": "7", "at": ["02#s0", "03#s0"]}), "op": "<=", "right": SEVEN.right}
    kept = build(fact={"against": ["03#s0"]}, sum={"working": Compare.model_validate(other)})
    assert stand(kept)["sum"].stands == "false"


@pytest.mark.parametrize(("accepts", "stands"), [({"fact"}, "true"), (set(), "contested")])
def test_what_the_file_contests_stands_for_a_seat_that_accepts_it(accepts: set[str], stands: Stands) -> None:
    frame = build(fact={"against": ["03#s0"]})
    seat = Seat(perspective="a", weights={"care": 1}, ledger=Ledger(accepts=frozenset(accepts)))
    assert view_as(View(frame, stand(frame)), seat).standings["fact"].stands == stands


def test_a_condition_names_no_more_leaves_than_it_needs() -> None:
    frame = build("all", fact={"at": []}, rule={"at": []}, sum={"kind": "fact", "working": None, "at": ["02#s2"]})
    supports = [say("meets", frame=frame), say("sum", frame=frame)]
    view = View(frame, find_standings(frame, FILE, Record.model_validate({"supports": supports})))
    conditions = find_outcome(view, root_of(frame)).conditions
    assert {(one.option, one.if_true, one.if_false) for one in conditions} == {
        ("no", (), ("rule",)),
        ("no", (), ("fact",)),
        ("yes", ("rule", "fact"), ()),
    }
