"""The tree of an answer worked out from its rows: as they are, or with leaves or weights otherwise. Asks no model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from foam.deliberation.answer.answer import AS_IT_IS, Answer, AnswerTree, find_tree
from foam.errors import InputError
from foam.perspective.near import make_not_found
from foam.perspective.node import require_seat
from foam.perspective.weighting import check_weight
from foam.semantics.ways import Fix

Weights = Mapping[str, Mapping[str, float]]
"""By seat: other weights for some of its values."""


def turn_leaves(answer: Answer, supposed: Fix, weights: Weights | None = None) -> Answer:
    """What would follow if these leaves were true or false, or seats weighed otherwise. Nothing is told of it: nobody
    was asked."""
    tree = answer.tree
    if tree is None or not answer.is_claimed:
        raise InputError("nothing follows from leaves here: the answer has no tree that fits its file")
    for name in supposed:
        if name not in tree.standing_by_leaf:
            raise make_not_found("leaf", name, tree.standing_by_leaf)
    turned = find_again(answer, tree, supposed, weights)
    option = turned.option
    update = {
        "tree": turned.model_copy(update={"titles": tree.titles, "lacks": tree.lacks}),
        "option": option.id if option else None,
        "lead": turned.lead,
        "told": (),
    }
    return answer.model_copy(update=update)


def find_again(
    answer: Answer, tree: AnswerTree, supposed: Fix = AS_IT_IS, weights: Weights | None = None
) -> AnswerTree:
    """The tree of an answer worked out from its rows."""
    seats = answer.table.list_seats(tree.frame, weights) if answer.table else ()
    return find_tree(tree.frame, answer.file.file(tree.roles), tree.record, supposed, seats)


def read_weights(answer: Answer, terms: Sequence[str]) -> dict[str, dict[str, float]]:
    """Other weights, from terms such as `auditor.integrity=0.4`, or `integrity=0.4` for every seat."""
    seats = {one.perspective.id: one.perspective for one in answer.table.seats} if answer.table else {}
    found: dict[str, dict[str, float]] = {}
    for term in terms:
        name, _, weight = term.partition("=")
        seat, _, value = name.rpartition(".")
        if not seats:
            raise InputError("nobody was seated, so that nothing is weighed here", hint="turn a leaf round instead")
        seat = require_seat(list(seats.values()), seat).id if seat else ""
        known = {value for one in seats.values() for value in one.weighting}
        if value not in known:
            raise make_not_found("value", value, known)
        try:
            given = check_weight(value, float(weight))
        except ValueError:
            raise InputError(f"not a weight: {term!r}", hint="write treasurer.equity=0.4, or equity=0.4") from None
        for one in [seat] if seat else seats:
            found.setdefault(one, {})[value] = given
    return found


def find_flaws(answer: Answer) -> Iterator[tuple[str, str]]:
    """What in an answer does not follow from its own rows: which part, and what is wrong with it."""
    tree = answer.tree
    option = tree.option if tree else None
    if answer.option != (option.id if option else None):
        yield "answer", "the option is not the one that its tree gives"
    if tree and answer.lead != tree.lead:
        yield "answer", "the first sentence is not the option that follows"
    if tree is None or not answer.is_claimed:
        return
    again = find_again(answer, tree)
    for name, standing in again.standing_by_leaf.items():
        if tree.standing_by_leaf.get(name) != standing:
            yield name, f"worked out from the rows, it stands otherwise ({standing.stands})"
    for told, then, now in (
        ("outcome", tree.outcome, again.outcome),
        ("bearing", tree.bearing, again.bearing),
        ("view of each seat", tree.by_seat, again.by_seat),
        ("synthesis", tree.synthesis, again.synthesis),
    ):
        if then != now:
            yield told, f"worked out from the leaves, the {told} is another"
