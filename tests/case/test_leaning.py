"""A sentence that leans on the one before it: what counts as leaning, and whether the one before is read with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.case.scribe import WritingDesk, write_acts
from tests.case.test_bind import made
from tests.case.writing import agreeable

from foam.case.lean import points_back
from foam.case.values import Case
from foam.evidence.corpus import ListedCorpus
from foam.model.form import FormValue
from foam.model.question import Answer, Labelled, Write
from foam.model.scripted import Call, Said


@pytest.mark.parametrize(
    "sentence",
    [
        "It is, however, important to note that many harbours were closed.",
        "It is clear that the locks lose water.",
        "It is now widely accepted that the locks lose water.",
        "It seems that the locks lose water.",
        "It has been shown that the locks lose water.",
        "It can be argued that boats should wait.",
        "It is necessary for every boat to carry a lamp.",
        "There are twelve locks on the canal.",
        "Locks lose water.",
    ],
)
def test_an_it_that_stands_for_what_follows_points_back_at_nothing(sentence: str) -> None:
    assert not points_back(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "It also loses water in dry summers.",
        "It is a lock that loses water.",
        "It is used to lift boats.",
        "It was closed in May.",
        "It is one that boats avoid.",
        "This shows that boats wait.",
        "They fine masters.",
    ],
)
def test_an_it_that_stands_for_something_said_before_does(sentence: str) -> None:
    assert points_back(sentence)


TEXT = (
    "Skippers call the toll on the canal unjust. It pays for the keepers of twelve locks and for the lamps. "
    "Boats pass the canal by day. The keepers open the locks at six. Lamps burn on the quay."
)


def name_second(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
    """Name only the sentence that leans on the one before it, wherever it is offered."""
    question = call.question
    if not isinstance(question, Write) or question.template != "case/write":
        return None
    named = tuple(one.id for one in question.material if one.text.startswith("It pays"))
    return {**form, "sentences": named} if named else None


def write_leaning(label: str) -> tuple[WritingDesk, Case]:
    def judge(call: Call) -> Said | None:
        if call.question.template == "case/leaning":
            return Answer(reply=Labelled(label=label), method="scripted", reasons="So it reads.")
        return agreeable(call)

    desk = WritingDesk(write_acts(name_second, then=judge))
    desk.corpus = ListedCorpus.of([made(TEXT)])
    return desk, desk.write().view


def find_first_card(case: Case) -> tuple[int, ...]:
    return next(card.sentences for card in case.cards if 1 in card.sentences)


def test_the_sentence_before_is_read_where_an_evaluator_finds_that_it_is_needed() -> None:
    desk, case = write_leaning("needed")
    assert find_first_card(case) == (0, 1)
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/leaning"]
    assert asked
    assert all("Skippers call the toll" in one and "It pays for the keepers" in one for one in asked)


@pytest.mark.parametrize("label", ["speaks against it", "stands alone", "unclear"])
def test_a_sentence_that_nobody_named_is_not_read_where_it_speaks_against_the_speech(label: str) -> None:
    _, case = write_leaning(label)
    assert find_first_card(case) == (1,)
