"""Laws of the tree, on small trees drawn at random; outcomes are held against trying every world one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.semantics.oracle import law

from foam.argument.rows import Dispute, Ledger
from foam.argument.tree import Consideration, Frame, Leaf, Node, Option, Root, Term
from foam.argument.working import Compare
from foam.semantics.audience import Audience
from foam.semantics.bearing import find_bearing, find_unmoved
from foam.semantics.outcome import find_holds, find_outcome
from foam.semantics.seats import Seat, find_by_seat, view_as
from foam.semantics.standing import LeafStanding
from foam.semantics.ways import MOST_TRIED, View, Ways

LEAVES = ("f0", "f1", "f2", "r0", "a0", "a1", "c0", "c1")
VALUES = ("care", "order")
ROOT = Root(id="top", asks="?", options=(Option(id="yes", text="Yes."), Option(id="no", text="No.")))


def compare(left: int, right: int, at: str) -> Compare:
    figures = [{"type": "figure", "value": value, "at": [at]} for value in (left, right)]
    return Compare.model_validate({"left": figures[0], "op": "<=", "right": figures[1]})


def leaf(name: str, **fields: Any) -> Leaf:
    return Leaf.model_validate({"id": name, "kind": "fact", "says": name, **fields})


@st.composite
def nodes(draw: st.DrawFn) -> tuple[Node, ...]:
    """A root over two issues; each joins leaves, one may be weighed."""
    names = st.lists(st.sampled_from(LEAVES), min_size=1, max_size=3, unique=True).map(tuple)
    op = st.sampled_from(["all", "any", "more", "level"])
    few = st.lists(st.sampled_from(LEAVES), max_size=1).map(tuple)

    def draw_node(name: str, *more: str) -> Node:
        kind = draw(op)
        over = draw(names) if kind in ("more", "level") else ()
        return Node(id=name, op=kind, of=(*draw(names), *more), over=over, unless=draw(few))

    weighed = Node(id="w", op="weigh", true_for="plain", unless=draw(few))
    return (draw_node("top", "n0", "n1"), draw_node("n0", "w"), draw_node("n1"), weighed)


@st.composite
def views(draw: st.DrawFn) -> View:
    numbers = st.integers(0, 3)
    term = Term(rule="r0", words="w")
    leaves = (
        *(leaf(f"f{n}", at=(f"0{n}#s0",)) for n in range(3)),
        leaf("r0", kind="rule", at=("09#s0",)),
        leaf("a0", kind="application", of="f0", term=term),
        leaf("a1", kind="application", of="c0", term=term),
        leaf("c0", kind="calculation", working=compare(draw(numbers), draw(numbers), "01#s0")),
        leaf(
            "c1",
            kind="calculation",
            working=compare(draw(numbers), draw(numbers), draw(st.sampled_from(["02#s0", "08"]))),
        ),
    )
    resting = st.lists(st.sampled_from(LEAVES), max_size=2, unique=True).map(tuple)
    reasons = tuple(
        Consideration(
            id=f"q{n}",
            option=draw(st.sampled_from(["plain", "other"])),
            value=draw(st.sampled_from(["", *VALUES])),
            under="w",
            rests_on=draw(resting),
        )
        for n in range(draw(st.integers(0, 3)))
    )
    frame = Frame(roots=(ROOT,), nodes=draw(nodes()), leaves=leaves, considerations=reasons)
    counts = st.sampled_from([True, False, None])
    standings = {
        one.id: LeafStanding(leaf=one.id, stands="open", counts_as=draw(counts) if one.kind != "calculation" else None)
        for one in leaves
    }
    weights = draw(st.sampled_from([{"care": 2, "order": 1}, {"care": 1, "order": 2}, {"care": 1, "order": 1}, None]))
    audience = Audience(id="seat", weights=weights) if weights else None
    gone = draw(st.sampled_from([frozenset[str](), frozenset({"01"}), frozenset({"02#s0"})]))
    return View(frame, standings, gone, audience)


# The oracle: one world after another, by the definitions


def possible(view: View, fix: Mapping[str, bool] | None = None) -> set[str]:
    return {"yes" if way else "no" for way in list_ways(view, "top", fix)}


def list_ways(view: View, name: str, fix: Mapping[str, bool] | None = None) -> set[bool]:
    """How a part turns out in every world."""
    free = [name for name, one in view.standings.items() if one.counts_as is None]
    settled = {name: bool(one.counts_as) for name, one in view.standings.items()}
    worlds = (settled | dict(zip(free, values, strict=True)) for values in product((True, False), repeat=len(free)))
    return {holds(view, name, own, fix or {}, weighed=weighed) for own in worlds for weighed in (True, False)}


def holds(view: View, name: str, own: Mapping[str, bool], fix: Mapping[str, bool], *, weighed: bool) -> bool:
    frame = view.frame

    def below(part: str) -> bool:
        return holds(view, part, own, fix, weighed=weighed)

    if name in frame.node_by_id:
        node = frame.node_by_id[name]
        of, over = sum(map(below, node.of)), sum(map(below, node.over))
        match node.op:
            case "all":
                result = of == len(node.of)
            case "any":
                result = of > 0
            case "more":
                result = of > over
            case "level":
                result = of == over
            case "weigh":
                option = choose(view, [one for one in frame.considerations if all(map(below, one.rests_on))])
                result = weighed if option is None else option == node.true_for
        return result and not any(map(below, node.unless))
    leaf = frame.leaf_by_id[name]
    if leaf.kind == "application":
        return fix.get(name, own[name]) and below(leaf.of) and leaf.term is not None and below(leaf.term.rule)
    if name in fix:
        return fix[name]
    if leaf.kind == "calculation" and isinstance(leaf.working, Compare):
        (at,) = {at for one in (leaf.working.left, leaf.working.right) for at in getattr(one, "at", ())}
        grounds = [one.id for one in frame.leaves if one.kind == "fact" and at in one.at]
        if not {at, at[:2]} & view.gone and all(map(below, grounds)):
            return bool(getattr(leaf.working.left, "value", 0) <= getattr(leaf.working.right, "value", 0))
    return own[name]


def choose(view: View, reasons: list[Consideration]) -> str | None:
    """The option of the grounded set: accepted is what all successful attackers of which are rejected."""
    weights = view.audience.weights if view.audience else None
    if weights is None:
        return None
    accepted: set[str] = set()
    while True:
        rejected = {one.id for one in reasons for by in reasons if by.id in accepted and strikes(by, one, weights)}
        now = {
            one.id for one in reasons if all(by.id in rejected for by in reasons if strikes(by, one, weights))
        }  # fmt: skip
        if now == accepted:
            break
        accepted = now
    options = {one.option for one in reasons if one.id in accepted}
    return options.pop() if len(options) == 1 else None


def strikes(attacker: Consideration, target: Consideration, weights: Mapping[str, float]) -> bool:
    if attacker.option == target.option:
        return False
    return not weights.get(target.value, 0.0) > weights.get(attacker.value, 0.0)


# Laws


@law
@given(views())
def test_the_outcome_is_that_of_every_world(view: View) -> None:
    assert set(find_outcome(view, ROOT).possible) == possible(view)


@law
@given(views())
def test_each_part_holds_where_it_does_in_every_world(view: View) -> None:
    under = view.frame.find_under("top")
    wanted = {name: ways.pop() if len(ways := list_ways(view, name)) == 1 else None for name in under}
    assert find_holds(view, ROOT) == wanted


@law
@given(views())
def test_what_bears_alone_is_what_every_world_says(view: View) -> None:
    bearing = find_bearing(view, ROOT)
    under = {one.id for one in view.frame.leaves_under("top")}
    wanted = {name for name in under if possible(view, {name: True}) != possible(view, {name: False})}
    assert {*bearing.alone, *bearing.rules_alone} == wanted


@law
@given(views())
def test_three_valued_logic_claims_nothing_that_worlds_do_not(view: View) -> None:
    (coarse,) = Ways(view, ROOT, most_tried=0).list_possible()
    assert coarse >= possible(view)


@law
@given(views())
def test_sets_that_turn_it_do_and_no_part_of_them_does(view: View) -> None:
    settled = {name: one.counts_as for name, one in view.standings.items() if one.counts_as is not None}
    bearing = find_bearing(view, ROOT)
    now = possible(view)
    for names in bearing.sets:
        turned = {name: not settled[name] for name in names}
        assert possible(view, turned) != now
        for name in names:
            assert possible(view, {other: way for other, way in turned.items() if other != name}) == now


@law
@given(views())
def test_what_bears_for_any_of_several_bears_for_all_of_them_together(view: View) -> None:
    audiences = [Audience(id="care", weights={"care": 2, "order": 1}), Audience(id="order", weights={"order": 1})]
    every = [find_bearing(view, ROOT, [one]) for one in audiences]
    both = find_bearing(view, ROOT, audiences)
    alone = {*both.alone, *both.rules_alone}
    assert alone == {name for one in every for name in (*one.alone, *one.rules_alone)}
    sets = {names for one in every for names in one.sets}
    assert set(both.sets) == {names for names in sets if not alone.intersection(names)}


@law
@given(views(), st.randoms(use_true_random=False))
def test_order_changes_nothing(view: View, random: Any) -> None:
    def shuffled(parts: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(random.sample(parts, len(parts)))

    fields = {name: shuffled(getattr(view.frame, name)) for name in ("nodes", "leaves", "considerations")}
    other = replace(view, frame=view.frame.model_copy(update=fields))
    assert find_outcome(other, ROOT).possible == find_outcome(view, ROOT).possible
    assert set(find_outcome(other, ROOT).hangs_on) == set(find_outcome(view, ROOT).hangs_on)
    assert find_bearing(other, ROOT).together == find_bearing(view, ROOT).together


def rename(view: View) -> View:
    """The view with every leaf under another name, which sorts the other way."""
    names = {name: f"z{9 - n}" for n, name in enumerate(LEAVES)}

    def other(parts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(part, part) for part in parts)

    leaves = (
        one.model_copy(
            update={
                "id": names[one.id],
                "of": names.get(one.of, ""),
                "term": Term(rule=names["r0"], words="w") if one.term else None,
            }
        )
        for one in view.frame.leaves
    )
    nodes = (
        one.model_copy(update={"of": other(one.of), "over": other(one.over), "unless": other(one.unless)})
        for one in view.frame.nodes
    )
    reasons = (one.model_copy(update={"rests_on": other(one.rests_on)}) for one in view.frame.considerations)
    frame = view.frame.model_copy(
        update={"leaves": tuple(leaves), "nodes": tuple(nodes), "considerations": tuple(reasons)}
    )
    standings = {names[name]: one.model_copy(update={"leaf": names[name]}) for name, one in view.standings.items()}
    return replace(view, frame=frame, standings=standings)


@law
@given(views())
def test_names_change_nothing(view: View) -> None:
    names = {name: f"z{9 - n}" for n, name in enumerate(LEAVES)}
    renamed, here = find_outcome(rename(view), ROOT), find_outcome(view, ROOT)
    assert renamed.possible == here.possible
    assert set(renamed.hangs_on) == {names.get(name, name) for name in here.hangs_on}
    together = {names[name] for name in find_bearing(view, ROOT).together}
    assert find_bearing(rename(view), ROOT).together == together


@law
@given(
    views(),
    st.sets(st.sampled_from(["00", "01", "02", "08", "09"])),
    st.sets(st.sampled_from(["00", "01", "02", "08", "09"])),
)
def test_a_stricter_policy_never_adds_support(view: View, loose: set[str], dropped: set[str]) -> None:
    ledger = Ledger(option="yes", accepts=frozenset({"f0"}), disputes=(Dispute(leaf="f1", to="true"),))
    seat = Seat(perspective="seat", weights={"care": 1}, ledger=ledger)
    outcomes = [
        set(find_outcome(view_as(view, seat.model_copy(update={"admits": admits})), ROOT).possible)
        for admits in (None, frozenset(loose), frozenset(loose - dropped))
    ]
    assert outcomes[0] <= outcomes[1] <= outcomes[2]


@law
@given(views(), st.lists(st.sampled_from([0, 0, 1, 2]), min_size=1, max_size=6))
def test_clones_of_a_seat_and_the_order_of_seats_change_nothing(view: View, drawn: list[int]) -> None:
    every = [
        Seat(perspective=f"p{n}", weights={"care": n, "order": 1}, ledger=Ledger(option=["yes", "no", ""][n]))
        for n in range(3)
    ]
    seats = [every[n] for n in drawn]
    once = [every[n] for n in sorted(set(drawn), reverse=True)]
    assert find_by_seat(view, seats, ROOT) == find_by_seat(view, once, ROOT)


@law
@given(views())
def test_a_cloned_reason_adds_nothing(view: View) -> None:
    seat = Seat(perspective="seat", weights={"care": 1, "order": 2})
    clones = tuple(one.model_copy(update={"id": f"{one.id}_again"}) for one in view.frame.considerations)
    frame = view.frame.model_copy(update={"considerations": (*view.frame.considerations, *clones)})
    once, twice = (
        find_by_seat(replace(one, audience=None), [seat], ROOT) for one in (view, replace(view, frame=frame))
    )
    assert once == twice


# Beyond what can be tried


def wide(count: int) -> View:
    """As many open leaves, and one that is in every way either for or against: x, or anything unless x."""
    names = [f"x{n}" for n in range(count)]
    frame = Frame(
        roots=(ROOT,),
        nodes=(
            Node(id="top", op="any", of=("x0", "not_x0", "rest")),
            Node(id="not_x0", op="all", of=("sure",), unless=("x0",)),
            Node(id="rest", op="all", of=tuple(names)),
        ),
        leaves=(leaf("sure"), *map(leaf, names)),
    )
    standings = {name: LeafStanding(leaf=name, stands="open", counts_as=None) for name in names}
    return View(frame, {**standings, "sure": LeafStanding(leaf="sure", stands="true", counts_as=True)})


@pytest.mark.parametrize(("count", "is_full"), [(2, True), (MOST_TRIED, True), (MOST_TRIED + 1, False)])
def test_above_eighteen_unsettled_leaves_three_valued_logic_says_less_and_says_so(count: int, *, is_full: bool) -> None:
    outcome = find_outcome(wide(count), ROOT)
    assert outcome.is_tried_in_full is is_full
    assert outcome.possible == (("yes",) if is_full else ("yes", "no"))


def test_a_root_that_no_leaf_moves_is_named() -> None:
    (complaint,) = find_unmoved(
        Frame(
            roots=(ROOT,),
            nodes=(
                Node(id="top", op="any", of=("x", "unless_x")),
                Node(id="unless_x", op="level", of=("x",), over=("x",), unless=("x",)),
            ),
            leaves=(leaf("x"),),
        )
    )
    assert (complaint.kind, complaint.part) == ("no leaf", "top")


def list_worlds() -> Iterator[tuple[bool, bool, bool]]:
    yield from product((True, False), repeat=3)


@pytest.mark.parametrize("op", ["more", "level"])
def test_more_and_level_are_counted_in_every_world(op: str) -> None:
    frame = Frame(
        roots=(ROOT,),
        nodes=(Node.model_validate({"id": "top", "op": op, "of": ("a", "b"), "over": ("c",)}),),
        leaves=tuple(map(leaf, "abc")),
    )
    for a, b, c in list_worlds():
        standings = {
            name: LeafStanding(leaf=name, stands="true", counts_as=way)
            for name, way in zip("abc", (a, b, c), strict=True)
        }
        wanted = a + b > c if op == "more" else a + b == c
        assert find_outcome(View(frame, standings), ROOT).option == ("yes" if wanted else "no")


def test_a_weigh_root_of_three_options_has_the_option_of_the_seat() -> None:
    options = tuple(Option(id=name, text=name) for name in ("north", "south", "none"))
    root = Root(id="where", asks="Where?", options=options)
    reasons = tuple(
        Consideration(id=f"c_{option}", option=option, value=value, under="where", rests_on=(fact,))
        for option, value, fact in (("north", "care", "a"), ("south", "order", "b"), ("none", "thrift", "c"))
    )
    frame = Frame(
        roots=(root,), nodes=(Node(id="where", op="weigh"),), leaves=tuple(map(leaf, "abc")), considerations=reasons
    )
    standings = {name: LeafStanding(leaf=name, stands="true", counts_as=True) for name in "abc"}
    weights = {"care": 3, "order": 2, "thrift": 1}
    view = View(frame, standings, audience=Audience(id="seat", weights=weights))
    assert find_outcome(view, root).option == "north"
    standings["a"] = LeafStanding(leaf="a", stands="false", counts_as=False)
    assert find_outcome(view, root).option == "south"
    standings["b"] = LeafStanding(leaf="b", stands="open", counts_as=None)
    assert find_outcome(view, root).possible == ("south", "none")
    assert find_outcome(replace(view, audience=None), root).possible == ("north", "south", "none")
