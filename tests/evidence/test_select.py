"""Sentence selection: ids are chosen, never written, and never more than were asked for."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evidence.samples import made

from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.select import (
    AT_MOST,
    BlendSelector,
    ask_selection,
    choose_best,
    measure_texts,
    rate_likelihoods,
    read_selection,
)
from foam.model.question import Chosen, Label, Labelled, Scored, check
from foam.model.scripted import ScriptedModel
from foam.model.template import Template

EMBEDDER = HashingEmbedder()
TEMPLATE = Template(name="evidence", text="Which support it?\n$statement\n$options")
PAGE = made(
    "The bridge opened in 1931. Its towers are painted red. In 2004 the bridge carried 41 million cars. "
    "Tolls were raised twice. The mayor likes sailing."
)
CANDIDATES = [(PAGE.pointer(i), PAGE.sentence(i)) for i in range(len(PAGE.ends))]
CLAIM = "About 41 million cars crossed the bridge in 2004."


def test_the_question_offers_pointers_and_bounds_the_answer() -> None:
    question = ask_selection(CLAIM, CANDIDATES, template=TEMPLATE)
    assert [option.id for option in question.options] == [str(pointer) for pointer, _ in CANDIDATES]
    assert (question.at_least, question.at_most, question.statement) == (0, AT_MOST, CLAIM)
    assert all(text in question.prompt for _, text in CANDIDATES)


def test_the_chosen_come_back_as_pointers_in_document_order() -> None:
    ids = tuple(str(PAGE.pointer(i)) for i in (3, 0))
    assert read_selection(Chosen(ids=ids)) == (PAGE.pointer(0), PAGE.pointer(3))
    with pytest.raises(TypeError):
        read_selection(Scored(score=1))


def test_the_blend_finds_the_sentence_and_says_how() -> None:
    selector = BlendSelector(ScriptedModel(), EMBEDDER)
    question = ask_selection(CLAIM, CANDIDATES, template=TEMPLATE)
    answer = asyncio.run(selector.answer(question, seed=0))
    check(question, answer.reply)
    assert read_selection(answer.reply)[0] == PAGE.pointer(2)
    assert "blend" in answer.method
    assert EMBEDDER.name in selector.decider.parameters["selection"]


def test_other_questions_go_to_the_model_it_wraps() -> None:
    scripted = ScriptedModel(lambda call: Labelled(label="yes"))
    question = Label(template="t", template_digest="d", prompt="?", statement=CLAIM, text="x", labels=("yes", "no"))
    answer = asyncio.run(BlendSelector(scripted, EMBEDDER).answer(question, seed=0))
    assert answer.reply == Labelled(label="yes")


@given(st.lists(st.floats(0.001, 1), min_size=1, max_size=12), st.integers(0, 3), st.integers(1, 5), st.floats(0, 1))
def test_the_best_few_are_few_and_best(likely: list[float], at_least: int, at_most: int, keep: float) -> None:
    chosen = choose_best(np.array(likely), at_least=min(at_least, at_most), at_most=at_most, keep=keep)
    assert min(at_least, at_most, len(likely)) <= len(chosen) <= at_most
    assert chosen[0] == int(np.argmax(likely))
    assert [likely[i] for i in chosen] == sorted(likely, reverse=True)[: len(chosen)]


@given(st.text(), st.lists(st.text(), min_size=1, max_size=6))
def test_any_text_can_be_measured(claim: str, texts: list[str]) -> None:
    assert np.isfinite(measure_texts(claim, texts, EMBEDDER)).all()
    likely = rate_likelihoods(claim, texts, EMBEDDER)
    assert ((likely >= 0) & (likely <= 1)).all()
