"""Questions that a person has yet to answer: each is an entry of its run, and so is what they say, under the very
question that was asked. Whoever asks again finds it there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from pydantic import TypeAdapter

from foam.errors import NotFound
from foam.model.form import (
    Form,
    FormFault,
    FormField,
    IdsField,
    LabelField,
    NamesField,
    ScoreField,
    find_form_faults,
)
from foam.model.question import Answer, Choose, Label, Question, Rank, Score, Write, read_reply
from foam.record.clock import Clock, stamp
from foam.record.entry import Draft, Entry
from foam.record.graph import entries_of
from foam.record.store import Store
from foam.values import Value

_AWAITED = ".awaited"
_QUESTION: TypeAdapter[Question] = TypeAdapter(Question)


class AwaitedQuestion(Value):
    """A question, and the key under which its answer will be found."""

    key: str
    act: str
    question: Question

    @property
    def fields(self) -> tuple[FormField, ...]:
        """What is to be filled, whatever the kind of the question."""
        match self.question:
            case Write(fields=fields):
                return fields
            case Choose(options=options, at_least=least, at_most=most):
                ids = tuple(one.id for one in options)
                return (IdsField(name="ids", ids=ids, at_least=least, at_most=min(most, len(ids))),)
            case Rank(options=options):
                ids = tuple(one.id for one in options)
                return (NamesField(name="ids", about=" ".join(ids), at_least=len(ids), at_most=len(ids)),)
            case Label(labels=labels):
                return (LabelField(name="label", labels=labels),)
            case Score(low=low, high=high, may_decline=may_decline):
                return (ScoreField(name="score", low=low, high=high, may_decline=may_decline),)
            case _:
                assert_never(self.question)

    @property
    def says(self) -> dict[str, str]:
        """What each id that may be named stands for."""
        match self.question:
            case Write(material=offered) | Choose(options=offered) | Rank(options=offered):
                return {one.id: one.text.partition("\n")[0] for one in offered}
            case _:
                return {}

    @property
    def told(self) -> tuple[str, str, str]:
        """The file, who is asked, and what; untrusted text stands between marks."""
        return self.question.shared, self.question.system, self.question.prompt

    def find_faults(self, filled: Form) -> dict[str, FormFault]:
        """What does not fit, by the address of its field."""
        return find_form_faults(self.fields, filled)


def make_awaited(draft: Draft) -> Draft:
    """The draft under which it is kept that a person was asked."""
    return draft.model_copy(update={"kind": f"{draft.kind}{_AWAITED}"})


def list_awaited(store: Store, run: str) -> tuple[AwaitedQuestion, ...]:
    """What a run waits for, in an order of its own."""
    found = (
        AwaitedQuestion(key=one.key, act=one.kind, question=_QUESTION.validate_python(one.question))
        for one in _list_drafts(store, run)
        if store.get(one.key) is None
    )
    return tuple(sorted(found, key=lambda one: one.key))


def _list_drafts(store: Store, run: str) -> Iterator[Draft]:
    """The questions that were put to people, as they were asked."""
    for entry in entries_of(store, run):
        if entry.draft.kind.endswith(_AWAITED):
            yield entry.draft.model_copy(update={"kind": entry.draft.kind.removesuffix(_AWAITED)})


def keep_answer(store: Store, run: str, key: str, said: Mapping[str, Any], *, by: str, clock: Clock) -> Entry:
    """Keep what a person says; the answer space is checked as it is for any model."""
    draft = next((one for one in _list_drafts(store, run) if one.key == key), None)
    if draft is None:
        raise NotFound(f"nobody is asked {key} in this run", hint="look at the page of the run")
    reply, reasons = read_reply(_QUESTION.validate_python(draft.question), dict(said))
    answer = Answer(reply=reply, method=f"by {by}" if by else "by a person", reasons=reasons)
    return store.append(Entry(draft=draft, answer=answer.json_value(), at=stamp(clock)), run=run)
