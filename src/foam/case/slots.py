"""The slots of a speech, from the leaves of its outline: the template's words with plan and motion filled in.

$plan     what this speech stands for
$motion   what the round is about, affirmed
$act      the motion as a condition: "cities were to make public transport free"

Whoever compares two texts gets the point alone: with the plan's words in the statement every sentence that speaks of
the plan would be taken for one that shows the point.
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection, Iterable, Mapping, Sequence

from foam.argument.motion import parse_resolution, split_at_modal
from foam.argument.outline import Allotted, OutlineNode, allot, mount, settle_counts
from foam.case.author import Writing
from foam.case.leave import SOLVES_CASE
from foam.case.plan import COUNTERPLAN, COUNTERPLAN_TEXT
from foam.case.values import BranchChoice, GeneratedNode, Plan, Slot
from foam.errors import InputError
from foam.job.retrieval import depend_on
from foam.record.entry import ValueInput
from foam.values import Value

NAMES = frozenset({"plan", "motion", "act"})
_ABOUT = re.compile(r"^If \$act, |,? if \$act|(?<=[.!?]) [^.]*: \$(?:plan|motion)\.$")
"""A condition, or a last sentence that names the plan."""
_ABOUT_CLAUSE = re.compile(r"(?:, [^,.]*)?: \$(?:plan|motion)\.$")
"""The last clause of a sentence, that names the plan."""


def fill_words(words: str, *, plan: str, resolution: str) -> str:
    """The template's words with the names of this round filled in."""
    motion = parse_resolution(resolution).affirmed
    return string.Template(words).safe_substitute(
        plan=plan.rstrip("."), motion=motion.rstrip("."), act=describe_act(motion)
    )


def describe_need(words: str, *, plan: str, resolution: str, instead: str = "") -> str:
    """What a slot has to establish. `instead` is what the speech puts forward in place of the resolution, if any."""
    need = fill_words(words, plan=plan, resolution=resolution)
    return f"{need} What is put forward in its place: {instead}" if need and instead else need


def find_point(words: str) -> str:
    """The template's words without those that only say which plan they are about."""
    point = _ABOUT_CLAUSE.sub(".", _ABOUT.sub("", words))
    return point[:1].upper() + point[1:]


def describe_act(statement: str) -> str:
    """A statement as what follows "if": "were to" fits every subject, whatever its number."""
    clause = statement.rstrip(".")
    clause = clause if clause[:2].isupper() else clause[:1].lower() + clause[1:]
    who, does = split_at_modal(clause)
    return f"{who} were to {does}" if does else clause


_ARGUED = frozenset({"net_benefit_answer", "meets"})


def _join_heard(node: OutlineNode, heard: Mapping[str, str]) -> str:
    """What was said that a leaf deals with; where it may meet any of several points, each in a line."""
    return "\n".join(heard[name] for name in node.among) or heard.get(node.answers, "")


def make_slot(path: tuple[str, ...], leaf: Allotted, writing: Writing) -> Slot:
    """The slot of a leaf, with what it has to establish in the plan's own words, and what it answers in theirs."""
    node = leaf.node
    said = {"plan": writing.position.text, "resolution": writing.author.resolution}
    instead = writing.author.counterplan if node.syllogism == COUNTERPLAN else None
    need = describe_need(node.seek, **said, instead=instead.text if instead else "")
    slot = Slot(
        id=node.id,
        path=path,
        title=node.title,
        syllogism=node.syllogism,
        component=node.component,
        words=leaf.words,
        seek=need,
        point=fill_words(find_point(node.seek), **said),
        answers=node.answers,
        extends=node.extends,
        steps=node.among if node.any_step else (),
        **{"meets" if node.meets else "against": _join_heard(node, writing.heard)},
    )
    if instead is None or node.component != COUNTERPLAN_TEXT:
        return slot
    update = {"analytic": instead.text, "voice": instead.voice, "entries": {"counterplan": instead.entry}}
    return slot.model_copy(update=update)


def fill_stated_slots(
    writing: Writing, slots: Sequence[Slot], leaves: Sequence[tuple[tuple[str, ...], Allotted]]
) -> tuple[Slot, ...]:
    """The slots with the template's words in those that have some."""
    pairs = zip(slots, leaves, strict=True)
    return tuple(_fill_stated(writing, slot, leaf.node.say) if leaf.node.say else slot for slot, (_, leaf) in pairs)


def _fill_stated(writing: Writing, slot: Slot, words: str) -> Slot:
    entry = writing.session.clerk.compute(
        "analytic",
        lambda: fill_words(words, plan=writing.position.text, resolution=writing.author.resolution),
        depend_on("position", writing.position.entry),
        ValueInput(role="words", value=words),
        ValueInput(role="deals with", value=slot.answers or slot.extends),
        rule="template words",
    )
    return slot.model_copy(update={"analytic": str(entry.answer), "entries": {"analytic": entry.key}})


def is_analytic(node: OutlineNode) -> bool:
    """Whether a node is said without evidence, in words of its own: what deals with what was heard keeps the
    template's, which say what stands in the round, but for why a permutation can be done and why the plan meets a word
    of the question: that depends on the reason that was given against it."""
    return bool(node.say) and (node.component in _ARGUED or not (node.answers or node.extends))


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
