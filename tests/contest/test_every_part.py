"""Whatever can be challenged can be heard: sustained or not, the result is a whole case that the record gives again."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.contest.hall import Hall, case, judging, nothing
from tests.contest.test_admit import make_ground

from foam.contest.subject import CaseFile
from foam.model.question import Choose, Chosen
from foam.model.scripted import Call, Said

MOST = 2
"""Parts of one kind on which a kind of challenge is tried."""


def _overturning(call: Call) -> Said | None:
    """Names nothing, and says otherwise wherever a verdict is asked again."""
    question = call.question
    if isinstance(question, Choose) and question.template in ("contest/label", "contest/branch"):
        # Of the two one is held; the one that was proposed is not the first of the first order.
        return Chosen(ids=(max(option.id for option in question.options),))
    return judging(nothing)(call)


@pytest.mark.parametrize(("pack", "speech"), [("benefits-appeal", "appeal"), ("policy-debate", "1AC")])
def test_every_kind_of_part_of_a_case_is_heard_on_every_kind(pack: str, speech: str) -> None:
    hall = case(pack, speech)
    heard: Counter[str] = Counter()
    for part in hall.case.parts.values():
        for kind in part.kinds:
            heard[f"{part.kind} {kind}"] += 1
            if heard[f"{part.kind} {kind}"] <= MOST:
                heard[_hear(hall, part.id, kind)] += 1
    assert min(heard["sustained"], heard["rejected"]) > 1


def _hear(hall: Hall, part: str, kind: str) -> str:
    found = hall.challenge(part, make_ground(hall, kind, part), f"Tried: {part}.", script=_overturning)
    assert all(reason.cites for reason in found.outcome.reasons)
    if found.outcome.revised:
        again = hall.version(found.run)
        assert isinstance(again, CaseFile)
        assert again.case == found.after.view
    return found.outcome.disposition
