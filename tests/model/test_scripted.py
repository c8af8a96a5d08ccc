"""The shipped fake: in bounds by itself, obedient to its script, and honest about what it was asked."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.model.questions import EACH_KIND, choose, label, rank, score, write

from foam.errors import OutOfBounds, Unreachable
from foam.model.form import TextField
from foam.model.question import Answer, Chosen, Labelled, Option, Question, Reply, Scored, check
from foam.model.scripted import Call, ScriptedModel, by_template, in_turn, reply_by_seed

texts = st.text(max_size=30)
options = st.lists(texts, min_size=1, max_size=8, unique=True).map(lambda ids: tuple(Option(id=i, text=i) for i in ids))
questions: st.SearchStrategy[Question] = st.one_of(
    options.flatmap(
        lambda o: st.tuples(st.integers(0, len(o)), st.integers(0, 9)).map(lambda n: choose(n[0], max(1, sum(n)), o))
    ),
    options.map(rank),
    st.tuples(st.floats(-9e15, 9e15), st.floats(-9e15, 9e15)).filter(lambda s: s[0] < s[1]).map(lambda s: score(*s)),
    st.lists(texts, min_size=2, max_size=5).map(lambda names: label(*names)),
    options.flatmap(lambda o: st.integers(1, 5).map(lambda n: write(TextField(name="tag", max_words=n), material=o))),
)


def said(model: ScriptedModel, question: Question, seed: int = 1, complaint: str = "") -> Reply:
    return asyncio.run(model.answer(question, seed=seed, complaint=complaint)).reply


@given(questions, st.integers())
def test_unscripted_it_stays_in_bounds_and_repeats_itself(question: Question, seed: int) -> None:
    call = Call(question=question, seed=seed)
    check(question, reply_by_seed(call))
    assert reply_by_seed(call) == reply_by_seed(call)


@pytest.mark.parametrize("question", EACH_KIND, ids=lambda q: q.type)
def test_seeds_make_a_difference(question: Question) -> None:
    replies = {reply_by_seed(Call(question=question, seed=seed)).model_dump_json() for seed in range(50)}
    assert len(replies) > 1


def test_a_function_scripts_it() -> None:
    model = ScriptedModel(lambda call: Labelled(label="yes" if "bears" in call.question.prompt else "no"))
    assert said(model, label()) == Labelled(label="yes")


def test_templates_script_it_and_the_rest_is_left_to_the_seed() -> None:
    model = ScriptedModel(by_template({"evidence": Chosen(ids=("s4",)), "other": Scored(score=1)}))
    assert said(model, choose()) == Chosen(ids=("s4",))
    assert said(model, choose(template="unknown"), seed=5) == said(ScriptedModel(), choose(template="unknown"), seed=5)


def test_a_queue_is_said_in_turn() -> None:
    script = in_turn(
        [Chosen(ids=("s1",)), None, Chosen(ids=("s3",))], then=by_template({"evidence": Chosen(ids=("s2",))})
    )
    model = ScriptedModel(script)
    replies = [said(model, choose()) for _ in range(4)]
    assert replies[0] == Chosen(ids=("s1",))
    assert replies[2:] == [Chosen(ids=("s3",)), Chosen(ids=("s2",))]


def test_faults_are_raised() -> None:
    model = ScriptedModel(in_turn([Unreachable("down"), Chosen(ids=("s1",))]))
    with pytest.raises(Unreachable, match="down"):
        said(model, choose())
    assert said(model, choose()) == Chosen(ids=("s1",))


def test_a_script_outside_the_answer_space_is_out_of_bounds() -> None:
    with pytest.raises(OutOfBounds, match="not offered: zz"):
        said(ScriptedModel(in_turn([Chosen(ids=("zz",))])), choose())
    with pytest.raises(OutOfBounds, match="cannot be answered by a score"):
        said(ScriptedModel(in_turn([Scored(score=1)])), choose())


def test_a_whole_answer_is_passed_on_as_it_is() -> None:
    answer = Answer(reply=Chosen(ids=("s1",)), method="by hand", confidence=0.2, detail={"s1": 1.0})
    assert asyncio.run(ScriptedModel(in_turn([answer])).answer(choose(), seed=1)) == answer


def test_the_log_has_every_call_with_its_complaint() -> None:
    model = ScriptedModel(in_turn([Unreachable("down")]))
    with pytest.raises(Unreachable):
        said(model, choose())
    said(model, label(), seed=2, complaint="again")
    assert model.calls == [
        Call(question=choose(), seed=1),
        Call(question=label(), seed=2, complaint="again"),
    ]


def test_its_delay_goes_through_the_sleep_it_was_given() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    said(ScriptedModel(delay=3600, sleep=sleep), choose())
    assert slept == [3600]
