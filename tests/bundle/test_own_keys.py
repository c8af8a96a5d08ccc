"""The key that signs here: kept in three ways, and no broken state of it is a dead end."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from tests.bundle.boxes import MemoryBox

from foam.bundle.keys import PublicKey, make_key
from foam.bundle.own import (
    PRIVATE,
    PUBLIC,
    OwnKey,
    find_or_make_own,
    find_own,
    keep_own,
    list_former,
    require_days,
    unlock,
    write_public,
)
from foam.errors import InputError

TODAY = date(2026, 6, 1)


def _bytes_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_it_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    assert find_own(folder) is None
    first = find_or_make_own(folder, holder="x", today=TODAY)
    assert find_or_make_own(folder, holder="y", today=TODAY) == first
    assert unlock(first).public == first.public
    assert (folder / PRIVATE).stat().st_mode & 0o077 == 0
    assert folder.stat().st_mode & 0o077 == 0


def test_a_sealed_key_opens_with_its_passphrase_only(tmp_path: Path) -> None:
    key = make_key("x", today=TODAY)
    keep_own(tmp_path, key, kept="sealed", passphrase="öpen Sesame")
    assert key.private.private_bytes_raw().hex().encode() not in _bytes_in(tmp_path)
    own = find_own(tmp_path)
    assert own is not None
    assert unlock(own, passphrase=lambda: "öpen Sesame").public == key.public
    with pytest.raises(InputError, match="does not open") as caught:
        unlock(own, passphrase=lambda: "open Sesame")
    assert "foam bundle key --new" in caught.value.hint
    with pytest.raises(InputError, match="has a passphrase, and none was given") as caught:
        unlock(own)
    assert "--passphrase-env" in caught.value.hint


def test_an_empty_passphrase_is_refused_and_the_key_stays_as_it_was(tmp_path: Path) -> None:
    own = find_or_make_own(tmp_path, holder="x", today=TODAY)
    with pytest.raises(InputError, match="no new passphrase"):
        keep_own(tmp_path, unlock(own), kept="sealed")
    assert find_own(tmp_path) == own


def test_a_key_in_the_keyring_is_not_in_the_folder(tmp_path: Path) -> None:
    box, key = MemoryBox(), make_key("x", today=TODAY)
    keep_own(tmp_path, key, kept="keyring", box=box)
    assert key.private.private_bytes_raw().hex().encode() not in _bytes_in(tmp_path)
    own = find_own(tmp_path)
    assert own is not None
    assert unlock(own, box=box).public == key.public
    with pytest.raises(InputError, match="the keyring does not hold key"):
        unlock(own, box=MemoryBox())
    keep_own(tmp_path, key, box=box)
    assert box.get(key.public.keyid) is None


def _broken_states(folder: Path) -> dict[str, bytes | None]:
    """What becomes of the private file; None when it is gone."""
    sound = (folder / PRIVATE).read_bytes()
    other = OwnKey(public=make_key("x", today=TODAY).public, private="00" * 32)
    return {
        "gone": None,
        "empty": b"",
        "rubbish": b"\x00\xff",
        "cut": sound[:100],
        "another's": other.model_dump_json().encode(),
        "a link to nothing": None,
    }


@pytest.mark.parametrize("state", ["gone", "empty", "rubbish", "cut", "another's"])
def test_half_a_pair_says_the_way_forward_and_the_way_works(tmp_path: Path, state: str) -> None:
    find_or_make_own(tmp_path, holder="x", today=TODAY)
    left = _broken_states(tmp_path)[state]
    (tmp_path / PRIVATE).unlink()
    if left is not None:
        (tmp_path / PRIVATE).write_bytes(left)
    with pytest.raises(InputError) as caught:
        find_own(tmp_path)
    assert "foam bundle key --new" in caught.value.hint
    keep_own(tmp_path, make_key("x", today=TODAY))
    found = find_own(tmp_path)
    assert found is not None
    assert unlock(found)
    assert len(list_former(tmp_path)) == 1, "the lost key's public half is kept"


def test_a_private_half_that_is_not_the_publics_is_refused(tmp_path: Path) -> None:
    own = find_or_make_own(tmp_path, holder="x", today=TODAY)
    swapped = own.model_copy(update={"private": "11" * 32})
    with pytest.raises(InputError, match="not of one key"):
        unlock(swapped)
    for spoiled in ("", "zz", "11"):
        with pytest.raises(InputError, match="cannot use key") as caught:
            unlock(own.model_copy(update={"private": spoiled}))
        assert "foam bundle key --new" in caught.value.hint


def test_the_public_copy_can_be_lost_without_harm(tmp_path: Path) -> None:
    own = find_or_make_own(tmp_path, holder="x", today=TODAY)
    (tmp_path / PUBLIC).unlink()
    assert find_own(tmp_path) == own


def test_a_broken_public_copy_is_named_and_moved_out_of_the_way(tmp_path: Path) -> None:
    find_or_make_own(tmp_path, holder="x", today=TODAY)
    (tmp_path / PUBLIC).write_text("rubbish", "utf-8")
    with pytest.raises(InputError, match="is no public key"):
        find_own(tmp_path)
    keep_own(tmp_path, make_key("x", today=TODAY))
    assert find_own(tmp_path) is not None


def test_days_that_are_over_are_told_with_the_way_forward(tmp_path: Path) -> None:
    own = find_or_make_own(tmp_path, holder="x", today=TODAY)
    require_days(own, own.public.not_after)
    with pytest.raises(InputError, match="days are over") as caught:
        require_days(own, own.public.not_after + timedelta(days=1))
    assert "foam bundle key --new" in caught.value.hint
    with pytest.raises(InputError, match="does not hold yet"):
        require_days(own, TODAY - timedelta(days=1))


def test_a_key_cannot_bear_anothers_id() -> None:
    one, other = make_key("x", today=TODAY).public, make_key("x", today=TODAY).public
    with pytest.raises(ValueError, match="not that of the key"):
        PublicKey.model_validate({**one.json_value(), "keyid": other.keyid})
    assert PublicKey.model_validate_json(write_public(one)) == one
