"""The clerk: asks only what the record does not hold, sends back what is out of bounds, records failures."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from foam.errors import BudgetSpent, InputError, NotRecorded, OutOfBounds
from foam.job.clerk import ATTEMPTS, WITHOUT_REASONS, Clerk, read_answer
from foam.job.standins import RecordedModel
from foam.model.port import Model
from foam.model.question import Answer, Choose, Chosen, Option, Question, Role
from foam.model.scripted import Call, Said, ScriptedModel, in_turn
from foam.model.template import fence
from foam.record.entry import Decider, Entry, ValueInput
from foam.record.memory import MemoryStore
from foam.record.runs import open_run

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
WRONG = OutOfBounds("not offered", said="z")


def question(role: Role = "proposer", statement: str = "s") -> Choose:
    offered = tuple(Option(id=i, text=i) for i in "ab")
    return Choose(template="t", template_digest="b2:0", prompt="?", statement=statement, role=role, options=offered)


def clerk_of(
    model: Model, *, store: MemoryStore | None = None, judge: Model | None = None, replaying: bool = False
) -> Clerk:
    kept = store or MemoryStore()
    run = open_run(kept, "test", {}, clock=lambda: NOON)
    models: dict[str, Model] = {"proposer": model, "critic": model, "evaluator": model, "judge": judge or model}
    return Clerk(kept, models, run=run, clock=lambda: NOON, replaying=replaying)


def test_the_same_question_is_asked_once() -> None:
    model = ScriptedModel()
    clerk = clerk_of(model)
    first = asyncio.run(clerk.ask("evidence", question()))
    second = asyncio.run(clerk.ask("evidence", question()))
    assert first == second
    assert (len(model.calls), clerk.tally.asked, clerk.tally.reused) == (1, 1, 1)


def test_two_in_flight_under_one_key_are_asked_once() -> None:
    model = ScriptedModel(delay=0.01)
    clerk = clerk_of(model)

    async def both() -> None:
        await asyncio.gather(clerk.ask("k", question()), clerk.ask("k", question()))

    asyncio.run(both())
    assert len(model.calls) == 1


def test_another_input_is_another_question() -> None:
    model = ScriptedModel()
    clerk = clerk_of(model)
    asyncio.run(clerk.ask("k", question(), ValueInput(role="x", value=1)))
    asyncio.run(clerk.ask("k", question(), ValueInput(role="x", value=2)))
    assert len(model.calls) == 2


def test_an_answer_out_of_bounds_is_sent_back_with_the_complaint() -> None:
    model = ScriptedModel(in_turn([WRONG, WRONG, Chosen(ids=("b",))]))
    entry = asyncio.run(clerk_of(model).ask("k", question()))
    assert read_answer(entry).reply == Chosen(ids=("b",))
    first, *others = [call.complaint for call in model.calls]
    assert first == ""
    assert len(others) == 2
    assert all(one.startswith("not offered. ") and fence("z") in one for one in others)


def test_the_last_time_no_reasons_are_asked_for_and_the_answer_says_so() -> None:
    model = ScriptedModel(in_turn([WRONG, WRONG, Chosen(ids=("b",))]))
    asked = question(role="judge").model_copy(update={"reasons": 30})
    entry = asyncio.run(clerk_of(model).ask("k", asked))
    assert [call.question.reasons for call in model.calls] == [30, 30, 0]
    assert read_answer(entry).method.endswith(WITHOUT_REASONS)


def test_after_two_more_tries_the_failure_is_recorded_with_what_was_said() -> None:
    store = MemoryStore()
    model = ScriptedModel(lambda _: WRONG)
    with pytest.raises(OutOfBounds):
        asyncio.run(clerk_of(model, store=store).ask("k", question()))
    assert len(model.calls) == ATTEMPTS
    failed = next(store.entries(kind="k.failed"))
    assert failed.answer["said"] == ["z", "z", "z"]
    assert not list(store.entries(kind="k"))


def test_a_model_that_slips_past_its_own_bounds_is_caught_by_the_clerk() -> None:
    class Liar:
        decider = Decider(type="model", id="liar", version="1")

        async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
            return Answer(reply=Chosen(ids=("z",)), method="lying")

    with pytest.raises(OutOfBounds):
        asyncio.run(clerk_of(Liar()).ask("k", question()))


def test_what_was_answered_before_the_budget_ran_out_stays() -> None:
    store = MemoryStore()

    def spend(call: Call) -> Said | None:
        return None if call.question.statement == "first" else BudgetSpent("no more")

    clerk = clerk_of(ScriptedModel(spend), store=store)
    asyncio.run(clerk.ask("k", question(statement="first")))
    with pytest.raises(BudgetSpent):
        asyncio.run(clerk.ask("k", question(statement="second")))
    again = ScriptedModel()
    rerun = clerk_of(again, store=store)
    asyncio.run(rerun.ask("k", question(statement="first")))
    asyncio.run(rerun.ask("k", question(statement="second")))
    assert (rerun.tally.reused, rerun.tally.asked) == (1, 1)


def test_a_judge_of_the_proposers_family_is_flagged_in_the_record() -> None:
    one, other = ScriptedModel(family="llama"), ScriptedModel(name="other", family="qwen")
    flagged = asyncio.run(clerk_of(one, judge=one).ask("k", question("judge")))
    clear = asyncio.run(clerk_of(one, judge=other).ask("k", question("judge")))
    assert [i.role for i in flagged.draft.inputs] == ["caution"]
    assert clear.draft.inputs == ()


def test_a_replaying_clerk_computes_nothing_and_asks_nobody() -> None:
    store = MemoryStore()
    model = ScriptedModel()
    clerk = clerk_of(model, store=store)
    computed = clerk.compute("sum", lambda: 3, ValueInput(role="x", value=1), rule="add")
    asked = asyncio.run(clerk.ask("k", question()))
    replaying = clerk_of(RecordedModel(model.decider), store=store, replaying=True)
    assert replaying.compute("sum", pytest.fail, ValueInput(role="x", value=1), rule="add") == computed
    assert asyncio.run(replaying.ask("k", question())) == asked
    with pytest.raises(NotRecorded):
        replaying.compute("sum", lambda: 4, ValueInput(role="x", value=2), rule="add")
    with pytest.raises(NotRecorded):
        asyncio.run(replaying.ask("k", question(statement="new")))


class _Counting(MemoryStore):
    """Notes how many entries were kept at a time; entries of a refused kind are refused."""

    refused = ""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[int] = []

    def append_all(self, entries: Sequence[Entry], *, run: str | None = None) -> tuple[Entry, ...]:
        if any(entry.draft.kind == self.refused for entry in entries):
            raise InputError("no room", hint="none")
        self.batches.append(len(entries))
        return super().append_all(entries, run=run)


def _asked_together(clerk: Clerk, *kinds: str) -> list[Entry | BaseException]:
    async def all_of_them() -> list[Entry | BaseException]:
        return await asyncio.gather(*(clerk.ask(kind, question()) for kind in kinds), return_exceptions=True)

    return asyncio.run(all_of_them())


def test_answers_that_arrive_together_are_kept_together() -> None:
    store = _Counting()
    entries = _asked_together(clerk_of(ScriptedModel(delay=0.01), store=store), "a", "b", "c")
    assert [entry.draft.kind for entry in entries if isinstance(entry, Entry)] == ["a", "b", "c"]
    assert store.batches == [1, 3], "the run, and then the answers in one go"


def test_one_answer_that_cannot_be_kept_does_not_take_the_others_with_it() -> None:
    store = _Counting()
    clerk = clerk_of(ScriptedModel(delay=0.01), store=store)
    store.refused = "b"
    a, b, c = _asked_together(clerk, "a", "b", "c")
    assert isinstance(a, Entry)
    assert isinstance(b, InputError)
    assert isinstance(c, Entry)
    assert store.get(a.key) == a
    assert store.get(c.key) == c


def test_an_answer_is_kept_although_whoever_asked_has_gone() -> None:
    store = MemoryStore()
    clerk = clerk_of(ScriptedModel(delay=0.01), store=store)

    async def leave_when_it_is_answered() -> None:
        asking = asyncio.create_task(clerk.ask("a", question()))
        while not clerk.tally.asked:
            await asyncio.sleep(0)
        asking.cancel()

    asyncio.run(leave_when_it_is_answered())
    assert [entry.draft.kind for entry in store.entries()] == ["run", "a"]
