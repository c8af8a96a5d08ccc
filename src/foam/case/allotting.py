"""The tree of a speech as it will be spoken, with its words shared out."""

from __future__ import annotations

from collections.abc import Iterable

from foam.argument.tree import Allotted, TemplateNode, allot, mount
from foam.case.values import BranchChoice, GeneratedNode
from foam.values import Value


class Outline(Value):
    """The tree as it will be spoken."""

    allotted: Allotted
    choices: tuple[BranchChoice, ...]
    generated: tuple[GeneratedNode, ...] = ()


def allot_outline(
    tree: TemplateNode, choices: Iterable[BranchChoice], generated: Iterable[GeneratedNode], budget: int
) -> Allotted:
    """The tree with what was generated, the choices taken and the budget shared out."""
    for node_made in generated:
        tree = mount(tree, node_made.at, node_made.node, grow=False)
    return allot(tree, budget, {choice.branch: choice.taken for choice in choices})
