"""The job that marks a debate."""

from __future__ import annotations

import asyncio
from typing import Literal

from pydantic import Field

from foam.debate.transcript import Transcript
from foam.job.job import job
from foam.job.session import Session
from foam.job.spec import Spec
from foam.judging.debates.controls import MEANINGS, DebateControl, judge_controls
from foam.judging.debates.debatrix import Judgement, debatrix
from foam.judging.debates.inspire import Inspired, mark_utterance
from foam.paper import Readable
from foam.values import Value

Method = Literal["inspire", "debatrix"]


class DebateEvaluationSpec(Spec):
    """What is judged, and by which methods."""

    transcript: Transcript
    methods: tuple[Method, ...] = ("inspire", "debatrix")
    turns: tuple[int, ...] = ()
    """Places of the utterances to be marked; empty marks all."""


class DebateEvaluation(Readable, Value):
    """What the judges made of a debate."""

    motion: str
    inspire: tuple[Inspired, ...] = ()
    debatrix: Judgement | None = None
    skipped: dict[str, str] = Field(default_factory=dict)
    """What could not be judged, and why."""
    controls: tuple[DebateControl, ...] = ()
    """How the judge saw gibberish and a parrot; none where single utterances were marked."""

    @property
    def withheld(self) -> str:
        """Why nothing that this judge ranked is shown; empty where it is."""
        level = [one.name for one in self.controls if one.level]
        if not level:
            return ""
        told = " and ".join(f"{name} ({MEANINGS[name]})" for name in level)
        return f"This judge cannot tell the better side from {told}: no winner and no marks are shown."


@job("debate evaluation", spec=DebateEvaluationSpec)
async def evaluate_debate(spec: DebateEvaluationSpec, session: Session) -> DebateEvaluation:
    """Mark the debate by the methods asked for."""
    prompts, transcript = session.prompts, spec.transcript
    skipped = {} if len(transcript.sides) > 1 else {"debatrix": "only one side spoke: there is nobody to compare"}
    judging = "debatrix" in spec.methods and not skipped
    turns = spec.turns or tuple(n for n, said in enumerate(transcript.utterances) if said.kind == "speech")
    marks, judged = await asyncio.gather(
        mark_utterance(session.clerk, session.corpus, prompts, transcript, turns if "inspire" in spec.methods else ()),
        debatrix(session.clerk, prompts, transcript) if judging else _nothing(),
    )
    told = skipped if "debatrix" in spec.methods else {}
    winner = judged.winner if judged else None
    controls = () if spec.turns else await judge_controls(session, transcript, marks, winner)
    return DebateEvaluation(motion=transcript.motion, inspire=marks, debatrix=judged, skipped=told, controls=controls)


async def _nothing() -> None:
    return None
