"""The page of reproduced figures is what the code computes."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.reproduction import list_figures, reproduction

ROOT = Path(__file__).parents[1]


@pytest.mark.data
@pytest.mark.usefixtures("shared_data")
def test_the_page_is_up_to_date() -> None:
    page = (ROOT / "docs" / "reproduction.md").read_text("utf-8")
    assert page == reproduction(), "docs/reproduction.md is stale: run make docs"


def test_every_closed_form_holds_and_what_does_not_hold_is_told() -> None:
    found = list(list_figures())
    assert all(one.held for one in found if one.paper == "oversight" and one.printed[0].isdigit())
    assert {one.what.split(",")[0] for one in found if not one.held} == {
        "the gap of logit judges grows in rho",
        "InspireScore is the mean of three",
    }
