"""Whatever can be challenged can be heard: sustained or not, the result is a whole case that the record gives again."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.contest.hall import Hall, case, judging
from tests.contest.test_admit import make_ground

from foam.contest.subject import CaseFile

MOST = 2
"""Parts of one kind on which a kind of challenge is tried."""


@pytest.mark.parametrize(("pack", "speech"), [("benefits-appeal", "appeal"), ("policy-debate", "1AC")])
def test_every_kind_of_part_of_a_case_is_heard_on_every_kind(pack: str, speech: str) -> None:
    hall = case(pack, speech)
    heard: Counter[str] = Counter()
    for part in hall.case.parts.values():
        for kind in part.kinds:
            heard[f"{part.kind} {kind}"] += 1
            if heard[f"{part.kind} {kind}"] <= MOST:
                heard[_hear(hall, part.id, kind, ("sustained", "rejected")[heard[f"{part.kind} {kind}"] - 1])] += 1
    assert heard["sustained"]
    assert heard["rejected"] > 1


def _hear(hall: Hall, part: str, kind: str, ends: str) -> str:
    found = hall.challenge(part, make_ground(hall, kind, part), f"Tried: {part}.", script=judging(ends))
    assert all(reason.cites for reason in found.outcome.reasons)
    if found.outcome.revised:
        again = hall.version(found.run)
        assert isinstance(again, CaseFile)
        assert again.case == found.after.view
    return found.outcome.disposition
