"""Ways step by step: counts in every world, what can be read, what depends on what; and seats over them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.semantics.oracle import law
from tests.semantics.test_tree_laws import ROOT, leaf

from foam.argument.rows import Dispute, Ledger, Objection, Record, Verdict
from foam.argument.tree import Consideration, Frame, Node
from foam.argument.working import Compare
from foam.semantics import bearing, ways
from foam.semantics.audience import Audience
from foam.semantics.outcome import _in_chunks, find_outcome
from foam.semantics.seats import (
    Seat,
    SeatRow,
    Weighing,
    _find_separating,
    _list_counting,
    _list_met,
    _sum_weights,
    find_by_seat,
    view_as,
)
from foam.semantics.standing import LeafStanding
from foam.semantics.synthesis import Hanging, synthesize
from foam.semantics.ways import Held, View, Ways, _greater, _tally

WORLDS = st.lists(st.integers(0, 255), max_size=5)


def _view(counts: dict[str, bool | None], *nodes: Node, reasons: tuple[Consideration, ...] = (), **fields: Any) -> View:
    """A view of leaves that count so; a field named like a leaf changes it."""
    leaves = tuple(leaf(name, **fields.get(name, {"at": ("01#s0",)})) for name in counts)
    frame = Frame(roots=(ROOT,), nodes=nodes, leaves=leaves, considerations=reasons)
    stands = {True: "true", False: "false", None: "open"}
    standings = {
        name: LeafStanding.model_validate({"leaf": name, "stands": stands[way], "counts_as": way})
        for name, way in counts.items()
    }
    return View(frame, standings)


def _top(op: str, *of: str, **fields: Any) -> Node:
    return Node.model_validate({"id": "top", "op": op, "of": of, **fields})


def _possible(view: View) -> tuple[str, ...]:
    return find_outcome(view, ROOT).possible


# Counting in every world


@law
@given(WORLDS)
def test_a_tally_counts_the_parts_that_hold_in_each_world(parts: list[int]) -> None:
    counts = _tally(parts, 255)
    assert len(counts) == len(parts) + 1
    for world in range(8):
        held = sum(part >> world & 1 for part in parts)
        assert [n for n, worlds in enumerate(counts) if worlds >> world & 1] == [held]


@law
@given(WORLDS, WORLDS)
def test_one_number_is_greater_where_more_parts_hold(ones: list[int], others: list[int]) -> None:
    found = _greater(_tally(ones, 255), _tally(others, 255))
    for world in range(8):
        more = sum(part >> world & 1 for part in ones) > sum(part >> world & 1 for part in others)
        assert bool(found >> world & 1) is more


def test_worlds_are_numbered_by_the_leaves_that_are_open_in_them() -> None:
    view = _view({"a": None, "b": True, "c": None}, _top("all", "a", "b", "c"))
    ways = Ways(view, ROOT)
    assert ways.answers == {"yes": 0b1000, "no": 0b0111}
    assert (ways.unsettled, ways.tried, ways.count, ways.everywhere) == (("a", "c"), ("a", "c"), 4, 0b1111)
    assert ways.held["a"] == Held(0b1010, 0b1010)
    assert ways.held["c"] == Held(0b1100, 0b1100)
    assert ways.held["b"] == Held(0b1111, 0b1111)
    assert ways.depends_on("a")
    assert ways.depends_on("c")
    assert ways.list_possible() == [frozenset({"yes", "no"})]


def test_a_leaf_that_makes_no_difference_is_not_depended_on() -> None:
    ways = Ways(
        _view({"a": None, "b": None, "c": True}, _top("any", "a", "c"), Node(id="n", op="all", of=("b",))), ROOT
    )
    assert ways.answers["yes"] == ways.everywhere
    assert not ways.depends_on("a")


def test_too_many_open_leaves_are_left_to_three_valued_logic() -> None:
    view = _view({"a": None, "b": None, "c": False}, _top("any", "a", "b", "c"))
    for most, tried in ((2, ("a", "b")), (1, ())):
        ways = Ways(view, ROOT, most_tried=most)
        assert ways.list_possible() == [frozenset({"yes", "no"})]
        assert (ways.tried, ways.is_tried_in_full) == (tried, bool(tried))
        assert ways.count == 1 << len(tried)
    assert Ways(view, ROOT, most_tried=1).answers == {"yes": 1, "no": 1}
    assert ways.held["a"] == Held(0, 1)


def test_each_row_of_fixes_is_the_tree_with_these_leaves_held() -> None:
    view = _view({"a": None, "b": True}, _top("all", "a", "b"))
    ways = Ways(view, ROOT, ({}, {"a": True}, {"a": False}, {"a": True, "b": False}))
    both, yes, no = frozenset({"yes", "no"}), frozenset({"yes"}), frozenset({"no"})
    assert ways.list_possible() == [both, yes, no, no]
    assert ways.count == 8
    assert Ways(view, ROOT, ({"b": False},)).list_possible() == [no]


@pytest.mark.parametrize(
    ("op", "of", "over", "expected"),
    [
        ("more", ("t", "t2"), ("t",), ("yes",)),
        ("more", ("t", "f"), ("t2",), ("no",)),
        ("more", ("t", "o"), ("t2",), ("yes", "no")),
        ("more", ("o",), ("t",), ("no",)),
        ("level", ("t", "f"), ("t2",), ("yes",)),
        ("level", ("t", "t2"), ("t",), ("no",)),
        ("level", ("o",), ("t",), ("yes", "no")),
        ("level", ("o",), ("f",), ("yes", "no")),
        ("level", ("o",), ("o",), ("yes",)),
        ("more", ("o",), ("o",), ("no",)),
        ("all", ("t", "o"), (), ("yes", "no")),
        ("all", ("f", "o"), (), ("no",)),
        ("any", ("t", "o"), (), ("yes",)),
        ("any", ("f", "o"), (), ("yes", "no")),
    ],
)
@pytest.mark.parametrize("unless", ["", "t", "f", "o"])
def test_what_each_node_says(
    op: str, of: tuple[str, ...], over: tuple[str, ...], expected: tuple[str, ...], unless: str
) -> None:
    counts = {"t": True, "t2": True, "f": False, "o": None}
    possible = _possible(_view(counts, _top(op, *of, over=over, unless=(unless,) if unless else ())))
    if unless == "t":
        assert possible == ("no",)
    elif unless == "o" and expected == ("yes",):
        assert possible == ("yes", "no")
    elif unless != "o":
        assert possible == expected
    else:
        assert "no" in possible


# What a working reads


def _compare(left: dict[str, Any], right: dict[str, Any] | None = None) -> Compare:
    return Compare.model_validate({"left": left, "op": "<=", "right": right or GIVEN})


GIVEN = {"type": "given", "value": "5", "why": "a usual figure"}
FIGURE = {"type": "figure", "value": "3", "at": ["02#s0"]}


@pytest.mark.parametrize(
    ("left", "gone", "fact", "possible"),
    [
        (GIVEN, (), True, ("yes",)),
        ({**GIVEN, "value": "6"}, (), True, ("no",)),
        (FIGURE, (), True, ("yes",)),
        (FIGURE, ("02#s0",), True, ("yes", "no")),
        (FIGURE, ("02",), True, ("yes", "no")),
        (FIGURE, ("03",), True, ("yes",)),
        (FIGURE, (), False, ("yes", "no")),
        (FIGURE, (), None, ("yes", "no")),
        ({**FIGURE, "value": "9"}, (), True, ("no",)),
        ({**FIGURE, "at": ["02#s0", "03#s0"]}, ("02",), True, ("yes",)),
        ({**FIGURE, "at": ["02#s0", "03#s0"]}, (), False, ("yes",)),
    ],
)
def test_a_sum_is_what_it_comes_to_where_all_that_it_reads_can_be_read(
    left: dict[str, Any], gone: tuple[str, ...], fact: bool | None, possible: tuple[str, ...]
) -> None:
    fields: dict[str, Any] = {"c": {"kind": "calculation", "working": _compare(left)}, "f": {"at": ("02#s0",)}}
    view = _view({"c": None, "f": fact}, _top("all", "c"), **fields)
    view = View(view.frame, view.standings, frozenset(gone))
    assert _possible(view) == possible
    under = Node(id="top", op="all", of=("c", "f"))
    both = View(view.frame.model_copy(update={"nodes": (under,)}), view.standings, frozenset(gone))
    ways = Ways(both, ROOT)
    assert ways.list_possible() == [frozenset({"yes", "no"} if fact is None and possible != ("no",) else
                                              possible if fact else {"no"})]  # fmt: skip


@pytest.mark.parametrize(
    ("fact", "value", "possible"),
    [(True, "3", ("yes",)), (True, "7", ("no",)), (False, "3", ("yes", "no")), (None, "3", ("yes", "no"))],
)
def test_a_sum_that_reads_a_figure_of_a_leaf_hangs_on_that_leaf(
    fact: bool | None, value: str, possible: tuple[str, ...]
) -> None:
    figure = {"type": "figure", "value": value, "at": ["03#s0"]}
    fields: dict[str, Any] = {
        "f": {"at": ("02#s0",), "working": figure},
        "c": {"kind": "calculation", "working": _compare({"type": "ref", "leaf": "f"})},
    }
    view = _view({"f": fact, "c": None}, _top("any", "c"), Node(id="n", op="all", of=("f",)), **fields)
    assert _possible(view) == possible
    gone = View(view.frame, view.standings, frozenset({"03"}))
    assert _possible(gone) == ("yes", "no")


# Seats


@pytest.mark.parametrize(
    ("sums", "by_sum"),
    [({}, None), ({"a": 1.0}, "a"), ({"a": 1.0, "b": 2.0}, "b"), ({"a": 1.0, "b": 1.0}, None), ({"a": 0.0}, "a")],
)
def test_by_sum_the_option_is_that_of_the_highest(sums: dict[str, float], by_sum: str | None) -> None:
    one = Weighing(node="w", option="a", sums=sums)
    assert one.by_sum == by_sum
    assert one.is_close is (by_sum != "a")


def _reason(name: str, option: str, value: str = "", *rests_on: str) -> Consideration:
    return Consideration(id=name, option=option, value=value, under="top", rests_on=rests_on)


def test_each_value_counts_once_for_an_option() -> None:
    reasons = [_reason("q1", "b", "care"), _reason("q2", "b", "care"), _reason("q3", "b", "order"), _reason("q4", "a")]
    audience = Audience(id="x", weights={"care": 0.1, "order": 0.2})
    assert _sum_weights(reasons, audience) == {"a": 0.0, "b": 0.3}
    assert list(_sum_weights(reasons, audience)) == ["a", "b"]
    assert _sum_weights(reasons, None) == {"a": 0.0, "b": 0.0}


def test_a_consideration_counts_when_all_it_rests_on_is_true() -> None:
    reasons = (_reason("q1", "yes", "care", "t"), _reason("q2", "yes", "care", "t", "o"), _reason("q3", "no", "", "f"),
               _reason("q4", "no"))  # fmt: skip
    view = _view({"t": True, "f": False, "o": None}, _top("weigh"), reasons=reasons)
    assert [one.id for one in _list_counting(view, "top")] == ["q1", "q4"]


def test_seats_that_weigh_otherwise_take_other_options_and_are_separated() -> None:
    reasons = (_reason("q1", "yes", "care"), _reason("q2", "no", "order"))
    view = _view({"t": True}, _top("weigh"), reasons=reasons)
    seats = [
        Seat(perspective="kind", weights={"care": 2, "order": 1}),
        Seat(perspective="strict", weights={"care": 1, "order": 2}),
        Seat(perspective="torn", weights={"care": 1, "order": 1}),
    ]
    by_seat = find_by_seat(view, seats, ROOT)
    assert [(row.perspectives, row.outcome.option) for row in by_seat.rows] == [
        (("kind",), "yes"), (("strict",), "no"), (("torn",), None),
    ]  # fmt: skip
    assert by_seat.agreed is None
    assert by_seat.dissent == ()
    assert [row.weighings[0].sums for row in by_seat.rows] == [{"no": 1, "yes": 2}, {"no": 2, "yes": 1},
                                                               {"no": 1, "yes": 1}]  # fmt: skip
    told = {option: str(one) for option, one in by_seat.separated_by["top"].items()}
    assert told == {"no": "if order outranks care", "yes": "if care outranks order"}
    assert find_by_seat(view, seats[:1], ROOT).separated_by == {}
    kept = synthesize(view, seats, ROOT, Record())
    assert [one for one in kept.conditional if one.priorities] == [
        Hanging(what="no", priorities="if order outranks care"),
        Hanging(what="yes", priorities="if care outranks order"),
    ]


def test_a_consideration_that_rests_on_an_open_leaf_hangs_on_it() -> None:
    reasons = (_reason("q1", "yes", "care", "o", "t"), _reason("q2", "no", "care", "t"))
    view = _view({"t": True, "o": None}, _top("weigh"), reasons=reasons)
    kept = synthesize(view, [Seat(perspective="a", weights={"care": 1})], ROOT, Record())
    assert kept.conditional[0] == Hanging(what="q1", leaves=("o",))
    assert "q2" not in [one.what for one in kept.conditional]


@pytest.mark.parametrize(("option", "kept"), [("", ()), ("yes", ()), ("no", ("light", "met"))])
def test_objections_that_were_met_are_kept_for_who_still_differs(option: str, kept: tuple[str, ...]) -> None:
    view = _view({"t": True}, _top("all", "t"))
    objections = [
        Objection(id=name, by=by, target="t", if_it_holds="false")
        for name, by in (("met", "one"), ("light", "one"), ("unmet", "one"), ("unjudged", "one"), ("theirs", "two"))
    ]
    scores = {"relevance": 7, "support": 7}
    verdicts = [
        Verdict(exchange="met", target="t", scores=scores, met="yes"),
        Verdict(exchange="light", target="t", scores={"relevance": 1, "support": 1}, met="no"),
        Verdict(exchange="unmet", target="t", scores=scores, met="no"),
        Verdict(exchange="theirs", target="t", scores=scores, met="yes"),
    ]
    record = Record(objections=tuple(objections), verdicts=tuple(verdicts))
    assert sorted(_list_met(record, "one")) == ["light", "met"]
    seat = Seat(perspective="one", weights={"care": 1}, ledger=Ledger(option=option))
    (row,) = find_by_seat(view, [seat], ROOT, record).rows
    assert row.kept == kept


def test_who_holds_another_option_than_an_open_outcome_keeps_their_objections_without_dissent() -> None:
    view = _view({"o": None}, _top("all", "o"))
    objection = Objection(id="met", by="one", target="o", if_it_holds="false")
    verdict = Verdict(exchange="met", target="o", scores={"relevance": 7, "support": 7}, met="yes")
    record = Record(objections=(objection,), verdicts=(verdict,))
    seat = Seat(perspective="one", weights={"care": 1}, ledger=Ledger(option="no"))
    (row,) = find_by_seat(view, [seat], ROOT, record).rows
    assert not row.dissents
    assert row.kept == ("met",)


def test_the_fewest_leaves_that_separate_are_named_or_all_of_them() -> None:
    names = ("a", "b", "c", "d", "e")
    record = _view(dict.fromkeys(names, True), _top("any", *names))
    own = _view(dict.fromkeys(names, False), _top("any", *names))
    assert _find_separating(record, own, ROOT) == names, "no three of them are enough"
    three = View(own.frame, {**own.standings, **{name: record.standings[name] for name in "de"}})
    assert _find_separating(three, three, ROOT) == ()
    few = _view({**dict.fromkeys("abc", True), "d": False, "e": False}, _top("any", *names))
    assert _find_separating(few, own, ROOT) == ("a", "b", "c")
    every = _view(dict.fromkeys(names, True), _top("all", *names))
    assert _find_separating(every, View(every.frame, own.standings), ROOT) == ("a",)


def test_a_ledger_sees_its_own_disputes() -> None:
    view = _view({"a": True, "b": True}, _top("all", "a", "b"))
    seat = Seat(perspective="one", weights={"care": 1}, ledger=Ledger(disputes=(Dispute(leaf="b", to="false"),)))
    seen = view_as(view, seat)
    assert [seen.standings[name].counts_as for name in "ab"] == [True, False]
    assert seen.audience == seat.audience
    row = find_by_seat(view, [seat], ROOT).rows[0]
    assert isinstance(row, SeatRow)
    assert (row.outcome.option, row.own.option, row.separating, row.dissents) == ("yes", "no", ("b",), True)


# Reweighting, and ways to fix leaves


@pytest.mark.parametrize(("count", "ways"), [(0, 0), (1, 2), (2, 8), (3, 26), (4, 64), (5, 130)])
def test_up_to_three_leaves_are_fixed_in_every_way_the_fewest_first(count: int, ways: int) -> None:
    chunks = list(_in_chunks("abcde"[:count]))
    rows = [row for chunk in chunks for row in chunk]
    assert len(rows) == ways
    assert [len(chunk) for chunk in chunks[:-1]] == [8] * (len(chunks) - 1)
    assert [len(row) for row in rows] == sorted(len(row) for row in rows)
    assert len({tuple(row.items()) for row in rows}) == ways
    assert rows[:2] == ([{"a": True}, {"a": False}] if count else [])


def test_no_more_ways_to_fix_are_tried_than_the_limit() -> None:
    assert sum(map(len, _in_chunks([f"l{n}" for n in range(30)]))) == 2_000


# What bears on the outcome


def test_leaves_bear_alone_or_together_up_to_three() -> None:
    names = ("a", "b", "c", "d")
    one = bearing.find_bearing(_view(dict.fromkeys(names, True), _top("all", *names)), ROOT)
    assert (one.alone, one.sets, one.tried_up_to) == (names, (), 1)
    two = bearing.find_bearing(_view({"a": True, "b": True}, _top("any", "a", "b")), ROOT)
    assert (two.alone, two.sets, two.tried_up_to) == ((), (("a", "b"),), 2)
    three = bearing.find_bearing(_view(dict.fromkeys("abc", True), _top("any", *"abc")), ROOT)
    assert (three.sets, three.tried_up_to, three.together) == ((("a", "b", "c"),), 3, frozenset("abc"))
    four = bearing.find_bearing(_view(dict.fromkeys(names, True), _top("any", *names)), ROOT)
    assert (four.alone, four.sets, four.tried_up_to) == ((), (), 3)


@pytest.mark.parametrize(("budget", "tried", "sets"), [(2, 1, 0), (3, 2, 0), (4, 3, 1), (9, 3, 1)])
def test_a_budget_that_is_spent_is_told(budget: int, tried: int, sets: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three leaves there are three pairs and one set of three."""
    monkeypatch.setattr(bearing, "BUDGET", budget)
    found = bearing.find_bearing(_view(dict.fromkeys("abc", True), _top("any", *"abc")), ROOT)
    assert (found.tried_up_to, len(found.sets)) == (tried, sets)


@pytest.mark.parametrize("most", [1, 2, 3, 5, 100])
def test_rows_looked_at_in_parts_give_the_same(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    view = _view({"a": True, "b": False, "o": None}, _top("any", "a", "b", "o"))
    whole = bearing.find_bearing(view, ROOT)
    monkeypatch.setattr(ways, "MOST_WORLDS", most)
    assert bearing.find_bearing(view, ROOT) == whole
    assert whole.alone == ("a",)
