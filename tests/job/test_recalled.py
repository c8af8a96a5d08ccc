"""What an earlier run was told is not asked again in the same words, whatever it now depends on."""

from __future__ import annotations

import asyncio

import pytest
from tests.job.test_clerk import NOON, clerk_of, question

from foam.job.clerk import Clerk, read_answer
from foam.job.recalled import RECALLED, recall_answers
from foam.model.question import Choose
from foam.model.scripted import ScriptedModel
from foam.record.entry import ValueInput
from foam.record.memory import MemoryStore
from foam.record.runs import open_run


def _run_again(store: MemoryStore, model: ScriptedModel, first: Clerk, *, seed: int = 0) -> Clerk:
    run = open_run(store, "test", {"changed": True}, clock=lambda: NOON)
    recalled = recall_answers(store, first._run)
    models = dict.fromkeys(("proposer", "critic", "evaluator", "judge"), model)
    return Clerk(store, models, run=run, seed=seed, clock=lambda: NOON, recalled=recalled)


def _ask(clerk: Clerk, asked: Choose, on: int) -> object:
    return read_answer(asyncio.run(clerk.ask("k", asked, ValueInput(role="depends on", value=on)))).reply


def test_the_same_words_are_answered_by_the_earlier_run() -> None:
    store, model = MemoryStore(), ScriptedModel()
    first = clerk_of(model, store=store)
    told = _ask(first, question(), 1)
    again = _run_again(store, model, first)
    assert _ask(again, question(), 2) == told
    assert (len(model.calls), again.tally.asked, again.tally.reused) == (1, 0, 1)
    kept = asyncio.run(again.ask("k", question(), ValueInput(role="depends on", value=2)))
    assert kept.answer["method"].endswith(f", {RECALLED}")
    assert kept.answer.get("usage") is None


@pytest.mark.parametrize("other", ["words", "seed"])
def test_other_words_or_another_seed_are_asked(other: str) -> None:
    store, model = MemoryStore(), ScriptedModel()
    first = clerk_of(model, store=store)
    _ask(first, question(), 1)
    again = _run_again(store, model, first, seed=1 if other == "seed" else 0)
    _ask(again, question(statement="another") if other == "words" else question(), 2)
    assert (len(model.calls), again.tally.asked) == (2, 1)


def test_what_is_recalled_twice_is_said_to_be_recalled_once() -> None:
    store, model = MemoryStore(), ScriptedModel()
    first = clerk_of(model, store=store)
    _ask(first, question(), 1)
    again = _run_again(store, model, first)
    _ask(again, question(), 2)
    third = _run_again(store, model, again)
    kept = asyncio.run(third.ask("k", question(), ValueInput(role="depends on", value=3)))
    assert kept.answer["method"].count(RECALLED) == 1
