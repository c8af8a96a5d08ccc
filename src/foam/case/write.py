"""Writes a case in five phases. Knows the floors below; decides nothing that a recorded decision does not.

1 perspective   the seat whose case it is, on the side that the speech speaks for
2 plan          its position, pressed by dialectical refinement
3 outline       the template tree, a recorded choice at every branch, words shared out
4 evidence      every slot bound to sentence ids
5 compilation   assembled, verified, issued or refused with reasons
"""

from __future__ import annotations

from foam.argument.flow import Flow, Side
from foam.argument.motion import Motion, motion
from foam.argument.round import Round
from foam.case.answer import prepared
from foam.case.bind import Writing, bind
from foam.case.cut import source_of
from foam.case.groups import groups_of, round_of
from foam.case.outline import outline
from foam.case.reckon import reckon
from foam.case.say import say
from foam.case.template import SpeechTemplate
from foam.case.values import Case, Generated, Slot
from foam.case.verify import verify_case
from foam.case.weigh import COMPARISON, weigh
from foam.deliberation.draft import rest_position
from foam.deliberation.position import STANCE_DIMENSION, Position, take_position
from foam.deliberation.refine import Proposal, refine
from foam.deliberation.room import Room
from foam.errors import SettingError
from foam.evidence.document import Document
from foam.pack.loader import Pack
from foam.perspective.node import Perspective
from foam.record.entry import ValueInput

_STANCES: dict[Side, str] = {"aff": "affirm", "neg": "oppose"}
_DEFAULT: dict[Side, str] = {"aff": "affirm_whole", "neg": "oppose_direct"}


def assigned(seat: Perspective, side: Side) -> Perspective:
    """Phase one: the seat on this side. One that declared the other is refused; one without a stance is held to it."""
    declared = seat.dimensions.get(STANCE_DIMENSION, "")
    if declared and not declared.startswith(_STANCES[side]):
        raise SettingError(
            f"seat {seat.id} declared {declared}, and this speech is the {side} side's",
            hint="name another seat (--seat), or a speech of its own side (--speech)",
        )
    dimensions = {**seat.dimensions, STANCE_DIMENSION: declared or _DEFAULT[side]}
    return seat.model_copy(update={"dimensions": dimensions})


def first_on(side: Side, seats: tuple[Perspective, ...]) -> Perspective:
    """The first seat that declared this side, else the first that declared none."""
    for wanted in (_STANCES[side], ""):
        for seat in seats:
            declared = seat.dimensions.get(STANCE_DIMENSION, "")
            if declared.startswith(wanted) if wanted else not declared:
                return seat
    raise SettingError(f"the pack has no seat for the {side} side", hint="add a perspective to the pack")


async def write_case(
    resolution: str,
    *,
    room: Room,
    pack: Pack,
    seat: Perspective,
    template: SpeechTemplate,
    budget: int,
    strategy: tuple[str, ...] = (),
    heard: Flow | None = None,
    accepted: tuple[Generated, ...] = (),
) -> Case:
    """A case for the resolution from one seat, verified."""
    seat = assigned(seat, template.side)
    spoken = prepared(template, accepted=accepted, heard=heard)
    moved = motion(resolution)
    position, pressed = await _plan(room, seat, moved, opens=not template.needs)
    way = await outline(room, seat, position, spoken, budget, strategy)
    writing = Writing(room, seat, position, *_known(round_of(template, heard)), pressed=pressed)
    leaves = list(way.allotted.leaves())
    slots = await bind(writing, leaves, reuse=template.reuse)
    slots = say(room, position, reckon(room, slots, template.calculations), leaves)
    case = Case(
        resolution=moved.question,
        speech=template.speech,
        title=template.title,
        side=template.side,
        seat=seat.id,
        plan=position.text,
        pack=pack.reference,
        pack_content=pack.content,
        notice=pack.notice,
        corpus=room.corpus.version,
        budget=budget,
        format=template.format or "policy",
        heard=heard,
        accepted=accepted,
        choices=way.choices,
        generated=way.generated,
        groups=groups_of(way.allotted, spoken, round_of(template, heard)),
        slots=(),
    )
    return await _compiled(case, writing, slots, template)


def _known(round: Round) -> tuple[dict[str, str], frozenset[str]]:
    """What was said, by the id of the argument, and the documents that this side has read."""
    own = (argument for one in round.spoken if one.side == round.side for argument in one.arguments)
    read = frozenset(pointer.document for argument in own for pointer in argument.evidence)
    return {argument.id: argument.text for argument in round.flow.arguments}, read


async def _plan(room: Room, seat: Perspective, moved: Motion, *, opens: bool) -> tuple[Position, Proposal | None]:
    """Phase two: what the seat defends and, in a speech that opens, what refinement left it resting on."""
    entry = room.clerk.compute(
        "motion", moved.json_value, ValueInput(role="question", value=moved.question), rule="motion"
    )
    position = await take_position(room, seat, moved, entry)
    if not opens:
        return position, None
    start, offered = await rest_position(room, seat, position)
    return position, (await refine(room, seat, position, start, offered)).proposal


async def _compiled(case: Case, writing: Writing, slots: tuple[Slot, ...], template: SpeechTemplate) -> Case:
    """Phase five: what needs no evidence is filled, and the whole is verified."""
    room = writing.room
    weighed = await weigh(room, case.model_copy(update={"slots": slots}), template)
    stated = {"analytic": case.plan, "entries": {"position": writing.position.entry}}
    filled = tuple(slot.model_copy(update=stated) if _states_plan(slot) else slot for slot in weighed.slots)
    case = weighed.model_copy(update={"slots": filled})
    return case.model_copy(update={"failures": verify_case(case, _documents(room, case), template).failures})


def _states_plan(slot: Slot) -> bool:
    return not slot.seek and not slot.filled and slot.calculated is None and slot.component != COMPARISON


def _documents(room: Room, case: Case) -> dict[str, Document]:
    read = [one.pointer.document for slot in case.slots if slot.calculated for one in slot.calculated.readings]
    return {id: source_of(room, id) for id in (*read, *(card.document for card in case.cards))}
