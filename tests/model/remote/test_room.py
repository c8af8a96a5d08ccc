"""How many tokens are asked for."""

from __future__ import annotations

import pytest
from tests.model.questions import EACH_KIND, choose, label, write

from foam.model.form import IdsField, ListField, TextField
from foam.model.question import Question, Write
from foam.model.remote.room import ROOM, allow_tokens, count_needed, describe_cut_off


def allowed(question: Question, *, cap: int = 10**6, effort: str = "", complaint: str = "") -> int:
    return allow_tokens(question, cap=cap, effort=effort, complaint=complaint)


def test_a_long_form_gets_its_words_and_room_to_think() -> None:
    claims = ListField(
        name="claims",
        at_least=2,
        at_most=5,
        fields=(TextField(name="text", max_words=60), IdsField(name="ids", ids=("a" * 30, "b" * 30), at_most=2)),
    )
    question = Write.model_validate({**write().model_dump(), "fields": [claims.model_dump()]})
    assert count_needed(question) > 2 * 5 * 60 + 5 * 2 * 15
    assert allowed(question) == count_needed(question) + ROOM[""]


def test_reasons_are_counted() -> None:
    plain = label("yes", "no")
    assert count_needed(plain.model_copy(update={"reasons": 100})) >= count_needed(plain) + 200


@pytest.mark.parametrize("question", EACH_KIND, ids=lambda question: question.type)
def test_nobody_gets_less_than_reasoning_needs_or_more_than_the_cap(question: Question) -> None:
    assert allowed(question) >= 2_048
    assert allowed(question, cap=100) == 100
    assert allowed(question) < allowed(question, effort="low") < allowed(question, effort="high")


def test_after_a_cut_four_times_as_much_is_allowed() -> None:
    complaint = describe_cut_off(12_345)
    assert allowed(choose(), complaint=f"{complaint}; answer again") == 4 * 12_345
    assert allowed(choose(), complaint=complaint, cap=20_000) == 20_000
    assert allowed(choose(), complaint="ids that were not offered: 12,345") == allowed(choose())
