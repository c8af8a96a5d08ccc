"""The syllogisms of a speech with their facts, and its place on the flow: a page a position, a column a speech.

A fact that begins with `@` names another argument of the round by its type: `@plan_text`, `@own disadvantage|kritik`,
`@theirs advantage`. It is replaced by the id of the first that fits: one of this speech, else one that was heard and
still stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from foam.argument.flow import Argument, Flow, FlowPage, FlowPageSpeech
from foam.argument.outline import Allotted
from foam.argument.round import EXTENSION, Round
from foam.case.plan import COUNTERPLAN
from foam.case.values import Case, Group, Slot, group_slots
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


def build_flow(case: Case) -> Flow:
    """The round with this case on it: what answers or extends stands on the page of what it deals with. A counterplan
    has a page of its own, whatever it reaches."""
    heard = case.heard or Flow(resolution=case.resolution, format=case.format, pages=())
    pages = {page.title: page for page in heard.pages}
    where = {argument.id: page.title for page in heard.pages for s in page.speeches for argument in s.arguments}
    for group, slots in group_slots(case):
        arguments = tuple(_make_argument(case, group, slot) for slot in slots if slot.filled)
        if not arguments:
            continue  # what is missing was not said, and cannot be answered
        answered_page = next(
            (
                where[argument_id]
                for one in arguments
                for argument_id in (one.answers, one.extends)
                if argument_id in where
            ),
            "",
        )
        own = f"{group.title} ({make_spoken_id(case.speech, group.id)})" if group.title in pages else group.title
        title = own if group.syllogism == COUNTERPLAN else answered_page or own
        page = pages.get(title) or FlowPage(title=title, side=case.side, speeches=())
        pages[title] = add_arguments(page, case.speech, arguments)
    return heard.model_copy(update={"pages": tuple(pages.values())})


def merge_flows(flows: tuple[Flow, ...]) -> Flow:
    """Several flows of one round as one: the columns of all, each argument once."""
    first, *others = flows
    pages = {page.title: page for page in first.pages}
    known = {argument.id for argument in first.arguments}
    for page in (page for flow in others for page in flow.pages):
        same = page.title not in pages or pages[page.title].side == page.side
        title = page.title if same else f"{page.title} ({page.side})"
        known_page = pages.get(title) or FlowPage(title=title, side=page.side, speeches=())
        for speech in page.speeches:
            new = tuple(argument for argument in speech.arguments if argument.id not in known)
            known |= {argument.id for argument in new}
            known_page = add_arguments(known_page, speech.speech, new) if new else known_page
        if known_page.speeches:
            pages[title] = known_page
    return first.model_copy(update={"pages": tuple(pages.values())})


def add_arguments(page: FlowPage, speech: str, arguments: tuple[Argument, ...]) -> FlowPage:
    """The page with more arguments in a speech's column."""
    columns = {one.speech: one for one in page.speeches}
    before = columns[speech].arguments if speech in columns else ()
    columns[speech] = FlowPageSpeech(speech=speech, arguments=(*before, *arguments))
    return page.model_copy(update={"speeches": tuple(columns.values())})


def _make_argument(case: Case, group: Group, slot: Slot) -> Argument:
    return Argument(
        id=make_spoken_id(case.speech, slot.id),
        text=slot.card.tag if slot.card else slot.spoken,
        cite=slot.card.cite if slot.card else "",
        syllogism=slot.syllogism,
        component=slot.component,
        group=make_spoken_id(case.speech, group.id),
        facts=group.facts,
        node="/".join(slot.path),
        evidence=slot.card.pointers if slot.card else (),
        perspective=case.seat,
        answers=slot.answers,
        extends=slot.extends,
    )
