"""Which tests one process takes together, where several share them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.sharing import TOGETHER, is_dear, name_share

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", TOGETHER)
def test_files_that_go_together_are_there_and_one_share(name: str) -> None:
    files = TOGETHER[name]
    assert [file for file in files if not (ROOT / file).is_file()] == []
    assert {name_share(f"{file}::test_something[a::b]") for file in files} == {name}
    assert all(is_dear(f"{file}::test_something") for file in files)


def test_any_other_file_is_a_share_of_its_own() -> None:
    assert name_share("tests/text/test_stem.py::test_one[x::y]") == "tests/text/test_stem.py"
    assert not is_dear("tests/text/test_stem.py::test_one")
