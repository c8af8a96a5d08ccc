"""A build that is killed at any moment goes on, in every place an index can lie in, and ends as if nothing had been."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.evidence.samples import AT, made
from tests.evidence.search.stores import dump_place, load_place

from foam.evidence.derived import same_vectors
from foam.evidence.library import Library
from foam.evidence.search.arrow import Rows, order_rows
from foam.evidence.search.building import Pace
from foam.evidence.search.crew import OwnProcess, Processes
from foam.evidence.search.engine import connect, open_table
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.hybrid import Search
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.place import SharedPlace

EMBEDDER = HashingEmbedder(32)
PACE = Pace(shard_sentences=20)
DOCUMENTS, SHARDS = 60, 6
KILLS = 2

BUILDING = """
import sys
from tests.evidence.search.test_kills import build
build(*sys.argv[1:])
"""


def build(file: str, place: str, log: str, workers: str) -> None:
    """What the process does that is killed: build anew, and note each shard once it is vouched for."""
    crew = OwnProcess(EMBEDDER) if workers == "1" else Processes(int(workers), _open)
    with Library.open(Path(file)) as library, Path(log).open("a", buffering=1) as noted:
        index = LanceIndex(load_place(place), EMBEDDER, pace=PACE, lease=1.0)
        noted.write("begun\n")
        index.rebuild(library, progress=lambda count: print(f"shard of {count}", file=noted), crew=crew)
        noted.write("done\n")
    crew.close()


def _open() -> HashingEmbedder:
    return EMBEDDER


@pytest.fixture(params=["folder", "file://", "s3://"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | SharedPlace:
    match request.param:
        case "folder":
            return tmp_path / "index"
        case "file://":
            return SharedPlace(url=f"file://{tmp_path}/shared")
    made_place: SharedPlace = request.getfixturevalue("object_store").make_place()
    return made_place


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "foam.db") as library:
        texts = [f"Document {i} speaks of topic{i % 7}. It ends in place{i}." for i in range(DOCUMENTS)]
        library.add([made(text) for text in texts[:40]], what="first", at=AT)
        library.add([made(text) for text in texts[40:]], what="second", at=AT)
        library.remove([made(texts[3]).id], at=AT)
        yield library


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.long)])
def test_a_build_killed_at_random_moments_ends_with_the_same_rows(
    library: Library, place: Path | SharedPlace, tmp_path: Path, workers: str
) -> None:
    log = tmp_path / "log"
    log.touch()
    rng = random.Random(f"{place!r} {workers}"[:40])
    command = [
        *(sys.executable, "-c", BUILDING, str(tmp_path / "foam.db"), json.dumps(dump_place(place)), str(log), workers)
    ]
    killed = sum(_run_and_kill(command, log, rng) for _ in range(KILLS))
    subprocess.run(command, check=True, cwd=Path(__file__).parents[3])
    assert killed > 0
    assert log.read_text().endswith("done\n")

    index = LanceIndex(place, EMBEDDER)
    assert list(index.compare(library, same_vectors)) == []
    calm = LanceIndex(tmp_path / "calm", EMBEDDER, pace=PACE)
    calm.follow(library)
    assert _rows(index).equals(_rows(calm))
    for asked in ("topic3", "who ends in place17?", "document speaks"):
        assert Search(library, index, EMBEDDER).find(asked) == Search(library, calm, EMBEDDER).find(asked)


def _run_and_kill(command: list[str], log: Path, rng: random.Random) -> bool:
    """Run the build, and kill it some moment after some shard; whether it was still at work."""
    lines = len(log.read_text().splitlines()) + rng.randint(1, SHARDS)
    with subprocess.Popen(command, cwd=Path(__file__).parents[3]) as building:
        while len(log.read_text().splitlines()) < lines and building.poll() is None:
            time.sleep(0.01)
        try:
            building.wait(rng.uniform(0.0, 0.4))
        except subprocess.TimeoutExpired:
            building.kill()
            return True
    return False


def _rows(index: LanceIndex) -> Rows:
    """Every row that is read, in the order of the library."""
    state = index._ledger.read()
    table = open_table(connect(index._folder or index._place), index._prefix + state.table)
    table.checkout(state.table_version)
    return order_rows(table.to_arrow())
