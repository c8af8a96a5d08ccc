"""The job *deliberate*: a question is answered by one tree, as *ask* does, among seats that argue over it."""

from __future__ import annotations

from pydantic import Field

from foam.argument.casefile import Role
from foam.argument.motion import Motion, is_open_question, parse_motion, read_named_options, state_option
from foam.deliberation.answer.answer import Answer
from foam.deliberation.answer.ask import answer_question
from foam.deliberation.answer.sitting import Sitting
from foam.deliberation.protocol import check_seats, choose_speakers
from foam.errors import InputError
from foam.job.job import job
from foam.job.orders.deliberation import Protocol
from foam.job.session import Session
from foam.job.spec import Spec
from foam.perspective.diversity import describe_seating
from foam.perspective.node import Perspective
from foam.values import CleanLine


class DeliberateSpec(Spec):
    """A deliberation: the question and who is seated."""

    question: CleanLine
    options: tuple[CleanLine, ...] = ()
    """The answers to compare, where whoever asks names them."""
    seats: tuple[Perspective, ...]
    protocol: Protocol = "deliberation"
    protocol_reason: str = "asked for"
    speaker: str = ""
    """Who speaks in a consultancy; empty for the seat with the most at stake."""
    roles: dict[str, Role] = Field(default_factory=dict)
    """Whose word a document is, by its id, where somebody said so."""


@job("deliberate", spec=DeliberateSpec, view="answer")
async def deliberate(spec: DeliberateSpec, session: Session) -> Answer:
    """Deliberate the question among the seats."""
    check_seats(spec.seats, session.pack.limits)
    options = list_options(spec.question, spec.options)
    seats = tuple(sorted(spec.seats, key=lambda seat: seat.id))
    concerned = session.pack.list_concerned(spec.question)
    values = [value.id for value in session.pack.values]
    sitting = Sitting(
        session,
        seats,
        choose_speakers(spec.protocol, seats, speaker=spec.speaker, stakeholders=concerned),
        spec.protocol,
        spec.protocol_reason,
        describe_seating(seats, stakeholders=concerned, values=values),
    )
    motion = read_question(spec.question, options)
    return await answer_question(session, motion, options=options, sitting=sitting, roles=spec.roles)


def read_question(question: str, options: tuple[str, ...] = ()) -> Motion:
    """A yes-or-no question as a statement and its denial; one with options, or an open one, as it is asked."""
    if not options and not is_open_question(question):
        return parse_motion(question)
    return Motion(question=question, affirmed="", denied="")


def list_options(question: str, named: tuple[str, ...]) -> tuple[str, ...]:
    """The answers to compare, each as a statement: those that are named, else those that an open question names."""
    if not named and not is_open_question(question):
        return ()
    options = tuple(state_option(text) for text in named) or read_named_options(question)
    if len(options) == 1:
        raise InputError(
            "one option alone compares with nothing", hint="name another with --option, or ask it yes-or-no"
        )
    return tuple(dict.fromkeys(options))
