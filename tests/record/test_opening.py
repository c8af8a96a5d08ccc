"""What addresses name, and what files under a key are."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from foam.errors import InputError
from foam.record.keys import MemoryKeys
from foam.record.opening import find_file, open_record_at
from foam.record.personal import is_wrapped, read_owned, write_owned
from foam.record.sqlite import SqliteStore, open_record


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:////srv/foam.db", "/srv/foam.db"),
        ("sqlite:///foam.db", "foam.db"),
        ("/srv/foam.db", "/srv/foam.db"),
        ("foam.db", "foam.db"),
    ],
)
def test_a_file_is_named_by_its_path_or_its_address(url: str, path: str) -> None:
    assert find_file(url) == Path(path)


def test_the_folder_of_a_person_is_written_out() -> None:
    assert find_file("~/foam.db") == Path.home() / "foam.db"


@pytest.mark.parametrize("url", ["mysql://host/db", "file:///srv/foam.db"])
def test_other_addresses_are_refused_by_their_kind(url: str) -> None:
    with pytest.raises(InputError, match=f"begins with {url.partition('://')[0]}://"):
        find_file(url)


def test_the_record_of_a_home_is_the_file_in_it(tmp_path: Path) -> None:
    with closing(open_record(tmp_path)) as store:
        assert isinstance(store, SqliteStore)
        assert store.path == tmp_path / "foam.db"
    with closing(open_record_at(str(tmp_path / "foam.db"), readonly=True)) as store, pytest.raises(InputError):
        store.scrub()


def test_a_file_is_written_as_it_is_or_under_the_key_of_whom_it_belongs_to(tmp_path: Path) -> None:
    keys = MemoryKeys()
    person = keys.make()
    plain, locked = tmp_path / "plain", tmp_path / "locked"
    write_owned(plain, b"words", keys, "")
    write_owned(locked, b"words", keys, person)
    assert plain.read_bytes() == b"words"
    assert is_wrapped(locked.read_bytes())
    assert b"words" not in locked.read_bytes()
    assert read_owned(plain, keys) == read_owned(locked, keys) == b"words"
