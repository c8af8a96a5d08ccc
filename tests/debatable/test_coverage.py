"""Which views an answer misses, and the challenges to an answer that they make."""

from __future__ import annotations

import pytest
from tests.deliberation.test_ask import weigh
from tests.model.embedded.fakes import PointTold, speak

from foam.contest.kinds.left_out import LeftOut
from foam.debatable.coverage import challenge_missing, measure_coverage
from foam.debatable.item import GivenAnswer, PartialAnswer
from foam.model.judge import shipped_judge
from foam.model.port import WeighingJudge
from foam_quotes.text.pointer import Pointer

POINTER = Pointer(document="ab" * 32, sentence=4)
VIEWS = (
    PartialAnswer(point_of_view="Uniforms reduce bullying among pupils."),
    PartialAnswer(point_of_view="Poor families cannot afford such clothes.", pointers=(POINTER,)),
)
FOR, AGAINST = speak(0.7, 0.1, 0.2), speak(0.1, 0.7, 0.2)


def covered(answer: str, judge: WeighingJudge) -> list[bool]:
    given = GivenAnswer(id=1, question="Should pupils wear them?", answer=answer, partial_answers=VIEWS)
    return [view.covered for view in measure_coverage(given, judge).views]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (f"{VIEWS[0].point_of_view} {VIEWS[1].point_of_view}", [True, True]),
        (VIEWS[1].point_of_view, [False, True]),
        ("It rains a lot. Pupils are bullied less where all of them wear a uniform.", [True, False]),
        ("Families with little money have no way to pay for these clothes.", [False, True]),
        ("The herring swims in the sea.", [False, False]),
        ("Should pupils wear them?", [False, False]),
        ("", [False, False]),
    ],
)
def test_a_view_is_covered_when_it_is_said_in_other_words_too(answer: str, expected: list[bool]) -> None:
    assert covered(answer, shipped_judge()) == expected


@pytest.mark.parametrize(
    "answer",
    [
        "Uniforms do not reduce bullying among pupils.",
        "Uniforms make bullying among pupils worse.",
        "Nobody is bullied any less because of uniforms.",
        "Even poor families can afford such clothes.",
    ],
)
def test_the_opposite_of_a_view_does_not_cover_it(answer: str) -> None:
    assert covered(answer, shipped_judge()) == [False, False]


def test_a_sentence_that_makes_the_point_and_speaks_against_it_does_not_count() -> None:
    points = {"Never.": 0.9, "Always.": 0.8}
    judge = PointTold({"Never.": AGAINST, "Always.": FOR}, points)
    assert covered("Never.", judge) == [False, False]
    assert covered("Never. Always.", judge) == [True, True]


def test_what_the_judge_cannot_read_covers_nothing() -> None:
    given = GivenAnswer(id=1, question="?", answer="Die Kinder sind arm und das ist nicht gut.", partial_answers=VIEWS)
    assert [view.likely for view in measure_coverage(given, shipped_judge()).views] == [0, 0]


def test_missing_views_become_challenges_to_the_answer() -> None:
    answer = weigh()
    given = GivenAnswer(id=1, question=answer.question, answer=VIEWS[0].point_of_view, partial_answers=VIEWS)
    (challenge,) = challenge_missing(measure_coverage(given, shipped_judge()), answer)
    assert answer.tree is not None
    assert challenge.node == answer.tree.root.id
    assert challenge.ground == LeftOut(at=(str(POINTER),))
    assert VIEWS[1].point_of_view in challenge.because
