"""Entries of personal files: kept under a key, and stubs once they are erased. In every store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.record.kept import Kept
from tests.record.kept import change as change_rows

from foam.errors import InputError, NotFound, RecordDamaged
from foam.record.copying import copy_record
from foam.record.entry import Decider, Draft, Entry, EntryInput, ValueInput
from foam.record.keys import Keys, MemoryKeys, Tombstone, require_key
from foam.record.memory import MemoryStore
from foam.record.opening import open_home_record, open_record_at
from foam.record.personal import Seal, add_seal, find_person, make_seal, unwrap, wrap, write_prefix
from foam.record.runs import close_run, find_erasure, open_run
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


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path, keys: Keys) -> Iterator[Store]:
    """MemoryStore, SqliteStore and PostgresStore in turn."""
    made: dict[str, Callable[[], Store]] = {
        "memory": lambda: MemoryStore(keys),
        "sqlite": lambda: open_record_at(str(tmp_path / "foam.db"), keys=keys),
        "postgres": lambda: open_record_at(request.getfixturevalue("database"), keys=keys),
    }
    opened = made[request.param]()
    yield opened
    opened.close()


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
    assert any(all(told in note for told in ("clerk", "article 17", "request 7")) for note in report.notes)
    assert store.dependants(first.key) == (second.key,), "what depended on what stays"
    assert store.find(first.key[:12]) == (first.key,)
    assert [one.key for one in store.entries()] == [plain.key, erasure.key]
    with pytest.raises(NotFound, match=r"2026-03-01 .*clerk"):
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


def test_what_a_file_holds_is_counted_and_listed(store: Store, keys: Keys, seal: Seal) -> None:
    other = make_seal(keys, keys.make())
    store.append(make_entry(None, answer="nobody's"))
    first = store.append(make_entry(seal))
    second = store.append(make_entry(seal, first, kind="verdict"))
    store.append(make_entry(other))
    assert store.list_owned(seal.person) == (first.key, second.key)
    assert store.count_owned(seal.person) == (2, AT)
    assert store.count_owned("p-0123456789abcdef") == (0, "")
    assert store.list_owners() == {seal.person, other.person}
    bury(keys, seal)
    store.erase_person(seal.person, ERASING, at=AT)
    assert (store.list_owned(seal.person), store.count_owned(seal.person)) == ((), (0, ""))
    assert store.list_owners() == {other.person}


def test_runs_that_erased_acts_rested_on_are_listed(store: Store, keys: Keys, seal: Seal) -> None:
    other = make_seal(keys, keys.make())
    plain = open_run(store, "work", {}, clock=_now)
    own = open_run(store, "work", {}, clock=_now, seal=seal)
    open_run(store, "other work", {}, clock=_now)
    for one in (plain, own):
        draft = Draft(kind="act", inputs=(EntryInput(role="run", key=one),), decider=RULE)
        store.append(Entry(draft=add_seal(draft, seal), answer=WORDS, at=AT))
    assert store.list_orphans() == ()
    bury(keys, seal)
    store.erase_person(seal.person, ERASING, at=AT)
    assert store.list_orphans() == store.list_orphans(seal.person) == (plain,)
    assert store.list_orphans(other.person) == ()


def test_several_are_kept_or_none(store: Store, seal: Seal) -> None:
    first = make_entry(seal)
    second = make_entry(seal, first, kind="verdict")
    with pytest.raises(InputError, match="outside"):
        store.append_all([first, make_entry(None, first, kind="leak")])
    assert store.count() == 0
    store.append_all([first, second])
    assert store.list_owned(seal.person) == (first.key, second.key)


# In a file, and in a database


def test_no_word_of_it_and_no_key_is_in_any_byte(kept: Kept, keys: Keys, seal: Seal) -> None:
    """Of a database also not in the server's log."""
    with closing(kept.open(keys=keys)) as store:
        one = store.append(make_entry(seal, answer="Quintilla Ostrowegian"))
    key = require_key(keys, seal.person)
    content = list(kept.read_bytes())
    assert any(one.key.encode() in each for each in content), "it is there"
    secrets = (b"Ostrowegian", one.digest.encode(), key, key.hex().encode())  # the digest has no salt
    assert not [secret for secret in secrets for each in content if secret in each]


def test_erased_its_bytes_are_in_no_table(kept: Kept, keys: Keys, seal: Seal) -> None:
    with closing(kept.open(keys=keys)) as store:
        for number in range(40):
            store.append(make_entry(seal, answer=f"{number} {WORDS}", kind=f"kind {number}"))
        rows = _read_bodies(kept)
        bury(keys, seal)
        store.erase_person(seal.person, ERASING, at=AT)
        assert len(rows) == 40
        files = list(kept.read_tables())
        assert files
        assert not [row for row in rows for each in files if row in each]
        assert not [each for each in files if write_prefix(seal.person) in each]


@pytest.mark.parametrize("change", ["body = ?", "kind = 'other'", "at = 'now'"])
def test_a_changed_byte_is_found(kept: Kept, keys: Keys, seal: Seal, change: str) -> None:
    with closing(kept.open(keys=keys)) as store:
        one = store.append(make_entry(seal))
        [body] = _read_bodies(kept)
        changed = (body[:-1] + bytes([body[-1] ^ 1]),) if "?" in change else ()
        change_rows(kept, f"UPDATE entries SET {change}", *changed)
        assert one.key in {found.key for found in store.damaged()}


def test_an_entry_put_in_the_place_of_another_does_not_open(kept: Kept, keys: Keys, seal: Seal) -> None:
    with closing(kept.open(keys=keys)) as store:
        first, second = store.append(make_entry(seal)), store.append(make_entry(seal, kind="other"))
        change_rows(kept, "UPDATE entries SET body = (SELECT body FROM entries WHERE key = ?)", first.key)
        with pytest.raises(RecordDamaged):
            store.get(second.key)


def test_a_stub_that_nobody_logged_is_found(kept: Kept, keys: Keys, seal: Seal) -> None:
    with closing(kept.open(keys=keys)) as store:
        one = store.append(make_entry(seal))
        stub = f'{{"at":"{AT}","key":"{one.key}","kind":"stance","parents":[],"person":"{seal.person}"}}'.encode()
        change_rows(kept, "UPDATE entries SET body = ?", stub)
        assert one.key in {found.key for found in store.damaged()}


def test_without_the_key_it_is_said_to_be_unread(kept: Kept, keys: Keys, seal: Seal) -> None:
    with closing(kept.open(keys=keys)) as store:
        one = store.append(make_entry(seal))
    with closing(kept.open(keys=MemoryKeys())) as store:
        assert [found.key for found in store.damaged()] == [one.key]
        assert list(store.entries()) == []
        with pytest.raises(NotFound, match=seal.person):
            store.get(one.key)


def test_what_only_names_an_entry_of_a_file_is_refused_outside(kept: Kept, keys: Keys, seal: Seal) -> None:
    with closing(kept.open(keys=keys)) as store:
        run = open_run(store, "work", {}, clock=_now, seal=seal)
        with pytest.raises(InputError, match=f"FOAM_PERSON={seal.person}|personal file {seal.person}"):
            open_run(store, "other work", {"of": run}, clock=_now)
        open_run(store, "other work", {"of": run}, clock=_now, seal=seal)


def test_a_store_for_one_file_keeps_nothing_else(kept: Kept, tmp_path: Path, keys: Keys, seal: Seal) -> None:
    with closing(open_home_record(tmp_path, kept.url, keys=keys, only=seal.person)) as store:
        with pytest.raises(InputError, match="outside"):
            store.append(make_entry(None))
        store.append(make_entry(seal, kind=RUN))


def test_a_file_is_copied_with_its_entries_under_their_key(
    kept: Kept, request: pytest.FixtureRequest, tmp_path: Path, keys: Keys, seal: Seal
) -> None:
    other = make_seal(keys, keys.make())
    target_url = str(tmp_path / "copy.db") if kept.engine == "postgres" else request.getfixturevalue("database")
    with closing(kept.open(keys=keys)) as store, closing(open_record_at(target_url, keys=keys)) as target:
        first = store.append(make_entry(seal))
        store.append(make_entry(seal, first, kind="verdict"))
        second = store.append(make_entry(other))
        copy_record(store, target)
        assert target.get(first.key) == first
        assert target.list_owners() == {seal.person, other.person}
        bury(keys, seal)
        store.erase_person(seal.person, ERASING, at=AT)
        copied = copy_record(store, target)
        assert copied.head == store.head()
        assert target.list_owners() == {other.person}
        assert target.get(second.key) == second


# In a database alone


def test_a_machine_that_still_has_the_key_adds_nothing_after_an_erasure(database: str, seal: Seal, keys: Keys) -> None:
    """Two machines with a copy of the key each: only one knows of the erasure."""
    elsewhere = MemoryKeys()
    elsewhere._keys[seal.person] = require_key(keys, seal.person)
    with (
        closing(open_record_at(database, keys=keys)) as here,
        closing(open_record_at(database, keys=elsewhere)) as there,
    ):
        there.append(make_entry(seal))
        bury(keys, seal)
        here.erase_person(seal.person, ERASING, at=AT)
        with pytest.raises(NotFound, match=f"{seal.person} was erased"):
            there.append(make_entry(seal, kind="late"))
        last = there.append(make_entry(make_seal(elsewhere, elsewhere.make())))
        assert verify(here).damage[0].key == last.key, "of the last one alone"
        assert len(verify(here).damage) == 1


def test_a_home_without_keys_cannot_rest_on_a_file_either(database: str, seal: Seal, keys: Keys) -> None:
    with closing(open_record_at(database, keys=keys)) as here, closing(open_record_at(database)) as there:
        run = open_run(here, "work", {}, clock=_now, seal=seal)
        plain = there.append(make_entry(None))
        one = here.append(make_entry(seal))
        for number in range(2):  # by the short way and by the long one
            with pytest.raises(InputError, match="outside"):
                there.append(make_entry(None, one, kind=f"leak {number}"))
            with pytest.raises(InputError, match="outside"):
                there.append(make_entry(None, kind=f"leak {number}", answer={"of": one.key}))
            with pytest.raises(InputError, match="outside"):
                there.append(make_entry(None, kind=f"leak {number}"), run=run)
            there.append(make_entry(None, plain, kind=f"fine {number}"))


def test_an_open_transaction_that_keeps_old_rows_is_told(database: str, seal: Seal, keys: Keys) -> None:
    """A rewrite copies what somebody may still see; the erasure is not said to be done then, and can be repeated."""
    import psycopg

    with closing(open_record_at(database, keys=keys)) as store, psycopg.connect(database) as reader:
        store.append(make_entry(seal))
        reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        reader.execute("SELECT 1")
        bury(keys, seal)
        with pytest.raises(InputError, match=r"1 in foam\.entries"):
            store.erase_person(seal.person, ERASING, at=AT)
        with pytest.raises(NotFound, match="erased"):
            store.append(make_entry(seal, kind="late"))
        reader.rollback()
        store.erase_person(seal.person, ERASING, at=AT)
        assert verify(store).ok


def _read_bodies(kept: Kept) -> list[bytes]:
    with kept.raw() as db:
        return [bytes(body) for (body,) in db.execute("SELECT body FROM entries ORDER BY seq").fetchall()]


def test_wrapped_bytes_open_only_in_their_place(keys: Keys, seal: Seal) -> None:
    data = wrap(b"words", keys, seal.person, bound="here")
    assert unwrap(data, keys, bound="here") == b"words"
    assert data != wrap(b"words", keys, seal.person, bound="here")
    with pytest.raises(RecordDamaged):
        unwrap(data, keys, bound="there")


def _now() -> datetime:
    return datetime(2026, 3, 1, 12, tzinfo=UTC)
