"""What every place for the keys of personal files promises: `MemoryKeys` and `KeyFolder`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from foam.errors import InputError, NotFound, RecordDamaged
from foam.record.keys import KeyFolder, Keys, MemoryKeys, Tombstone, check_id, destroy_file, require_key

AT = "2026-03-01T12:00:00.000+00:00"


@pytest.fixture(params=["memory", "folder"])
def keys(request: pytest.FixtureRequest, tmp_path: Path) -> Keys:
    makers: dict[str, Callable[[], Keys]] = {"memory": MemoryKeys, "folder": lambda: KeyFolder(tmp_path / "vault")}
    return makers[request.param]()


def bury(keys: Keys, person: str, **changes: object) -> Tombstone:
    tombstone = Tombstone(person=person, at=AT, by="clerk", because="request 7", rule="article 17")
    keys.bury(tombstone.model_copy(update=changes))
    return tombstone


def test_each_file_has_a_key_of_its_own(keys: Keys) -> None:
    assert not keys.is_used()
    first, second = keys.make(), keys.make()
    assert keys.is_used()
    assert keys.list_kept() == tuple(sorted((first, second)))
    assert keys.find(first) != keys.find(second)
    assert keys.find(first) == require_key(keys, first)
    assert check_id(first) == first


def test_a_buried_key_is_gone_and_its_tombstone_says_why(keys: Keys) -> None:
    person, other = keys.make(), keys.make()
    kept = keys.find(other)
    tombstone = bury(keys, person)
    assert keys.is_used()
    assert keys.find(person) is None
    assert keys.list_kept() == (other,)
    assert keys.list_buried() == (tombstone,)
    assert keys.find(other) == kept
    with pytest.raises(NotFound, match=r"2026-03-01 .*clerk .*article 17.*request 7"):
        require_key(keys, person)


def test_burying_again_changes_what_the_tombstone_says(keys: Keys) -> None:
    person = keys.make()
    bury(keys, person)
    bury(keys, person, done=True)
    assert [one.done for one in keys.list_buried()] == [True]


def test_a_key_that_was_never_here_is_said_not_to_be(keys: Keys) -> None:
    assert keys.find("p-0123456789abcdef") is None
    with pytest.raises(NotFound, match="p-0123456789abcdef"):
        require_key(keys, "p-0123456789abcdef")


def test_a_tombstone_counts_before_the_key_file_is_gone(tmp_path: Path) -> None:
    """As after a kill between the two."""
    keys = KeyFolder(tmp_path)
    person = keys.make()
    data = (tmp_path / f"{person}.key").read_bytes()
    bury(keys, person)
    (tmp_path / f"{person}.key").write_bytes(data)
    assert keys.find(person) is None
    assert keys.list_kept() == ()
    bury(keys, person)
    assert not (tmp_path / f"{person}.key").exists()


def test_files_of_keys_are_for_their_owner_alone(tmp_path: Path) -> None:
    keys = KeyFolder(tmp_path / "vault")
    person = keys.make()
    assert (tmp_path / "vault").stat().st_mode & 0o077 == 0
    assert (tmp_path / "vault" / f"{person}.key").stat().st_mode & 0o077 == 0


def test_a_damaged_key_is_named(tmp_path: Path) -> None:
    keys = KeyFolder(tmp_path)
    person = keys.make()
    for content in ("zz", "", "ab" * 31, "ab" * 33):
        (tmp_path / f"{person}.key").write_text(content)
        with pytest.raises(RecordDamaged, match=person):
            keys.find(person)
    (tmp_path / f"{person}.key").write_text("ab" * 32)
    assert keys.find(person) == b"\xab" * 32


def test_a_damaged_tombstone_is_named(tmp_path: Path) -> None:
    keys = KeyFolder(tmp_path)
    person = keys.make()
    (tmp_path / f"{person}.erased.json").write_text("{")
    with pytest.raises(RecordDamaged, match=person):
        keys.list_buried()


def test_what_a_killed_writer_left_of_a_key_is_destroyed_with_it(tmp_path: Path) -> None:
    keys = KeyFolder(tmp_path)
    person, other = keys.make(), keys.make()
    for one in (person, other):
        (tmp_path / f".{one}.key.x7").write_text("half a key")
    bury(keys, person)
    assert {path.name for path in tmp_path.iterdir()} == {f"{person}.erased.json", f"{other}.key", f".{other}.key.x7"}


def test_other_files_among_the_keys_are_no_keys(tmp_path: Path) -> None:
    keys = KeyFolder(tmp_path / "vault")
    assert not keys.is_used()
    assert (keys.list_kept(), keys.list_buried()) == ((), ())
    person = keys.make()
    assert keys.is_used()
    (tmp_path / "vault" / "notes.key").write_text("no key")
    (tmp_path / "vault" / f"{person}.txt").write_text("no key")
    assert keys.list_kept() == (person,)
    assert keys.find("notes") is None
    assert keys.export() == {person: (tmp_path / "vault" / f"{person}.key").read_text()}


def test_a_file_is_overwritten_where_it_lies_before_it_is_deleted(tmp_path: Path) -> None:
    path, link = tmp_path / "secret", tmp_path / "second name"
    path.write_bytes(b"secret words")
    link.hardlink_to(path)
    destroy_file(path)
    assert not path.exists()
    assert link.read_bytes() != b"secret words"
    assert link.stat().st_size == 12
    destroy_file(path)


def test_a_key_that_is_here_is_not_replaced_by_a_copied_one(tmp_path: Path) -> None:
    keys = KeyFolder(tmp_path)
    person, gone = keys.make(), keys.make()
    held = keys.find(person)
    keys.take_in({person: "00" * 32, "p-0123456789abcdef": "11" * 32}, ())
    assert keys.find(person) == held
    assert keys.find("p-0123456789abcdef") == b"\x11" * 32
    bury(keys, gone, done=True)
    keys.take_in({gone: "22" * 32}, ())
    assert keys.find(gone) is None
    assert [one.done for one in keys.list_buried()] == [False], "and it is to be ended here again"
    with pytest.raises(InputError):
        keys.take_in({"../x": "00" * 32}, ())


def test_keys_are_taken_in_but_for_erased_ones(tmp_path: Path) -> None:
    keys, other = KeyFolder(tmp_path / "a"), KeyFolder(tmp_path / "b")
    kept, gone = keys.make(), keys.make()
    copied = keys.export()
    tombstone = bury(keys, gone, done=True)
    other.take_in(copied, keys.list_buried())
    assert other.list_kept() == (kept,)
    assert other.find(kept) == keys.find(kept)
    assert other.list_buried() == (tombstone,), "and it is to be ended there"


@pytest.mark.parametrize("name", ["", "ada", "p-../../etc", "p-0123456789ABCDEF"])
def test_what_is_no_id_is_refused(name: str) -> None:
    with pytest.raises(InputError):
        check_id(name)
