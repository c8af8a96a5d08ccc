"""Erasing a document leaves no byte of its words, a clear answer in its place, and everything else as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.evidence.kept import change, find_heads, named, open_home, open_kept
from tests.evidence.samples import AT, made
from tests.record.kept import Kept

from foam.errors import InputError, NotFound
from foam.evidence.document import Card, Citation, Document, Facets, Highlight, Origin, make_document
from foam.evidence.holdings import Batch
from foam.evidence.library import Library
from foam.evidence.quotes.shelf import open_shingles
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.hybrid import Search
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.opening import drop_indexes, index_folder, shingle_folder
from foam.evidence.truth import pack_document

PLANTED = {
    "sentence": "Zuberbuehlers Mietvertrag wurde gekuendigt",
    "author": "Xaverius Quendelin",
    "qualifications": "Hausmeister Vombatstrasse",
    "title": "Brief Ogglesby Nachlass",
    "source": "Tagblatt Wumpelstadt",
    "url": "https://krawumpf.example/akte",
    "raw": "Quendelin, X., Akte Flunkerhof",
    "pages": "S. 48151623",
    "tag": "Schimmelbefund Dachgeschoss",
    "cite": "Quendelin Kuerzel",
    "pocket": "Mappe Grompel",
    "hat": "Fach Tüddelkram",
    "block": "Block Wurzelpeter",
    "topic": "Kuendigung Grompelweg",
    "more": "Aktenzeichen 77-XZ-1234",
    "file": "Quendelin-Akte.docx",
}
BECAUSE = "the tenant asked for it"


def plant() -> Document:
    return make_document(
        f"{PLANTED['sentence']}. Er zog aus. Der Schimmel blieb.",
        origin=Origin(file=f"briefe/{PLANTED['file']}", format="docx", importer="docx-1"),
        citation=Citation(
            author=PLANTED["author"],
            author_qualifications=PLANTED["qualifications"],
            title=PLANTED["title"],
            source=PLANTED["source"],
            url=PLANTED["url"],
            raw=PLANTED["raw"],
            pages=PLANTED["pages"],
        ),
        markup=(Highlight(start=0, end=5),),
        card=Card(
            tag=PLANTED["tag"],
            cite=PLANTED["cite"],
            pocket=PLANTED["pocket"],
            hat=PLANTED["hat"],
            block=PLANTED["block"],
        ),
        facets=Facets(topic=PLANTED["topic"], kind="card", more={"zeichen": PLANTED["more"]}),
    )


GONE = plant()
STAYS = make_document(
    "Another tenant stayed. The house was sold.",
    origin=Origin(file="briefe/other.txt", format="text", importer="text-1"),
    citation=Citation(author="Ada Smith", source="Weekly"),
)


@pytest.fixture
def filled(kept: Kept) -> Kept:
    """A library with both, of each kind in turn."""
    with open_kept(kept) as library:
        library.add([STAYS], what="briefe/other.txt", at=AT)
        batch = Batch([(pack_document(GONE), "e" * 64)], [("e" * 64, GONE.origin.file)])
        library.take_in(batch, what=GONE.origin.file, at=AT)
    return kept


def erase(kept: Kept) -> int:
    with open_kept(kept) as library:
        version = library.erase([GONE.id], at=AT, because=BECAUSE)
        library.scrub()
    drop_indexes(find_heads(kept).parent)
    return version


def find_planted(kept: Kept) -> set[str]:
    """Which planted strings are left in any byte of the home or of the database, whole or as single words."""
    home = find_heads(kept).parent
    files = (file.read_bytes() for file in sorted(home.rglob("*")) if file.is_file())
    held = b"".join((*files, *kept.read_own())).lower()
    words = {word for text in PLANTED.values() for word in text.replace("/", " ").split() if len(word) > 6}
    return {text for text in (*PLANTED.values(), *words) if text.lower().encode() in held}


def test_no_byte_of_the_words_is_left(filled: Kept) -> None:
    home = find_heads(filled).parent
    with open_kept(filled) as library:
        indexes = (
            MemoryIndex(HashingEmbedder(), index_folder(home) / "memory" / "x"),
            LanceIndex(index_folder(home), HashingEmbedder()),
        )
        for index in indexes:
            index.follow(library)
            index.close()
        open_shingles(library, shingle_folder(home))
    assert set(PLANTED.values()) <= find_planted(filled) | {PLANTED["file"]}, "the test must plant something"
    erase(filled)
    assert find_planted(filled) == set()


def test_what_was_removed_before_is_erased_too(filled: Kept) -> None:
    with open_kept(filled) as library:
        library.remove([GONE.id], at=AT)
    erase(filled)
    assert find_planted(filled) == set()
    assert named(filled) == []


def test_the_library_still_verifies_and_names_the_reason(filled: Kept) -> None:
    version = erase(filled)
    assert named(filled) == []
    with open_kept(filled) as library:
        last = library.versions()[-1]
    assert (last.version, last.action, last.what, last.documents) == (version, "erase", BECAUSE, 1)


@pytest.mark.parametrize(
    "call",
    [
        lambda library: library.document(GONE.id),
        lambda library: library.appearances(GONE.id[:8]),
        lambda library: library.sentence(GONE.pointer(0)),
        lambda library: library.sentence(GONE.pointer(2)),
    ],
)
def test_pointers_answer_that_it_was_erased_and_why(filled: Kept, call: Callable[[Library], object]) -> None:
    erase(filled)
    with open_kept(filled) as library, pytest.raises(NotFound, match=f"was erased on 2026-01-01: {BECAUSE}"):
        call(library)


def test_all_readings_go_on_without_it(filled: Kept) -> None:
    erase(filled)
    with open_kept(filled) as library:
        assert library.sentences([GONE.pointer(0), STAYS.pointer(0)])[0] is None
        for version in (None, 2):
            assert library.ids(version=version) == (STAYS.id,)
            assert list(library.documents(version=version)) == [STAYS]
            assert library.stats(version=version).documents == 1
            assert [id for id, _ in library.filings(version=version)] == [STAYS.id]
        assert [one.id for one in library.entered(after=0, upto=library.version)] == [STAYS.id]
        assert library.sentences_after(0) == 2
        assert library.full_id(GONE.id[:10]) == GONE.id
        assert not library.contains(GONE.id, version=2)


@pytest.mark.parametrize("kind", [MemoryIndex, LanceIndex])
def test_an_open_index_forgets_it_with_the_next_search(filled: Kept, kind: type, tmp_path: Path) -> None:
    with open_kept(filled) as library:
        index = kind(HashingEmbedder()) if kind is MemoryIndex else kind(tmp_path / "lance", HashingEmbedder())
        search = Search(library, index, HashingEmbedder())
        assert GONE.id in {found.pointer.document for found in search.find("Schimmel Mietvertrag")}
        library.erase([GONE.id], at=AT, because=BECAUSE)
        for version in (None, 2):
            found = search.find("Schimmel Mietvertrag tenant", version=version)
            assert {one.pointer.document for one in found} <= {STAYS.id}


def test_what_was_erased_does_not_come_back_with_the_next_import(filled: Kept) -> None:
    erase(filled)
    with open_kept(filled) as library:
        assert library.add([GONE], what="again", at=AT).known == 1
        assert library.ids() == (STAYS.id,)
    assert find_planted(filled) == set()


def test_a_near_duplicate_stays_findable_when_its_founder_is_erased(library: Library) -> None:
    body = "Heat pumps cut household emissions by half in most climates, according to a survey of forty studies. " * 2
    founder, near, later = made(body), made(body + "In May."), made(body + "In June.")
    library.add([founder, near], what="test", at=AT)
    assert library.family(near.id) == (founder.id, near.id)
    library.erase([founder.id], at=AT, because=BECAUSE)
    library.add([later], what="test", at=AT)
    assert library.family(near.id) == library.family(later.id) == (near.id, later.id)
    assert list(library.damaged()) == []


@pytest.mark.parametrize(
    ("what", "left"),
    [
        (GONE.origin.file, "(erased)"),
        (PLANTED["file"], "(erased)"),
        (f"old/ {GONE.origin.file} new/", "(erased)"),
        ("briefe", "briefe"),  # another document lies there, and says so
        ("briefe/", "briefe/"),
        (f"x{PLANTED['file']}", f"x{PLANTED['file']}"),
    ],
)
def test_a_history_text_goes_when_it_names_the_file(library: Library, what: str, left: str) -> None:
    library.add([STAYS, GONE], what=what, at=AT)
    library.erase([GONE.id], at=AT, because=BECAUSE)
    assert [one.what for one in library.versions()] == [left, BECAUSE]
    assert list(library.damaged()) == []


def test_a_folder_that_only_erased_documents_name_goes_too(library: Library) -> None:
    one, two = made("Eins.", file="quendelin/a.txt"), made("Zwei.", file="quendelin/b.txt")
    library.add([one, two, STAYS], what="quendelin", at=AT)
    library.erase([one.id], at=AT, because=BECAUSE)
    assert library.versions()[0].what == "quendelin"
    library.erase([two.id], at=AT, because="and the other")
    assert library.versions()[0].what == "(erased)"
    assert list(library.damaged()) == []
    with pytest.raises(NotFound, match="erased already"):
        library.erase([one.id], at=AT, because=BECAUSE)
    with pytest.raises(InputError, match="no reason"):
        library.erase([STAYS.id], at=AT, because=" ")


def test_the_words_are_gathered_without_those_that_others_share(filled: Kept) -> None:
    with open_kept(filled) as library:
        words = library.gather_words([GONE.id])
    assert {PLANTED[name] for name in ("author", "title", "url", "file", "tag", "more", "qualifications")} <= set(words)
    assert f"{PLANTED['sentence']}." in words
    assert "card" not in words
    assert list(words) == sorted(words, key=lambda word: (-len(word), word))
    with open_kept(filled) as library:
        library.add(
            [made("Another.", file="briefe/third.txt").model_copy(update={"citation": GONE.citation})], what="x", at=AT
        )
        assert PLANTED["author"] not in library.gather_words([GONE.id])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE library_document SET text = '', ends = x'0000000000000000', signature = x'', erased = 3"
        " WHERE number = 1",
        "UPDATE library_document SET erased = 0 WHERE number = 2",
        "UPDATE library_document SET ends = x'00000000' WHERE number = 2",
        "UPDATE library_document SET family = 1 WHERE number = 2",
        "UPDATE library_document SET family = 2 WHERE number = 1",
        "UPDATE library_appearance SET document = 1 WHERE number = 2",
        "UPDATE library_appearance SET erased = 3, about = '', about_digest = '', filing = '', leads = 0, file = '',"
        " salt = x'' WHERE number = 1",
        "UPDATE library_version SET what = 'innocent' WHERE version = 2",
        "UPDATE library_version SET what = '(erased)', salt = x'', erased = 3 WHERE version = 1",
        "UPDATE library_version SET what = 'another reason' WHERE version = 3",
        "DELETE FROM library_document WHERE number = 2",
    ],
)
def test_only_what_was_erased_may_be_missing(filled: Kept, statement: str) -> None:
    erase(filled)
    change(filled, statement)
    assert named(filled)


def test_every_command_of_a_home_copes(filled: Kept) -> None:
    erase(filled)
    with open_home(filled) as home:
        assert [one.id for one in home.library.list(version=2).documents] == [STAYS.id]
        assert home.library.stats().documents == 1
        assert home.search("tenant Mietvertrag").found[0].pointer.document == STAYS.id
        report = home.library.verify()
        assert report.ok
        assert any(BECAUSE in note for note in report.notes)
        with pytest.raises(NotFound, match="erased"):
            home.library.show(GONE.id)
        with pytest.raises(NotFound, match="erased"):
            home.cite(f"d:{GONE.id}#s0")
        assert home.record.verify().ok
