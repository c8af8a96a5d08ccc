"""Outlines: what a speech is made of, and how many words each part gets.

    root      a format ("Policy Debate")
    speech    one speech of it ("1AC")
    branch    a strategic choice among its children ("traditional" or "kritik")
    leaf      one component of one typed syllogism, with a word budget
    meta      a group that cuts across ("answers to anything")

A parent's budget is the sum of its children's. It is shared out by weight in whole words, minimums first; a budget
that cannot hold its minimums is refused with what it lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Literal, Self

from pydantic import Field, model_validator

from foam.errors import InputError
from foam.values import Value

_NodeType = Literal["root", "speech", "branch", "leaf", "meta"]

IMPACT = "impact"
IMPACT_SHARE = 0.30
"""What the impact takes, at least, of an advantage or a disadvantage."""
WITH_IMPACT = frozenset({"advantage", "disadvantage"})


class Each(Value):
    """What a node is repeated for: arguments that were heard and still stand."""

    whose: Literal["own", "theirs"]
    types: tuple[str, ...] = Field(min_length=1)
    """Types of syllogism."""
    fresh: bool = False
    """Only what their side's last speech brought, not what it merely carried on."""
    same_page: bool = False
    """Only what was said on the page of the argument that the node above is repeated for."""
    most: int = Field(default=0, ge=0)
    """At most so many; 0 takes all."""


class OutlineNode(Value):
    """A node of an outline, as packs write it."""

    id: str = Field(min_length=1)
    type: _NodeType
    title: str
    about: str = ""
    """Children of a branch: what speaks for taking it, in a sentence."""
    words: int = Field(default=0, ge=0)
    """What the template gives it; the weight by which a budget is shared out."""
    at_least: int = Field(default=0, ge=0)
    """Words below which it is not worth saying."""
    syllogism: str = ""
    """The typed syllogism that this node and its leaves make up."""
    component: str = ""
    """Leaves: which component of the syllogism it is."""
    seek: str = ""
    """Leaves: what to establish (`$plan`, `$motion`, `$act` are filled in later); empty where no evidence is needed."""
    say: str = ""
    """Leaves: the words themselves, where code can fill them from what was heard."""
    each: Each | None = None
    """In speeches that answer: what this node is repeated for."""
    answers: str = ""
    """Leaves: the component it answers; once the round is known, the id of the argument."""
    meets: Each | None = None
    """Leaves that make a point of their own: the argument that it meets, where one was heard. `answers` is its
    component; without one the leaf stands, and answers nothing."""
    among: tuple[str, ...] = Field(default=(), exclude_if=lambda among: not among)
    """Such leaves that are not repeated for an argument, once the round is known: the ids of all that it may meet.
    Which one it does is found when it is written."""
    any_step: bool = Field(default=False, exclude_if=lambda any_step: not any_step)
    """Such leaves that are repeated for an argument: it breaks one of the steps, whichever; `answers` where none is
    named."""
    unless: Each | None = None
    """The node is left out where such an argument was heard: others deal with that."""
    extends: str = ""
    """Leaves: the component it carries on; once the round is known, the id of the argument."""
    facts: dict[str, str] = Field(default_factory=dict)
    """What holds for the syllogism by the template: `answer`, `kind`, …"""
    pick: int = Field(default=0, ge=0)
    """Branches: how many children are taken; 0 takes all."""
    between: tuple[int, int] | None = Field(default=None, exclude_if=lambda between: between is None)
    """Branches: how many whoever plans the speech may take instead, at least and at most."""
    ask: str = ""
    """Branches: what is asked when children are picked."""
    ask_many: str = Field(default="", exclude_if=lambda ask: not ask)
    """Branches: what is asked where it is open how many are taken."""
    said: str = Field(default="", exclude_if=lambda said: not said)
    """Branches that are repeated: what was heard that it is asked of. It is the other side's, and shown as such."""
    grows: bool = Field(default=False, exclude_if=lambda grows: not grows)
    """Whether it has as many words as its children together, where these are more than its own."""
    generated: bool = False
    """Made because no path fitted; kept for reuse only if a person accepts it."""
    children: tuple[OutlineNode, ...] = ()

    @model_validator(mode="after")
    def _well_formed(self) -> Self:
        if (self.type == "leaf") == bool(self.children):
            raise ValueError(f"{self.id}: a leaf has no children, and every other node has some")
        if any(child.each for child in self.children):
            return self  # how many there are, and what they are called, is known once the round is heard
        if self.pick > len(self.children):
            raise ValueError(f"{self.id}: cannot pick {self.pick} of {len(self.children)}")
        least, most = self.bounds
        if not 0 <= least <= self.pick <= most <= len(self.children):
            raise ValueError(f"{self.id}: cannot pick {least} to {most} of {len(self.children)}, {self.pick} by itself")
        if len({child.id for child in self.children}) != len(self.children):
            raise ValueError(f"{self.id}: two children share an id")
        return self

    @property
    def bounds(self) -> tuple[int, int]:
        """How many children may be taken, at least and at most, where children are picked."""
        return self.between or (self.pick, self.pick)

    @property
    def minimum(self) -> int:
        """The least this node can be given: its own minimum, or what its children need together."""
        if not self.children:
            return self.at_least
        needs = sorted(child.minimum for child in self.children)
        taken = needs[: self.pick] if self.pick else needs
        return max(self.at_least, sum(taken))

    def walk(self) -> Iterator[OutlineNode]:
        """This node and all below it, in order."""
        yield self
        for child in self.children:
            yield from child.walk()


class Allotted(Value):
    """A node with the words it was given, and its chosen children with theirs."""

    node: OutlineNode
    words: int
    children: tuple[Allotted, ...] = ()

    def leaves(self, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Allotted]]:
        """Every leaf with the path of ids that leads to it, in speaking order."""
        here = (*path, self.node.id)
        if not self.children:
            yield here, self
        for child in self.children:
            yield from child.leaves(here)


def share_out(budget: int, children: Sequence[OutlineNode], least: Sequence[int]) -> tuple[int, ...]:
    """Whole words for each child: its minimum first, the rest by weight. They sum to the budget exactly."""
    spare = budget - sum(least)
    if spare < 0:
        lacking = ", ".join(f"{child.title} {need}" for child, need in zip(children, least, strict=True))
        raise InputError(
            f"{budget} words cannot hold {sum(least)}: {lacking}", hint="give the parent more words, or drop a child"
        )
    wanted = [max(0, child.words - need) for child, need in zip(children, least, strict=True)]
    return tuple(need + more for need, more in zip(least, _by_weight(spare, wanted), strict=True))


def allot(node: OutlineNode, budget: int, chosen: dict[str, tuple[str, ...]] | None = None) -> Allotted:
    """Share a budget out over the outline. `chosen` names, per branch id, the children that were picked."""
    taken = _take_children(node, chosen or {})
    if not taken:
        return Allotted(node=node, words=budget)
    words = share_out(budget, taken, _minimums(node, taken, budget))
    return Allotted(
        node=node,
        words=budget,
        children=tuple(allot(child, given, chosen) for child, given in zip(taken, words, strict=True)),
    )


def settle_counts(node: OutlineNode, chosen: Mapping[str, tuple[str, ...]]) -> OutlineNode | None:
    """The outline in which a branch of which more or fewer children are taken than by itself has their words, and one
    of which none is taken is left out; None where that is the node itself."""
    taken = chosen.get(node.id)
    if taken is not None and node.between and len(taken) != node.pick:
        kept = tuple(child for child in node.children if child.id in taken)
        if not kept:
            return None
        words = sum(child.words for child in kept)
        node = node.model_copy(update={"children": kept, "pick": 0, "between": None, "words": words})
    children = [settled for child in node.children if (settled := settle_counts(child, chosen))]
    words = max(node.words, sum(child.words for child in children)) if node.grows else node.words
    return node.model_copy(update={"children": tuple(children), "words": words})


def mount(root: OutlineNode, at: str, new: OutlineNode, *, grow: bool = True) -> OutlineNode:
    """The outline with a generated node hung under another. The words of all above it grow by its own, unless it takes
    the place of a child that is not spoken."""
    if all(node.id != at for node in root.walk()):
        raise InputError(f"no node {at!r} in the outline {root.id!r}", hint="mount it under a node that is there")
    return _mount_under(root, at, new.model_copy(update={"generated": True}), new.words if grow else 0)


def _mount_under(node: OutlineNode, at: str, new: OutlineNode, more: int) -> OutlineNode:
    if node.id == at:
        grown = {"children": (*node.children, new), "words": node.words + more}
        return OutlineNode(**{**dict(node), **grown})
    if all(below.id != at for below in node.walk()):
        return node
    children = tuple(_mount_under(child, at, new, more) for child in node.children)
    return node.model_copy(update={"children": children, "words": node.words + more})


def _take_children(node: OutlineNode, chosen: dict[str, tuple[str, ...]]) -> tuple[OutlineNode, ...]:
    """The children that are spoken: those chosen, else the first that a branch picks, else all."""
    if node.id in chosen:
        known = {child.id for child in node.children}
        unknown = [child for child in chosen[node.id] if child not in known]
        if unknown:
            raise InputError(f"{node.id} has no child {unknown[0]!r}", hint=f"it has {', '.join(sorted(known))}")
        return tuple(child for child in node.children if child.id in chosen[node.id])
    return node.children[: node.pick] if node.pick else node.children


def _minimums(node: OutlineNode, taken: Sequence[OutlineNode], budget: int) -> list[int]:
    """Each child's minimum; the impact of an advantage takes at least its share of the whole."""
    share = ceil(IMPACT_SHARE * budget) if node.syllogism in WITH_IMPACT else 0
    return [max(child.minimum, share if child.component == IMPACT else 0) for child in taken]


def _by_weight(total: int, weights: Sequence[int]) -> list[int]:
    """Whole numbers that sum to the total, in proportion to the weights, by largest remainder."""
    weighed = list(weights) if sum(weights) else [1] * len(weights)
    exact = [total * weight / sum(weighed) for weight in weighed]
    given = [int(part) for part in exact]
    order = sorted(range(len(given)), key=lambda i: (given[i] - exact[i], i))
    for i in order[: total - sum(given)]:
        given[i] += 1
    return given
