"""The index in its folder, part by part: what a segment holds, when segments are merged, and what does not follow."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from tests.evidence.quotes.samples import DOCUMENTS, RIGHTS, TRADE, TRANSPORT, made

from foam.evidence.quotes import index as index_module
from foam.evidence.quotes.index import ShingleIndex, _batch, _name_hash, _names, _postings
from foam.evidence.quotes.naming import make_shelf

BY_ID = {one.id: one for one in DOCUMENTS}


def _words(count: int, number: int) -> str:
    return " ".join([f"n{number}"] * count)


@pytest.mark.parametrize(("words", "segments"), [([1] * 4, 1), ([1] * 3, 3), ([2] * 4, 1), ([1, 2, 1, 2], 1),
                                                 ([2, 2, 2, 3], 4), ([3] * 4, 1), ([14, 15, 14, 14], 4),
                                                 ([15] * 4, 1), ([1] * 5, 2)])  # fmt: skip
def test_four_segments_of_about_one_size_become_one(tmp_path: Path, words: list[int], segments: int) -> None:
    """Sizes 1 and 2, 3 to 14, 15 to 62, and so on."""
    for number, count in enumerate(words):
        ShingleIndex(tmp_path).add([made(_words(count, number))])
    index = ShingleIndex(tmp_path)
    assert len(index.parts()) == segments
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == sorted(index._segments)
    assert sum(len(part.ids) for part in index.parts()) == len(words)
    assert sum(len(part.keys) for part in index.parts()) == sum(words)


def test_large_segments_are_left_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "_LARGEST", 6)
    for number, count in enumerate([6] * 5 + [5] * 4):
        ShingleIndex(tmp_path).add([made(_words(count, number))])
    assert sorted(len(part.keys) for part in ShingleIndex(tmp_path).parts()) == [6, 6, 6, 6, 6, 20]


def test_a_batch_ends_with_the_document_that_fills_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "_BATCH", 20)
    documents = [made(text) for text in ("a" * 10, "b" * 10, "c" * 19, "d", "e" * 30, "f")]
    fresh = iter(documents)
    batches = []
    while batch := list(_batch(fresh)):
        batches.append([len(one.text) for one in batch])
    assert batches == [[10, 10], [19, 1], [30], [1]]


def test_merged_segments_know_the_names_of_all_their_documents(tmp_path: Path) -> None:
    documents = [*DOCUMENTS, made("One more text of some words stands here.", file="more.txt")]
    for document in documents:
        ShingleIndex(tmp_path).add([document])
    index, shelf = ShingleIndex(tmp_path), make_shelf(documents)
    for name in ("Osei 2021", "Ports and prices", "trade.txt", "more", "Declaration", "www.example.org/free", "nobody"):
        assert index.cited(name) == shelf.cited(name)
    assert index.missing([*(one.id for one in documents), "0" * 64]) == ["0" * 64]


def test_names_are_ordered_by_their_hashes(tmp_path: Path) -> None:
    names = _names(DOCUMENTS)
    assert names.shape[0] == 2
    assert names[0].tolist() == sorted(names[0].tolist())
    held = dict(zip(names[0].tolist(), names[1].tolist(), strict=True))
    assert [held[_name_hash(key)] for key in ("free transport", "ports and prices", "declaration")] == [0, 1, 2]
    assert _names([]).shape == (2, 0)
    assert 0 <= _name_hash("x") < 2**63
    assert _name_hash("x") != _name_hash("y")


def test_an_index_that_follows_from_its_documents_has_nothing_to_say(tmp_path: Path) -> None:
    ShingleIndex(tmp_path).add([TRADE, RIGHTS])
    ShingleIndex(tmp_path).add([TRANSPORT])
    assert list(ShingleIndex(tmp_path).compare(BY_ID.get)) == []


def test_what_does_not_follow_is_told_segment_by_segment(tmp_path: Path) -> None:
    ShingleIndex(tmp_path).add([TRADE, RIGHTS])
    (first,) = ShingleIndex(tmp_path)._segments
    ShingleIndex(tmp_path).add([TRANSPORT])
    index = ShingleIndex(tmp_path)
    (second,) = set(index._segments) - {first}
    gone = {TRANSPORT.id: TRANSPORT}
    assert list(index.compare(gone.get)) == [f"{first} names 2 documents that the library does not hold"]
    turned = {**BY_ID, TRANSPORT.id: RIGHTS}
    assert list(index.compare(turned.get)) == [f"{second} does not follow from the texts of its documents"]
    names = tmp_path / second / "names.npy"
    kept = np.load(names)
    np.save(names, kept[:, 1:])
    assert list(ShingleIndex(tmp_path).compare(BY_ID.get)) == [
        f"{second} does not follow from the texts of its documents"
    ]
    np.save(names, kept)
    assert list(ShingleIndex(tmp_path).compare(BY_ID.get)) == []
    shutil.rmtree(tmp_path / first)
    (told,) = ShingleIndex(tmp_path).compare(BY_ID.get)
    assert told.startswith(f"{first} cannot be read: ")


@pytest.mark.parametrize("name", ["keys", "docs", "offsets"])
def test_each_array_is_compared(tmp_path: Path, name: str) -> None:
    ShingleIndex(tmp_path).add([TRADE])
    (segment,) = ShingleIndex(tmp_path)._segments
    path = tmp_path / segment / f"{name}.npy"
    array = np.load(path)
    array[-1] += 1
    np.save(path, array)
    assert len(list(ShingleIndex(tmp_path).compare(BY_ID.get))) == 1


def test_what_is_written_is_what_was_gathered(tmp_path: Path) -> None:
    ShingleIndex(tmp_path).add(DOCUMENTS)
    (held,) = ShingleIndex(tmp_path).parts()
    made_now = _postings(DOCUMENTS)
    assert held.ids == made_now.ids == tuple(one.id for one in DOCUMENTS)
    for name in ("keys", "docs", "offsets"):
        assert np.array_equal(getattr(held, name), getattr(made_now, name))


def test_the_same_document_twice_in_one_addition_is_one(tmp_path: Path) -> None:
    index = ShingleIndex(tmp_path)
    assert index.add([TRADE, TRADE, RIGHTS, TRADE]) == 2
    assert index.add(iter(())) == 0
    assert [part.ids for part in index.parts()] == [(TRADE.id, RIGHTS.id)]
    assert (TRADE.id in index, TRANSPORT.id in index) == (True, False)


def test_what_was_found_before_an_addition_is_looked_up_again(tmp_path: Path) -> None:
    index = ShingleIndex(tmp_path)
    index.add([TRADE])
    quote = "the harvest came in early and prices fell"
    assert {one.document for one in index.windows(quote, words=3)} == {TRADE.id}
    twin = made(f"They say that {quote}.")
    index.add([twin])
    assert {one.document for one in index.windows(quote, words=3)} == {TRADE.id, twin.id}
