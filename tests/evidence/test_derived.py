"""Files derived from the library are held against it; what was changed in them is found."""

from __future__ import annotations

import json
import shutil
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from tests.evidence.samples import AT, made

import foam
from foam.evidence.derived import check_indexes
from foam.evidence.library import Library
from foam.evidence.quotes.shelf import open_shingles
from foam.evidence.search.engine import LanceTable, connect, open_table
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.ledger import FileLedger
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.opening import index_folder, shingle_folder
from foam.evidence.search.place import name_folder
from foam.model.port import Embedder

EMBEDDER = HashingEmbedder()


def fill(home: Path, *texts: str) -> None:
    """A library with every kind of derived file."""
    with Library.open(home / "foam.db") as library:
        for text in texts:
            library.add([made(text, side="aff")], what="test", at=AT)
        library.remove([made(texts[0]).id], at=AT)
        indexes = MemoryIndex(EMBEDDER, _memory(home)), LanceIndex(index_folder(home), EMBEDDER)
        for index in indexes:
            index.follow(library)
            index.close()
        open_shingles(library, shingle_folder(home))


def compare(home: Path, embedder: Embedder = EMBEDDER) -> list[str]:
    with Library.open(home / "foam.db") as library:
        return [f"{damage.key}: {damage.reason}" for damage in check_indexes(library, home, [embedder])]


def tamper(home: Path, change: Callable[[LanceTable], object]) -> None:
    """Change rows of the large index, and have its ledger vouch for the table as it then is."""
    folder = index_folder(home) / name_folder(EMBEDDER)
    with closing(FileLedger(folder)) as ledger:
        state = ledger.read()
        table = open_table(connect(folder), state.table)
        change(table)
        ledger.keep(state.model_copy(update={"table_version": table.version}))


def _memory(home: Path) -> Path:
    return index_folder(home) / "memory" / name_folder(EMBEDDER)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    fill(folder, "Coal kills people. Wind does not.", "The sun shines for free.", "Rain falls. Snow falls, too.")
    return folder


def test_what_follows_from_the_library_is_sound(home: Path) -> None:
    assert compare(home) == []


def test_an_index_that_lags_behind_is_sound(home: Path) -> None:
    with Library.open(home / "foam.db") as library:
        library.add([made("Hail is rare.")], what="test", at=AT)
        library.remove([made("The sun shines for free.").id], at=AT)
    assert compare(home) == []


@pytest.mark.parametrize("name", ["numbers", "lengths", "vocabulary", "vectors"])
def test_a_changed_array_of_the_index_in_memory_is_found(home: Path, name: str) -> None:
    """Changed together with its sum, as somebody would who knows the format."""
    (folder,) = [one for one in _memory(home).iterdir() if one.is_dir()]
    array = np.load(folder / f"{name}.npy")[::-1].copy()
    np.save(folder / f"{name}.npy", array)
    sums = json.loads((folder / "sums.json").read_text())
    (folder / "sums.json").write_text(json.dumps({**sums, name: zlib.crc32(array.tobytes())}))
    assert [line.split("/")[:2] for line in compare(home)] == [["index", "memory"]]


@pytest.mark.parametrize(
    "values",
    [{"words": "'sun sun'"}, {"removed_in": "1"}, {"side": "'neg'"}, {"place": "7"}, {"added_in": "2"}],
)
def test_a_changed_row_of_the_large_index_is_found(home: Path, values: dict[str, str]) -> None:
    tamper(home, lambda table: table.update(where="appearance = 3", values_sql=values))
    assert any(line.startswith("index/") for line in compare(home))


def test_a_deleted_row_of_the_large_index_is_found(home: Path) -> None:
    tamper(home, lambda table: table.delete("appearance = 2"))
    assert any("sentences" in line for line in compare(home))


def test_the_files_of_another_library_are_found(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    fill(other, "Coal kills people. Wind does not.", "The sun shines at a price.", "Rain falls. Snow melts, too.")
    for folder in (index_folder, shingle_folder):
        shutil.rmtree(folder(home))
        shutil.copytree(folder(other), folder(home))
    found = "\n".join(compare(home))
    assert f"index/{name_folder(EMBEDDER)}" in found
    assert "shingles" in found


@pytest.mark.parametrize("array", ["keys", "docs", "offsets", "ids", "names"])
def test_a_changed_run_of_words_is_found(home: Path, array: str) -> None:
    (file,) = shingle_folder(home).glob(f"*/{array}.npy")
    held = np.load(file)
    held.flat[0] += 1
    np.save(file, held)
    assert any(line.startswith("shingles") for line in compare(home))


def test_a_broken_file_is_found_and_names_the_way_forward(home: Path) -> None:
    (file,) = shingle_folder(home).glob("*/keys.npy")
    file.write_bytes(b"nothing")
    for state in index_folder(home).glob("*/state.db*"):
        state.write_bytes(b"x" * 4096)
    with foam.open(home, embedder=EMBEDDER) as opened:
        report = opened.library.verify()
        assert len(report.damaged) == 2
        assert opened.library.verify(index=False).ok
        assert all(line.endswith("foam library reindex") for line in report.damaged)
        opened.library.reindex()
        assert opened.library.verify().ok
