"""The syllogisms of an outline and their facts.

A fact that begins with `@` names another argument of the round by its type: `@plan_text`, `@own disadvantage|kritik`,
`@theirs advantage`. It is replaced by the id of the first that fits: one of this speech, else one that was heard and
still stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from foam.argument.flow import Flow
from foam.argument.outline import Allotted
from foam.argument.round import EXTENSION, Round
from foam.case.values import Group
from foam.pack.outlines import SpeechOutline

_SIGN = "@"


def build_round(template: SpeechOutline, heard: Flow | None) -> Round:
    """The round as the speaker of this speech hears it."""
    return Round(flow=heard or Flow(resolution="", pages=()), speech=template.speech, side=template.side)


def list_groups(
    allotted: Allotted, template: SpeechOutline, debate_round: Round, left: Collection[str] = ()
) -> tuple[Group, ...]:
    """The syllogisms in speaking order: the parents of the leaves, but for those that are left out."""
    found: list[Group] = []
    for parent in _walk_parents(allotted):
        node = parent.node
        if node.id in left:
            continue
        syllogism = node.syllogism or parent.children[0].node.syllogism
        stated = {**template.facts.get(syllogism, {}), **node.facts}
        facts = {name: _resolve_fact(value, found, debate_round) for name, value in stated.items()}
        found.append(Group(id=node.id, title=node.title, syllogism=syllogism, facts=facts))
    return tuple(found)


def make_spoken_id(speech: str, group: str) -> str:
    """What a syllogism is called in its round."""
    return f"{speech}/{group}"


def _walk_parents(allotted: Allotted) -> Iterator[Allotted]:
    if any(not child.children for child in allotted.children):
        yield allotted
    for child in allotted.children:
        yield from _walk_parents(child)


def _list_ids(group: Group, types: tuple[str, ...], debate_round: Round) -> Iterator[str]:
    """A syllogism of one of these types that this speech has spoken already, or carried on."""
    if group.syllogism in types:
        yield make_spoken_id(debate_round.speech, group.id)
    if group.syllogism == EXTENSION:
        yield from (
            one.id for one in debate_round.spoken if one.id == group.facts.get("source") and one.syllogism in types
        )


def _resolve_fact(value: str, before: list[Group], debate_round: Round) -> str:
    if not value.startswith(_SIGN):
        return value
    *whose, named = value.removeprefix(_SIGN).split()
    types = tuple(named.split("|"))
    own = [group_id for group in before for group_id in _list_ids(group, types, debate_round)]
    if own and whose != ["theirs"]:
        return own[0]
    other = "neg" if debate_round.side == "aff" else "aff"
    side = {"own": debate_round.side, "theirs": other}.get("".join(whose))
    found = debate_round.first(types, side)  # type: ignore[arg-type]
    return found.id if found else ""
