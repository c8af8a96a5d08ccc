"""The contract of the judges of the embedded model and of scores: how texts stand to statements, whether two make one
point, which of two convinces more.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from tests.model.embedded.fakes import ToldJudge, speak

from foam.debatable.coverage import RecordedJudge
from foam.errors import NotRecorded
from foam.model.judge import Judge, Relation, Weighed, weigh
from foam.model.judge.endpoint import EndpointJudge
from foam.model.port import EmbeddedJudge, PairJudge, WeighingJudge
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


def told() -> ToldJudge:
    return ToldJudge({PAIRS[0][0]: speak(0.8, 0.1, 0.1)})


def endpoint() -> EndpointJudge:
    return EndpointJudge(ScriptedModel())


def _figures(said: Relation | Weighed) -> tuple[float, float, float]:
    return (said.supports, said.contradicts, said.neither)


@pytest.mark.parametrize("made", [trained, told, endpoint], ids=lambda made: made.__name__)
class TestRelations:
    def test_it_has_a_name(self, made: Callable[[], EmbeddedJudge | PairJudge]) -> None:
        assert made().name

    def test_it_gives_probabilities_for_each_pair(self, made: Callable[[], EmbeddedJudge | PairJudge]) -> None:
        judge = made()
        for found in (judge.relation(PAIRS), judge.weigh(PAIRS)):
            figures = [_figures(one) for one in found]
            assert len(figures) == len(PAIRS)
            assert all(0 <= figure <= 1 for one in figures for figure in one)
            assert [sum(one) for one in figures] == pytest.approx([1] * len(PAIRS), abs=1e-5)

    def test_it_gives_nothing_for_nothing(self, made: Callable[[], EmbeddedJudge | PairJudge]) -> None:
        assert not made().relation([])
        assert not made().weigh([])

    def test_company_changes_nothing(self, made: Callable[[], EmbeddedJudge | PairJudge]) -> None:
        judge = made()
        together = [figure for relation in judge.relation(PAIRS) for figure in _figures(relation)]
        alone = [figure for pair in PAIRS for relation in judge.relation([pair]) for figure in _figures(relation)]
        assert together == pytest.approx(alone, abs=1e-4)


def test_who_convinces_more_turns_round_with_the_pair() -> None:
    judge: EmbeddedJudge = trained()
    there = judge.convinces(PAIRS)
    back = judge.convinces([(b, a) for a, b in PAIRS])
    assert [a + b for a, b in zip(there, back, strict=True)] == pytest.approx([1] * len(PAIRS))
    assert list(judge.convinces([])) == []


def test_what_is_weighed_has_a_bearing() -> None:
    assert all(0 <= one.bears <= 1 for one in weigh(trained(), PAIRS))


def test_one_point_is_told_from_another() -> None:
    judge: WeighingJudge = trained()
    statement = PAIRS[0][1]
    same, other = judge.same_point([(statement, statement), (PAIRS[2][0], statement)])
    assert 0 <= other < 0.5 < same <= 1
    assert list(judge.same_point([])) == []


def test_bearing_and_sides_are_chances() -> None:
    judge: EmbeddedJudge = trained()
    bearing = [one.probability for one in judge.bears_on(PAIRS)]
    sides = [one.neither for one in judge.takes_a_side(PAIRS)]
    assert len(bearing) == len(sides) == len(PAIRS)
    assert all(0 <= chance <= 1 for chance in (*bearing, *sides))
    assert bearing[0] > bearing[2], "crime in the city, and soup"
    assert not judge.bears_on([])
    assert not judge.takes_a_side([])


def test_the_stand_in_of_a_replay_has_the_recorded_name_and_judges_nothing() -> None:
    judge: WeighingJudge = RecordedJudge(trained().name)
    assert judge.name == trained().name
    for ask in (judge.weigh, judge.same_point):
        with pytest.raises(NotRecorded, match=trained().name):
            ask(PAIRS[:1])
