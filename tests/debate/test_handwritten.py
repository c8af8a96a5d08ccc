"""The worked debate: a whole policy round of which every act was written by hand."""

from __future__ import annotations

import asyncio
from functools import cache
from statistics import fmean
from typing import NamedTuple

import pytest
from tests.case.counting import Counting
from tests.case.test_handwritten import lay_desk
from tests.debate.test_rounds import VirtualLoop
from tests.sample import NOON, Bench

from foam.debate.document import compose_debate
from foam.debate.estimate import estimate_debate
from foam.debate.memory.sample import load_sample
from foam.debate.rounds.job import DebateSpec, add_debate_tools, hold_debate
from foam.debate.transcript import Transcript
from foam.debate.values import Debate
from foam.debate.views import SAME_MODEL
from foam.evidence.search.fake import HashingEmbedder
from foam.job.job import RunResult, replay, run
from foam.job.orders.debate import Debaters
from foam.model.handwritten import HandwrittenModel
from foam.model.question import Answer, Question
from foam.paper.formats import render
from foam.record.graph import longest_chain

WORDS = 440
LEAST_FILLED = 0.85
MOST_QUESTIONS = 58


class Held(NamedTuple):
    """A stage on which the debate was held."""

    table: Bench
    model: Counting
    result: RunResult[Debate]

    @property
    def debate(self) -> Debate:
        return self.result.view


@cache
def held() -> Held:
    return hold(*lay_desk())


def hold(table: Bench, model: Counting, runner: asyncio.Runner | None = None) -> Held:
    seats = {one.id: one for one in table.pack.perspectives}
    memory = load_sample(HashingEmbedder())
    chosen = table.pack.debate_format("policy")
    spec = DebateSpec(
        **table.tools.describe(0),
        transcript=Transcript(motion=table.pack.sample_question, utterances=()),
        format=chosen,
        memory=memory.version,
        memory_engine=memory.engine,
        wording="model",
        pace=WORDS / max(slot.minutes for slot in chosen.speeches),
        seats={"pro": seats["engineer"], "con": seats["nurse"]},
        judged=True,
    )
    tools = add_debate_tools(table.tools, memory)
    holding = run(hold_debate, spec, tools, store=table.store, clock=lambda: NOON)
    return Held(table, model, runner.run(holding) if runner else asyncio.run(holding))


class Slowly:
    """The written answers, each of which takes a second by the loop's clock."""

    def __init__(self, inner: HandwrittenModel) -> None:
        self._inner = inner
        self.decider = inner.decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        await asyncio.sleep(1.0)
        return await self._inner.answer(question, seed=seed, complaint=complaint)


def measure_waiting() -> tuple[int, int, float]:
    """How many questions the debate asks, how many of them one after another, and how many answers it waits for."""
    table, model = lay_desk()
    model.inner = Slowly(model.inner)  # type: ignore[assignment]
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        result = hold(table, model, runner).result
        waited = runner.get_loop().time()
    return result.asked, longest_chain(table.store, result.run), waited


def test_turns_wait_for_at_most_a_tenth_more_than_their_longest_chain_of_answers() -> None:
    asked, chain, waited = measure_waiting()
    assert chain < asked, "some questions are asked side by side"
    assert chain <= waited <= 1.1 * chain


def test_every_act_counts_at_once_and_every_speech_is_accepted() -> None:
    _, model, result = held()
    debate = result.view
    assert len(model.asked) <= MOST_QUESTIONS
    assert (debate.acts.again, debate.acts.bounded) == (0, 0)
    assert {turn.voice for turn in debate.turns} == {"written"}
    assert all(turn.accepted and not turn.notes for turn in debate.turns)
    assert debate.unverified == ()


def test_eight_speeches_fill_their_time_and_eight_questions_are_answered() -> None:
    turns = held().debate.turns
    speeches = [turn for turn in turns if turn.kind == "speech"]
    assert [turn.speech for turn in speeches] == ["1AC", "1NC", "2AC", "2NC", "1NR", "1AR", "2NR", "2AR"]
    for turn in speeches:
        assert LEAST_FILLED * turn.limit <= turn.words <= turn.limit
    assert sum(turn.kind == "question" for turn in turns) == sum(turn.kind == "answer" for turn in turns) == 8


def test_it_replays_to_the_byte() -> None:
    table, _, result = held()
    again = asyncio.run(replay(table.store, result.run))
    assert isinstance(again, Debate)
    assert again.json_value() == result.view.json_value()


def test_two_questions_about_one_speech_are_about_two_points() -> None:
    asked = [turn.about for turn in held().debate.turns if turn.kind == "question"]
    assert len(asked) == len(set(asked))


def test_both_sides_concede_and_nothing_that_was_granted_counts_as_dropped() -> None:
    debate = held().debate
    granting = [one for one in debate.flow if one.point.move == "concede"]
    assert {one.side for one in granting} == {"pro", "con"}
    assert not any(one.dropped for one in granting)
    assert [one.point.id for one in debate.flow if one.conceded] == ["16.3", "16.4"]


def test_a_turn_is_prepared_spoken_and_judged_in_three_requests() -> None:
    asked = [one.template for one in held().model.asked]
    speeches = [turn for turn in held().debate.turns if turn.kind == "speech"]
    assert {name: asked.count(f"debate/{name}") for name in ("prepare", "speech", "judgement")} == dict.fromkeys(
        ("prepare", "speech", "judgement"), len(speeches)
    )
    chosen = {"debate/stance", "debate/fact"}
    assert not chosen & {*asked}


def test_whoever_prepares_reads_the_last_speech_with_what_it_cites_and_what_was_answered_since() -> None:
    asked = [one for one in held().model.asked if one.template == "debate/prepare"]
    cited = next(turn for turn in held().debate.turns if turn.speech == "1AC").points[0].evidence
    assert all(one.text in asked[1].prompt for one in cited)
    assert "[in cross-examination, asked: “" in asked[1].prompt
    turn = next(turn for turn in held().debate.turns if turn.speech == "2AC")
    assert turn.prepared is not None
    assert [one.kind for one in turn.prepared.loopholes if one.by == "written-by-hand"] == ["overgeneralisation"]


def test_it_ends_with_a_decision_that_names_points_and_warns_that_one_hand_wrote_it_all() -> None:
    debate = held().debate
    assert debate.decision is not None
    known = {one.point.id for one in debate.flow}
    assert all(set(one.points) <= known for reading in debate.decision.readings for one in reading.issues)
    assert len(debate.decision.readings) == 2
    assert debate.decision.also_spoke
    text = render(compose_debate(debate), "md")
    assert text.index("Decision: pro") < text.index("1AC (pro")
    assert SAME_MODEL in text


def test_points_go_by_their_claims_and_the_flow_says_what_was_narrowed_and_extended() -> None:
    flow = {one.point.id: one for one in held().debate.flow}
    assert all(one.point.claim for one in flow.values() if one.point.move not in ("answer", "qualify"))
    assert flow["1.1"].list_doers("narrowed")
    assert "21.1" in flow["6.1"].list_doers("taken up")


def test_the_page_says_each_point_once() -> None:
    debate = held().debate
    text = render(compose_debate(debate), "md")
    for one in debate.flow:
        assert text.count(one.point.words[:120]) == 1


def test_what_is_estimated_of_each_act_is_what_its_prompts_have() -> None:
    """Within a quarter: as many tokens as a fourth of the letters, and what is told beside them."""
    played, table = held(), held().table
    chosen = table.pack.debate_format("policy")
    deciders = {role: one.decider for role, one in table.tools.models.items()}
    estimate = estimate_debate(
        chosen,
        Debaters(),
        deciders,
        wording="model",
        judged=True,
        pace=WORDS / max(slot.minutes for slot in chosen.speeches),
    )
    templates = {
        "speech act": "debate/speech",
        "preparation": "debate/prepare",
        "judged draft": "debate/judgement",
        "decision": "debate/decision",
        "question act": "debate/examination",
        "answer act": "debate/testimony",
        "judged answer": "debate/response",
    }
    for step in estimate.steps:
        if step.step in templates:
            asked = [one for one in played.model.asked if one.template == templates[step.step]]
            read = [(len(one.prompt) + len(getattr(one, "system", ""))) / 4 + 150 for one in asked]
            assert fmean(read) == pytest.approx(step.read.likely / step.questions.likely, rel=0.25), step.step
    counted = {step.step: step.questions for step in estimate.steps}
    assert counted["decision"].likely == sum(one.template == "debate/decision" for one in played.model.asked) == 2
