"""Phase two: what a speech stands for, and what that rests on."""

from __future__ import annotations

from dataclasses import dataclass

from foam.argument.flow import Flow
from foam.argument.motion import Motion
from foam.case.answered import Answered
from foam.case.ground import find_grounds
from foam.case.groups import build_round
from foam.case.own.bind import state_plan
from foam.case.own.values import Layout
from foam.case.plan import asks_for_plan, find_answered, hear_plan, stand_for, write_plan
from foam.case.position.propose import write_draft
from foam.case.position.refine import Proposal, refine
from foam.case.position.stance import STANCE_DIMENSION, Position, take_position
from foam.case.search import search_for_plan
from foam.case.task import describe_situation, make_task
from foam.case.values import Plan, PlanObjection
from foam.evidence.corpus import Passage
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.pack.outlines import SpeechOutline
from foam.perspective.node import Perspective
from foam.record.entry import ValueInput


@dataclass(frozen=True, slots=True)
class Made:
    """What the speech stands for, and what that rests on."""

    position: Position
    refined: Proposal | None = None
    plan: Plan | None = None
    held: Position | None = None
    """What its seat stood for before it wrote the plan."""
    found: tuple[Passage, ...] = ()
    """Sentences that were found for the position."""
    pressed: tuple[PlanObjection, ...] = ()
    """What a critic held against the position."""
    reasons: tuple[str, ...] = ()
    """The claims that the seat made for it."""
    answered: Answered | None = None
    """The plan that the other side read, where the speech answers one."""


async def make_plan(
    session: Session,
    seat: Perspective,
    motion: Motion,
    template: SpeechOutline,
    heard: Flow | None,
    layout: Layout | None = None,
    *,
    is_open: bool = False,
) -> Made:
    """Phase two: the seat's position, and in a speech that opens the plan it writes or the refined proposal for it.

    Where it `is_open`, a seat that writes may oppose the resolution outright or for something else; one whose draft
    does not count stands as it was assigned.
    """
    entry = session.clerk.compute(
        "motion", motion.json_value, ValueInput(role="question", value=motion.question), rule="motion"
    )
    if layout and not layout.answers:
        return Made(state_plan(session, seat, motion, entry, layout))
    answered = None if layout else find_answered(build_round(template, heard))
    position = take_position(session, seat, motion, entry)
    if template.needs:
        heard_plan = hear_plan(session, position, heard, speech=template.speech, side=template.side)
        return Made(heard_plan, answered=answered)
    if session.speaks("proposer") and not asks_for_plan(template):
        free = {name: value for name, value in seat.dimensions.items() if name != STANCE_DIMENSION}
        writer = seat.model_copy(update={"dimensions": free}) if is_open else seat
        situation = describe_situation(answered)
        side = position.direction if is_open else None
        draft = await write_draft(session, writer, motion, entry, side=side, situation=situation)
        if draft is not None:
            refined = draft.refined.proposal
            held = draft.position.model_copy(update={"entry": refined.entry})
            pressed = tuple(
                PlanObjection(
                    part=one.part,
                    text=one.text,
                    grounds=tuple(each.pointer for each in one.cited),
                    after=one.after,
                    mended=one.is_mended,
                )
                for criticism in draft.criticism
                for one in criticism.objections
            )
            found = tuple(dict.fromkeys((*refined.grounds, *draft.offered.passages)))
            reasons = tuple(f"{one.text} {one.warrant}" for one in draft.claims)
            return Made(held, refined, pressed=pressed, found=found, reasons=reasons, answered=answered)
    start, candidates = await find_grounds(session, seat, position)
    found = tuple(dict.fromkeys((*start.grounds, *candidates.passages)))
    if session.speaks("proposer") and asks_for_plan(template):
        grounds = depend_on("grounds", start.entry)
        task = make_task(seat, motion.question, position.text, None)
        looked_up = await search_for_plan(session, task, grounds)
        found = tuple(dict.fromkeys((*start.grounds, *looked_up.passages, *candidates.passages)))
        plan = await write_plan(session, seat, motion.question, position, found, grounds, *looked_up.entries)
        if plan:
            return Made(stand_for(position, plan), start, plan, position, found)
    refined = (await refine(session, seat, position, start, candidates)).proposal
    return Made(position, refined, found=tuple(dict.fromkeys((*refined.grounds, *found))), answered=answered)


async def write_counterplan(session: Session, seat: Perspective, motion: Motion, made: Made) -> Plan | None:
    """What a speech against the resolution puts forward in its place, in the words of its seat."""
    given = [depend_on("refined", made.refined.entry)] if made.refined else []
    task = make_task(seat, motion.question, made.position.text, made.answered)
    looked_up = await search_for_plan(session, task, depend_on("position", made.position.entry), instead=True)
    found = tuple(dict.fromkeys((*looked_up.passages, *made.found)))
    given += looked_up.entries
    return await write_plan(
        session, seat, motion.question, made.position, found, *given, instead=True, answered=made.answered
    )
