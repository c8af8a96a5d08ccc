"""Puts a case on the flow of its round: a page for each position, a column for each speech."""

from __future__ import annotations

from foam.argument.flow import Argument, Flow, FlowPage, FlowPageSpeech
from foam.case.groups import make_spoken_id
from foam.case.plan import COUNTERPLAN
from foam.case.values import Case, Group, Slot, group_slots


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
