"""Laws that hold whatever a model says, as long as it says the same to the same question: it answers by chance here."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.deliberation.reading import reading
from tests.laws.laws import LAWS
from tests.laws.setting import Setting
from tests.laws.settings import APPEAL, make_appeal, make_fares

from foam.evidence.library_corpus import make_sample_corpus
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import ScriptedModel

ALWAYS = (
    "seat cloned",
    "seats renamed and reordered",
    "documents reordered and renamed",
    "stances exchanged",
    "contrary rebuttal refused",
    "core is examined",
    "reasons bear",
    "core is consistent",
)


def make_chance(pack: str, seed: int) -> Setting:
    """The pack's setting with a model that answers by chance, the same to the same question."""
    setting = make_appeal(copies=(2,)) if pack == APPEAL else make_fares(copies=(2,))
    return replace(setting.ask(ScriptedModel(reading(setting.question))), seed=seed)


@pytest.mark.parametrize("pack", ["benefits-appeal", "policy-debate"])
@pytest.mark.parametrize("seed", range(2))
def test_the_law_is_not_broken_by_chance(pack: str, seed: int) -> None:
    setting = make_chance(pack, seed)
    rulings = {name: LAWS[name](setting) for name in ALWAYS}
    assert {name: one.why for name, one in rulings.items() if one.verdict == "broken"} == {}


@pytest.mark.parametrize("pack", ["benefits-appeal", "policy-debate"])
def test_the_order_of_documents_changes_nothing_where_they_are_searched_by_vectors(pack: str) -> None:
    setting = replace(make_chance(pack, 0), index=lambda documents: make_sample_corpus(documents, HashingEmbedder()))
    ruling = LAWS["documents reordered and renamed"](setting)
    assert ruling.verdict == "kept", ruling.why
