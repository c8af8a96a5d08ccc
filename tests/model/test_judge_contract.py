"""The contract of the judges' ports: how texts stand to statements, and which of two texts convinces more."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from tests.model.embedded.fakes import ToldJudge, WordRelation

from foam.debatable.coverage import RecordedJudge
from foam.errors import NotRecorded
from foam.model.embedded.stance import (
    BearingJudge,
    ConvictionJudge,
    Relation,
    StanceJudge,
    WeighingJudge,
)
from foam.model.judge import Judge, weigh
from foam.model.judge.endpoint import EndpointJudge
from foam.model.judge.weighing import Weighed
from foam.model.scripted import ScriptedModel

CLAIM = "The new law reduced crime in the city."
PAIRS = (
    ("Crime in the city fell by a third after the new law.", CLAIM),
    ("Crime in the city did not fall after the new law.", CLAIM),
    ("A recipe for soup.", CLAIM),
    ("", CLAIM),
    ("word " * 2000, "日本語 ½"),
)


@cache
def trained() -> Judge:
    return Judge.load()


def told() -> StanceJudge:
    return ToldJudge({PAIRS[0][0]: WordRelation(0.8, 0.1, 0.1)})


def endpoint() -> EndpointJudge:
    return EndpointJudge(ScriptedModel())


JUDGES = (trained, told, endpoint)


def _figures(relation: Relation) -> tuple[float, float, float]:
    return (relation.supports, relation.contradicts, relation.neither)


@pytest.mark.parametrize("made", JUDGES, ids=lambda made: made.__name__)
class TestStanceJudges:
    def test_it_has_a_name(self, made: Callable[[], StanceJudge]) -> None:
        assert made().name

    def test_it_gives_probabilities_for_each_pair(self, made: Callable[[], StanceJudge]) -> None:
        found = [_figures(relation) for relation in made().relation(PAIRS)]
        assert len(found) == len(PAIRS)
        assert all(0 <= figure <= 1 for figures in found for figure in figures)
        assert [sum(figures) for figures in found] == pytest.approx([1] * len(PAIRS), abs=1e-5)

    def test_it_gives_nothing_for_nothing(self, made: Callable[[], StanceJudge]) -> None:
        assert list(made().relation([])) == []

    def test_company_changes_nothing(self, made: Callable[[], StanceJudge]) -> None:
        judge = made()
        together = [figure for relation in judge.relation(PAIRS) for figure in _figures(relation)]
        alone = [figure for pair in PAIRS for relation in judge.relation([pair]) for figure in _figures(relation)]
        assert together == pytest.approx(alone, abs=1e-4)


@pytest.mark.parametrize("made", [trained])
def test_who_convinces_more_turns_round_with_the_pair(made: Callable[[], ConvictionJudge]) -> None:
    judge = made()
    assert isinstance(judge, ConvictionJudge)
    there = judge.convinces(PAIRS)
    back = judge.convinces([(b, a) for a, b in PAIRS])
    assert [a + b for a, b in zip(there, back, strict=True)] == pytest.approx([1] * len(PAIRS))
    assert list(judge.convinces([])) == []


def test_what_is_weighed_is_a_relation_too() -> None:
    found: list[Weighed] = weigh(trained(), PAIRS)
    assert [sum(_figures(one)) for one in found] == pytest.approx([1] * len(PAIRS), abs=1e-5)
    assert all(0 <= one.bears <= 1 for one in found)


class TestWeighingJudges:
    """Only the trained judge weighs by all its heads and tells when two texts make one point."""

    def test_it_weighs_each_pair_and_tells_the_same_from_another_point(self) -> None:
        judge: WeighingJudge = trained()
        assert isinstance(judge, WeighingJudge)
        assert [sum(_figures(one)) for one in judge.weigh(PAIRS)] == pytest.approx([1] * len(PAIRS), abs=1e-5)
        statement = PAIRS[0][1]
        same, other = judge.same_point([(statement, statement), (PAIRS[2][0], statement)])
        assert 0 <= other < 0.5 < same <= 1

    def test_it_gives_nothing_for_nothing(self) -> None:
        judge: WeighingJudge = trained()
        assert list(judge.weigh([])) == []
        assert list(judge.same_point([])) == []


class TestBearingJudges:
    """Only the trained judge says whether a text bears on a statement (`Chance`) and takes a side (`Side`)."""

    def test_it_gives_chances_for_each_pair(self) -> None:
        judge: BearingJudge = trained()
        bearing = [one.probability for one in judge.bears_on(PAIRS)]
        sides = [one.neither for one in judge.takes_a_side(PAIRS)]
        assert len(bearing) == len(sides) == len(PAIRS)
        assert all(0 <= chance <= 1 for chance in (*bearing, *sides))
        assert bearing[0] > bearing[2], "crime in the city, and soup"

    def test_it_gives_nothing_for_nothing(self) -> None:
        judge: BearingJudge = trained()
        assert list(judge.bears_on([])) == []
        assert list(judge.takes_a_side([])) == []


def test_the_stand_in_of_a_replay_has_the_recorded_name_and_judges_nothing() -> None:
    judge: WeighingJudge = RecordedJudge(trained().name)
    assert judge.name == trained().name
    for ask in (judge.relation, judge.weigh, judge.same_point):
        with pytest.raises(NotRecorded, match=trained().name):
            ask(PAIRS[:1])
