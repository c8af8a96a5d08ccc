"""Work in a queue: a worker that is killed loses nothing, and another goes on where it stopped."""

from __future__ import annotations

import json
import os
import shutil
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.home.workshop import (
    CHALLENGE,
    QUESTION,
    Start,
    copy_run,
    count_asked,
    find_leaf,
    open_home,
    wait_until,
    write_letter,
)

import foam
from foam.cli.main import foam as command
from foam.errors import InputError
from foam.model.person import PersonModel
from foam.orders import AskOrder, ChallengeOrder, DebateOrder, DeliberationOrder
from foam.people.store import PeopleStore
from foam.record.opening import open_record_at
from foam.record.runs import list_runs
from foam.record.verify import verify
from foam.values import digest

MOTION = "The denial of Rosa Delmar's application should be reversed."


def _count_recorded(url: str) -> Counter[str]:
    """Questions on record, each as often as it was put to somebody who had other things before them."""
    with closing(open_record_at(url)) as store:
        return Counter(digest(entry.draft.question) for entry in store.entries())


@dataclass(frozen=True)
class Ordered:
    """A kind of work: how it is done by whoever asks, how it is put into the queue, and when its worker is killed."""

    do: Callable[[foam.Home, str], Any]
    submit: Callable[[foam.Home, str], Any]
    needs_run: bool = False
    killed_after: int = 8
    """Questions."""
    delay: float = 0.05


def _bring(home: foam.Home) -> dict[str, Any]:
    return {"with_documents": [write_letter(home.folder)]}


KINDS = {
    "deliberation": Ordered(
        lambda home, _: home.deliberate(QUESTION),
        lambda home, _: home.work.add(DeliberationOrder(question=QUESTION)),
    ),
    "debate": Ordered(lambda home, _: home.debate(MOTION), lambda home, _: home.work.add(DebateOrder(motion=MOTION))),
    "challenge": Ordered(
        lambda home, run: home.contest.open(run, find_leaf(home, run), **_bring(home), **CHALLENGE),
        lambda home, run: home.work.add(ChallengeOrder.read(run, find_leaf(home, run), **_bring(home), **CHALLENGE)),
        needs_run=True,
        killed_after=1,
        delay=0.5,
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_worker_is_killed_and_another_ends_the_run_once(
    database: str, tmp_path: Path, start: Start, kind: str, request: pytest.FixtureRequest
) -> None:
    ordered, run = KINDS[kind], ""
    if ordered.needs_run:
        home, run = request.getfixturevalue("deliberated")
        shutil.copytree(home, tmp_path / "alone")
    with open_home(tmp_path / "alone", "", tmp_path / "alone.log") as alone:
        if run:
            alone.record.copy(to=database)
        expected = ordered.do(alone, run)
        outcomes = [one.run for one in alone.record.list() if one.closed]
    before = _count_recorded(database)
    first, second = tmp_path / "first.log", tmp_path / "second.log"
    with open_home(tmp_path / "asker", database, tmp_path / "none.log") as asker:
        work = ordered.submit(asker, run)
        victim = start(first, ordered.delay)
        wait_until(lambda: count_asked(first) >= ordered.killed_after or asker.work.find(work.id).has_ended)
        os.kill(victim.pid, signal.SIGKILL)
        victim.wait()
        recorded = _count_recorded(database) - before
        survivor = start(second, 0.0)
        done = asker.work.follow(work.id)
        survivor.terminate()
        assert survivor.wait(60) == 0
    alone_asked, *asked = (Counter(log.read_text().split()) for log in (tmp_path / "alone.log", first, second))
    in_flight = asked[0] - recorded
    assert (asked[0] - in_flight).total() >= ordered.killed_after // 4, "it was in the middle"
    assert asked[1], "and not at the end"
    assert asked[0] + asked[1] == alone_asked + in_flight, "what was asked and not answered is asked anew, and no more"
    assert (done.state, done.attempts, done.progress.run) == ("done", 2, expected.run)
    assert done.progress.outcome == expected.digest, "the same outcome as without any accident"
    with closing(open_record_at(database)) as store:
        assert [one.run for one in list_runs(store) if one.closed] == outcomes
        assert verify(store).ok
    assert not (tmp_path / "none.log").exists(), "who asked did none of the work"


@pytest.fixture
def challengeable(database: str, tmp_path: Path, deliberated: tuple[Path, str]) -> Iterator[tuple[foam.Home, str]]:
    """A home over a database that holds a deliberation, and its run."""
    run = copy_run(deliberated, database, tmp_path)
    with open_home(tmp_path / "home", database, tmp_path / "log") as home:
        yield home, run


def test_a_seat_that_is_missing_is_heard_by_a_worker(
    challengeable: tuple[foam.Home, str], deliberated: tuple[Path, str], tmp_path: Path
) -> None:
    home, run = challengeable
    seat = home.pack.load("benefits-appeal").perspectives[0].model_copy(update={"id": "neighbour"})
    given: dict[str, Any] = {"kind": "somebody_missing", "because": "Nobody asked the neighbour."}
    part = next(one.id for one in home.contest.parts(run) if "somebody_missing" in one.kinds)
    work = home.work.add(ChallengeOrder.read(run, part, perspective=seat, **given))
    assert home.worker(until_empty=True) == 1
    done = home.work.find(work.id)
    assert (done.state, done.error) == ("done", "")
    shutil.copytree(deliberated[0], tmp_path / "alone")
    with open_home(tmp_path / "alone", "", tmp_path / "alone.log") as alone:
        heard = alone.contest.open(run, part, perspective=seat, **given)
    assert (done.progress.run, done.progress.outcome) == (heard.run, heard.digest)


def test_a_challenge_that_cannot_be_made_is_refused_before_it_is_queued(
    challengeable: tuple[foam.Home, str], tmp_path: Path
) -> None:
    home, run = challengeable
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"kind": "not_so", "colour": "red"}, "colour"),
        ({"kind": "not_so", "component": "warrant"}, "takes no component"),
        ({"kind": "somebody_missing"}, "perspective"),
        ({"kind": "not_so", "with_documents": [empty]}, "empty"),
    ]
    for given, said in wrong:
        with pytest.raises(InputError, match=said):
            home.work.add(ChallengeOrder.read(run, find_leaf(home, run), because="No.", **given))
    assert home.work.list() == ()


def test_the_command_puts_a_challenge_with_a_document_into_the_queue(
    challengeable: tuple[foam.Home, str], database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, run = challengeable
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("FOAM_RECORD__URL", database)
    given = ["--kind", "not_so", "--because", "No.", "--with", str(write_letter(tmp_path)), "--as", "ada"]
    told = CliRunner().invoke(command, ["work", "challenge", run, find_leaf(home, run), *given, "--json"])
    assert told.exit_code == 0, told.output
    assert home.worker(until_empty=True) == 1
    done = home.work.find(json.loads(told.stdout)["id"])
    heard = home.contest.show(done.progress.run).view
    assert isinstance(heard, foam.Heard)
    assert heard.outcome.challenge.brought
    assert heard.outcome.challenge.challenger == "ada"


def test_a_challenge_that_is_held_waits_for_its_answer(challengeable: tuple[foam.Home, str]) -> None:
    home, run = challengeable
    work = home.work.add(ChallengeOrder.read(run, find_leaf(home, run), hold=True, **_bring(home), **CHALLENGE))
    home.worker(until_empty=True)
    heard = home.contest.show(home.work.find(work.id).progress.run).view
    assert heard.outcome.disposition == "open"


def test_what_somebody_asked_for_is_theirs_when_a_worker_begins_it(
    challengeable: tuple[foam.Home, str], database: str
) -> None:
    home, run = challengeable
    work = home.work.add(ChallengeOrder.read(run, find_leaf(home, run), **_bring(home), **CHALLENGE), owner="ada")
    home.worker(until_empty=True)
    with closing(PeopleStore.open(Path(), database)) as people:
        assert people.list_owners() == {home.work.find(work.id).progress.run: frozenset({"ada"})}


def test_a_debate_with_a_person_waits_for_their_words(database: str, tmp_path: Path) -> None:
    with open_home(tmp_path, database, tmp_path / "log") as home:
        work = home.work.add(DebateOrder(motion=MOTION, con="human", words=60))
        home.worker(until_empty=True)
        said = home.work.find(work.id).progress
        assert (home.work.find(work.id).state, bool(said.run), said.outcome) == ("done", True, "")
        turns = []
        for number in (2, 4, 6):
            work = home.work.turn(said.run, number, f"The file says so, for the turn {number}.")
            home.worker(until_empty=True)
            turns.append((home.work.find(work.id).state, bool(home.work.find(work.id).progress.outcome)))
        assert turns == [("done", False), ("done", False), ("done", True)]
        assert "for the turn 4" in str(home.record.recompute(said.run).json_value())


def test_what_a_person_has_to_answer_is_parked_and_goes_on_when_they_have(
    database: str, tmp_path: Path, deliberated: tuple[Path, str]
) -> None:
    run = copy_run(deliberated, database, tmp_path)
    with open_home(tmp_path / "home", database, tmp_path / "log", judge=PersonModel()) as home:
        work = home.work.add(ChallengeOrder.read(run, find_leaf(home, run), **_bring(home), **CHALLENGE))
        assert home.worker(until_empty=True) == 1
        assert home.worker(until_empty=True) == 0, "nobody takes it before they have answered"
        assert (home.work.find(work.id).state, home.work.find(work.id).error[:8]) == ("awaiting", "a person")
        with pytest.raises(foam.Awaited) as waiting:
            home.work.follow(work.id)
        (asked,) = home.list_awaited(waiting.value.run)
        assert home.answer_awaited(waiting.value.run, asked.key, fill(asked.fields), by="Ann Lee") == work.id
        assert home.worker(until_empty=True) == 1
        done = home.work.find(work.id)
        assert (done.state, done.progress.run) == ("done", waiting.value.run)
        assert home.contest.show(done.progress.run).view.outcome.disposition in ("sustained", "rejected")


def fill(fields: Any) -> dict[str, Any]:
    """A form with the first label and the first id everywhere."""
    return {one.name: fill_field(one) for one in fields}


def fill_field(field: Any) -> Any:
    match field.type:
        case "list":
            names = field.fields[0].labels
            return tuple({**fill(field.fields), field.fields[0].name: name} for name in names)
        case "label":
            return field.labels[0]
        case "ids":
            return field.ids[:1]
        case _:
            return "It says so."


def test_a_worker_that_is_told_to_stop_gives_its_work_back(database: str, tmp_path: Path, start: Start) -> None:
    log = tmp_path / "log"
    with open_home(tmp_path / "asker", database, tmp_path / "none.log") as asker:
        work = asker.work.add(DeliberationOrder(question=QUESTION))
        worker = start(log, 0.1)
        wait_until(lambda: count_asked(log) >= 3)
        worker.terminate()
        assert worker.wait(120) == 0
        assert asker.work.find(work.id).state == "waiting"


def test_a_work_that_fails_says_why_and_the_worker_goes_on(database: str, tmp_path: Path) -> None:
    with open_home(tmp_path, database, tmp_path / "log") as home:
        wrong = home.work.add(DeliberationOrder(question=QUESTION, pack="benefits-appeal", library=True))
        right = home.work.add(AskOrder(question=QUESTION))
        assert home.worker(until_empty=True) == 2
        assert (home.work.find(wrong.id).state, home.work.find(wrong.id).error) == ("failed", "the library is empty")
        assert home.work.find(right.id).state == "done"
        with pytest.raises(foam.FoamError, match="the library is empty"):
            home.work.follow(wrong.id)
        assert [one.run for one in home.record.list()] == [home.work.find(right.id).progress.run]


def test_without_a_database_there_is_no_queue(tmp_path: Path) -> None:
    with open_home(tmp_path, "", tmp_path / "log") as home:
        assert not home.work.is_shared
        for call in (
            home.work.list,
            home.worker,
            lambda: home.work.add(DeliberationOrder(question=QUESTION)),
        ):
            with pytest.raises(InputError, match="no queue"):
                call()


def test_what_belongs_to_a_personal_file_is_not_queued(database: str, tmp_path: Path) -> None:
    with open_home(tmp_path, database, tmp_path / "log") as home:
        person = home.person.open("Ada Example").person
    with open_home(tmp_path, database, tmp_path / "log", person=person) as own:
        ran = own.ask(QUESTION)
        assert not own.work.is_shared
        with pytest.raises(InputError, match="personal file"):
            own.work.add(DebateOrder(motion=MOTION))
    with open_home(tmp_path, database, tmp_path / "log") as home:
        assert not home.work.takes(ran.run)
        with pytest.raises(InputError, match=person):
            home.work.add(ChallengeOrder.read(ran.run, "size", kind="not_so", because="No."))
        assert home.work.list() == ()
