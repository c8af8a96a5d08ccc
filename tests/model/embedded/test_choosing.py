"""Choosing and ranking: by aim, within bounds, stated with the confidence that is due."""

from __future__ import annotations

from typing import Any

import pytest
from tests.model.embedded.fakes import LightSenses, ToldJudge, speak

from foam.model.embedded.choosing import choose, rank
from foam.model.question import Aim, Choose, Chosen, Option, Rank, Ranked, check

STATEMENT = "Ridership of free buses rose."
ROSE = "The ridership of free buses grew."
FELL = "The ridership of free buses fell."
STONE = "Stone lies in a wall."
TEXTS = {"rose": ROSE, "fell": FELL, "stone": STONE}
PRO, CON = speak(0.9, 0.05, 0.05), speak(0.05, 0.9, 0.05)
TOLD = LightSenses(ToldJudge({ROSE: PRO, FELL: CON}))


def asked(texts: dict[str, str] | None = None, **changes: Any) -> dict[str, Any]:
    options = tuple(Option(id=name, text=text) for name, text in (TEXTS if texts is None else texts).items())
    fixed = {"template": "t", "template_digest": "b2:0", "prompt": "", "statement": STATEMENT}
    return {**fixed, "options": options, **changes}


def chosen(senses: LightSenses, **changes: Any) -> tuple[str, ...]:
    question = Choose(**asked(**changes))
    reply = choose(question, senses).reply
    check(question, reply)
    assert isinstance(reply, Chosen)
    return reply.ids


def ranked(senses: LightSenses, **changes: Any) -> tuple[str, ...]:
    reply = rank(Rank(**asked(**changes)), senses).reply
    assert isinstance(reply, Ranked)
    return reply.ids


def test_a_trained_judge_decides_the_stance() -> None:
    senses = LightSenses(ToldJudge({ROSE: CON, FELL: PRO}))
    assert ranked(senses, aim="supports")[0] == "fell"
    assert ranked(senses, aim="contradicts")[0] == "rose"


def test_a_judge_does_not_lift_what_bears_on_nothing() -> None:
    assert ranked(LightSenses(ToldJudge({STONE: PRO, ROSE: PRO})), aim="supports")[0] == "rose"


def test_the_judge_is_named() -> None:
    assert "told@1" in choose(Choose(**asked(aim="supports")), TOLD).method


def test_as_many_as_must_be_and_no_more_than_are_worth_it() -> None:
    assert chosen(TOLD, at_least=3, at_most=3) == ("rose", "fell", "stone")
    assert "stone" not in chosen(TOLD, at_least=0, at_most=3)
    assert chosen(TOLD, texts={"stone": STONE}, at_least=0) == ()
    assert chosen(LightSenses(), texts={"stone": STONE}, at_least=1) == ("stone",)
    assert chosen(LightSenses(), texts={}, at_least=0) == ()


def test_none_contradicts_where_the_judge_does_not_say_so() -> None:
    assert chosen(TOLD, texts={"rose": ROSE}, aim="contradicts", at_least=0) == ()
    assert chosen(TOLD, texts={"fell": FELL}, aim="contradicts", at_least=0) == ("fell",)


def test_likelihood_is_asked_for_support_where_there_is_a_choice() -> None:
    senses = LightSenses()
    chosen(senses, at_least=3, at_most=3)
    chosen(senses, aim="contradicts")
    chosen(senses, aim="concerns")
    chosen(senses, texts={"rose": ROSE})
    assert not senses.influence_asked
    chosen(senses, at_least=2, at_most=3)
    assert senses.influence_asked


def test_what_convinces_more_is_chosen_alone() -> None:
    texts = {"shout": "NO!!!", "reason": "Counts on the main roads show that traffic fell by a tenth in that year."}
    answer = choose(Choose(**asked(texts, aim="convinces", at_least=0)), LightSenses())
    assert answer.reply == Chosen(ids=("reason",))


def test_equally_convincing_texts_leave_it_undecided() -> None:
    texts = {"one": "Counts show that traffic fell.", "two": "Counts show that traffic rose."}
    assert chosen(LightSenses(), texts=texts, aim="convinces", at_least=0) == ()


@pytest.mark.parametrize("aim", ["supports", "contradicts", "concerns", "convinces"])
def test_ties_go_by_id_and_the_order_offered_does_not_matter(aim: Aim) -> None:
    same = {"b": ROSE, "a": ROSE, "c": STONE}
    turned = dict(reversed(same.items()))
    assert ranked(LightSenses(), texts=same, aim=aim) == ranked(LightSenses(), texts=turned, aim=aim)
    assert ranked(LightSenses(), texts=same, aim=aim).index("a") < ranked(LightSenses(), texts=same, aim=aim).index("b")
