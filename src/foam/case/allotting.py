"""The outline of a speech as it will be spoken, with its words shared out."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from foam.argument.outline import Allotted, OutlineNode, allot, mount, settle_counts
from foam.case.values import BranchChoice, GeneratedNode, Plan
from foam.errors import InputError
from foam.values import Value

SOLVES_CASE = "solves_case"


class Outline(Value):
    """The outline as it will be spoken."""

    allotted: Allotted
    choices: tuple[BranchChoice, ...]
    generated: tuple[GeneratedNode, ...] = ()
    counterplan: Plan | None = None
    """What the speech puts forward in place of what it answers, where its seat wrote that."""


def allot_outline(
    tree: OutlineNode,
    choices: Iterable[BranchChoice],
    generated: Iterable[GeneratedNode],
    budget: int,
    counterplan: Plan | None = None,
) -> Allotted:
    """The outline with what was generated, the choices taken and the budget shared out. Of what a counterplan could
    solve there is a part for each advantage that it claims to reach."""
    if counterplan and counterplan.solves:
        tree = _keep_solved(tree, counterplan.solves)
    for node_made in generated:
        tree = mount(tree, node_made.at, node_made.node, grow=False)
    chosen = {choice.branch: choice.taken for choice in choices}
    spoken = settle_counts(tree, chosen)
    if spoken is None:
        raise InputError(f"nothing of the {tree.id} is taken", hint="take at least one way")
    return allot(spoken, budget, chosen)


def _keep_solved(node: OutlineNode, solves: Collection[str]) -> OutlineNode:
    """The outline without parts that would show of a counterplan what it does not claim."""
    kept = (_keep_solved(child, solves) for child in node.children if not _is_unclaimed(child, solves))
    return node.model_copy(update={"children": tuple(kept)})


def _is_unclaimed(node: OutlineNode, solves: Collection[str]) -> bool:
    return node.component == SOLVES_CASE and bool(node.answers) and node.answers not in solves
