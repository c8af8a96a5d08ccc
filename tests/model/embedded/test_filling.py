"""Filling forms: choices by the judge, texts with the words of what is cited, the rest left empty."""

from __future__ import annotations

from typing import Any

import pytest
from tests.model.embedded.fakes import LightSenses, PointTold, speak

from foam.errors import OutOfBounds
from foam.model.check import FOR_OR_AGAINST, HOLDS
from foam.model.embedded.writing import write
from foam.model.form import FormField, IdsField, LabelField, ListField, NamesField, TextField
from foam.model.question import Option, Write, Written, check

STATEMENT = "Buses should be free."
FOR = "Free buses carry more people than paid buses do."
AGAINST = "Free buses cost the town more than it has."
UNSURE = "Buses were counted twice."
DENIES = "Buses cost the town nothing."
JUDGE = PointTold(
    {
        FOR: speak(0.9, 0.05, 0.05),
        AGAINST: speak(0.05, 0.9, 0.05),
        UNSURE: speak(0.5, 0.1, 0.4),
        DENIES: speak(0.02, 0.95, 0.03),
    },
    {},
)
MATERIAL = {"01#s0": FOR, "01#s1": AGAINST, "02#s0": UNSURE, "02#s1": DENIES}
IDS = tuple(MATERIAL)


def fill(*fields: FormField, **material: str) -> dict[str, Any]:
    offered = tuple(Option(id=name, text=text) for name, text in {**MATERIAL, **material}.items())
    asked = {"template": "t", "template_digest": "b2:0", "prompt": "", "statement": STATEMENT}
    question = Write(**asked, fields=fields, material=offered)
    reply = write(question, LightSenses(JUDGE)).reply
    check(question, reply)
    assert isinstance(reply, Written)
    return dict(reply.fields)


def make_list(*fields: Any, at_most: int = 8, at_least: int = 0) -> ListField:
    return ListField(name="rows", fields=fields, at_most=at_most, at_least=at_least)


def test_sentences_of_which_the_judge_is_sure_speak_for_or_against() -> None:
    side = LabelField(name="option", labels=FOR_OR_AGAINST)
    at = IdsField(name="at", ids=IDS, at_least=1, at_most=4)
    rows = fill(make_list(side, TextField(name="says", max_words=20), at, NamesField(name="rests_on")))["rows"]
    assert [(row["option"], row["at"], row["says"], row["rests_on"]) for row in rows] == [
        ("for", ("01#s0",), FOR, ()),
        ("against", ("01#s1",), AGAINST, ()),
        ("against", ("02#s1",), DENIES, ()),
    ]


def test_two_sentences_that_deny_each_other_are_a_pair() -> None:
    rows = fill(make_list(IdsField(name="at", ids=IDS, at_least=2, at_most=2)))["rows"]
    assert [row["at"] for row in rows] == [("01#s1", "02#s1")]


@pytest.mark.parametrize(
    ("sentence", "says"), [(FOR, 0), ("They are free.", 0), (UNSURE, 1), (DENIES, 2), ("It rained.", 3)]
)
def test_what_sentences_do_for_a_leaf_goes_by_the_judge(sentence: str, says: int) -> None:
    leaf = "They are free." if sentence == "They are free." else "Buses are liked."
    fields = LabelField(name="leaf", labels=("one",)), LabelField(name="says", labels=HOLDS)
    (row,) = fill(make_list(*fields), one=f"{leaf}\n{sentence}")["rows"]
    assert row == {"leaf": "one", "says": HOLDS[says]}


def test_a_telling_repeats_what_it_names() -> None:
    nodes = IdsField(name="nodes", ids=("one", "two"), at_least=1, at_most=2)
    rows = fill(make_list(nodes, TextField(name="text", max_words=20)), one=FOR, two=AGAINST)["rows"]
    assert [(row["nodes"], row["text"]) for row in rows] == [(("one",), FOR), (("two",), AGAINST)]


def test_what_it_cannot_tell_stays_empty() -> None:
    shape = make_list(NamesField(name="name", at_least=1), TextField(name="says", max_words=9))
    why = TextField(name="why", max_words=9, may_be_empty=True)
    decides = LabelField(name="decides", labels=("weighing", "rules"))
    assert fill(shape, why, decides, NamesField(name="root")) == {
        "rows": (),
        "why": "",
        "decides": "weighing",
        "root": (),
    }


def test_a_form_that_cannot_be_left_empty_is_refused() -> None:
    shape = make_list(NamesField(name="name", at_least=1), TextField(name="says", max_words=9), at_least=1)
    with pytest.raises(OutOfBounds):
        fill(shape)
