"""Acts: what is checked, asked again, kept, and replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from foam.errors import OutOfBounds
from foam.job.acts import ActCount, ask_act, count_acts
from foam.job.answers import read_text
from foam.job.clerk import Clerk
from foam.job.session import Session, Tools
from foam.job.standins import RecordedModel
from foam.model.form import TextField
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam.record.entry import Entry
from foam.record.graph import entries_of
from foam.record.memory import MemoryStore
from foam.record.runs import open_run

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
QUESTION = Write(
    template="t", template_digest="b2:0", prompt="Say it.", statement="s", fields=(TextField(name="text", max_words=5),)
)


def _check(entry: Entry) -> Sequence[str]:
    return ["it lies"] if "lie" in read_text(entry, "text") else []


def _session(store: MemoryStore, model: ScriptedModel | RecordedModel, *, replaying: bool = False) -> Session:
    tools = Tools(models={"proposer": model})
    run = open_run(store, "test", {}, clock=lambda: NOON)
    clerk = Clerk(store, tools.models, run=run, clock=lambda: NOON, replaying=replaying)
    return Session(run=run, store=store, clerk=clerk, tools=tools, replaying=replaying)


def _ask(session: Session) -> Entry | None:
    return asyncio.run(ask_act(session, "act", QUESTION, check=_check))


def _says(*said: str) -> ScriptedModel:
    left = list(said)

    def script(call: Call) -> Said:
        return Written(fields={"text": left.pop(0)}) if left else OutOfBounds("nothing more to say", said="")

    return ScriptedModel(script, writes=True)


@pytest.mark.parametrize(
    ("said", "counts", "count"),
    [
        (["true"], "true", ActCount(asked=1)),
        (["a lie", "true"], "true", ActCount(asked=1, again=1)),
        (["a lie", "another lie"], None, ActCount(asked=1, again=1, bounded=1)),
        (["far too many words for one"] * 3, None, ActCount(asked=1, bounded=1)),
        ([], None, ActCount(asked=1, bounded=1)),
    ],
    ids=["counts", "asked again", "refused twice", "out of bounds", "silent"],
)
def test_an_act_counts_once_nothing_is_found_and_is_asked_for_twice_at_most(
    said: list[str], counts: str | None, count: ActCount
) -> None:
    store = MemoryStore()
    model = _says(*said)
    session = _session(store, model)
    found = _ask(session)
    assert (read_text(found, "text") if found else None) == counts
    assert count_acts(entries_of(store, session.run)) == count
    asked = len(model.calls)
    again, replayed = _session(store, model), _session(store, RecordedModel(model.decider), replaying=True)
    assert _ask(again) == found, "what the record holds is not asked again, failures neither"
    assert len(model.calls) == asked
    assert _ask(replayed) == found


def test_the_second_time_the_faults_are_named() -> None:
    model = _says("a lie", "true")
    _ask(_session(MemoryStore(), model))
    assert "it lies" not in model.calls[0].question.prompt
    assert "- it lies" in model.calls[1].question.prompt
