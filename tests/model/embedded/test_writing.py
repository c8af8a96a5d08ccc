"""Writing by taking: within the limit, from the material, nothing made up."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.model.embedded.fakes import LightSenses

from foam.model.embedded.writing import find_passages, write
from foam.model.form import TextField, count_words
from foam.model.question import Option, Write, Written, check
from foam_quotes.text.normalise import normalise

STATEMENT = "Free buses carry more people."
LONG = (
    "The council, which had met in secret for a year, found that free buses carry more people, "
    "although the drivers disagree."
)
ASKED: dict[str, Any] = {"template": "t", "template_digest": "b2:0", "prompt": "", "statement": STATEMENT}


def written(limits: dict[str, int], *material: str, statement: str = STATEMENT) -> dict[str, str]:
    options = tuple(Option(id=str(i), text=text) for i, text in enumerate(material))
    fields = tuple(TextField(name=name, max_words=limit) for name, limit in limits.items())
    question = Write(**{**ASKED, "statement": statement}, fields=fields, material=options)
    reply = write(question, LightSenses()).reply
    check(question, reply)
    assert isinstance(reply, Written)
    return {name: str(said) for name, said in reply.fields.items()}


def test_a_sentence_that_fits_is_taken_whole() -> None:
    material = ("Stone lies in a wall.", "Nobody came. Free buses carry people.")
    assert written({"tag": 10}, *material) == {"tag": "Free buses carry people."}


def test_a_long_sentence_gives_its_most_relevant_clause() -> None:
    assert written({"tag": 8}, LONG)["tag"] == "found that free buses carry more people"


def test_a_clause_that_does_not_fit_is_cut_with_an_ellipsis() -> None:
    assert written({"tag": 2}, "Free buses carry more people.") == {"tag": "Free buses…"}


def test_two_fields_do_not_take_the_same_words_when_there_is_a_choice() -> None:
    taken = written({"tag": 10, "reason": 10}, "Free buses carry people.", "More people take the buses.")
    assert len(set(taken.values())) == 2


def test_without_material_the_statement_gives_the_words() -> None:
    assert written({"tag": 10}) == {"tag": STATEMENT}


def test_with_nothing_to_take_from_the_field_says_its_name() -> None:
    assert written({"tag": 10}, statement="") == {"tag": "tag"}


PIECES = st.sampled_from(["a", "bus", "3,000", "10:30", ", ", "; ", "—", " and ", " (", ") ", " ", ". ", "\n", "…"])


@given(st.lists(st.text(max_size=200) | st.lists(PIECES, max_size=60).map("".join), max_size=4), st.integers(1, 30))
def test_every_passage_fits_and_stands_in_the_material_as_it_is(texts: list[str], limit: int) -> None:
    held = " ".join(" ".join(normalise(text).split()) for text in texts)
    for passage in find_passages(texts, limit):
        assert 0 < count_words(passage) <= limit
        assert " ".join(passage.removesuffix("…").split()) in held


@pytest.mark.parametrize("statement", ["", "…", "\x00", "word " * 400])
def test_odd_statements_are_answered_within_bounds(statement: str) -> None:
    assert written({"a": 1, "b": 25}, statement=statement)
