"""Writes a case in five phases.

1 perspective   the seat whose case it is, on the side that the speech speaks for
2 position      its plan, or the position that it takes: proposed, criticised, defended and proposed again
3 outline       the template tree, a recorded choice at every branch, words shared out
4 evidence      every part bound to sentence ids, argument by argument
5 compilation   assembled, verified, issued, or a draft with what it lacks
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pydantic import Field

from foam.argument.flow import Flow, Side
from foam.argument.motion import Motion, parse_resolution
from foam.argument.outline import Allotted
from foam.argument.round import Round
from foam.case.answer import prepare_outline
from foam.case.author import Author, Writing, fold_sentence
from foam.case.bind import Rewording, bind_slots
from foam.case.calculate import calculate_slots
from foam.case.contentions import Argued
from foam.case.cut import NEUTRAL_WORDS, read_source
from foam.case.establish import judge_steps
from foam.case.findings import ExaminedFile, cite_findings
from foam.case.flow import build_round, list_groups
from foam.case.leave import COMPARISON, leave_out, leave_unfound, settle_benefits
from foam.case.outline import OutlineWalk, check_strategy
from foam.case.own.bind import bind_layout, lay_outline, state_plan
from foam.case.own.values import Layout
from foam.case.plan import (
    PLAN_TEXT,
    STANCE_DIMENSION,
    asks_for_plan,
    find_answered,
    hear_plan,
    leaves_counterplan,
    names_counterplan,
    take_position,
)
from foam.case.position import Ground, propose_instead, take_ground
from foam.case.quoted import quote_arguments
from foam.case.slots import Outline, fill_stated_slots, is_analytic, make_slot
from foam.case.tell import tell_overview
from foam.case.values import Case, GeneratedNode, Plan, Slot
from foam.case.verify import verify_case
from foam.case.weigh import weigh_impacts
from foam.errors import InputError, SettingError
from foam.evidence.document import Document
from foam.job.job import job
from foam.job.session import Session
from foam.job.spec import Spec
from foam.pack.outlines import SpeechOutline, load_outline
from foam.pack.pack import Pack
from foam.perspective.governance import Limits, find_breaches
from foam.perspective.node import Perspective
from foam.record.entry import ValueInput
from foam.values import CleanLine
from foam_quotes.text.pointer import Pointer


class CaseSpec(Spec):
    """A case: the resolution, the speech, who speaks, and how long."""

    resolution: CleanLine
    speech: str
    seat: Perspective
    words: int
    strategy: tuple[str, ...] = ()
    heard: Flow | None = None
    """The round so far, for a speech that answers."""
    accepted: tuple[GeneratedNode, ...] = ()
    """Nodes that a person added to the template."""
    left_out: tuple[str, ...] = Field(default=(), exclude_if=lambda names: not names)
    """Arguments that are not read although they are written."""
    reword: tuple[Rewording, ...] = Field(default=(), exclude_if=lambda wanted: not wanted)
    """What is worded anew once all is filled, in the order in which it was asked for."""
    examined: ExaminedFile | None = Field(default=None, exclude_if=lambda examined: examined is None)
    """The file that is examined, where the resolution is about one: what is found of its sentences is cited."""
    layout: Layout | None = Field(default=None, exclude_if=lambda layout: layout is None)
    """Which of a debater's cards are read, in which order, where the library and the speaker say so."""


NEUTRAL = "neutral"
_STANCES: dict[Side, str] = {"aff": "affirm", "neg": "oppose"}
_DEFAULT: dict[Side, str] = {"aff": "affirm_whole", "neg": "oppose_direct"}
_INSTEAD = "oppose_alternative"


def assign_seat(seat: Perspective, side: Side, *, instead: bool = False) -> Perspective:
    """Phase one: put the seat on this side. A seat that declared the other side is refused; one that declared none and
    is to put something else forward `instead` says what."""
    declared = seat.dimensions.get(STANCE_DIMENSION, "")
    if declared and not declared.startswith(_STANCES[side]):
        raise SettingError(
            f"seat {seat.id} declared {declared}, and this speech is the {side} side's",
            hint="name another seat (--seat), or a speech of its own side (--speech)",
        )
    dimensions = {**seat.dimensions, STANCE_DIMENSION: declared or (_INSTEAD if instead else _DEFAULT[side])}
    return seat.model_copy(update={"dimensions": dimensions})


def _may_oppose_otherwise(seat: Perspective, template: SpeechOutline, strategy: Sequence[str]) -> bool:
    """Whether a seat that writes may say by its position that something else should be done instead: it declared
    nothing, speaks against the resolution, and may still choose a counterplan."""
    is_free = not seat.dimensions.get(STANCE_DIMENSION) and template.side == "neg" and not template.needs
    return is_free and leaves_counterplan(template, strategy)


def _declare_stance(seat: Perspective, stance: str) -> Perspective:
    """The seat with the stance that it took."""
    return seat.model_copy(update={"dimensions": {**seat.dimensions, STANCE_DIMENSION: stance}})


def _check_seat(seat: Perspective, limits: Limits) -> None:
    """Refuse a seat that contradicts itself or that the pack does not permit."""
    breaches = find_breaches(seat, limits)
    if breaches:
        raise SettingError(f"seat {breaches[0].what}", hint=breaches[0].remedy)


def check_words(words: int, template: SpeechOutline) -> None:
    """Refuse a budget with which the speech would not be issued, before anything is asked."""
    least = template.between[0]
    if words < least:
        raise InputError(
            f"{words} words cannot hold a {template.speech}: it has at least {least}",
            hint=f"give it {least} or more (--words); without a budget it has {template.words}",
        )


def find_seat(side: Side, seats: tuple[Perspective, ...]) -> Perspective:
    """The first seat that declared this side, else the first that declared none."""
    for wanted in (_STANCES[side], ""):
        for seat in seats:
            declared = seat.dimensions.get(STANCE_DIMENSION, "")
            if declared.startswith(wanted) if wanted else not declared:
                return seat
    raise SettingError(f"the pack has no seat for the {side} side", hint="add a perspective to the pack")


def choose_seat(side: Side, pack: Pack, *, question: str, library: bool) -> Perspective:
    """Who speaks where nobody was named: a seat of the pack for the pack's own question or library, else a neutral one.

    The seats of a pack were made for its question; on another matter they would speak for people it is not about.
    """
    neutral = make_neutral_seat(pack)
    if not library or question == pack.sample_question or find_breaches(neutral, pack.limits):
        return find_seat(side, pack.perspectives)
    return neutral


def make_neutral_seat(pack: Pack) -> Perspective:
    """A seat that ranks no value of the pack above another."""
    return Perspective(
        id=NEUTRAL, role=NEUTRAL, description=NEUTRAL_WORDS, weighting={value.id: 1.0 for value in pack.values}
    )


@job("case", spec=CaseSpec)
async def write_case(spec: CaseSpec, session: Session) -> Case:
    """Write a case for the resolution from one seat, and verify it."""
    template = load_outline(session.pack, spec.speech)
    _check_seat(spec.seat, session.pack.limits)
    laid_out = spec.layout is not None
    if not laid_out:
        check_words(spec.words, template)
    filled_template = prepare_outline(template, accepted=spec.accepted, heard=spec.heard, laid_out=laid_out)
    if not laid_out:
        check_strategy(filled_template.tree, spec.strategy)
    motion = parse_resolution(spec.resolution)
    seat, ground = await _take_ground(spec, session, motion, template, filled_template)
    outline = await _choose_outline(spec, session, seat, motion, ground, filled_template)
    debate_round = build_round(template, spec.heard)
    writing = _begin(session, seat, motion, ground, outline.counterplan, debate_round)
    leaves = list(outline.allotted.leaves())
    position = ground.position
    slots = await _bind(spec, writing, leaves, template)
    anew = {"reworded": ground.reworded, "unchanged": ground.unchanged}
    slots = tuple(one.model_copy(update=anew) if one.syllogism == PLAN_TEXT else one for one in slots)
    groups = list_groups(outline.allotted, filled_template, debate_round)
    groups, slots, left_out = leave_out(groups, slots, spec.left_out)
    groups = settle_benefits(template.speech, groups)
    case = Case(
        resolution=motion.question,
        speech=template.speech,
        title=template.title,
        side=template.side,
        seat=seat.id,
        plan=position.text,
        planned=ground.plan,
        position_voice=position.voice,
        pressed=ground.proposal.objections if ground.proposal and not ground.plan else (),
        granted=ground.proposal.granted if ground.proposal else (),
        counterplan=outline.counterplan,
        answered=ground.answered,
        pack=session.pack.reference,
        pack_content=session.pack.content,
        notice=session.pack.notice_on(session.corpus.version),
        corpus=session.corpus.version,
        budget=spec.words,
        format=template.format or "policy",
        heard=spec.heard,
        accepted=spec.accepted,
        choices=outline.choices,
        generated=outline.generated,
        groups=groups,
        slots=(),
        left_out=left_out,
    )
    written = await _compile_case(case, writing, slots, template)
    return written.model_copy(update={"findings": cite_findings(session, spec.examined, written)})


async def _take_ground(
    spec: CaseSpec, session: Session, motion: Motion, template: SpeechOutline, filled: SpeechOutline
) -> tuple[Perspective, Ground]:
    """Phase two: the seat with its stance, and the plan or position that it takes."""
    entry = session.clerk.compute(
        "motion", motion.json_value, ValueInput(role="question", value=motion.question), rule="motion"
    )
    instead = names_counterplan(filled, spec.strategy)
    seat = assign_seat(spec.seat, template.side, instead=instead)
    if spec.layout and not spec.layout.answers:
        return seat, Ground(state_plan(session, seat, motion, entry, spec.layout))
    answered = None if spec.layout else find_answered(build_round(template, spec.heard))
    if spec.layout or template.needs:
        position = take_position(session, seat, motion, entry)
        return seat, Ground(
            hear_plan(session, position, spec.heard, speech=template.speech, side=template.side), answered=answered
        )
    is_open = not instead and _may_oppose_otherwise(spec.seat, filled, spec.strategy)
    plans = {node.id for node in filled.tree.walk() if node.syllogism == PLAN_TEXT}
    ground = await take_ground(
        session,
        seat,
        motion,
        entry,
        kind="plan" if asks_for_plan(template) else "position",
        is_open=is_open,
        answered=answered,
        wanted=[one.because for one in spec.reword if plans & set(one.slots)],
    )
    return (_declare_stance(seat, ground.position.stance) if is_open else seat), ground


async def _choose_outline(
    spec: CaseSpec, session: Session, seat: Perspective, motion: Motion, ground: Ground, template: SpeechOutline
) -> Outline:
    """The outline of the speech: as a debater's own cards lay it out, or by the branches that the seat chooses."""
    if spec.layout:
        return lay_outline(session, ground.position, template, spec.layout, spec.words)
    debate_round = build_round(template, spec.heard)
    walk = OutlineWalk(
        session,
        seat,
        ground.position,
        template,
        spec.words,
        motion.question,
        spec.strategy,
        argued=Argued(ground.reasons, ground.found, ground.answered),
        theirs=_list_theirs(debate_round),
        quoted=quote_arguments(session, debate_round) if ground.answered is None else {},
    )
    return await walk.choose(partial(propose_instead, session, seat, motion, ground) if ground.proposal else None)


async def _bind(
    spec: CaseSpec, writing: Writing, leaves: Sequence[tuple[tuple[str, ...], Allotted]], template: SpeechOutline
) -> tuple[Slot, ...]:
    """The slots of the speech with what is read in them."""
    slots: Sequence[Slot] = [make_slot(*leaf, writing) for leaf in leaves]
    if spec.layout:
        bound = await bind_layout(writing.session, writing.position.text, slots, spec.layout)
        return fill_stated_slots(writing, bound, leaves)
    return await bind_leaves(writing, leaves, template, reword=spec.reword)


async def bind_leaves(
    writing: Writing,
    leaves: Sequence[tuple[tuple[str, ...], Allotted]],
    template: SpeechOutline,
    *,
    reword: Sequence[Rewording] = (),
) -> tuple[Slot, ...]:
    """Leaves of an outline as slots: calculated, stated by the template, or bound to evidence."""
    session, nodes = writing.session, [leaf.node for _, leaf in leaves]
    slots: Sequence[Slot] = [make_slot(*leaf, writing) for leaf in leaves]
    slots = calculate_slots(session, slots, template.calculations)
    slots = fill_stated_slots(writing, slots, leaves)
    plans = {node.id for node in nodes if node.syllogism == PLAN_TEXT}
    kept = ((one.because, tuple(name for name in one.slots if name not in plans)) for one in reword)
    return await bind_slots(
        writing,
        slots,
        reuse=template.reuse,
        declared=template.declared,
        among={node.id: node.among for node in nodes if node.among},
        free={node.id for node in nodes if is_analytic(node) and node.id not in plans},
        reword=[Rewording(slots=names, because=because) for because, names in kept if names],
    )


def _list_theirs(debate_round: Round) -> frozenset[Pointer]:
    """The sentences that the other side has read in a round."""
    other = (argument for one in debate_round.spoken if one.side != debate_round.side for argument in one.arguments)
    return frozenset(pointer for argument in other for pointer in argument.evidence)


def list_their_words(debate_round: Round) -> frozenset[str]:
    """The sentences that the other side has read from files of its own, as they are compared with the library's."""
    other = (argument for one in debate_round.spoken if one.side != debate_round.side for argument in one.arguments)
    return frozenset(fold_sentence(sentence) for argument in other for sentence in argument.read)


def _begin(
    session: Session, seat: Perspective, motion: Motion, ground: Ground, counterplan: Plan | None, debate_round: Round
) -> Writing:
    """What every slot is written with: the position, what was said before, and what either side has read."""
    own = (argument for one in debate_round.spoken if one.side == debate_round.side for argument in one.arguments)
    author = Author(
        session,
        seat,
        ground.position.text,
        motion.question,
        answered=ground.answered,
        counterplan=counterplan,
        has_read=frozenset(pointer.document for argument in own for pointer in argument.evidence),
    )
    return Writing(
        author,
        ground.position,
        heard={argument.id: argument.text for argument in debate_round.flow.arguments},
        whole=quote_arguments(session, debate_round),
        theirs=_list_theirs(debate_round),
        their_words=list_their_words(debate_round),
        grounds=ground.proposal.grounds if ground.proposal else (),
    )


async def _compile_case(case: Case, writing: Writing, slots: tuple[Slot, ...], template: SpeechOutline) -> Case:
    """Phase five: fill the slots that need no evidence, tell the case in a few sentences, and verify it."""
    session = writing.session
    joined = await judge_steps(session, case.model_copy(update={"slots": slots}), template.declared)
    if template.leaves_out:
        joined = leave_unfound(joined, template.declared)
    weighed = await weigh_impacts(session, joined, template, writing.author.seat)
    stated = {"analytic": case.plan, "voice": case.plan_voice, "entries": {"position": writing.position.entry}}
    filled = tuple(slot.model_copy(update=stated) if states_plan(slot) else slot for slot in weighed.slots)
    case = await tell_overview(writing.author, weighed.model_copy(update={"slots": filled}))
    report = verify_case(case, _read_documents(session, case), template)
    return case.model_copy(update={"failures": report.failures, "remarks": report.remarks})


def states_plan(slot: Slot) -> bool:
    """Whether a slot says the plan itself."""
    return not slot.seek and not slot.filled and slot.calculated is None and slot.component != COMPARISON


def _read_documents(session: Session, case: Case) -> dict[str, Document]:
    read = [one.pointer.document for slot in case.slots if slot.calculated for one in slot.calculated.readings]
    return {
        document_id: read_source(session, document_id)
        for document_id in (*read, *(card.document for card in case.cards))
    }
