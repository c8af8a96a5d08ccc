"""Admission: every part is open to exactly the kinds that are listed for it, and refusals say what else to do."""

from __future__ import annotations

from typing import Any

import pytest
from tests.contest.grounds import read
from tests.contest.hall import Hall, case, shared_case

from foam.case.weigh import METRICS
from foam.contest.admit import MOST_CHARACTERS
from foam.contest.challenge import GROUNDS, Challenge, Ground
from foam.contest.job import admit
from foam.contest.kinds.does_not_follow import DoesNotFollow
from foam.contest.part import FRAME
from foam.errors import InputError, NotFound
from foam.job.answers import read_choice


def _metric(hall: Hall, part: str) -> str:
    """A metric that an impact of a case is not weighed on."""
    found = hall.case.find_weighing(part)
    held = next(one for one in hall.case.entries if one.key == found[0].entries[found[1]]) if found else None
    return next(one.id for one in METRICS if held is None or one.id not in read_choice(held))


def _other_way(hall: Hall, part: str) -> str:
    """A way that was not taken at a choice."""
    choice = hall.case.find_choice(part)
    ways = next((one.children for one in hall.case.template.tree.walk() if choice and one.id == choice.branch), ())
    return next((one.id for one in ways if choice and one.id not in choice.taken), "another")


def make_ground(hall: Hall, kind: str, part: str = FRAME) -> Ground:
    """A ground of a kind, with what it takes."""
    weighed, cited = hall.case.find_weighing(part), part in hall.case.uses
    particulars: dict[str, dict[str, Any]] = {
        "weighs_otherwise": {"value": _metric(hall, part)} if weighed else {},
        "does_not_follow": {} if cited else {"instead": _other_way(hall, part)},
        "left_out": {} if cited else {"component": "warrant"},
        "somebody_missing": {"perspective": hall.table.pack.perspectives[0]},
    }
    return read(kind, **particulars.get(kind, {}))


def _find_carded() -> str:
    return next(slot.id for slot in shared_case().case.case.slots if slot.card)


@pytest.mark.parametrize(("pack", "speech"), [("benefits-appeal", "appeal"), ("policy-debate", "1AC")])
def test_a_part_takes_exactly_the_kinds_that_are_listed_for_it(pack: str, speech: str) -> None:
    hall = shared_case(pack, speech)
    taken = refused = 0
    for part in hall.case.parts.values():
        for kind in GROUNDS:
            challenge = Challenge(node=part.id, ground=make_ground(hall, kind, part.id), because="It is wrong.")
            if kind in part.fits:
                assert admit(hall.case, challenge).part == part
                taken += 1
            else:
                with pytest.raises(InputError, match=kind) as refusal:
                    admit(hall.case, challenge)
                assert all(other in refusal.value.hint for other in part.fits)
                refused += 1
    assert min(taken, refused) > 20


def test_a_part_of_another_file_is_refused_with_those_that_are_there() -> None:
    with pytest.raises(NotFound, match="no part") as refusal:
        admit(shared_case().case, Challenge(node="income-ruling", ground=DoesNotFollow(), because="Not mine."))
    assert "income-rule" in refusal.value.hint


def test_only_parties_may_challenge_a_file_that_has_some() -> None:
    slot = _find_carded()
    challenge = Challenge(node=slot, ground=DoesNotFollow(), because="It is wrong.", challenger="a neighbour")
    with pytest.raises(InputError, match="no party"):
        admit(shared_case().case, challenge, parties=("Rosa Delmar",))
    assert admit(shared_case().case, challenge, parties=("a neighbour",)).part.id == slot


@pytest.mark.parametrize(
    ("because", "said"), [("", "no reason"), (" … ", "no reason"), ("word " * MOST_CHARACTERS, "at most")]
)
def test_a_reason_is_given_and_short(because: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        admit(shared_case().case, Challenge(node=_find_carded(), ground=DoesNotFollow(), because=because))


def test_a_refusal_leaves_no_trace() -> None:
    hall = case()
    before = hall.table.store.count()
    with pytest.raises(NotFound):
        hall.challenge("slot-none", DoesNotFollow())
    assert hall.table.store.count() == before


@pytest.mark.parametrize(
    ("kind", "given", "said"),
    [
        ("somebody_missing", {}, "field required"),
        ("weighs_otherwise", {"weight": "much"}, "not a weight"),
        ("does_not_follow", {"component": "warrant"}, "takes no component"),
        ("nonsense", {}, "kind='nonsense'"),
    ],
)
def test_particulars_are_those_of_the_kind(kind: str, given: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        read(kind, **given)
