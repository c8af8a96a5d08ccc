"""The worked examples: the benefits appeal, the mountain hut, and what challenges on their leaves come to."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from tests.semantics import benefits, hut
from tests.semantics.benefits import FILE, FRAME, LATER, examined

from foam.argument.casefile import FiledDocument
from foam.argument.rows import Dispute, Ledger, Objection, Record, Support, Verdict, list_shown
from foam.argument.tree import Frame, Leaf, Node, Term, add_graft, find_complaints
from foam.argument.working import Compare, Context, Figure, Op, Working, compute, show_working
from foam.semantics.bearing import find_bearing, find_unmoved
from foam.semantics.outcome import Condition, Outcome, find_outcome
from foam.semantics.seats import BySeat, Seat, find_by_seat
from foam.semantics.standing import find_standings
from foam.semantics.synthesis import synthesize
from foam.semantics.ways import View

GRAFTED = add_graft(FRAME, LATER)
REVERSE = FRAME.roots[0]
REFUSE, INSTEAD, TERMS = hut.FRAME.roots
SEATS = [Seat(perspective=one.id, weights=one.weights) for one in hut.AUDIENCES.values()]


def look(frame: Frame, record: Record | None = None, struck: tuple[str, ...] = ()) -> View:
    record = (record or examined(frame)).model_copy(update={"struck": frozenset(struck)})
    return View(frame, find_standings(frame, FILE, record), frozenset(struck))


def outcome(frame: Frame, *struck: str) -> Outcome:
    return find_outcome(look(frame, struck=struck), REVERSE)


def hold(frame: Frame, **turned: bool) -> Outcome:
    """The outcome with some leaves held true or false by a verdict-like hand."""
    view = look(frame)
    standings = {
        name: one.model_copy(update={"counts_as": turned[name]}) if name in turned else one
        for name, one in view.standings.items()
    }
    return find_outcome(View(frame, standings), REVERSE)


def change_working(frame: Frame, **workings: Working) -> Frame:
    leaves = (leaf.model_copy(update={"working": workings.get(leaf.id, leaf.working)}) for leaf in frame.leaves)
    return frame.model_copy(update={"leaves": tuple(leaves)})


# The benefits appeal


def test_the_trees_of_both_files_have_no_fault_of_form() -> None:
    assert find_complaints(FRAME, FILE) == find_complaints(GRAFTED, FILE) == ()
    assert find_complaints(hut.FRAME, hut.FILE) == ()
    assert find_unmoved(FRAME) == find_unmoved(hut.FRAME) == ()


@pytest.mark.parametrize(
    ("working", "shown"),
    [
        (benefits.PLAIN, "(310 + 295 + 305 + 310) / 4 × 4.3 − 20 % = 1,049.20 (has to be at most 1,215)"),
        (benefits.WITH_BONUS, "(310 + 295 + 305 + 490) / 4 × 4.3 − 20 % = 1,204 (has to be at most 1,215)"),
        (benefits.MARCH_PLAIN, "(305 + 310 + 31 × 10 + 31 × 10) / 4 × 4.3 − 20 % = 1,062.10 (has to be at most 1,215)"),
        (
            benefits.MARCH_WITH_BONUS,
            "(305 + 490 + 31 × 10 + 31 × 10) / 4 × 4.3 − 20 % = 1,216.90 (has to be at most 1,215)",
        ),
        (Op(op="sum", args=(benefits.REGULAR, benefits.BONUS)), "310 + 180 = 490"),
        (hut.LOW, "42 − 6 = 36 (has to be more than 30)"),
    ],
)
def test_the_workings_come_to_what_the_examples_print(working: Working, shown: str) -> None:
    assert show_working(working) == shown


def test_the_notice_s_figure_comes_from_one_payment() -> None:
    stated = Figure(value=Decimal("1685.60"), at=("01#s1",))
    assert isinstance(monthly := benefits.compare(benefits.TOTAL).left, Op)
    assert compute(Compare(left=monthly, op="=", right=stated)).value is True


def test_the_denial_is_reversed_and_these_leaves_bear_alone() -> None:
    view = look(FRAME)
    assert {one.stands for one in view.standings.values()} == {"true"}
    assert outcome(FRAME).option == "yes"
    bearing = find_bearing(view, REVERSE)
    assert set(bearing.alone) == {"daughter", "two", "latest", "four", "intime", "under", "pay"}
    assert set(bearing.rules_alone) == {"r31a", "r9b", "r9d", "r12a", "r12d"}
    assert not {"lump", "once", "r12c"} & {*bearing.alone, *bearing.rules_alone}


def test_counted_or_not_the_bonus_does_not_matter_by_logic() -> None:
    lump = next(leaf for leaf in FRAME.leaves if leaf.id == "lump")
    contested = lump.model_copy(update={"proposed": "contested"})
    leaves = tuple(contested if leaf.id == "lump" else leaf for leaf in FRAME.leaves)
    frame = FRAME.model_copy(update={"leaves": leaves})
    view = look(frame)
    assert view.standings["lump"].stands == "contested"
    assert find_outcome(view, REVERSE).option == "yes"


def test_after_the_exchange_four_and_lump_bear_together_and_neither_alone() -> None:
    assert outcome(GRAFTED).option == "yes"
    bearing = find_bearing(look(GRAFTED), REVERSE)
    assert not {"four", "lump"} & set(bearing.alone)
    assert ("four", "lump") in bearing.sets
    assert hold(GRAFTED, four=False).option == "yes"
    assert hold(GRAFTED, lump=False).option == "yes"
    assert hold(GRAFTED, four=False, lump=False).option == "no"


def test_sets_that_turn_the_outcome_name_rules_last() -> None:
    sets = find_bearing(look(GRAFTED), REVERSE).sets
    has_rule = [any(name in benefits.RULES for name in names) for names in sets]
    assert has_rule == sorted(has_rule)
    assert True in has_rule
    assert False in has_rule


def test_the_nearest_limit_that_turns_the_outcome() -> None:
    nearest = find_bearing(look(FRAME), REVERSE).nearest
    by_input = {turned.input.at[0]: turned.value for turned in nearest["under"] if isinstance(turned.input, Figure)}
    assert by_input["07#s1"] == Decimal(1049)
    in_time = {turned.input.value: turned.value for turned in nearest["intime"]}
    assert in_time[date(2025, 3, 25)] == date(2025, 6, 17)


def test_four_stubs_of_490_regular_pay_turn_it() -> None:
    paid = benefits.figure("490", "05#s5")
    frame = change_working(FRAME, under=benefits.compare(paid), under_b=benefits.compare(paid))
    assert outcome(frame).option == "no"


def test_february_over_the_limit_and_march_under_it_hangs_on_which_weeks_count() -> None:
    over = benefits.compare(benefits.TOTAL)
    frame = change_working(GRAFTED, under=over, under_b=over)
    assert outcome(frame).option == "no"
    assert hold(frame, four=False).option == "yes"


def test_pointers_exchanged_or_stubs_taken_away_no_outcome_is_claimed() -> None:
    assert outcome(FRAME, "02", "03", "04", "05").option is None
    assert outcome(FRAME, "05").option is None
    swapped = {"daughter": ("02#s1",), "latest": ("09#s4", "01#s2")}
    leaves = tuple(leaf.model_copy(update={"at": swapped.get(leaf.id, leaf.at)}) for leaf in FRAME.leaves)
    frame = FRAME.model_copy(update={"leaves": leaves})
    found = find_outcome(look(frame, examined(FRAME)), REVERSE)
    assert found.option is None
    assert {"daughter", "latest"} <= set(found.hangs_on)


def test_a_figure_struck_opens_its_sums_unless_another_of_its_sentences_gives_it() -> None:
    view = look(FRAME, struck=("04#s3",))
    assert {view.standings[name].stands for name in ("under", "under_b", "pay")} == {"open"}
    assert view.standings["intime"].stands == "true"
    twice = benefits.compare(
        benefits.FIRST, benefits.SECOND, benefits.figure("305", "04#s3", "16#s0"), benefits.REGULAR
    )
    frame = change_working(FRAME, under=twice)
    leaves = tuple(
        leaf.model_copy(update={"at": tuple(at for at in leaf.at if at != "04#s3")}) if leaf.id == "pay" else leaf
        for leaf in frame.leaves
    )
    frame = frame.model_copy(update={"leaves": leaves})
    assert look(frame, struck=("04#s3",)).standings["under"].stands == "true"


def test_the_exchange_of_the_example_leaves_what_it_says() -> None:
    ledger = Ledger(
        option="no", disputes=(Dispute(leaf="four", to="false"), Dispute(leaf="lump", to="false", at=("11#s3",)))
    )
    material = {"relevance": 8, "support": 6}
    record = examined(
        GRAFTED,
        disputes=ledger.disputes,
        objections=(
            Objection(id="o1", by="caseworker", target="four", if_it_holds="false"),
            Objection(id="o2", by="applicant", target="lump", if_it_holds="true"),
        ),
        verdicts=(
            Verdict(exchange="o1", target="four", at=("01#s3", "08#s2"), scores=material, met="yes", now="true"),
            Verdict(exchange="o2", target="lump", at=("05#s4",), scores=material, met="conceded", now="true"),
        ),
    )
    view = look(GRAFTED, record)
    assert {view.standings[name].stands for name in ("four", "lump")} == {"true"}
    assert find_outcome(view, REVERSE).option == "yes"
    conceded = ledger.concede("lump")
    seats = [
        Seat(perspective="caseworker", weights={"speed": 1}, ledger=conceded),
        Seat(
            perspective="applicant", weights={"fairness": 1}, ledger=Ledger(option="yes", accepts=frozenset({"four"}))
        ),
    ]
    by_seat = find_by_seat(view, seats, REVERSE, record)
    assert by_seat.agreed == find_outcome(view, REVERSE)
    (row,) = by_seat.dissent
    # With `lump` given up, the caseworker's own ledger gives what the record gives: the dissent is against the rule.
    assert (row.perspectives, row.own.option, row.is_against_own_ledger) == (("caseworker",), "yes", True)
    assert row.kept == ("o1",)
    both = [seats[0].model_copy(update={"ledger": ledger}), seats[1]]
    (row,) = find_by_seat(view, both, REVERSE, record).dissent
    assert (row.own.option, row.separating, row.is_against_own_ledger) == ("no", ("four", "lump"), False)
    assert synthesize(view, seats, REVERSE, record).dissent == ()


# The mountain hut


def hut_view(record: Record | None) -> View:
    return View(hut.FRAME, find_standings(hut.FRAME, hut.FILE, record))


def test_as_framed_the_hut_is_not_settled() -> None:
    found = find_outcome(hut_view(None), REFUSE)
    assert found.option is None
    assert {"kpa", "empty", "shown"} <= set(found.hangs_on)
    assert {name for name, one in hut_view(None).standings.items() if one.stands == "contested"} >= {
        "kpa",
        "june",
        "empty",
    }


def test_the_old_site_is_refused_by_logic_and_these_leaves_bear_alone() -> None:
    view = hut_view(hut.decided())
    assert {view.standings[name].stands for name in ("kpa", "june")} == {"true"}
    assert (view.standings["shown"].stands, view.standings["empty"].stands) == ("false", "contested")
    assert find_outcome(view, REFUSE).option == "yes"
    bearing = find_bearing(view, REFUSE)
    assert {*bearing.alone, *bearing.rules_alone} == {"kpa", "red", "low", "sleep", "r4", "r5", "r8", "shown"}
    assert "empty" not in bearing.together
    survey = {turned.input.at: turned.value for turned in bearing.nearest["low"] if isinstance(turned.input, Figure)}
    assert survey[("02#s0",)] == Decimal(36)


def weigh(by_seat: BySeat, node: str) -> dict[str, tuple[str | None, dict[str, float], bool]]:
    return {
        name: (one.option, one.sums, one.is_close)
        for row in by_seat.rows
        for name in row.perspectives
        for one in row.weighings
        if one.node == node
    }


def test_the_weighing_inside_may_is_shown_though_it_does_not_bear() -> None:
    by_seat = find_by_seat(hut_view(hut.decided()), SEATS, REFUSE)
    assert by_seat.agreed is not None
    assert by_seat.agreed.option == "yes"
    weighed = weigh(by_seat, "may")
    assert {weighed[name][0] for name in ("rescuer", "planner", "water-keeper")} == {"elsewhere"}
    assert weighed["innkeeper"] == (None, {"old site": 0.7, "elsewhere": 0.8}, True)
    assert weighed["warden"] == (None, {"old site": 0.6, "elsewhere": 0.55}, True)


def test_what_then_is_weighed_by_each_seat_and_hangs_on_the_money() -> None:
    by_seat = find_by_seat(hut_view(hut.decided()), SEATS, INSTEAD)
    assert weigh(by_seat, "weighed") == {
        "warden": ("hut", {"hut": 0.85, "none": 0.15}, False),
        "rescuer": ("hut", {"hut": 0.75, "none": 0.1}, False),
        "planner": ("hut", {"hut": 0.4, "none": 0.1}, False),
        "innkeeper": ("hut", {"hut": 0.9, "none": 0.0}, False),
        "water-keeper": ("none", {"hut": 0.35, "none": 0.45}, False),
    }
    assert by_seat.agreed is None
    outcomes = {name: row.outcome for row in by_seat.rows for name in row.perspectives}
    assert outcomes["water-keeper"].option == "no"
    assert Condition(option="yes", if_true=("money",)) in outcomes["warden"].conditions
    separated = by_seat.separated_by["weighed"]
    assert str(separated["none"]) == "if nature outranks livelihood"
    assert separated["none"].branches[0].audiences == ("water-keeper",)


def test_an_unexamined_leaf_is_a_condition_and_not_a_term() -> None:
    view = hut_view(hut.decided())
    assert (view.standings["blue"].stands, view.standings["blue"].label) == ("open", "unexamined")
    assert find_outcome(view, TERMS).conditions == (
        Condition(option="yes", if_true=("blue",)),
        Condition(option="no", if_false=("blue",)),
    )


# Challenges on leaves


def test_a_register_entry_turns_the_daughter_and_opens_what_was_judged_with_her() -> None:
    entry = FiledDocument(
        role="record", dated=date(2025, 4, 7), sentences=("Since 1 February the child lives with her father.",)
    )
    file = FILE.model_copy(update={"documents": {**FILE.documents, "17": entry}})
    changed = tuple(
        leaf.model_copy(update={"against": ("17#s0",)}) if leaf.id == "daughter" else leaf for leaf in FRAME.leaves
    )
    frame = FRAME.model_copy(update={"leaves": changed})
    record = examined(
        frame,
        verdicts=(Verdict(target="daughter", at=("17#s0",), now="false"),),
        judged_with={"two": "true"},
    )
    standings = find_standings(frame, file, record)
    assert (standings["daughter"].stands, standings["two"].stands, standings["two"].label) == (
        "false",
        "open",
        "unexamined",
    )
    # A false fact makes its applications false in every way in which the rest turns out.
    assert find_outcome(View(frame, standings), REVERSE).option == "no"
    alone = benefits.compare(benefits.FIRST, benefits.SECOND, benefits.THIRD, benefits.REGULAR, limit="905", at="07#s0")
    assert show_working(alone).endswith("= 1,049.20 (has to be at most 905)")
    assert compute(alone).value is False


def test_a_sum_with_the_right_payment_leaves_the_outcome() -> None:
    mean = Op(op="mean", args=(benefits.FIRST, benefits.SECOND, benefits.THIRD, benefits.TOTAL))
    assert compute(mean).value == 350
    right = change_working(FRAME, under=benefits.PLAIN)
    wrong = change_working(FRAME, under=benefits.WITH_BONUS)
    assert outcome(wrong).option == outcome(right).option == "yes"


def test_other_weights_of_the_planner_make_it_close_and_leave_the_refusal() -> None:
    weights = {"lawfulness": 0.25, "safety": 0.3, "livelihood": 0.1, "nature": 0.35}
    seats = [one.model_copy(update={"weights": weights}) if one.perspective == "planner" else one for one in SEATS]
    view = hut_view(hut.decided())
    weighed = weigh(find_by_seat(view, seats, INSTEAD), "weighed")
    assert weighed["planner"] == ("none", {"hut": 0.4, "none": 0.35}, True)
    assert [option for option, _, _ in weighed.values()].count("hut") == 3
    agreed = find_by_seat(view, seats, REFUSE).agreed
    assert agreed is not None
    assert agreed.option == "yes"


def test_the_club_is_a_sixth_column() -> None:
    seats = [*SEATS, Seat(perspective="club", weights=hut.CLUB.weights)]
    view = hut_view(hut.decided())
    assert weigh(find_by_seat(view, seats, INSTEAD), "weighed")["club"] == ("hut", {"hut": 1.0, "none": 0.0}, False)
    assert weigh(find_by_seat(view, seats, REFUSE), "may")["club"] == (None, {"old site": 0.8, "elsewhere": 0.6}, True)
    left = Op(op="sub", args=(hut.figure("2.1", "03#s1"), hut.figure("1.2", "08#s0"), hut.figure("0.9", "03#s2")))
    assert compute(left).value == 0


def test_a_rule_that_is_not_the_one_leaves_its_application_false() -> None:
    record = examined(FRAME, verdicts=(Verdict(target="r9d", at=("07#s2",), now="false"),))
    view = look(FRAME, record)
    assert (view.standings["r9d"].stands, view.standings["two"].stands) == ("false", "false")
    assert find_outcome(view, REVERSE).option == "no"


def test_a_leaf_with_nothing_but_a_support_of_its_author_is_unexamined() -> None:
    rate = next(leaf for leaf in GRAFTED.leaves if leaf.id == "rate")
    record = examined(GRAFTED)
    own = Support(leaf="rate", by="auditor", says="establish", of=list_shown(rate))
    supports = tuple(one for one in record.supports if one.leaf != "rate")
    view = look(GRAFTED, record.model_copy(update={"supports": (*supports, own)}))
    assert (view.standings["rate"].stands, view.standings["rate"].label) == ("open", "unexamined")


def test_an_application_of_a_graft_reads_the_rules_of_the_tree() -> None:
    leaf = Leaf(id="quick", kind="application", of="latest", term=Term(rule="r12a", words="the four most recent"))
    grown = add_graft(FRAME, LATER.model_copy(update={"nodes": (), "leaves": (leaf,)}))
    (host,) = (node for node in grown.nodes if node.id == "income")
    assert host.of[-1] == "quick_if_not_four"
    assert Node(id="quick_if_not_four", op="all", of=("quick",), unless=("four",)) in grown.nodes


def test_an_open_sum_is_printed_open() -> None:
    assert "(open)" in show_working(benefits.PLAIN, Context(gone={"05#s3"}))
