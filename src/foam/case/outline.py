"""Phase three: walk down the template tree, record each choice, and share out the words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from foam.argument.outline import OutlineNode
from foam.case.contentions import NOTHING_ARGUED, OWN, Argued, name_arguments
from foam.case.leave import TARGET
from foam.case.marks import drop_marks
from foam.case.plan import COUNTERPLAN_TEXT, Position
from foam.case.questions import branch_question
from foam.case.slots import Outline, allot_outline, describe_need
from foam.case.values import BranchChoice, GeneratedNode, Plan, describe_plan
from foam.errors import InputError
from foam.job.answers import read_choice, read_decision
from foam.job.retrieval import Candidates, depend_on, retrieve
from foam.job.session import Session, depend_on_seat
from foam.model.question import Option
from foam.pack.outlines import SpeechOutline
from foam.perspective.node import Perspective
from foam.record.entry import ValueInput
from foam_quotes.text.pointer import Pointer

_WriteCounterplan = Callable[[], Awaitable[Plan | None]]
_SHOWN = 12
"""Sentences of the library that are shown before it is chosen how something is met."""
_EACH = 4
"""Sentences that are shown for each way, where it is open how many are taken."""
_LOOKED_THROUGH = 30
"""Sentences of each search that are looked through for those."""
_NOTHING_FOUND = "nothing was found in the library"
_LEAST_SHARE = 0.75
"""What a part keeps, at least, of the words that the template gives it, where it is open how many parts there are."""
_COUNT = "="
"""What stands between a branch and how many of its ways are taken, in a strategy."""


@dataclass
class OutlineWalk:
    """One walk down an outline; collects the choices that are made and the nodes that are generated."""

    session: Session
    seat: Perspective
    position: Position
    template: SpeechOutline
    budget: int
    question: str
    strategy: tuple[str, ...] = ()
    """What was asked for: ways by their ids, and how many ways of a branch are taken."""
    argued: Argued = NOTHING_ARGUED
    theirs: frozenset[Pointer] = frozenset()
    """Sentences that the other side has read: they are not shown as what the library holds for a further position."""
    quoted: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What they said, by the name of the argument: how it is answered is chosen in view of it."""
    choices: list[BranchChoice] = field(default_factory=list)
    generated: list[GeneratedNode] = field(default_factory=list)
    counterplan: Plan | None = None
    _waiting: list[OutlineNode] | None = None
    _opposes: bool = False
    """Whether what was chosen puts something forward in place of a plan."""

    async def choose(self, write_counterplan: _WriteCounterplan | None = None) -> Outline:
        """Choose at every branch, and share the word budget out over what was chosen. A seat that writes names
        arguments of its own where the template can make some. What a speech puts forward in place of a plan is written
        once it is chosen, before the arguments are named that must not strike it."""
        root = self.template.tree
        waits = write_counterplan is not None and _holds_counterplan(root)
        self._waiting = [] if waits else None
        await self.walk(root)
        waiting, self._waiting = self._waiting or (), None
        if self._opposes and waits and write_counterplan:
            self.counterplan = await write_counterplan()
            self.argued = replace(self.argued, counterplan=self.counterplan)
        for node in waiting:
            await self.walk(node)
        order = [node.id for node in root.walk()]
        self.choices.sort(key=lambda choice: order.index(choice.branch))
        return Outline(
            allotted=allot_outline(root, self.choices, self.generated, self.budget, self.counterplan),
            choices=tuple(self.choices),
            generated=tuple(self.generated),
            counterplan=self.counterplan,
        )

    async def walk(self, node: OutlineNode) -> None:
        """Choose at this node and at all below it; a branch whose arguments are named waits where others come first."""
        if self._waiting is not None and node.id in self.template.other and not _holds_counterplan(node):
            self._waiting.append(node)
            return
        self._opposes = self._opposes or _is_counterplan(node)
        taken = node.children
        if node.pick and (node.pick < len(node.children) or node.between):
            choice = await self._choose(node)
            self.choices.append(choice)
            taken = tuple(child for child in node.children if child.id in choice.taken)
        for child in taken:
            await self.walk(child)

    async def _choose(self, node: OutlineNode) -> BranchChoice:
        named = tuple(child.id for child in node.children if child.id in self.strategy)
        count = _read_counts(self.strategy).get(node.id)
        if named or count == 0:
            return self._follow_strategy(node, named)
        least, most = self._find_bounds(node)
        return await self._name_own(node, least, most) or await self._ask_choice(node, least, most)

    def _find_bounds(self, node: OutlineNode) -> tuple[int, int]:
        """How many children may be taken: as many as were asked for; else, of a seat that writes, as the template
        allows and the words of the speech hold; else as many as the template takes by itself."""
        if (count := _read_counts(self.strategy).get(node.id)) is not None:
            return count, count
        if node.between is None or not self.session.speaks("proposer"):
            return node.pick, node.pick
        least, most = node.between
        room = self.budget / _LEAST_SHARE - self._count_words(self.template.tree, without=node.id)
        fits = int(room // max(child.words for child in node.children))
        return least, max(least, min(most, max(1, fits)))

    def _count_words(self, node: OutlineNode, *, without: str) -> int:
        """The words that a template gives to what is spoken beside a branch, as far as that was chosen."""
        if node.id == without:
            return 0
        taken = next((choice.taken for choice in self.choices if choice.branch == node.id), None)
        if taken is not None and node.between and len(taken) != node.pick:
            made = (one.node for one in self.generated if one.at == node.id)
            return sum(child.words for child in (*node.children, *made) if child.id in taken)
        if all(below.id != without for below in node.walk()) and not node.grows and node.type != "speech":
            return node.words
        return sum(self._count_words(child, without=without) for child in node.children)

    async def _name_own(self, node: OutlineNode, least: int, most: int) -> BranchChoice | None:
        """What a seat that writes argues in place of what the template offers; None where nothing it names counts."""
        if node.id not in self.template.other:
            return None
        made = await name_arguments(
            self.session, self.seat, self.position, self.question, node, self.argued, least=least, most=most
        )
        if made is None:
            return None
        named, entry = made
        kind, part = node.children[0].syllogism.capitalize(), self.template.other[node.id]
        there = {child.id for child in node.children}  # also those that a person accepted
        numbered = (f"{OWN}{n}" for n in range(1, len(there) + len(named) + 1))
        taken = tuple(name for name in numbered if name not in there)[: len(named)]
        for n, (name, one) in enumerate(zip(taken, named, strict=True), start=1):
            title = f"{kind} {n}: {one.title}"
            child = self.template.make_node(part, node_id=name, title=title, theme=one.claim)
            self.generated.append(GeneratedNode(at=node.id, node=child))
        how = read_decision(entry)
        choice = _make_choice(node, _list_children(node), taken, by=how.by, why="named by its seat", entry=entry.key)
        return choice.model_copy(update={"ask": _ask(node, least, most)})

    def _follow_strategy(self, node: OutlineNode, named: tuple[str, ...]) -> BranchChoice:
        least, most = node.bounds
        if not least <= len(named) <= most:
            ids = ", ".join(child.id for child in node.children)
            wanted = f"{least}" if least == most else f"{least} to {most}"
            raise InputError(f"{node.id} takes {wanted}, and {len(named)} were named", hint=f"of {ids}")
        entry = self.session.clerk.compute(
            "branch",
            lambda: list(named),
            depend_on("position", self.position.entry),
            ValueInput(role="branch", value=node.id),
            ValueInput(role="offered", value=[child.id for child in node.children]),
            ValueInput(role="strategy", value=list(self.strategy)),
            rule="strategy asked for",
        )
        return _make_choice(
            node, _list_children(node), named, by="strategy asked for", why="it was asked for", entry=entry.key
        )

    async def _ask_choice(self, node: OutlineNode, least: int, most: int) -> BranchChoice:
        options = _list_children(node)
        held, near = self._find_held(node, is_open=least < most) if self.session.speaks("proposer") else ((), ())
        question = branch_question(
            self.session.prompts,
            seat=self.seat,
            plan=describe_plan(self.position.text, self.argued.answered),
            ask=_ask(node, least, most),
            said=self._quote_said(node),
            held=held,
            argued=self.argued.reasons if near else (),
            options=options,
            least=least,
            most=most,
            answers=self.argued.answered is not None,
        )
        entry = await self.session.clerk.ask(
            "branch",
            question,
            depend_on("position", self.position.entry),
            depend_on_seat(self.seat),
            *(depend_on("near" if n == 0 else f"near {n}", one.entry) for n, one in enumerate(near)),
        )
        how = read_decision(entry)
        choice = _make_choice(node, options, read_choice(entry), by=how.by, why=how.method, entry=entry.key)
        return choice.model_copy(update={"ask": _ask(node, least, most)})

    def _quote_said(self, node: OutlineNode) -> str:
        """What was said that a choice is asked of: the whole argument, with what was read for it, where it is given."""
        targets = (below.facts.get(TARGET, "") for below in node.walk())
        quoted = next((self.quoted[one] for one in targets if one in self.quoted), ())
        fresh = (one for one in quoted if one.rstrip(".") not in node.said)
        return "\n".join((node.said, *fresh)) if node.said else ""

    def _find_held(self, node: OutlineNode, *, is_open: bool) -> tuple[tuple[str, ...], tuple[Candidates, ...]]:
        """What the library holds on a choice, as whoever chooses is shown it: on what was said that it is asked of, or,
        where it is open how many ways are taken, on what each way would have to show first."""
        if node.said:
            found = self._find_near(node.said, limit=_LOOKED_THROUGH, against=True)
            gone = self.theirs if self.quoted else frozenset[Pointer]()  # what is quoted need not be shown again
            fresh = [one for one in found.passages if one.pointer not in gone][:_SHOWN]
            return tuple(drop_marks(one.text) for one in fresh), (found,)
        near: list[Candidates] = []
        held: list[str] = []
        taken = set(self.theirs)
        for child in node.children if is_open else ():
            wanted = next((one.seek for one in child.walk() if one.seek), "")
            if not wanted:
                continue
            need = describe_need(wanted, plan=self.position.text, resolution=self.question)
            near.append(self._find_near(need, limit=_LOOKED_THROUGH))
            fresh = [one for one in near[-1].passages if one.pointer not in taken][:_EACH]
            taken |= {one.pointer for one in fresh}
            held += [f"{child.title}: {drop_marks(one.text)}" for one in fresh] or [f"{child.title}: {_NOTHING_FOUND}"]
        return tuple(held), tuple(near)

    def _find_near(self, said: str, *, limit: int, against: bool = False) -> Candidates:
        """What the library holds on something: for and against it, where whoever answers it should know both."""
        found = (depend_on("position", self.position.entry), depend_on_seat(self.seat))
        return retrieve(
            self.session.clerk,
            self.session.corpus,
            said,
            *found,
            limit=limit,
            policy=self.seat.policy,
            against=against,
        )


def _ask(node: OutlineNode, least: int, most: int) -> str:
    """What is asked at a branch: where it is open how many are taken, or others than by itself, in other words."""
    return node.ask_many if node.ask_many and (least, most) != (node.pick, node.pick) else node.ask


def _is_counterplan(node: OutlineNode) -> bool:
    return node.component == COUNTERPLAN_TEXT


def _holds_counterplan(tree: OutlineNode) -> bool:
    return any(map(_is_counterplan, tree.walk()))


def _read_counts(strategy: Sequence[str]) -> dict[str, int]:
    """How many ways of a branch are taken, by its id: `off-case=3`."""
    pairs = (one.partition(_COUNT) for one in strategy if _COUNT in one)
    return {branch.strip(): int(count) if count.strip().isdecimal() else -1 for branch, _, count in pairs}


def check_strategy(tree: OutlineNode, strategy: Sequence[str]) -> None:
    """Refuse a way that the outline does not have, or a number that a branch does not take, before a request."""
    branches = {node.id: node for node in tree.walk() if node.pick}
    known = {child.id for branch in branches.values() for child in branch.children}
    unknown = [child_id for child_id in strategy if _COUNT not in child_id and child_id not in known]
    if unknown:
        ways = (f"{branch.id}: {', '.join(child.id for child in branch.children)}" for branch in branches.values())
        raise InputError(f"no way {unknown[0]!r} in the outline of {tree.id}", hint=f"there are {'; '.join(ways)}")
    for branch, count in _read_counts(strategy).items():
        if branch not in branches:
            raise InputError(
                f"no branch {branch!r} in the outline of {tree.id}", hint=f"there are {', '.join(sorted(branches))}"
            )
        least, most = branches[branch].bounds
        if not least <= count <= most:
            raise InputError(f"{branch} cannot take that many", hint=f"{branch}={least} to {branch}={most}")
        named = [child.id for child in branches[branch].children if child.id in strategy]
        if named and len(named) != count:
            what = f"{branch} is to take {count}, and {len(named)} are named"
            raise InputError(what, hint="leave one of the two out")


def _list_children(node: OutlineNode) -> tuple[Option, ...]:
    return tuple(
        Option(id=child.id, text=f"{child.title}: {child.about}" if child.about else child.title)
        for child in node.children
    )


def _make_choice(
    node: OutlineNode, options: tuple[Option, ...], taken: tuple[str, ...], *, by: str, why: str, entry: str
) -> BranchChoice:
    ids = tuple(option.id for option in options)
    return BranchChoice(branch=node.id, ask=node.ask, offered=ids, taken=taken, by=by, why=why, entry=entry)
