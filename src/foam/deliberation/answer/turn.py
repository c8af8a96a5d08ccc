"""The tree of an answer worked out from its rows: as they are, or with leaves held otherwise. No model is asked."""

from __future__ import annotations

from collections.abc import Iterator

from foam.deliberation.answer.answer import Answer, find_tree
from foam.errors import InputError
from foam.perspective.near import make_not_found
from foam.semantics.ways import Fix


def turn_leaves(answer: Answer, supposed: Fix) -> Answer:
    """What would follow if these leaves were true or false. Nothing is told of it: nobody was asked."""
    tree = answer.tree
    if tree is None or not answer.is_claimed:
        raise InputError("nothing follows from leaves here: the answer has no tree that fits its file")
    for name in supposed:
        if name not in tree.standing_by_leaf:
            raise make_not_found("leaf", name, tree.standing_by_leaf)
    turned = find_tree(tree.frame, answer.file.file(tree.roles), tree.record, supposed)
    option = turned.option
    update = {
        "tree": turned.model_copy(update={"titles": tree.titles, "lacks": tree.lacks}),
        "option": option.id if option else None,
        "lead": turned.lead,
        "told": (),
    }
    return answer.model_copy(update=update)


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
    again = find_tree(tree.frame, answer.file.file(tree.roles), tree.record)
    for name, standing in again.standing_by_leaf.items():
        if tree.standing_by_leaf.get(name) != standing:
            yield name, f"worked out from the rows, it stands otherwise ({standing.stands})"
    for told, then, now in (("outcome", tree.outcome, again.outcome), ("bearing", tree.bearing, again.bearing)):
        if then != now:
            yield told, f"worked out from the leaves, the {told} is another"
