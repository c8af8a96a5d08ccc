"""Baselines and ablations: each arm is made, differs in what was taken away, and is measured against the first."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from bench.arms.baselines import SECTIONS, Quoted, speech
from bench.arms.compare import Ablated, compare_arms, make_all
from bench.arms.make import ARMS, Arm, ArmCase, make
from tests.case.drafting import draft
from tests.case.writing import Desk, agreeable
from tests.judging.cases import NOON, honest, jury, rubric, sound

from foam.case.values import NEEDED
from foam.job.job import replay
from foam.job.waiting import complete
from foam.judging.audit import audit_case, sources_judge
from foam.judging.entrants.intake import case_of_text
from foam.model.cast import ROLES
from foam.model.question import Label, Labelled, Question, Score, Scored, Write, Written, check
from foam.model.scripted import Call, Said, ScriptedModel, agree
from foam_quotes.verdicts.found import Quotation

RESOLUTION = "Should cities make public transport free?"


def writer(call: Call) -> Said | None:
    """Agreeable, and copies the first words of what it is given where it has to write."""
    question = call.question
    if (acted := draft(call)) is not None:
        return acted
    if isinstance(question, Write) and question.material:
        text = question.material[0].text
        return Written(fields={field.name: " ".join(text.split()[: field.max_words]) for field in question.texts})
    if isinstance(question, Write):
        return Written(fields={field.name: f"{field.name}: {NEEDED} search for fares" for field in question.fields})
    return agreeable(call)


def made(arm: Arm, desk: Desk | None = None) -> ArmCase:
    held = desk or Desk(writer)
    return asyncio.run(make(arm, RESOLUTION, held.tools, store=held.store, clock=lambda: NOON))


@pytest.mark.parametrize("arm", ARMS)
def test_every_arm_makes_a_case_and_makes_it_again_the_same(arm: Arm) -> None:
    one = made(arm)
    assert one.entrant.parts
    assert (one.arm, one.ending) == (arm, ".json" if arm in ("foam", "no-deliberation") else ".md")
    assert made(arm) == one


@pytest.mark.parametrize("arm", ["no-provenance", "no-templates", "retrieval", "zero-shot"])
def test_a_speech_is_replayed_from_the_record_alone(arm: Arm) -> None:
    held = Desk(writer)
    one = made(arm, held)
    (run,) = (run for run in held.store.entries(kind="run") if run.draft.question["job"] == "arm")
    assert complete(replay(held.store, run.key)) == one


def test_zero_shot_has_every_section_and_the_standardised_constraints() -> None:
    held = Desk(writer)
    one = made("zero-shot", held)
    assert one.entrant.holes == len(SECTIONS)
    assert one.entrant.citations == ()
    model = held.models["proposer"]
    assert isinstance(model, ScriptedModel)
    (call,) = (call for call in model.calls if call.question.template == "judging/zero-shot")
    for words in ("1300 to 1700 words", "eight minutes", "3 to 7", "2 to 5", NEEDED, "Fabricate nothing"):
        assert words in call.question.prompt
    assert sum(SECTIONS.values()) == 1700


def test_quotations_bound_by_id_are_exact_and_those_written_by_the_model_are_what_it_wrote() -> None:
    judge = sources_judge(Desk(writer).pack.documents())
    bound: tuple[Arm, ...] = ("foam", "no-templates")
    for arm in bound:
        assert audit_case(arm, made(arm).entrant, judge).whole, arm
    written: tuple[Arm, ...] = ("no-provenance", "retrieval")
    for arm in written:
        assert len(made(arm).entrant.citations) >= 5, arm


def test_without_deliberation_critic_and_evaluator_assent() -> None:
    held = Desk(writer)
    made("no-deliberation", held)
    model = held.models["critic"]
    assert isinstance(model, ScriptedModel)
    assert model.calls
    assert {call.question.role for call in model.calls} == {"proposer"}


def test_assent_is_always_within_bounds() -> None:
    asked = {"template": "t", "template_digest": "", "prompt": "", "statement": "Buses help."}
    questions: list[Question] = [
        Label(**asked, text="x", labels=("contradicts", "agrees")),
        Score(**asked, text="x", low=-1, high=3),
    ]
    answers = [asyncio.run(ScriptedModel(agree()).answer(question, seed=0)) for question in questions]
    for question, answer in zip(questions, answers, strict=True):
        check(question, answer.reply)
    assert [answer.reply for answer in answers] == [Labelled(label="agrees"), Scored(score=3.0)]


def compared(arms: tuple[Arm, ...], resolutions: tuple[str, ...] = (RESOLUTION,)) -> Ablated:
    held = Desk(writer)

    async def whole() -> Ablated:
        cases = await make_all(arms, resolutions, held.tools, store=held.store, clock=lambda: NOON)
        return await compare_arms(
            cases,
            replace(held.tools, models={"judge": ScriptedModel(sound(honest), name="judge")}),
            rubric=rubric(),
            jury=jury(),
            documents=held.pack.documents(),
            store=held.store,
            clock=lambda: NOON,
        )

    return asyncio.run(whole())


def test_arms_are_scored_audited_and_measured_against_the_first() -> None:
    found = compared(("foam", "retrieval", "zero-shot"))
    rows = {row.arm: row for row in found.rows}
    assert list(rows) == ["foam", "retrieval", "zero-shot"]
    assert (rows["foam"].rates.cfvr, rows["zero-shot"].rates.cfvr) == (1.0, 0.0)
    assert rows["foam"].against.value is None
    assert rows["zero-shot"].against.value is not None
    assert rows["zero-shot"].against.value < 0, "no citations, so less for evidence; the judge gives all the rest alike"


def test_speeches_are_read_back_as_they_were_written() -> None:
    text = speech(
        "We should.", [Quoted("A tag", "Many  ride\nnow.", "Hale 2021"), Quoted("Bare", "Words only here.", "")]
    )
    assert case_of_text(text).citations == (
        Quotation(quote="Many ride now.", source="Hale 2021"),
        Quotation(quote="Words only here."),
    )


def test_roles_are_all_played() -> None:
    assert set(Desk(writer).models) == set(ROLES)
