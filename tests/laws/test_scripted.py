"""The laws over both packs and in both voices, with a scripted reader that knows what every sentence says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.laws.laws import LAWS, list_laws
from tests.laws.setting import Setting
from tests.laws.settings import APPEAL, FARES, make_appeal, make_fares

OPPOSED = ("applicant", "caseworker", "community_advocate", "treasurer")


@pytest.fixture(scope="module", params=[(pack, voice) for pack in (APPEAL, FARES) for voice in ("bounded", "written")])
def setting(request: pytest.FixtureRequest) -> Setting:
    """The whole table in the bounded voice; in the written one two seats of opposite sides, which is quicker."""
    pack, voice = request.param
    if voice == "bounded":
        return make_appeal() if pack == APPEAL else make_fares()
    whole = make_appeal(writes=True) if pack == APPEAL else make_fares(writes=True)
    return replace(whole, seats=tuple(one for one in whole.seats if one.id in OPPOSED))


@pytest.mark.parametrize("name", LAWS)
def test_the_law_is_kept(setting: Setting, name: str) -> None:
    laws = list_laws(setting)
    if name not in laws:
        pytest.skip("it has no object in this pack")
    ruling = laws[name](setting)
    assert ruling.verdict == "kept", ruling.why
