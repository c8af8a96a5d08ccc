"""What is particular to the index on disk: it is derived, and it survives its writer."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from tests.evidence.samples import AT, made

from foam.errors import InputError, StorageFull
from foam.evidence.derived import same_vectors
from foam.evidence.library import Library
from foam.evidence.search.building import Pace
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.ledger import FORMAT, FileLedger, State
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.where import EVERYWHERE

EMBEDDER = HashingEmbedder(32)


@pytest.fixture
def library() -> Iterator[Library]:
    with Library.in_memory() as library:
        for i in range(6):
            library.add([made(f"Document {i} speaks of topic{i}. It ends here.")], what="test", at=AT)
        yield library


def _count(index: LanceIndex) -> int:
    return len(index.nearest(EMBEDDER.embed(["here"])[0], where=EVERYWHERE, version=index.version, limit=100))


def _read(folder: Path, embedder: HashingEmbedder = EMBEDDER) -> State:
    with closing(FileLedger(folder / embedder.name)) as ledger:
        return ledger.read()


def _keep(folder: Path, state: State) -> None:
    with closing(FileLedger(folder / EMBEDDER.name)) as ledger:
        ledger.keep(state)


def test_an_index_is_kept_and_opened_again(library: Library, tmp_path: Path) -> None:
    first = LanceIndex(tmp_path, EMBEDDER)
    first.follow(library)
    first.close()
    again = LanceIndex(tmp_path, EMBEDDER)
    assert again.version == library.version
    assert _count(again) == 12
    again.close()


class Stopped(Exception):
    """The writer died."""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "small"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_full_disk_is_said_and_the_build_goes_on_when_there_is_room(library: Library, small_disk: Path) -> None:
    library.add([made(f"Document {i} speaks of matter{i}. It ends there.") for i in range(900)], what="more", at=AT)
    index = LanceIndex(small_disk, EMBEDDER, pace=Pace(shard_sentences=200))
    with pytest.raises(StorageFull, match="No space left") as met:
        index.follow(library)
    assert "do the same again" in met.value.hint
    assert index.version == 0, "nobody reads half a build"
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    index.follow(library)
    assert list(index.compare(library, same_vectors)) == []
    index.close()


def test_a_writer_that_dies_between_rows_and_ledger_leaves_no_row_twice(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = LanceIndex(tmp_path, EMBEDDER, pace=Pace(shard_sentences=2))
    seen: list[int] = []

    def die(count: int) -> None:
        seen.append(count)
        if len(seen) == 3:
            raise Stopped

    with pytest.raises(Stopped):
        index.follow(library, progress=die)
    assert index.version == 0
    assert _read(tmp_path).shards == 3
    with monkeypatch.context() as dying:
        dying.setattr(FileLedger, "keep", lambda *_: (_ for _ in ()).throw(Stopped()))
        with pytest.raises(Stopped):
            index.follow(library)
    index.follow(library)
    assert index.version == library.version
    assert _count(index) == 12
    assert list(index.compare(library, same_vectors)) == []
    index.close()


def test_an_index_of_another_format_is_built_anew(library: Library, tmp_path: Path) -> None:
    first = LanceIndex(tmp_path, EMBEDDER)
    first.follow(library)
    _keep(tmp_path, _read(tmp_path).model_copy(update={"format": FORMAT - 1}))
    first.close()
    again = LanceIndex(tmp_path, EMBEDDER)
    assert again.version == 0
    again.follow(library)
    assert _count(again) == 12
    again.close()


def test_an_index_whose_state_cannot_be_read_is_built_anew(library: Library, tmp_path: Path) -> None:
    first = LanceIndex(tmp_path, EMBEDDER)
    first.follow(library)
    with sqlite3.connect(tmp_path / EMBEDDER.name / "state.db") as states:
        states.execute("UPDATE state SET state = ?", ('{"moon": true}',))
    states.close()
    first.close()
    again = LanceIndex(tmp_path, EMBEDDER)
    again.follow(library)
    assert _count(again) == 12
    again.close()


def test_a_damaged_index_says_how_to_mend_it(library: Library, tmp_path: Path) -> None:
    index = LanceIndex(tmp_path, EMBEDDER)
    index.follow(library)
    for file in tmp_path.rglob("*.lance"):
        if file.is_file():
            file.write_bytes(b"nonsense")
    index.close()
    with pytest.raises(InputError) as caught:
        _count(LanceIndex(tmp_path, EMBEDDER))
    assert caught.value.hint == "foam library reindex"


def test_rows_of_a_writer_at_work_are_not_seen(library: Library, tmp_path: Path) -> None:
    """A writer adds rows before it vouches for them; a reader of the version before must not find them."""
    index = LanceIndex(tmp_path, EMBEDDER)
    index.follow(library)
    before = _read(tmp_path)
    library.add([made("A newcomer is here.")], what="later", at=AT)
    index.follow(library)
    _keep(tmp_path, before)
    assert _count(index) == 12
    index.close()


def test_few_new_rows_are_found_before_the_indexes_cover_them(library: Library, tmp_path: Path) -> None:
    index = LanceIndex(tmp_path, EMBEDDER)
    index.follow(library)
    library.add([made("Newcomers were singing loudly.")], what="later", at=AT)
    index.follow(library)
    assert _read(tmp_path).unindexed == 1
    for words in ("newcomer", "sing"):
        assert len(index.lexical(words, where=EVERYWHERE, version=index.version, limit=5)) == 1
    assert _count(index) == 13
    index.close()


def test_two_kinds_of_vectors_have_an_index_each(library: Library, tmp_path: Path) -> None:
    one, other = LanceIndex(tmp_path, EMBEDDER), LanceIndex(tmp_path, HashingEmbedder(16))
    one.follow(library)
    assert (one.version, other.version) == (library.version, 0)
    one.close()
    other.close()


def test_a_second_writer_is_told_to_wait(library: Library, tmp_path: Path) -> None:
    one, other = LanceIndex(tmp_path, EMBEDDER), LanceIndex(tmp_path, EMBEDDER, patience=0.01)
    with FileLedger(tmp_path / EMBEDDER.name).writing(), pytest.raises(InputError, match="another process is indexing"):
        other.follow(library)
    other.follow(library)
    assert one.version == library.version
    one.close()
    other.close()


def test_indexed_vectors_find_what_exact_search_finds(tmp_path: Path) -> None:
    """Above a size vectors are found through a quantised index; it must hold up against comparing all of them."""
    rng = np.random.default_rng(5)
    vocabulary = [f"w{i}" for i in range(400)]
    texts = [" ".join(rng.choice(vocabulary, size=8)) + "." for _ in range(1500)]
    embedder = HashingEmbedder(256)
    exact, index = MemoryIndex(embedder), LanceIndex(tmp_path, embedder, pace=Pace(vector_index_from=1000))
    with Library.in_memory() as library:
        library.add([made(text) for text in texts], what="test", at=AT)
        exact.follow(library)
        index.follow(library)
        assert _read(tmp_path, embedder).trained_on == 1500
        good = 0
        for query in embedder.embed(texts[:20]):
            tenth = exact.nearest(query, where=EVERYWHERE, version=1, limit=10)[-1].score
            hits = index.nearest(query, where=EVERYWHERE, version=1, limit=10)
            good += sum(hit.score >= tenth - 1e-3 for hit in hits)
        assert good >= 0.95 * 200
    index.close()
