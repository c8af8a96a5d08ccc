"""What every model keeps, whoever answers. `test_contract.py` runs this on each implementation."""

from __future__ import annotations

from foam.model.port import Model
from foam.model.question import Question, check
from foam.values import canonical


async def answers_in_bounds(model: Model, question: Question) -> None:
    """The answer lies in the question's space, says how it was arrived at, and can be recorded and read back."""
    answer = await model.answer(question, seed=7)
    check(question, answer.reply)
    assert answer.method
    assert type(answer).model_validate_json(canonical(answer.json_value())) == answer


async def repeats_itself(model: Model, question: Question) -> None:
    """Same question, same seed, same answer; whatever was asked in between."""
    first = await model.answer(question, seed=3)
    await model.answer(question, seed=4)
    assert await model.answer(question, seed=3) == first


async def takes_a_complaint(model: Model, question: Question) -> None:
    """An answer to a complaint is in bounds, too."""
    answer = await model.answer(question, seed=7, complaint="ids that were not offered: zz")
    check(question, answer.reply)


async def is_one_decider(model: Model, question: Question) -> None:
    """Answering changes nothing about who answers; the seed is left to the clerk; the value can be recorded."""
    before = model.decider
    await model.answer(question, seed=7)
    assert model.decider == before
    assert before.type == "model"
    assert before.seed is None
    assert before.id
    assert before.version
    assert before.family
    assert canonical(before.json_value())


LAWS = (answers_in_bounds, repeats_itself, takes_a_complaint, is_one_decider)
