"""One contract for the ledger of an index: a file beside it, and a row in a place that is shared."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.evidence.search.stores import dump_place

from foam.errors import InputError
from foam.evidence.search.engine import connect
from foam.evidence.search.ledger import FileLedger, Ledger, State
from foam.evidence.search.place import SharedPlace
from foam.evidence.search.shared import SharedLedger

Open = Callable[..., Ledger]
ONE = State(table="one", version=3, marks=((1, "it's a mark"),))
LEASE = 1.0


@pytest.fixture(params=["file", "shared in file://", "shared in s3://"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | SharedPlace:
    match request.param:
        case "file":
            return tmp_path
        case "shared in file://":
            return SharedPlace(url=f"file://{tmp_path}/shared")
    made: SharedPlace = request.getfixturevalue("object_store").make_place()
    return made


@pytest.fixture
def open_ledger(place: Path | SharedPlace) -> Open:
    return lambda patience=30.0, lease=LEASE: open_at(place, patience=patience, lease=lease)


def open_at(place: Path | SharedPlace, *, patience: float = 30.0, lease: float = LEASE) -> Ledger:
    if isinstance(place, SharedPlace):
        return SharedLedger(connect(place), "state", place, lease=lease, patience=patience)
    return FileLedger(place, patience=patience)


def test_a_ledger_starts_empty_and_what_is_kept_is_read_by_others(open_ledger: Open) -> None:
    ledger, other = open_ledger(), open_ledger()
    assert ledger.read() == other.read() == State()
    with ledger.writing():
        ledger.keep(ONE)
        assert other.read() == ONE
        ledger.keep(ONE.model_copy(update={"successor": State(table="two")}))
    assert other.read().successor == State(table="two")
    assert ledger.glance() == ledger.read()
    ledger.close()
    other.close()


def test_a_glance_is_never_ahead_of_what_was_kept(open_ledger: Open) -> None:
    ledger, other = open_ledger(), open_ledger()
    assert other.glance() == State()
    with ledger.writing():
        ledger.keep(ONE)
    assert other.glance() in (State(), ONE)
    assert other.read() == other.glance() == ONE
    ledger.close()
    other.close()


def test_one_writes_at_a_time_and_others_are_told_to_wait(open_ledger: Open) -> None:
    ledger, hasty, patient = open_ledger(lease=60.0), open_ledger(patience=0.01, lease=60.0), open_ledger(lease=60.0)
    waited = threading.Event()

    def write() -> None:
        with patient.writing():
            waited.set()
            patient.keep(ONE)

    with ledger.writing():
        with pytest.raises(InputError, match="another process is indexing"), hasty.writing():
            pass
        waiting = threading.Thread(target=write)
        waiting.start()
        assert not waited.wait(0.3)
    waiting.join(30)
    assert ledger.read() == ONE
    for one in (ledger, hasty, patient):
        one.close()


DYING = """
import sys, time
from tests.evidence.search.stores import load_place
from tests.evidence.search.test_ledger_contract import ONE, open_at
ledger = open_at(load_place(sys.argv[1]))
with ledger.writing():
    ledger.keep(ONE)
    print("writing", flush=True)
    time.sleep(600)
"""


def test_a_writer_that_is_killed_lets_the_next_one_in(open_ledger: Open, place: Path | SharedPlace) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", DYING, json.dumps(dump_place(place))],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    ) as dying:
        assert dying.stdout is not None
        assert dying.stdout.readline() == "writing\n"
        dying.kill()
    ledger = open_ledger()
    assert ledger.read() == ONE
    with ledger.writing():
        ledger.keep(State(table="two"))
    assert ledger.read() == State(table="two")
    ledger.close()


@pytest.mark.parametrize("place", ["shared in file://", "shared in s3://"], indirect=True)
def test_a_writer_that_was_taken_for_dead_can_keep_nothing(open_ledger: Open) -> None:
    slow, next_one = open_ledger(lease=60.0), open_ledger(lease=0.3)
    with slow.writing():
        slow.keep(ONE)
        with next_one.writing():
            next_one.keep(State(table="two"))
            with pytest.raises(InputError, match="taken over"):
                slow.keep(ONE)
    with pytest.raises(InputError, match="taken over"):
        slow.keep(ONE)
    assert slow.read() == State(table="two")
