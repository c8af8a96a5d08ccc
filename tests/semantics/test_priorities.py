"""The fewest priorities that separate those who take an option, held against trying everything."""

from __future__ import annotations

from itertools import combinations, permutations

from hypothesis import assume, given
from tests.semantics.oracle import OPTIONS, VALUES, law, make_reason, make_strict_audience, reasons, seats

from foam.argument.tree import Consideration
from foam.semantics.audience import Audience
from foam.semantics.priorities import Branch, Priority, separate
from foam.semantics.ways import choose_option

TWO = [make_reason("one", "for", "care"), make_reason("other", "against", "order")]
CARE, ORDER = make_strict_audience("care", "order", name="care"), make_strict_audience("order", "care", name="order")
TORN = Audience(id="torn", weights={"care": 1, "order": 1})


def holds(audience: Audience, priority: Priority) -> bool:
    return audience.outranks(priority.higher, priority.lower) is priority.holds


def list_holders(branch: Branch, audiences: tuple[Audience, ...]) -> list[Audience]:
    return [one for one in audiences if all(holds(one, priority) for priority in branch.priorities)]


def test_two_seats_are_separated_by_one_priority() -> None:
    assert str(separate(TWO, [CARE, ORDER], "for")) == "if care outranks order"
    assert str(separate(TWO, [CARE, ORDER], "against")) == "if order outranks care"


def test_a_priority_that_somebody_does_not_have_separates_too() -> None:
    assert str(separate(TWO, [CARE, ORDER, TORN], "for")) == "if care outranks order"
    assert str(separate(TWO, [CARE, TORN], "for")) == "if care outranks order"


def test_of_equally_small_sets_the_one_is_taken_that_tells_most_orderings_rightly() -> None:
    """Both seats that choose care put it above order, and both happen to put calm above order, too."""
    three = [*TWO, make_reason("third", "for", "calm")]
    carers = [make_strict_audience("care", "calm", "order", name="a"), make_strict_audience("calm", "care", "order")]
    condition = separate(three, [*carers, make_strict_audience("order", "care", "calm", name="b")], "against")
    assert str(condition) in ("if order outranks calm", "if order outranks care")
    assert condition.branches[0].audiences == ("b",)


@law
@given(reasons(), seats(least=2))
def test_no_smaller_set_of_pairs_separates(drawn: list[Consideration], audiences: tuple[Audience, ...]) -> None:
    chosen = [choose_option(drawn, one) for one in audiences]
    served = {(one.value or "none", one.option) for one in drawn}
    differ = {(value, other) for value, option in served for other, against in served if option != against}
    pairs = [pair for pair in permutations(sorted({value for value, _ in served}), 2) if pair in differ]
    for option in OPTIONS:
        takers = [one for one, taken in zip(audiences, chosen, strict=True) if taken == option]
        others = [one for one in audiences if one not in takers]
        if not takers or not others:
            continue
        condition = separate(drawn, audiences, option)
        held = [list_holders(branch, audiences) for branch in condition.branches]
        assert all(one in takers for some in held for one in some), "nobody else holds any of it"
        assert all(any(one in some for some in held) for one in takers), "whoever takes the option holds one of them"
        used = {frozenset((one.higher, one.lower)) for branch in condition.branches for one in branch.priorities}

        def answers(audience: Audience, asked: tuple[tuple[str, str], ...]) -> tuple[bool, ...]:
            return tuple(audience.outranks(*pair) for pair in asked)

        for smaller in combinations(pairs, len(used) - 1):
            assert any(answers(one, smaller) == answers(other, smaller) for one in takers for other in others)


@law
@given(reasons(), seats(least=2))
def test_priorities_are_of_values_that_the_reasons_serve(
    drawn: list[Consideration], audiences: tuple[Audience, ...]
) -> None:
    option = choose_option(drawn, audiences[0])
    assume(option is not None and any(choose_option(drawn, one) != option for one in audiences))
    assert option is not None
    condition = separate(drawn, audiences, option)
    named = {value for branch in condition.branches for one in branch.priorities for value in (one.higher, one.lower)}
    assert named <= {one.value or "none" for one in drawn} & {*VALUES, "none"}
