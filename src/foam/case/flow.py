"""A case as the first column of a flow: a page per position. Knows nothing of sheets."""

from __future__ import annotations

from foam.argument.flow import Argument, Flow, FlowPage, FlowPageSpeech
from foam.case.values import Case, Slot, by_group


def flow_of(case: Case, *, format: str = "policy") -> Flow:
    """The case on paper, before anybody has answered it."""
    pages = (
        FlowPage(
            title=group.title,
            side=case.side,
            speeches=(FlowPageSpeech(speech=case.speech, arguments=tuple(_argument(case, s) for s in slots)),),
        )
        for group, slots in by_group(case)
    )
    return Flow(resolution=case.resolution, format=format, pages=tuple(pages))


def _argument(case: Case, slot: Slot) -> Argument:
    return Argument(
        id=slot.id,
        text=slot.card.tag if slot.card else slot.spoken,
        cite=slot.card.cite if slot.card else "",
        syllogism=slot.syllogism,
        component=slot.component,
        node="/".join(slot.path),
        evidence=slot.card.pointers if slot.card else (),
        perspective=case.seat,
    )
