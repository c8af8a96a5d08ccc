"""The model that knows the facts: what it answers follows from the file, and from nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.model.questions import choose, label, write

from foam.errors import SettingError
from foam.model.facts import Facts, FactsModel, KnownSentence
from foam.model.form import IdsField, LabelField, ListField, TextField
from foam.model.question import Chosen, Label, Labelled, Option, Question, Reply, Write, Written

LEAKS, MENDED, OLD = "The roof of the mill leaks.", "The roof of the mill was mended.", "The mill is the oldest house."
KNOWN = Facts(
    question="Should the mill be kept?",
    seats={"neighbour": "against"},
    sentences=(
        KnownSentence(text=LEAKS, side="against", value="safety", contradicts=(MENDED,)),
        KnownSentence(text=MENDED, side="for", is_so=False),
        KnownSentence(text=OLD, side="for", value="heritage"),
    ),
)
AFFIRMED, DENIED = "The mill should be kept.", "The mill should not be kept."
SIDES = ("for", "against", "neither")
MATERIAL = tuple(Option(id=f"s{n}", text=text) for n, text in enumerate((LEAKS, MENDED, OLD, "It rained."), start=1))


def said(question: Question) -> Reply:
    return asyncio.run(FactsModel(KNOWN).answer(question, seed=1)).reply


def ask(text: str, statement: str, *labels: str) -> str:
    asked = label(*labels).model_copy(update={"text": text, "statement": statement})
    assert isinstance(asked, Label)
    reply = said(asked)
    assert isinstance(reply, Labelled)
    return reply.label


def fill(asked: Write, **changes: object) -> dict[str, object]:
    reply = said(asked.model_copy(update={"statement": KNOWN.question, "material": MATERIAL, **changes}))
    assert isinstance(reply, Written)
    return dict(reply.fields)


@pytest.mark.parametrize(
    ("text", "statement", "side"),
    [
        (LEAKS, AFFIRMED, "against"),
        (LEAKS, DENIED, "for"),
        (OLD, AFFIRMED, "for"),
        (LEAKS, MENDED, "against"),
        (OLD, MENDED, "for"),
        ("It rained.", AFFIRMED, "neither"),
        (f"As was said: “{OLD}”", AFFIRMED, "for"),
    ],
)
def test_a_sentence_speaks_for_the_side_that_the_file_gives_it(text: str, statement: str, side: str) -> None:
    assert ask(text, statement, *SIDES) == side


def test_whether_a_statement_is_so_is_read_off_the_file() -> None:
    assert ask("Do you hold to it?", LEAKS, "yes", "in part", "no") == "yes"
    assert ask("Do you hold to it?", MENDED, "yes", "in part", "no") == "no"


def test_what_contradicts_is_chosen_and_nothing_else() -> None:
    asked = choose(0, 4, MATERIAL).model_copy(update={"statement": MENDED, "aim": "refutes"})
    assert said(asked) == Chosen(ids=("s1",))


def test_a_form_is_filled_for_the_side_of_its_seat() -> None:
    reason = (
        TextField(name="claim", max_words=30),
        IdsField(name="grounds", ids=("s1", "s2", "s3", "s4"), at_least=1, at_most=2),
        LabelField(name="value", labels=("heritage", "safety")),
        TextField(name="unless", max_words=9, may_be_empty=True),
    )
    form = write().model_copy(
        update={
            "fields": (
                LabelField(name="stance", labels=("affirm_whole", "oppose_direct")),
                ListField(name="claims", fields=reason, at_least=1, at_most=5),
            ),
        }
    )
    against = fill(form, system="You are: a neighbour")
    assert against["stance"] == "oppose_direct"
    assert against["claims"] == ({"claim": LEAKS, "grounds": ("s1",), "value": "safety", "unless": ""},)


def test_pairs_are_listed_where_two_are_asked_for() -> None:
    pair = IdsField(name="ids", ids=("s1", "s2", "s3", "s4"), at_least=2, at_most=2)
    form = write().model_copy(update={"fields": (ListField(name="pairs", fields=(pair,), at_most=6),)})
    assert fill(form, statement="", role="evaluator")["pairs"] == ({"ids": ("s1", "s2")},)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (None, "no file of facts"),
        ("question = ", "cannot be read"),
        ('question = "Is it?"', "sentences: Field required"),
    ],
)
def test_a_file_that_holds_no_facts_is_refused_with_a_hint(tmp_path: Path, text: str | None, what: str) -> None:
    path = tmp_path / "facts.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(SettingError, match=what) as refused:
        Facts.read(path)
    assert "facts" in refused.value.hint
