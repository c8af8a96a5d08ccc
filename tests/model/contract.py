"""What every model keeps, whoever answers. `test_contract.py` and others run this on each implementation.

A replay's stand-in answers nothing. It keeps `LAWS` like every model; `ANSWERING` holds for the models that answer.
"""

from __future__ import annotations

from foam.canonical import write_canonical
from foam.errors import ServiceError
from foam.model.port import Model
from foam.model.question import Answer, Question, check


async def answers_in_bounds(model: Model, question: Question) -> None:
    """The answer lies in the question's space, says how it was arrived at, and can be recorded and read back."""
    answer = await model.answer(question, seed=7)
    check(question, answer.reply)
    assert answer.method
    assert type(answer).model_validate_json(write_canonical(answer.json_value())) == answer


async def takes_a_complaint(model: Model, question: Question) -> None:
    """An answer to a complaint is in bounds, too."""
    answer = await model.answer(question, seed=7, complaint="ids that were not offered: zz")
    check(question, answer.reply)


async def repeats_itself(model: Model, question: Question) -> None:
    """Same question, same seed, same answer or same refusal; whatever was asked in between."""
    first = await _answer_or_refusal(model, question, seed=3)
    await _answer_or_refusal(model, question, seed=4)
    assert await _answer_or_refusal(model, question, seed=3) == first


async def is_one_decider(model: Model, question: Question) -> None:
    """Answering changes nothing about who answers; the seed is left to the clerk; the value can be recorded."""
    before = model.decider
    await _answer_or_refusal(model, question, seed=7)
    assert model.decider == before
    assert before.type == "model"
    assert before.seed is None
    assert before.id
    assert before.version
    assert before.family
    assert write_canonical(before.json_value())


async def _answer_or_refusal(model: Model, question: Question, *, seed: int) -> Answer | str:
    """A model that will not answer says so with an error of the tree, and with no other."""
    try:
        return await model.answer(question, seed=seed)
    except ServiceError as error:
        return error.what


LAWS = (repeats_itself, is_one_decider)
ANSWERING = (answers_in_bounds, takes_a_complaint, *LAWS)
