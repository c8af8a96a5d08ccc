"""The laws over packs with a rule, with values and with answers written by hand."""

from __future__ import annotations

import pytest
from tests.laws.laws import LAWS, list_laws
from tests.laws.setting import Setting
from tests.laws.settings import make_appeal, make_fares, make_hut


@pytest.fixture(scope="module", params=[make_appeal, make_fares, make_hut], ids=lambda one: one.__name__)
def setting(request: pytest.FixtureRequest) -> Setting:
    made: Setting = request.param()
    return made


@pytest.mark.parametrize("name", LAWS)
def test_the_law_is_kept(setting: Setting, name: str) -> None:
    laws = list_laws(setting)
    if name not in laws:
        pytest.skip("it has no object in this pack")
    ruling = laws[name](setting)
    assert ruling.verdict != "broken", ruling.why
