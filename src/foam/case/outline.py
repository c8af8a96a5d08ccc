"""Phase three: walk down the template tree, record each choice, and share out the words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from itertools import combinations

from foam.argument.tree import TemplateNode
from foam.case.allotting import Outline, allot_outline
from foam.case.answered import describe_plan
from foam.case.contentions import NOTHING_ARGUED, OWN, Argued, name_arguments
from foam.case.generated import GeneratedNode
from foam.case.plan import COUNTERPLAN_TEXT
from foam.case.questions import branch_question
from foam.case.values import BranchChoice, Plan
from foam.deliberation.position import Position
from foam.errors import InputError
from foam.job.answers import read_choice, read_decision
from foam.job.retrieval import Candidates, depend_on, retrieve
from foam.job.session import Session, depend_on_seat
from foam.model.question import Option
from foam.pack.trees import SpeechTemplate
from foam.perspective.node import Perspective
from foam.record.entry import ValueInput

WriteCounterplan = Callable[[], Awaitable[Plan | None]]
OTHER = "none-of-these"
"""Offered where a template can make a child of its own: no path fits."""
_GENERATED = "generated-"
_SHOWN = 12
"""Sentences of the library that are shown before it is chosen how something is met."""


class _Walk:
    """One walk down a tree; collects the choices that are made and the nodes that are generated."""

    def __init__(
        self,
        session: Session,
        seat: Perspective,
        position: Position,
        template: SpeechTemplate,
        asked_for: tuple[str, ...],
        question: str,
        argued: Argued,
    ) -> None:
        self.session, self.seat, self.position, self.template = session, seat, position, template
        self.asked_for = asked_for
        self.question, self.argued = question, argued
        self.choices: list[BranchChoice] = []
        self.generated: list[GeneratedNode] = []
        self.counterplan: Plan | None = None
        self._waiting: list[TemplateNode] | None = None
        self._opposes = False
        """Whether what was chosen puts something forward in place of a plan."""

    async def walk_all(self, write_counterplan: WriteCounterplan | None) -> None:
        """Walk the whole tree. What a speech puts forward in place of a plan is written once it is chosen, before the
        arguments are named that must not strike it."""
        root = self.template.tree
        if write_counterplan is None or not _holds_counterplan(root):
            await self.walk(root)
            return
        self._waiting = []
        await self.walk(root)
        waiting, self._waiting = self._waiting, None
        if self._opposes:
            self.counterplan = await write_counterplan()
            self.argued = replace(self.argued, counterplan=self.counterplan)
        for node in waiting:
            await self.walk(node)
        order = [node.id for node in root.walk()]
        self.choices.sort(key=lambda choice: order.index(choice.branch))

    async def walk(self, node: TemplateNode) -> None:
        """Choose at this node and at all below it; a branch whose arguments are named waits where others come first."""
        if self._waiting is not None and node.id in self.template.other and not _holds_counterplan(node):
            self._waiting.append(node)
            return
        self._opposes = self._opposes or _is_counterplan(node)
        taken = node.children
        if node.pick and node.pick < len(node.children):
            choice = await self._choose(node)
            self.choices.append(choice)
            taken = tuple(child for child in node.children if child.id in choice.taken)
        for child in taken:
            await self.walk(child)

    async def _choose(self, node: TemplateNode) -> BranchChoice:
        named = tuple(child.id for child in node.children if child.id in self.asked_for)
        if named:
            return self._follow_strategy(node, named)
        return await self._name_own(node) or await self._ask_choice(node)

    async def _name_own(self, node: TemplateNode) -> BranchChoice | None:
        """What a seat that writes argues in place of what the template offers; None where nothing it names counts."""
        if node.id not in self.template.other or not self.session.speaks("proposer"):
            return None
        made = await name_arguments(self.session, self.seat, self.position, self.question, node, self.argued)
        if made is None:
            return None
        named, entry = made
        kind, part = node.children[0].syllogism.capitalize(), self.template.other[node.id]
        for n, one in enumerate(named, start=1):
            title = f"{kind} {n}: {one.title}"
            child = self.template.make_node(part, node_id=f"{OWN}{n}", title=title, theme=one.claim)
            self.generated.append(GeneratedNode(at=node.id, node=child))
        taken = tuple(f"{OWN}{n}" for n in range(1, len(named) + 1))
        how = read_decision(entry)
        return _make_choice(node, _list_children(node), taken, by=how.by, why="named by its seat", entry=entry.key)

    def _follow_strategy(self, node: TemplateNode, named: tuple[str, ...]) -> BranchChoice:
        if len(named) != node.pick:
            ids = ", ".join(child.id for child in node.children)
            raise InputError(f"{node.id} takes {node.pick}, and {len(named)} were named", hint=f"of {ids}")
        entry = self.session.clerk.compute(
            "branch",
            lambda: list(named),
            depend_on("position", self.position.entry),
            ValueInput(role="branch", value=node.id),
            ValueInput(role="offered", value=[child.id for child in node.children]),
            ValueInput(role="strategy", value=list(self.asked_for)),
            rule="strategy asked for",
        )
        return _make_choice(
            node, _list_children(node), named, by="strategy asked for", why="it was asked for", entry=entry.key
        )

    async def _ask_choice(self, node: TemplateNode) -> BranchChoice:
        options = _list_children(node)
        if node.id in self.template.other:
            options = (*options, Option(id=OTHER, text="None of these."))
        near = self._find_near(node.said) if node.said and self.session.speaks("proposer") else None
        question = branch_question(
            self.session.prompts,
            seat=self.seat,
            plan=describe_plan(self.position.text, self.argued.answered),
            ask=node.ask,
            said=node.said,
            held=tuple(one.text for one in near.passages) if near else (),
            argued=self.argued.reasons if near else (),
            options=options,
            pick=node.pick,
            answers=self.argued.answered is not None,
        )
        entry = await self.session.clerk.ask(
            "branch",
            question,
            depend_on("position", self.position.entry),
            depend_on_seat(self.seat),
            *([depend_on("near", near.entry)] if near else []),
        )
        taken = tuple(self._generate_child(node) if child_id == OTHER else child_id for child_id in read_choice(entry))
        how = read_decision(entry)
        return _make_choice(node, options, taken, by=how.by, why=how.method, entry=entry.key)

    def _find_near(self, said: str) -> Candidates:
        """What the library holds on something that was said, for and against it: whoever answers it should know."""
        found = (depend_on("position", self.position.entry), depend_on_seat(self.seat))
        return retrieve(
            self.session.clerk, self.session.corpus, said, *found, limit=_SHOWN, policy=self.seat.policy, against=True
        )

    def _generate_child(self, node: TemplateNode) -> str:
        """Hang a new child under the branch: for the value that the seat ranks highest of those without one, else for
        two of them together."""
        there = {child.id.removeprefix(_GENERATED) for child in node.children}
        ranked = [value for tier in self.seat.ranking for value in tier]
        combined = [*((value,) for value in ranked), *combinations(ranked, 2)]
        taken = next((values for values in combined if "-".join(values) not in there), combined[-1])
        meanings = {value.id: value.text for value in self.session.pack.values}
        node_made = self.template.make_node(
            self.template.other[node.id],
            node_id=_GENERATED + "-".join(taken),
            title=" and ".join(taken).capitalize(),
            theme="; ".join(meanings.get(value, value).rstrip(".") for value in taken),
        )
        self.generated.append(GeneratedNode(at=node.id, node=node_made))
        return node_made.id


async def choose_outline(
    session: Session,
    seat: Perspective,
    position: Position,
    template: SpeechTemplate,
    budget: int,
    strategy: tuple[str, ...] = (),
    *,
    question: str,
    argued: Argued = NOTHING_ARGUED,
    write_counterplan: WriteCounterplan | None = None,
) -> Outline:
    """Choose at every branch, and share the word budget out over what was chosen. A seat that writes names arguments of
    its own where the template can make some, and first writes the counterplan where one is chosen."""
    walk = _Walk(session, seat, position, template, strategy, question, argued)
    await walk.walk_all(write_counterplan)
    return Outline(
        allotted=allot_outline(template.tree, walk.choices, walk.generated, budget, walk.counterplan),
        choices=tuple(walk.choices),
        generated=tuple(walk.generated),
        counterplan=walk.counterplan,
    )


def _is_counterplan(node: TemplateNode) -> bool:
    return node.component == COUNTERPLAN_TEXT


def _holds_counterplan(tree: TemplateNode) -> bool:
    return any(map(_is_counterplan, tree.walk()))


def check_strategy(tree: TemplateNode, strategy: Sequence[str]) -> None:
    """Refuse a way that the tree does not have, before anything is asked."""
    branches = [node for node in tree.walk() if node.pick]
    known = {child.id for branch in branches for child in branch.children}
    unknown = [child_id for child_id in strategy if child_id not in known]
    if unknown:
        raise InputError(
            f"no way {unknown[0]!r} in the tree of {tree.id}", hint=f"there are {', '.join(sorted(known))}"
        )


def _list_children(node: TemplateNode) -> tuple[Option, ...]:
    return tuple(
        Option(id=child.id, text=f"{child.title}: {child.about}" if child.about else child.title)
        for child in node.children
    )


def _make_choice(
    node: TemplateNode, options: tuple[Option, ...], taken: tuple[str, ...], *, by: str, why: str, entry: str
) -> BranchChoice:
    ids = tuple(option.id for option in options)
    return BranchChoice(branch=node.id, ask=node.ask, offered=ids, taken=taken, by=by, why=why, entry=entry)
