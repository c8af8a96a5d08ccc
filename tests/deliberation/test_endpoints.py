"""A whole deliberation against endpoints of every kind: every act completes, or falls back and says so."""

from __future__ import annotations

import asyncio
from functools import cache

import pytest
from tests.deliberation.sitting import PACK, Sitting, list_few
from tests.deliberation.table import Table, load_sample
from tests.deliberation.writing import writing
from tests.model.remote.serving import ENDINGS, SILENT, decline, serve

from foam.deliberation.dossier import Dossier, EvidenceNode
from foam.errors import OutOfBounds
from foam.job.job import replay
from foam.model.port import Model
from foam.model.scripted import ScriptedModel


def make_writer() -> ScriptedModel:
    return ScriptedModel(writing(load_sample(PACK).pack.sample_question), writes=True)


def sit(model: Model) -> Sitting:
    table = Table(model, pack=PACK)
    table.corpus = list_few()
    return Sitting(table, table.deliberate(table.spec(table.pack.perspectives[:2])))


@cache
def sit_without_endpoint() -> Dossier:
    return sit(make_writer()).ran.view


@pytest.mark.parametrize("name", ENDINGS)
def test_a_writer_is_heard_through_every_kind_of_endpoint(name: str) -> None:
    with serve(name, make_writer()) as model:
        dossier = sit(model).ran.view
    alone = sit_without_endpoint()
    assert dossier.acts == alone.acts
    assert dossier.acts.bounded == 0
    assert sorted(claim.text for claim in dossier.claims) == sorted(claim.text for claim in alone.claims)


def test_whatever_fits_the_form_completes_or_falls_back_and_the_dossier_says_how_many_did() -> None:
    with serve("openai") as model:
        table, ran = sit(model)
    acts = ran.view.acts
    assert 0 < acts.bounded <= acts.asked
    assert ran.view.claims
    again = asyncio.run(replay(table.store, ran.run))
    assert isinstance(again, Dossier)
    assert again.json_value() == ran.view.json_value()


def test_a_model_that_declines_to_write_is_heard_in_the_bounded_form() -> None:
    with serve("openai", make_writer(), declines=decline("acts/")) as model:
        dossier = sit(model).ran.view
    assert dossier.acts.bounded == dossier.acts.asked > 0
    assert {claim.voice for claim in dossier.claims} == {"bounded"}


def test_a_model_that_writes_nothing_at_all_rests_on_the_sources_own_sentences() -> None:
    with serve("openai", make_writer(), declines=lambda question: question.type == "write") as model:
        table, ran = sit(model)
    assert ran.view.claims
    quoted = {node.text for node in ran.view.nodes if isinstance(node, EvidenceNode)}
    assert {claim.text for claim in ran.view.claims} <= quoted
    again = asyncio.run(replay(table.store, ran.run))
    assert isinstance(again, Dossier)
    assert again.json_value() == ran.view.json_value()


@pytest.mark.parametrize("name", SILENT)
def test_a_model_that_answers_nothing_ends_the_run_with_what_it_said(name: str) -> None:
    with pytest.raises(OutOfBounds, match="gave no valid answer") as raised, serve(name) as model:
        sit(model)
    assert SILENT[name] in str(raised.value)
