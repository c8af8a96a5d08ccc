"""Which views an answer misses, and the challenges to a dossier that they make."""

from __future__ import annotations

import pytest
from tests.deliberation.table import Table

from foam.contest.challenge import MissingPerspective
from foam.debatable.coverage import challenge_missing, measure_coverage
from foam.debatable.item import GivenAnswer, PartialAnswer
from foam.debatable.reader import WordCountReader
from foam.evidence.search.fake import HashingEmbedder
from foam.perspective.governance import find_breaches
from foam.text.pointer import Pointer

POINTER = Pointer(document="ab" * 32, sentence=4)
VIEWS = (
    PartialAnswer(point_of_view="Uniforms reduce bullying among pupils."),
    PartialAnswer(point_of_view="Poor families cannot afford such clothes.", pointers=(POINTER,)),
)


def covered(answer: str) -> list[bool]:
    given = GivenAnswer(id=1, question="Should pupils wear them?", answer=answer, partial_answers=VIEWS)
    return [view.covered for view in measure_coverage(given, WordCountReader(), HashingEmbedder(512)).views]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (f"{VIEWS[0].point_of_view} {VIEWS[1].point_of_view}", [True, True]),
        (VIEWS[1].point_of_view, [False, True]),
        ("The herring swims in the sea.", [False, False]),
        ("", [False, False]),
        ("Should pupils wear them?", [False, False]),
    ],
)
def test_a_view_is_covered_when_it_is_said(answer: str, expected: list[bool]) -> None:
    assert covered(answer) == expected


@pytest.mark.parametrize("pack", ["benefits-appeal", "policy-debate"])
def test_missing_views_become_challenges_that_the_pack_permits(pack: str) -> None:
    table = Table(pack=pack)
    dossier = table.deliberate().view
    given = GivenAnswer(id=1, question=dossier.question, answer=VIEWS[0].point_of_view, partial_answers=VIEWS)
    found = measure_coverage(given, WordCountReader(), HashingEmbedder(512))
    (challenge,) = challenge_missing(found, dossier)
    assert isinstance(challenge.ground, MissingPerspective)
    assert challenge.ground.perspective.description == VIEWS[1].point_of_view
    assert challenge.brought == (POINTER.document,)
    assert challenge.node == "frame"
    assert not find_breaches(challenge.ground.perspective, table.pack.limits)
