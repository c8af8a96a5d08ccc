"""Jobs: run, resumed, replayed without a model, one inside another; and what a run tells its listener."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from tests.job.sessions import NOON

from foam.errors import FoamError, InputError, NotRecorded, UnknownName, Unreachable
from foam.job.answers import read_choice
from foam.job.events import Event, RunFinished, RunStarted, StepProgress
from foam.job.job import RunResult, find_job, job, replay, replay_digests, run, run_inside
from foam.job.session import Session, Tools
from foam.job.spec import Spec
from foam.job.waiting import complete
from foam.model.cast import ROLES
from foam.model.question import Choose, Option
from foam.model.scripted import Call, Said, ScriptedModel
from foam.pack.files import SHIPPED
from foam.pack.loader import load_pack
from foam.pack.pack import Pack
from foam.record.entry import Entry
from foam.record.graph import require_entry
from foam.record.memory import MemoryStore
from foam.record.runs import list_runs, open_run
from foam.record.sqlite import SqliteStore
from foam.record.store import Store
from foam.values import Value, short

OFFERED = tuple(Option(id=name, text=f"Option {name}.") for name in "abc")
WORDS = ("buses", "fares", "levies")
TEXT = {"lines": ["Buses are slow.", "Fares are high."]}
DIGEST = "digest of the text"


class PickSpec(Spec):
    """Words for each of which an option is picked; `text` is the digest of what was given."""

    words: tuple[str, ...]
    text: str = ""


class Picked(Value):
    """The options that were picked, and how many lines the text has."""

    ids: tuple[str, ...]
    lines: int = 0


class TwiceSpec(Spec):
    """Two words, each picked for by a run of its own."""

    words: tuple[str, str]


@job("test pick", spec=PickSpec, view="picked")
async def pick(spec: PickSpec, session: Session) -> Picked:
    """Ask one question after another."""
    lines = len(session.read_given("text", spec.text)["lines"]) if spec.text else 0
    ids: list[str] = []
    for word in spec.words:
        ids += read_choice(await session.clerk.ask("pick", _question(word)))
        session.report("words", len(ids), len(spec.words))
    return Picked(ids=tuple(ids), lines=lines)


@job("test twice", spec=TwiceSpec)
async def pick_twice(spec: TwiceSpec, session: Session) -> Picked:
    """Pick for each word in a run of its own."""
    named = spec.model_dump(include=set(Spec.model_fields))
    found = [await run_inside(pick, PickSpec(**named, words=(word,)), session) for word in spec.words]
    return Picked(ids=tuple(choice for one in found for choice in one.ids))


def _question(word: str) -> Choose:
    return Choose(
        template="pick", template_digest="b2:0", prompt=f"Which? {word}", statement=word, options=OFFERED, at_least=1
    )


def _tools(
    model: ScriptedModel | None = None, *, pack: Pack | None = None, given: dict[str, Any] | None = None
) -> Tools:
    return Tools(models=dict.fromkeys(ROLES, model or ScriptedModel()), pack=pack, given=given or {})


def picked(
    tools: Tools, store: Store, *, words: Sequence[str] = WORDS, text: str = "", events: list[Event] | None = None
) -> RunResult[Picked]:
    spec = PickSpec(**tools.describe(), words=tuple(words), text=text)
    heard: list[Event] = [] if events is None else events
    return asyncio.run(run(pick, spec, tools, store=store, clock=lambda: NOON, listener=heard.append))


def _cut_after(answers: int) -> ScriptedModel:
    left = answers

    def said(call: Call) -> Said | None:
        nonlocal left
        left -= 1
        return Unreachable("the line is cut") if left < 0 else None

    return ScriptedModel(said)


@pytest.mark.parametrize("answers", [0, 1, 2])
def test_a_run_that_was_cut_off_is_resumed_and_asks_nothing_twice(answers: int) -> None:
    store, model = MemoryStore(), ScriptedModel()
    with pytest.raises(Unreachable):
        picked(_tools(_cut_after(answers)), store)
    resumed = picked(_tools(model), store)
    assert (resumed.asked, resumed.reused, len(model.calls)) == (3 - answers, answers, 3 - answers)
    whole = picked(_tools(), MemoryStore())
    assert (resumed.run, resumed.digest, resumed.view) == (whole.run, whole.digest, whole.view)


def test_a_finished_run_asks_nothing_when_it_is_run_again() -> None:
    store = MemoryStore()
    first, again = picked(_tools(), store), picked(_tools(), store)
    assert (again.run, again.digest, again.asked, again.reused) == (first.run, first.digest, 0, 3)
    assert store.count() == 5, "the run, three answers, the outcome"


def test_a_replay_gives_the_same_view_without_a_model_and_writes_nothing() -> None:
    store, model = MemoryStore(), ScriptedModel()
    ran = picked(_tools(model), store)
    before = store.count(), len(model.calls)
    assert complete(replay(store, ran.run)) == ran.view
    assert complete(replay_digests(store, ran.run)) == {"picked": ran.view.digest}
    assert (store.count(), len(model.calls)) == before


def test_a_replay_of_an_unfinished_run_says_what_was_never_answered() -> None:
    store = MemoryStore()
    with pytest.raises(Unreachable):
        picked(_tools(_cut_after(1)), store)
    (unfinished,) = list_runs(store)
    with pytest.raises(NotRecorded, match="scripted") as refused:
        complete(replay(store, unfinished.run))
    assert "asks no model" in refused.value.hint


def test_a_run_of_an_unknown_job_is_not_replayed_and_the_known_jobs_are_named() -> None:
    store = MemoryStore()
    key = open_run(store, "test unknown", {}, clock=lambda: NOON)
    with pytest.raises(NotRecorded, match="'test unknown'") as refused:
        complete(replay(store, key))
    assert "test pick" in refused.value.hint


def test_what_is_no_run_is_not_replayed() -> None:
    store = MemoryStore()
    (answer, *_) = store.members(picked(_tools(), store).run)
    with pytest.raises(InputError, match="run") as refused:
        complete(replay(store, answer))
    assert refused.value.hint


def test_a_run_whose_spec_has_changed_since_is_not_replayed() -> None:
    store = MemoryStore()
    key = open_run(store, pick.name, {"letters": 3}, clock=lambda: NOON)
    with pytest.raises(NotRecorded, match="test pick") as refused:
        complete(replay(store, key))
    assert "another version" in refused.value.hint


def test_a_run_whose_pack_has_changed_since_is_not_replayed(tmp_path: Path) -> None:
    folder, store = tmp_path / "pack", MemoryStore()
    copytree(SHIPPED / "benefits-appeal", folder)
    ran = picked(_tools(pack=load_pack(str(folder))), store)
    assert complete(replay(store, ran.run)) == ran.view
    (folder / "pack.toml").write_text((folder / "pack.toml").read_text("utf-8") + "\n# changed\n", "utf-8")
    with pytest.raises(NotRecorded) as refused:
        complete(replay(store, ran.run))
    assert "pack" in refused.value.hint


def test_two_jobs_of_one_name_are_refused_and_the_first_stays() -> None:
    with pytest.raises(ValueError, match="'test pick'"):
        job("test pick", spec=PickSpec)(pick.work)
    assert find_job("test pick") is pick


def test_events_arrive_in_order() -> None:
    store, first, again = MemoryStore(), list[Event](), list[Event]()
    ran = picked(_tools(), store, events=first)
    picked(_tools(), store, events=again)
    assert [one.type for one in first] == ["started", *["asked", "answered", "progress"] * 3, "finished"]
    assert [one.type for one in again] == ["started", *["reused", "progress"] * 3, "finished"]
    assert first[0] == again[0] == RunStarted(job="test pick", run=ran.run)
    assert first[3] == StepProgress(step="words", done=1, total=3)
    assert first[-1] == RunFinished(job="test pick", run=ran.run, asked=3, reused=0)
    assert again[-1] == RunFinished(job="test pick", run=ran.run, asked=0, reused=3)
    told = [one.entry for one in first if one.type == "answered"]
    assert told == [one.entry for one in again if one.type == "reused"]
    assert set(told) == set(store.members(ran.run))


def test_what_was_given_is_kept_once_and_read_back_in_a_replay() -> None:
    store, tools = MemoryStore(), _tools(given={DIGEST: TEXT})
    ran = picked(tools, store, text=DIGEST)
    picked(tools, store, words=WORDS[:1], text=DIGEST)
    kept = [entry.answer for entry in store.entries(kind="text")]
    assert kept == [TEXT]
    assert ran.view.lines == 2
    assert complete(replay(store, ran.run)) == ran.view


def test_a_job_that_was_not_given_what_it_needs_says_so() -> None:
    with pytest.raises(FoamError, match="text"):
        picked(_tools(), MemoryStore(), text=DIGEST)


def test_a_run_inside_another_has_a_run_of_its_own_and_is_replayed_with_it() -> None:
    store, tools, model = MemoryStore(), _tools(), ScriptedModel()
    spec = TwiceSpec(**tools.describe(), words=("buses", "fares"))
    ran = asyncio.run(run(pick_twice, spec, tools, store=store, clock=lambda: NOON))
    assert Counter(one.job for one in list_runs(store)) == {"test pick": 2, "test twice": 1}
    assert (ran.asked, ran.reused) == (2, 0)
    assert complete(replay(store, ran.run)) == ran.view
    again = asyncio.run(run(pick_twice, spec, _tools(model), store=store, clock=lambda: NOON))
    assert (again.digest, again.asked, again.reused, model.calls) == (ran.digest, 0, 2, [])


def test_a_run_names_the_runs_inside_it() -> None:
    store, tools = MemoryStore(), _tools()
    spec = TwiceSpec(**tools.describe(), words=("buses", "fares"))
    ran = asyncio.run(run(pick_twice, spec, tools, store=store, clock=lambda: NOON))
    named: list[Entry] = [require_entry(store, key) for key in store.members(ran.run)]
    inner = {one.run for one in list_runs(store) if one.job == pick.name}
    assert {entry.answer["run"] for entry in named if entry.draft.kind == "inner run"} == inner


def test_a_result_shows_itself_in_short_and_says_where_its_values_are() -> None:
    ran = picked(_tools(), MemoryStore())
    assert str(ran) == ran.text == str(ran.view)
    assert repr(ran).startswith(f"<Picked of run {short(ran.run)}:")
    with pytest.raises(UnknownName) as error:
        _ = ran.ids  # type: ignore[attr-defined]
    assert error.value.hint == "did you mean view.ids?"


def test_complete_works_inside_a_running_event_loop(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "record.sqlite")
    ran = picked(_tools(), store)

    async def in_a_loop() -> Picked:
        view: Picked = complete(replay(store, ran.run))
        return view

    assert asyncio.run(in_a_loop()) == ran.view
    store.close()


def test_complete_raises_what_the_work_raises_inside_and_outside_a_loop() -> None:
    async def fail() -> None:
        raise Unreachable("nobody there")

    async def in_a_loop() -> None:
        complete(fail())

    with pytest.raises(Unreachable):
        complete(fail())
    with pytest.raises(Unreachable):
        asyncio.run(in_a_loop())
