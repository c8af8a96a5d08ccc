"""A whole deliberation against endpoints of every kind: every act completes, or falls back and says so."""

from __future__ import annotations

import asyncio

import pytest
from tests.deliberation.table import Table
from tests.loopback import Loopback
from tests.model.remote.faketime import FakeTime
from tests.model.remote.kinds import KINDS

from foam.deliberation.dossier import Dossier
from foam.errors import OutOfBounds
from foam.job.job import replay
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions

ANSWERING = (
    "openai, older strict mode",
    "openai, before schemas",
    "schema ignored, prose around",
    "thinking before",
    "anthropic",
)


def _deliberate(name: str) -> tuple[Table, str, Dossier]:
    kind = KINDS[name]
    with Loopback(then=kind) as server:
        options = RemoteOptions(base_url=server.url, api=kind.api, model="m")
        table = Table(RemoteModel(options, timing=FakeTime().timing))
        ran = table.deliberate(table.spec(table.pack.perspectives[:2]))
    return table, ran.run, ran.view


@pytest.mark.parametrize("name", ANSWERING)
def test_every_act_completes_or_falls_back_and_the_dossier_says_how_many_did(name: str) -> None:
    table, run, dossier = _deliberate(name)
    assert dossier.acts.asked > 0
    assert dossier.acts.bounded <= dossier.acts.asked
    again = asyncio.run(replay(table.store, run))
    assert isinstance(again, Dossier)
    assert again.json_value() == dossier.json_value()


@pytest.mark.parametrize("name", ["refusal", "always cut off"])
def test_a_model_that_answers_nothing_ends_the_run_with_what_it_said(name: str) -> None:
    with pytest.raises(OutOfBounds, match="gave no valid answer"):
        _deliberate(name)
