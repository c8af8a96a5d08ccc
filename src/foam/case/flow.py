"""A case on the flow of its round: a page per position, its speech a column. Knows nothing of sheets."""

from __future__ import annotations

from foam.argument.flow import Argument, Flow, FlowPage, FlowPageSpeech
from foam.case.groups import spoken_id
from foam.case.values import Case, Group, Slot, by_group


def flow_of(case: Case) -> Flow:
    """The round with this case on it: what answers or extends stands on the page of what it deals with."""
    heard = case.heard or Flow(resolution=case.resolution, format=case.format, pages=())
    pages = {page.title: page for page in heard.pages}
    where = {argument.id: page.title for page in heard.pages for s in page.speeches for argument in s.arguments}
    for group, slots in by_group(case):
        arguments = tuple(_argument(case, group, slot) for slot in slots)
        dealt = next((where[id] for one in arguments for id in (one.answers, one.extends) if id in where), "")
        own = f"{group.title} ({spoken_id(case.speech, group.id)})" if group.title in pages else group.title
        title = dealt or own
        page = pages.get(title) or FlowPage(title=title, side=case.side, speeches=())
        pages[title] = _with(page, case.speech, arguments)
    return heard.model_copy(update={"pages": tuple(pages.values())})


def merged(flows: tuple[Flow, ...]) -> Flow:
    """Several flows of one round as one: the columns of all, each argument once."""
    first, *others = flows
    pages = {page.title: page for page in first.pages}
    known = {argument.id for argument in first.arguments}
    for page in (page for flow in others for page in flow.pages):
        same = page.title not in pages or pages[page.title].side == page.side
        title = page.title if same else f"{page.title} ({page.side})"
        held = pages.get(title) or FlowPage(title=title, side=page.side, speeches=())
        for speech in page.speeches:
            new = tuple(argument for argument in speech.arguments if argument.id not in known)
            known |= {argument.id for argument in new}
            held = _with(held, speech.speech, new) if new else held
        if held.speeches:
            pages[title] = held
    return first.model_copy(update={"pages": tuple(pages.values())})


def _with(page: FlowPage, speech: str, arguments: tuple[Argument, ...]) -> FlowPage:
    """The page with more arguments in a speech's column."""
    said = {one.speech: one for one in page.speeches}
    before = said[speech].arguments if speech in said else ()
    said[speech] = FlowPageSpeech(speech=speech, arguments=(*before, *arguments))
    return page.model_copy(update={"speeches": tuple(said.values())})


def _argument(case: Case, group: Group, slot: Slot) -> Argument:
    return Argument(
        id=spoken_id(case.speech, slot.id),
        text=slot.card.tag if slot.card else slot.spoken,
        cite=slot.card.cite if slot.card else "",
        syllogism=slot.syllogism,
        component=slot.component,
        group=spoken_id(case.speech, group.id),
        facts=group.facts,
        node="/".join(slot.path),
        evidence=slot.card.pointers if slot.card else (),
        perspective=case.seat,
        answers=slot.answers,
        extends=slot.extends,
    )
