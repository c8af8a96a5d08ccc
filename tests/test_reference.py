"""The reference pages are those that the code writes."""

from __future__ import annotations

import pytest
from tests.reference import FOLDER, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_a_reference_page_is_the_one_that_the_code_writes(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == PAGES[name](), f"docs/reference/{name} is stale: run make docs"
