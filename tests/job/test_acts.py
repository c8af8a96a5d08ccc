"""Acts: what is checked, asked again, kept, and replaced."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import pytest

from foam.errors import OutOfBounds
from foam.job.acts import CHECKED, ActCount, ask_act, count_acts
from foam.job.answers import read_records, read_text
from foam.job.clerk import Clerk
from foam.job.session import Session, Tools
from foam.job.standins import RecordedModel
from foam.model.form import ListField, TextField
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


LISTING = Write(
    template="t",
    template_digest="b2:0",
    prompt="List it.",
    statement="s",
    fields=(
        TextField(name="why", max_words=20, explains=True),
        ListField(name="points", fields=(TextField(name="text", max_words=5),), at_least=2, at_most=4),
    ),
)


def _read_points(entry: Entry) -> list[str]:
    return [str(row["text"]) for row in read_records(entry, "points")]


def _list_lies(entry: Entry) -> Sequence[str]:
    """A lie is a fault at its place, and so is a guess; each is another complaint."""
    found = [
        f"points, entry {n}: “{word}”: {why}"
        for n, text in enumerate(_read_points(entry), start=1)
        for word, why in (("lie", "it is none"), ("guess", "nobody said so"))
        if word in text
    ]
    return [*found, *(["why: “lie”: it is none"] if "lie" in read_text(entry, "why") else [])]


class _Outcome(NamedTuple):
    entry: Entry | None
    acts: ActCount
    asked: int
    left_out: list[str]

    @property
    def points(self) -> list[str]:
        return _read_points(self.entry) if self.entry else []


def _try(*said: tuple[str, ...], keeps: bool, why: str = "It is so.") -> _Outcome:
    left = list(said)

    def script(call: Call) -> Said:
        return Written(fields={"why": why, "points": tuple({"text": text} for text in left.pop(0))})

    store, model = MemoryStore(), ScriptedModel(script, writes=True)
    session = _session(store, model)
    entry = asyncio.run(ask_act(session, "act", LISTING, check=_list_lies, keeps=keeps))
    noted = [fault for one in store.entries(kind=CHECKED) for fault in one.answer.get("left out", ())]
    return _Outcome(entry, count_acts(entries_of(store, session.run)), len(model.calls), noted)


def test_a_fault_that_is_named_for_the_first_time_when_an_act_is_asked_for_again_gets_one_try_more() -> None:
    said = (("a lie", "b"), ("a guess", "b"), ("a", "b"))
    mended = _try(*said, keeps=True)
    assert (mended.points, mended.asked, mended.acts) == (["a", "b"], 3, ActCount(asked=1, again=1))
    fallen = _try(*said, keeps=False)
    assert (fallen.entry, fallen.asked, fallen.acts.bounded) == (None, 2, 1)
    repeated = _try(("a lie", "b"), ("one lie", "b"), ("a", "b"), keeps=True)
    assert (repeated.points, repeated.asked) == (["b"], 2), "the same complaint about other words is not a new one"


def test_what_no_check_faulted_is_kept_where_enough_of_it_stands() -> None:
    said = ("a", "a lie", "c")
    kept = _try(said, said, keeps=True)
    assert (kept.points, kept.asked, kept.acts) == (["a", "c"], 2, ActCount(asked=1, again=1, in_part=1))
    (left,) = kept.left_out
    assert left.startswith("points, entry 2: “lie”")
    assert _try(said, said, keeps=False).entry is None
    assert _try(("a", "a lie"), ("a", "a lie"), keeps=True).points == ["a"], "better one of its own than none"
    assert _try(("one lie", "a lie"), ("one lie", "a lie"), keeps=True).entry is None, "nothing would be left"


def test_of_an_explanation_the_sentences_at_fault_are_left_out() -> None:
    said = ("a", "b")
    kept = _try(said, said, keeps=True, why="The yard is old. They lie about its age. This pays. Boats need it.").entry
    assert kept is not None
    assert read_text(kept, "why") == "The yard is old. This pays. Boats need it."
    assert _try(said, said, keeps=True, why="They lie about its age.").entry is None
