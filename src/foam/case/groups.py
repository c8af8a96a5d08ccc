"""The syllogisms of an outline, and what holds for each. Asks nobody.

A fact that begins with `@` names another argument of the round by its type: `@plan_text`, `@own disadvantage|kritik`,
`@theirs advantage`. It is replaced by the id of the first that fits: one of this speech, else one that was heard and
still stands.
"""

from __future__ import annotations

from collections.abc import Iterator

from foam.argument.flow import Flow
from foam.argument.round import EXTENSION, Round
from foam.argument.tree import Allotted
from foam.case.template import SpeechTemplate
from foam.case.values import Group

_SIGN = "@"


def round_of(template: SpeechTemplate, heard: Flow | None) -> Round:
    """The round as the speaker of this speech hears it."""
    return Round(flow=heard or Flow(resolution="", pages=()), speech=template.speech, side=template.side)


def groups_of(allotted: Allotted, template: SpeechTemplate, round: Round) -> tuple[Group, ...]:
    """The syllogisms in speaking order: the parents of the leaves."""
    found: list[Group] = []
    for parent in _parents(allotted):
        node = parent.node
        syllogism = node.syllogism or parent.children[0].node.syllogism
        stated = {**template.facts.get(syllogism, {}), **node.facts}
        facts = {name: _resolved(value, found, round) for name, value in stated.items()}
        found.append(Group(id=node.id, title=node.title, syllogism=syllogism, facts=facts))
    return tuple(found)


def spoken_id(speech: str, group: str) -> str:
    """What a syllogism is called in its round."""
    return f"{speech}/{group}"


def _parents(allotted: Allotted) -> Iterator[Allotted]:
    if any(not child.children for child in allotted.children):
        yield allotted
    for child in allotted.children:
        yield from _parents(child)


def _named(group: Group, types: tuple[str, ...], round: Round) -> Iterator[str]:
    """A syllogism of one of these types that this speech has spoken already, or carried on."""
    if group.syllogism in types:
        yield spoken_id(round.speech, group.id)
    if group.syllogism == EXTENSION:
        yield from (one.id for one in round.spoken if one.id == group.facts.get("source") and one.syllogism in types)


def _resolved(value: str, before: list[Group], round: Round) -> str:
    if not value.startswith(_SIGN):
        return value
    *whose, named = value.removeprefix(_SIGN).split()
    types = tuple(named.split("|"))
    own = [id for group in before for id in _named(group, types, round)]
    if own and whose != ["theirs"]:
        return own[0]
    other = "neg" if round.side == "aff" else "aff"
    side = {"own": round.side, "theirs": other}.get("".join(whose))
    found = round.first(types, side)  # type: ignore[arg-type]
    return found.id if found else ""
