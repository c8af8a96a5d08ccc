"""The library keeps every sentence where it was, whatever is added or removed."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.evidence.kept import change, open_kept
from tests.evidence.samples import AT, made
from tests.record.kept import Kept

from foam.errors import InputError, NotFound
from foam.evidence.document import Citation, Document, Highlight, Origin, make_document
from foam.evidence.holdings import Batch
from foam.evidence.library import Library
from foam.evidence.truth import pack_document
from foam.evidence.versions import list_changes
from foam.record.sqlite import SqliteStore
from foam_quotes.text.pointer import Pointer

CARD = make_document(
    "Nuclear power is safe. It kills fewer people than coal.\nWind is safer still.",
    origin=Origin(file="energy.docx", format="docx", importer="docx-1", row=3),
    citation=Citation(author="Ada Smith", published="2019-03", url="https://example.org/safe"),
    markup=(Highlight(start=0, end=13), Highlight(start=40, end=50, colour="cyan")),
)


def test_a_document_comes_back_as_it_went_in(library: Library) -> None:
    library.add([CARD], what="test", at=AT)
    assert library.document(CARD.id) == CARD
    assert list(library.documents()) == [CARD]


def test_a_pointer_resolves_to_its_words_and_place(library: Library) -> None:
    library.add([CARD], what="test", at=AT)
    found = library.sentence(CARD.pointer(1))
    assert found.text == CARD.sentence(1) == "It kills fewer people than coal."
    assert found.span.of(CARD.text) == found.text


def test_a_pointer_may_be_typed_short(library: Library) -> None:
    library.add([CARD], what="test", at=AT)
    assert library.sentence(Pointer(document=CARD.id[:6], sentence=0)).pointer == CARD.pointer(0)


@pytest.mark.parametrize("pointer", [Pointer(document="f" * 64, sentence=0), CARD.pointer(3), CARD.pointer(-1)])
def test_a_pointer_to_nothing_is_refused(library: Library, pointer: Pointer) -> None:
    library.add([CARD], what="test", at=AT)
    with pytest.raises(NotFound):
        library.sentence(pointer)
    assert library.sentences([pointer, CARD.pointer(0)])[0] is None


def test_a_prefix_that_names_several_documents_is_refused_with_their_names(library: Library) -> None:
    documents = [made(f"Number {i} is here.") for i in range(40)]
    library.add(documents, what="test", at=AT)
    first = sorted(d.id[0] for d in documents)
    shared = next(a for a, b in pairwise(first) if a == b)
    with pytest.raises(InputError, match="several documents"):
        library.full_id(shared)
    for bad in ("", "d:", "zz", "%"):
        with pytest.raises(NotFound):
            library.full_id(bad)


def test_the_same_document_twice_adds_nothing(library: Library) -> None:
    first = library.add([CARD], what="test", at=AT)
    second = library.add([CARD], what="test", at=AT)
    assert (first.documents, first.appearances, first.version) == (1, 1, 1)
    assert (second.documents, second.appearances, second.known, second.version) == (0, 0, 1, 1)
    assert len(library.versions()) == 1


def test_one_text_found_in_two_places_is_one_document_and_both_places_are_kept(library: Library) -> None:
    other = made(CARD.text, file="copy.txt")
    added = library.add([CARD, other], what="test", at=AT)
    assert (added.documents, added.appearances) == (1, 2)
    assert library.appearances(CARD.id) == (CARD, other)
    assert library.stats().documents == 1


def test_near_duplicates_are_grouped_and_not_lost(library: Library) -> None:
    body = (
        "Heat pumps cut household emissions by half in most climates, according to a survey of forty studies. "
        "Installation costs fell by a third between 2015 and 2020, and running costs fell with them. "
        "Critics point to noise and to the price of electricity, which differs widely between countries."
    )
    near, far = made(body + " They said so in May."), made("Bees dance to tell each other where flowers stand.")
    library.add([made(body), near, far], what="test", at=AT)
    assert library.family(near.id) == (made(body).id, near.id)
    assert library.family(far.id) == (far.id,)
    assert library.stats().documents == 3
    assert library.stats().families == 2


def test_removal_hides_a_document_from_later_versions_alone(library: Library) -> None:
    other = made("Another one.")
    library.add([CARD, other], what="test", at=AT)
    before = library.version
    after = library.remove([CARD.id[:10]], at=AT)
    assert library.ids() == (other.id,)
    assert library.ids(version=before) == (CARD.id, other.id)
    assert not library.contains(CARD.id)
    assert library.contains(CARD.id, version=before)
    assert library.sentence(CARD.pointer(0)).text == CARD.sentence(0)
    assert (library.stats(version=before).documents, library.stats(version=after).documents) == (2, 1)
    with pytest.raises(NotFound, match="in the library now"):
        library.remove([CARD.id], at=AT)


def test_what_was_removed_can_come_back_and_history_stands(library: Library) -> None:
    library.add([CARD], what="test", at=AT)
    library.remove([CARD.id], at=AT)
    again = library.add([CARD], what="test", at=AT)
    assert again.documents == 1
    assert [library.contains(CARD.id, version=v) for v in range(4)] == [False, True, False, True]


def test_an_unknown_version_is_refused_with_those_there_are(library: Library) -> None:
    library.add([CARD], what="test", at=AT)
    with pytest.raises(NotFound, match="no version 2"):
        library.ids(version=2)


def test_neighbouring_commits_of_one_import_are_one_change(library: Library) -> None:
    for i in range(3):
        library.add([made(f"Text {i}.")], what="folder/", at=AT)
    library.remove([made("Text 1.").id], at=AT)
    history = list_changes(library.versions())
    assert [(c.first, c.last, c.action, c.documents) for c in history] == [(1, 3, "add", 3), (4, 4, "remove", 1)]


def test_a_failed_add_leaves_nothing(library: Library) -> None:
    def documents() -> Iterator[Document]:
        yield CARD
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        library.add(documents(), what="test", at=AT)
    assert library.version == 0
    assert library.ids() == ()


def test_damage_is_found_and_named(kept: Kept) -> None:
    with open_kept(kept) as library:
        library.add([CARD, made("Whole and sound.")], what="test", at=AT)
        assert list(library.damaged()) == []
    change(kept, "UPDATE library_document SET text = REPLACE(text, 'fewer', 'more!') WHERE id = ?", CARD.id)
    change(kept, "UPDATE library_appearance SET about = '{}' WHERE document = 2")
    with open_kept(kept) as library:
        found = [damage.key for damage in library.damaged()]
    assert found == [f"d:{CARD.id[:8]}", f"d:{made('Whole and sound.').id[:8]}"]


def test_the_library_shares_its_file_with_the_record(tmp_path: Path) -> None:
    """Whichever comes first, both open the one file."""
    for first in ("library", "record"):
        file = tmp_path / first / "foam.db"
        if first == "record":
            SqliteStore(file).close()
        with Library.open(file) as library:
            library.add([CARD], what="test", at=AT)
        store = SqliteStore(file)
        assert list(store.entries()) == []
        store.close()


def test_the_neighbours_of_a_document_are_looked_up_and_a_library_without_that_index_is_given_it(
    tmp_path: Path,
) -> None:
    file = tmp_path / "foam.db"
    rows = [(pack_document(made(f"Sentence {n} of this file.")), f"{n % 3:064x}") for n in range(9)]
    with Library.open(file) as library:
        library.take_in(Batch(rows=rows), what="files", at=AT)
        before = [*library.read_files([f"{1:064x}"])]
    with closing(sqlite3.connect(file)) as db:
        db.execute("DROP INDEX library_appearance_file")
    with Library.open(file) as library:
        assert [*library.read_files([f"{1:064x}"])] == before
        assert len(before) == 3
    with closing(sqlite3.connect(file)) as db:
        plan = db.execute("EXPLAIN QUERY PLAN SELECT number FROM library_appearance WHERE file IN (?, ?)", ("", ""))
        assert "library_appearance_file" in str(plan.fetchall())


def test_threads_may_share_a_library(library: Library) -> None:
    def work(number: int) -> None:
        library.add([made(f"Thread {number} says {i}.") for i in range(20)], what=f"thread {number}", at=AT)
        assert library.stats().documents >= 20

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert library.stats().documents == 80
    assert [v.version for v in library.versions()] == [1, 2, 3, 4]


@settings(max_examples=40, deadline=None)
@given(
    texts=st.lists(st.text(min_size=1).filter(lambda t: bool(t.strip())), min_size=1, max_size=6),
    data=st.data(),
)
def test_any_removals_keep_every_old_pointer_resolving(
    texts: list[str], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    documents: dict[str, Document] = {}
    for text in texts:
        try:
            one = made(text)
        except InputError:  # nothing but characters that the normalisation drops
            continue
        documents[one.id] = one
    with Library.open(tmp_path_factory.mktemp("law") / "foam.db") as library:
        library.add(documents.values(), what="test", at=AT)
        gone = data.draw(st.sets(st.sampled_from(sorted(documents)))) if documents else set()
        if gone:
            library.remove(sorted(gone), at=AT)
        assert set(library.ids()) == documents.keys() - gone
        pointers = [one.pointer(i) for one in documents.values() for i in range(len(one.ends))]
        resolved = library.sentences(pointers)
        assert [s.text if s else None for s in resolved] == [
            documents[p.document].sentence(p.sentence) for p in pointers
        ]
        assert list(library.damaged()) == []
