"""Prompts: every template has its function, a pack replaces shared ones, and what is rendered is what was agreed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.pack.rendering import MEASURED, RENDERED, SHARED_MAKERS, render_all

from foam.model.template import build_prompts
from foam.pack.files import SHIPPED, list_files, shipped_packs
from foam.pack.loader import digest_content, load_pack
from foam.pack.prompts import MEASURES, measure_prompts, shared_prompts


def test_every_template_has_its_function() -> None:
    asked = {template.name for template in shared_prompts().templates if not template.name.startswith("system/")}
    assert asked == set(SHARED_MAKERS)
    assert {template.name for template in measure_prompts().templates} == set(MEASURED)


def test_no_measure_is_among_the_prompts_of_a_pack() -> None:
    for name in shipped_packs():
        spaces = {template.name.partition("/")[0] for template in load_pack(name).prompts.templates}
        assert not spaces & MEASURES
    assert {template.name.partition("/")[0] for template in measure_prompts().templates} == MEASURES


def test_a_prompt_of_the_pack_stands_in_place_of_the_shared_one(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    shutil.copytree(SHIPPED / "benefits-appeal", folder)
    before = load_pack(folder)
    path = folder / "prompts" / "debate" / "question.txt"
    path.parent.mkdir(parents=True)
    path.write_text("What bears it out? $statement $options", "utf-8")
    pack = load_pack(folder)
    assert pack.prompts["debate/question"].render(statement="S", options="O") == "What bears it out? S O"
    changed = [
        new.name for new, old in zip(pack.prompts.templates, before.prompts.templates, strict=True) if new != old
    ]
    assert changed == ["debate/question"]


def test_the_content_of_a_pack_covers_the_shared_prompts_it_asks_with(tmp_path: Path) -> None:
    """A copy of a shared prompt adds a file, a changed one changes a prompt: each is another content."""
    folder = tmp_path / "own"
    shutil.copytree(SHIPPED / "benefits-appeal", folder)
    pack = load_pack(folder)
    listed = digest_content(folder, list_files(folder), pack.prompts)
    assert listed == pack.content
    other = build_prompts({t.name: t.text + ("!" if t.name == "debate/reply" else "") for t in pack.prompts.templates})
    assert digest_content(folder, list_files(folder), other) != pack.content


@pytest.mark.parametrize("name", sorted({**SHARED_MAKERS, **MEASURED}))
def test_a_prompt_is_rendered_as_agreed(name: str) -> None:
    """A changed wording shows in the diff: python -m tests.pack.rendering writes the file anew."""
    assert render_all()[name] == RENDERED[name]
