# ruff: noqa: E501
"""A whole debate between two writers on a motion of IBM's collection (CC-BY-SA), over its articles as they stand."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from bench.retrieval import articles
from tests.debate.stage import Stage
from tests.debate.writers import Speech, make_format, open_stage, writer
from tests.sample import NOON

from foam.debate.rounds.job import DebateSpec
from foam.debate.transcript import Transcript
from foam.debate.transcripts import read_transcript
from foam.debate.values import Debate
from foam.debate.views import render_debate_json
from foam.job.acts import ActCount
from foam.job.job import RunResult, replay, run
from foam.job.waiting import complete
from foam.judging.debates.job import DebateEvaluationSpec, evaluate_debate
from foam.model.question import Write
from foam.model.scripted import ScriptedModel

pytestmark = pytest.mark.data
ARTICLES = {"3163", "3127", "3128"}
MOTION = Transcript(
    motion="This house would enforce term limits on the legislative branch of government",
    pro="Legislatures should have term limits.",
    con="Legislatures should not have term limits.",
    utterances=(),
)
ROTATION = "As indicated above, in fifteen state legislatures the members serve in rotation, i.e., under term limits enacted during the reforms of the early 1990s."
OVERTURNED = "In another six states, however, state legislatures have either overturned their own limits or state supreme courts have ruled such limits unconstitutional."
ADOPTION = "The elections of 1990-94 saw the adoption of term limits for state legislatures in almost every state where citizens had the power of the initiative."
SABATO = "In 2007, Professor Larry J. Sabato revived the debate over term limits by arguing in A More Perfect Constitution that the success and popularity of term limits at the state level suggests that they should be adopted at the federal level as well."

SPEECHES: dict[str, list[Speech]] = {
    "P1": [{
        "plan": "Two grounds: it is tried, and it is wanted. Leave the founders out; they prove nothing for today.",
        "opening": "The question is who a seat belongs to: whoever holds it, or whoever votes.",
        "points": [
            {"move": "argue", "cites": [ROTATION], "text": "Rotation is no experiment. In fifteen states legislators already serve under limits of this kind, written in the early 1990s, and those states have gone on making laws."},
            {"move": "argue", "cites": [ADOPTION], "text": "Where citizens could put the matter on the ballot themselves, they did: in the elections of 1990-94 nearly every state with the initiative chose limits for its chamber. Those who live under a rule may say whether they want it."},
        ],
        "closing": "A rule that works and is wanted should be kept and extended.",
    }],
    "C1": [{
        "plan": "Their first point is the stronger: answer the inference. Grant the votes; they bind nobody for ever.",
        "opening": "That a rule exists does not make it a good one.",
        "points": [
            {"move": "rebut", "answers": ["1.1"], "strikes": "inference", "cites": [OVERTURNED], "text": "That some chambers live with limits tells you little when others threw them off. In six states lawmakers undid their own limits or a supreme court found them unconstitutional. A rule with that record is not settled practice."},
            {"move": "concede", "answers": ["1.2"], "text": "We grant that voters chose limits when they were asked, and that this deserves respect. It is a reason to ask them, state by state. It is no reason to bind every legislature."},
        ],
        "closing": "Let voters end a career at the next election, as they always could.",
    }],
    "P2": [{
        "plan": "Weigh six against fifteen; then use what they granted.",
        "opening": "They grant the votes and dispute the record. Look at the record, then.",
        "points": [
            {"move": "rebut", "answers": ["4.1"], "strikes": "weight", "cites": [ROTATION], "text": "Six states gave limits up, and fifteen keep them. Count both and more chambers stayed with the rule than left it; and a court that strikes a rule down says nothing about how it worked."},
            {"move": "extend", "extends": ["1.2"], "cites": [SABATO], "text": "They granted that people want this. Sabato draws the next step: because limits have been popular and have succeeded in the states, he would have them for the federal level, too."},
        ],
        "closing": "What is wanted and has lasted should not stop at some borders.",
    }],
    "C2": [{
        "plan": "The extension rests on popularity: strike the inference. Then weigh.",
        "opening": "Two speeches, and still not one word on whether limits make better laws.",
        "points": [
            {"move": "rebut", "answers": ["5.2"], "strikes": "inference", "text": "A rule can be liked and be wrong. That voters and Sabato favour limits shows that limits are favoured. Whether a chamber without experienced members legislates well is another question, and nothing was offered on it."},
            {"move": "weigh", "answers": ["5.1"], "text": "So weigh it. On their side stands a count of who kept a rule; on ours, the right to keep a legislator who serves well. A right given up should be paid for by a benefit that somebody has shown."},
        ],
        "closing": "Nobody has shown it. Leave the choice with the voters.",
    }],
}  # fmt: skip


def cross(question: Write) -> Speech | None:
    if question.template == "debate/examination":
        return {
            "aim": "They must admit that votes show consent and no more.",
            "question": "Does a vote for limits show that limits work, or only that voters wanted them?",
        }
    return {
        "response": "qualify",
        "evidence": (),
        "text": "It shows that people wanted them. That chambers go on working under limits rests on the states that have them.",
        "commitment": "The votes show consent to limits, not their effect.",
    }


def make_spec(stage: Stage) -> DebateSpec:
    shape = make_format("P1", "C1", "P2", "C2")
    first = shape.speeches[0].model_copy(update={"cross": True})
    crossed = shape.model_copy(update={"speeches": (first, *shape.speeches[1:])})
    return stage.debate_spec(transcript=MOTION, format=crossed, wording="model", pace=220.0, questions=1)


def open_public(shared_data: Path, model: ScriptedModel | None = None, **more: Any) -> Stage:
    documents = tuple(articles(shared_data / "ibm_ce", ARTICLES).values())
    return open_stage(model or writer(SPEECHES, cross), documents, **more)


@pytest.fixture(scope="module")
def stage(shared_data: Path) -> Stage:
    return open_public(shared_data)


@pytest.fixture(scope="module")
def ran(stage: Stage) -> RunResult[Debate]:
    return stage.debate(make_spec(stage))


def test_the_whole_debate_is_written_and_nothing_of_it_refused(ran: RunResult[Debate]) -> None:
    view = ran.view
    assert [turn.voice for turn in view.turns] == ["written"] * 6
    assert [turn.notes for turn in view.turns] == [()] * 6
    assert view.acts == ActCount(asked=14)  # four speeches prepared, made and judged; a question put and answered
    assert view.unverified == ()
    spoken = [point.words for turn in view.turns if turn.kind == "speech" for point in turn.points]
    assert spoken == [point["text"] for name in ("P1", "C1", "P2", "C2") for point in SPEECHES[name][0]["points"]]


def test_the_flow_follows_answers_grants_and_extensions(ran: RunResult[Debate]) -> None:
    fates = {one.point.id: one for one in ran.view.flow}
    assert fates["1.1"].answered_by == ("4.1",)
    assert fates["1.2"].list_doers("conceded") == ("4.2",)
    assert fates["4.1"].answered_by == ("5.1",)
    assert fates["5.2"].answered_by == ("6.1",)
    assert not fates["6.1"].dropped


def test_a_writer_knows_which_speech_is_its_last(stage: Stage, ran: RunResult[Debate]) -> None:
    asked = [call.question.prompt for call in stage.model.calls if call.question.template == "debate/speech"]  # type: ignore[attr-defined]
    assert ["It is your last" in prompt for prompt in asked] == [False, False, True, True]


def test_it_replays_to_the_byte(stage: Stage, ran: RunResult[Debate]) -> None:
    assert complete(replay(stage.store, ran.run)).json_value() == ran.view.json_value()


@pytest.mark.parametrize("answers", [1, 4, 8, 11, 13])
def test_a_debate_that_was_cut_off_is_resumed_and_asks_nothing_twice(
    shared_data: Path, ran: RunResult[Debate], answers: int
) -> None:
    class Killed(Exception):
        pass

    left = answers
    scripted = writer(SPEECHES, cross)

    class Dying(ScriptedModel):
        async def answer(self, question: Any, *, seed: int, complaint: str = "") -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise Killed
            return await scripted.answer(question, seed=seed, complaint=complaint)

    broken = open_public(shared_data, Dying(writes=True))
    with pytest.raises(Killed):
        broken.debate(make_spec(broken))
    resumed = open_public(shared_data, store=broken.store)
    again = resumed.debate(make_spec(resumed))
    assert (again.run, again.digest) == (ran.run, ran.digest)
    assert again.asked < ran.asked
    assert again.asked + again.reused == ran.asked + ran.reused


def test_it_is_judged_with_reasons_and_read_again_as_a_transcript(
    stage: Stage, ran: RunResult[Debate], tmp_path: Path
) -> None:
    path = tmp_path / "debate.json"
    path.write_text(render_debate_json(ran.view), "utf-8")
    heard = read_transcript(path)
    assert [said.text for said in heard.utterances] == [turn.text for turn in ran.view.turns]
    spec = DebateEvaluationSpec(**stage.tools.describe(), transcript=heard)
    judged = asyncio.run(run(evaluate_debate, spec, stage.tools, store=stage.store, clock=lambda: NOON))
    assert judged.view.debatrix is not None
    assert len(judged.view.inspire) == 4
    assert any(note.reasons for one in judged.view.debatrix.dimensions for note in one.noted)
    assert all(mark.reasons for mark in judged.view.inspire)
    assert complete(replay(stage.store, judged.run)) == judged.view


LIES = {
    "invented number": (1, {"text": "Rotation is no experiment: in forty-one states legislators serve under such limits."}, "forty-one"),
    "wrong name": (1, {"text": "As Senator Hollis Wentworth says, rotation is no experiment, and fifteen states live with it."}, "Wentworth"),
    "false quotation": (2, {"text": "Voters said it themselves: “we want our chambers back from the careerists”."}, "careerists"),
}  # fmt: skip


@pytest.mark.parametrize("name", LIES)
def test_a_planted_lie_is_caught_and_left_out(shared_data: Path, name: str) -> None:
    place, changed, told = LIES[name]
    good = SPEECHES["P1"][0]
    points = [{**point, **changed} if n == place else point for n, point in enumerate(good["points"], start=1)]
    lie = {**good, "points": points}
    stage = open_public(shared_data, writer({**SPEECHES, "P1": [lie]}, cross))
    spec = make_spec(stage)
    first = stage.debate(spec.model_copy(update={"format": make_format("P1")})).view.turns[0]
    assert told not in first.text
    assert any(told in note for note in first.notes)
    assert len(first.points) == 1
