"""The page on imports lists every key that front matter may have."""

from __future__ import annotations

from pathlib import Path

from foam.evidence.imports.base import KNOWN_FIELDS


def test_every_key_of_front_matter_is_documented() -> None:
    page = (Path(__file__).parents[3] / "docs" / "imports.md").read_text("utf-8")
    section = page.partition("## Front matter")[2].partition("\n## ")[0]
    assert not [key for key in KNOWN_FIELDS if f"`{key}`" not in section]
