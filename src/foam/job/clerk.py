"""The clerk asks a model only what the record does not already answer, and records what it says.

Same key, same entry: a rerun asks nothing twice, and two questions in flight under one key are asked once. An answer
outside the answer space is sent back at most twice; then the failure is recorded under the kind `<kind>.failed` with
what the model said, and raised.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any

from foam.errors import Awaited, NotRecorded, OutOfBounds
from foam.job.awaited import make_awaited
from foam.job.events import AnswerReused, Listener, QuestionAnswered, QuestionAsked, ignore
from foam.job.recalled import Recalled, name_question, repeat_answer
from foam.model.form import FormField, FormValue, ListField, TextField
from foam.model.port import Model
from foam.model.question import Answer, Question, Role, Usage, Write, Written, check
from foam.model.template import fence
from foam.record.clock import Clock, stamp, utc_now
from foam.record.entry import Decider, Draft, Entry, Input, ValueInput
from foam.record.personal import Seal, add_seal
from foam.record.store import Store

ATTEMPTS = 3
"""How often a model is asked for an answer within bounds; the last time without reasons, in which small ones lose
themselves."""
WITHOUT_REASONS = "without reasons after two answers out of bounds"


@dataclass
class QuestionCount:
    """How often models were asked; the clerks of one run share it."""

    asked: int = 0
    """Questions a model answered."""
    reused: int = 0
    """Questions the record answered already."""


class Clerk:
    """Asks, validates, records; one clerk per run. A replaying clerk computes and asks nothing: it only reads."""

    def __init__(
        self,
        store: Store,
        models: Mapping[str, Model],
        *,
        run: str,
        seed: int = 0,
        clock: Clock = utc_now,
        listener: Listener = ignore,
        tally: QuestionCount | None = None,
        replaying: bool = False,
        seal: Seal | None = None,
        recalled: Recalled | None = None,
    ) -> None:
        """With a seal, every entry belongs to a personal file. What was `recalled` is not asked again."""
        self.seal = seal
        self._recalled = recalled or {}
        self._store = store
        self._models = models
        self._run = run
        self._seed = seed
        self._clock = clock
        self._listener = listener
        self._replaying = replaying
        self._deciders = _seed_deciders(models, seed)
        self._batch = _Batch(store, run)
        self._in_flight: dict[str, asyncio.Task[Entry]] = {}
        self.tally = tally or QuestionCount()

    def with_models(self, models: Mapping[str, Model]) -> Clerk:
        """The same clerk at the same run for other models; what is in flight and what is counted is shared."""
        clerk = copy(self)
        clerk._models = models
        clerk._deciders = _seed_deciders(models, self._seed)
        return clerk

    async def ask(self, kind: str, question: Question, *inputs: Input, final: bool = False) -> Entry:
        """The entry that answers the question: from the record if it is there, else from the role's model.

        Where a recorded failure is `final` the model is not tried again: the caller has gone on without an answer.
        """
        draft = self._make_draft(kind, question, inputs)
        if (entry := self._find(draft.key)) is not None:
            self.tally.reused += 1
            self._listener(AnswerReused(step=kind, entry=entry.key))
            return entry
        if final and (failure := self._find(_make_failure(draft).key)) is not None:
            raise _describe_failure(failure, question)
        known = self._recalled.get(name_question(draft)) if self._recalled else None
        if known is not None and not self._replaying:
            self.tally.reused += 1
            entry = self._append(draft, repeat_answer(known))
            self._listener(AnswerReused(step=kind, entry=entry.key))
            return entry
        return await self._share(draft, partial(self._ask_model, draft, question))

    def compute(self, kind: str, work: Callable[[], Any], *inputs: Input, rule: str, version: str = "1") -> Entry:
        """The entry of a decision that code takes by a named rule; worked out only if the record does not hold it."""
        draft = self._make_rule_draft(kind, inputs, rule=rule, version=version)
        return self._find_computed(draft) or self._append(draft, work())

    async def compute_elsewhere(
        self, kind: str, work: Callable[[], Awaitable[Any]], *inputs: Input, rule: str, version: str = "1"
    ) -> Entry:
        """The same entry as `compute` gives, where another process works it out and this one need not wait for it."""
        draft = self._make_rule_draft(kind, inputs, rule=rule, version=version)

        async def keep() -> Entry:
            return await self._batch.keep(self._make_entry(draft, await work()))

        return self._find_computed(draft) or await self._share(draft, keep)

    def _make_rule_draft(self, kind: str, inputs: tuple[Input, ...], *, rule: str, version: str) -> Draft:
        plain = Draft(kind=kind, inputs=inputs, decider=Decider(type="code", id=rule, version=version))
        return add_seal(plain, self.seal)

    def _find_computed(self, draft: Draft) -> Entry | None:
        entry = self._find(draft.key)
        if entry is None and self._replaying:
            raise NotRecorded(f"the record holds no {draft.kind} under {draft.key}")
        return entry

    def _make_draft(self, kind: str, question: Question, inputs: tuple[Input, ...]) -> Draft:
        draft = Draft(
            kind=kind,
            inputs=inputs + self._list_cautions(question.role),
            template=question.template_digest,
            question=question.json_value(),
            decider=self._deciders[question.role],
        )
        return add_seal(draft, self.seal)

    def _list_cautions(self, role: Role) -> tuple[Input, ...]:
        """A judge of the proposer's family is flagged in the record."""
        if role != "judge":
            return ()
        judge, proposer = self._deciders["judge"], self._deciders["proposer"]
        if not judge.family or judge.family != proposer.family:
            return ()
        return (
            ValueInput(
                role="caution", value=f"whoever judged and whoever argued are models of one family: {judge.family}"
            ),
        )

    def _find(self, key: str) -> Entry | None:
        entry = self._store.get(key)
        if entry is not None and not self._replaying:
            self._store.attach(key, run=self._run)
        return entry

    async def _share(self, draft: Draft, work: Callable[[], Coroutine[Any, Any, Entry]]) -> Entry:
        """What is under way for this draft, begun if it is not; it goes on when its caller goes away."""
        task = self._in_flight.get(draft.key)
        if task is None:
            task = self._in_flight[draft.key] = asyncio.create_task(work())
            task.add_done_callback(lambda _: self._in_flight.pop(draft.key, None))
        return await asyncio.shield(task)

    async def _ask_model(self, draft: Draft, question: Question) -> Entry:
        self._listener(QuestionAsked(step=draft.kind, decider=draft.decider.id))
        try:
            answer = await self._answer_in_bounds(draft, question)
        except Awaited as error:
            self._append(make_awaited(draft), {})
            error.run = self._run
            raise
        self.tally.asked += 1
        entry = await self._batch.keep(self._make_entry(draft, answer.json_value()))
        said = _find_last_words(question, answer)
        self._listener(
            QuestionAnswered(step=draft.kind, entry=entry.key, decider=draft.decider.id, said=said, usage=answer.usage)
        )
        return entry

    async def _answer_in_bounds(self, draft: Draft, question: Question) -> Answer:
        model = self._models[question.role]
        complaints: list[str] = []
        said: list[str] = []
        taken: list[object] = []
        for attempt in range(1, ATTEMPTS + 1):
            bare = attempt == ATTEMPTS and bool(question.reasons)
            asked = question.model_copy(update={"reasons": 0}) if bare else question
            try:
                complaint = _complain(complaints[-1], said[-1]) if complaints else ""
                answer = await model.answer(asked, seed=self._seed, complaint=complaint)
                check(question, answer.reply)
                if not taken:
                    return answer
                method = f"{answer.method}, {WITHOUT_REASONS}" if bare else answer.method
                return answer.model_copy(update={"usage": _add_usage([*taken, answer.usage]), "method": method})
            except OutOfBounds as error:
                complaints.append(error.what)
                said.append(error.said)
                taken.append(error.usage)
        used = _add_usage(taken)
        counted = {"usage": used.json_value()} if used else {}
        failure = self._append(_make_failure(draft), {"complaints": complaints, "said": said, **counted})
        raise _describe_failure(failure, question)

    def _append(self, draft: Draft, answer: Any) -> Entry:
        return self._store.append(self._make_entry(draft, answer), run=self._run)

    def _make_entry(self, draft: Draft, answer: Any) -> Entry:
        return Entry(draft=draft, answer=answer, at=stamp(self._clock))


class _Batch:
    """Answers that arrive in one turn of the event loop are kept together; each caller goes on when its own is kept."""

    def __init__(self, store: Store, run: str) -> None:
        self._store = store
        self._run = run
        self._due: list[tuple[Entry, asyncio.Future[Entry]]] = []

    async def keep(self, entry: Entry) -> Entry:
        loop = asyncio.get_running_loop()
        if not self._due:
            loop.call_soon(self._write)
        future: asyncio.Future[Entry] = loop.create_future()
        self._due.append((entry, future))
        return await future

    def _write(self) -> None:
        due, self._due = self._due, []
        for (_, future), outcome in zip(due, self._append_each([entry for entry, _ in due]), strict=True):
            if future.done():  # its caller went away; what it asked is kept all the same
                continue
            if isinstance(outcome, Entry):
                future.set_result(outcome)
            else:
                future.set_exception(outcome)

    def _append_each(self, entries: list[Entry]) -> list[Entry | Exception]:
        """Together, or, where that fails, each by itself: one entry's fault is not another's."""
        try:
            return list(self._store.append_all(entries, run=self._run))
        except Exception as error:
            if len(entries) == 1:
                return [error]
            return [outcome for entry in entries for outcome in self._append_each([entry])]


def _find_last_words(question: Question, answer: Answer) -> str:
    """What a model wrote last in its own words: the last text of a form, else its reasons."""
    if not (isinstance(question, Write) and isinstance(answer.reply, Written)):
        return answer.reasons
    texts = list(_list_texts(question.fields, answer.reply.fields))
    return texts[-1] if texts else answer.reasons


def _list_texts(fields: Sequence[FormField], values: Mapping[str, FormValue]) -> Iterator[str]:
    """Every text of a form that is not empty, in its order."""
    for field in fields:
        value = values.get(field.name)
        if isinstance(field, TextField) and isinstance(value, str) and value.strip():
            yield value
        elif isinstance(field, ListField) and isinstance(value, tuple):
            for record in value:
                yield from _list_texts(field.fields, record) if isinstance(record, Mapping) else ()


def _seed_deciders(models: Mapping[str, Model], seed: int) -> dict[str, Decider]:
    return {role: model.decider.model_copy(update={"seed": seed}) for role, model in models.items()}


def _add_usage(taken: Sequence[object]) -> Usage | None:
    """What all tries took together; None where it is not known of one."""
    known = [one for one in taken if isinstance(one, Usage)]
    return sum(known, Usage()) if len(known) == len(taken) else None


def _make_failure(draft: Draft) -> Draft:
    """The draft under which it is kept that nobody gave a valid answer."""
    return draft.model_copy(update={"kind": f"{draft.kind}.failed"})


def _complain(fault: str, said: str) -> str:
    """What was wrong with an answer, and the answer itself where anything was said: whoever is asked again has seen
    neither."""
    return f"{fault}. Change what is at fault and keep the rest. The answer was:\n{fence(said)}\n" if said else fault


def _describe_failure(failure: Entry, question: Question) -> OutOfBounds:
    complaint, said = failure.answer["complaints"][-1], failure.answer["said"][-1]
    return OutOfBounds(
        f"{failure.draft.decider.id} gave no valid answer to a {question.type} question: {complaint}; "
        f"it said {said[:200]}",
        said=said,
        hint="all other answers are kept; try another model, or run it again",
    )


def read_answer(entry: Entry) -> Answer:
    """The typed answer an entry holds."""
    return Answer.model_validate(entry.answer)
