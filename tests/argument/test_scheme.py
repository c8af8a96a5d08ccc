"""Schemes, critical questions, objections and Toulmin parts."""

from __future__ import annotations

from typing import get_args

import pytest

from foam.argument.scheme import SchemeId, load_schemes, require_critical_question, require_scheme
from foam.errors import NotFound


def test_there_are_seven_schemes_each_with_questions_that_attack_every_part() -> None:
    assert {s.id for s in load_schemes()} == set(get_args(SchemeId))
    for known in load_schemes():
        assert {q.attacks for q in known.questions} == {"premise", "warrant", "conclusion"}


def test_question_ids_are_unique_and_found() -> None:
    ids = [q.id for s in load_schemes() for q in s.questions]
    assert len(ids) == len(set(ids)) == 42
    assert all(require_critical_question(i).id == i for i in ids)
    assert require_scheme("causal").questions[3].text.startswith("Could a third factor")


def test_unknown_names_say_what_there_is() -> None:
    with pytest.raises(NotFound) as caught:
        require_scheme("hearsay")
    assert "causal" in caught.value.hint
    with pytest.raises(NotFound):
        require_critical_question("ZZ9")
