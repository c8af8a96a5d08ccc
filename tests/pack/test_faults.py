"""Checking a folder: every fault at once, with its file and field, in words."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from foam.case.check import check_folder
from foam.errors import NotFound
from foam.pack.faults import find_faults
from foam.pack.files import SHIPPED, shipped_packs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "own"
    shutil.copytree(SHIPPED / "mountain-hut", copy)
    return copy


def change(path: Path, **words: tuple[str, str]) -> None:
    text = path.read_text("utf-8")
    for before, after in words.values():
        assert before in text
        text = text.replace(before, after, 1)
    path.write_text(text, "utf-8")


@pytest.mark.parametrize("name", shipped_packs())
def test_a_shipped_pack_has_no_fault(name: str) -> None:
    assert find_faults(SHIPPED / name) == ()


def test_all_faults_are_told_at_once_with_file_and_field(folder: Path) -> None:
    change(
        folder / "pack.toml",
        title=('title = "The mountain hut"', 'titel = "The mountain hut"'),
        coherence=("min_coherence = 0.4", 'min_coherence = "much"'),
        weight=("weighting = { heritage = 0.3", "weighting = { heritag = 0.3"),
        spoken=('speaks_for = ["village"]', 'speaks_for = ["vilage"]'),
        role=('id = "planner"\nrole = "planner"', 'id = "planner"\nrole = 5'),
    )
    (folder / "library" / "99-broken.pdf").write_bytes(b"\xff\xfe no pdf")
    (folder / "library" / "98-copy.md").write_bytes((folder / "library" / "12-cheese-fair.md").read_bytes())
    (folder / "calculations.toml").write_text('[[calculation]]\nid = "sum"\ninputs = []\n', "utf-8")
    (folder / "rules.toml").write_text('[[calculation]]\nid = "sum"\n', "utf-8")
    (folder / "rubric.toml").write_text("name = ", "utf-8")
    (folder / "trees" / "half.json").write_text("{", "utf-8")
    report = check_folder(folder)
    said = {(one.file, one.field): one for one in report.complaints}
    assert not report.ok
    assert said["pack.toml", "title"].what == "it is missing"
    assert said["pack.toml", "titel"].remedy.endswith(" title?")
    assert said["pack.toml", "min_coherence"].what == "it must be a number"
    assert said["pack.toml", "perspective “planner”: role"].what == "it must be a text in quotation marks"
    assert "heritag" in said["pack.toml", "perspective “warden”"].what
    assert said["pack.toml", "perspective “innkeeper”: speaks_for"].remedy.endswith(" village?")
    assert "--write" in said["calculations.toml", ""].remedy
    assert said["rules.toml", "calculation “sum”"].what == "say either its formula, or the calculation it is like"
    assert ("library/99-broken.pdf", "") in said
    assert said["library/98-copy.md", ""].what.startswith("the same text as library/12")
    assert {"rubric.toml", "trees/half.json"} <= {one.file for one in report.complaints}


def test_a_declared_document_that_is_not_in_the_library_is_a_fault(folder: Path) -> None:
    path = folder / "pack.toml"
    declared = '[file]\ndecision = "07-heritage-office"\nrules = ["01-hazard-ordnance.md"]\n\n[[value]]'
    path.write_text(path.read_text("utf-8").replace("[[value]]", declared, 1), "utf-8")
    (fault,) = find_faults(folder)
    assert fault.field == "file: rules"
    assert "01-hazard-ordinance.md" in fault.remedy


def test_a_name_that_is_given_twice_is_a_fault(folder: Path) -> None:
    change(folder / "pack.toml", value=('id = "heritage"', 'id = "safety"'))
    assert "value “safety”" in [one.field for one in find_faults(folder)]


def test_a_folder_without_a_pack_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        check_folder(tmp_path)
