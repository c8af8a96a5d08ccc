"""Trials: every planted fault with the right and the wrong challenge, heard, and how often each came out as it should.

The *told* judge knows from the data which sentences bear a statement out and which speak against it: its figures show
everything but judgement. With any other model they show judgement, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from foam.contest.challenge import (
    ArithmeticSlip,
    Challenge,
    Ground,
    Misquotation,
    MissingComponent,
    OutOfContext,
    Relevance,
    SelectionBias,
    StaleSource,
)
from foam.contest.job import ContestSpec, Heard, hear_challenge
from foam.contest.read import read_ground
from foam.contest.subject import DossierFile, File
from foam.evidence.corpus import Passage, make_passages
from foam.evidence.document import Document
from foam.job.waiting import complete
from foam.judging.faults.planted import (
    DecidedByWeight,
    Fault,
    IgnoredCounterEvidence,
    Miscalculated,
    Misquoted,
    MissingPart,
    MissingSlot,
    OutOfContextFault,
    Stale,
    WrongSentence,
)
from foam.judging.faults.planting import Bed, Sown, add_step, plant_dossier, remove_slot
from foam.model.port import Model
from foam.model.question import Choose, Chosen
from foam.model.scripted import Call, Said, Script
from foam.values import Value

UNFOUNDED = "I do not agree with this at all."
Names = Mapping[str, frozenset[str]]
"""By statement: the sentences that a judge who knows the answer would name."""


@dataclass(frozen=True)
class Trial:
    """One challenge to a planted file, whether it is the right one, and what a told judge would name."""

    fault: Fault
    right: bool
    file: File
    challenge: Challenge
    documents: tuple[Document, ...] = ()
    bears: Names = field(default_factory=dict)
    against: Names = field(default_factory=dict)


class Rate(Value):
    """How the trials of one type came out."""

    type: str
    faults: int
    right_sustained: int
    wrong_rejected: int
    mistaken: tuple[str, ...] = ()
    """What came out otherwise, a line each."""


_JUDGED = ("contest/bears", "contest/against", "contest/context", "contest/warrant")


def make_script(trial: Trial) -> Script:
    """A judge that knows the answer; all other questions are left to the seed."""

    def said(call: Call) -> Said | None:
        question = call.question
        if not isinstance(question, Choose) or question.template not in _JUDGED:
            return None
        known = trial.bears if question.template == "contest/bears" else trial.against
        named = known.get(question.statement, frozenset())
        ids = [option.id for option in question.options if option.text in named]
        return Chosen(ids=tuple(ids[: question.at_most]))

    return said


def hear(trial: Trial, bed: Bed, models: Mapping[str, Model]) -> Heard:
    """Hear one trial from admission to outcome."""
    tools = replace(bed.tools, models=models)
    spec = ContestSpec(**tools.describe(), of=trial.file.run, challenge=trial.challenge)
    work = hear_challenge(spec, trial.file, tools, store=bed.store, documents=trial.documents, clock=bed.clock)
    return complete(work).view


def ended_rightly(trial: Trial, heard: Heard) -> bool:
    """Whether the right challenge won, at least in part, or the wrong one lost."""
    won = heard.outcome.disposition in ("sustained", "partly sustained")
    return won if trial.right else heard.outcome.disposition == "rejected"


def rates(
    faults: Iterable[Fault], bed: Callable[[Fault], Bed], models: Callable[[Trial], Mapping[str, Model]]
) -> tuple[Rate, ...]:
    """Hear every trial and count, by type of fault."""
    counted: dict[str, Rate] = {}
    for fault in faults:
        where = bed(fault)
        for trial in trials(fault, where):
            right = ended_rightly(trial, heard := hear(trial, where, models(trial)))
            counted[fault.type] = _count(counted.get(fault.type), trial, heard, right)
    return tuple(counted.values())


def _count(rate: Rate | None, trial: Trial, heard: Heard, right: bool) -> Rate:
    held = rate or Rate(type=trial.fault.type, faults=0, right_sustained=0, wrong_rejected=0)
    wrong = f"{'right' if trial.right else 'wrong'} challenge {heard.outcome.disposition}: {_name(trial)}"
    return held.model_copy(
        update={
            "faults": held.faults + trial.right,
            "right_sustained": held.right_sustained + (trial.right and right),
            "wrong_rejected": held.wrong_rejected + (not trial.right and right),
            "mistaken": held.mistaken if right else (*held.mistaken, wrong),
        }
    )


def _name(trial: Trial) -> str:
    part = trial.file.parts[trial.challenge.node]
    return f"{trial.fault.pack}: {part.text[:80]}"


def trials(fault: Fault, bed: Bed) -> Iterator[Trial]:
    """The right challenge to a fault, then the wrong one."""
    match fault:
        case WrongSentence():
            yield from _wrong_sentence(fault, bed)
        case OutOfContextFault():
            yield from _passed_over(fault, bed, OutOfContext())
        case IgnoredCounterEvidence():
            yield from _passed_over(fault, bed, SelectionBias())
        case Stale():
            yield from _stale(fault, bed)
        case Miscalculated():
            yield from _miscalculated(fault, bed)
        case MissingPart():
            yield from _missing_part(fault, bed)
        case MissingSlot():
            yield from _missing_slot(fault, bed)
        case DecidedByWeight():
            yield from _by_weight(fault, bed)
        case Misquoted():
            yield from _misquoted(fault, bed)
        case _:
            assert_never(fault)


def _first(file: DossierFile) -> str:
    """The planted claim is the first seat's."""
    return next(iter(file.claims))


def _plant(bed: Bed, fault: Fault, right: bool, *sown: Sown, objection_value: str = "") -> DossierFile:
    return plant_dossier(bed, sown, f"{fault.digest} {right}", objection_value=objection_value)


def _challenge(node: str, ground: Ground, because: str, *brought: Document) -> Challenge:
    return Challenge(node=node, ground=ground, because=because, brought=tuple(one.digest for one in brought))


def _wrong_sentence(fault: WrongSentence, bed: Bed) -> Iterator[Trial]:
    right, wrong = bed.sentence(fault.right), bed.sentence(fault.wrong)
    bears = {fault.claim: frozenset({right.text})}
    for is_right, ground in ((True, wrong), (False, right)):
        file = _plant(bed, fault, is_right, Sown(text=fault.claim, ground=ground))
        because = "The sentence is about something else." if is_right else UNFOUNDED
        yield Trial(fault, is_right, file, _challenge(_first(file), Relevance(), because), bears=bears)


def _passed_over(fault: OutOfContextFault | IgnoredCounterEvidence, bed: Bed, ground: Ground) -> Iterator[Trial]:
    against = {fault.claim: frozenset({bed.sentence(fault.against).text})}
    file = _plant(bed, fault, True, Sown(text=fault.claim, ground=bed.sentence(fault.ground)))
    yield Trial(fault, True, file, _challenge(_first(file), ground, fault.because), against=against)
    file = _plant(bed, fault, False, Sown(text=fault.sound, ground=bed.sentence(fault.sound_ground)))
    yield Trial(fault, False, file, _challenge(_first(file), ground, UNFOUNDED), against=against)


def _stale(fault: Stale, bed: Bed) -> Iterator[Trial]:
    ground = bed.sentence(fault.ground)
    for right, text in ((True, fault.newer), (False, ground.text)):
        later = bed.later_edition(ground, text)
        file = _plant(bed, fault, right, Sown(text=fault.claim, ground=ground))
        challenge = _challenge(_first(file), StaleSource(), "There is a later edition.", later)
        yield Trial(fault, right, file, challenge, documents=(later,))


def _miscalculated(fault: Miscalculated, bed: Bed) -> Iterator[Trial]:
    sound = bed.case(fault.speech)
    spoilt = add_step(bed, sound, fault.slot, fault.step, fault.value)
    for right, file in ((True, spoilt), (False, sound)):
        because = f"The {fault.step} comes out otherwise." if right else f"{UNFOUNDED} {fault.step}"
        yield Trial(fault, right, file, _challenge(fault.slot, ArithmeticSlip(), because))


def _missing_part(fault: MissingPart, bed: Bed) -> Iterator[Trial]:
    ground = _any_sentence(bed)
    whole = Sown(text="The decision rests on one week.", ground=ground)
    lacking = (
        whole.model_copy(update={"warrant": ""})
        if fault.component == "warrant"
        else whole.model_copy(update={"grounded": False})
    )
    for right, sown in ((True, lacking), (False, whole)):
        file = _plant(bed, fault, right, sown)
        because = f"It has no {fault.component}."
        yield Trial(fault, right, file, _challenge(_first(file), MissingComponent(component=fault.component), because))


def _missing_slot(fault: MissingSlot, bed: Bed) -> Iterator[Trial]:
    sound = bed.case(fault.speech)
    spoilt, group = remove_slot(bed, sound, fault.component)
    for right, file in ((True, spoilt), (False, sound)):
        because = f"The {fault.component} is missing." if right else UNFOUNDED
        yield Trial(fault, right, file, _challenge(group, MissingComponent(component=fault.component), because))


def _by_weight(fault: DecidedByWeight, bed: Bed) -> Iterator[Trial]:
    ground = _any_sentence(bed)
    sown = Sown(text="This should be done.", ground=ground, value=fault.claim_value)
    for right, weight in ((True, fault.right), (False, fault.wrong)):
        file = _plant(bed, fault, right, sown, objection_value=fault.objection_value)
        because = "This weight alone decides it."
        yield Trial(fault, right, file, _challenge(_first(file), read_ground("weighting", weight=weight), because))


def _misquoted(fault: Misquoted, bed: Bed) -> Iterator[Trial]:
    sound = bed.sentence(fault.ground)
    spoilt = sound.model_copy(update={"text": sound.text.replace(fault.find, fault.put)})
    for right, ground in ((True, spoilt), (False, sound)):
        file = _plant(bed, fault, right, Sown(text=f"The source says so: {fault.find}.", ground=ground))
        yield Trial(
            fault, right, file, _challenge(_first(file), Misquotation(), "The words are not those of the source.")
        )


def _any_sentence(bed: Bed) -> Passage:
    """A sentence to rest on, where which one does not matter."""
    return next(passage for held in bed.documents for passage in make_passages(held))
