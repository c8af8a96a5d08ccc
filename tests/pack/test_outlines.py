"""Speech outlines: parts are written once, used, and expanded under the name of their node."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from foam.errors import PackError
from foam.pack.files import SHIPPED, shipped_packs
from foam.pack.loader import load_pack
from foam.pack.outlines import expand_node, find_part_faults, list_speeches, load_outline, load_parts, read_outline

PART = {"type": "branch", "title": "$title", "children": [{"id": "$id-x", "seek": "So $theme, and $plan."}]}


def write_tree(path: Path, **fields: Any) -> Path:
    node = {"id": "s", "type": "speech", "title": "S", "words": 9}
    path.write_text(json.dumps({"speech": "s", "title": "S", "words": 9, "tree": node, **fields}), "utf-8")
    return path


@pytest.mark.parametrize("name", shipped_packs())
def test_each_part_of_a_shipped_pack_is_used_and_stands_once(name: str) -> None:
    assert list(find_part_faults(load_pack(name))) == []


def test_the_debate_trees_share_parts() -> None:
    assert len(load_parts(load_pack("policy-debate"))) == 17


@pytest.mark.parametrize("name", shipped_packs())
def test_every_shipped_tree_is_written_out_in_full(name: str) -> None:
    pack = load_pack(name)
    for speech in list_speeches(pack):
        text = load_outline(pack, speech).tree.model_dump_json()
        assert '"like"' not in text
        assert "$id" not in text
        assert "$theme" not in text


def test_a_part_is_filled_with_what_its_node_says() -> None:
    node = expand_node({"like": "p", "id": "a", "title": "A", "theme": "it rains"}, {"p": PART})
    assert node == {
        "type": "branch",
        "title": "A",
        "id": "a",
        "children": [{"id": "a-x", "seek": "So it rains, and $plan."}],
    }


def test_a_part_may_use_another_part() -> None:
    parts = {"p": PART, "two": {"type": "branch", "children": [{"like": "p", "id": "$id-1", "title": "T"}]}}
    (child,) = expand_node({"like": "two", "id": "a"}, parts)["children"]
    assert child["children"][0]["id"] == "a-1-x"


@pytest.mark.parametrize(
    ("shared", "fields", "rule"),
    [
        ({"p": {"children": [{"like": "p"}]}}, {"tree": {"like": "p", "id": "s"}}, "contains itself"),
        ({"p": PART}, {"parts": {"p": PART}}, "stands in parts.json, too"),
        ({"p": 3}, {"tree": {"like": "p", "id": "s"}}, "is no node"),
        ({}, {"tree": {"like": "q", "id": "s"}}, "no part 'q'"),
        ({}, {"parts": []}, "parts: it is no object"),
        ({}, {"calculations": {"x": {"use": "sums"}}}, "no calculation 'sums'"),
        ({}, {"calculations": []}, "calculations: it is no object"),
    ],
)  # fmt: skip
def test_a_bad_tree_is_refused_with_its_file_and_the_rule(
    tmp_path: Path, shared: dict[str, Any], fields: dict[str, Any], rule: str
) -> None:
    path = write_tree(tmp_path / "s.json", **fields)
    with pytest.raises(PackError) as caught:
        read_outline(path, shared)
    assert str(path) in caught.value.what
    assert rule in caught.value.what


def test_a_tree_nested_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text('{"tree": ' + '{"children": [' * 100_000, "utf-8")
    with pytest.raises(PackError):
        read_outline(path, {})


def test_parts_that_nobody_uses_or_that_stand_twice_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    shutil.copytree(SHIPPED / "benefits-appeal", folder)
    (folder / "parts.json").write_text(json.dumps({"idle": {"type": "leaf"}, "same": {"type": "leaf"}}), "utf-8")
    assert list(find_part_faults(load_pack(folder))) == [
        ("parts.json", "part 'idle': no outline uses it"),
        ("parts.json", "part 'same': no outline uses it"),
        ("parts.json", "part 'same': the same as 'idle' of parts.json"),
    ]
