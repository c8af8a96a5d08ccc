"""Drafted rules are used only as a named person approved them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import foam
from foam.errors import InputError
from foam.pack.approval import approve_rules, put_draft
from foam.pack.faults import find_faults
from foam.pack.files import SHIPPED
from foam.pack.loader import load_pack
from foam.pack.rules import Draft, load_rules


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The benefits pack with rules that a model drafted."""
    folder = tmp_path / "own"
    shutil.copytree(SHIPPED / "benefits-appeal", folder)
    path = folder / "rules.toml"
    path.write_text(put_draft(path.read_text("utf-8"), Draft(by="some model")), "utf-8")
    return folder


def test_a_draft_is_not_used_and_says_so(folder: Path, tmp_path: Path) -> None:
    pack = load_pack(folder)
    assert (pack.rules, pack.calculations) == (None, ())
    (fault,) = find_faults(folder)
    assert "some model" in fault.what
    with foam.open(tmp_path / "home") as home, pytest.raises(InputError) as caught:
        home.rules.check(pack=folder)
    assert "approve" in caught.value.hint


def test_once_approved_it_is_used_and_after_a_change_it_is_not(folder: Path) -> None:
    path = folder / "rules.toml"
    before = path.read_text("utf-8")
    approved = approve_rules(path, by="Ada Brook")
    assert approved.draft
    assert (approved.draft.by, approved.draft.approved_by) == ("some model", "Ada Brook")
    assert load_pack(folder).rules == approved
    assert find_faults(folder) == ()
    after = path.read_text("utf-8")
    assert after.startswith(before.rstrip("\n").removesuffix('[draft]\nby = "some model"'))
    path.write_text(after.replace("No. The denial should stand.", "No."), "utf-8")
    changed = load_rules(folder)
    assert changed
    assert "Ada Brook" in changed.unapproved
    assert load_pack(folder).rules is None
    approve_rules(path, by="Tom Rill")
    assert path.read_text("utf-8").count("[draft]") == 1
    assert load_pack(folder).rules


def test_what_a_person_stated_needs_no_approval() -> None:
    rules = load_pack("benefits-appeal").rules
    assert rules
    assert rules.unapproved == ""
    with pytest.raises(InputError):
        approve_rules(SHIPPED / "benefits-appeal" / "rules.toml", by="Ada Brook")
