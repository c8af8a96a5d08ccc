"""Phase three: walk the template tree, record every choice, share out the words. Knows nothing of evidence."""

from __future__ import annotations

from itertools import combinations

from foam.argument.tree import Allotted, TemplateNode, allot, mount
from foam.case.questions import branch_question
from foam.case.template import SpeechTemplate
from foam.case.values import Choice, Generated
from foam.deliberation.position import Position
from foam.deliberation.room import Room, seen_from
from foam.errors import InputError
from foam.job.answers import chosen as chosen_ids
from foam.job.answers import decided
from foam.job.retrieval import after
from foam.model.question import Option
from foam.perspective.node import Perspective
from foam.record.entry import ValueInput
from foam.values import Value

OTHER = "none-of-these"
"""Offered where a template can make a child of its own: no path fits."""
_GENERATED = "generated-"


class Outline(Value):
    """The tree as it will be spoken."""

    allotted: Allotted
    choices: tuple[Choice, ...]
    generated: tuple[Generated, ...] = ()


class _Walk:
    """One walk down a tree; collects the choices that are made and the nodes that are generated."""

    def __init__(
        self, room: Room, seat: Perspective, position: Position, template: SpeechTemplate, asked_for: tuple[str, ...]
    ) -> None:
        self.room, self.seat, self.position, self.template = room, seat, position, template
        self.asked_for = asked_for
        self.choices: list[Choice] = []
        self.generated: list[Generated] = []

    async def down(self, node: TemplateNode) -> None:
        taken = node.children
        if node.pick and node.pick < len(node.children):
            choice = await self._choice(node)
            self.choices.append(choice)
            taken = tuple(child for child in node.children if child.id in choice.taken)
        for child in taken:
            await self.down(child)

    async def _choice(self, node: TemplateNode) -> Choice:
        named = tuple(child.id for child in node.children if child.id in self.asked_for)
        if named:
            return self._as_asked_for(node, named)
        return await self._chosen(node)

    def _as_asked_for(self, node: TemplateNode, named: tuple[str, ...]) -> Choice:
        if len(named) != node.pick:
            raise InputError(f"{node.id} takes {node.pick}, and {len(named)} were named", hint=f"of {_ids(node)}")
        entry = self.room.clerk.compute(
            "branch",
            lambda: list(named),
            after("position", self.position.entry),
            ValueInput(role="branch", value=node.id),
            ValueInput(role="offered", value=[child.id for child in node.children]),
            ValueInput(role="strategy", value=list(self.asked_for)),
            rule="strategy asked for",
        )
        return _choice(node, _children(node), named, by="strategy asked for", why="it was asked for", entry=entry.key)

    async def _chosen(self, node: TemplateNode) -> Choice:
        offered = _children(node)
        if node.id in self.template.other:
            offered = (*offered, Option(id=OTHER, text="None of these."))
        question = branch_question(
            self.room.prompts, seat=self.seat, plan=self.position.text, ask=node.ask, offered=offered, pick=node.pick
        )
        entry = await self.room.clerk.ask(
            "branch", question, after("position", self.position.entry), seen_from(self.seat)
        )
        taken = tuple(self._made(node) if id == OTHER else id for id in chosen_ids(entry))
        how = decided(entry)
        return _choice(node, offered, taken, by=how.by, why=how.method, entry=entry.key)

    def _made(self, node: TemplateNode) -> str:
        """Hang a new child under the branch: for the value that the seat ranks highest of those without one, else for
        two of them together."""
        there = {child.id.removeprefix(_GENERATED) for child in node.children}
        ranked = [value for tier in self.seat.ranking for value in tier]
        ways = [*((value,) for value in ranked), *combinations(ranked, 2)]
        taken = next((way for way in ways if "-".join(way) not in there), ways[-1])
        meanings = {value.id: value.text for value in self.room.values}
        made = self.template.made(
            self.template.other[node.id],
            id=_GENERATED + "-".join(taken),
            title=" and ".join(taken).capitalize(),
            theme="; ".join(meanings.get(value, value).rstrip(".") for value in taken),
        )
        self.generated.append(Generated(at=node.id, node=made))
        return made.id


async def outline(
    room: Room,
    seat: Perspective,
    position: Position,
    template: SpeechTemplate,
    budget: int,
    strategy: tuple[str, ...] = (),
) -> Outline:
    """Take a way at every branch that offers one, and share the budget out over what is taken."""
    _check_strategy(template.tree, strategy)
    walk = _Walk(room, seat, position, template, strategy)
    await walk.down(template.tree)
    return Outline(
        allotted=replanned(template.tree, walk.choices, walk.generated, budget),
        choices=tuple(walk.choices),
        generated=tuple(walk.generated),
    )


def replanned(
    tree: TemplateNode, choices: list[Choice] | tuple[Choice, ...], generated: list[Generated] | tuple[Generated, ...],
    budget: int,
) -> Allotted:  # fmt: skip
    """The tree with what was generated, the choices taken and the budget shared out."""
    for made in generated:
        tree = mount(tree, made.at, made.node)
    return allot(tree, budget, {choice.branch: choice.taken for choice in choices})


def _check_strategy(tree: TemplateNode, strategy: tuple[str, ...]) -> None:
    branches = [node for node in tree.walk() if node.pick]
    known = {child.id for branch in branches for child in branch.children}
    unknown = [id for id in strategy if id not in known]
    if unknown:
        raise InputError(
            f"no way {unknown[0]!r} in the tree of {tree.id}", hint=f"there are {', '.join(sorted(known))}"
        )


def _children(node: TemplateNode) -> tuple[Option, ...]:
    return tuple(Option(id=child.id, text=_offered(child)) for child in node.children)


def _offered(child: TemplateNode) -> str:
    return f"{child.title}: {child.about}" if child.about else child.title


def _choice(
    node: TemplateNode, offered: tuple[Option, ...], taken: tuple[str, ...], *, by: str, why: str, entry: str
) -> Choice:
    ids = tuple(option.id for option in offered)
    return Choice(branch=node.id, ask=node.ask, offered=ids, taken=taken, by=by, why=why, entry=entry)


def _ids(node: TemplateNode) -> str:
    return ", ".join(child.id for child in node.children)
