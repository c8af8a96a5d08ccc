"""The flow of a transcript from elsewhere, beside its marks."""

from __future__ import annotations

import asyncio

from tests.debate.stage import MOTION, Stage
from tests.deliberation.table import NOON

from foam.debate.transcript import Transcript, Utterance
from foam.job.job import replay, run
from foam.job.waiting import complete
from foam.judging.debates.job import DebateEvaluationSpec, evaluate_debate
from foam.judging.debates.views import compose_evaluation
from foam.paper import render

SAID = (
    Utterance(speaker="P1", side="pro", text="Buses in Tarn ran fuller in every month.\n\nPoor families save a tenth."),
    Utterance(speaker="C1", side="con", text="“Ran fuller in every month” is what crowding looks like in winter."),
)


def test_an_evaluation_tells_what_became_of_each_point_and_replays() -> None:
    stage = Stage()
    debate = Transcript(motion=MOTION, utterances=SAID)
    fields = {**stage.tools.describe(), "transcript": debate, "methods": ("inspire",), "paired": debate.from_elsewhere}
    spec = DebateEvaluationSpec.model_validate(fields)
    ran = asyncio.run(run(evaluate_debate, spec, stage.tools, store=stage.store, clock=lambda: NOON))
    shown = render(compose_evaluation(ran.view), "md").replace("\\", "")
    assert "3 points as the code cut them: 1 answered, 1 dropped, 0 not clear." in shown
    assert "| answered by 2.1 |" in shown
    assert "| DROPPED |" in shown
    assert complete(replay(stage.store, ran.run)) == ran.view


def test_a_debate_of_this_projects_is_not_from_elsewhere() -> None:
    named = tuple(one.model_copy(update={"speech": "1AC"}) for one in SAID)
    assert Transcript(motion=MOTION, utterances=SAID).from_elsewhere
    assert not Transcript(motion=MOTION, utterances=named).from_elsewhere
