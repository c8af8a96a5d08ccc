"""The tree of a question: issues, what they are made of, and the leaves that can be contested one by one.

    root      a question with its options; decided by the node or leaf of the same id
    node      all, any, weigh, more or level of what lies under it, unless something else holds
    leaf      a fact, a rule, a calculation, or an application (this fact meets that term of this rule)
    consideration   a reason under a weigh node: it speaks for an option, serves a value, and rests on leaves
    beside    what is true and decides something else

A leaf says one sentence that is true or false. Whether it bears on the outcome is computed, never stated: see
`foam.semantics.outcome` and `foam.semantics.bearing`. `find_complaints` checks the form of a tree against its file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal, Self, TypeAlias, assert_never

from pydantic import Field, model_validator

from foam.argument.casefile import CaseFile
from foam.argument.grounding import find_ungrounded
from foam.argument.working import (
    Context,
    Day,
    Figure,
    Nth,
    Ref,
    Result,
    SentenceId,
    TreeId,
    Working,
    compute,
    list_inputs,
    list_places,
)
from foam.errors import InputError
from foam.values import Value
from foam_quotes.text.normalise import normalise

Stands: TypeAlias = Literal["true", "false", "open", "contested"]
LeafKind: TypeAlias = Literal["fact", "rule", "calculation", "application"]
_FRAMER = "frame"
"""The author of a leaf that no seat added."""


class Part(Value):
    """Anything in the tree that has an id."""

    id: TreeId
    says: str = ""


class Reasoning(Part):
    """The parts of an argument that can each be objected to: its scheme, and those of Toulmin."""

    scheme: str = ""
    because: str = ""
    backing: tuple[SentenceId, ...] = ()
    certainty: str = ""
    rebuttal: str = ""
    """Under which condition it would not hold."""


class Term(Value):
    """Exact words of a rule leaf."""

    rule: str
    words: str = Field(min_length=1)


class Leaf(Reasoning):
    """One sentence that is true or false, and what it stands on."""

    kind: LeafKind
    at: tuple[SentenceId, ...] = ()
    against: tuple[SentenceId, ...] = ()
    working: Working | None = None
    """Calculations: what is computed."""
    reads: tuple[str, ...] = ()
    """Calculations: the fact and rule leaves in whose sentences its figures stand."""
    of: str = ""
    """Applications: the fact."""
    term: Term | None = None
    """Applications: what the fact is said to be."""
    if_open: Literal["true", "false"] | None = None
    """What it counts as where nobody showed it; only with a burden."""
    burden: SentenceId | None = None
    """The sentence of a rule that says who has to show it."""
    proposed: Stands = "true"
    author: str = _FRAMER
    """Who added it: set by code."""


class Node(Part):
    """An issue: what has to hold under it."""

    op: Literal["all", "any", "weigh", "more", "level"]
    """`more`: more of `of` hold than of `over`. `level`: as many of each. `weigh`: its considerations decide."""
    of: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    """It holds only while none of these does."""
    true_for: str | None = None
    """Weigh nodes: the option under which it counts as true."""

    @property
    def below(self) -> tuple[str, ...]:
        """Everything it names."""
        return (*self.of, *self.over, *self.unless)


class Option(Value):
    """An answer to the question."""

    id: str
    text: str


class Root(Value):
    """A question, and its answers: if its node is true and if it is false. A weigh node may have more than two.

    A slot in an answer, as `{owed}`, shows what the calculation of that name comes to.
    """

    id: TreeId
    asks: str
    options: tuple[Option, ...] = Field(min_length=2)


def fill_slots(text: str, shown: Mapping[str, str]) -> str:
    """A text with what is shown in its slots."""
    for name, words in shown.items():
        text = text.replace(f"{{{name}}}", words)
    return text


class Consideration(Reasoning):
    """A reason that is weighed. It is never true or false; it counts while its leaves stand."""

    option: str
    value: str = ""
    under: str
    at: tuple[SentenceId, ...] = ()
    rests_on: tuple[str, ...] = ()


class Beside(Part):
    """What is true and decides something else."""

    at: tuple[SentenceId, ...] = ()
    bearing: Literal["owed_in_any_case", "practice", "how_soon", "another_question"]


class Placed(Value):
    """Where a point or finding went, or that it was left out, and why."""

    point: str
    where: str | None = None
    why: str = ""


class Graft(Value):
    """A new branch. One that holds only on another reading names the leaf that it replaces."""

    under: str
    if_not: str | None = None
    nodes: tuple[Node, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    why: str = ""


class Frame(Value):
    """The whole tree."""

    roots: tuple[Root, ...]
    nodes: tuple[Node, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    considerations: tuple[Consideration, ...] = ()
    beside: tuple[Beside, ...] = ()
    placed: tuple[Placed, ...] = ()
    why_this_shape: str = ""
    shape_rejected: str = ""

    @model_validator(mode="after")
    def _ids_are_free(self) -> Self:
        parts: tuple[Part, ...] = (*self.nodes, *self.leaves, *self.considerations, *self.beside)
        taken = [name for name, times in Counter(part.id for part in parts).items() if times > 1]
        if taken:
            raise ValueError(f"{taken[0]!r} names two things in the tree")
        return self

    @cached_property
    def node_by_id(self) -> Mapping[str, Node]:
        return {node.id: node for node in self.nodes}

    @cached_property
    def leaf_by_id(self) -> Mapping[str, Leaf]:
        return {leaf.id: leaf for leaf in self.leaves}

    @cached_property
    def consideration_by_id(self) -> Mapping[str, Consideration]:
        return {one.id: one for one in self.considerations}

    @cached_property
    def considerations_under(self) -> Mapping[str, tuple[Consideration, ...]]:
        """The considerations of each weigh node."""
        return {node.id: tuple(one for one in self.considerations if one.under == node.id) for node in self.nodes}

    @cached_property
    def facts_at(self) -> Mapping[SentenceId, tuple[str, ...]]:
        """The facts that each sentence is the ground of."""
        found: dict[SentenceId, tuple[str, ...]] = {}
        for leaf in self.leaves:
            for at in leaf.at if leaf.kind == "fact" else ():
                found[at] = (*found.get(at, ()), leaf.id)
        return found

    @cached_property
    def sentences(self) -> frozenset[SentenceId]:
        """Every sentence and document that the tree names."""
        parts: tuple[Part, ...] = (*self.leaves, *self.considerations, *self.beside)
        return frozenset(at for part in parts for at in list_sentences(part))

    @cached_property
    def workings(self) -> Mapping[str, Working | None]:
        """The working of each leaf."""
        return {leaf.id: leaf.working for leaf in self.leaves}

    def root(self, name: str) -> Root:
        """The root of this id."""
        found = next((root for root in self.roots if root.id == name), None)
        if found is None:
            raise InputError(f"no root {name!r}", hint=f"there are {', '.join(root.id for root in self.roots)}")
        return found

    @cached_property
    def results(self) -> Mapping[str, Result | None]:
        """What the working of each leaf comes to, where all that it reads can be read."""
        context = Context(self.workings)
        return {name: compute(one, context).value if one else None for name, one in self.workings.items()}

    @cached_property
    def below(self) -> Mapping[str, tuple[str, ...]]:
        """What each node and leaf hangs on directly."""
        return {name: self._list_below(name) for name in (*self.leaf_by_id, *self.node_by_id)}

    @cached_property
    def under(self) -> dict[str, tuple[str, ...]]:
        """What `find_under` has found."""
        return {}

    def list_below(self, name: str) -> tuple[str, ...]:
        """What a node or a leaf hangs on directly; a calculation also on the facts in whose sentences its figures
        stand."""
        return self.below.get(name, ())

    def _list_below(self, name: str) -> tuple[str, ...]:
        if node := self.node_by_id.get(name):
            return (*node.below, *(one for reason in self.considerations_under[name] for one in reason.rests_on))
        leaf = self.leaf_by_id[name]
        inputs = tuple(list_inputs(leaf.working)) if leaf.working else ()
        refs = (one.leaf for one in inputs if isinstance(one, Ref))
        grounds = (
            fact
            for one in inputs
            if isinstance(one, Figure | Day | Nth)
            for at in one.at
            for fact in self.facts_at.get(at, ())
        )
        named = (*filter(None, [leaf.of]), *([leaf.term.rule] if leaf.term else []), *leaf.reads, *refs, *grounds)
        return tuple(dict.fromkeys(named))

    def find_under(self, root: str) -> tuple[str, ...]:
        """Every node and leaf under a root, itself included, each after all it hangs on; what is in a loop is left
        out."""
        if root in self.under:
            return self.under[root]
        done: dict[str, None] = {}
        waiting: list[tuple[str, bool]] = [(root, False)]
        entered: set[str] = set()
        while waiting:
            name, is_back = waiting.pop()
            if is_back:
                done[name] = None
            elif name not in entered and (name in self.node_by_id or name in self.leaf_by_id):
                entered.add(name)
                waiting.append((name, True))
                waiting += [(below, False) for below in reversed(self.list_below(name))]
        return self.under.setdefault(root, tuple(done))

    def leaves_under(self, root: str) -> tuple[Leaf, ...]:
        """The leaves under a root, in the order of the tree."""
        under = set(self.find_under(root))
        return tuple(leaf for leaf in self.leaves if leaf.id in under)


def add_graft(frame: Frame, graft: Graft) -> Frame:
    """The tree with the new branch. What replaces a leaf stands under `unless` that leaf."""
    host = frame.node_by_id.get(graft.under)
    if host is None:
        raise InputError(f"no node {graft.under!r} to graft under", hint="name a node of the tree")
    named = {name for node in graft.nodes for name in node.below}
    named |= {name for leaf in graft.leaves for name in _named_by_leaf(leaf)}
    tops = [part.id for part in (*graft.nodes, *graft.leaves) if part.id not in named]
    if not tops:
        raise InputError("the branch has no top: its parts hang on each other in a loop")
    nodes = list(graft.nodes)
    if graft.if_not:
        if graft.if_not not in frame.leaf_by_id:
            raise InputError(f"no leaf {graft.if_not!r} that the branch could replace")
        replacing = Node(id=f"{tops[0]}_if_not_{graft.if_not}", op="all", of=tuple(tops), unless=(graft.if_not,))
        nodes, tops = [*nodes, replacing], [replacing.id]
    grown = host.model_copy(update={"of": (*host.of, *tops)})
    kept = (grown if node.id == host.id else node for node in frame.nodes)
    fields = {name: getattr(frame, name) for name in Frame.model_fields}
    return Frame(**{**fields, "nodes": (*kept, *nodes), "leaves": (*frame.leaves, *graft.leaves)})


def _named_by_leaf(leaf: Leaf) -> Iterator[str]:
    yield from (*filter(None, [leaf.of]), *leaf.reads)
    if leaf.term:
        yield leaf.term.rule


# Form

_ComplaintKind: TypeAlias = Literal[
    "unknown id", "loop", "wrong kind", "term", "no sentence", "burden", "figure", "working", "options", "no leaf",
]  # fmt: skip


class Complaint(Value):
    """What is wrong with the form of a tree, and with which part."""

    kind: _ComplaintKind
    part: str
    what: str


def find_complaints(frame: Frame, file: CaseFile) -> tuple[Complaint, ...]:
    """Everything that is wrong with the form of a tree, in its order."""
    return tuple(
        Complaint(kind=kind, part=part, what=what)
        for find in (_check_names, _check_loops, _check_roots, _check_nodes, _check_leaves, _check_considerations)
        for kind, part, what in find(frame, file)
    )


Fault: TypeAlias = tuple[_ComplaintKind, str, str]


def _check_names(frame: Frame, file: CaseFile) -> Iterator[Fault]:
    """Each id that nothing has."""
    known = {*frame.node_by_id, *frame.leaf_by_id}
    for root in frame.roots:
        if root.id not in known:
            yield "unknown id", root.id, "no node or leaf has the id of the root"
    for part in (*frame.nodes, *frame.leaves):
        for name in dict.fromkeys(frame.list_below(part.id)):
            if name not in known:
                yield "unknown id", name, f"{part.id} names it, and it is not in the tree"
    stated: tuple[Part, ...] = (*frame.leaves, *frame.considerations, *frame.beside)
    for one in stated:
        for at in list_sentences(one):
            if not file.has(at):
                yield "unknown id", one.id, f"there is no {at!r} in the file"


def list_sentences(part: Part) -> Iterator[SentenceId]:
    """Every sentence and document that a part names."""
    yield from part.at if isinstance(part, Leaf | Consideration | Beside) else ()
    if isinstance(part, Reasoning):
        yield from part.backing
    if isinstance(part, Leaf):
        yield from (*part.against, *filter(None, [part.burden]))
        yield from list_places(part.working)


def _check_loops(frame: Frame, file: CaseFile) -> Iterator[Fault]:
    """What hangs on itself: none of it is ever free of what is not yet done."""
    known = {*frame.node_by_id, *frame.leaf_by_id}
    waiting = {name: known.intersection(frame.list_below(name)) for name in (*frame.node_by_id, *frame.leaf_by_id)}
    while free := [name for name, below in waiting.items() if not below]:
        for name in free:
            del waiting[name]
        for below in waiting.values():
            below.difference_update(free)
    in_loop = {name for name in waiting if _reaches(waiting, name)}
    yield from (("loop", name, "it hangs on itself") for name in waiting if name in in_loop)


def _reaches(below: Mapping[str, set[str]], start: str) -> bool:
    seen: set[str] = set()
    ring = below[start]
    while ring:
        seen |= ring
        ring = set().union(*(below[name] for name in ring)) - seen
    return start in seen


def _check_roots(frame: Frame, file: CaseFile) -> Iterator[Fault]:
    for root in frame.roots:
        node = frame.node_by_id.get(root.id)
        ids = [option.id for option in root.options]
        if len(set(ids)) != len(ids):
            yield "options", root.id, "two options have one id"
        if len(ids) > 2 and (node is None or node.op != "weigh"):
            yield "options", root.id, "only what is weighed has more than two options"
        if not frame.leaves_under(root.id):
            yield "no leaf", root.id, "no leaf stands under it"


def _check_nodes(frame: Frame, file: CaseFile) -> Iterator[Fault]:
    options = {root.id: {option.id for option in root.options} for root in frame.roots}
    for node in frame.nodes:
        if node.over and node.op not in ("more", "level"):
            yield "wrong kind", node.id, f"{node.op!r} compares with nothing: `over` is for more and level"
        if node.op == "weigh":
            spoken = {one.option for one in frame.considerations_under[node.id]}
            if node.of:
                yield "wrong kind", node.id, "a weigh node has considerations, and no parts"
            if node.true_for is None and (node.id not in options or _is_named(frame, node.id)):
                yield "options", node.id, "it does not say for which option it is true"
            if node.id in options and not spoken <= options[node.id]:
                yield "options", node.id, f"no option {min(spoken - options[node.id])!r}"
        elif not node.of and not (node.op == "all" and node.unless):
            yield "wrong kind", node.id, "it has no parts"


def _is_named(frame: Frame, name: str) -> bool:
    return any(name in node.below for node in frame.nodes)


def _check_leaves(frame: Frame, file: CaseFile) -> Iterator[Fault]:
    for leaf in frame.leaves:
        if not leaf.at and leaf.kind in ("fact", "rule") and leaf.proposed != "open":
            yield "no sentence", leaf.id, "a leaf without a sentence is open"
        if leaf.if_open and leaf.burden is None:
            yield "burden", leaf.id, "no rule says who has to show it"
        if leaf.burden and (document := file.find_document(leaf.burden)) and document.role != "rule":
            yield "burden", leaf.id, f"{leaf.burden} is no sentence of a rule"
        match leaf.kind:
            case "fact" | "rule":
                if leaf.working or leaf.of or leaf.term or leaf.reads:
                    yield "wrong kind", leaf.id, f"a {leaf.kind} stands on sentences alone"
            case "calculation":
                yield from _check_calculation(frame, leaf, file)
            case "application":
                yield from _check_application(frame, leaf, file)
            case _:
                assert_never(leaf.kind)


def _check_calculation(frame: Frame, leaf: Leaf, file: CaseFile) -> Iterator[Fault]:
    if leaf.working is None:
        yield "working", leaf.id, "a calculation has a working"
        return
    for one, at in find_ungrounded(leaf.working, file):
        yield "figure", leaf.id, f"{one.value} does not stand in {at}"
    computed = compute(leaf.working, Context(leaves=frame.workings))
    if computed.fault:
        yield "working", leaf.id, computed.fault
    read = {at for name in leaf.reads if name in frame.leaf_by_id for at in frame.leaf_by_id[name].at}
    for read_in in list_inputs(leaf.working):
        for at in read_in.at if isinstance(read_in, Figure | Day) else ():
            if "#" in at and at not in read:
                yield "figure", leaf.id, f"{at} stands in none of the leaves that it reads"


def _check_application(frame: Frame, leaf: Leaf, file: CaseFile) -> Iterator[Fault]:
    fact = frame.leaf_by_id.get(leaf.of)
    if fact is None or fact.kind not in ("fact", "calculation"):
        yield "wrong kind", leaf.id, "an application is of a fact"
    rule = frame.leaf_by_id.get(leaf.term.rule) if leaf.term else None
    if leaf.term is None or rule is None or rule.kind != "rule":
        yield "term", leaf.id, "an application names words of a rule leaf"
    elif not any(_holds_words(file.find_sentence(at), leaf.term.words) for at in rule.at):
        yield "term", leaf.id, f"the words {leaf.term.words!r} do not stand in {rule.id}"


def _holds_words(sentence: str | None, words: str) -> bool:
    return sentence is not None and normalise(words) in normalise(sentence)


def _check_considerations(frame: Frame, file: CaseFile) -> Iterator[Fault]:
    for one in frame.considerations:
        node = frame.node_by_id.get(one.under)
        if node is None or node.op != "weigh":
            yield "wrong kind", one.id, f"{one.under!r} is no weigh node"
        for name in one.rests_on:
            if name not in frame.leaf_by_id:
                yield "unknown id", one.id, f"there is no leaf {name!r}"
