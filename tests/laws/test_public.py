"""The laws over public texts: two motions with the evidence that people found for them and against them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.laws.laws import LAWS
from tests.laws.setting import Setting
from tests.laws.settings import MOTIONS, make_public

pytestmark = pytest.mark.data


@pytest.fixture(scope="module", params=MOTIONS)
def setting(request: pytest.FixtureRequest, shared_data: Path) -> Setting:
    return make_public(shared_data / "ibm_ce", request.param)


@pytest.mark.parametrize("name", LAWS)
def test_the_law_is_kept_over_public_texts(setting: Setting, name: str) -> None:
    ruling = LAWS[name](setting)
    assert ruling.verdict != "broken", ruling.why
