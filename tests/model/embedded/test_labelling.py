"""Labels and scores: from the stance where labels speak of it, from similarity otherwise, never beyond bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.model.embedded.fakes import LightSenses, PointTold, ToldJudge, speak

from foam.model.embedded.labelling import label, score, side_of
from foam.model.judge import Weighed
from foam.model.question import Aim, Label, Labelled, Score, Scored, check

STATEMENT = "Ridership of free buses rose."
FELL = "The ridership of free buses fell."
ASKED: dict[str, Any] = {"template": "t", "template_digest": "b2:0", "prompt": "", "statement": STATEMENT}
CON = speak(0.1, 0.7, 0.2)


def labelled(senses: LightSenses, *labels: str, text: str = FELL) -> tuple[str, float]:
    answer = label(Label(**ASKED, text=text, labels=labels), senses)
    assert isinstance(answer.reply, Labelled)
    assert answer.confidence is not None
    return answer.reply.label, answer.confidence


@pytest.mark.parametrize(
    ("name", "side"),
    [("supports", "supports"), ("No", "contradicts"), ("in part", "neither"), ("agrees", "supports"), ("blue", None)],
)
def test_labels_speak_for_sides(name: str, side: str | None) -> None:
    assert side_of(name) == side


@pytest.mark.parametrize("labels", [("yes", "no"), ("agrees", "contradicts", "unclear"), ("FOR", "AGAINST")])
def test_the_judge_decides_labels_that_speak_of_stance(labels: tuple[str, ...]) -> None:
    assert labelled(LightSenses(ToldJudge({FELL: CON})), *labels)[0] == labels[1]


def test_sides_without_a_label_are_left_out_of_account() -> None:
    assert labelled(LightSenses(ToldJudge({FELL: CON})), "yes", "no")[1] == pytest.approx(0.7 / 0.8, abs=0.01)


def test_other_labels_go_by_similarity() -> None:
    name, confidence = labelled(LightSenses(), "stone walls", "free buses", "other")
    assert name == "free buses"
    assert confidence <= 0.4


@given(st.text(max_size=60), st.lists(st.text(max_size=20), min_size=2, max_size=5, unique=True).map(tuple))
def test_any_label_set_is_answered_within_it(text: str, labels: tuple[str, ...]) -> None:
    question = Label(**ASKED, text=text, labels=labels)
    check(question, label(question, LightSenses()).reply)


@pytest.mark.parametrize("aim", ["supports", "contradicts", "concerns", "convinces"])
@given(low=st.floats(-1e6, 1e6), span=st.floats(1e-3, 1e6), text=st.text(max_size=60))
def test_any_scale_is_kept(aim: Aim, low: float, span: float, text: str) -> None:
    question = Score(**ASKED, aim=aim, text=text, low=low, high=low + span)
    answer = score(question, LightSenses())
    check(question, answer.reply)
    assert answer.confidence is not None


def test_a_judged_score_is_the_probability_on_the_scale() -> None:
    senses = LightSenses(ToldJudge({FELL: CON}))
    against = score(Score(**ASKED, aim="contradicts", text=FELL, low=-10, high=10), senses)
    support = score(Score(**ASKED, aim="supports", text=FELL), senses)
    assert isinstance(against.reply, Scored)
    assert isinstance(support.reply, Scored)
    assert (against.reply.score, support.reply.score) == pytest.approx((4.0, 1.0))
    assert "told@1" in against.method


ESTABLISHING = ("establishes", "contradicts", "beside the point", "unclear")
PRO = speak(0.7, 0.1, 0.2)


@pytest.mark.parametrize(
    ("text", "told", "points", "expected"),
    [
        ("It rains. Ridership rose.", {"Ridership rose.": PRO}, {"Ridership rose.": 0.8}, ("establishes", 0.8)),
        (FELL, {FELL: CON}, {FELL: 0.8}, ("contradicts", 0.7)),
        ("It rains.", {}, {}, ("beside the point", 0.9)),
        (FELL, {FELL: speak(0.4, 0.3, 0.3)}, {FELL: 0.3}, ("unclear", 0.7)),
    ],
)
def test_a_text_establishes_what_a_sentence_of_it_makes_the_point_of(
    text: str, told: Mapping[str, Weighed], points: Mapping[str, float], expected: tuple[str, float]
) -> None:
    assert labelled(LightSenses(PointTold(told, points)), *ESTABLISHING, text=text) == expected
