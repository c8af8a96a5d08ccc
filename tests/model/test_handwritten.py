"""Answers written by hand: the most specific one that fits is given, and what nobody wrote is refused by name."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.model.questions import choose, write

from foam.errors import PackError, Refused, SettingError
from foam.model.cast import cast
from foam.model.form import IdsField, LabelField, TextField
from foam.model.handwritten import HandwrittenModel
from foam.model.question import Chosen, Question, Write, Written
from foam.model.template import fence_options
from foam.settings import load_config

PLAIN = """
[[answer]]
act = "evidence"
ids = ["Ridership rose"]
"""
ABOUT = """
[[answer]]
act = "evidence"
about = "free public transport"
ids = ["The deficit of the network", "Drivers report"]
"""


def make_model(folder: Path, *files: str) -> HandwrittenModel:
    for place, text in enumerate(files):
        (folder / f"{place}.toml").write_text(text, "utf-8")
    return HandwrittenModel(folder)


def ask(model: HandwrittenModel, question: Question) -> object:
    return asyncio.run(model.answer(question, seed=0)).reply


def test_what_is_named_by_its_first_words_is_looked_up_in_the_question(tmp_path: Path) -> None:
    assert ask(make_model(tmp_path, PLAIN), choose()) == Chosen(ids=("s1",))
    turned = choose(options=tuple(reversed(choose().options)))
    moved = turned.model_copy(
        update={"options": tuple(o.model_copy(update={"id": f"x{n}"}) for n, o in enumerate(turned.options))}
    )
    assert ask(HandwrittenModel(tmp_path), moved) == Chosen(ids=("x3",))


def test_the_most_specific_answer_is_given(tmp_path: Path) -> None:
    model = make_model(tmp_path, PLAIN, ABOUT)
    assert ask(model, choose()) == Chosen(ids=("s2", "s3"))
    assert ask(model, choose(prompt="Which of these bears on tolls?")) == Chosen(ids=("s1",))


def test_what_nobody_wrote_is_refused_with_the_act_and_what_it_is_about(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"evidence of \w+, about: Free public transport raises ridership"):
        ask(make_model(tmp_path, PLAIN.replace("evidence", "other")), choose())


def test_two_answers_that_fit_alike_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="2 answers fit"):
        ask(make_model(tmp_path, PLAIN, PLAIN), choose())


@pytest.mark.parametrize(("words", "said"), [("The fares fell", "nothing that was offered"), ("the", "3 of those")])
def test_words_that_name_nothing_or_several_are_refused(tmp_path: Path, words: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        ask(make_model(tmp_path, PLAIN.replace("Ridership rose", words)), choose())


def test_an_answer_outside_the_bounds_names_its_file(tmp_path: Path) -> None:
    with pytest.raises(Refused) as caught:
        ask(make_model(tmp_path, ABOUT), choose(at_most=1))
    assert caught.value.hint == "see 0.toml"


def test_labels_stand_for_what_is_fenced_under_them(tmp_path: Path) -> None:
    offered = write().material
    fields = (
        LabelField(name="strongest", labels=("s1", "s2")),
        IdsField(name="ids", ids=("s1", "s2"), at_most=2),
        TextField(name="text", max_words=9),
    )
    question = Write.model_validate(
        {**write().model_dump(), "fields": fields, "material": (), "prompt": fence_options(offered)}
    )
    text = '[[answer]]\nact = "evidence"\nstrongest = "The deficit"\nids = ["Ridership"]\ntext = "so\\n it is"\n'
    filled = {"strongest": "s2", "ids": ("s1",), "text": "so it is"}
    assert ask(make_model(tmp_path, text), question) == Written(fields=filled)


@pytest.mark.parametrize("text", ["[[answer", "[[answer]]\nseat = 'x'", "answer = 3"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(PackError, match=r"0\.toml"):
        make_model(tmp_path, text)


def test_a_folder_without_answers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError):
        HandwrittenModel(tmp_path)


def test_a_pack_without_answers_does_not_offer_the_model(tmp_path: Path) -> None:
    config = load_config(tmp_path, environ={}, flags={"model": "written-by-hand"})
    with pytest.raises(SettingError, match="nobody wrote answers for the pack policy-debate"):
        cast(config, answers=tmp_path / "answers")
