"""The files of the index in memory: read again, never out of date, whole or not there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.evidence.samples import AT, made

from foam.evidence.library import Library
from foam.evidence.search.columns import ColumnFiles, Columns
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.port import Hit
from foam.evidence.search.where import EVERYWHERE


class Counting(HashingEmbedder):
    """Counts the texts it embeds."""

    embedded = 0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.embedded += len(texts)
        return super().embed(texts)


@pytest.fixture
def library() -> Iterator[Library]:
    with Library.in_memory() as library:
        for i in range(6):
            library.add([made(f"Document {i} speaks of topic{i}. It ends here.")], what="test", at=AT)
        yield library


def _follow(library: Library, folder: Path | None) -> tuple[MemoryIndex, int]:
    """An index that reached the library, and how many sentences it had to embed for that."""
    embedder = Counting(32)
    index = MemoryIndex(embedder, folder)
    index.follow(library)
    return index, embedder.embedded


def _answers(index: MemoryIndex) -> list[list[Hit]]:
    near = HashingEmbedder(32).embed(["topic3 ends"])[0]
    return [
        index.lexical("topic3 topic9 speaks", where=EVERYWHERE, version=index.version, limit=20),
        index.nearest(near, where=EVERYWHERE, version=index.version, limit=20),
    ]


def _kept(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def test_files_are_read_again_and_answer_alike(library: Library, tmp_path: Path) -> None:
    first, embedded = _follow(library, tmp_path)
    again, embedded_again = _follow(library, tmp_path)
    assert (embedded, embedded_again) == (12, 0)
    assert _answers(first) == _answers(again) == _answers(_follow(library, None)[0])


def test_what_came_later_is_added_and_the_older_files_go(library: Library, tmp_path: Path) -> None:
    _follow(library, tmp_path)
    library.add([made("A newcomer speaks of topic9.")], what="later", at=AT)
    library.remove([library.ids()[0]], at=AT)
    later, embedded = _follow(library, tmp_path)
    assert embedded == 1
    assert len(_kept(tmp_path)) == 1
    assert _answers(later) == _answers(_follow(library, tmp_path)[0]) == _answers(_follow(library, None)[0])


def test_files_of_another_library_are_not_used(library: Library, tmp_path: Path) -> None:
    _follow(library, tmp_path)
    with Library.in_memory() as other:
        other.add([made("Something else altogether. Twelve sentences it has not.")], what="other", at=AT)
        assert _follow(other, tmp_path)[1] == 2


@pytest.mark.parametrize("file", ["lengths.npy", "numbers.npy", "vocabulary.npy", "vectors.npy", "sums.json"])
@pytest.mark.parametrize("damage", ["gone", "empty", "cut", "changed"])
def test_damaged_files_are_made_anew(library: Library, tmp_path: Path, file: str, damage: str) -> None:
    good = _answers(_follow(library, tmp_path)[0])
    path = _kept(tmp_path)[0] / file
    data = path.read_bytes()
    changed = data[:-2] + bytes([data[-2] ^ 1, data[-1]])
    path.unlink()
    if damage != "gone":
        path.write_bytes({"empty": b"", "cut": data[:-5], "changed": changed}[damage])
    index, embedded = _follow(library, tmp_path)
    assert embedded == 12
    assert _answers(index) == good
    assert _follow(library, tmp_path)[1] == 0


class Stopped(Exception):
    """The writer died."""


def test_an_index_that_is_interrupted_loses_the_step_in_hand_and_no_more(library: Library, tmp_path: Path) -> None:
    embedder = Counting(32)
    index = MemoryIndex(embedder, tmp_path, step=4)
    taken: list[int] = []

    def die(count: int) -> None:
        taken.append(count)
        if len(taken) == 2:
            raise Stopped

    with pytest.raises(Stopped):
        index.follow(library, progress=die)
    assert (index.version, embedder.embedded) == (0, 8)
    index.follow(library)
    assert embedder.embedded == 12
    assert _answers(index) == _answers(_follow(library, None)[0])


def test_what_a_killed_writer_left_is_never_read(library: Library, tmp_path: Path) -> None:
    unfinished = tmp_path / "new-abc"
    unfinished.mkdir(parents=True)
    (unfinished / "vectors.npy").write_bytes(b"half a f")
    assert _follow(library, tmp_path)[1] == 12
    assert unfinished.is_dir()  # it may be another process at work


def test_two_writers_of_one_library_leave_one_good_folder(library: Library, tmp_path: Path) -> None:
    index, _ = _follow(library, tmp_path)
    key = _kept(tmp_path)[0].name
    columns = Columns.none(32).extend(["One text."], HashingEmbedder(32))
    ColumnFiles(tmp_path).save(key, columns)
    assert [path.name for path in _kept(tmp_path)] == [key]
    assert _answers(index) == _answers(_follow(library, None)[0])
