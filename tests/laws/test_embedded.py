"""The laws with the embedded model, at a small size: where it cannot tell it declines, and breaks none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.laws.embedded import make_small, search_by_vectors
from tests.laws.laws import LAWS, list_laws
from tests.laws.setting import Setting

from foam.errors import WeightsMissing
from foam.model.embedded.model import EmbeddedModel
from foam.model.embedded.pins import PINS
from foam.model.embedded.pull import require_folder
from foam.model.judge import shipped_judge
from foam.settings import find_home

pytestmark = [pytest.mark.embedded]


@pytest.fixture(scope="module")
def settings() -> dict[str, Setting]:
    home = find_home(os.environ, Path.cwd(), Path.home())
    try:
        for pin in PINS:
            require_folder(home, pin)
    except WeightsMissing as missing:
        pytest.skip(f"MISSING WEIGHTS: {missing.what}; {missing.hint}")
    model = EmbeddedModel(home, judge=shipped_judge())
    small = make_small(model, search_by_vectors(home))
    return {setting.name: setting for setting in small}


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("pack", ["benefits-appeal", "policy-debate"])
def test_the_law_is_not_broken(settings: dict[str, Setting], pack: str, name: str) -> None:
    laws = list_laws(settings[pack])
    if name not in laws:
        pytest.skip("it has no object in this pack")
    ruling = laws[name](settings[pack])
    assert ruling.verdict != "broken", ruling.why
