"""Both ways of doing what computes long: in the server's own process, and in processes beside it."""

from __future__ import annotations

import asyncio
import os
import pickle
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.web.serving import make_fakes

import foam
from foam import Event, Home, NotFound
from foam.errors import MissingExtra, OutOfBounds
from foam.web.catalogue import say, speak
from foam.web.reckoner import OwnReckoner, ProcessReckoner, Reckoner

QUESTION = "Should lamps be dimmed at night?"


def open_home(folder: Path, listener: Callable[[Event], None]) -> Home:
    """A home with fakes; at the top of a module, so that it can be sent to a process."""
    return foam.open(folder, **{**make_fakes(), "pack": "street-lamps", "listener": listener})


def tell_pid(home: Home) -> int:
    return os.getpid()


def tell_folder(home: Home, *parts: str) -> str:
    return "/".join((home.folder.name, *parts))


def fail(home: Home) -> None:
    raise OutOfBounds("said too much", said="seven", hint="ask again")


def speak_up(home: Home) -> str:
    return say("problem.missing")


def ask(home: Home) -> str:
    return home.ask(QUESTION).run


def die(home: Home) -> None:
    os._exit(3)


@pytest.fixture(params=["OwnReckoner", "ProcessReckoner"], scope="module")
def reckoner(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reckoner]:
    opener = partial(open_home, tmp_path_factory.mktemp("reckoning") / "home")
    with opener(lambda event: None) as home:
        made: Reckoner = OwnReckoner(home, opener) if request.param == "OwnReckoner" else ProcessReckoner(opener, 2)
        yield made
        made.close()


def test_it_gives_what_the_work_gives(reckoner: Reckoner) -> None:
    assert asyncio.run(reckoner.reckon(tell_folder, "a", "b")) == "home/a/b"


def test_an_error_comes_with_all_its_facts(reckoner: Reckoner) -> None:
    with pytest.raises(OutOfBounds) as raised:
        asyncio.run(reckoner.reckon(fail))
    assert (raised.value.what, raised.value.said, raised.value.hint) == ("said too much", "seven", "ask again")


def test_it_speaks_the_language_of_who_asks(reckoner: Reckoner) -> None:
    with speak("de"):
        german = asyncio.run(reckoner.reckon(speak_up))
    assert german != asyncio.run(reckoner.reckon(speak_up)) == say("problem.missing")


def test_who_listens_hears_how_far_it_is_and_nobody_else(reckoner: Reckoner) -> None:
    heard: list[Event] = []
    run = asyncio.run(reckoner.hear(heard.append, ask))
    assert [one.run for one in heard if one.type == "started"] == [run]
    assert sum(one.type in ("asked", "reused") for one in heard) > 2
    asyncio.run(reckoner.reckon(ask))
    assert [one.run for one in heard if one.type == "started"] == [run]


def test_what_is_called_off_can_be_asked_again(reckoner: Reckoner) -> None:
    async def stop() -> None:
        begun = asyncio.Event()
        loop = asyncio.get_running_loop()

        def listen(event: Event) -> None:
            loop.call_soon_threadsafe(begun.set)

        task = asyncio.create_task(reckoner.hear(listen, ask))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(stop())
    assert asyncio.run(reckoner.hear(lambda event: None, ask))


def test_processes_work_beside_the_server_and_the_last_one_hears(tmp_path: Path) -> None:
    made = ProcessReckoner(partial(open_home, tmp_path / "home"), 2)
    try:
        quick, slow = (
            asyncio.run(made.reckon(tell_pid)),
            asyncio.run(made.hear(lambda event: None, tell_pid)),
        )
        assert len({quick, slow, os.getpid()}) == 3
        with pytest.raises(foam.InputError, match=say("problem.worker")):
            asyncio.run(made.reckon(die))
        assert asyncio.run(made.reckon(tell_pid)) not in (quick, slow)
    finally:
        made.close()


def test_an_error_of_ours_is_the_same_after_a_journey() -> None:
    for error in (NotFound("no such run", hint="see the list"), MissingExtra("lancedb", extra="large")):
        back = pickle.loads(pickle.dumps(error))
        assert (type(back), back.__dict__, str(back)) == (type(error), error.__dict__, str(error))
