"""The vault's contract, on every implementation; and commitments that hide and bind."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.appeal.submit import StagedVault
from foam.appeal.vault import LARGEST, FolderVault, MemoryVault, Secret, Vault, hold, new_salt
from foam.errors import InputError, RecordDamaged
from foam.record.keys import MemoryKeys


@pytest.fixture(params=["memory", "folder", "personal", "staged"])
def vault(request: pytest.FixtureRequest, tmp_path: Path) -> Vault:
    match request.param:
        case "memory":
            return MemoryVault()
        case "folder":
            return FolderVault(tmp_path / "words")
        case "personal":
            keys = MemoryKeys()
            return FolderVault(tmp_path / "words", keys, person=keys.make())
        case _:
            return StagedVault(new_salt)


def test_what_is_held_can_be_read_and_removed(vault: Vault) -> None:
    words = hold("My name is Ada.", vault)
    secret = vault.get(words.commitment)
    assert secret is not None
    assert secret.text == "My name is Ada."
    assert vault.remove(words.commitment)
    assert vault.get(words.commitment) is None
    assert not vault.remove(words.commitment)


def test_texts_of_a_personal_file_are_kept_under_its_key(tmp_path: Path) -> None:
    keys = MemoryKeys()
    words = hold("My name is Ada.", FolderVault(tmp_path, keys, person=keys.make()))
    (path,) = tmp_path.iterdir()
    assert b"Ada" not in path.read_bytes()
    assert b"salt" not in path.read_bytes()
    found = FolderVault(tmp_path, keys).get(words.commitment)
    assert found is not None
    assert found.text == "My name is Ada."
    assert FolderVault(tmp_path, MemoryKeys()).get(words.commitment) is None


def test_the_same_text_twice_gives_two_commitments(vault: Vault) -> None:
    assert hold("Ada", vault) != hold("Ada", vault)


@pytest.mark.parametrize("text", ["", "  \n", "\ud800", "x" * (LARGEST + 1)])
def test_what_cannot_be_kept_is_refused(vault: Vault, text: str) -> None:
    with pytest.raises(InputError):
        hold(text, vault)


@given(st.text(min_size=1), st.text(min_size=1), st.text("0123456789abcdef", min_size=32, max_size=32))
def test_a_commitment_opens_to_one_text_only(one: str, other: str, salt: str) -> None:
    same = Secret(salt=salt, text=one).commitment == Secret(salt=salt, text=other).commitment
    assert same == (one == other)


def test_text_and_salt_cannot_be_shifted_into_each_other() -> None:
    assert Secret(salt="ab", text="c").commitment != Secret(salt="a", text="bc").commitment


def test_a_changed_file_is_noticed(tmp_path: Path) -> None:
    vault = FolderVault(tmp_path)
    words = hold("Ada", vault)
    (path,) = tmp_path.iterdir()
    path.write_text(path.read_text("utf-8").replace("Ada", "Bob"), "utf-8")
    with pytest.raises(RecordDamaged):
        vault.get(words.commitment)
    path.write_text("{", "utf-8")
    with pytest.raises(RecordDamaged):
        vault.get(words.commitment)


def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    hold("Ada", FolderVault(tmp_path / "words"))
    (path,) = (tmp_path / "words").iterdir()
    assert path.stat().st_mode & 0o077 == 0
