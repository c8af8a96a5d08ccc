"""The laws over both packs, with a scripted reader that knows what every sentence says: all are kept."""

from __future__ import annotations

import pytest
from tests.laws.laws import LAWS, list_laws
from tests.laws.setting import Setting
from tests.laws.settings import APPEAL, make_appeal, make_fares


@pytest.fixture(scope="module", params=["benefits-appeal", "policy-debate"])
def setting(request: pytest.FixtureRequest) -> Setting:
    return make_appeal() if request.param == APPEAL else make_fares()


@pytest.mark.parametrize("name", LAWS)
def test_the_law_is_kept(setting: Setting, name: str) -> None:
    laws = list_laws(setting)
    if name not in laws:
        pytest.skip("it has no object in this pack")
    ruling = laws[name](setting)
    assert ruling.verdict == "kept", ruling.why
