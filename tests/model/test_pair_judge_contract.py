"""The contract of `PairJudge`: one answer for each pair, in their order, and the same to the same pair."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.model.small_base import make_careful

from foam.errors import NotRecorded
from foam.job.standins import RecordedJudge
from foam.model.judge import shipped_judge
from foam.model.judge.careful import CarefulJudge
from foam.model.judge.judge import Judge
from foam.model.port import PairJudge
from foam.model.silent import SilentJudge

PAIRS = (
    ("Crime in the city fell by a third after the new law.", "The new law reduced crime in the city."),
    ("The harbour was dredged in March.", "The new law reduced crime in the city."),
)


def make_careful_judge() -> CarefulJudge:
    with TemporaryDirectory() as folder:
        return make_careful(Path(folder))


JUDGES: dict[type, Callable[[], PairJudge]] = {
    Judge: shipped_judge,
    CarefulJudge: make_careful_judge,
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


@pytest.mark.parametrize("make", [shipped_judge, SilentJudge])
def test_a_text_is_not_an_altered_copy_of_itself(make: Callable[[], PairJudge]) -> None:
    assert list(make().is_altered([(text, text) for text, _ in PAIRS])) == [False, False]


def test_the_shipped_judge_alone_goes_without_a_name_in_specs() -> None:
    assert shipped_judge().named_in_specs == ""
    assert SilentJudge().named_in_specs


def test_the_silent_judge_takes_no_side() -> None:
    silent = SilentJudge()
    assert {one.neither for one in silent.weigh(PAIRS)} == {1.0}
    assert {one.supports for one in silent.relation(PAIRS)} == {one.contradicts for one in silent.relation(PAIRS)}


def test_a_recorded_judge_answers_nothing() -> None:
    recorded: PairJudge = RecordedJudge("silent")
    with pytest.raises(NotRecorded):
        recorded.weigh(PAIRS)
