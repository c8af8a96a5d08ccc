"""Work in the background: what is heard is told, what fails says so, and what is the same is done once."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import foam
from foam.web.works import Opener, Outcome, Work, Works


@pytest.fixture
def opener(tmp_path: Path) -> Opener:
    return lambda listener: foam.open(tmp_path, listener=listener, environ={})


def wait(work: Work) -> Any:
    until = time.monotonic() + 20
    while not work.show().has_ended:
        assert time.monotonic() < until
        time.sleep(0.01)
    return work.show()


def test_what_a_work_gives_is_kept(opener: Opener) -> None:
    works = Works(opener)

    async def call(home: foam.Home) -> Outcome:
        return Outcome(href="/there", result={"folder": str(home.folder)})

    now = wait(works.begin("title", ["a"], call))
    assert (now.state, now.href, now.title) == ("done", "/there", "title")
    assert now.json_value()["result"]["folder"]
    works.close()


def test_the_same_is_done_once_while_it_is_under_way_and_again_after(opener: Opener) -> None:
    works, go, calls = Works(opener), threading.Event(), []

    async def call(home: foam.Home) -> Outcome:
        calls.append(1)
        await asyncio.to_thread(go.wait)
        return Outcome(href="/")

    first = works.begin("one", ["same"], call)
    assert works.begin("one", ["same"], call) is first
    assert [one.id for one in works.list_open()] == [first.id]
    go.set()
    wait(first)
    second = works.begin("one", ["same"], call)
    assert second is not first
    assert second.id == first.id
    wait(second)
    assert len(calls) == 2
    works.close()


def test_errors_are_told_plainly_and_faults_without_their_words(opener: Opener) -> None:
    works = Works(opener)

    async def refuse(home: foam.Home) -> Outcome:
        raise foam.InputError("the library is empty", hint="add something")

    async def fault(home: foam.Home) -> Outcome:
        raise ValueError("a secret of the document")

    refused = wait(works.begin("a", ["a"], refuse))
    assert (refused.state, refused.error, refused.hint) == ("failed", "the library is empty", "add something")
    faulty = wait(works.begin("b", ["b"], fault))
    assert faulty.state == "failed"
    assert "ValueError" in faulty.error
    assert "secret" not in faulty.error + faulty.hint
    works.close()


def test_what_runs_is_stopped_and_what_waits_never_begins(opener: Opener) -> None:
    works, begun = Works(opener), []

    async def call(home: foam.Home) -> Outcome:
        begun.append(1)
        await asyncio.sleep(60)
        return Outcome(href="/")

    first, second, third = (works.begin("x", [name], call) for name in "abc")
    until = time.monotonic() + 20
    while len(begun) < 2:
        assert time.monotonic() < until
        time.sleep(0.01)
    assert third.show().state == "waiting"
    third.cancel()
    assert third.show().state == "cancelled"
    first.cancel()
    assert wait(first).state == "cancelled"
    works.close()
    assert second.show().state == "cancelled"
    assert len(begun) == 2


def test_progress_counts_what_was_asked_answered_and_known(opener: Opener) -> None:
    work = Work("id", "title", lambda home: asyncio.sleep(0, Outcome(href="")))
    from foam.job import events

    work.hear(events.RunPlanned(job="deliberate", questions=40))
    work.hear(events.RunStarted(job="deliberate", run="b2:1"))
    work.hear(events.RunStarted(job="inner", run="b2:2"))
    for _ in range(10):
        work.hear(events.QuestionAsked(step="object", decider="m"))
        work.hear(events.QuestionAnswered(step="object", entry="e", decider="m", said="<b>words</b>"))
    work.hear(events.AnswerReused(step="odd_step", entry="e"))
    now = work.show()
    assert (now.run, now.done, now.reused, now.expected, now.said) == ("b2:1", 11, 1, 40, "<b>words</b>")
    assert now.lines == ("odd step", "a perspective objects")
    work.hear(events.StepProgress(step="searching", done=1, total=3))
    assert work.show().step == "looking for sources 1/3"
