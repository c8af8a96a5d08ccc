"""Domain packs: listed, shown, checked with every fault at once, drafted from a folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.papers import SmallFile

PACK = """
name = "harbour"
title = "Harbour matters"
summary = "Whether boats are let in."
notice = "The documents are invented."
sample_question = "Should the harbour be dredged?"

[[value]]
id = "livelihood"
text = "People can earn their living."

[[value]]
id = "thrift"
text = "Public money is spent with care."

[[perspective]]
id = "fisher"
role = "local_resident"
description = "A fisher of the harbour."
weighting = { livelihood = 1.0 }

[[perspective]]
id = "treasurer"
role = "town_treasurer"
description = "Pays for the harbour."
weighting = { thrift = 1.0 }
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "harbour"
    (folder / "library").mkdir(parents=True)
    (folder / "pack.toml").write_text(PACK, "utf-8")
    (folder / "library" / "note.txt").write_text("The harbour silts up. Dredging costs 400 a year.", "utf-8")
    return folder


def test_shipped_packs_are_listed_shown_and_sound(tmp_path: Path) -> None:
    names = [one["name"] for one in read_foam(tmp_path / "home", "pack", "list")["packs"]]
    assert {"policy-debate", "benefits-appeal", "mountain-hut", "street-lamps"} <= set(names)
    for name in names:
        shown = read_foam(tmp_path / "home", "pack", "show", name)
        assert name in str(shown)
    assert "sample" in run_foam(tmp_path / "home", "pack", "show", names[0]).stdout


def test_a_pack_of_ones_own_is_checked(tmp_path: Path, pack: Path) -> None:
    run_foam(tmp_path / "home", "pack", "check", pack)


def test_every_fault_of_a_pack_is_told_at_once_with_file_and_field(tmp_path: Path, pack: Path) -> None:
    (pack / "pack.toml").write_text(
        PACK.replace("title =", "titel =").replace("livelihood = 1.0", "gold = 1.0"), "utf-8"
    )
    (pack / "trees").mkdir()
    (pack / "trees" / "opening.json").write_text("{", "utf-8")
    told = run_foam(tmp_path / "home", "pack", "check", pack, code=1).output
    for fault in ("pack.toml", "titel", "did you mean title", "opening.json"):
        assert fault in told


def test_a_pack_may_not_lead_out_of_its_folder(tmp_path: Path, pack: Path) -> None:
    (tmp_path / "secret.txt").write_text("A secret that is no part of the pack.", "utf-8")
    (pack / "library" / "link.txt").symlink_to(tmp_path / "secret.txt")
    told = run_foam(tmp_path / "home", "pack", "check", pack, code=None)
    assert told.exit_code in (1, 2)
    assert "link.txt" in told.output


def test_a_pack_is_drafted_from_a_folder_of_papers_and_its_papers_are_copied(tmp_path: Path) -> None:
    letters = tmp_path / "letters"
    letters.mkdir()
    for paper in SmallFile("library-sunday").papers:
        shutil.copy(paper, letters)
    drafted = tmp_path / "drafted"
    words = (
        "--out",
        drafted,
        "--question",
        "Should the library open on Sundays?",
        "--affected",
        "Readers",
        "--decides",
        "The council",
    )
    run_foam(tmp_path / "home", "pack", "new", letters, *words)
    assert sorted(one.name for one in (drafted / "library").iterdir()) == sorted(one.name for one in letters.iterdir())
    run_foam(tmp_path / "home", "pack", "check", drafted)
    before = (drafted / "pack.toml").read_bytes()
    run_foam(tmp_path / "home", "pack", "new", letters, *words, code=2)
    assert (drafted / "pack.toml").read_bytes() == before
