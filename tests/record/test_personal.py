"""Entries of personal files: kept under a key, and stubs once they are erased. In both stores."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from foam.errors import InputError, NotFound, RecordDamaged
from foam.record.entry import Decider, Draft, Entry, EntryInput, ValueInput
from foam.record.keys import Keys, MemoryKeys, Tombstone
from foam.record.memory import MemoryStore
from foam.record.personal import Seal, add_seal, find_person, make_seal, unwrap, wrap
from foam.record.runs import close_run, find_erasure, open_run
from foam.record.sqlite import SqliteStore
from foam.record.store import ERASURE, RUN, Store
from foam.record.verify import verify

AT = "2026-03-01T12:00:00.000+00:00"
RULE = Decider(type="code", id="rule", version="1")
WORDS = "Perpetua Zilberschlag keeps a boat"
ERASING = Draft(
    kind=ERASURE,
    question={"what": "personal file", "because": "request 7", "by": "clerk", "rule": "article 17"},
    decider=Decider(type="person", id="clerk", version=""),
)


@pytest.fixture
def keys() -> Keys:
    return MemoryKeys()


@pytest.fixture
def seal(keys: Keys) -> Seal:
    return make_seal(keys, keys.make())


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path, keys: Keys) -> Iterator[Store]:
    made: dict[str, Callable[[], Store]] = {
        "memory": lambda: MemoryStore(keys),
        "sqlite": lambda: SqliteStore(tmp_path / "foam.db", keys=keys),
    }
    kept = made[request.param]()
    yield kept
    kept.close()


def make_entry(seal: Seal | None, *parents: Entry, answer: object = WORDS, kind: str = "stance") -> Entry:
    inputs = tuple(EntryInput(role="premise", key=one.key) for one in parents)
    asked = ValueInput(role="asked", value=WORDS)
    return Entry(draft=add_seal(Draft(kind=kind, inputs=(*inputs, asked), decider=RULE), seal), answer=answer, at=AT)


def bury(keys: Keys, seal: Seal) -> None:
    keys.bury(Tombstone(person=seal.person, at=AT, by="clerk", because="request 7", rule="article 17"))


def test_it_reads_back_as_it_was(store: Store, seal: Seal) -> None:
    kept = store.append(make_entry(seal))
    found = store.get(kept.key)
    assert found is not None
    assert (found.answer, found.key, found.digest, found.seal) == (WORDS, kept.key, kept.digest, kept.seal)
    assert find_person(found.draft) == seal.person
    assert [one.key for one in store.entries()] == [kept.key]
    assert store.append(make_entry(seal)).key == kept.key, "the same draft has the same key every time"
    assert verify(store).ok


def test_the_salt_is_another_for_each_draft_and_each_file(keys: Keys, seal: Seal) -> None:
    draft = Draft(kind="stance", decider=RULE)
    other = make_seal(keys, keys.make())
    salts = [
        one.inputs[-1].value["salt"]  # type: ignore[union-attr]
        for one in (seal.add_to(draft), seal.add_to(draft.model_copy(update={"kind": "other"})), other.add_to(draft))
    ]
    assert len(set(salts)) == 3
    assert seal.add_to(draft).key != draft.key


def test_what_rests_on_it_belongs_to_the_same_file(store: Store, keys: Keys, seal: Seal) -> None:
    kept = store.append(make_entry(seal))
    assert store.find_seal(kept.key) == seal
    store.append(make_entry(store.find_seal(kept.key), kept, kind="verdict"))
    for other in (None, make_seal(keys, keys.make())):
        with pytest.raises(InputError, match=f"personal file {seal.person}"):
            store.append(make_entry(other, kept, kind="leak"))
    assert store.find_seal("b2:" + "0" * 64) is None


def test_runs_are_of_one_file(store: Store, seal: Seal) -> None:
    plain = open_run(store, "work", {}, clock=_now)
    private = open_run(store, "work", {}, clock=_now, seal=seal)
    assert plain != private
    with pytest.raises(InputError, match="outside"):
        store.append(make_entry(None), run=private)
    with pytest.raises(InputError, match="outside"):
        store.append(make_entry(seal), run=plain)
    kept = store.append(make_entry(seal), run=private)
    with pytest.raises(InputError, match="outside"):
        store.attach(kept.key, run=plain)
    assert find_person(close_run(store, private, {}, clock=_now).draft) == seal.person


def test_erased_it_is_a_stub_that_verifies(store: Store, keys: Keys, seal: Seal) -> None:
    plain = store.append(make_entry(None, answer="nobody's"))
    first = store.append(make_entry(seal))
    second = store.append(make_entry(seal, first, kind="verdict"))
    before = store.head()
    bury(keys, seal)
    erasure = store.erase_person(seal.person, ERASING, at=AT)
    assert set(erasure.answer["entries"]) == {first.key, second.key}
    report = verify(store, head=before)
    assert report.ok, report.damage
    assert any("by clerk under article 17: request 7" in note for note in report.notes)
    assert store.dependants(first.key) == (second.key,), "what depended on what stays"
    assert store.find(first.key[:12]) == (first.key,)
    assert [one.key for one in store.entries()] == [plain.key, erasure.key]
    with pytest.raises(NotFound, match="erased on 2026-03-01 by clerk"):
        store.get(second.key)
    with pytest.raises(NotFound, match="erased"):
        store.append(make_entry(None, first, kind="later"))


def test_erasing_again_says_the_same(store: Store, keys: Keys, seal: Seal) -> None:
    store.append(make_entry(seal))
    bury(keys, seal)
    first = store.erase_person(seal.person, ERASING, at=AT)
    size = store.head().size
    assert store.erase_person(seal.person, ERASING, at=AT) == first
    assert store.head().size == size


def test_an_erased_run_cannot_be_computed_again(store: Store, keys: Keys, seal: Seal) -> None:
    run = open_run(store, "work", {}, clock=_now, seal=seal)
    bury(keys, seal)
    store.erase_person(seal.person, ERASING, at=AT)
    erasure = find_erasure(store, run)
    assert erasure is not None
    assert erasure.draft.question["rule"] == "article 17"


def test_another_file_stays(store: Store, keys: Keys, seal: Seal) -> None:
    other = make_seal(keys, keys.make())
    store.append(make_entry(seal))
    kept = store.append(make_entry(other))
    bury(keys, seal)
    store.erase_person(seal.person, ERASING, at=AT)
    found = store.get(kept.key)
    assert found is not None
    assert found.answer == WORDS


def test_nothing_is_kept_under_a_destroyed_key(store: Store, keys: Keys, seal: Seal) -> None:
    bury(keys, seal)
    with pytest.raises(NotFound, match="erased"):
        store.append(make_entry(seal))
    assert store.count() == 0


def test_words_are_cut_out_of_it_too(store: Store, seal: Seal) -> None:
    kept = store.append(make_entry(seal, answer="Zilberschlag said so"))
    store.erase(ERASING, lambda text: "[erased]" if "Zilberschlag" in text else text, at=AT)
    found = store.get(kept.key)
    assert found is not None
    assert (found.answer, found.key) == ("[erased]", kept.key)
    assert verify(store).ok


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "foam.db"


def test_no_word_of_it_is_in_the_file(file: Path, keys: Keys, seal: Seal) -> None:
    with closing(SqliteStore(file, keys=keys)) as store:
        kept = store.append(make_entry(seal))
        assert not any(b"Zilberschlag" in path.read_bytes() for path in file.parent.iterdir())
        assert not any(kept.digest.encode() in path.read_bytes() for path in file.parent.iterdir()), "it has no salt"


@pytest.mark.parametrize(
    "change", ["body = substr(body, 1, length(body) - 1) || x'00'", "kind = 'other'", "at = 'now'"]
)
def test_a_changed_byte_is_found(file: Path, keys: Keys, seal: Seal, change: str) -> None:
    with closing(SqliteStore(file, keys=keys)) as store:
        kept = store.append(make_entry(seal))
        with closing(sqlite3.connect(file)) as db, db:
            db.execute(f"UPDATE entries SET {change}")
        assert kept.key in {one.key for one in store.damaged()}


def test_an_entry_put_in_the_place_of_another_does_not_open(file: Path, keys: Keys, seal: Seal) -> None:
    with closing(SqliteStore(file, keys=keys)) as store:
        first, second = store.append(make_entry(seal)), store.append(make_entry(seal, kind="other"))
        with closing(sqlite3.connect(file)) as db, db:
            db.execute("UPDATE entries SET body = (SELECT body FROM entries WHERE key = ?)", (first.key,))
        with pytest.raises(RecordDamaged):
            store.get(second.key)


def test_a_stub_that_nobody_logged_is_found(file: Path, keys: Keys, seal: Seal) -> None:
    with closing(SqliteStore(file, keys=keys)) as store:
        kept = store.append(make_entry(seal))
        stub = f'{{"at":"{AT}","key":"{kept.key}","kind":"stance","parents":[],"person":"{seal.person}"}}'.encode()
        with closing(sqlite3.connect(file)) as db, db:
            db.execute("UPDATE entries SET body = ?", (stub,))
        assert kept.key in {one.key for one in store.damaged()}


def test_without_the_key_it_is_said_to_be_unread(file: Path, keys: Keys, seal: Seal) -> None:
    with closing(SqliteStore(file, keys=keys)) as store:
        kept = store.append(make_entry(seal))
    with closing(SqliteStore(file, keys=MemoryKeys())) as store:
        assert [one.key for one in store.damaged()] == [kept.key]
        with pytest.raises(NotFound, match="is not here"):
            store.get(kept.key)


def test_what_only_names_an_entry_of_a_file_is_refused_outside(file: Path, keys: Keys, seal: Seal) -> None:
    with closing(SqliteStore(file, keys=keys)) as store:
        run = open_run(store, "work", {}, clock=_now, seal=seal)
        with pytest.raises(InputError, match=f"FOAM_PERSON={seal.person}|personal file {seal.person}"):
            open_run(store, "other work", {"of": run}, clock=_now)
        open_run(store, "other work", {"of": run}, clock=_now, seal=seal)


def test_a_store_for_one_file_keeps_nothing_else(file: Path, keys: Keys, seal: Seal) -> None:
    with closing(SqliteStore(file, keys=keys, only=seal.person)) as store:
        with pytest.raises(InputError, match="would be kept outside"):
            store.append(make_entry(None))
        store.append(make_entry(seal, kind=RUN))


def test_wrapped_bytes_open_only_in_their_place(keys: Keys, seal: Seal) -> None:
    data = wrap(b"words", keys, seal.person, bound="here")
    assert unwrap(data, keys, bound="here") == b"words"
    assert data != wrap(b"words", keys, seal.person, bound="here")
    with pytest.raises(RecordDamaged):
        unwrap(data, keys, bound="there")


def _now() -> datetime:
    return datetime(2026, 3, 1, 12, tzinfo=UTC)
