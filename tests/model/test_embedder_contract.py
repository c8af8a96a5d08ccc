"""The contract of the embedder port, on fakes and stand-ins; on the pulled weights: embedded/test_vectors.py."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.model.embedded.fakes import BagOfWords
from tests.model.embedder_contract import LAWS, TEXTS, is_named

from foam.errors import NotRecorded
from foam.evidence.search.fake import HashingEmbedder
from foam.job.standins import RecordedVectors
from foam.model.embedded.remembered import RememberedEmbedder
from foam.model.port import Embedder

EMBEDDERS: tuple[Embedder, ...] = (
    HashingEmbedder(),
    HashingEmbedder(256),
    BagOfWords(),
    RememberedEmbedder(HashingEmbedder()),
)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("embedder", EMBEDDERS, ids=lambda one: f"{type(one).__name__}-{one.name}")
def test_every_embedder_keeps_the_contract(embedder: Embedder, law: Callable[[Embedder], None]) -> None:
    law(embedder)


def test_a_stand_in_lends_its_name_and_embeds_nothing() -> None:
    stand_in = RecordedVectors("bag@1")
    is_named(stand_in)
    assert stand_in.name == "bag@1"
    with pytest.raises(NotRecorded):
        stand_in.embed(TEXTS)
