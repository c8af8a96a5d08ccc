"""The self-test: balanced, asked in full, and honest about who knows and who guesses."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from foam.model.check import KINDS, load_items
from foam.model.embedded.selftest import CHANCES, Report, Result, load_cases, run, tasks
from foam.model.question import (
    Answer,
    Choose,
    Chosen,
    Label,
    Labelled,
    Question,
    Rank,
    Ranked,
    Reply,
    Score,
    Scored,
    Write,
    Written,
)
from foam.record.entry import Decider


class Knowing:
    """Looks the answers up, or their opposites."""

    decider = Decider(type="model", id="knowing", version="1")

    def __init__(self, *, right: bool) -> None:
        self._right = right
        cases = load_cases()
        self._find = {case.claim: f"s{case.supports}" for case in cases.choose}
        self._items = {(one.text, one.claim, one.labels): one.answer for one in load_items()}
        self._pro = {sides.claim: sides.supports for sides in cases.stance}

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        return Answer(reply=self._reply(question), method="looked up")

    def _reply(self, question: Question) -> Reply:
        match question:
            case Rank():
                sought = self._find[question.statement]
                ids = sorted((o.id for o in question.options), key=lambda one: (one == sought) != self._right)
                return Ranked(ids=tuple(ids))
            case Label() if (question.text, question.statement, question.labels) in self._items:
                sought = self._items[question.text, question.statement, question.labels]
                return Labelled(label=next(one for one in question.labels if (one == sought) == self._right))
            case Label():
                supports = question.text == self._pro[question.statement]
                return Labelled(label="supports" if supports == self._right else "contradicts")
            case Choose():
                same = (o.id for o in question.options if (o.text == self._pro[question.statement]) == self._right)
                return Chosen(ids=tuple(same))
            case Score():
                return Scored(score=5)
            case Write():
                return Written(fields={"tag": "word"})


class First:
    """Takes whatever is offered first."""

    decider = Decider(type="model", id="first", version="1")

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        return Answer(reply=self._reply(question), method="the first")

    def _reply(self, question: Question) -> Reply:
        match question:
            case Rank():
                return Ranked(ids=tuple(option.id for option in question.options))
            case Label():
                return Labelled(label=question.labels[0])
            case Choose():
                return Chosen(ids=(question.options[0].id,))
            case Score():
                return Scored(score=question.low)
            case Write():
                return Written(fields={"tag": "word"})


def asked_of(model: Knowing | First) -> Report:
    return asyncio.run(run(model, list(tasks(load_cases())), advance=lambda _: None))


@pytest.mark.parametrize("right", [True, False])
def test_who_knows_is_all_right_and_who_knows_better_all_wrong(right: bool) -> None:
    report = asked_of(Knowing(right=right))
    assert {result.task for result in report.results} == set(CHANCES)
    assert {result.share for result in report.results} == {float(right)}
    assert {pace.kind for pace in report.paces} == {"choose", "rank", "score", "label", "write"}


def test_the_cases_are_balanced_and_whole() -> None:
    cases = load_cases()
    places = Counter(case.supports for case in cases.choose)
    assert len(cases.choose) == len(cases.stance) == 20
    assert set(places) == set(range(1, 9))
    assert max(places.values()) - min(places.values()) <= 1
    assert all(len(set(case.sentences)) == 8 for case in cases.choose)


def test_who_always_takes_the_first_does_about_as_chance_would() -> None:
    by_task = {result.task: result.share for result in asked_of(First()).results}
    for task, chance in CHANCES.items():
        assert by_task[task] == pytest.approx(chance, abs=0.05)


def test_the_written_items_are_many_balanced_and_unlike() -> None:
    items = load_items()
    assert len(items) >= 200
    assert len({(one.text, one.claim, one.labels) for one in items}) == len(items)
    for kind in KINDS:
        counts = Counter(one.answer for one in items if one.kind == kind)
        assert set(counts) == set(next(one.labels for one in items if one.kind == kind))
        assert max(counts.values()) <= 1.5 * min(counts.values())


def test_a_share_has_its_interval() -> None:
    result = Result(task="x", cases=40, right=30, chance=0.5)
    assert result.interval.low is not None
    assert result.interval.high is not None
    assert result.interval.low < 0.75 < result.interval.high
