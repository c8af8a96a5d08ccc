"""The jobs of this folder: a deliberation, and an open question whose options are deliberated."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from pydantic import Field

from foam.deliberation.choice import ComparedOption, OptionsDossier, recommend_option
from foam.deliberation.choice_words import summarise_choice
from foam.deliberation.comparing import tell_comparison
from foam.deliberation.compile import compile_dossier
from foam.deliberation.dossier import Dossier
from foam.deliberation.examined import ExaminedFile
from foam.deliberation.loop import Mediation, check_seats, mediate
from foam.deliberation.naming import name_seats
from foam.deliberation.option_outcome import compare_option
from foam.deliberation.options import DeliberatedOption, OptionList, find_options, free_seat, list_named, read_proposed
from foam.deliberation.position import Direction, Proposed
from foam.deliberation.protocol import Protocol, choose_speakers
from foam.deliberation.tellable import list_tellable
from foam.deliberation.written.retold import describe_before, list_changed, list_confirmed, mark_changed
from foam.deliberation.written.tell import tell_outcome
from foam.job.acts import add_acts, count_acts
from foam.job.job import find_inner_run, job, run_inside
from foam.job.session import Session
from foam.job.spec import Spec
from foam.pack.pack import Pack
from foam.perspective.node import Perspective
from foam.record.entry import Entry
from foam.record.graph import entries_of
from foam.values import CleanLine


class DeliberateSpec(Spec):
    """A deliberation: the question and who is seated."""

    question: CleanLine
    options: tuple[CleanLine, ...] = ()
    """Of an open question: the one option that is the motion, or the two that are its sides; none for a yes-or-no one.
    Where options are to be compared: those that whoever asks names."""
    seats: tuple[Perspective, ...]
    protocol: Protocol = "deliberation"
    protocol_reason: str = "asked for"
    speaker: str = ""
    """Who speaks in a consultancy; empty for the seat with the most at stake."""
    examined: ExaminedFile | None = Field(default=None, exclude_if=lambda examined: examined is None)
    """The file that is examined first, where the question is about one."""
    proposed: Proposed | None = Field(default=None, exclude_if=lambda proposed: proposed is None)
    """Of an option that seats proposed: which side each stands by, and what they cite for it."""


@job("deliberate", spec=DeliberateSpec, view="dossier")
async def deliberate(spec: DeliberateSpec, session: Session) -> Dossier:
    """Deliberate the question and compile the dossier."""
    mediation = await mediate_spec(session, spec)
    return make_dossier(mediation, spec, session.pack, entries_of(session.store, session.run))


@job("options", spec=DeliberateSpec, view="options")
async def deliberate_options(spec: DeliberateSpec, session: Session) -> OptionsDossier:
    """Find the options of an open question, deliberate each under a run of its own, and compare them."""
    check_seats(spec.seats, session.pack.limits)
    if len(list_named(spec.question, spec.options)) < 2:
        spec = spec.model_copy(update={"seats": tuple(map(free_seat, spec.seats))})
    seats = tuple(sorted(spec.seats, key=lambda seat: seat.id))
    speakers = choose_speakers(spec.protocol, seats, speaker=spec.speaker, stakeholders=session.pack.stakeholders)
    found = await find_options(session, spec.question, speakers.seats, spec.options)
    options = found.options
    motions = [options] if len(options) <= 2 else [(one,) for one in options]
    done = await asyncio.gather(*(_deliberate_motion(session, spec, motion, options) for motion in motions))
    compared = tuple(one for some, _ in done for one in some)
    summary = summarise_choice(recommend_option(compared), compared, found, name_seats(spec.seats))
    told = await tell_comparison(session, spec.question, summary, compared, name_seats(spec.seats))
    dossier = _compile_options(session, spec, found, compared, [dossier for _, dossier in done], speakers.reason)
    return dossier.model_copy(update={"compared": told})


async def _deliberate_motion(
    session: Session,
    spec: DeliberateSpec,
    options: Sequence[DeliberatedOption],
    every: Sequence[DeliberatedOption],
) -> tuple[tuple[ComparedOption, ...], Dossier]:
    """One option against its denial, or two against each other, and what that comes to for each."""
    rivals = tuple(one.text for one in every if one not in options)
    proposed = read_proposed(options).model_copy(update={"rivals": rivals})
    is_told = proposed.sides or rivals
    told = {"options": tuple(one.text for one in options), "proposed": proposed if is_told else None}
    asked = spec.model_copy(update=told)
    dossier = await run_inside(deliberate, asked, session)
    run = find_inner_run(deliberate, asked, session)
    sides = zip(options, get_args(Direction), strict=False)
    return tuple(compare_option(one, dossier, run, side) for one, side in sides), dossier


def _compile_options(
    session: Session,
    spec: DeliberateSpec,
    found: OptionList,
    compared: tuple[ComparedOption, ...],
    dossiers: Sequence[Dossier],
    speaking: str,
) -> OptionsDossier:
    recommendation = recommend_option(compared)
    names = name_seats(spec.seats)
    own = count_acts(entries_of(session.store, session.run))
    return OptionsDossier(
        question=spec.question,
        summary=summarise_choice(recommendation, compared, found, names),
        recommendation=recommendation,
        seat_names=names,
        seats=tuple(sorted(seat.id for seat in spec.seats)),
        options=compared,
        left_out=found.left_out,
        named=found.named,
        runs=tuple(dict.fromkeys(one.run for one in compared)),
        protocol=spec.protocol,
        protocol_reason=f"{spec.protocol_reason}; speaking: {speaking}",
        pack=session.pack.name,
        notice=session.pack.notice_on(spec.corpus),
        corpus=spec.corpus,
        cautions=tuple(dict.fromkeys(caution for dossier in dossiers for caution in dossier.cautions)),
        acts=add_acts([own, *(dossier.acts for dossier in dossiers)]),
    )


def renew_comparison(first: OptionsDossier, revised: Mapping[str, tuple[str, Dossier]]) -> OptionsDossier:
    """The comparison with new versions of some deliberations, each under the run that it revises. Asks no model."""
    options = tuple(
        DeliberatedOption(id=one.id, text=one.text, proposals=one.proposals, entries=one.merged_by, lost=one.lost)
        for one in first.options
    )
    compared = tuple(
        compare_option(option, revised[held.run][1], revised[held.run][0], held.side) if held.run in revised else held
        for option, held in zip(options, first.options, strict=True)
    )
    found = OptionList(options=options, left_out=first.left_out, named=first.named, entry="")
    recommendation = recommend_option(compared)
    renewed = {
        "summary": summarise_choice(recommendation, compared, found, first.seat_names),
        "recommendation": recommendation,
        "options": compared,
        "compared": (),  # it told of what the options were before; whoever renews it asks for it again
        "runs": tuple(dict.fromkeys(one.run for one in compared)),
    }
    return first.model_copy(update=renewed)


async def mediate_spec(session: Session, spec: DeliberateSpec) -> Mediation:
    """The mediation that a spec asks for, and what it comes to in prose."""
    found = await mediate(
        session,
        spec.question,
        spec.seats,
        options=spec.options,
        protocol=spec.protocol,
        speaker=spec.speaker,
        examined=spec.examined,
        proposed=spec.proposed,
    )
    return await tell_mediation(session, found)


async def tell_mediation(session: Session, mediation: Mediation, before: Mediation | None = None) -> Mediation:
    """The mediation with its outcome told anew for each reader; of one that was revised, `before` is what it revises.

    Whoever tells it then reads what was told before, and what changed.
    """
    tellable = list_tellable(mediation)
    seats, earlier, told_of = len(mediation.seats), "", {}
    if before:
        was = list_tellable(before)
        tellable = mark_changed(was, tellable)
        earlier = describe_before(before.told, was, tellable)
        told_of = list_confirmed(before.told, was, tellable) | list_changed(before.told, was, tellable)
    told = await tell_outcome(session, mediation.motion.question, tellable, seats, earlier, told_of)
    return mediation.model_copy(update={"told": told})


def make_dossier(mediation: Mediation, spec: DeliberateSpec, pack: Pack, entries: Iterable[Entry]) -> Dossier:
    """The dossier of a mediation, original or revised."""
    return compile_dossier(
        mediation,
        pack=pack,
        corpus=spec.corpus,
        protocol=spec.protocol,
        protocol_reason=f"{spec.protocol_reason}; speaking: {mediation.speaking}",
        entries=entries,
        models=spec.deciders,
    )
