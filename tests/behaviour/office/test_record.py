"""The record: who kept a head finds what was cut, changed or put back."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held
from tests.behaviour.office.conftest import Office

After = Callable[[str], Office]


def read_head(folder: Path) -> str:
    head: str = read_foam(folder, "record", "head")["head"]
    return head


def close(office: Office) -> Path:
    office.home.close()
    return office.folder


def put_back(old: Path, new: Path) -> None:
    """The older file of the record in the newer home."""
    for path in new.glob("foam.db*"):
        path.unlink()
    for path in old.glob("foam.db*"):
        shutil.copy(path, new)


def test_a_record_that_only_grew_verifies_against_the_head_that_was_kept(office_after: After) -> None:
    head = read_head(close(office_after("accept")))
    told = read_foam(close(office_after("close")), "record", "verify", "--head", head)
    assert told["ok"]


def test_an_older_copy_put_back_is_found_by_who_kept_a_head(office_after: After) -> None:
    head = read_head(close(office_after("close")))
    old = close(office_after("accept"))
    assert read_foam(old, "record", "verify")["ok"], "by itself it is sound"
    assert not read_foam(old, "record", "verify", "--head", head, code=1)["ok"]


def test_an_older_record_under_newer_noted_heads_is_found_without_one(office_after: After) -> None:
    new, old = close(office_after("close")), close(office_after("accept"))
    put_back(old, new)
    assert not read_foam(new, "record", "verify", code=1)["ok"]


def test_a_loss_that_was_declared_is_a_note_and_who_holds_a_head_is_told_all_the_same(office_after: After) -> None:
    new, old = close(office_after("close")), close(office_after("accept"))
    head = read_head(new)
    put_back(old, new)
    run_foam(new, "record", "restored", "--because", "a failed disk")
    told = read_foam(new, "record", "verify")
    assert "a failed disk" in str(told["notes"])
    assert not read_foam(new, "record", "verify", "--head", head, code=1)["ok"]


def test_a_changed_word_of_the_record_is_found(hold: Callable[[str], Held], tmp_path: Path) -> None:
    folder = hold("heating-grant").copy(tmp_path / "home")
    assert read_foam(folder, "record", "verify")["damage"] == []
    for path in folder.glob("foam.db*"):
        path.write_bytes(path.read_bytes().replace(b"420 crowns", b"240 crowns"))
    assert read_foam(folder, "record", "verify", code=1)["damage"]


def test_a_proof_of_growth_is_checked_with_two_heads_alone(office_after: After, tmp_path: Path) -> None:
    head = read_head(close(office_after("accept")))
    grown = close(office_after("close"))
    now, proof = read_head(grown), tmp_path / "proof.json"
    run_foam(grown, "record", "prove", head, "--output", proof)
    empty = tmp_path / "empty"
    run_foam(empty, "record", "check", proof, "--from", head, "--to", now)
    number, _, root = head.partition("-")
    other = f"{number}-{root[::-1]}"
    run_foam(empty, "record", "check", proof, "--from", other, "--to", now, code=1)


def test_who_did_what_when_stands_on_the_record(office_after: After) -> None:
    office = office_after("decide")
    acts = office.home.appeal.timeline(office.matter).acts
    assert [(str(one.day), one.filed.act.by.id) for one in acts][-1] == ("2025-05-17", "judge-3")
