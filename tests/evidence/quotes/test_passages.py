"""The port that finds passages: one contract, held by both implementations; and the index's life in its folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.evidence.quotes.samples import DOCUMENTS, RIGHTS, TRADE, TRANSPORT, made

from foam.evidence.document import Document
from foam.evidence.quotes import index as index_module
from foam.evidence.quotes.index import ShingleIndex
from foam_quotes.text.normalise import read_as_one_line
from foam_quotes.verdicts.passages import MemoryPassages, Passages

Maker = Callable[[Iterable[Document]], Passages]


@pytest.fixture(params=["memory", "files", "files, one at a time"])
def passages_of(request: pytest.FixtureRequest, tmp_path: Path) -> Maker:
    folders = count()

    def in_files(documents: Iterable[Document]) -> Passages:
        folder = tmp_path / str(next(folders))
        groups = [[one] for one in documents] if "one at a time" in request.param else [list(documents)]
        for group in groups:
            ShingleIndex(folder).add(group)
        return ShingleIndex(folder)

    return MemoryPassages if request.param == "memory" else in_files


def test_every_verbatim_place_is_among_the_starts(passages_of: Maker) -> None:
    passages = passages_of(DOCUMENTS)
    quote = "veryone has the right to re"
    starts = passages.starts(quote, document=RIGHTS.id)
    assert starts is not None
    text = read_as_one_line(RIGHTS.text)
    assert sorted(at for at in starts if text.startswith(quote, at)) == [47, 111]


@pytest.mark.parametrize("quote", ["two words", "one two three", "", "!"])
def test_too_short_to_tell(passages_of: Maker, quote: str) -> None:
    assert passages_of(DOCUMENTS).starts(quote, document=TRADE.id) is None


def test_verbatim_places_anywhere_name_their_document(passages_of: Maker) -> None:
    passages = passages_of(DOCUMENTS)
    assert passages.anywhere("e harvest came in early and pric") == [(TRADE.id, TRADE.text.index("e harvest"))]
    assert passages.anywhere("none of these words stand anywhere") == []
    assert passages.anywhere("two words") is None
    crowd = [made(f"The port was full in every single year. Number {n}.") for n in range(20)]
    assert passages_of(crowd).anywhere("e port was full in every sing") is None


@pytest.mark.parametrize("words", [1, 2, 3])
def test_windows_point_where_runs_are_shared(passages_of: Maker, words: int) -> None:
    best, *_ = passages_of(DOCUMENTS).windows("the harvest came in late and prices fell", words=words)
    assert best.document == TRADE.id
    assert TRADE.text[best.start : best.end].startswith("the harvest came in")


def test_a_document_that_is_named_stands_before_no_other(passages_of: Maker) -> None:
    quote = "the crop came in late and wages fell in every port in the country"
    letter = made(f"They say: {quote}.")
    passages = passages_of([*DOCUMENTS, letter])
    assert {one.document for one in passages.windows(quote, words=2)} == {letter.id}
    assert passages.windows(quote, words=2, but={letter.id})[0].document == TRADE.id


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("document", [None, TRADE.id])
@pytest.mark.parametrize("least", [2, 3, 20])
def test_windows_with_too_few_runs_in_common_are_left_out(
    passages_of: Maker, least: int, document: str | None, quick: bool
) -> None:
    passages = passages_of(DOCUMENTS)
    quote = "the harvest came in late and prices fell at the port, and nobody was surprised by it"
    every = passages.windows(quote, words=2, document=document, quick=quick)
    asked = passages.windows(quote, words=2, document=document, quick=quick, least=least)
    assert asked == [window for window in every if window.votes >= least]


def test_windows_in_one_document_only(passages_of: Maker) -> None:
    windows = passages_of(DOCUMENTS).windows("the harvest came in early", words=3, document=TRANSPORT.id)
    assert windows == []


def test_unknown_documents_and_no_documents(passages_of: Maker) -> None:
    assert passages_of(DOCUMENTS).windows("the harvest came in early", words=3, document="0" * 64) == []
    assert passages_of(()).windows("the harvest came in early", words=3) == []
    assert passages_of(()).starts("one the harvest came in early", document=TRADE.id) == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_slice_is_found(passages_of: Maker, data: st.DataObject) -> None:
    """A slice with three whole words inside is among the starts, wherever it was cut."""
    passages = passages_of(DOCUMENTS)
    document = data.draw(st.sampled_from(DOCUMENTS))
    text = read_as_one_line(document.text)
    start = data.draw(st.integers(0, len(text) - 1))
    quote = text[start : start + data.draw(st.integers(1, 120))]
    starts = passages.starts(quote, document=document.id)
    assert starts is None or start in starts


# The index in its folder


def test_the_same_documents_again_add_nothing(tmp_path: Path) -> None:
    index = ShingleIndex(tmp_path)
    assert index.add(DOCUMENTS) == 3
    assert index.add(DOCUMENTS) == 0
    assert ShingleIndex(tmp_path).add([*DOCUMENTS, made("A new text is here.")]) == 1
    assert ShingleIndex(tmp_path).missing([TRADE.id, "0" * 64]) == ["0" * 64]


def test_many_small_additions_are_merged_and_all_found(tmp_path: Path) -> None:
    documents = [made(f"Report number {n} says that {n} of the lines were closed.") for n in range(40)]
    for document in documents:
        ShingleIndex(tmp_path).add([document])
    index = ShingleIndex(tmp_path)
    assert len(index.parts()) < 16
    assert len(list(tmp_path.glob("segment-*"))) == len(index.parts())
    for document in documents:
        assert index.starts(document.text, document=document.id) == [0]


def test_one_addition_of_much_text_is_written_in_several_segments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_module, "_BATCH", 100)
    index = ShingleIndex(tmp_path)
    assert index.add(DOCUMENTS) == 3
    assert len(index.parts()) == 3


def test_a_writer_that_dies_leaves_the_last_good_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ShingleIndex(tmp_path).add([TRADE])

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(index_module, "_replace_manifest", dies)
    with pytest.raises(KeyboardInterrupt):
        ShingleIndex(tmp_path).add([RIGHTS])
    monkeypatch.undo()
    after = ShingleIndex(tmp_path)
    assert TRADE.id in after
    assert RIGHTS.id not in after
    assert after.add([RIGHTS]) == 1
    assert RIGHTS.id in ShingleIndex(tmp_path)


@pytest.mark.parametrize("manifest", ["", "{", "[]", json.dumps({"shingles": "other", "segments": ["x"]})])
def test_an_index_of_another_make_is_begun_anew(tmp_path: Path, manifest: str) -> None:
    (tmp_path / "manifest.json").write_text(manifest)
    assert ShingleIndex(tmp_path).add(DOCUMENTS) == 3


@pytest.mark.parametrize("words", [1, 2, 3])
def test_a_window_over_verbatim_words_is_just_these_words(passages_of: Maker, words: int) -> None:
    quote = "the harvest came in early and prices fell"
    best, *_ = passages_of(DOCUMENTS).windows(quote, words=words)
    start = read_as_one_line(TRADE.text).index(quote)
    assert (best.document, best.start, best.end) == (TRADE.id, start, start + len(quote))
