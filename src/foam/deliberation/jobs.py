"""The jobs of this folder: a small open debate, and a deliberation."""

from __future__ import annotations

from collections.abc import Iterable

from foam.deliberation.ask import AskAnswer, debate_question
from foam.deliberation.compile import compile_dossier
from foam.deliberation.dossier import Dossier
from foam.deliberation.loop import Mediation, mediate
from foam.deliberation.protocol import Protocol
from foam.deliberation.tellable import list_tellable
from foam.deliberation.written.tell import tell_outcome
from foam.job.job import job
from foam.job.session import Session
from foam.job.spec import Spec
from foam.pack.pack import Pack
from foam.perspective.node import Perspective
from foam.record.entry import Entry
from foam.record.graph import entries_of
from foam.values import CleanLine


class AskSpec(Spec):
    """A small open debate."""

    question: CleanLine


class DeliberateSpec(Spec):
    """A deliberation: the question and who is seated."""

    question: CleanLine
    seats: tuple[Perspective, ...]
    protocol: Protocol = "deliberation"
    protocol_reason: str = "asked for"
    speaker: str = ""
    """Who speaks in a consultancy; empty for the seat with the most at stake."""


@job("ask", spec=AskSpec, view="answer")
async def ask(spec: AskSpec, session: Session) -> AskAnswer:
    """Answer the question with a small debate."""
    return await debate_question(spec.question, session)


@job("deliberate", spec=DeliberateSpec, view="dossier")
async def deliberate(spec: DeliberateSpec, session: Session) -> Dossier:
    """Deliberate the question and compile the dossier."""
    mediation = await mediate_spec(session, spec)
    return make_dossier(mediation, spec, session.pack, entries_of(session.store, session.run))


async def mediate_spec(session: Session, spec: DeliberateSpec) -> Mediation:
    """The mediation that a spec asks for, and what it comes to in prose."""
    found = await mediate(session, spec.question, spec.seats, protocol=spec.protocol, speaker=spec.speaker)
    return await tell_mediation(session, found)


async def tell_mediation(session: Session, mediation: Mediation) -> Mediation:
    """The mediation with its outcome told anew for each reader."""
    told = await tell_outcome(session, mediation.motion.question, list_tellable(mediation))
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
