"""The contract of `PairJudge`: one answer for each pair, in their order, and the same to the same pair."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from foam.errors import NotRecorded
from foam.job.standins import RecordedJudge
from foam.model.judge import shipped_judge
from foam.model.judge.endpoint import SHARES, EndpointJudge
from foam.model.judge.judge import Judge
from foam.model.port import PairJudge
from foam.model.question import Labelled
from foam.model.scripted import ScriptedModel, in_turn
from foam.model.silent import SilentJudge

PAIRS = (
    ("Crime in the city fell by a third after the new law.", "The new law reduced crime in the city."),
    ("The harbour was dredged in March.", "The new law reduced crime in the city."),
)


def make_endpoint_judge() -> EndpointJudge:
    return EndpointJudge(ScriptedModel())


def say(label: str) -> EndpointJudge:
    return EndpointJudge(ScriptedModel(in_turn([Labelled(label=label)])))


JUDGES: dict[type, Callable[[], PairJudge]] = {
    Judge: shipped_judge,
    EndpointJudge: make_endpoint_judge,
    SilentJudge: SilentJudge,
}


@pytest.fixture(params=JUDGES.values(), ids=[kind.__name__ for kind in JUDGES])
def judge(request: pytest.FixtureRequest) -> PairJudge:
    made: Callable[[], PairJudge] = request.param
    return made()


def test_each_pair_has_an_answer_of_its_own(judge: PairJudge) -> None:
    for ask in (judge.weigh, judge.relation, judge.bears_on, judge.is_altered):
        together = list(ask(PAIRS))
        assert len(together) == len(PAIRS)
        assert list(ask(())) == []


def test_the_shares_of_a_weighing_come_to_one(judge: PairJudge) -> None:
    for one in judge.weigh(PAIRS):
        assert one.supports + one.contradicts + one.neither == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("make", [shipped_judge, make_endpoint_judge, SilentJudge])
def test_a_text_is_not_an_altered_copy_of_itself(make: Callable[[], PairJudge]) -> None:
    assert list(make().is_altered([(text, text) for text, _ in PAIRS])) == [False, False]


def test_the_shipped_judge_alone_goes_without_a_name_in_specs() -> None:
    assert shipped_judge().named_in_specs == ""
    assert SilentJudge().named_in_specs
    assert make_endpoint_judge().named_in_specs == make_endpoint_judge().name


def test_the_silent_judge_takes_no_side() -> None:
    silent = SilentJudge()
    assert {one.neither for one in silent.weigh(PAIRS)} == {1.0}
    assert {one.supports for one in silent.relation(PAIRS)} == {one.contradicts for one in silent.relation(PAIRS)}


def test_a_recorded_judge_answers_nothing() -> None:
    recorded: PairJudge = RecordedJudge("silent")
    with pytest.raises(NotRecorded):
        recorded.weigh(PAIRS)


@pytest.mark.parametrize("label", SHARES)
def test_an_endpoint_says_one_label_and_each_question_reads_it(label: str) -> None:
    (weighed,), (verdict,) = say(label).weigh(PAIRS[:1]), say(label).relation(PAIRS[:1])
    (bears,), (altered,) = say(label).bears_on(PAIRS[:1]), say(label).is_altered(PAIRS[:1])
    assert bears.verdict == {"speaks of something else": "no", "unclear": "don't know"}.get(label, "yes")
    assert altered is (label not in ("supports", "rather supports", "unclear"))
    assert (weighed.supports > weighed.contradicts) is ("supports" in label)
    assert (verdict.verdict == "don't know") is (label.startswith("rather") or label == "unclear")


def test_an_endpoint_is_asked_once_for_each_pair_even_while_a_loop_runs() -> None:
    model = ScriptedModel()
    judge = EndpointJudge(model)

    async def ask_twice() -> bool:
        return list(judge.weigh(PAIRS)) == list(judge.weigh(PAIRS))

    assert asyncio.run(ask_twice())
    assert len(model.calls) == len(PAIRS)


def test_what_an_endpoint_says_out_of_bounds_is_no_verdict() -> None:
    (found,) = say("perhaps").relation(PAIRS[:1])
    assert found.verdict == "don't know"
