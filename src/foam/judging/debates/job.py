"""The job that marks a debate."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from pydantic import Field

from foam.debate.points import track_points
from foam.debate.rounds.foreign import read_foreign_turns
from foam.debate.transcript import Transcript
from foam.debate.values import FlowedPoint
from foam.job.job import job
from foam.job.orders.debate import Method
from foam.job.session import Session
from foam.job.spec import Spec
from foam.judging.debates.controls import MEANINGS, DebateControl, count_controls, judge_controls
from foam.judging.debates.debatrix import DIMENSIONS, Judgement, debatrix, list_judged
from foam.judging.debates.facts import MOST_CLAIMS, list_claims
from foam.judging.debates.inspire import SUBJECTIVE, Inspired, mark_utterance
from foam.judging.debates.printed import PRINTED, PrintedMark, mark_as_printed
from foam.judging.debates.reading import MOST_SENTENCES, NEAREST, SpeechReading, list_fresh, read_speech
from foam.paper import Readable
from foam.values import Value


class DebateEvaluationSpec(Spec):
    """What is judged, and by which methods."""

    transcript: Transcript
    methods: tuple[Method, ...] = ("inspire", "debatrix")
    turns: tuple[int, ...] = ()
    """Places of the utterances to be marked; empty marks all."""
    paired: bool = Field(default=False, exclude_if=lambda paired: not paired)
    """Whether it is a transcript from elsewhere, of which is read which points answer which."""
    controls: bool = False
    """Whether controls are marked in each side's place, too."""
    as_printed: bool = Field(default=False, exclude_if=lambda printed: not printed)
    """Whether InspireScore is also given as the paper prints it."""


class DebateEvaluation(Readable, Value):
    """What the judges made of a debate."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.judging.debates.views",)
    motion: str
    inspire: tuple[Inspired, ...] = ()
    debatrix: Judgement | None = None
    skipped: dict[str, str] = Field(default_factory=dict)
    """What could not be judged, and why."""
    readings: tuple[SpeechReading, ...] = ()
    """What each speech says at all, and for whom: what its marks rest on."""
    flow: tuple[FlowedPoint, ...] = Field(default=(), exclude_if=lambda flow: not flow)
    """What became of the points of a transcript from elsewhere."""
    controls: tuple[DebateControl, ...] = ()
    """How the judge saw what no judge should mark as high; none unless asked for."""
    printed: tuple[PrintedMark, ...] = Field(default=(), exclude_if=lambda printed: not printed)
    """InspireScore as the paper prints it; none unless asked for."""

    @property
    def withheld(self) -> str:
        """Why nothing that this judge ranked is shown; empty where it is."""
        level = [one for one in self.controls if one.level]
        if not level:
            return ""
        told = " and ".join(dict.fromkeys(f"{one.name} ({MEANINGS[one.name]})" for one in level))
        return f"Not marked: the judge does not tell a speech from {told}."


@job("debate evaluation", spec=DebateEvaluationSpec)
async def evaluate_debate(spec: DebateEvaluationSpec, session: Session) -> DebateEvaluation:
    """Mark the debate by the methods asked for."""
    prompts, transcript = session.prompts, spec.transcript
    skipped = {} if len(transcript.sides) > 1 else {"debatrix": "only one side spoke: there is nobody to compare"}
    judging = "debatrix" in spec.methods and not skipped
    turns = spec.turns or tuple(n for n, said in enumerate(transcript.utterances) if said.kind == "speech")
    marked = turns if "inspire" in spec.methods else ()
    compared = tuple(turn for turn, _ in list_judged(transcript)) if judging else ()
    read = await asyncio.gather(
        *(
            read_speech(session.clerk, session.corpus, prompts, transcript, turn)
            for turn in sorted({*marked, *compared})
        )
    )
    readings = {one.turn: one for one in read}
    marks, judged = await asyncio.gather(
        mark_utterance(session, transcript, [readings[turn] for turn in marked]),
        debatrix(session.clerk, prompts, transcript, read) if judging else _nothing(),
    )
    printed = await mark_as_printed(session, transcript, turns) if spec.as_printed else ()
    told = skipped if "debatrix" in spec.methods else {}
    controls = await judge_controls(session, transcript) if spec.controls else ()
    heard, _ = await read_foreign_turns(session, transcript) if spec.paired else ((), ())
    return DebateEvaluation(
        motion=transcript.motion,
        inspire=marks,
        debatrix=judged,
        skipped=told,
        controls=controls,
        printed=printed,
        readings=tuple(read),
        flow=track_points(heard, over=True),
    )


def foresee_questions(
    transcript: Transcript, methods: tuple[Method, ...], *, controls: bool, as_printed: bool = False
) -> tuple[int, int]:
    """How many questions an evaluation asks, at least and at most: how many sentences bear on a claim is not known."""
    compared = list_judged(transcript) if "debatrix" in methods and len(transcript.sides) > 1 else []
    spoken = [(n, one) for n, one in enumerate(transcript.utterances) if one.kind == "speech"]
    marked = spoken if "inspire" in methods else []
    read = {turn for turn, _ in (*marked, *compared)}
    least = sum(min(MOST_SENTENCES, len(list_fresh(transcript, turn))) for turn in read)
    least += len(marked) * (len(SUBJECTIVE) + 1) + as_printed * len(spoken) * sum(map(len, PRINTED.values()))
    least += 2 * len(compared) * len(DIMENSIONS) + 2 * len(DIMENSIONS) if compared else 0  # Source is not compared
    most = least + sum(NEAREST * len(list_claims(transcript, turn)) for turn, _ in marked)
    again = count_controls(transcript) if controls else 0
    each = len(SUBJECTIVE) + 1 + 2 * len(DIMENSIONS)
    return least + again * each, most + again * (each + MOST_SENTENCES + NEAREST * MOST_CLAIMS)


async def _nothing() -> None:
    return None
